//! Single policies and annuities with their parties, beneficiaries and value history.

use super::names::Kept;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::contract::Stored;
use crate::records::{beneficiary, party, snapshot};
use crate::routes::PathParams;
use anyhow::Context;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use futures_util::{FutureExt, TryFutureExt, try_join};
use shared::contract::beneficiary::Beneficiary;
use shared::contract::contracts::{Carrier, ContractRecord, Party, ValueSnapshot};
use uuid::Uuid;

pub(super) async fn get<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContractRecord<C>>> {
    let finding = app.db.begin_and_ask(viewer.firm.id, |database| {
        async move { find::<C>(database, &viewer, uuid).await }.boxed()
    });
    let (transaction, record) = finding.await?;
    transaction.finish();
    record.map(Json).ok_or(ApiError::NotFound(C::NOUN))
}

/// Loads a record in one round trip, and the contacts that its beneficiaries link to in another one.
pub(super) async fn find<C: Kept>(
    connection: &AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Option<ContractRecord<C>>> {
    let (stored, carrier, parties, beneficiaries, values) = try_join!(
        C::find(connection, viewer, uuid),
        C::carrier(connection, viewer, uuid).map_err(ApiError::from),
        party::of_contract(connection, viewer, uuid),
        beneficiary::of_contract(connection, viewer, uuid).map_err(ApiError::from),
        snapshot::all(connection, viewer, uuid).map_err(ApiError::from),
    )?;
    let Some(stored) = stored else {
        return Ok(None);
    };
    let carrier = carrier.context("contract without a carrier")?;
    Ok(Some(record(stored, carrier, parties, beneficiaries, values)))
}

/// Reloads a record in one round trip, after a change to the contract itself. Takes the parties and beneficiaries
/// from `before`.
pub(super) async fn changed<C: Kept>(
    connection: &AsyncPgConnection,
    viewer: &Viewer,
    before: &ContractRecord<C>,
) -> ApiResult<ContractRecord<C>> {
    let uuid = before.uuid;
    let (stored, carrier, values) = try_join!(
        C::find(connection, viewer, uuid),
        C::carrier(connection, viewer, uuid).map_err(ApiError::from),
        snapshot::all(connection, viewer, uuid).map_err(ApiError::from),
    )?;
    let stored = stored.ok_or(ApiError::NotFound(C::NOUN))?;
    let carrier = carrier.context("contract without a carrier")?;
    let (parties, beneficiaries) = (before.parties.clone(), before.beneficiaries.clone());
    Ok(record(stored, carrier, parties, beneficiaries, values))
}

fn record<C: Kept>(
    stored: Stored<C>,
    carrier: Carrier,
    parties: Vec<Party>,
    beneficiaries: Vec<Beneficiary>,
    values: Vec<ValueSnapshot>,
) -> ContractRecord<C> {
    ContractRecord {
        uuid: stored.uuid,
        firm_id: stored.firm_id,
        version: stored.version,
        contract: stored.contract,
        carrier,
        riders: stored.riders,
        index_strategies: stored.index_strategies,
        agent_integration_enabled: stored.agent_integration_enabled,
        parties,
        beneficiaries,
        values,
        source: stored.source,
        source_file: stored.source_file,
        source_row: stored.source_row,
        created_at: stored.created_at,
        updated_at: stored.updated_at,
    }
}
