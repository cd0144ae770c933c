//! Agent integration: turns the carrier data feeds of an agent on and off.

use super::IntegrationInput;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::contact;
use crate::routes::changed::changed;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::contact::{ContactKind, ContactRecord};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Maximum number of annuities per request.
const MAX_ANNUITIES: usize = 1_000;

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    contract_number: String,
    #[diesel(sql_type = Bool)]
    is_own: bool,
}

/// Sets the flag of the agent and of the agent's annuities, all or the given ones.
pub(super) async fn toggle(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((uuid, flag)): PathParams<(Uuid, bool)>,
    Body(input): Body<IntegrationInput>,
) -> ApiResult<Json<ContactRecord>> {
    if input.annuity_uuids.len() > MAX_ANNUITIES {
        return Err(ApiError::BadRequest {
            code: "too_many",
            message: format!("Select up to {MAX_ANNUITIES} annuities at a time."),
        });
    }
    let kind = ContactKind::Agent;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    contact::find(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    let named: BTreeSet<Uuid> = input.annuity_uuids.into_iter().collect();
    let annuities = annuities(&mut transaction, &viewer, uuid, &Vec::from_iter(named)).await?;
    diesel::sql_query(
        "UPDATE annuity SET agent_integration_enabled = $3, version = version + 1, updated_at = now(), updated_by = $4
         WHERE firm_id = $1 AND uuid = ANY($2) AND agent_integration_enabled <> $3",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<Array<SqlUuid>, _>(&annuities)
    .bind::<Bool, _>(flag)
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    diesel::sql_query(
        "UPDATE contact SET agent_integration_enabled = $3, version = version + 1, updated_at = now(), updated_by = $4
         WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Bool, _>(flag)
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    let details = json!({ "enabled": flag, "annuities": annuities.len() });
    changed(&mut transaction, &viewer, "integration", ("agent", uuid), details).await?;
    let record = contact::find(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    transaction.commit().await?;
    Ok(Json(record.into()))
}

/// Returns the given annuities, or all of the agent's if none are given. Fails if one does not belong to the
/// agent.
async fn annuities(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    agent: Uuid,
    named: &[Uuid],
) -> ApiResult<Vec<Uuid>> {
    let rows: Vec<Numbered> = diesel::sql_query(
        "WITH own AS (SELECT contract_uuid FROM contract_party
           WHERE firm_id = $1 AND contact_uuid = $2 AND line = 2 AND deleted_at IS NULL)
         SELECT uuid, contract_number, uuid IN (SELECT contract_uuid FROM own) AS is_own FROM annuity
         WHERE firm_id = $1 AND deleted_at IS NULL
           AND CASE WHEN cardinality($3) = 0 THEN uuid IN (SELECT contract_uuid FROM own) ELSE uuid = ANY($3) END",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(agent)
    .bind::<Array<SqlUuid>, _>(named)
    .load(connection)
    .await?;
    if rows.len() < named.len() {
        return Err(ApiError::NotFound("annuity"));
    }
    let foreign: Vec<&str> = rows
        .iter()
        .filter(|row| !row.is_own)
        .map(|row| row.contract_number.as_str())
        .collect();
    match foreign.as_slice() {
        [] => Ok(rows.iter().map(|row| row.uuid).collect()),
        [one] => Err(refused(format!(
            "Annuity {one} does not belong to this agent. Remove it from the selection."
        ))),
        several => Err(refused(format!(
            "Annuities {} do not belong to this agent. Remove them from the selection.",
            several.join(", ")
        ))),
    }
}

fn refused(message: String) -> ApiError {
    ApiError::Refused {
        code: "not_the_agents",
        message,
    }
}
