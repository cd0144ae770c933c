//! Changes the status of policies and annuities.

use super::checks::{keep_values, owners_of};
use super::names::Kept;
use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::notify;
use crate::records::contract::change_details;
use crate::records::party;
use crate::routes::changed::changed;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use serde_json::json;
use shared::contract::contracts::ContractRecord;
use shared::contract::status_change::{self, StatusChange};
use uuid::Uuid;

pub(super) async fn change_status<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(change): Body<StatusChange>,
) -> ApiResult<Json<ContractRecord<C>>> {
    let mut transaction = app.db.begin_change(viewer.firm.id).await?;
    // Lock the contract, so that its owners cannot change at the same time.
    party::hold_contract(&mut transaction, &viewer, uuid).await?;
    let before = record::find::<C>(&transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    if before.version != change.version {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let today = viewer.today(app.clock);
    let (contract, findings) = status_change::apply(&before.contract, &change, today, owners_of(&before));
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    if before.contract.values().filled() != contract.values().filled() {
        keep_values(&mut transaction, &viewer, app.clock, uuid, &contract).await?;
    }
    contract
        .update(
            &mut transaction,
            &viewer,
            uuid,
            change.version,
            &before.carrier.name,
            None,
        )
        .await?;
    let after = record::find::<C>(&transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    let details = change_details(&before.contract, &after.contract, after.version);
    notify::contract::changed(
        &mut transaction,
        viewer.firm.id,
        (C::LINE, &[uuid]),
        app.clock.now(),
        today,
    )
    .await?;
    changed(&mut transaction, &viewer, "change", (C::NOUN, uuid), details).await?;
    transaction.commit().await?;
    Ok(Json(after))
}
