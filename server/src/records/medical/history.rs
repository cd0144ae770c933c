//! Access history of an insured's medical data, from the audit log.

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::audit::AuditAction;
use shared::medical::{MedicalHistory, MedicalHistoryEntry, ViewReason};
use uuid::Uuid;

/// Entries per page.
pub const PAGE: usize = 50;

#[derive(QueryableByName)]
struct EntryRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    at: Timestamp,
    #[diesel(sql_type = Text)]
    user_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    helped_name: Option<String>,
    #[diesel(sql_type = Text)]
    action: String,
    #[diesel(sql_type = Nullable<Text>)]
    about: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
}

/// Returns a page of entries, newest first, after skipping `offset`.
pub async fn page(
    connection: &mut AsyncPgConnection,
    (firm_id, insured): (i32, Uuid),
    offset: u16,
) -> QueryResult<MedicalHistory> {
    let actions = AuditAction::ALL.iter().filter(|action| action.is_medical());
    let actions: Vec<&str> = actions.map(|action| action.code()).collect();
    let mut rows: Vec<EntryRow> = diesel::sql_query(
        "SELECT log.uuid, log.at, log.action, log.details ->> 'about' AS about, log.details ->> 'reason' AS reason,
           coalesce(actor.first_name || ' ' || actor.last_name, 'Somebody') AS user_name,
           helped.first_name || ' ' || helped.last_name AS helped_name
         FROM audit_log log
         LEFT JOIN app_user actor ON actor.user_key = log.actor_key
         LEFT JOIN app_user helped ON helped.user_key = log.on_behalf_of_key
         WHERE log.firm_id = $1 AND log.subject_uuid = $2 AND log.action = ANY($3)
         ORDER BY log.id DESC LIMIT $4 OFFSET $5",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(insured)
    .bind::<Array<Text>, _>(actions)
    .bind::<BigInt, _>(PAGE as i64 + 1)
    .bind::<BigInt, _>(i64::from(offset))
    .load(connection)
    .await?;
    let has_more = rows.len() > PAGE;
    rows.truncate(PAGE);
    let items = rows.into_iter().map(|row| MedicalHistoryEntry {
        uuid: row.uuid,
        at: row.at,
        user: row.user_name,
        on_behalf_of: row.helped_name,
        label: AuditAction::label_of(&row.action),
        about: row.about,
        reason: row.reason.as_deref().map(ViewReason::label_of),
    });
    Ok(MedicalHistory {
        items: items.collect(),
        has_more,
    })
}
