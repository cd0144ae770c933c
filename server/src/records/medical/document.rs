//! Authorizations, letters and received records. Their files are in the [`crate::store`], encrypted with the medical
//! key.

use super::{open, seal};
use crate::crypto::{Place, Sealer};
use crate::db::schema::{app_user, medical_document};
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::medical::{MedicalDocument, MedicalDocumentKind};
use uuid::Uuid;

/// Query limit for the documents of one insured.
const MOST_SHOWN: i64 = 1_000;
/// Rows per query during key rotation.
const BATCH: i64 = 100;

/// A document with its kind and request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub kind: MedicalDocumentKind,
    pub request: Option<Uuid>,
    pub document: MedicalDocument,
}

#[derive(Queryable)]
struct DocumentRow {
    uuid: Uuid,
    kind: String,
    request_uuid: Option<Uuid>,
    content: Vec<u8>,
    size_bytes: i64,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    stored_at: Timestamp,
    stored_by: Option<(String, String)>,
}

/// Lists the documents of an insured, latest first.
///
/// # Errors
/// Returns `ApiError::Refused` if a name cannot be decrypted.
pub async fn of_insured(
    connection: &mut AsyncPgConnection,
    sealer: &Sealer,
    (firm_id, insured): (i32, Uuid),
) -> ApiResult<Vec<Listed>> {
    let rows: Vec<DocumentRow> = medical_document::table
        .left_join(app_user::table.on(app_user::user_key.nullable().eq(medical_document::stored_by)))
        .filter(medical_document::firm_id.eq(firm_id))
        .filter(medical_document::insured_uuid.eq(insured))
        .order((medical_document::stored_at.desc(), medical_document::uuid.desc()))
        .limit(MOST_SHOWN)
        .select((
            medical_document::uuid,
            medical_document::kind,
            medical_document::request_uuid,
            medical_document::content,
            medical_document::size_bytes,
            medical_document::stored_at,
            (app_user::first_name, app_user::last_name).nullable(),
        ))
        .load(connection)
        .await?;
    rows.into_iter()
        .map(|row| {
            let name = open(sealer, (firm_id, row.uuid), Place::MEDICAL_DOCUMENT, &row.content)?;
            Ok(Listed {
                kind: kind_of(&row.kind),
                request: row.request_uuid,
                document: MedicalDocument {
                    document_id: row.uuid,
                    name,
                    size_bytes: row.size_bytes,
                    stored_at: row.stored_at,
                    stored_by: row.stored_by.map(|(first, last)| format!("{first} {last}")),
                },
            })
        })
        .collect()
}

/// Parses a stored kind. A check constraint rules out unknown codes.
fn kind_of(code: &str) -> MedicalDocumentKind {
    MedicalDocumentKind::from_code(code).unwrap_or(MedicalDocumentKind::Record)
}

/// A document to insert.
pub struct NewMedicalDocument<'a> {
    pub uuid: Uuid,
    pub insured: Uuid,
    pub kind: MedicalDocumentKind,
    pub request: Option<Uuid>,
    pub name: &'a str,
    pub media_type: &'a str,
    pub size_bytes: u64,
    pub content_hash: &'a [u8],
    pub storage_key: &'a str,
    pub request_hash: Option<&'a [u8]>,
}

/// Inserts a document and records the user who stored it.
///
/// # Errors
/// Returns an error if the name cannot be encrypted or the database fails.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    sealer: &Sealer,
    (firm_id, user_key): (i32, &str),
    new: &NewMedicalDocument<'_>,
    now: Timestamp,
) -> ApiResult<()> {
    let sealed = seal(sealer, (firm_id, new.uuid), Place::MEDICAL_DOCUMENT, new.name)?;
    diesel::insert_into(medical_document::table)
        .values((
            medical_document::firm_id.eq(firm_id),
            medical_document::uuid.eq(new.uuid),
            medical_document::insured_uuid.eq(new.insured),
            medical_document::kind.eq(new.kind.code()),
            medical_document::request_uuid.eq(new.request),
            medical_document::content.eq(sealed.cipher),
            medical_document::content_key_id.eq(sealed.key_id),
            medical_document::media_type.eq(new.media_type),
            medical_document::size_bytes.eq(i64::try_from(new.size_bytes).unwrap_or(i64::MAX)),
            medical_document::content_hash.eq(new.content_hash),
            medical_document::storage_key.eq(new.storage_key),
            medical_document::request_hash.eq(new.request_hash),
            medical_document::stored_at.eq(jiff_diesel::Timestamp::from(now)),
            medical_document::stored_by.eq(user_key),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// A document with its key in the store.
pub struct StoredMedicalDocument {
    pub kind: MedicalDocumentKind,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    pub content_hash: Vec<u8>,
    pub storage_key: String,
}

/// Looks up a document of an insured.
///
/// # Errors
/// Returns `ApiError::Refused` if its name cannot be decrypted.
pub async fn find(
    connection: &mut AsyncPgConnection,
    sealer: &Sealer,
    (firm_id, insured): (i32, Uuid),
    uuid: Uuid,
) -> ApiResult<Option<StoredMedicalDocument>> {
    type Row = (String, Vec<u8>, String, i64, Vec<u8>, String);
    let row: Option<Row> = medical_document::table
        .find((firm_id, uuid))
        .filter(medical_document::insured_uuid.eq(insured))
        .select((
            medical_document::kind,
            medical_document::content,
            medical_document::media_type,
            medical_document::size_bytes,
            medical_document::content_hash,
            medical_document::storage_key,
        ))
        .first(connection)
        .await
        .optional()?;
    row.map(
        |(kind, content, media_type, size_bytes, content_hash, storage_key)| {
            Ok(StoredMedicalDocument {
                kind: kind_of(&kind),
                name: open(sealer, (firm_id, uuid), Place::MEDICAL_DOCUMENT, &content)?,
                media_type,
                size_bytes,
                content_hash,
                storage_key,
            })
        },
    )
    .transpose()
}

/// Returns the uuids and storage keys of the next documents, for key rotation.
pub async fn after(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    last: Uuid,
) -> QueryResult<Vec<(Uuid, String)>> {
    medical_document::table
        .filter(medical_document::firm_id.eq(firm_id))
        .filter(medical_document::uuid.gt(last))
        .order(medical_document::uuid)
        .limit(BATCH)
        .select((medical_document::uuid, medical_document::storage_key))
        .load(connection)
        .await
}
