//! A page of the rows of an upload, with their outcomes.

use super::{Shown, reason_text};
use crate::error::ApiResult;
use crate::records::contact::PersonColumns;
use crate::records::upload::StoredUpload;
use crate::upload::changes;
use crate::upload::fields::{self, Way};
use crate::upload::matching::outcome;
use crate::upload::row::Owner;
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::tax_id::{TaxIdKind, mask};
use shared::upload::check::RowFault;
use shared::upload::mapping::Mode;
use shared::upload::matching::{MatchKey, ReviewReason};
use shared::upload::preview::PreviewRow;
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
            person: row.person.into(),
        })
    }
}

/// Returns a page of rows. The matched contact is left out if the viewer cannot see it.
pub async fn rows(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    stored: &StoredUpload,
    Shown { limit, outcome }: Shown,
) -> ApiResult<Vec<PreviewRow>> {
    // What a row would change is also shown while an update is not chosen, so that the user can decide.
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
    Ok(found
        .into_iter()
        .map(PreviewRow::try_from)
        .collect::<anyhow::Result<_>>()?)
}
