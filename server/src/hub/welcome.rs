//! Records sent when a connection opens: the newest notifications with their counts, and recent transient
//! notifications.

use super::connection::Connection;
use super::deliver::{self, Post};
use super::{Group, Hub};
use crate::error::ApiResult;
use crate::records::notification::{self, Asked, Counts, Notification, Part};
use bytes::Bytes;
use diesel::QueryResult;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{FutureExt, try_join};
use jiff::Timestamp;
use shared::hub::push::{self, TRANSIENT_NOTIFICATION, USER_NOTIFICATIONS, UserNotifications};
use shared::notification::{PUSHED_ROWS, UserNotification};
use shared::permission::Feature::CanViewMyNotifications;
use std::collections::HashSet;
use std::sync::Arc;

/// Spawns the task that sends the welcome to a connection whose handshake is complete.
pub fn begin(hub: &Hub, connection: &Arc<Connection>) {
    // Join first, so that no push is missed: live pushes are buffered until the welcome is done.
    hub.registry.join(connection);
    let (hub, connection) = (hub.clone(), connection.clone());
    tokio::spawn(async move {
        if let Err(error) = greet(&hub, &connection).await {
            tracing::warn!(error = format!("{error:?}"), "failed to welcome connection");
            connection.close(None, true);
        }
    });
}

/// Loads everything in one round trip, because this runs for every connection.
async fn greet(hub: &Hub, connection: &Connection) -> ApiResult<()> {
    let group = &connection.group;
    let Group { firm_id, user_key } = group.clone();
    let (now, days) = (hub.clock.now(), hub.notification_days);
    let gets_list = connection.permissions.can_read(CanViewMyNotifications);
    let gets = |target, record: Bytes| connection.identity.record(target, &record);
    let asking = hub.db.begin_and_ask(firm_id, |database| {
        async move {
            let mut second = database;
            let list = async {
                let list = newest(database, firm_id, &user_key, now, days);
                if gets_list { list.await.map(Some) } else { Ok(None) }
            };
            // Undispatched messages are delivered live.
            let posts = deliver::transient_lately(firm_id, &user_key).load::<Post>(&mut second);
            try_join!(list, posts)
        }
        .boxed()
    });
    let (transaction, (list, posts)) = asking.await?;
    transaction.finish();
    let list = list.map(|list| record(hub, group, list)).transpose()?;
    let replayed: HashSet<i64> = posts.iter().map(|post| post.id).collect();
    let posts = posts.iter().filter_map(Post::notification);
    let posts = posts.filter_map(|post| gets(TRANSIENT_NOTIFICATION, post));
    connection.welcome_with(list.into_iter().chain(posts), replayed, hub.now_ms());
    Ok(())
}

type List = (Vec<Notification>, Counts);

async fn newest(
    connection: &AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    now: Timestamp,
    days: u16,
) -> QueryResult<List> {
    let asked = Asked {
        days: Some(days),
        ..Asked::default()
    };
    let rows = notification::find(
        connection,
        firm_id,
        user_key,
        now,
        asked,
        Part::first(PUSHED_ROWS),
    );
    try_join!(
        rows,
        notification::count(connection, firm_id, user_key, now, asked)
    )
}

/// Returns a user's notification list in a firm, encoded as a push.
pub async fn list(hub: &Hub, group: &Group) -> ApiResult<Bytes> {
    let Group { firm_id, user_key } = group.clone();
    let (now, days) = (hub.clock.now(), hub.notification_days);
    let asking = hub.workers.begin_and_ask(firm_id, |database| {
        async move { newest(database, firm_id, &user_key, now, days).await }.boxed()
    });
    let (transaction, list) = asking.await?;
    transaction.finish();
    record(hub, group, list)
}

/// Encodes a list. Connections that get the same list share its bytes.
fn record(hub: &Hub, group: &Group, (rows, counts): List) -> ApiResult<Bytes> {
    let argument = UserNotifications {
        user_notifications: rows.into_iter().map(UserNotification::from).collect(),
        total_records: counts.total,
        unread_records: counts.unread,
    };
    let record = push::event(USER_NOTIFICATIONS, &argument).map_err(anyhow::Error::from)?;
    Ok(hub.registry.shared_list(group, record))
}
