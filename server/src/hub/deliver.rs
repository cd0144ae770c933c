//! Delivers outbox messages to the connections of this node.

use super::advisors::Advisors;
use super::broker::Broker;
use super::changed_record::Change;
use super::{Group, Hub, changed_record, outbox, stale_totals, welcome};
use crate::db::Prepare;
use crate::db::listen::{Heard, Listener};
use crate::error::ApiResult;
use crate::list::statement::{Bind, Statement};
use crate::telemetry::jobs;
use bytes::Bytes;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use shared::hub::push::{self, JOB_PROGRESS, TRANSIENT_NOTIFICATION, USER_NOTIFICATIONS};
use shared::hub::recent_ids::RecentIds;
use shared::hub::session::REPLAY_LIMIT;
use shared::permission::Feature::CanViewMyNotifications;
use std::collections::HashSet;
use std::time::Duration;
use tokio::sync::mpsc;
use uuid::Uuid;

/// Announces dispatched messages to every node.
const CHANNEL: &str = "firmbook_hub";
/// How long after its dispatch a push is replayed to new connections.
const REPLAYED: Duration = Duration::from_secs(120);
/// Bytes that a record adds to its notification: target, brackets and id.
const ENVELOPE: usize = 100;
/// Interval of polling the outbox for messages that were not announced.
const ROUND: Duration = Duration::from_secs(5);
/// Name of the job.
pub const JOB: &str = "pushes";
/// Number of delivered ids kept for deduplication.
const REMEMBERED: usize = 20_000;

#[derive(QueryableByName)]
pub(super) struct Post {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    /// `None` for messages to a whole firm, about reports or a changed record.
    #[diesel(sql_type = Nullable<Text>)]
    user_key: Option<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    transient: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Array<SqlUuid>>)]
    report_uuids: Option<Vec<Uuid>>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    record: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    job: Option<serde_json::Value>,
}

impl Post {
    fn group(&self) -> Option<Group> {
        Some(Group {
            firm_id: self.firm_id,
            user_key: self.user_key.as_deref()?.into(),
        })
    }

    /// Returns the target and record of the stored event for the user. Returns `None` for notification lists, which are
    /// loaded when they are sent.
    fn event(&self) -> Option<(&'static str, Bytes)> {
        match &self.job {
            Some(progress) => {
                let record = push::event(JOB_PROGRESS, progress).ok()?;
                Some((JOB_PROGRESS, record.into()))
            }
            None => Some((TRANSIENT_NOTIFICATION, self.notification()?)),
        }
    }

    fn change(&self) -> Option<Change> {
        Change::new(self.id, self.firm_id, self.record.as_ref()?)
            .inspect_err(|error| tracing::error!(%error, post = self.id, "failed to decode changed record"))
            .ok()
    }

    /// Returns the transient notification as sent to clients.
    pub fn notification(&self) -> Option<Bytes> {
        let mut argument = self.transient.clone()?;
        argument["id"] = self.id.into();
        push::event(TRANSIENT_NOTIFICATION, &argument)
            .ok()
            .map(Bytes::from)
    }
}

const POST: &str =
    "SELECT id, firm_id, user_key, transient, report_uuids, record, job FROM hub_outbox WHERE ";

/// Builds the statement that loads a user's recently sent transient notifications, oldest first. If they exceed
/// [`REPLAY_LIMIT`] bytes, only the newest are loaded. The notification list contains the others.
pub(super) fn transient_lately(firm_id: i32, user_key: &str) -> Statement {
    let mut posts = Statement::default();
    posts
        .sql("SELECT * FROM (SELECT id, firm_id, user_key, transient, report_uuids, record, job, ")
        .sql(&format!(
            "sum(octet_length(transient::text) + {ENVELOPE}) OVER (ORDER BY id DESC) AS bytes "
        ))
        .sql("FROM hub_outbox WHERE firm_id = ")
        .bind(Bind::Integer(firm_id))
        .sql(" AND user_key = ")
        .bind(Bind::Text(user_key.to_owned()))
        .sql(" AND transient IS NOT NULL AND ")
        .sql(&sent_lately())
        .sql(&format!(") recent WHERE bytes <= {REPLAY_LIMIT} ORDER BY id"));
    posts
}

fn sent_lately() -> String {
    format!(
        "dispatched_at > clock_timestamp() - interval '{} seconds'",
        REPLAYED.as_secs()
    )
}

enum News {
    /// The outbox has undispatched messages.
    Post,
    Sent(Vec<i64>),
    /// The listener has (re)connected and may have missed notifications.
    Listening,
}

impl News {
    fn of(heard: Heard) -> Option<Self> {
        match heard {
            Heard::Notification(ids) if ids.is_empty() => Some(Self::Post),
            Heard::Notification(ids) => Some(Self::Sent(
                ids.split(',').filter_map(|id| id.parse().ok()).collect(),
            )),
            Heard::Listening => Some(Self::Listening),
            Heard::Lost => None,
        }
    }
}

pub(super) async fn run(hub: Hub, listener: Listener, mut broker: Option<Broker>) {
    let (tell, mut news) = mpsc::unbounded_channel();
    let hear = move |heard| {
        if let Some(news) = News::of(heard) {
            _ = tell.send(news);
        }
    };
    if let Some(broker) = &broker {
        tokio::spawn(broker.listen(hear.clone()));
    }
    tokio::spawn(listener.clone().listen(CHANNEL, hear));
    let advisors = Advisors::begin(hub.clone());
    // Ids that this node has delivered.
    let mut sent = RecentIds::new(REMEMBERED);
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut unsent: Vec<i64> = Vec::new();
    let mut missed = false;
    loop {
        let mut is_round = false;
        let mut has_post = false;
        let mut take = |news: News| match news {
            News::Post => has_post = true,
            News::Sent(ids) => unsent.extend(ids),
            News::Listening => (has_post, missed) = (true, true),
        };
        tokio::select! {
            heard = news.recv() => match heard {
                Some(heard) => take(heard),
                None => return,
            },
            _ = rounds.tick() => is_round = true,
        }
        // Drain the channel, so that one pass handles everything.
        while let Ok(heard) = news.try_recv() {
            take(heard);
        }
        let done = async {
            if has_post || is_round {
                outbox::dispatch(&hub.workers, broker.as_mut()).await?;
            }
            // Without a broker, everything that is marked is also announced, unless announcements get lost.
            if is_round && (broker.is_some() || !listener.hears(CHANNEL)) {
                let marked = outbox::marked_lately(&hub.workers).await?;
                unsent.extend(marked.into_iter().filter(|id| !sent.has(*id)));
            }
            if missed {
                catch_up(&hub, &advisors, &mut sent).await?;
                missed = false;
            }
            if !unsent.is_empty() {
                // If the delivery fails half-way, the next pass catches up on everything recent.
                missed = true;
                deliver(&hub, &advisors, &mut sent, &unsent).await?;
                (unsent, missed) = (Vec::new(), false);
            }
            if is_round {
                outbox::clean(&hub).await?;
            }
            ApiResult::Ok(())
        };
        if let Err(error) = jobs::round(JOB, done).await {
            tracing::warn!(
                error = format!("{error:?}"),
                "failed to deliver pushes; will retry"
            );
        }
    }
}

async fn deliver(hub: &Hub, advisors: &Advisors, sent: &mut RecentIds, ids: &[i64]) -> ApiResult<()> {
    let posts = {
        let mut transaction = hub.workers.begin_for_hub().await?;
        let posts: Vec<Post> = diesel::sql_query(format!("{POST} id = ANY($1) ORDER BY id"))
            .bind::<Array<BigInt>, _>(ids)
            .prepared()
            .load(&mut *transaction)
            .await?;
        transaction.finish();
        posts
    };
    let lists = send(hub, advisors, sent, &posts).await?;
    send_lists(hub, lists).await
}

/// Delivers the messages sent while this node was not listening, and all current notification lists.
async fn catch_up(hub: &Hub, advisors: &Advisors, sent: &mut RecentIds) -> ApiResult<()> {
    let groups = hub.registry.groups();
    if groups.is_empty() {
        return Ok(());
    }
    let mut transaction = hub.workers.begin_for_hub().await?;
    let posts: Vec<Post> = diesel::sql_query(format!("{POST} {} ORDER BY id", sent_lately()))
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    send(hub, advisors, sent, &posts).await?;
    send_lists(hub, groups.into_iter().collect()).await
}

/// Sends transient notifications, job progress, report and record changes. Returns the groups that need their
/// notification list.
async fn send(
    hub: &Hub,
    advisors: &Advisors,
    sent: &mut RecentIds,
    posts: &[Post],
) -> ApiResult<HashSet<Group>> {
    let registry = &hub.registry;
    let mut lists = HashSet::new();
    let mut changes = Vec::new();
    for post in posts.iter().filter(|post| sent.is_new(post.id)) {
        if let Some(reports) = &post.report_uuids {
            stale_totals::send(hub, post.id, post.firm_id, reports).await?;
        }
        changes.extend(post.change());
        match post.group() {
            Some(group) if registry.has(&group) => match post.event() {
                Some((target, record)) => registry.push(&group, post.id, target, &record),
                None => _ = lists.insert(group),
            },
            _ => {}
        }
    }
    changed_record::send(hub, advisors, changes).await?;
    Ok(lists)
}

async fn send_lists(hub: &Hub, groups: HashSet<Group>) -> ApiResult<()> {
    for group in groups {
        let record = welcome::list(hub, &group).await?;
        hub.registry
            .push_to_readers(&group, None, CanViewMyNotifications, USER_NOTIFICATIONS, &record);
    }
    Ok(())
}
