//! Agent integration: the carrier data feeds of agents and their annuities.

use crate::auth::Viewer;
use crate::db::schema::{annuity, contact};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

/// An annuity whose feed an agent turns on or off.
#[derive(QueryableByName)]
pub struct FeedAnnuity {
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(sql_type = Text)]
    pub contract_number: String,
    /// Whether it belongs to the agent.
    #[diesel(sql_type = Bool)]
    pub is_own: bool,
}

/// Lists the given annuities of the firm, or all of the agent's if none are given.
pub async fn annuities(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    agent: Uuid,
    named: &[Uuid],
) -> QueryResult<Vec<FeedAnnuity>> {
    diesel::sql_query(
        "WITH own AS (SELECT contract_uuid FROM contract_party
           WHERE firm_id = $1 AND contact_uuid = $2 AND line = 2 AND deleted_at IS NULL)
         SELECT uuid, contract_number, uuid IN (SELECT contract_uuid FROM own) AS is_own FROM annuity
         WHERE firm_id = $1 AND deleted_at IS NULL
           AND CASE WHEN cardinality($3) = 0 THEN uuid IN (SELECT contract_uuid FROM own) ELSE uuid = ANY($3) END",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(agent)
    .bind::<Array<SqlUuid>, _>(named)
    .load(connection)
    .await
}

/// Turns the feed on or off for the given annuities where it differs. Returns the number of changed annuities.
pub async fn set_for_annuities(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    annuities: &[Uuid],
    flag: bool,
) -> QueryResult<usize> {
    diesel::update(annuity::table)
        .filter(annuity::firm_id.eq(viewer.firm.id))
        .filter(annuity::uuid.eq_any(annuities))
        .filter(annuity::agent_integration_enabled.ne(flag))
        .set((
            annuity::agent_integration_enabled.eq(flag),
            annuity::version.eq(annuity::version + 1),
            annuity::updated_at.eq(now),
            annuity::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
}

/// Turns the agent's feed on or off.
pub async fn set_for_agent(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    agent: Uuid,
    flag: bool,
) -> QueryResult<usize> {
    diesel::update(contact::table.find((viewer.firm.id, agent)))
        .set((
            contact::agent_integration_enabled.eq(flag),
            contact::version.eq(contact::version + 1),
            contact::updated_at.eq(now),
            contact::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
}
