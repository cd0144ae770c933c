//! Storage keys of documents and attachments, for background jobs that clean up and encrypt files.

use crate::db::FixedSql;
use crate::db::schema::{cohort_send_recipient as recipient, document};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

/// Rows per query.
const BATCH: i64 = 100;
/// Unencrypted files are named after the hash of their content: `1/ab/ab12…`.
const IS_PLAIN: FixedSql<Bool> = FixedSql::new("document.storage_key ~ '^[0-9]+/[0-9a-f]{2}/[0-9a-f]{64}$'");
const HAS_PLAIN: FixedSql<Bool> = FixedSql::new(
    "cohort_send_recipient.documents @? '$[*].storageKey ? (@ like_regex \"^[0-9]+/[0-9a-f]{2}/[0-9a-f]{64}$\")'",
);

#[derive(QueryableByName)]
struct KeyRow {
    #[diesel(sql_type = Text)]
    storage_key: String,
}

/// Returns the given keys that are in use by a document, a medical document, a sent attachment or an upload.
pub async fn used(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    keys: &[String],
) -> QueryResult<Vec<String>> {
    let rows: Vec<KeyRow> = diesel::sql_query(
        "SELECT storage_key FROM document WHERE firm_id = $1 AND storage_key = ANY($2)
         UNION ALL
         SELECT storage_key FROM upload WHERE firm_id = $1 AND storage_key = ANY($2)
         UNION ALL
         SELECT storage_key FROM medical_document WHERE firm_id = $1 AND storage_key = ANY($2)
         UNION ALL
         SELECT sent ->> 'storageKey' FROM cohort_send_recipient, jsonb_array_elements(documents) sent
         WHERE firm_id = $1 AND sent ->> 'storageKey' = ANY($2)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(keys)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| row.storage_key).collect())
}

/// Removes the rows of documents that were deleted before `before`. Returns their number.
pub async fn remove_deleted(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    before: jiff::Timestamp,
) -> QueryResult<usize> {
    diesel::delete(document::table)
        .filter(document::firm_id.eq(firm_id))
        .filter(document::deleted_at.lt(Some(jiff_diesel::Timestamp::from(before))))
        .execute(connection)
        .await
}

/// A document whose file is not encrypted.
#[derive(Queryable)]
pub struct PlainDocument {
    pub uuid: Uuid,
    pub storage_key: String,
    pub size_bytes: i64,
}

/// Returns the next documents whose files are not encrypted, including deleted documents.
pub async fn plain_documents(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    after: Uuid,
) -> QueryResult<Vec<PlainDocument>> {
    document::table
        .filter(document::firm_id.eq(firm_id))
        .filter(document::uuid.gt(after))
        .filter(IS_PLAIN)
        .order(document::uuid)
        .limit(BATCH)
        .select((document::uuid, document::storage_key, document::size_bytes))
        .load(connection)
        .await
}

/// Replaces the file of a document. Returns `false` if another node has already replaced it.
pub async fn replace(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    plain: &PlainDocument,
    storage_key: &str,
) -> QueryResult<bool> {
    diesel::update(document::table.find((firm_id, plain.uuid)))
        .filter(document::storage_key.eq(&plain.storage_key))
        .set(document::storage_key.eq(storage_key))
        .execute(connection)
        .await
        .map(|count| count > 0)
}

/// Attachments of one recipient of a cohort send.
#[derive(Queryable)]
pub struct SentDocuments {
    pub schedule_uuid: Uuid,
    #[diesel(deserialize_as = jiff_diesel::Date)]
    pub send_date: jiff::civil::Date,
    pub contact_uuid: Uuid,
    pub documents: Option<serde_json::Value>,
}

/// Returns recipients whose attachments are not encrypted, after skipping the first `skipped`.
pub async fn plain_sent(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    skipped: i64,
) -> QueryResult<Vec<SentDocuments>> {
    recipient::table
        .filter(recipient::firm_id.eq(firm_id))
        .filter(recipient::documents.is_not_null())
        .filter(HAS_PLAIN)
        .order((
            recipient::schedule_uuid,
            recipient::send_date,
            recipient::contact_uuid,
        ))
        .offset(skipped)
        .limit(BATCH)
        .select((
            recipient::schedule_uuid,
            recipient::send_date,
            recipient::contact_uuid,
            recipient::documents,
        ))
        .load(connection)
        .await
}

/// Replaces the attachments of a recipient. Returns `false` if they have changed since they were read.
pub async fn replace_sent(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    sent: &SentDocuments,
    documents: serde_json::Value,
) -> QueryResult<bool> {
    let date = jiff_diesel::Date::from(sent.send_date);
    diesel::update(recipient::table.find((firm_id, sent.schedule_uuid, date, sent.contact_uuid)))
        .filter(recipient::documents.eq(&sent.documents))
        .set(recipient::documents.eq(documents))
        .execute(connection)
        .await
        .map(|count| count > 0)
}

/// Returns the uuids and storage keys of the next documents, including deleted ones.
pub async fn documents_after(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    after: Uuid,
) -> QueryResult<Vec<(Uuid, String)>> {
    document::table
        .filter(document::firm_id.eq(firm_id))
        .filter(document::uuid.gt(after))
        .order(document::uuid)
        .limit(BATCH)
        .select((document::uuid, document::storage_key))
        .load(connection)
        .await
}

/// Returns the attachments of the next recipients after `last`.
pub async fn sent_after(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    last: Option<&SentDocuments>,
) -> QueryResult<Vec<SentDocuments>> {
    let mut query = recipient::table
        .filter(recipient::firm_id.eq(firm_id))
        .filter(recipient::documents.is_not_null())
        .order((
            recipient::schedule_uuid,
            recipient::send_date,
            recipient::contact_uuid,
        ))
        .limit(BATCH)
        .select((
            recipient::schedule_uuid,
            recipient::send_date,
            recipient::contact_uuid,
            recipient::documents,
        ))
        .into_boxed();
    if let Some(last) = last {
        let date = jiff_diesel::Date::from(last.send_date);
        let in_send = recipient::send_date.gt(date).or(recipient::send_date
            .eq(date)
            .and(recipient::contact_uuid.gt(last.contact_uuid)));
        query = query.filter(
            recipient::schedule_uuid
                .gt(last.schedule_uuid)
                .or(recipient::schedule_uuid.eq(last.schedule_uuid).and(in_send)),
        );
    }
    query.load(connection).await
}
