//! Single policies and annuities with their parties and value history.

use super::names::Kept;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::{carrier, party, snapshot};
use crate::routes::PathParams;
use anyhow::Context;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use shared::contract::contracts::ContractRecord;
use uuid::Uuid;

pub(super) async fn get<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContractRecord<C>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let record = find::<C>(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    record.map(Json).ok_or(ApiError::NotFound(C::NOUN))
}

/// Loads a record in four statements.
pub(super) async fn find<C: Kept>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Option<ContractRecord<C>>> {
    let Some(stored) = C::find(connection, viewer, uuid).await? else {
        return Ok(None);
    };
    let carrier_uuid = stored.contract.carrier_uuid().unwrap_or_default();
    let carrier = carrier::find(connection, carrier_uuid)
        .await?
        .context("contract without a carrier")?;
    let parties = party::of_contract(connection, viewer, uuid).await?;
    let values = snapshot::all(connection, viewer, uuid).await?;
    Ok(Some(ContractRecord {
        uuid,
        firm_id: stored.firm_id,
        version: stored.version,
        contract: stored.contract,
        carrier,
        riders: stored.riders,
        index_strategies: stored.index_strategies,
        agent_integration_enabled: stored.agent_integration_enabled,
        parties,
        values,
        source: stored.source,
        source_file: stored.source_file,
        source_row: stored.source_row,
        created_at: stored.created_at,
        updated_at: stored.updated_at,
    }))
}
