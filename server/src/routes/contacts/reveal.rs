//! Reveals a tax ID in full. Requires a permission of its own and writes an audit entry before the response.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::schema::contact as columns;
use crate::error::{ApiError, ApiResult};
use crate::records::contact;
use crate::routes::PathParams;
use anyhow::Context;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::json;
use shared::contact::ContactKind;
use shared::contact::tax_id::{RevealedTaxId, TaxId, TaxIdKind};
use uuid::Uuid;

type Stored = (Option<String>, Option<Vec<u8>>, Option<i16>);

pub(super) async fn reveal(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<RevealedTaxId>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let stored: Stored = contact::visible(&viewer, kind)
        .filter(columns::uuid.eq(uuid))
        .select((
            columns::tax_id_kind,
            columns::tax_id_cipher,
            columns::tax_id_key_id,
        ))
        .first(&mut *transaction)
        .await
        .optional()?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    let (Some(tax_id_kind), Some(cipher), Some(key_id)) = stored else {
        return Err(ApiError::NotFound("tax number"));
    };
    audit::record(
        &mut transaction,
        &viewer,
        "reveal",
        (kind.noun(), Some(uuid)),
        json!({}),
    )
    .await?;
    transaction.commit().await?;
    let digits = app.sealer.open(viewer.firm.id, &cipher, key_id)?;
    let kind = TaxIdKind::from_code(&tax_id_kind).context("unknown kind of tax ID")?;
    Ok(Json(RevealedTaxId {
        tax_id: TaxId { kind, digits }.punctuated(),
    }))
}
