//! Branding of a firm's emails, which matches its portal.

use crate::config::Config;
use crate::records::branding;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use reqwest::Url;
use shared::branding::{BrandColors, PLATFORM_NAME};

pub struct Branding {
    pub platform: String,
    /// `#rrggbb` as set by the firm.
    color: Option<String>,
    /// URL of the portal without a trailing slash. Uses the firm's own host name if it has one.
    pub base: String,
}

impl Branding {
    /// Loads the branding of the firm's first host name. The transaction must be scoped to the firm.
    pub async fn of(config: &Config, connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Self> {
        let row = branding::of_firm(connection, firm_id).await?.into_iter().next();
        let base = config.public_url.trim_end_matches('/');
        let own = row.as_ref().and_then(|row| {
            let mut url = Url::parse(base).ok()?;
            url.set_host(Some(&row.host)).ok()?;
            Some(url.as_str().trim_end_matches('/').to_owned())
        });
        Ok(Self {
            base: own.unwrap_or_else(|| base.to_owned()),
            color: row.as_ref().and_then(|row| row.primary_color.clone()),
            platform: row.map_or_else(|| PLATFORM_NAME.to_owned(), |row| row.platform_name),
        })
    }

    pub fn colors(&self) -> BrandColors {
        BrandColors::of_firm(self.color.as_deref())
    }
}
