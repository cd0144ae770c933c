//! Metadata of documents. Their contents are in the [`crate::store`].

use crate::auth::Viewer;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::document::Document;
use uuid::Uuid;

/// Query limit for the documents of one record.
const MOST_SHOWN: i32 = 500;

#[derive(QueryableByName)]
struct DocumentRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    media_type: String,
    #[diesel(sql_type = BigInt)]
    size_bytes: i64,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    store_date: jiff::Timestamp,
    #[diesel(sql_type = Nullable<Text>)]
    stored_by: Option<String>,
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        let DocumentRow {
            uuid,
            name,
            media_type,
            size_bytes,
            store_date,
            stored_by,
        } = row;
        Self {
            uuid,
            name,
            media_type,
            size_bytes,
            store_date,
            stored_by,
        }
    }
}

/// Lists the uploaded documents of a record, newest first.
pub async fn of_subject(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    subject: Uuid,
) -> QueryResult<Vec<Document>> {
    let rows: Vec<DocumentRow> = diesel::sql_query(
        "SELECT document.uuid, name, media_type, size_bytes, store_date,
           person.first_name || ' ' || person.last_name AS stored_by
         FROM document LEFT JOIN app_user person ON person.user_key = stored_by
         WHERE firm_id = $1 AND subject_uuid = $2 AND deleted_at IS NULL AND template_uuid IS NULL
         ORDER BY store_date DESC, document.uuid DESC LIMIT $3",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(subject)
    .bind::<Integer, _>(MOST_SHOWN)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// The metadata of a new document.
pub struct NewDocument<'a> {
    pub uuid: Uuid,
    /// `agent`, `owner`, `insured`, `policy` or `annuity`.
    pub subject_type: &'a str,
    pub subject: Uuid,
    pub name: &'a str,
    pub media_type: &'a str,
    pub size_bytes: u64,
    pub content_hash: &'a [u8],
    pub storage_key: &'a str,
}

/// Inserts a document, stored by the viewer.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: &NewDocument<'_>,
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO document (firm_id, uuid, subject_type, subject_uuid, name, media_type, size_bytes, content_hash,
           storage_key, stored_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(new.uuid)
    .bind::<Text, _>(new.subject_type)
    .bind::<SqlUuid, _>(new.subject)
    .bind::<Text, _>(new.name)
    .bind::<Text, _>(new.media_type)
    .bind::<BigInt, _>(i64::try_from(new.size_bytes).unwrap_or(i64::MAX))
    .bind::<Binary, _>(new.content_hash)
    .bind::<Text, _>(new.storage_key)
    .bind::<Text, _>(&viewer.user_key)
    .execute(connection)
    .await
    .map(|_| ())
}

/// A document with its subject and its key in the store.
#[derive(QueryableByName)]
pub struct StoredDocument {
    #[diesel(sql_type = Text)]
    pub subject_type: String,
    #[diesel(sql_type = SqlUuid)]
    pub subject_uuid: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Text)]
    pub media_type: String,
    #[diesel(sql_type = BigInt)]
    pub size_bytes: i64,
    #[diesel(sql_type = Text)]
    pub storage_key: String,
    #[diesel(sql_type = Bool)]
    pub is_deleted: bool,
}

/// Looks up an uploaded document of the firm, including deleted ones.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> QueryResult<Option<StoredDocument>> {
    diesel::sql_query(
        "SELECT subject_type, subject_uuid, name, media_type, size_bytes, storage_key,
           deleted_at IS NOT NULL AS is_deleted
         FROM document WHERE firm_id = $1 AND uuid = $2 AND template_uuid IS NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .get_result(connection)
    .await
    .optional()
}

/// Marks a document as deleted or restores it. Its content is kept.
pub async fn set_deleted(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    is_deleted: bool,
) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE document SET deleted_at = CASE WHEN $3 THEN now() END WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Bool, _>(is_deleted)
    .execute(connection)
    .await
    .map(|_| ())
}
