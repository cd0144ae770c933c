//! Deletes and restores policies and annuities.

use super::checks::number_must_be_free;
use super::names::Kept;
use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::hub;
use crate::records::party::{self, deleted};
use crate::records::subject::SubjectKind;
use crate::routes::PathParams;
use crate::routes::changed::{self, changed};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::contract::contracts::ContractRecord;
use uuid::Uuid;

/// Deletes a contract with its links.
pub(super) async fn delete<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<StatusCode> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    party::hold_contract(&mut transaction, &viewer, uuid).await?;
    C::find(&transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    let contract = (SubjectKind::Contract(C::LINE), uuid);
    let openers = hub::openers(&mut transaction, app.clock, firm_id, contract).await?;
    deleted::delete_of_contract(&mut transaction, firm_id, uuid).await?;
    C::delete(&mut transaction, &viewer, uuid).await?;
    changed::deleted(&mut transaction, &viewer, contract, openers, json!({})).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undoes [`delete`] by restoring the contract and its links, except links to deleted contacts.
pub(super) async fn restore<C: Kept>(
    State(db): State<Db>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContractRecord<C>>> {
    let mut transaction = db.begin(viewer.firm.id).await?;
    let deleted_at = C::deleted_at(&mut transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    C::restore(&mut transaction, &viewer, uuid).await?;
    deleted::restore_of_contract(&mut transaction, viewer.firm.id, uuid, deleted_at).await?;
    // Look up the record last: the viewer may see it only through the restored links.
    let record = record::find::<C>(&transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    number_must_be_free(&mut transaction, &viewer, &record.contract, &record.carrier, uuid).await?;
    changed(&mut transaction, &viewer, "restore", (C::NOUN, uuid), json!({})).await?;
    transaction.commit().await?;
    Ok(Json(record))
}
