//! A firm's images for deliverable texts.

use crate::auth::Viewer;
use crate::db::schema::{app_user, deliverable_content, text_image};
use crate::error::{ApiError, ApiResult};
use aws_lc_rs::digest::{SHA256, digest};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::deliverable::images::{ImageSize, MAX_FIRM_IMAGES, TextImage};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A new image.
pub struct NewImage<'a> {
    pub name: &'a str,
    pub media_type: &'a str,
    /// In pixels.
    pub width: i32,
    pub height: i32,
    pub bytes: &'a [u8],
}

/// An image's file.
pub struct ImageFile {
    pub media_type: String,
    pub bytes: Vec<u8>,
}

type Row = (
    Uuid,
    String,
    i32,
    i32,
    i32,
    jiff_diesel::Timestamp,
    String,
    String,
);

/// Lists a firm's images, newest first, or only the one with the uuid `only`.
pub async fn list(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    only: Option<Uuid>,
) -> QueryResult<Vec<TextImage>> {
    let mut images = text_image::table
        .inner_join(app_user::table.on(app_user::user_key.eq(text_image::created_by)))
        .filter(text_image::firm_id.eq(firm_id))
        .order((text_image::created_at.desc(), text_image::uuid))
        .select((
            text_image::uuid,
            text_image::name,
            text_image::width,
            text_image::height,
            text_image::size_bytes,
            text_image::created_at,
            app_user::first_name,
            app_user::last_name,
        ))
        .limit(MAX_FIRM_IMAGES)
        .into_boxed();
    if let Some(uuid) = only {
        images = images.filter(text_image::uuid.eq(uuid));
    }
    let rows: Vec<Row> = images.load(connection).await?;
    let image = |(uuid, name, width, height, size_bytes, at, first, last): Row| TextImage {
        uuid,
        name,
        width,
        height,
        size_bytes,
        created_at: at.to_jiff(),
        created_by: format!("{first} {last}"),
    };
    Ok(rows.into_iter().map(image).collect())
}

/// Adds an image, or returns the firm's existing one with the same content. The flag is `true` if the image is new.
///
/// # Errors
/// Returns `ApiError::Refused` if the firm has [`MAX_FIRM_IMAGES`].
pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: &NewImage<'_>,
    now: Timestamp,
) -> ApiResult<(Uuid, bool)> {
    let firm_id = viewer.firm.id;
    let uuid = crate::ids::new_uuid();
    let hash = digest(&SHA256, new.bytes);
    let size = i32::try_from(new.bytes.len()).map_err(anyhow::Error::from)?;
    let inserted = diesel::insert_into(text_image::table)
        .values((
            text_image::firm_id.eq(firm_id),
            text_image::uuid.eq(uuid),
            text_image::name.eq(new.name),
            text_image::media_type.eq(new.media_type),
            text_image::width.eq(new.width),
            text_image::height.eq(new.height),
            text_image::size_bytes.eq(size),
            text_image::hash.eq(hash.as_ref()),
            text_image::bytes.eq(new.bytes),
            text_image::created_by.eq(&viewer.user_key),
            text_image::created_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .on_conflict((text_image::firm_id, text_image::hash))
        .do_nothing()
        .execute(connection)
        .await?;
    if inserted == 0 {
        let stored = text_image::table
            .filter(text_image::firm_id.eq(firm_id))
            .filter(text_image::hash.eq(hash.as_ref()))
            .select(text_image::uuid)
            .first(connection)
            .await?;
        return Ok((stored, false));
    }
    let count: i64 = text_image::table
        .filter(text_image::firm_id.eq(firm_id))
        .count()
        .get_result(connection)
        .await?;
    if count > MAX_FIRM_IMAGES {
        return Err(ApiError::Refused {
            code: "too_many_images",
            message: format!(
                "A firm can have up to {MAX_FIRM_IMAGES} images. Delete one that is not used first."
            ),
        });
    }
    Ok((uuid, true))
}

/// Loads an image's file.
pub async fn file(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<ImageFile>> {
    let file: Option<(String, Vec<u8>)> = text_image::table
        .find((firm_id, uuid))
        .select((text_image::media_type, text_image::bytes))
        .first(connection)
        .await
        .optional()?;
    Ok(file.map(|(media_type, bytes)| ImageFile { media_type, bytes }))
}

/// Loads the files of the given images. Leaves out images that do not exist.
pub async fn files(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &BTreeSet<Uuid>,
) -> QueryResult<Vec<(Uuid, Vec<u8>)>> {
    if uuids.is_empty() {
        return Ok(Vec::new());
    }
    text_image::table
        .filter(text_image::firm_id.eq(firm_id))
        .filter(text_image::uuid.eq_any(uuids))
        .order(text_image::uuid)
        .select((text_image::uuid, text_image::bytes))
        .load(connection)
        .await
}

/// Returns the sizes of the given images. Leaves out images that do not exist. The images cannot be deleted until the
/// transaction ends.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &BTreeSet<Uuid>,
) -> QueryResult<Vec<ImageSize>> {
    if uuids.is_empty() {
        return Ok(Vec::new());
    }
    let sizes: Vec<(Uuid, i32, i32, i32)> = text_image::table
        .filter(text_image::firm_id.eq(firm_id))
        .filter(text_image::uuid.eq_any(uuids))
        .order(text_image::uuid)
        .select((
            text_image::uuid,
            text_image::size_bytes,
            text_image::width,
            text_image::height,
        ))
        .for_key_share()
        .load(connection)
        .await?;
    let size = |(uuid, bytes, width, height)| ImageSize {
        uuid,
        bytes,
        width,
        height,
    };
    Ok(sizes.into_iter().map(size).collect())
}

/// Deletes an image and returns its name, or `None` if there is none with this uuid.
///
/// # Errors
/// Returns `ApiError::Refused` if a text uses it.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> ApiResult<Option<String>> {
    // The lock waits for texts that are being saved with the image.
    let name: Option<String> = text_image::table
        .find((firm_id, uuid))
        .select(text_image::name)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let Some(name) = name else { return Ok(None) };
    let texts: i64 = deliverable_content::table
        .filter(deliverable_content::firm_id.eq(firm_id))
        .filter(deliverable_content::value.like(format!("%{uuid}%")))
        .count()
        .get_result(connection)
        .await?;
    if texts > 0 {
        let message = if texts == 1 {
            "A text shows this image. Remove it from the text first.".to_owned()
        } else {
            format!("{texts} texts show this image. Remove it from them first.")
        };
        return Err(ApiError::Refused {
            code: "image_in_use",
            message,
        });
    }
    diesel::delete(text_image::table.find((firm_id, uuid)))
        .execute(connection)
        .await?;
    Ok(Some(name))
}
