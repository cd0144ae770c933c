//! What a connection is told first: the list as it is, and what was sent in the last minutes.

use super::connection::Connection;
use super::deliver::Post;
use super::{Group, REPLAYED};
use crate::app::App;
use crate::db::Transaction;
use crate::db::models::notification;
use crate::error::ApiResult;
use bytes::Bytes;
use diesel::sql_types::{Double, Integer, Text};
use diesel_async::RunQueryDsl;
use shared::hub::push::{self, USER_NOTIFICATIONS, UserNotifications};
use shared::notification::UserNotification;
use std::collections::HashSet;
use std::sync::Arc;

/// Greets a connection whose handshake is done, beside whatever else happens to it.
pub fn begin(app: &App, connection: &Arc<Connection>) {
    // From here on nothing is missed: what is pushed meanwhile waits.
    app.hub.registry.join(connection);
    let (app, connection) = (app.clone(), connection.clone());
    tokio::spawn(async move {
        if let Err(error) = greet(&app, &connection).await {
            tracing::warn!(
                error = format!("{error:?}"),
                "a connection cannot be told what it missed"
            );
            connection.close(None, true);
        }
    });
}

async fn greet(app: &App, connection: &Connection) -> ApiResult<()> {
    let group = &connection.group;
    let mut transaction = app.db.begin(group.firm_id).await?;
    let first = if connection.gets_list {
        Some(list_in(app, &mut transaction, group).await?)
    } else {
        None
    };
    // What nobody was told yet comes by itself.
    let posts: Vec<Post> = diesel::sql_query(
        "SELECT id, firm_id, user_key, transient, report_uuids, record, job FROM hub_outbox
         WHERE firm_id = $1 AND user_key = $2 AND transient IS NOT NULL
           AND dispatched_at > clock_timestamp() - make_interval(secs => $3)
         ORDER BY id",
    )
    .bind::<Integer, _>(group.firm_id)
    .bind::<Text, _>(&*group.user_key)
    .bind::<Double, _>(REPLAYED.as_secs_f64())
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    let records = first
        .into_iter()
        .chain(posts.iter().filter_map(Post::notification));
    for record in records {
        if !connection.welcome_with(record).await {
            return Ok(());
        }
    }
    let replayed: HashSet<i64> = posts.iter().map(|post| post.id).collect();
    connection.welcomed(replayed, app.hub.now_ms());
    Ok(())
}

/// The list of a user in a firm, as a push.
pub async fn list(app: &App, group: &Group) -> ApiResult<Bytes> {
    let mut transaction = app.db.begin(group.firm_id).await?;
    let record = list_in(app, &mut transaction, group).await?;
    transaction.finish();
    Ok(record)
}

async fn list_in(app: &App, transaction: &mut Transaction, group: &Group) -> ApiResult<Bytes> {
    let rows = notification::recent(
        transaction,
        group.firm_id,
        &group.user_key,
        app.clock.now(),
        app.config.notification_days,
    )
    .await?;
    let argument = UserNotifications {
        user_notifications: rows.into_iter().map(UserNotification::from).collect(),
    };
    let record = push::event(USER_NOTIFICATIONS, &argument).map_err(anyhow::Error::from)?;
    Ok(record.into())
}
