//! Writes audit log entries in the transaction of the change they record.

use crate::db::schema::audit_log;
use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::audit::{self, AuditAction};
use uuid::Uuid;

#[diesel::declare_sql_function]
extern "SQL" {
    /// Casts text to an `inet` address.
    fn inet(address: Nullable<Text>) -> Nullable<Inet>;
}

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

/// Adds an audit entry. `details` must never contain a tax number. `action` and the subject's kind are codes from
/// [`shared::audit`].
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
    let subject = subject.into();
    record_each(connection, author, action, vec![(subject, details)]).await
}

/// Maximum entries per statement. PostgreSQL limits the number of parameters.
const BATCH: usize = 1_000;

/// Like [`record`], for an action on several records.
pub async fn record_each(
    connection: &mut AsyncPgConnection,
    author: impl Into<Author<'_>>,
    action: &str,
    entries: Vec<(Subject<'_>, serde_json::Value)>,
) -> QueryResult<()> {
    let author = author.into();
    let address = author.request.address.map(|address| address.to_string());
    let mut rows = Vec::with_capacity(entries.len());
    for (Subject { kind, uuid, key }, details) in entries {
        debug_assert!(
            AuditAction::from_code(action).is_some() && audit::subjects().any(|(code, _)| code == kind),
            "shared::audit defines no action “{action}” or no record “{kind}”"
        );
        debug_assert!(
            details
                .as_object()
                .into_iter()
                .flatten()
                .all(|(key, _)| audit::has_detail(key)),
            "shared::audit has no words for a detail of {details}"
        );
        rows.push((
            audit_log::firm_id.eq(author.firm_id),
            audit_log::actor_key.eq(author.actor_key),
            audit_log::on_behalf_of_key.eq(author.on_behalf_of),
            audit_log::action.eq(action),
            audit_log::subject_type.eq(kind),
            audit_log::subject_uuid.eq(uuid),
            audit_log::subject_key.eq(key),
            audit_log::details.eq(details),
            audit_log::trace_id.eq(&*author.request.trace_id),
            audit_log::address.eq(inet(address.clone())),
        ));
    }
    while rows.len() > 1 {
        let rest = rows.split_off(rows.len().min(BATCH));
        diesel::insert_into(audit_log::table)
            .values(rows)
            .execute(&mut *connection)
            .await?;
        rows = rest;
    }
    // A single row is inserted separately, because diesel can reuse its prepared statement.
    if let Some(row) = rows.pop() {
        diesel::insert_into(audit_log::table)
            .values(row)
            .execute(connection)
            .await?;
    }
    Ok(())
}
