//! Who did what to which record, and from where: written in the transaction that did it.

use crate::auth::{RequestInfo, Viewer};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::audit::{AuditAction, AuditRecord};
use uuid::Uuid;

/// In whose name a row is written, and into which firm's log.
pub struct Who<'a> {
    pub firm_id: i32,
    /// The person who really did it.
    pub actor_key: &'a str,
    /// In whose name, if not in their own.
    pub on_behalf_of: Option<&'a str>,
    pub request: &'a RequestInfo,
}

/// What something was done to: a kind of record, and which one.
pub struct Subject<'a> {
    kind: &'a str,
    uuid: Option<Uuid>,
    /// Users have a key and no uuid.
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

/// Adds a row in the viewer's name. `details` never holds a tax number; action and kind of record have their words in
/// [`shared::audit`].
///
/// The last thing that a transaction does: it holds the end of the firm's chain till it ends, and whoever else adds a
/// row waits.
///
/// # Errors
/// Those of the database.
pub async fn record(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    action: &str,
    subject: impl Into<Subject<'_>>,
    details: serde_json::Value,
) -> QueryResult<()> {
    let who = Who {
        firm_id: viewer.firm.id,
        actor_key: viewer.actor_key(),
        on_behalf_of: viewer.on_behalf_of(),
        request: &viewer.request,
    };
    write(connection, &who, action, subject, details).await
}

/// The same for somebody who is not, or not yet, a viewer in the firm.
///
/// # Errors
/// Those of the database.
pub async fn write(
    connection: &mut AsyncPgConnection,
    who: &Who<'_>,
    action: &str,
    subject: impl Into<Subject<'_>>,
    details: serde_json::Value,
) -> QueryResult<()> {
    let Subject { kind, uuid, key } = subject.into();
    debug_assert!(
        AuditAction::from_code(action).is_some() && AuditRecord::from_code(kind).is_some(),
        "shared::audit has no words for “{action}” of “{kind}”"
    );
    diesel::sql_query(
        "INSERT INTO audit_log (firm_id, actor_key, on_behalf_of_key, action, subject_type, subject_uuid, subject_key,
           details, trace_id, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::inet)",
    )
    .bind::<Integer, _>(who.firm_id)
    .bind::<Text, _>(who.actor_key)
    .bind::<Nullable<Text>, _>(who.on_behalf_of)
    .bind::<Text, _>(action)
    .bind::<Text, _>(kind)
    .bind::<Nullable<SqlUuid>, _>(uuid)
    .bind::<Nullable<Text>, _>(key)
    .bind::<Jsonb, _>(details)
    .bind::<Text, _>(&*who.request.trace_id)
    .bind::<Nullable<Text>, _>(who.request.address.map(|address| address.to_string()))
    .execute(connection)
    .await
    .map(|_| ())
}
