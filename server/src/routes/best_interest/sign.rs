//! Records the signatures of a form.

use super::save::must_be_stored;
use super::{find, hold_one, note};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::best_interest;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use serde_json::json;
use shared::best_interest::{BestInterestContent, BestInterestVersion, SignatureInput, check_signature};
use shared::contract::BestInterestStatus;
use shared::problem::Findings;
use uuid::Uuid;

/// Signs a complete form. Responds with 409 and the current form if it was changed or signed since it was read.
pub(super) async fn sign(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((owner_type, owner, uuid)): PathParams<(u8, Uuid, Uuid)>,
    Body(input): Body<SignatureInput>,
) -> ApiResult<Json<BestInterestVersion>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let read = (uuid, input.version);
    let (holder, form) = hold_one(&mut transaction, &viewer, (owner_type, owner), read).await?;
    if form.hash.is_some() {
        return Err(ApiError::Conflict(Box::new(json!(form))));
    }
    if form.state != BestInterestStatus::Complete.code() {
        return Err(ApiError::Refused {
            code: "incomplete",
            message: "Only a complete form can be signed. Fill in what is missing and mark it as complete."
                .into(),
        });
    }
    let mut findings = Findings::default();
    let today = viewer.today(app.clock);
    let signature = check_signature(&input, &form.content.form, today, &mut findings);
    if let Some(document) = input.document_id {
        must_be_stored(
            &mut transaction,
            &viewer,
            owner,
            ("documentId", document),
            &mut findings,
        )
        .await?;
    }
    let signature = signature
        .filter(|_| findings.is_acceptable())
        .ok_or(ApiError::Invalid(findings.0))?;
    let signed_on = signature.signed_on();
    let content = BestInterestContent {
        owner: holder,
        signature: Some(signature),
        ..form.content
    };
    let signed = (&content, signed_on);
    best_interest::sign(&mut transaction, &viewer, uuid, signed, app.clock.now()).await?;
    let form = find(&mut transaction, &viewer, owner, uuid).await?;
    note(&mut transaction, &viewer, "signForm", (owner, form.number)).await?;
    transaction.commit().await?;
    Ok(Json(form))
}
