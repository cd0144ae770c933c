//! Saves the branding of a host name.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::branding::{self, BrandingRow, change};
use crate::routes::Body;
use axum::{Json, extract::State};
use serde_json::{Value, json};
use shared::activity::field_changes;
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
    let is_saved = change::save(&mut transaction, viewer.firm.id, &host, &input).await?;
    let after = branding::find(&mut transaction, viewer.firm.id, &host)
        .await?
        .ok_or(ApiError::NotFound("host name"))?;
    let changes = field_changes(&texts(&before), &texts(&after));
    if !is_saved {
        let current = json!(BrandingSettings::from(after));
        return Err(ApiError::Conflict(Box::new(current)));
    }
    let fields: Vec<&str> = [
        ("platformName", before.platform_name != after.platform_name),
        ("supportUrl", before.support_url != after.support_url),
        ("supportEmail", before.support_email != after.support_email),
        (
            "contactPhoneNumber",
            before.contact_phone_number != after.contact_phone_number,
        ),
        ("primaryColor", before.primary_color != after.primary_color),
    ]
    .into_iter()
    .filter_map(|(field, is_changed)| is_changed.then_some(field))
    .collect();
    let details = json!({ "host": host, "fields": fields, "changes": changes, "version": after.version });
    audit::record(&mut transaction, &viewer, "change", ("branding", None), details).await?;
    transaction.commit().await?;
    Ok(Json(after.into()))
}

/// Returns the texts and colors, without the logos.
fn texts(row: &BrandingRow) -> Value {
    json!({ "platformName": row.platform_name, "supportUrl": row.support_url, "supportEmail": row.support_email,
            "contactPhoneNumber": row.contact_phone_number, "primaryColor": row.primary_color })
}
