//! Templates of deliverables.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::deliverable;
use crate::routes::Params;
use axum::{Json, extract::State};
use serde::Deserialize;
use shared::deliverable::{DeliverableKind, DeliverableTemplate};
use shared::problem::Findings;
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(rename_all = "camelCase")]
pub(super) struct TemplateParams {
    /// 1 agent, 2 owner, 3 report summary, 4 report summary by owner
    #[param(minimum = 1, maximum = 4)]
    template_type: u8,
    /// Repeats the viewer's firm.
    firm_id: Option<i32>,
    #[serde(default)]
    include_global_defaults: bool,
}

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<TemplateParams>,
) -> ApiResult<Json<Vec<DeliverableTemplate>>> {
    if params.firm_id.is_some_and(|firm_id| firm_id != viewer.firm.id) {
        return Err(ApiError::NotFound("firm"));
    }
    let kind = DeliverableKind::from_number(params.template_type).ok_or_else(|| {
        let mut findings = Findings::default();
        let message = "Choose a template type from 1 to 4.";
        findings.fault("templateType", "unknown_template_type", message);
        ApiError::Invalid(findings.0)
    })?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let templates = deliverable::templates(
        &mut transaction,
        viewer.firm.id,
        kind,
        params.include_global_defaults,
    )
    .await?;
    transaction.finish();
    Ok(Json(templates))
}
