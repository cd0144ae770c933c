//! Uploads visible to a viewer: all of the firm, or the viewer's own and those of the professionals they
//! support. A widget only shows those of its user.

pub mod change;
mod updated;

pub use updated::updated;

use crate::auth::{Scope, Viewer};
use crate::db::FixedSql;
use crate::error::{ApiError, ApiResult};
use anyhow::Context;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::embed::EmbedScope;
use shared::upload::mapping::Mapping;
use shared::upload::preview::Counts;
use shared::upload::reading::Reading;
use shared::upload::record::{Conflict, Progress, Upload, UploadError, UploadState};
use shared::upload::undo::undo_until;
use shared::upload::upload_type::UploadType;
use uuid::Uuid;

/// Queued or in progress. The index `upload_waiting` has the same condition.
pub const IS_WORKING: FixedSql = FixedSql::new("state IN ('Submitted', 'Undoing')");
/// Neither submitted nor in progress. The index `upload_left` has the same condition.
pub const IS_OPEN: &str = "state IN ('Mapping', 'Preview', 'CountsChanged', 'Failed')";
/// Query limit for uploads, and for the conflicts of one upload.
const MOST_LISTED: i64 = 200;

#[derive(QueryableByName)]
struct UploadRow {
    #[diesel(sql_type = SqlUuid)]
    storage_guid: Uuid,
    #[diesel(sql_type = SmallInt)]
    upload_type: i16,
    #[diesel(sql_type = Text)]
    file_name: String,
    #[diesel(sql_type = BigInt)]
    size_bytes: i64,
    #[diesel(sql_type = Text)]
    storage_key: String,
    #[diesel(sql_type = Jsonb)]
    reading: serde_json::Value,
    #[diesel(sql_type = Jsonb)]
    mapping: serde_json::Value,
    #[diesel(sql_type = Nullable<Binary>)]
    staged_key: Option<Vec<u8>>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    findings: Option<serde_json::Value>,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Nullable<Jsonb>)]
    counts: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    error: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    cohort_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<BigInt>)]
    conflict_count: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    done: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    total: Option<i64>,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(sql_type = Text)]
    maker_name: String,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    submitted_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    finished_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    undone_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Text>)]
    submitted_by: Option<String>,
    #[diesel(sql_type = Bool)]
    is_staffs: bool,
    #[diesel(sql_type = Nullable<Jsonb>)]
    request: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Text>)]
    matched_by: Option<String>,
}

/// An upload with the columns that only the server uses.
#[derive(Debug, Clone)]
pub struct StoredUpload {
    pub upload: Upload,
    pub reading: Reading,
    pub mapping: Mapping,
    /// Key in the [`crate::store`].
    pub storage_key: String,
    pub staged_key: Option<Vec<u8>>,
    pub findings: Option<serde_json::Value>,
    /// Key of the user who submitted the import or the undo. `is_staffs` is set if the user is staff.
    pub submitted_by: Option<String>,
    pub is_staffs: bool,
    /// Origin of the request, for the audit entry.
    pub request: Option<serde_json::Value>,
    /// Key of the user whose visible contacts the rows are matched with.
    pub matched_by: Option<String>,
}

/// Parses stored counts. Imports from older versions have no count of rows that need a decision.
fn read_counts(mut counts: serde_json::Value) -> serde_json::Result<Counts> {
    if let Some(counts) = counts.as_object_mut() {
        counts.entry("review").or_insert(0.into());
    }
    serde_json::from_value(counts)
}

impl TryFrom<UploadRow> for StoredUpload {
    type Error = anyhow::Error;

    fn try_from(row: UploadRow) -> anyhow::Result<Self> {
        let state = UploadState::from_code(&row.state).context("unknown upload state")?;
        let mapping: Mapping = serde_json::from_value(row.mapping)?;
        let counts: Option<Counts> = row.counts.map(read_counts).transpose()?;
        let error: Option<UploadError> = row.error.map(serde_json::from_value).transpose()?;
        let imported_at = row.finished_at.filter(|_| state == UploadState::Done);
        let upload = Upload {
            storage_guid: row.storage_guid,
            upload_type: u8::try_from(row.upload_type)
                .ok()
                .and_then(|number| UploadType::try_from(number).ok())
                .context("unknown upload type")?,
            file_name: row.file_name,
            size_bytes: row.size_bytes,
            state,
            mode: mapping.mode,
            counts,
            cohort_uuid: row.cohort_uuid,
            progress: row
                .done
                .zip(row.total)
                .filter(|_| state.is_working())
                .map(|(done, total)| Progress { done, total }),
            error,
            created_at: row.created_at,
            created_by: row.maker_name,
            submitted_at: row.submitted_at,
            finished_at: row.finished_at,
            undone_at: row.undone_at,
            undo_until: imported_at.map(undo_until),
            conflict_count: row.conflict_count,
        };
        Ok(Self {
            upload,
            reading: serde_json::from_value(row.reading)?,
            mapping,
            storage_key: row.storage_key,
            staged_key: row.staged_key,
            findings: row.findings,
            submitted_by: row.submitted_by,
            is_staffs: row.is_staffs,
            request: row.request,
            matched_by: row.matched_by,
        })
    }
}

const SELECT: &str = "SELECT upload.*, done, total, coalesce(maker.first_name || ' ' || maker.last_name, created_by) AS maker_name
     FROM upload LEFT JOIN upload_progress USING (firm_id, storage_guid)
     LEFT JOIN app_user maker ON maker.user_key = created_by";

/// Looks up an upload that is visible to the viewer. A widget only finds uploads that its scopes allow.
///
/// # Errors
/// Returns `ApiError::NotFound` if there is none.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    storage_guid: Uuid,
) -> ApiResult<StoredUpload> {
    let found = load(connection, viewer, Some(storage_guid)).await?.pop();
    let is_visible = |stored: &StoredUpload| {
        let scope = EmbedScope::of_import(stored.upload.upload_type);
        let embedded = viewer.embedded.as_ref();
        embedded.is_none_or(|embedded| embedded.scopes.contains(&scope))
    };
    found.filter(is_visible).ok_or(ApiError::NotFound("upload"))
}

/// Lists the latest uploads visible to the viewer, newest first.
pub async fn all(connection: &mut AsyncPgConnection, viewer: &Viewer) -> ApiResult<Vec<Upload>> {
    let uploads = load(connection, viewer, None).await?;
    Ok(uploads.into_iter().map(|stored| stored.upload).collect())
}

async fn load(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    storage_guid: Option<Uuid>,
) -> ApiResult<Vec<StoredUpload>> {
    let maker = match &viewer.scopes.rows {
        Scope::All => viewer.embedded.is_some().then_some(viewer.user_key.as_str()),
        Scope::Block { maker, .. } => Some(maker.as_str()),
        Scope::Shared(_) => return Ok(Vec::new()),
    };
    let rows: Vec<UploadRow> = diesel::sql_query(format!(
        "{SELECT}
         WHERE upload.firm_id = $1 AND ($2 IS NULL OR storage_guid = $2)
           AND ($3 IS NULL OR created_by = $3 OR created_by IN (
             SELECT professional_key FROM firm_assignment_support WHERE firm_id = $1 AND user_key = $3))
         ORDER BY upload.created_at DESC, storage_guid DESC LIMIT $4"
    ))
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<Nullable<SqlUuid>, _>(storage_guid)
    .bind::<Nullable<Text>, _>(maker)
    .bind::<BigInt, _>(MOST_LISTED)
    .load(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(StoredUpload::try_from)
        .collect::<anyhow::Result<_>>()?)
}

/// Looks up an upload that is queued or being processed.
pub async fn working(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    storage_guid: Uuid,
) -> ApiResult<Option<StoredUpload>> {
    working_with(connection, firm_id, storage_guid, "").await
}

/// Like [`working`], but locks the row until the transaction ends. Returns `None` if another worker holds the
/// lock.
pub async fn claim(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    storage_guid: Uuid,
) -> ApiResult<Option<StoredUpload>> {
    working_with(
        connection,
        firm_id,
        storage_guid,
        "FOR UPDATE OF upload SKIP LOCKED",
    )
    .await
}

async fn working_with(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    storage_guid: Uuid,
    lock: &str,
) -> ApiResult<Option<StoredUpload>> {
    let row: Option<UploadRow> = diesel::sql_query(format!(
        "{SELECT} WHERE upload.firm_id = $1 AND storage_guid = $2 AND state IN ('Submitted', 'Undoing') {lock}"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(storage_guid)
    .get_result(connection)
    .await
    .optional()?;
    Ok(row.map(StoredUpload::try_from).transpose()?)
}

/// Effects table, its record column, the records' table, name column and sort key.
type EffectTables = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);
const EFFECTS_ON_CONTACTS: EffectTables = (
    "upload_effect",
    "contact_uuid",
    "contact",
    "display_name",
    "name_key",
);
const EFFECTS_ON_POLICIES: EffectTables = (
    "upload_contract_effect",
    "contract_uuid",
    "policy",
    "policy_number",
    "number_key",
);
const EFFECTS_ON_ANNUITIES: EffectTables = (
    "upload_contract_effect",
    "contract_uuid",
    "annuity",
    "contract_number",
    "number_key",
);

fn effects_of(upload_type: UploadType) -> EffectTables {
    match upload_type {
        UploadType::Policies => EFFECTS_ON_POLICIES,
        UploadType::Annuities => EFFECTS_ON_ANNUITIES,
        UploadType::Agents | UploadType::Owners | UploadType::Insureds => EFFECTS_ON_CONTACTS,
    }
}

#[derive(QueryableByName)]
struct KeptRow {
    #[diesel(sql_type = SqlUuid)]
    record_uuid: Uuid,
    #[diesel(sql_type = Text)]
    display_name: String,
    #[diesel(sql_type = Array<Text>)]
    fields: Vec<String>,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
}

/// Lists the records that an undo kept in whole or in part, with the kept fields or the reason.
pub async fn conflicts(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    upload: &Upload,
) -> QueryResult<Vec<Conflict>> {
    let (effects, key, table, name, order) = effects_of(upload.upload_type);
    let rows: Vec<KeptRow> = diesel::sql_query(format!(
        "SELECT e.{key} AS record_uuid, record.{name} AS display_name, coalesce(kept_fields, '{{}}') AS fields,
           kept_reason AS reason
         FROM {effects} e JOIN {table} record ON record.firm_id = e.firm_id AND record.uuid = e.{key}
         WHERE e.firm_id = $1 AND storage_guid = $2 AND (kept_fields IS NOT NULL OR kept_reason IS NOT NULL)
         ORDER BY record.{order}, e.{key} LIMIT $3"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(upload.storage_guid)
    .bind::<BigInt, _>(MOST_LISTED)
    .load(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Conflict {
            record_uuid: row.record_uuid,
            display_name: row.display_name,
            fields: row.fields,
            reason: row.reason,
        })
        .collect())
}
