//! Loads the best interest forms that the notification rules evaluate.

use super::facts::Dated;
use diesel::prelude::*;
use diesel::sql_types::{Date as SqlDate, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::date::plus_days;
use shared::notification::rules::{FIRST_REVIEW_NOTICE, ReviewFacts, Window};
use uuid::Uuid;

#[derive(QueryableByName)]
struct ReviewRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    owner_uuid: Uuid,
    #[diesel(sql_type = Text)]
    display_name: String,
    #[diesel(sql_type = SqlUuid)]
    contract_uuid: Uuid,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    review_due_date: Date,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    updated_at: Timestamp,
}

/// Loads the signed best interest forms whose review is near the window. Each comes with a contract of its owner: the
/// recommended annuity, otherwise any annuity, otherwise a policy.
pub(super) async fn reviews(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    window: Window,
) -> anyhow::Result<Vec<Dated<ReviewFacts>>> {
    let last = plus_days(window.to, FIRST_REVIEW_NOTICE).unwrap_or(window.to);
    let rows: Vec<ReviewRow> = diesel::sql_query(
        "SELECT form.uuid, owner_uuid, display_name, contract_uuid, review_due_date, form.updated_at
         FROM best_interest form
         JOIN contact owner ON owner.firm_id = form.firm_id AND owner.uuid = owner_uuid AND owner.deleted_at IS NULL
         CROSS JOIN LATERAL (
           SELECT contract_uuid FROM contract_party party
           WHERE party.firm_id = form.firm_id AND contact_uuid = owner_uuid AND role IN ('Owner', 'JointOwner')
             AND party.deleted_at IS NULL
           ORDER BY contract_uuid::text = content::jsonb->'recommended'->>'uuid' DESC NULLS LAST, line DESC,
             contract_uuid LIMIT 1) contract
         WHERE form.firm_id = $1 AND form.state = 'Signed' AND review_due_date BETWEEN $2 AND $3
         ORDER BY form.uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlDate, _>(jiff_diesel::Date::from(window.from))
    .bind::<SqlDate, _>(jiff_diesel::Date::from(last))
    .load(connection)
    .await?;
    let facts = rows.into_iter().map(|row| Dated {
        facts: ReviewFacts {
            form: row.uuid,
            owner: row.owner_uuid,
            owner_name: row.display_name,
            contract: row.contract_uuid,
            due: row.review_due_date,
        },
        updated_at: row.updated_at,
    });
    Ok(facts.collect())
}
