//! The details of a trust.

use super::must_see;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::{party, trust};
use crate::routes::changed::{changed, changed_fields};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use serde_json::{Value, json};
use shared::activity::field_changes;
use shared::problem::Findings;
use shared::trust::{TrustInput, TrustRecord, TrustType, details};
use uuid::Uuid;

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<TrustRecord>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let found = must_see(&mut transaction, &app, &viewer, uuid).await?;
    transaction.finish();
    Ok(Json(found))
}

/// Updates the details. Responds with 409 and the current trust if they were changed since they were read.
pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<TrustInput>,
) -> ApiResult<Json<TrustRecord>> {
    let mut findings = Findings::default();
    let Some(new) = details::read(&input, &mut findings) else {
        return Err(ApiError::Invalid(findings.0));
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    party::hold_contacts(&mut transaction, &viewer, vec![uuid]).await?;
    let before = must_see(&mut transaction, &app, &viewer, uuid).await?;
    let current = (uuid, input.version);
    if !trust::save(&mut transaction, &viewer, current, &new, app.clock.now()).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let after = must_see(&mut transaction, &app, &viewer, uuid).await?;
    let (old, saved) = (audited(&before), audited(&after));
    let changes = json!({ "fields": changed_fields(&old, &saved), "changes": field_changes(&old, &saved),
                          "trustVersion": after.version });
    changed(&mut transaction, &viewer, "change", ("owner", uuid), changes).await?;
    transaction.commit().await?;
    Ok(Json(after))
}

/// Returns the details as they appear in the audit log.
fn audited(trust: &TrustRecord) -> Value {
    json!({ "trustType": trust.trust_type.as_deref().map(TrustType::label_of),
            "governingState": trust.governing_state, "notes": trust.notes })
}
