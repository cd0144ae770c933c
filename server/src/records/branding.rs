//! A firm's branding, stored per host name.

pub mod change;

use crate::db::Db;
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{Binary, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::branding::{Branding, BrandingSettings};

#[derive(Debug, QueryableByName)]
pub struct BrandingRow {
    #[diesel(sql_type = Text)]
    pub host: String,
    #[diesel(sql_type = Integer)]
    pub version: i32,
    #[diesel(sql_type = Text)]
    pub platform_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub support_url: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub support_email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub contact_phone_number: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub primary_color: Option<String>,
    /// SHA-256 of the logo in hexadecimal.
    #[diesel(sql_type = Nullable<Text>)]
    pub app_logo: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub full_logo: Option<String>,
}

impl From<BrandingRow> for Branding {
    fn from(row: BrandingRow) -> Self {
        let address = |hash: String| format!("/branding/{hash}");
        Self {
            app_logo_url: row.app_logo.map(address),
            full_logo_url: row.full_logo.map(address),
            platform_name: row.platform_name,
            support_url: row.support_url,
            support_email: row.support_email,
            contact_phone_number: row.contact_phone_number,
            primary_color: row.primary_color,
        }
    }
}

impl From<BrandingRow> for BrandingSettings {
    fn from(row: BrandingRow) -> Self {
        Self {
            host: row.host.clone(),
            version: row.version,
            branding: row.into(),
        }
    }
}

const SELECT: &str =
    "SELECT host, version, platform_name, support_url, support_email, contact_phone_number, primary_color,
   (SELECT encode(hash, 'hex') FROM branding_logo l
    WHERE l.firm_id = t.firm_id AND l.host = t.host AND kind = 'app') AS app_logo,
   (SELECT encode(hash, 'hex') FROM branding_logo l
    WHERE l.firm_id = t.firm_id AND l.host = t.host AND kind = 'full') AS full_logo
 FROM branding t";

/// Looks up the branding of a host for pages without a session. Returns `None` if no firm uses the host.
pub async fn of_host(db: &Db, host: &str) -> ApiResult<Option<BrandingRow>> {
    let mut transaction = db.begin_for_host(host).await?;
    let row = diesel::sql_query(format!("{SELECT} WHERE host = $1"))
        .bind::<Text, _>(host)
        .get_result(&mut *transaction)
        .await
        .optional()?;
    transaction.commit().await?;
    Ok(row)
}

/// Lists the branding of all hosts of a firm.
pub async fn of_firm(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Vec<BrandingRow>> {
    diesel::sql_query(format!("{SELECT} WHERE firm_id = $1 ORDER BY host"))
        .bind::<Integer, _>(firm_id)
        .load(connection)
        .await
}

/// Looks up the branding of one host of a firm.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    host: &str,
) -> QueryResult<Option<BrandingRow>> {
    diesel::sql_query(format!("{SELECT} WHERE firm_id = $1 AND host = $2"))
        .bind::<Integer, _>(firm_id)
        .bind::<Text, _>(host)
        .get_result(connection)
        .await
        .optional()
}

#[derive(Debug, QueryableByName)]
pub struct Logo {
    #[diesel(sql_type = Text)]
    pub media_type: String,
    #[diesel(sql_type = Binary)]
    pub bytes: Vec<u8>,
}

/// Returns the firm's large logo, or the small one if it has no large one. If several hosts have such a logo, returns
/// the one of the first host by name.
pub async fn logo_of_firm(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Option<Logo>> {
    diesel::sql_query(
        "SELECT media_type, bytes FROM branding_logo WHERE firm_id = $1 ORDER BY kind = 'full' DESC, host LIMIT 1",
    )
    .bind::<Integer, _>(firm_id)
    .get_result(connection)
    .await
    .optional()
}

/// Looks up a logo of any firm by its SHA-256 hash, in hexadecimal. Logos are public: the sign-in page of a
/// host shows them.
pub async fn logo(db: &Db, hash: &str) -> ApiResult<Option<Logo>> {
    let mut transaction = db.begin_for_logo(hash).await?;
    let logo = diesel::sql_query(
        "SELECT media_type, bytes FROM branding_logo WHERE hash = decode($1, 'hex') LIMIT 1",
    )
    .bind::<Text, _>(hash)
    .get_result(&mut *transaction)
    .await
    .optional()?;
    transaction.commit().await?;
    Ok(logo)
}
