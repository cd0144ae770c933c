//! Records a change to a record: audit entry and push.

use crate::audit;
use crate::auth::Viewer;
use crate::hub::outbox;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use serde::Serialize;
use serde_json::json;
use shared::hub::push::RecordChanged;
use uuid::Uuid;

/// Queues a record-changed push and writes the audit entry. Call it last in the transaction.
pub(super) async fn changed(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    action: &str,
    (kind, uuid): (&str, Uuid),
    details: serde_json::Value,
) -> QueryResult<()> {
    tell(connection, viewer, (kind, uuid), action == "delete").await?;
    audit::record(connection, viewer, action, (kind, Some(uuid)), details).await
}

/// Queues the push only, for a record that changes along with another one.
pub(super) async fn tell(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (&str, Uuid),
    is_deleted: bool,
) -> QueryResult<()> {
    let changed = RecordChanged {
        kind: kind.to_owned(),
        uuid,
        is_deleted,
        by: format!("{} {}", viewer.first_name, viewer.last_name),
        page: viewer.request.page,
    };
    outbox::post_changed(connection, viewer.firm.id, &changed).await
}

/// Returns the names of the fields that differ, never their values.
pub(super) fn changed_fields<T: Serialize>(before: &T, after: &T) -> Vec<String> {
    let (old, new) = (json!(before), json!(after));
    old.as_object()
        .into_iter()
        .flatten()
        .filter(|(field, value)| new.get(field.as_str()) != Some(value))
        .map(|(field, _)| field.clone())
        .collect()
}
