//! Templates that staff maintain for all firms.

use super::templates::{NewTemplateParams, checked, kind_of, name_taken};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::global_template;
use crate::records::platform_change::{self, latest};
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::deliverable::global::{PlatformAction, PlatformChange, RetirementInput};
use shared::deliverable::{DeliverableKind, DeliverableTemplate, TemplateInput};
use shared::problem::Findings;
use uuid::Uuid;

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    Params(NewTemplateParams { template_type }): Params<NewTemplateParams>,
) -> ApiResult<Json<Vec<DeliverableTemplate>>> {
    let kind = kind_of(template_type)?;
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let templates = global_template::list(&mut transaction, kind, true).await?;
    transaction.finish();
    Ok(Json(templates))
}

pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    Params(NewTemplateParams { template_type }): Params<NewTemplateParams>,
    Body(input): Body<TemplateInput>,
) -> ApiResult<(StatusCode, Json<DeliverableTemplate>)> {
    let (kind, uuid) = (kind_of(template_type)?, crate::ids::new_uuid());
    let input = TemplateInput {
        version: None,
        ..checked(input)?
    };
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    save(&mut transaction, (kind, uuid), &input).await?;
    let change = (PlatformAction::AddTemplate, None);
    let template = finish(transaction, &app, &viewer, uuid, change).await?;
    Ok((StatusCode::CREATED, Json(template)))
}

pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<TemplateInput>,
) -> ApiResult<Json<DeliverableTemplate>> {
    let input = checked(input)?;
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let current = added(&mut transaction, uuid).await?;
    if current.is_retired && input.is_default {
        let mut findings = Findings::default();
        let message = "A retired template cannot be the default. Offer it to firms again first.";
        findings.fault("isDefault", "retired", message);
        return Err(ApiError::Invalid(findings.0));
    }
    let kind = DeliverableKind::from_number(current.template_type).ok_or(ApiError::NotFound("template"))?;
    let is_current = input.version == current.version;
    if !is_current || !save(&mut transaction, (kind, uuid), &input).await? {
        let current = added(&mut transaction, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    let change = (PlatformAction::ChangeTemplate, Some(current));
    finish(transaction, &app, &viewer, uuid, change).await.map(Json)
}

/// Retires or reinstates a template. Firms' schedules that use it continue.
pub(super) async fn retire(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(RetirementInput { is_retired, version }): Body<RetirementInput>,
) -> ApiResult<Json<DeliverableTemplate>> {
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let current = added(&mut transaction, uuid).await?;
    if !global_template::retire(&mut transaction, (uuid, version), is_retired).await? {
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    let action = if is_retired {
        PlatformAction::RetireTemplate
    } else {
        PlatformAction::RestoreTemplate
    };
    finish(transaction, &app, &viewer, uuid, (action, Some(current)))
        .await
        .map(Json)
}

pub(super) async fn changes(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<PlatformChange>>> {
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let changes = latest(&mut transaction).await?;
    transaction.finish();
    Ok(Json(changes))
}

async fn added(transaction: &mut Transaction, uuid: Uuid) -> ApiResult<DeliverableTemplate> {
    global_template::find_added(transaction, uuid)
        .await?
        .ok_or(ApiError::NotFound("template"))
}

async fn save(
    transaction: &mut Transaction,
    template: (DeliverableKind, Uuid),
    input: &TemplateInput,
) -> ApiResult<bool> {
    global_template::save(transaction, template, input)
        .await
        .map_err(name_taken)
}

/// Records the change with the template before and after it.
async fn finish(
    mut transaction: Transaction,
    app: &App,
    viewer: &Viewer,
    uuid: Uuid,
    (action, before): (PlatformAction, Option<DeliverableTemplate>),
) -> ApiResult<DeliverableTemplate> {
    let template = added(&mut transaction, uuid).await?;
    let values = (before.map(|before| json!(before)), Some(json!(template)));
    let by = (viewer, app.clock.now());
    platform_change::record(&mut transaction, by, (action, &template.name), values).await?;
    transaction.commit().await?;
    Ok(template)
}
