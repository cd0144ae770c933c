//! Who did what to which record: written in the transaction that did it.

use crate::auth::Viewer;
use crate::db::schema::audit_log;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

#[derive(Insertable)]
#[diesel(table_name = audit_log)]
struct NewAuditRow<'a> {
    firm_id: i32,
    actor_key: &'a str,
    action: &'a str,
    subject_type: &'a str,
    subject_uuid: Option<Uuid>,
    details: serde_json::Value,
    trace_id: &'a str,
}

/// Adds a row in the viewer's name. `details` never holds a tax number.
pub async fn record(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    action: &str,
    subject: (&str, Option<Uuid>),
    details: serde_json::Value,
) -> QueryResult<()> {
    diesel::insert_into(audit_log::table)
        .values(NewAuditRow {
            firm_id: viewer.firm.id,
            actor_key: &viewer.user_key,
            action,
            subject_type: subject.0,
            subject_uuid: subject.1,
            details,
            trace_id: &viewer.trace_id,
        })
        .execute(connection)
        .await
        .map(|_| ())
}
