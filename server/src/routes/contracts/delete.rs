//! Deletes and restores policies and annuities.

use super::checks::number_must_be_free;
use super::names::Kept;
use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::party;
use crate::routes::PathParams;
use crate::routes::changed::changed;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
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
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    party::hold_contract(&mut transaction, &viewer, uuid).await?;
    C::find(&mut transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    diesel::sql_query(
        "UPDATE contract_party SET deleted_at = now()
         WHERE firm_id = $1 AND contract_uuid = $2 AND deleted_at IS NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .execute(&mut *transaction)
    .await?;
    diesel::sql_query(format!(
        "UPDATE {} SET deleted_at = now(), version = version + 1, updated_at = now(), updated_by = $3
         WHERE firm_id = $1 AND uuid = $2",
        C::NOUN
    ))
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    changed(&mut transaction, &viewer, "delete", (C::NOUN, uuid), json!({})).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(QueryableByName)]
struct Deleted {
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    deleted_at: jiff::Timestamp,
}

/// Undoes [`delete`] by restoring the contract and its links, except links to deleted contacts.
pub(super) async fn restore<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContractRecord<C>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let deleted: Deleted = diesel::sql_query(format!(
        "SELECT deleted_at FROM {} WHERE firm_id = $1 AND uuid = $2 AND deleted_at IS NOT NULL FOR UPDATE",
        C::NOUN
    ))
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .get_result(&mut *transaction)
    .await
    .optional()?
    .ok_or(ApiError::NotFound(C::NOUN))?;
    diesel::sql_query(format!(
        "UPDATE {} SET deleted_at = NULL, version = version + 1, updated_at = now(), updated_by = $3
         WHERE firm_id = $1 AND uuid = $2",
        C::NOUN
    ))
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    diesel::sql_query(
        "UPDATE contract_party party SET deleted_at = NULL
         FROM contact
         WHERE party.firm_id = $1 AND party.contract_uuid = $2 AND party.deleted_at = $3
           AND contact.firm_id = $1 AND contact.uuid = party.contact_uuid AND contact.deleted_at IS NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(deleted.deleted_at))
    .execute(&mut *transaction)
    .await?;
    // Look up the record last: the viewer may see it only through the restored links.
    let record = record::find::<C>(&mut transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    number_must_be_free(&mut transaction, &viewer, &record.contract, &record.carrier, uuid).await?;
    changed(&mut transaction, &viewer, "restore", (C::NOUN, uuid), json!({})).await?;
    transaction.commit().await?;
    Ok(Json(record))
}
