//! Saves the branding of a host name.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::branding;
use crate::routes::Body;
use axum::{Json, extract::State};
use diesel::sql_types::{Integer, Nullable, Text};
use diesel_async::RunQueryDsl;
use serde_json::json;
use shared::branding::{BrandingInput, BrandingSettings, host_name, normalize};

pub(super) async fn save(
    State(app): State<App>,
    viewer: Viewer,
    Body(input): Body<BrandingInput>,
) -> ApiResult<Json<BrandingSettings>> {
    let (input, faults) = normalize(input);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let host = host_name(&input.host).ok_or(ApiError::NotFound("host name"))?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = branding::find(&mut transaction, viewer.firm.id, &host)
        .await?
        .ok_or(ApiError::NotFound("host name"))?;
    let changed = diesel::sql_query(
        "UPDATE branding SET platform_name = $4, support_url = $5, contact_phone_number = $6, primary_color = $7,
           version = version + 1
         WHERE firm_id = $1 AND host = $2 AND version = $3",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<Text, _>(&host)
    .bind::<Integer, _>(input.version)
    .bind::<Text, _>(&input.platform_name)
    .bind::<Nullable<Text>, _>(&input.support_url)
    .bind::<Nullable<Text>, _>(&input.contact_phone_number)
    .bind::<Nullable<Text>, _>(&input.primary_color)
    .execute(&mut *transaction)
    .await?;
    let after = branding::find(&mut transaction, viewer.firm.id, &host)
        .await?
        .ok_or(ApiError::NotFound("host name"))?;
    if changed == 0 {
        let current = json!(BrandingSettings::from(after));
        return Err(ApiError::Conflict(Box::new(current)));
    }
    let fields: Vec<&str> = [
        ("platformName", before.platform_name != after.platform_name),
        ("supportUrl", before.support_url != after.support_url),
        (
            "contactPhoneNumber",
            before.contact_phone_number != after.contact_phone_number,
        ),
        ("primaryColor", before.primary_color != after.primary_color),
    ]
    .into_iter()
    .filter_map(|(field, is_changed)| is_changed.then_some(field))
    .collect();
    let details = json!({ "host": host, "fields": fields, "version": after.version });
    audit::record(&mut transaction, &viewer, "change", ("branding", None), details).await?;
    transaction.commit().await?;
    Ok(Json(after.into()))
}
