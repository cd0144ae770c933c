//! The cover page, disclosure and recommendation of deliverables, by level.

use super::images::must_be_stored;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::deliverables::text_pages::{self, contact_kind};
use crate::error::{ApiError, ApiResult};
use crate::records::deliverable;
use crate::records::deliverable_text::{self, TextPlace, TextSubject};
use crate::records::subject::SubjectKind;
use crate::routes::changed::tell;
use crate::routes::reports::readable;
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::response::Response;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::json;
use shared::deliverable::layout::{Format, RenderOrder};
use shared::deliverable::text_levels::describe;
use shared::deliverable::texts::Part;
use shared::deliverable::{
    DeliverableKind, DeliverableText, TextInput, TextPreviewInput, check_structure, check_text,
};
use shared::permission::Feature;
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(rename_all = "camelCase")]
pub(super) struct TextParams {
    /// The template. Without it, the text of the whole firm
    template_uuid: Option<Uuid>,
    /// Repeats the viewer's firm
    firm_id: Option<i32>,
    /// The agent or owner of a book of business. Without it, the text of all of them
    agent_uuid: Option<Uuid>,
    /// The report of a report summary. Without it, the text of all of them
    report_uuid: Option<Uuid>,
}

impl TextParams {
    fn place(&self, viewer: &Viewer, kind: DeliverableKind) -> ApiResult<TextPlace> {
        if self.firm_id.is_some_and(|firm_id| firm_id != viewer.firm.id) {
            return Err(ApiError::NotFound("firm"));
        }
        let mut findings = Findings::default();
        if !kind.has_templates() {
            return self.of_firm(kind);
        }
        let (subject, other) = match contact_kind(kind) {
            Some(_) => (
                self.agent_uuid.map(TextSubject::Contact),
                ("reportUuid", self.report_uuid),
            ),
            None => (
                self.report_uuid.map(TextSubject::Report),
                ("agentUuid", self.agent_uuid),
            ),
        };
        if let (field, Some(_)) = other {
            let message = "This kind of document is not about this kind of record.";
            findings.fault(field, "wrong_subject", message);
        }
        if subject.is_some() && self.template_uuid.is_none() {
            findings.fault("templateUuid", "required", "Choose a template.");
        }
        if !findings.0.is_empty() {
            return Err(ApiError::Invalid(findings.0));
        }
        Ok(TextPlace {
            kind,
            template: self.template_uuid,
            subject,
        })
    }

    /// Returns the place of a text that applies to the whole firm. Fails if the request names a template, contact or
    /// report.
    fn of_firm(&self, kind: DeliverableKind) -> ApiResult<TextPlace> {
        let mut findings = Findings::default();
        for (field, value) in [
            ("templateUuid", self.template_uuid),
            ("agentUuid", self.agent_uuid),
            ("reportUuid", self.report_uuid),
        ] {
            if value.is_some() {
                let message = "This text applies to all letters of the firm.";
                findings.fault(field, "wrong_subject", message);
            }
        }
        if !findings.0.is_empty() {
            return Err(ApiError::Invalid(findings.0));
        }
        Ok(TextPlace {
            kind,
            template: None,
            subject: None,
        })
    }
}

pub(super) fn part(kind: DeliverableKind, name: &str) -> ApiResult<Part> {
    Part::from_name(kind, name).ok_or(ApiError::NotFound("text"))
}

/// Fails with `ApiError::NotFound` unless the template exists and the viewer can open the contact or report.
async fn must_exist(transaction: &mut Transaction, viewer: &Viewer, place: &TextPlace) -> ApiResult<()> {
    if let Some(template) = place.template {
        deliverable::template(transaction, viewer.firm.id, place.kind, template)
            .await?
            .ok_or(ApiError::NotFound("template"))?;
    }
    match (place.subject, contact_kind(place.kind)) {
        (Some(TextSubject::Contact(uuid)), Some(kind)) => {
            SubjectKind::Contact(kind)
                .must_see(transaction, viewer, uuid)
                .await
        }
        (Some(TextSubject::Report(uuid)), _) => readable(transaction, viewer, uuid).await.map(drop),
        _ => Ok(()),
    }
}

/// Fails with `ApiError::Forbidden` unless the viewer may change the texts of a place. Texts of many documents are
/// settings of the firm, and those of a report belong to its owner.
async fn must_be_editable(
    transaction: &mut Transaction,
    viewer: &Viewer,
    place: &TextPlace,
) -> ApiResult<()> {
    if let Some(TextSubject::Report(uuid)) = place.subject {
        let saved = readable(transaction, viewer, uuid).await?;
        if saved.owner_key != viewer.user_key {
            return Err(ApiError::Forbidden);
        }
    }
    if place.subject.is_none() {
        viewer.may_write(Feature::FirmSettings)?;
    }
    Ok(())
}

async fn current(
    transaction: &mut Transaction,
    viewer: &Viewer,
    (place, part): (&TextPlace, Part),
) -> ApiResult<DeliverableText> {
    let set = deliverable_text::applicable(transaction, viewer.firm.id, place).await?;
    Ok(describe(place.kind, part, place.level(), set))
}

pub(super) async fn get(
    kind: DeliverableKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Params(params): Params<TextParams>,
) -> ApiResult<Json<DeliverableText>> {
    let (place, part) = (params.place(&viewer, kind)?, part(kind, &name)?);
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    must_exist(&mut transaction, &viewer, &place).await?;
    let text = current(&mut transaction, &viewer, (&place, part)).await?;
    transaction.finish();
    Ok(Json(text))
}

pub(super) async fn put(
    kind: DeliverableKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Params(params): Params<TextParams>,
    Body(input): Body<TextInput>,
) -> ApiResult<Json<DeliverableText>> {
    let (place, part) = (params.place(&viewer, kind)?, part(kind, &name)?);
    let problems = check_text(kind, &input.value);
    if !problems.is_empty() {
        return Err(ApiError::Invalid(problems));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    must_exist(&mut transaction, &viewer, &place).await?;
    must_be_editable(&mut transaction, &viewer, &place).await?;
    must_be_stored(&mut transaction, &viewer, &input.value).await?;
    let value = (&input.value, input.version);
    let is_saved =
        deliverable_text::save(&mut transaction, &viewer, (&place, part), value, app.clock.now()).await?;
    finish(transaction, &viewer, (&place, part), ("editText", is_saved)).await
}

/// Deletes the text of this level only, so that the one of the next broader level applies.
pub(super) async fn revert(
    kind: DeliverableKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Params(params): Params<TextParams>,
    Params(version): Params<VersionRead>,
) -> ApiResult<Json<DeliverableText>> {
    let (place, part) = (params.place(&viewer, kind)?, part(kind, &name)?);
    let version = version.required()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    must_exist(&mut transaction, &viewer, &place).await?;
    must_be_editable(&mut transaction, &viewer, &place).await?;
    let is_deleted =
        deliverable_text::delete(&mut transaction, viewer.firm.id, (&place, part), version).await?;
    finish(transaction, &viewer, (&place, part), ("revertText", is_deleted)).await
}

/// Records the change and returns the text that applies now. Fails if the version has changed.
async fn finish(
    mut transaction: Transaction,
    viewer: &Viewer,
    (place, part): (&TextPlace, Part),
    (action, is_changed): (&str, bool),
) -> ApiResult<Json<DeliverableText>> {
    let text = current(&mut transaction, viewer, (place, part)).await?;
    if !is_changed {
        return Err(ApiError::Conflict(Box::new(json!(text))));
    }
    let details = json!({ "about": part.label(), "kind": place.kind.label() });
    let subject = match (place.subject, contact_kind(place.kind), place.template) {
        (Some(TextSubject::Contact(uuid)), Some(kind), _) => {
            tell(&mut transaction, viewer, (kind.noun(), uuid), false).await?;
            (kind.noun(), Some(uuid))
        }
        (Some(TextSubject::Report(uuid)), ..) => ("report", Some(uuid)),
        (_, _, template @ Some(_)) => ("template", template),
        _ => ("firm", None),
    };
    audit::record(&mut transaction, viewer, action, subject, details).await?;
    transaction.commit().await?;
    Ok(Json(text))
}

/// Returns the pages of an edited text as SVG images, without contracts. Stores nothing.
pub(super) async fn preview(
    kind: DeliverableKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Params(params): Params<TextParams>,
    Body(input): Body<TextPreviewInput>,
) -> ApiResult<Response> {
    let (place, part) = (params.place(&viewer, kind)?, part(kind, &name)?);
    // Check only the structure, because fields are often incomplete while the user types.
    let problems = check_structure(&input.value);
    if !problems.is_empty() {
        return Err(ApiError::Invalid(problems));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    must_be_stored(&mut transaction, &viewer, &input.value).await?;
    transaction.finish();
    let edited = (&place, part);
    let layout = text_pages::layout(&app.db, app.clock, &viewer, edited, input.value).await?;
    let format = Format::Svg;
    let pages = app.renderer.render(&RenderOrder { format, layout }).await?;
    Ok(super::pages(pages))
}
