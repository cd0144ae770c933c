//! Templates of deliverables.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::deliverable;
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use diesel::result::{DatabaseErrorKind, Error};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::deliverable::{DeliverableKind, DeliverableTemplate, TemplateInput, normalize_template};
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

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

impl TemplateParams {
    fn kind(&self, viewer: &Viewer) -> ApiResult<DeliverableKind> {
        if self.firm_id.is_some_and(|firm_id| firm_id != viewer.firm.id) {
            return Err(ApiError::NotFound("firm"));
        }
        kind_of(self.template_type)
    }
}

/// Returns the kind of documents with this number.
///
/// # Errors
/// Returns `ApiError::Invalid` if no kind with templates has this number.
pub(super) fn kind_of(template_type: u8) -> ApiResult<DeliverableKind> {
    let kind = DeliverableKind::from_number(template_type);
    kind.filter(|kind| kind.has_templates()).ok_or_else(|| {
        let mut findings = Findings::default();
        let message = "Choose a template type from 1 to 4.";
        findings.fault("templateType", "unknown_template_type", message);
        ApiError::Invalid(findings.0)
    })
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(rename_all = "camelCase")]
pub(super) struct NewTemplateParams {
    /// 1 agent, 2 owner, 3 report summary, 4 report summary by owner
    #[param(minimum = 1, maximum = 4)]
    pub(super) template_type: u8,
}

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<TemplateParams>,
) -> ApiResult<Json<Vec<DeliverableTemplate>>> {
    let kind = params.kind(&viewer)?;
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

pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    Params(NewTemplateParams { template_type }): Params<NewTemplateParams>,
    Body(input): Body<TemplateInput>,
) -> ApiResult<(StatusCode, Json<DeliverableTemplate>)> {
    let new = (kind_of(template_type)?, crate::ids::new_uuid());
    let input = TemplateInput {
        version: None,
        ..checked(input)?
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    save(&mut transaction, &viewer, new, &input).await?;
    let template = finish(transaction, &viewer, new.1, "add").await?;
    Ok((StatusCode::CREATED, Json(template)))
}

pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<TemplateInput>,
) -> ApiResult<Json<DeliverableTemplate>> {
    let input = checked(input)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let current = own(&mut transaction, &viewer, uuid).await?;
    let kind = DeliverableKind::from_number(current.template_type).ok_or(ApiError::NotFound("template"))?;
    let is_current = input.version == current.version;
    if !is_current || !save(&mut transaction, &viewer, (kind, uuid), &input).await? {
        let current = own(&mut transaction, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    finish(transaction, &viewer, uuid, "change").await.map(Json)
}

/// Deletes a template and its texts. Keeps the documents generated from it.
pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(version): Params<VersionRead>,
) -> ApiResult<StatusCode> {
    let version = version.required()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let current = own(&mut transaction, &viewer, uuid).await?;
    if !deliverable::delete_template(&mut transaction, viewer.firm.id, (uuid, version)).await? {
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    let details = json!({ "about": current.name });
    audit::record(
        &mut transaction,
        &viewer,
        "delete",
        ("template", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) fn checked(input: TemplateInput) -> ApiResult<TemplateInput> {
    let (input, problems) = normalize_template(input);
    if problems.is_empty() {
        Ok(input)
    } else {
        Err(ApiError::Invalid(problems))
    }
}

async fn own(transaction: &mut Transaction, viewer: &Viewer, uuid: Uuid) -> ApiResult<DeliverableTemplate> {
    deliverable::own_template(transaction, viewer.firm.id, uuid)
        .await?
        .ok_or(ApiError::NotFound("template"))
}

async fn save(
    transaction: &mut Transaction,
    viewer: &Viewer,
    template: (DeliverableKind, Uuid),
    input: &TemplateInput,
) -> ApiResult<bool> {
    deliverable::save_template(transaction, viewer.firm.id, template, input)
        .await
        .map_err(name_taken)
}

/// Converts a violation of the unique template name, which is case-insensitive within the kind, or of the rule that a
/// kind has only one default template.
pub(super) fn name_taken(error: Error) -> ApiError {
    let constraint = match &error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info) => info.constraint_name(),
        _ => None,
    };
    match constraint {
        Some("template_name" | "global_template_name") => ApiError::Refused {
            code: "name_taken",
            message: "A template with this name already exists. Enter a different name.".into(),
        },
        // A retry can succeed, because it replaces the other default.
        Some("template_default" | "global_template_default") => {
            ApiError::Unavailable("two templates became the default at the same time".into())
        }
        _ => error.into(),
    }
}

async fn finish(
    mut transaction: Transaction,
    viewer: &Viewer,
    uuid: Uuid,
    action: &str,
) -> ApiResult<DeliverableTemplate> {
    let template = own(&mut transaction, viewer, uuid).await?;
    let details = json!({ "about": template.name, "version": template.version });
    audit::record(
        &mut transaction,
        viewer,
        action,
        ("template", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    Ok(template)
}
