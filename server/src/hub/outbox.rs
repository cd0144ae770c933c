//! The outbox: writes messages and dispatches them to every node.

use super::Hub;
use super::broker::Broker;
use crate::db::schema::hub_outbox as columns;
use crate::db::{Db, Prepare};
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::hub::push::{JobProgress, RecordChanged};

/// Maximum number of ids per dispatch, well below the size limit of a PostgreSQL notification.
const BATCH: usize = 300;
/// Retention of dispatched rows.
const KEPT: &str = "3 minutes";
/// How far back [`marked_lately`] looks: a few polling rounds.
const MOMENTS: &str = "20 seconds";

/// Queues a transient notification, in the transaction that causes it. Notification lists need no call: a
/// trigger on `user_notification` queues them.
pub async fn post(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    notification_type: i16,
    heading: &str,
    message: &str,
) -> QueryResult<()> {
    let transient: Value =
        json!({ "notificationType": notification_type, "heading": heading, "message": message });
    diesel::insert_into(columns::table)
        .values((
            columns::firm_id.eq(firm_id),
            columns::user_key.eq(user_key),
            columns::transient.eq(Some(transient)),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// A record-changed push in the outbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredChange {
    #[serde(flatten)]
    pub record: RecordChanged,
    /// Keys of the outside advisors who could open the record before it was deleted. Empty for other changes.
    #[serde(default)]
    pub openers: Vec<String>,
}

/// Queues a record-changed push, in the transaction that changes the record. `openers` are the keys of the
/// outside advisors who could open a record that is deleted.
pub async fn post_changed(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    record: RecordChanged,
    openers: Vec<String>,
) -> QueryResult<()> {
    let stored = json!(StoredChange { record, openers });
    diesel::insert_into(columns::table)
        .values((columns::firm_id.eq(firm_id), columns::record.eq(stored)))
        .execute(connection)
        .await
        .map(drop)
}

/// Queues record-changed pushes for several records, none of which is deleted.
pub async fn post_all_changed(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    records: Vec<RecordChanged>,
) -> QueryResult<()> {
    let mut rows = Vec::with_capacity(records.len());
    for record in records {
        let stored = json!(StoredChange {
            record,
            openers: Vec::new(),
        });
        rows.push((columns::firm_id.eq(firm_id), columns::record.eq(stored)));
    }
    diesel::insert_into(columns::table)
        .values(rows)
        .execute(connection)
        .await
        .map(drop)
}

/// Queues the progress of a job for the user who is waiting for it.
pub async fn post_progress(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    progress: &JobProgress,
) -> QueryResult<()> {
    diesel::insert_into(columns::table)
        .values((
            columns::firm_id.eq(firm_id),
            columns::user_key.eq(user_key),
            columns::job.eq(json!(progress)),
        ))
        .execute(connection)
        .await
        .map(drop)
}

#[derive(QueryableByName)]
struct DispatchedIds {
    /// Comma-separated ids, or `None` if no row was pending.
    #[diesel(sql_type = Nullable<Text>)]
    ids: Option<String>,
}

/// Dispatches pending rows: marks them and announces their ids to every node, atomically. Only one node dispatches at a
/// time, which preserves the order. If that node dies, the rows stay pending for the others.
///
/// With a broker, the marks are committed before the ids are published, and the lock is held until both are
/// done. If the node dies in between, the others find rows that were marked but not announced
/// ([`marked_lately`]).
pub(super) async fn dispatch(db: &Db, mut broker: Option<&mut Broker>) -> ApiResult<()> {
    loop {
        let mut turn = db.begin_for_hub().await?;
        diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('firmbook_hub'))")
            .prepared()
            .execute(&mut *turn)
            .await?;
        let sent = match broker {
            None => mark(&mut turn).await?,
            Some(_) => {
                let mut marking = db.begin_for_hub().await?;
                let sent = mark(&mut marking).await?;
                marking.commit().await?;
                sent
            }
        };
        if let Some(ids) = &sent {
            let is_told = match &mut broker {
                None => false,
                Some(broker) => broker.tell(ids).await,
            };
            if !is_told {
                notify(&mut turn, ids).await?;
            }
        }
        turn.commit().await?;
        // Rows written after this point are announced by their own notification.
        if sent.is_none_or(|ids| ids.split(',').count() < BATCH) {
            return Ok(());
        }
    }
}

/// Marks a batch of rows as dispatched. Returns their comma-separated ids, or `None` if no row was pending.
async fn mark(connection: &mut AsyncPgConnection) -> QueryResult<Option<String>> {
    // Safe: marks lost in a crash are set again, and clients deduplicate pushes by id.
    diesel::sql_query("SELECT set_config('synchronous_commit', 'off', true)")
        .prepared()
        .execute(connection)
        .await?;
    let sent: DispatchedIds = diesel::sql_query(
        "WITH waiting AS (
           SELECT firm_id, id FROM hub_outbox WHERE dispatched_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
         ), sent AS (
           UPDATE hub_outbox SET dispatched_at = clock_timestamp() FROM waiting
           WHERE hub_outbox.firm_id = waiting.firm_id AND hub_outbox.id = waiting.id RETURNING hub_outbox.id
         )
         SELECT string_agg(id::text, ',' ORDER BY id) AS ids FROM sent",
    )
    .bind::<BigInt, _>(BATCH as i64)
    .prepared()
    .get_result(connection)
    .await?;
    Ok(sent.ids)
}

async fn notify(connection: &mut AsyncPgConnection, ids: &str) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_notify('firmbook_hub', $1)")
        .bind::<Text, _>(ids)
        .prepared()
        .execute(connection)
        .await
        .map(drop)
}

#[derive(QueryableByName)]
struct DispatchedId {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Returns the ids of recently dispatched rows, in order.
pub(super) async fn marked_lately(db: &Db) -> ApiResult<Vec<i64>> {
    let mut transaction = db.begin_for_hub().await?;
    let marked: Vec<DispatchedId> = diesel::sql_query(format!(
        "SELECT id FROM hub_outbox WHERE dispatched_at > clock_timestamp() - interval '{MOMENTS}' ORDER BY id"
    ))
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    Ok(marked.into_iter().map(|marked| marked.id).collect())
}

/// Deletes dispatched rows past their retention.
pub(super) async fn clean(hub: &Hub) -> ApiResult<()> {
    let mut transaction = hub.workers.begin_for_hub().await?;
    diesel::sql_query(format!(
        "DELETE FROM hub_outbox WHERE dispatched_at < clock_timestamp() - interval '{KEPT}'"
    ))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
