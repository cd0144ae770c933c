//! The firm's name and branding in its documents.

use crate::db::schema::firm;
use crate::records::branding;
use base64::{Engine, engine::general_purpose::STANDARD};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::branding::color::WHITE;
use shared::branding::{Color, PLATFORM_COLOR};
use shared::deliverable::layout::{Letterhead, Logo};

/// Returns the letterhead of a firm: its name, and the color and logo of its first host name that has them.
pub async fn load(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Letterhead> {
    let name = firm::table
        .find(firm_id)
        .select(firm::name)
        .first(connection)
        .await?;
    let hosts = branding::of_firm(connection, firm_id).await?;
    let color = hosts
        .iter()
        .find_map(|host| Color::parse(host.primary_color.as_deref()?))
        .unwrap_or(PLATFORM_COLOR);
    let logo = branding::logo_of_firm(connection, firm_id).await?;
    Ok(Letterhead {
        firm: name,
        color: color.readable_on(&[WHITE]).to_string(),
        logo: logo.map(|logo| Logo {
            media_type: logo.media_type,
            base64: STANDARD.encode(logo.bytes),
        }),
    })
}
