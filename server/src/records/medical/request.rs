//! Requests for medical records.

use super::{SealedText, open, seal};
use crate::crypto::{Place, Sealer};
use crate::db::schema::{app_user, medical_request};
use crate::error::{ApiError, ApiResult};
use anyhow::Context as _;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::contract::MedicalRequestState;
use shared::medical::RequestContent;
use uuid::Uuid;

/// Query limit for an insured's requests.
const MOST_SHOWN: i64 = 200;

/// A request with its decrypted content.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRequest {
    pub uuid: Uuid,
    pub version: i32,
    pub state: MedicalRequestState,
    pub content: RequestContent,
    pub sent_on: Option<Date>,
    pub due_on: Option<Date>,
    pub created_at: Timestamp,
    pub created_by: Option<String>,
}

#[derive(Queryable)]
struct RequestRow {
    uuid: Uuid,
    version: i32,
    state: String,
    content: Vec<u8>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    sent_on: Option<Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    due_on: Option<Date>,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    created_by: Option<(String, String)>,
}

impl RequestRow {
    fn opened(self, sealer: &Sealer, firm_id: i32) -> ApiResult<StoredRequest> {
        let record = (firm_id, self.uuid);
        let content = open(sealer, record, Place::MEDICAL_REQUEST, &self.content)?;
        let content = serde_json::from_str(&content).context("cannot read a stored medical request")?;
        let state = MedicalRequestState::from_code(&self.state);
        Ok(StoredRequest {
            uuid: self.uuid,
            version: self.version,
            state: state.with_context(|| format!("unknown state {}", self.state))?,
            content,
            sent_on: self.sent_on,
            due_on: self.due_on,
            created_at: self.created_at,
            created_by: self.created_by.map(|(first, last)| format!("{first} {last}")),
        })
    }
}

/// Lists an insured's requests, latest first.
///
/// # Errors
/// Returns `ApiError::Refused` if a request cannot be decrypted.
pub async fn of_insured(
    connection: &mut AsyncPgConnection,
    sealer: &Sealer,
    (firm_id, insured): (i32, Uuid),
) -> ApiResult<Vec<StoredRequest>> {
    let rows: Vec<RequestRow> = medical_request::table
        .left_join(app_user::table.on(app_user::user_key.nullable().eq(medical_request::created_by)))
        .filter(medical_request::firm_id.eq(firm_id))
        .filter(medical_request::insured_uuid.eq(insured))
        .order((medical_request::created_at.desc(), medical_request::uuid.desc()))
        .limit(MOST_SHOWN)
        .select((
            medical_request::uuid,
            medical_request::version,
            medical_request::state,
            medical_request::content,
            medical_request::sent_on,
            medical_request::due_on,
            medical_request::created_at,
            (app_user::first_name, app_user::last_name).nullable(),
        ))
        .load(connection)
        .await?;
    rows.into_iter().map(|row| row.opened(sealer, firm_id)).collect()
}

/// Inserts a draft. `request_hash` is the hash of a request with an idempotency key.
///
/// # Errors
/// Returns an error if the content cannot be encrypted or the database fails.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    sealer: &Sealer,
    (firm_id, insured, user_key): (i32, Uuid, &str),
    (uuid, request_hash): (Uuid, Option<&[u8]>),
    content: &RequestContent,
    now: Timestamp,
) -> ApiResult<()> {
    let sealed = sealed(sealer, (firm_id, uuid), content)?;
    let authorization = content.authorization.as_ref();
    diesel::insert_into(medical_request::table)
        .values((
            medical_request::firm_id.eq(firm_id),
            medical_request::uuid.eq(uuid),
            medical_request::insured_uuid.eq(insured),
            medical_request::content.eq(sealed.cipher),
            medical_request::content_key_id.eq(sealed.key_id),
            medical_request::authorization_uuid.eq(authorization.and_then(|given| given.document_id)),
            medical_request::authorization_expires_on.eq(expires_on(content)),
            medical_request::request_hash.eq(request_hash),
            medical_request::created_at.eq(jiff_diesel::Timestamp::from(now)),
            medical_request::updated_at.eq(jiff_diesel::Timestamp::from(now)),
            medical_request::created_by.eq(user_key),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// State and dates of a request after a change.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    pub state: MedicalRequestState,
    pub sent_on: Option<Date>,
    pub due_on: Option<Date>,
}

/// Saves a request's content and progress.
///
/// # Errors
/// Returns an error if the content cannot be encrypted or the database fails.
pub async fn update(
    connection: &mut AsyncPgConnection,
    sealer: &Sealer,
    (firm_id, uuid): (i32, Uuid),
    content: &RequestContent,
    progress: Progress,
    now: Timestamp,
) -> ApiResult<()> {
    let sealed = sealed(sealer, (firm_id, uuid), content)?;
    let authorization = content.authorization.as_ref();
    diesel::update(medical_request::table.find((firm_id, uuid)))
        .set((
            medical_request::state.eq(progress.state.code()),
            medical_request::content.eq(sealed.cipher),
            medical_request::content_key_id.eq(sealed.key_id),
            medical_request::authorization_uuid.eq(authorization.and_then(|given| given.document_id)),
            medical_request::authorization_expires_on.eq(expires_on(content)),
            medical_request::sent_on.eq(progress.sent_on.map(jiff_diesel::Date::from)),
            medical_request::due_on.eq(progress.due_on.map(jiff_diesel::Date::from)),
            medical_request::updated_at.eq(jiff_diesel::Timestamp::from(now)),
            medical_request::version.eq(medical_request::version + 1),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

fn expires_on(content: &RequestContent) -> Option<jiff_diesel::Date> {
    let authorization = content.authorization.as_ref()?;
    authorization.expires_on.map(jiff_diesel::Date::from)
}

fn sealed(sealer: &Sealer, record: (i32, Uuid), content: &RequestContent) -> ApiResult<SealedText> {
    let text = serde_json::to_string(content).map_err(|error| ApiError::Internal(error.into()))?;
    seal(sealer, record, Place::MEDICAL_REQUEST, &text)
}
