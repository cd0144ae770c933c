//! One-time download links.

use crate::db::Db;
use crate::db::schema::document_link;
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use uuid::Uuid;

/// Time during which a link can be used.
pub const SECONDS: i64 = 60;

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = document_link, check_for_backend(diesel::pg::Pg))]
pub struct DocumentLink {
    pub firm_id: i32,
    pub token_hash: Vec<u8>,
    pub cookie_hash: Vec<u8>,
    pub document_uuid: Uuid,
    pub claims: serde_json::Value,
    pub account: String,
    #[diesel(serialize_as = jiff_diesel::Timestamp, deserialize_as = jiff_diesel::Timestamp)]
    pub expires_at: Timestamp,
}

/// Adds a link and removes the firm's expired ones.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    link: DocumentLink,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::delete(document_link::table)
        .filter(document_link::firm_id.eq(link.firm_id))
        .filter(document_link::expires_at.lt(jiff_diesel::Timestamp::from(now)))
        .execute(connection)
        .await?;
    diesel::insert_into(document_link::table)
        .values(link)
        .execute(connection)
        .await
        .map(drop)
}

/// Removes a link and returns it. It cannot be used again, even if the download fails.
pub async fn take(db: &Db, token_hash: &[u8]) -> ApiResult<Option<DocumentLink>> {
    let mut transaction = db.begin_for_download(token_hash).await?;
    let link = diesel::delete(document_link::table)
        .filter(document_link::token_hash.eq(token_hash))
        .returning(DocumentLink::as_returning())
        .get_result(&mut *transaction)
        .await
        .optional()?;
    transaction.commit().await?;
    Ok(link)
}
