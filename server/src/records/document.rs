//! Metadata of documents. Their contents are in the [`crate::store`].

use super::deliverable::is_visible;
use crate::auth::Viewer;
use crate::db::schema::{app_user, document};
use diesel::dsl::now;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::document::Document;
use uuid::Uuid;

/// Query limit for a record's documents.
const MOST_SHOWN: i64 = 500;

#[derive(Queryable, Selectable)]
#[diesel(table_name = document, check_for_backend(Pg))]
struct DocumentRow {
    uuid: Uuid,
    name: String,
    media_type: String,
    size_bytes: i64,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    store_date: jiff::Timestamp,
}

impl DocumentRow {
    fn shown(self, stored_by: Option<String>) -> Document {
        let Self {
            uuid,
            name,
            media_type,
            size_bytes,
            store_date,
        } = self;
        Document {
            uuid,
            name,
            media_type,
            size_bytes,
            store_date,
            stored_by,
        }
    }
}

/// Selects a record's uploaded documents that are not deleted, with the names of the users who stored them.
macro_rules! of_record {
    ($viewer:expr, $subject:expr) => {
        document::table
            .left_join(app_user::table.on(app_user::user_key.nullable().eq(document::stored_by)))
            .filter(document::firm_id.eq($viewer.firm.id))
            .filter(document::subject_uuid.eq($subject))
            .filter(document::deleted_at.is_null())
            .filter(document::template_uuid.is_null())
            .select((
                DocumentRow::as_select(),
                (app_user::first_name, app_user::last_name).nullable(),
            ))
    };
}

type WithUser = (DocumentRow, Option<(String, String)>);

fn shown((row, name): WithUser) -> Document {
    row.shown(name.map(|(first, last)| format!("{first} {last}")))
}

/// Lists the uploaded documents of a record, newest first.
pub async fn of_subject(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    subject: Uuid,
) -> QueryResult<Vec<Document>> {
    let rows: Vec<WithUser> = of_record!(viewer, subject)
        .order((document::store_date.desc(), document::uuid.desc()))
        .limit(MOST_SHOWN)
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(shown).collect())
}

/// Returns one uploaded document of a record.
pub async fn of_subject_by_uuid(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    subject: Uuid,
    uuid: Uuid,
) -> QueryResult<Option<Document>> {
    of_record!(viewer, subject)
        .filter(document::uuid.eq(uuid))
        .first(connection)
        .await
        .optional()
        .map(|row| row.map(shown))
}

/// The metadata of a new document.
pub struct NewDocument<'a> {
    pub uuid: Uuid,
    /// `agent`, `owner`, `insured`, `policy`, `annuity` or `report`.
    pub subject_type: &'a str,
    pub subject: Uuid,
    /// The template that a document was generated from. `None` for uploaded ones.
    pub template: Option<Uuid>,
    pub name: &'a str,
    pub media_type: &'a str,
    pub size_bytes: u64,
    pub content_hash: &'a [u8],
    pub storage_key: &'a str,
    /// Hash of the request if it has an idempotency key.
    pub request_hash: Option<&'a [u8]>,
}

/// Inserts a document that the user uploaded or generated.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    (firm_id, user_key): (i32, &str),
    new: &NewDocument<'_>,
) -> QueryResult<()> {
    diesel::insert_into(document::table)
        .values((
            document::firm_id.eq(firm_id),
            document::uuid.eq(new.uuid),
            document::subject_type.eq(new.subject_type),
            document::subject_uuid.eq(new.subject),
            document::template_uuid.eq(new.template),
            document::name.eq(new.name),
            document::media_type.eq(new.media_type),
            document::size_bytes.eq(i64::try_from(new.size_bytes).unwrap_or(i64::MAX)),
            document::content_hash.eq(new.content_hash),
            document::storage_key.eq(new.storage_key),
            document::stored_by.eq(user_key),
            document::request_hash.eq(new.request_hash),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// A document with its subject and its key in the store.
#[derive(Queryable)]
pub struct StoredDocument {
    pub subject_type: String,
    pub subject_uuid: Uuid,
    /// Whether it was generated instead of uploaded.
    pub is_deliverable: bool,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    pub content_hash: Vec<u8>,
    pub storage_key: String,
    pub is_deleted: bool,
}

/// Looks up a document of the firm, including deleted ones. Generated documents are visible as in
/// [`is_visible`].
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> QueryResult<Option<StoredDocument>> {
    document::table
        .find((viewer.firm.id, uuid))
        .filter(document::template_uuid.is_null().or(is_visible(viewer)))
        .select((
            document::subject_type,
            document::subject_uuid,
            document::template_uuid.is_not_null(),
            document::name,
            document::media_type,
            document::size_bytes,
            document::content_hash,
            document::storage_key,
            document::deleted_at.is_not_null(),
        ))
        .first(connection)
        .await
        .optional()
}

/// Marks the documents generated from a report as deleted. They cannot be opened without the report.
pub async fn delete_of_report(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
) -> QueryResult<()> {
    diesel::update(document::table)
        .filter(document::firm_id.eq(firm_id))
        .filter(document::subject_uuid.eq(report))
        .filter(document::deleted_at.is_null())
        .set(document::deleted_at.eq(now))
        .execute(connection)
        .await
        .map(drop)
}

/// Marks a document as deleted or restores it. Its content is kept.
pub async fn set_deleted(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    is_deleted: bool,
) -> QueryResult<()> {
    let document = diesel::update(document::table.find((viewer.firm.id, uuid)));
    let changed = if is_deleted {
        document
            .set(document::deleted_at.eq(now))
            .execute(connection)
            .await
    } else {
        document
            .set(document::deleted_at.eq(None::<jiff_diesel::Timestamp>))
            .execute(connection)
            .await
    };
    changed.map(drop)
}
