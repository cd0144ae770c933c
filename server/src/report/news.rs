//! Notifies subscribers of changed reports, either immediately or in a morning digest.

use super::message::{Message, tell};
use super::state::{self, State};
use crate::auth::{Reader, Scope, Sight};
use crate::clock::Clock;
use crate::db::{Db, advisory_lock};
use crate::error::{ApiError, ApiResult};
use crate::notify::Detail;
use crate::records::report::{self, Saved};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use shared::notification::NotificationKind;
use shared::report::ReportType;
use shared::report::change::{lines, summary, total_changes};
use shared::report::digest::next_morning;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Maximum number of subscriptions per round.
const BATCH: i64 = 20_000;
/// Maximum length of a notification, which is a single line.
const MAX_CHARS: usize = 300;

#[derive(Debug, QueryableByName)]
struct DueSubscription {
    #[diesel(sql_type = SqlUuid)]
    report_uuid: Uuid,
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Bool)]
    is_digest: bool,
    #[diesel(sql_type = Bool)]
    is_due: bool,
    /// Whether the subscriber's digest is due.
    #[diesel(sql_type = Bool)]
    is_morning: bool,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    told_state: Option<Uuid>,
}

/// Changes of a report, for one subscriber.
struct SubscriberNews {
    user_key: String,
    is_digest: bool,
    report_type: ReportType,
    report: Uuid,
    name: String,
    words: Words,
    state: State,
}

/// Changes as a summary line and as a list.
#[derive(Clone)]
struct Words {
    line: String,
    lines: Vec<String>,
}

/// Processes the firm's subscriptions that may have news. Only one node at a time processes a firm.
pub async fn send(db: &Db, clock: Clock, firm_id: i32) -> ApiResult<()> {
    let now = clock.now();
    let mut guard = db.begin(firm_id).await?;
    if !advisory_lock::try_lock(&mut guard, "firmbook_report_news", firm_id).await? {
        return Ok(());
    }
    let due: Vec<DueSubscription> = diesel::sql_query(
        "SELECT report_uuid, user_key, is_digest, is_due, next_digest_at <= $2 AS is_morning, told_state
         FROM report_subscription
         WHERE firm_id = $1 AND (is_due AND (NOT is_digest OR told_state IS NULL) OR next_digest_at <= $2)
         ORDER BY report_uuid, user_key LIMIT $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<BigInt, _>(BATCH)
    .load(&mut *guard)
    .await?;
    let keys: Vec<String> = due.iter().map(|due| due.user_key.clone()).collect();
    let readers = Reader::find_all(&mut guard, firm_id, &keys).await?;
    let mut by_report: BTreeMap<Uuid, Vec<&DueSubscription>> = BTreeMap::new();
    for due in &due {
        by_report.entry(due.report_uuid).or_default().push(due);
    }
    let mut lines = Vec::new();
    for (uuid, subscribers) in &by_report {
        lines.extend(of_report(db, clock, firm_id, *uuid, subscribers, &readers).await?);
    }
    let mut transaction = db.begin(firm_id).await?;
    digests(&mut transaction, firm_id, now, &lines).await?;
    put_off(&mut transaction, firm_id, now, &due, &readers).await?;
    for uuid in by_report.keys() {
        state::forget_unknown(&mut transaction, firm_id, *uuid).await?;
    }
    transaction.commit().await?;
    guard.finish();
    Ok(())
}

/// Sends immediate messages. Returns the lines for digests.
async fn of_report(
    db: &Db,
    clock: Clock,
    firm_id: i32,
    uuid: Uuid,
    subscribers: &[&DueSubscription],
    readers: &HashMap<String, Reader>,
) -> ApiResult<Vec<SubscriberNews>> {
    let mut transaction = db.begin(firm_id).await?;
    let saved = match report::saved(&mut transaction, firm_id, uuid).await {
        Ok(saved) => saved,
        // A report that cannot be run has no news.
        Err(ApiError::Refused { .. }) => None,
        Err(error) => return Err(error),
    };
    let Some(saved) = saved else {
        let keys: Vec<String> = subscribers.iter().map(|due| due.user_key.clone()).collect();
        state::note(&mut transaction, firm_id, uuid, &keys, None).await?;
        transaction.commit().await?;
        return Ok(Vec::new());
    };
    transaction.finish();
    let by_day = saved.query.depends_on_day(saved.report_type.list());
    // Subscribers with the same visible rows and the same day share a count.
    let mut groups: BTreeMap<String, (Scope, &Reader, Vec<&DueSubscription>)> = BTreeMap::new();
    let mut left = Vec::new();
    for due in subscribers {
        let reader = readers.get(&due.user_key);
        let reader = reader.filter(|reader| reader.permissions.can_read(saved.report_type.feature()));
        let Some(reader) = reader else {
            left.push(due.user_key.clone());
            continue;
        };
        let asks = due.is_due && (due.is_morning || !due.is_digest || due.told_state.is_none());
        let asks = asks || by_day && due.is_morning;
        if !asks {
            continue;
        }
        let day = clock.today_in(&reader.time_zone);
        let key = format!("{} {day}", reader.scope.key());
        groups
            .entry(key)
            .or_insert_with(|| (reader.scope.clone(), reader, Vec::new()))
            .2
            .push(due);
    }
    if !left.is_empty() {
        let mut transaction = db.begin(firm_id).await?;
        state::note(&mut transaction, firm_id, uuid, &left, None).await?;
        transaction.commit().await?;
    }
    let mut lines = Vec::new();
    for (_, (scope, reader, group)) in groups {
        let sight = Sight {
            firm_id,
            scope: &scope,
            day: clock.today_in(&reader.time_zone),
            time_zone: &reader.time_zone,
        };
        match of_group(db, clock, &sight, &saved, &group).await {
            Ok(found) => lines.extend(found),
            Err(ApiError::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(lines)
}

/// Counts the report once for subscribers with the same visible rows. Compares the result with the last state
/// that each of them was notified of.
async fn of_group(
    db: &Db,
    clock: Clock,
    sight: &Sight<'_>,
    saved: &Saved,
    group: &[&DueSubscription],
) -> ApiResult<Vec<SubscriberNews>> {
    let after = state::take(db, clock, sight, saved).await?;
    let mut by_known: BTreeMap<Option<Uuid>, Vec<&DueSubscription>> = BTreeMap::new();
    for due in group {
        by_known.entry(due.told_state).or_default().push(due);
    }
    let mut lines = Vec::new();
    let mut transaction = db.begin(sight.firm_id).await?;
    for (known, subscribers) in by_known {
        let keys: Vec<String> = subscribers.iter().map(|due| due.user_key.clone()).collect();
        let before = match known {
            Some(known) => state::find(&mut transaction, sight.firm_id, known).await?,
            None => None,
        };
        let words = match &before {
            Some(before) => words(&mut transaction, sight.firm_id, before, &after).await?,
            None => None,
        };
        let Some(words) = words else {
            // A subscriber without a previous state starts with this one.
            let told = before.is_none().then_some(&after);
            state::note(&mut transaction, sight.firm_id, saved.uuid, &keys, told).await?;
            continue;
        };
        lines.extend(subscribers.iter().map(|due| SubscriberNews {
            user_key: due.user_key.clone(),
            is_digest: due.is_digest,
            report_type: saved.report_type,
            report: saved.uuid,
            name: saved.name.clone(),
            words: words.clone(),
            state: after.clone(),
        }));
    }
    let (at_once, digest): (Vec<SubscriberNews>, Vec<SubscriberNews>) =
        lines.into_iter().partition(|line| !line.is_digest);
    let keys: Vec<String> = at_once.iter().map(|line| line.user_key.clone()).collect();
    state::note(&mut transaction, sight.firm_id, saved.uuid, &keys, Some(&after)).await?;
    let messages = at_once.into_iter().map(message).collect();
    tell(&mut transaction, sight.firm_id, clock.now(), messages).await?;
    transaction.commit().await?;
    Ok(digest)
}

/// Describes the changes. Returns `None` if nothing changed.
async fn words(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    before: &State,
    after: &State,
) -> QueryResult<Option<Words>> {
    let (rows_in, rows_out) = state::moved(connection, firm_id, before, after).await?;
    let is_same = rows_in == 0 && rows_out == 0 && total_changes(&before.totals, &after.totals).is_empty();
    Ok((!is_same).then(|| Words {
        line: summary(rows_in, rows_out, &before.totals, &after.totals),
        lines: lines(rows_in, rows_out, &before.totals, &after.totals),
    }))
}

fn address(line: &SubscriberNews) -> String {
    format!("{}/{}?panel=changes", line.report_type.page(), line.report)
}

fn detail(line: &SubscriberNews) -> Detail {
    Detail {
        title: line.name.clone(),
        application_url: address(line),
        lines: line.words.lines.clone(),
    }
}

fn message(line: SubscriberNews) -> Message {
    Message {
        kind: if line.report_type == ReportType::Annuity {
            NotificationKind::AnnuityReport
        } else {
            NotificationKind::PolicyReport
        },
        text: shortened(said(&line)),
        application_url: address(&line),
        details: vec![detail(&line)],
        key: format!("{}:{}", line.report, line.state.uuid),
        user_key: line.user_key,
    }
}

/// Formats the name of a report and its changes. Contact reports have no separate notification kind, so the text names
/// their type.
fn said(line: &SubscriberNews) -> String {
    let SubscriberNews { name, .. } = line;
    let words = &line.words.line;
    match line.report_type {
        ReportType::Policy | ReportType::AllPolicy | ReportType::Annuity => format!("{name}: {words}"),
        contacts => format!("{name} ({}): {words}", contacts.label().to_lowercase()),
    }
}

/// Sends one notification per subscriber for all reports in the digest.
async fn digests(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    lines: &[SubscriberNews],
) -> ApiResult<()> {
    let mut by_user: BTreeMap<&str, Vec<&SubscriberNews>> = BTreeMap::new();
    for line in lines {
        by_user.entry(&line.user_key).or_default().push(line);
        let keys = [line.user_key.clone()];
        state::note(connection, firm_id, line.report, &keys, Some(&line.state)).await?;
    }
    let messages = by_user.into_iter().map(|(user_key, mut lines)| {
        lines.sort_by(|one, other| one.name.cmp(&other.name));
        let parts: Vec<String> = lines.iter().map(|line: &&SubscriberNews| said(line)).collect();
        let count = match lines.len() {
            1 => "1 report changed".to_owned(),
            many => format!("{many} reports changed"),
        };
        let states: Vec<String> = lines
            .iter()
            .map(|line| line.state.uuid.simple().to_string())
            .collect();
        Message {
            user_key: user_key.to_owned(),
            kind: NotificationKind::ReportDigest,
            text: shortened(format!("{count}. {}", parts.join("; "))),
            application_url: "/notifications/digest".into(),
            details: lines.into_iter().map(detail).collect(),
            key: states.join(","),
        }
    });
    Ok(tell(connection, firm_id, now, messages.collect()).await?)
}

/// Schedules the next digest of subscribers whose digest was due.
async fn put_off(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    due: &[DueSubscription],
    readers: &HashMap<String, Reader>,
) -> QueryResult<()> {
    let (mut reports, mut keys, mut mornings) = (Vec::new(), Vec::new(), Vec::new());
    for due in due.iter().filter(|due| due.is_morning) {
        let zone = readers
            .get(&due.user_key)
            .map_or("UTC", |reader| &reader.time_zone);
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        reports.push(due.report_uuid);
        keys.push(due.user_key.as_str());
        mornings.push(jiff_diesel::Timestamp::from(next_morning(now, &zone)));
    }
    diesel::sql_query(
        "UPDATE report_subscription s SET next_digest_at = next.at
         FROM unnest($2, $3, $4) AS next (report_uuid, user_key, at)
         WHERE s.firm_id = $1 AND s.report_uuid = next.report_uuid AND s.user_key = next.user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(reports)
    .bind::<Array<Text>, _>(keys)
    .bind::<Array<Timestamptz>, _>(mornings)
    .execute(connection)
    .await
    .map(drop)
}

fn shortened(text: String) -> String {
    if text.chars().count() <= MAX_CHARS {
        return text;
    }
    text.chars().take(MAX_CHARS - 1).chain(['…']).collect()
}
