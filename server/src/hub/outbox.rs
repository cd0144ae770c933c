//! The post: rows that wait to be sent, and their way to every node.

use crate::app::App;
use crate::db::Db;
use crate::db::schema::hub_outbox as columns;
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::{Value, json};

/// As many ids as one notification of PostgreSQL carries with ease.
const BATCH: i64 = 300;
/// Rows of this age are of no use to anybody.
const KEPT: &str = "3 minutes";

/// A transient notification, in the transaction of its firm that gives the reason for it. Lists need no call: every
/// change of `user_notification` posts one.
///
/// # Errors
/// Those of the database.
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

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Hands out what waits: marks it and tells every node the ids, both or neither. One node at a time, so that the
/// post keeps its order; a node that dies in it leaves everything to the others.
///
/// # Errors
/// Those of the database.
pub async fn dispatch(db: &Db) -> ApiResult<()> {
    loop {
        let mut transaction = db.begin_for_hub().await?;
        diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('firmbook_hub'))")
            .execute(&mut *transaction)
            .await?;
        let sent: Count = diesel::sql_query(
            "WITH waiting AS (
               SELECT firm_id, id FROM hub_outbox WHERE dispatched_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
             ), sent AS (
               UPDATE hub_outbox SET dispatched_at = clock_timestamp() FROM waiting
               WHERE hub_outbox.firm_id = waiting.firm_id AND hub_outbox.id = waiting.id RETURNING hub_outbox.id
             ), told AS (
               SELECT pg_notify('firmbook_hub', string_agg(id::text, ',' ORDER BY id)) FROM sent HAVING count(*) > 0
             )
             SELECT count(*) AS count FROM sent LEFT JOIN told ON true",
        )
        .bind::<BigInt, _>(BATCH)
        .get_result(&mut *transaction)
        .await?;
        if sent.count == 0 {
            transaction.finish();
            return Ok(());
        }
        transaction.commit().await?;
    }
}

/// Removes what was sent and is too old to be sent again.
pub(super) async fn clean(app: &App) -> ApiResult<()> {
    let mut transaction = app.db.begin_for_hub().await?;
    diesel::sql_query(format!(
        "DELETE FROM hub_outbox WHERE dispatched_at < clock_timestamp() - interval '{KEPT}'"
    ))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
