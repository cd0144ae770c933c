//! The first records of a new connection: the current notification list and the pushes of the last minutes.

use super::connection::Connection;
use super::deliver::{self, Post};
use super::{Group, Hub};
use crate::error::ApiResult;
use crate::records::notification::{self, Notification};
use bytes::Bytes;
use diesel_async::RunQueryDsl;
use futures_util::{FutureExt, try_join};
use shared::hub::push::{self, USER_NOTIFICATIONS, UserNotifications};
use shared::notification::UserNotification;
use shared::permission::Feature::CanViewMyNotifications;
use std::collections::HashSet;
use std::sync::Arc;

/// Spawns the task that welcomes a connection whose handshake is done.
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
    let Group { firm_id, user_key } = connection.group.clone();
    let (now, days) = (hub.clock.now(), hub.notification_days);
    let gets_list = connection.permissions.can_read(CanViewMyNotifications);
    let asking = hub.db.begin_and_ask(firm_id, |database| {
        async move {
            let mut second = database;
            let list = async {
                let rows = notification::recent(database, firm_id, &user_key, now, days);
                if gets_list { rows.await.map(Some) } else { Ok(None) }
            };
            // Undispatched messages are delivered live.
            let posts = deliver::transient_lately(firm_id, &user_key).load::<Post>(&mut second);
            try_join!(list, posts)
        }
        .boxed()
    });
    let (transaction, (rows, posts)) = asking.await?;
    transaction.finish();
    let first = rows.map(record).transpose()?;
    let records = first
        .into_iter()
        .chain(posts.iter().filter_map(Post::notification));
    for record in records {
        if !connection.welcome_with(record).await {
            return Ok(());
        }
    }
    let replayed: HashSet<i64> = posts.iter().map(|post| post.id).collect();
    connection.welcomed(replayed, hub.now_ms());
    Ok(())
}

/// The notification list of a user in a firm, encoded as a push.
pub async fn list(hub: &Hub, group: &Group) -> ApiResult<Bytes> {
    let Group { firm_id, user_key } = group.clone();
    let (now, days) = (hub.clock.now(), hub.notification_days);
    let asking = hub.workers.begin_and_ask(firm_id, |database| {
        async move { notification::recent(database, firm_id, &user_key, now, days).await }.boxed()
    });
    let (transaction, rows) = asking.await?;
    transaction.finish();
    record(rows)
}

fn record(rows: Vec<Notification>) -> ApiResult<Bytes> {
    let argument = UserNotifications {
        user_notifications: rows.into_iter().map(UserNotification::from).collect(),
    };
    let record = push::event(USER_NOTIFICATIONS, &argument).map_err(anyhow::Error::from)?;
    Ok(record.into())
}
