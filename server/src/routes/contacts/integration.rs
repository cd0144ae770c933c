//! Agent integration: turns the carrier data feeds of an agent on and off.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::{contact, integration};
use crate::routes::changed::changed;
use crate::routes::repeated::{must_repeat, repeats};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::json;
use shared::contact::attach::IntegrationInput;
use shared::contact::{ContactKind, ContactRecord};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Maximum number of annuities per request.
const MAX_ANNUITIES: usize = 1_000;

/// Turns the data feed on or off for the agent and the given annuities, or all of the agent's annuities if none are
/// given.
pub(super) async fn toggle(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((uuid, flag)): PathParams<(Uuid, bool)>,
    Body(input): Body<IntegrationInput>,
) -> ApiResult<Json<ContactRecord>> {
    must_repeat([
        ("firmAgentUuid", repeats(input.firm_agent_uuid, uuid)),
        ("enabled", repeats(input.enabled, flag)),
        ("firmId", repeats(input.firm_id, viewer.firm.id)),
    ])?;
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
    integration::set_for_annuities(&mut transaction, &viewer, &annuities, flag).await?;
    integration::set_for_agent(&mut transaction, &viewer, uuid, flag).await?;
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
    let rows = integration::annuities(connection, viewer.firm.id, agent, named).await?;
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
