//! Name and branding of the firm in its documents.

use crate::records::branding;
use base64::{Engine, engine::general_purpose::STANDARD};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::branding::color::WHITE;
use shared::branding::{Color, PLATFORM_COLOR};
use shared::deliverable::layout::{Letterhead, Logo};

/// Returns the letterhead of a firm: the color and logo of its first host name that has them.
pub async fn load(connection: &mut AsyncPgConnection, firm_id: i32, firm: &str) -> QueryResult<Letterhead> {
    let hosts = branding::of_firm(connection, firm_id).await?;
    let color = hosts
        .iter()
        .find_map(|host| Color::parse(host.primary_color.as_deref()?))
        .unwrap_or(PLATFORM_COLOR);
    let logo = branding::logo_of_firm(connection, firm_id).await?;
    Ok(Letterhead {
        firm: firm.to_owned(),
        color: color.readable_on(&[WHITE]).to_string(),
        logo: logo.map(|logo| Logo {
            media_type: logo.media_type,
            base64: STANDARD.encode(logo.bytes),
        }),
    })
}
