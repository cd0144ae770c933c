//! Images for deliverable texts.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::text_image::{self, NewImage};
use crate::routes::{Params, PathParams, Raw};
use axum::response::{IntoResponse, Response};
use axum::{Json, extract::State};
use http::{StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use shared::deliverable::images::{MAX_IMAGE_BYTES, MAX_NAME_CHARS, TextImage, check_images, images_of};
use shared::deliverable::rich_text::RichText;
use shared::image_type::image_type;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
pub(super) struct NewImageParams {
    /// File name. Longer names are cut to 200 characters
    name: Option<String>,
}

pub(super) async fn list(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<TextImage>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let images = text_image::list(&mut transaction, viewer.firm.id, None).await?;
    transaction.finish();
    Ok(Json(images))
}

/// Adds an image. Responds with 200 if the firm has it already.
pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<NewImageParams>,
    Raw(bytes): Raw<MAX_IMAGE_BYTES>,
) -> ApiResult<(StatusCode, Json<TextImage>)> {
    let media_type = image_type(&bytes).ok_or_else(|| ApiError::BadRequest {
        code: "not_a_picture",
        message: "Upload a PNG, JPEG or WebP image.".into(),
    })?;
    let (width, height) = app.renderer.image_size(bytes.clone()).await?;
    let name = params
        .name
        .as_deref()
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let name: String = name.unwrap_or("Image").chars().take(MAX_NAME_CHARS).collect();
    let new = NewImage {
        name: &name,
        media_type,
        width,
        height,
        bytes: &bytes,
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (uuid, is_new) = text_image::add(&mut transaction, &viewer, &new, app.clock.now()).await?;
    let mut images = text_image::list(&mut transaction, viewer.firm.id, Some(uuid)).await?;
    let image = images.pop().ok_or(ApiError::NotFound("image"))?;
    if !is_new {
        transaction.finish();
        return Ok((StatusCode::OK, Json(image)));
    }
    let details = json!({ "about": name });
    audit::record(&mut transaction, &viewer, "add", ("image", Some(uuid)), details).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(image)))
}

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Response> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let file = text_image::file(&mut transaction, viewer.firm.id, uuid).await?;
    transaction.finish();
    let file = file.ok_or(ApiError::NotFound("image"))?;
    let extension = file.media_type.trim_start_matches("image/");
    let headers = [
        (header::CONTENT_TYPE, file.media_type.clone()),
        (
            header::CONTENT_DISPOSITION,
            format!("inline; filename=\"image.{extension}\""),
        ),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox".to_owned(),
        ),
    ];
    Ok((headers, file.bytes).into_response())
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let name = text_image::delete(&mut transaction, viewer.firm.id, uuid).await?;
    let name = name.ok_or(ApiError::NotFound("image"))?;
    let details = json!({ "about": name });
    audit::record(
        &mut transaction,
        &viewer,
        "delete",
        ("image", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Fails with `ApiError::Invalid` if the firm does not have an image of the text, or if the images are too large. The
/// images cannot be deleted until the transaction ends.
pub(super) async fn must_be_stored(
    transaction: &mut Transaction,
    viewer: &Viewer,
    text: &RichText,
) -> ApiResult<()> {
    let sizes = text_image::hold(transaction, viewer.firm.id, &images_of(text)).await?;
    let problems = check_images(text, &sizes);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ApiError::Invalid(problems))
    }
}
