//! Default texts that staff maintain for all firms.

use super::texts::part;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::deliverables::text_pages;
use crate::error::{ApiError, ApiResult};
use crate::records::{global_text, platform_change};
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::response::Response;
use axum::{Json, extract::State};
use serde_json::json;
use shared::deliverable::global::PlatformAction;
use shared::deliverable::images::images_of;
use shared::deliverable::layout::{Format, RenderOrder};
use shared::deliverable::rich_text::RichText;
use shared::deliverable::text_levels::{SetText, describe};
use shared::deliverable::texts::Part;
use shared::deliverable::{
    DeliverableKind, DeliverableText, TextInput, TextLevel, TextPreviewInput, check_structure, check_text,
};
use shared::problem::{FieldProblem, Findings};

/// Parses the kind and the part of the text in a path.
fn named(kind: u8, part_name: &str) -> ApiResult<(DeliverableKind, Part)> {
    let kind = DeliverableKind::from_number(kind).ok_or(ApiError::NotFound("text"))?;
    Ok((kind, part(kind, part_name)?))
}

/// Fails with `ApiError::Invalid` if there are problems, or if the text shows images, which belong to a firm.
fn must_be_valid(value: &RichText, problems: Vec<FieldProblem>) -> ApiResult<()> {
    let mut findings = Findings(problems);
    if !images_of(value).is_empty() {
        let message = "Default texts cannot show images, because images belong to a firm.";
        findings.fault("value", "images_of_firm", message);
    }
    if findings.0.is_empty() {
        Ok(())
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}

async fn current(
    transaction: &mut Transaction,
    (kind, part): (DeliverableKind, Part),
) -> ApiResult<DeliverableText> {
    let set = global_text::of_kind(transaction, kind).await?;
    Ok(describe(kind, part, TextLevel::Global, set))
}

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, part)): PathParams<(u8, String)>,
) -> ApiResult<Json<DeliverableText>> {
    let named = named(kind, &part)?;
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let text = current(&mut transaction, named).await?;
    transaction.finish();
    Ok(Json(text))
}

pub(super) async fn put(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, part)): PathParams<(u8, String)>,
    Body(input): Body<TextInput>,
) -> ApiResult<Json<DeliverableText>> {
    let named = named(kind, &part)?;
    must_be_valid(&input.value, check_text(named.0, &input.value))?;
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let before = current(&mut transaction, named).await?;
    let value = (&input.value, input.version);
    let is_saved = global_text::save(&mut transaction, &viewer, named, value, app.clock.now()).await?;
    let change = (PlatformAction::EditText, is_saved);
    finish(transaction, &app, &viewer, named, before, change).await
}

/// Deletes the text, so that the built-in one applies.
pub(super) async fn revert(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, part)): PathParams<(u8, String)>,
    Params(version): Params<VersionRead>,
) -> ApiResult<Json<DeliverableText>> {
    let named = named(kind, &part)?;
    let version = version.required()?;
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let before = current(&mut transaction, named).await?;
    let is_deleted = global_text::delete(&mut transaction, named, version).await?;
    let change = (PlatformAction::RevertText, is_deleted);
    finish(transaction, &app, &viewer, named, before, change).await
}

/// Records the change and returns the text that applies now. Fails if the version has changed.
async fn finish(
    mut transaction: Transaction,
    app: &App,
    viewer: &Viewer,
    (kind, part): (DeliverableKind, Part),
    before: DeliverableText,
    (action, is_changed): (PlatformAction, bool),
) -> ApiResult<Json<DeliverableText>> {
    let text = current(&mut transaction, (kind, part)).await?;
    if !is_changed {
        return Err(ApiError::Conflict(Box::new(json!(text))));
    }
    let about = format!("{}: {}", kind.label(), part.label());
    let values = (Some(json!(before.value)), Some(json!(text.value)));
    let by = (viewer, app.clock.now());
    platform_change::record(&mut transaction, by, (action, &about), values).await?;
    transaction.commit().await?;
    Ok(Json(text))
}

/// Returns the pages of an edited text as SVG images, for a sample firm. Stores nothing.
pub(super) async fn preview(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, part)): PathParams<(u8, String)>,
    Body(input): Body<TextPreviewInput>,
) -> ApiResult<Response> {
    let (kind, part) = named(kind, &part)?;
    // Check only the structure, because fields are often incomplete while the user types.
    must_be_valid(&input.value, check_structure(&input.value))?;
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let mut texts = global_text::of_kind(&mut transaction, kind).await?;
    transaction.finish();
    texts.retain(|text| text.part != part);
    texts.push(SetText {
        level: TextLevel::Global,
        part,
        value: input.value,
        version: 0,
        updated_at: app.clock.now(),
        updated_by: None,
    });
    let layout = text_pages::sample_layout(kind, &texts, viewer.name(), viewer.today(app.clock));
    let format = Format::Svg;
    let pages = app.renderer.render(&RenderOrder { format, layout }).await?;
    Ok(super::pages(pages))
}
