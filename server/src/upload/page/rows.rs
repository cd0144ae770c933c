//! A page of the rows of an upload, with their outcomes.

use super::{Shown, reason_text};
use crate::auth::Viewer;
use crate::duplicates::matches_of;
use crate::error::ApiResult;
use crate::records::contact::PersonColumns;
use crate::records::resolution::compared::visible;
use crate::records::upload::StoredUpload;
use crate::upload::changes;
use crate::upload::fields::{self, Way};
use crate::upload::matching::outcome;
use crate::upload::owner::Owner;
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::contact::tax_id::{TaxIdKind, mask};
use shared::resolution::{Candidate, Details, DuplicateMatch};
use shared::upload::check::RowFault;
use shared::upload::mapping::Mode;
use shared::upload::matching::{MatchKey, ReviewReason};
use shared::upload::preview::{PreviewRow, RowOutcome};
use uuid::Uuid;

/// Maximum number of rows per page.
const MOST_ROWS: u32 = 100;

#[derive(QueryableByName)]
struct RowRow {
    #[diesel(sql_type = Integer)]
    row_number: i32,
    #[diesel(sql_type = Text)]
    outcome: String,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    matched_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    contact_name: Option<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    faults: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Text>)]
    match_key: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    earlier_row: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    asks: Option<String>,
    /// Columns of the contact before and after an update.
    #[diesel(sql_type = Nullable<Jsonb>)]
    before: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    after: Option<serde_json::Value>,
    #[diesel(sql_type = Jsonb)]
    custom_fields: serde_json::Value,
    #[diesel(embed)]
    person: PersonColumns,
    #[diesel(sql_type = Nullable<Text>)]
    tax_id_kind: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    tax_id_last4: Option<String>,
    #[diesel(sql_type = Nullable<Binary>)]
    tax_id_hash: Option<Vec<u8>>,
}

impl TryFrom<RowRow> for PreviewRow {
    type Error = anyhow::Error;

    fn try_from(row: RowRow) -> anyhow::Result<Self> {
        let mut faults: Vec<RowFault> = row
            .faults
            .map(serde_json::from_value)
            .transpose()?
            .unwrap_or_default();
        faults.extend(row.reason.map(|code| RowFault {
            column: None,
            field: String::new(),
            message: reason_text(&code).into(),
            code,
            warning: false,
        }));
        let kind = row.tax_id_kind.as_deref().and_then(TaxIdKind::from_code);
        Ok(Self {
            row: row.row_number.unsigned_abs(),
            outcome: outcome(&row.outcome).context("unknown outcome")?,
            contact_uuid: row.matched_uuid,
            contact_name: row.contact_name,
            tax_id_masked: kind.zip(row.tax_id_last4).map(|(kind, last4)| mask(kind, &last4)),
            custom: serde_json::from_value(row.custom_fields)?,
            faults,
            match_key: row.match_key.as_deref().and_then(MatchKey::from_code),
            earlier_row: row.earlier_row.map(i32::unsigned_abs),
            review: row.asks.as_deref().and_then(ReviewReason::from_code),
            changes: changes::between(row.before, row.after),
            possible_duplicate: None,
            contract: None,
            person: row.person.into(),
        })
    }
}

/// Returns a page of rows. Omits the matched contact if the viewer cannot see it.
pub async fn rows(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (owner, kind): (Owner, ContactKind),
    stored: &StoredUpload,
    Shown { limit, outcome }: Shown,
) -> ApiResult<Vec<PreviewRow>> {
    // In add-only mode, shows the changes that an update would make, so that the user can decide.
    let way = Way {
        mode: match stored.mapping.mode {
            Mode::AddOnly => Mode::Update,
            mode => mode,
        },
        ..Way::of(&stored.mapping)
    };
    let found: Vec<RowRow> = diesel::sql_query(format!(
        "SELECT r.*, m.outcome, m.reason, m.match_key, m.earlier_row, m.asks, c.uuid AS matched_uuid,
           c.display_name AS contact_name,
           CASE WHEN m.outcome IN ('Update', 'Review') THEN {} END AS before,
           CASE WHEN m.outcome IN ('Update', 'Review') THEN {} END AS after
         FROM (SELECT * FROM upload_match WHERE firm_id = $1 AND storage_guid = $2 AND ($5 IS NULL OR outcome = $5)
               ORDER BY row_number OFFSET $3 LIMIT $4) m
         JOIN upload_row r USING (firm_id, storage_guid, row_number)
         LEFT JOIN contact c ON c.firm_id = $1 AND c.uuid = m.contact_uuid AND m.reason IS DISTINCT FROM 'outside_block'
         ORDER BY row_number",
        fields::object(|column| format!("c.{column}")),
        fields::object(|column| fields::merged(column, way))
    ))
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<BigInt, _>(i64::from(limit.offset))
    .bind::<BigInt, _>(i64::from(limit.row_count.min(MOST_ROWS)))
    .bind::<Nullable<Text>, _>(outcome.map(|outcome| format!("{outcome:?}")))
    .load(connection)
    .await?;
    let hashes: Vec<Option<Vec<u8>>> = found.iter().map(|row| row.tax_id_hash.clone()).collect();
    let mut rows: Vec<PreviewRow> = found
        .into_iter()
        .map(PreviewRow::try_from)
        .collect::<anyhow::Result<_>>()?;
    add_possible_duplicates(connection, viewer, kind, &mut rows, &hashes).await?;
    Ok(rows)
}

/// Compares the contacts that the rows add with the stored agents or owners. Shows only those that the viewer can see.
async fn add_possible_duplicates(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    rows: &mut [PreviewRow],
    tax_id_hashes: &[Option<Vec<u8>>],
) -> QueryResult<()> {
    if kind == ContactKind::Insured {
        return Ok(());
    }
    let mut added: Vec<(&mut PreviewRow, &Option<Vec<u8>>)> = rows
        .iter_mut()
        .zip(tax_id_hashes)
        .filter(|(row, _)| row.outcome == RowOutcome::New)
        .collect();
    let candidates: Vec<Candidate> = added
        .iter()
        .map(|(row, hash)| Candidate::new(&Details::of(&row.person, hash.as_deref())))
        .collect();
    let matches = matches_of(connection, viewer.firm.id, kind, &candidates).await?;
    let uuids: Vec<Uuid> = matches.iter().flatten().map(|(uuid, _)| *uuid).collect();
    let contacts = visible(connection, viewer, kind, &uuids).await?;
    for ((row, _), matches) in added.iter_mut().zip(matches) {
        row.possible_duplicate = matches
            .iter()
            .find_map(|(uuid, score)| DuplicateMatch::new(contacts.get(uuid)?.clone(), score));
    }
    Ok(())
}
