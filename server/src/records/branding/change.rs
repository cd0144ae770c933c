//! Changes to a firm's branding.

use crate::db::schema::{branding, branding_logo};
use aws_lc_rs::digest::{SHA256, digest};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::branding::BrandingInput;

/// Saves the branding of a host. Returns `false` if `input.version` is not its current version.
pub async fn save(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    host: &str,
    input: &BrandingInput,
) -> QueryResult<bool> {
    let saved = diesel::update(branding::table.find((firm_id, host)))
        .filter(branding::version.eq(input.version))
        .set((
            branding::platform_name.eq(&input.platform_name),
            branding::support_url.eq(&input.support_url),
            branding::support_email.eq(&input.support_email),
            branding::contact_phone_number.eq(&input.contact_phone_number),
            branding::primary_color.eq(&input.primary_color),
            branding::version.eq(branding::version + 1),
        ))
        .execute(connection)
        .await?;
    Ok(saved == 1)
}

/// Increments the branding's version. Returns `false` if the host does not belong to the firm.
pub async fn touch(connection: &mut AsyncPgConnection, firm_id: i32, host: &str) -> QueryResult<bool> {
    let touched = diesel::update(branding::table.find((firm_id, host)))
        .set(branding::version.eq(branding::version + 1))
        .execute(connection)
        .await?;
    Ok(touched == 1)
}

/// Saves a logo, replacing any previous one of this kind.
pub async fn save_logo(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (host, kind): (&str, &str),
    media_type: &str,
    bytes: &[u8],
) -> QueryResult<()> {
    let hash = digest(&SHA256, bytes);
    let logo = (
        branding_logo::hash.eq(hash.as_ref()),
        branding_logo::media_type.eq(media_type),
        branding_logo::bytes.eq(bytes),
    );
    let key = (
        branding_logo::firm_id.eq(firm_id),
        branding_logo::host.eq(host),
        branding_logo::kind.eq(kind),
    );
    diesel::insert_into(branding_logo::table)
        .values((key, logo))
        .on_conflict((branding_logo::firm_id, branding_logo::host, branding_logo::kind))
        .do_update()
        .set(logo)
        .execute(connection)
        .await
        .map(drop)
}

/// Removes the logo of this kind, if any.
pub async fn remove_logo(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (host, kind): (&str, &str),
) -> QueryResult<()> {
    diesel::delete(branding_logo::table.find((firm_id, host, kind)))
        .execute(connection)
        .await
        .map(drop)
}
