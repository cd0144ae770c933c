//! Records changes to records: audit entries, pushes, and webhook events for contacts.

use crate::audit;
use crate::auth::Viewer;
use crate::hub::outbox;
use crate::records::subject::SubjectKind;
use crate::webhooks;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use serde::Serialize;
use serde_json::{Value, json};
use shared::activity::{self, FieldChange, field_changes};
use shared::contact::ContactKind;
use shared::embed::webhook::WebhookChange;
use shared::hub::push::RecordChanged;
use std::slice::from_ref;
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

/// Like [`changed`], but without a webhook event. For confidential data, about which partners must learn nothing.
pub(super) async fn confidentially_changed(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    action: &str,
    (kind, uuid): (&str, Uuid),
    details: serde_json::Value,
) -> QueryResult<()> {
    let change = change(viewer, (kind, uuid), false);
    outbox::post_changed(connection, viewer.firm.id, change, Vec::new()).await?;
    audit::record(connection, viewer, action, (kind, Some(uuid)), details).await
}

/// Like [`changed`], for the deletion of a record that the outside advisors `openers` could open.
pub(super) async fn deleted(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (subject, uuid): (SubjectKind, Uuid),
    openers: Vec<String>,
    details: serde_json::Value,
) -> QueryResult<()> {
    let kind = subject.noun();
    let change = change(viewer, (kind, uuid), true);
    tell_webhooks(connection, viewer, from_ref(&change)).await?;
    outbox::post_changed(connection, viewer.firm.id, change, openers).await?;
    audit::record(connection, viewer, "delete", (kind, Some(uuid)), details).await
}

/// Like [`changed`], but without an audit entry. For a record that changes along with another one.
pub(super) async fn tell(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    record: (&str, Uuid),
    is_deleted: bool,
) -> QueryResult<()> {
    let change = change(viewer, record, is_deleted);
    tell_webhooks(connection, viewer, from_ref(&change)).await?;
    outbox::post_changed(connection, viewer.firm.id, change, Vec::new()).await
}

/// Queues the pushes and webhook events for several changed records of one kind.
pub(super) async fn tell_all(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: &str,
    uuids: impl Iterator<Item = &Uuid>,
) -> QueryResult<()> {
    let changes: Vec<RecordChanged> = uuids.map(|uuid| change(viewer, (kind, *uuid), false)).collect();
    tell_webhooks(connection, viewer, &changes).await?;
    outbox::post_all_changed(connection, viewer.firm.id, changes).await
}

/// Queues the webhook event for an added contact. No page shows the contact yet, so it needs no push.
pub(super) async fn contact_added(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (ContactKind, Uuid),
) -> QueryResult<()> {
    tell_webhooks(connection, viewer, &[change(viewer, (kind.noun(), uuid), false)]).await
}

/// Queues webhook events for the changed contacts. Ignores other records.
async fn tell_webhooks(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    changes: &[RecordChanged],
) -> QueryResult<()> {
    let contacts = changes.iter().filter_map(|change| {
        let mut kinds = ContactKind::ALL.into_iter();
        Some(WebhookChange::Contact {
            contact_type: kinds.find(|kind| kind.noun() == change.kind)?,
            contact_uuid: change.uuid,
            is_deleted: change.is_deleted,
        })
    });
    let contacts: Vec<WebhookChange> = contacts.collect();
    webhooks::queue(connection, viewer.firm.id, &contacts).await
}

fn change(viewer: &Viewer, (kind, uuid): (&str, Uuid), is_deleted: bool) -> RecordChanged {
    RecordChanged {
        kind: kind.to_owned(),
        uuid,
        is_deleted,
        by: viewer.name(),
        page: viewer.request.page,
    }
}

/// Returns the audit details for adding or removing a named part of a record.
pub(super) fn part_details(field: &str, name: &str, is_removed: bool) -> Value {
    let name = Some(name.to_owned());
    let (from, to) = if is_removed { (name, None) } else { (None, name) };
    let change = FieldChange {
        field: field.to_owned(),
        from,
        to,
    };
    json!({ "fields": [field], "changes": [change] })
}

/// Returns the audit details for changing a named part of a record. Leaves out the `derived` fields.
pub(super) fn part_changes<T: Serialize>(name: &str, before: &T, after: &T, derived: &[&str]) -> Value {
    let stored = |part: &T| {
        let mut value = json!(part);
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|field, _| !derived.contains(&field.as_str()));
        }
        value
    };
    let (old, new) = (stored(before), stored(after));
    json!({ "about": name, "fields": changed_fields(&old, &new), "changes": field_changes(&old, &new) })
}

/// Returns the names of the fields that differ.
pub(super) fn changed_fields<T: Serialize>(before: &T, after: &T) -> Vec<String> {
    activity::changed_fields(&json!(before), &json!(after))
}
