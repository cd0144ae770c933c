//! Writes audit log entries in the transaction of the change they record.

use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::audit::{AuditAction, AuditRecord};
use uuid::Uuid;

/// The author of an audit entry and the firm whose log it belongs to.
pub struct Author<'a> {
    pub firm_id: i32,
    /// The person who performed the action.
    pub actor_key: &'a str,
    /// The impersonated user, if any.
    pub on_behalf_of: Option<&'a str>,
    pub request: &'a RequestInfo,
}

/// The record that an action applies to.
pub struct Subject<'a> {
    kind: &'a str,
    uuid: Option<Uuid>,
    /// Set for users, which have no uuid.
    key: Option<&'a str>,
}

impl<'a> From<(&'a str, Option<Uuid>)> for Subject<'a> {
    fn from((kind, uuid): (&'a str, Option<Uuid>)) -> Self {
        Self {
            kind,
            uuid,
            key: None,
        }
    }
}

impl<'a> From<(&'a str, &'a str)> for Subject<'a> {
    fn from((kind, key): (&'a str, &'a str)) -> Self {
        Self {
            kind,
            uuid: None,
            key: Some(key),
        }
    }
}

/// Adds an audit entry. `details` must never contain a tax number. `action` and the kind of the subject are
/// codes of [`shared::audit`].
///
/// Call this last in a transaction: it locks the end of the firm's hash chain until the transaction ends, so
/// other audited transactions of the firm wait.
pub async fn record(
    connection: &mut AsyncPgConnection,
    author: impl Into<Author<'_>>,
    action: &str,
    subject: impl Into<Subject<'_>>,
    details: serde_json::Value,
) -> QueryResult<()> {
    let author = author.into();
    let Subject { kind, uuid, key } = subject.into();
    debug_assert!(
        AuditAction::from_code(action).is_some() && AuditRecord::from_code(kind).is_some(),
        "shared::audit defines no action “{action}” or no record “{kind}”"
    );
    diesel::sql_query(
        "INSERT INTO audit_log (firm_id, actor_key, on_behalf_of_key, action, subject_type, subject_uuid, subject_key,
           details, trace_id, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::inet)",
    )
    .bind::<Integer, _>(author.firm_id)
    .bind::<Text, _>(author.actor_key)
    .bind::<Nullable<Text>, _>(author.on_behalf_of)
    .bind::<Text, _>(action)
    .bind::<Text, _>(kind)
    .bind::<Nullable<SqlUuid>, _>(uuid)
    .bind::<Nullable<Text>, _>(key)
    .bind::<Jsonb, _>(details)
    .bind::<Text, _>(&*author.request.trace_id)
    .bind::<Nullable<Text>, _>(author.request.address.map(|address| address.to_string()))
    .execute(connection)
    .await
    .map(|_| ())
}
