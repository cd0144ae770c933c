//! Stored pairs of contacts that may be duplicates.

use crate::auth::Viewer;
use crate::ids::new_uuid;
use crate::list::statement::{Bind, Statement};
use crate::list::{DUPLICATE_PAIRS, Rows, write_visible};
use anyhow::Context;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::contact::ContactKind;
use shared::list::ListName;
use shared::resolution::{
    DuplicatePair, DuplicateReason, DuplicateScore, Likeness, PairDismissal, PairedContact, ShownReason,
};
use uuid::Uuid;

/// A scored pair. `first` is the lower uuid.
pub struct ScoredPair {
    pub kind: i16,
    pub first: Uuid,
    pub second: Uuid,
    pub score: DuplicateScore,
}

/// Replaces all pairs of `contacts` with `found`. A pair that was found before keeps its uuid. It stays dismissed until a
/// compared value of either contact changes.
///
/// # Errors
/// Returns an error if the reasons cannot be serialized or a query fails.
pub async fn replace(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contacts: &[Uuid],
    found: &[ScoredPair],
) -> anyhow::Result<()> {
    let firsts: Vec<Uuid> = found.iter().map(|pair| pair.first).collect();
    let seconds: Vec<Uuid> = found.iter().map(|pair| pair.second).collect();
    diesel::sql_query(
        "DELETE FROM duplicate_pair WHERE firm_id = $1 AND (first_uuid = ANY($2) OR second_uuid = ANY($2))
           AND (first_uuid, second_uuid) NOT IN (SELECT * FROM unnest($3, $4))",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(contacts)
    .bind::<Array<SqlUuid>, _>(&firsts)
    .bind::<Array<SqlUuid>, _>(&seconds)
    .execute(connection)
    .await?;
    let labels = |pair: &ScoredPair| {
        let labels: Vec<String> = pair.score.reasons.iter().map(|reason| reason.label()).collect();
        labels.join(", ")
    };
    let reasons = found
        .iter()
        .map(|pair| serde_json::to_value(&pair.score.reasons))
        .collect::<Result<Vec<_>, _>>()
        .context("failed to serialize the reasons of a pair")?;
    diesel::sql_query(
        "INSERT INTO duplicate_pair AS p (firm_id, uuid, contact_kind, first_uuid, second_uuid, percent, reasons,
           reason_labels)
         SELECT $1, * FROM unnest($2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (firm_id, first_uuid, second_uuid) DO UPDATE SET percent = excluded.percent,
           reasons = excluded.reasons, reason_labels = excluded.reason_labels",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(found.iter().map(|_| new_uuid()).collect::<Vec<_>>())
    .bind::<Array<SmallInt>, _>(found.iter().map(|pair| pair.kind).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(&firsts)
    .bind::<Array<SqlUuid>, _>(&seconds)
    .bind::<Array<SmallInt>, _>(
        found
            .iter()
            .map(|pair| i16::from(pair.score.percent))
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Jsonb>, _>(reasons)
    .bind::<Array<Text>, _>(found.iter().map(labels).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    diesel::sql_query(
        "UPDATE duplicate_pair p
         SET dismissed_at = NULL, dismissed_by = NULL, first_values = NULL, second_values = NULL
         FROM contact a, contact b
         WHERE p.firm_id = $1 AND (first_uuid = ANY($2) OR second_uuid = ANY($2)) AND dismissed_at IS NOT NULL
           AND a.firm_id = $1 AND a.uuid = first_uuid AND b.firm_id = $1 AND b.uuid = second_uuid
           AND (first_values, second_values) IS DISTINCT FROM (firmbook_match_values(a), firmbook_match_values(b))",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(contacts)
    .execute(connection)
    .await?;
    Ok(())
}

#[derive(QueryableByName)]
struct PairRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SmallInt)]
    contact_kind: i16,
    #[diesel(sql_type = SmallInt)]
    percent: i16,
    #[diesel(sql_type = Jsonb)]
    reasons: serde_json::Value,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    dismissed_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Text>)]
    reviewer: Option<String>,
    #[diesel(sql_type = SqlUuid)]
    first_uuid: Uuid,
    #[diesel(sql_type = Text)]
    first_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    first_detail: Option<String>,
    #[diesel(sql_type = BigInt)]
    first_policies: i64,
    #[diesel(sql_type = BigInt)]
    first_annuities: i64,
    #[diesel(sql_type = SqlUuid)]
    second_uuid: Uuid,
    #[diesel(sql_type = Text)]
    second_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    second_detail: Option<String>,
    #[diesel(sql_type = BigInt)]
    second_policies: i64,
    #[diesel(sql_type = BigInt)]
    second_annuities: i64,
    /// Total number of pairs that match the query.
    #[diesel(sql_type = BigInt)]
    total: i64,
}

impl TryFrom<PairRow> for DuplicatePair {
    type Error = anyhow::Error;

    fn try_from(row: PairRow) -> anyhow::Result<Self> {
        let percent = u8::try_from(row.percent)?;
        let likeness = Likeness::of(percent).context("a pair has a score that is not reported")?;
        let reasons: Vec<DuplicateReason> = serde_json::from_value(row.reasons)?;
        let contact_type = u8::try_from(row.contact_kind)?;
        Ok(Self {
            uuid: row.uuid,
            contact_type: ContactKind::try_from(contact_type).map_err(anyhow::Error::msg)?,
            first: PairedContact {
                uuid: row.first_uuid,
                name: row.first_name,
                detail: row.first_detail,
                policy_count: row.first_policies,
                annuity_count: row.first_annuities,
            },
            second: PairedContact {
                uuid: row.second_uuid,
                name: row.second_name,
                detail: row.second_detail,
                policy_count: row.second_policies,
                annuity_count: row.second_annuities,
            },
            percent,
            likeness,
            likeness_label: likeness.label().to_owned(),
            reasons: reasons.into_iter().map(ShownReason::new).collect(),
            dismissal: row
                .dismissed_at
                .zip(row.reviewer)
                .map(|(at, by)| PairDismissal { at, by }),
        })
    }
}

/// Filter for pairs. All conditions must match.
#[derive(Debug, Default)]
pub struct Wanted {
    pub uuid: Option<Uuid>,
    pub kind: Option<ContactKind>,
    pub contact_uuid: Option<Uuid>,
    pub is_dismissed: Option<bool>,
}

/// Returns up to `limit` pairs that the viewer can see, most likely first, and the total number of pairs.
///
/// # Errors
/// Returns an error if a stored pair is invalid or the query fails.
pub async fn load(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    wanted: &Wanted,
    limit: i64,
) -> anyhow::Result<(Vec<DuplicatePair>, i64)> {
    let mut statement = Statement::default();
    statement
        .sql("SELECT *, count(*) OVER () AS total FROM ")
        .sql(DUPLICATE_PAIRS)
        .sql(" t WHERE firm_id = ")
        .bind(Bind::Integer(viewer.firm.id));
    if let Some(uuid) = wanted.uuid {
        statement.sql(" AND t.uuid = ").bind(Bind::Uuid(uuid));
    }
    if let Some(kind) = wanted.kind {
        statement.sql(&format!(" AND contact_kind = {}", kind as i16));
    }
    if let Some(uuid) = wanted.contact_uuid {
        statement
            .sql(" AND ")
            .bind(Bind::Uuid(uuid))
            .sql(" IN (first_uuid, second_uuid)");
    }
    if let Some(is_dismissed) = wanted.is_dismissed {
        statement
            .sql(" AND (dismissed_at IS NOT NULL) = ")
            .bind(Bind::Flag(is_dismissed));
    }
    write_visible(&mut statement, ListName::Duplicates, &viewer.sight(), Rows::Few);
    statement
        .sql(" ORDER BY percent DESC, t.uuid LIMIT ")
        .bind(Bind::BigInt(limit));
    let rows: Vec<PairRow> = statement.load(connection).await?;
    let total = rows.as_slice().first().map_or(0, |row| row.total);
    let pairs = rows
        .into_iter()
        .map(DuplicatePair::try_from)
        .collect::<anyhow::Result<_>>()?;
    Ok((pairs, total))
}

/// A pair whose state changed.
#[derive(QueryableByName)]
pub struct Reviewed {
    #[diesel(sql_type = SmallInt)]
    pub contact_kind: i16,
    #[diesel(sql_type = SqlUuid)]
    pub first_uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub second_uuid: Uuid,
}

/// Marks pairs as not duplicates, and stores the current values of their contacts.
pub async fn dismiss(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
    user_key: &str,
) -> QueryResult<Vec<Reviewed>> {
    diesel::sql_query(
        "UPDATE duplicate_pair p SET dismissed_at = now(), dismissed_by = $3,
           first_values = firmbook_match_values(a), second_values = firmbook_match_values(b)
         FROM contact a, contact b
         WHERE p.firm_id = $1 AND p.uuid = ANY($2) AND dismissed_at IS NULL
           AND a.firm_id = $1 AND a.uuid = first_uuid AND b.firm_id = $1 AND b.uuid = second_uuid
         RETURNING contact_kind, first_uuid, second_uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(uuids)
    .bind::<Text, _>(user_key)
    .load(connection)
    .await
}

/// Undoes [`dismiss`].
pub async fn reopen(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
) -> QueryResult<Vec<Reviewed>> {
    diesel::sql_query(
        "UPDATE duplicate_pair
         SET dismissed_at = NULL, dismissed_by = NULL, first_values = NULL, second_values = NULL
         WHERE firm_id = $1 AND uuid = ANY($2) AND dismissed_at IS NOT NULL
         RETURNING contact_kind, first_uuid, second_uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(uuids)
    .load(connection)
    .await
}

/// Returns how many of the pairs the viewer can see.
pub async fn count(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuids: &[Uuid],
) -> QueryResult<usize> {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let mut statement = Statement::default();
    statement
        .sql("SELECT count(*) AS count FROM ")
        .sql(DUPLICATE_PAIRS)
        .sql(" t WHERE firm_id = ")
        .bind(Bind::Integer(viewer.firm.id))
        .sql(" AND t.uuid = ANY(")
        .bind(Bind::Uuids(uuids.to_vec()))
        .sql(")");
    write_visible(&mut statement, ListName::Duplicates, &viewer.sight(), Rows::Few);
    let rows: Vec<Count> = statement.load(connection).await?;
    let count = rows.as_slice().first().map_or(0, |row| row.count);
    Ok(usize::try_from(count).unwrap_or_default())
}
