//! Reveals a full tax ID. Requires a separate permission, and writes an audit entry before responding.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::crypto::Place;
use crate::error::{ApiError, ApiResult};
use crate::records::contact;
use crate::routes::PathParams;
use anyhow::Context;
use axum::{Json, extract::State};
use serde_json::json;
use shared::contact::ContactKind;
use shared::contact::tax_id::{RevealedTaxId, TaxId, TaxIdKind};
use uuid::Uuid;

pub(super) async fn reveal(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<RevealedTaxId>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let sealed = contact::sealed_tax_id(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?
        .ok_or(ApiError::NotFound("tax number"))?;
    audit::record(
        &mut transaction,
        &viewer,
        "reveal",
        (kind.noun(), Some(uuid)),
        json!({}),
    )
    .await?;
    transaction.commit().await?;
    let place = Place::tax_id(viewer.firm.id, uuid);
    let digits = app.sealer.open(place, &sealed.cipher)?;
    let kind = TaxIdKind::from_code(&sealed.kind).context("unknown kind of tax ID")?;
    Ok(Json(RevealedTaxId {
        tax_id: TaxId { kind, digits }.punctuated(),
    }))
}
