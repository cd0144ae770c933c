//! Starts a send. Recipients, their mail and the schedule's next date are written in one transaction.

use super::Sends;
use super::attachments::must_have_template;
use super::members::members;
use super::owner::ScheduleOwner;
use super::pause::pause;
use super::progress::publish_progress;
use super::recipients::{Days, Recipient, own_days, recipients};
use crate::audit::{self, Author};
use crate::db::FixedSql;
use crate::db::schema::{cohort_schedule, cohort_send};
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::records::schedule::{self, Schedule};
use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel::sql_types::{Array, Date as SqlDate, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use shared::cohort::Cohort;
use shared::cohort::schedule::{DeliveryState, ScheduleStatus, late_note};
use shared::date::next_anniversary;
use uuid::Uuid;

/// A send is late if it starts more than this after its scheduled time.
const IN_TIME: SignedDuration = SignedDuration::from_hours(1);
/// Reason why nothing is sent while mail is disabled.
pub(super) const NO_MAIL: &str = "Email is not set up on this server.";
/// Reason for pausing a schedule whose owner has left the firm or lost the permission to send.
pub(super) const NO_OWNER: &str =
    "The schedule's owner can no longer send for this firm. Edit and save the schedule to take it over.";

/// Starts the due send of a schedule. Does nothing if another node holds the schedule or it is no longer due.
pub(super) async fn begin(sends: &Sends, firm_id: i32, uuid: Uuid, now: Timestamp) -> ApiResult<()> {
    let mut transaction = sends.db.begin(firm_id).await?;
    let claimed: Option<(Uuid, jiff_diesel::NullableTimestamp)> = cohort_schedule::table
        .find((firm_id, uuid))
        .filter(cohort_schedule::status.eq(ScheduleStatus::Active.code()))
        .filter(cohort_schedule::deleted_at.is_null())
        .filter(cohort_schedule::next_send_at.le(jiff_diesel::Timestamp::from(now)))
        .select((cohort_schedule::cohort_uuid, cohort_schedule::next_send_at))
        .for_update()
        .skip_locked()
        .first(&mut *transaction)
        .await
        .optional()?;
    let Some((cohort, due_at)) = claimed.and_then(|(cohort, at)| Some((cohort, at.to_jiff()?))) else {
        transaction.finish();
        return Ok(());
    };
    let found = schedule::find(&mut transaction, firm_id, cohort, uuid).await?;
    let cohort = cohort::of_firm(&mut transaction, firm_id, cohort).await?;
    match found.zip(cohort) {
        // The cohort was deleted. Nothing is sent unless it is restored.
        None => rest(&mut transaction, firm_id, uuid, None, (None, None)).await?,
        Some((schedule, cohort)) => {
            let due = schedule.plan.due(due_at, now, &schedule.zone());
            let sent = send(sends, &mut transaction, &schedule, &cohort, &due, now).await;
            match sent {
                Ok(()) => {}
                Err(ApiError::Refused { message, .. }) => {
                    pause(&mut transaction, &schedule, &cohort, now, &message).await?;
                }
                Err(error) => return Err(error),
            }
        }
    }
    publish_progress(&mut transaction, firm_id, uuid).await?;
    transaction.commit().await
}

async fn send(
    sends: &Sends,
    connection: &mut AsyncPgConnection,
    schedule: &Schedule,
    cohort: &Cohort,
    due: &[Date],
    now: Timestamp,
) -> ApiResult<()> {
    let (firm_id, uuid) = (cohort.firm_id, schedule.shown.schedule_id);
    let Some(owner) = ScheduleOwner::find(connection, firm_id, &schedule.owner_key).await? else {
        return pause(connection, schedule, cohort, now, NO_OWNER).await;
    };
    must_have_template(connection, firm_id, schedule.book).await?;
    let day = sends.clock.today_in(&owner.reader.time_zone);
    let includes_annuities = schedule.shown.include_annuities;
    let members = members(connection, cohort, &owner, day, includes_annuities).await?;
    let zone = schedule.zone();
    let next = schedule.plan.next_after(now, &zone);
    let next_shown = match next {
        Some((from, _)) if schedule.plan.frequency.is_personal() => members
            .iter()
            .filter(|member| member.is_seen && !member.is_deleted)
            .flat_map(|member| own_days(schedule.plan.frequency, member))
            .filter_map(|day| next_anniversary(*day, from))
            .min(),
        next => next.map(|(day, _)| day),
    };
    let Some(send_date) = due.last().copied() else {
        return rest(
            connection,
            firm_id,
            uuid,
            None,
            (next_shown, next.map(|(_, at)| at)),
        )
        .await;
    };
    let recipients = recipients(connection, firm_id, schedule, &owner, members, Days::Due(due)).await?;
    let is_late = schedule
        .plan
        .at(send_date, &zone)
        .is_some_and(|at| now.duration_since(at) > IN_TIME);
    let missed = if is_late { due } else { &due[..due.len() - 1] };
    let is_personal = schedule.plan.frequency.is_personal();
    let note = match recipients.is_empty() {
        true => Some("The cohort had no contacts.".to_owned()),
        false if is_personal => {
            let late: Vec<Date> = missed
                .iter()
                .copied()
                .filter(|day| recipients.iter().any(|one| one.due_date == Some(*day)))
                .collect();
            late_note(&late)
        }
        false => late_note(missed),
    };
    let mut last = None;
    // A day without birthdays or anniversaries is not recorded as a send.
    if (!is_personal || !recipients.is_empty())
        && note_send(connection, schedule, firm_id, send_date, now, note.as_deref()).await?
    {
        last = Some(send_date);
        let sends_mail = sends.has_mail_server;
        fix(
            connection,
            firm_id,
            (uuid, send_date),
            &recipients,
            missed,
            is_personal,
            sends_mail,
        )
        .await?;
        if sends_mail {
            post(connection, firm_id, (uuid, send_date), now).await?;
        }
    }
    rest(
        connection,
        firm_id,
        uuid,
        last,
        (next_shown, next.map(|(_, at)| at)),
    )
    .await?;
    if last.is_none() {
        return Ok(());
    }
    let author = Author {
        firm_id,
        actor_key: &schedule.owner_key,
        on_behalf_of: None,
        request: &RequestInfo::default(),
    };
    let skipped = recipients.iter().filter(|one| one.skip.is_some()).count();
    let details = json!({ "schedule": schedule.shown.name, "date": send_date, "contacts": recipients.len() - skipped,
                          "skipped": skipped });
    Ok(audit::record(connection, author, "send", ("cohort", Some(cohort.uuid)), details).await?)
}

/// Records the send. Returns `false` if one is already recorded for this date.
async fn note_send(
    connection: &mut AsyncPgConnection,
    schedule: &Schedule,
    firm_id: i32,
    send_date: Date,
    now: Timestamp,
    note: Option<&str>,
) -> QueryResult<bool> {
    let shown = &schedule.shown;
    let noted = diesel::insert_into(cohort_send::table)
        .values((
            cohort_send::firm_id.eq(firm_id),
            cohort_send::schedule_uuid.eq(shown.schedule_id),
            cohort_send::send_date.eq(jiff_diesel::Date::from(send_date)),
            cohort_send::schedule_name.eq(&shown.name),
            cohort_send::subject.eq(&shown.subject),
            cohort_send::message.eq(&shown.message),
            cohort_send::send_to.eq(shown.send_to.code()),
            cohort_send::includes_annuities.eq(shown.include_annuities),
            cohort_send::template_uuid.eq(schedule.book.map(|book| book.template)),
            cohort_send::group_by.eq(schedule.book.map(|book| i16::from(book.group_by.number()))),
            cohort_send::owner_key.eq(&schedule.owner_key),
            cohort_send::started_at.eq(jiff_diesel::Timestamp::from(now)),
            cohort_send::note.eq(note),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(noted == 1)
}

/// Inserts the recipients in one statement.
async fn fix(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (schedule, send_date): (Uuid, Date),
    recipients: &[Recipient],
    missed: &[Date],
    is_personal: bool,
    sends_mail: bool,
) -> QueryResult<()> {
    let contacts: Vec<Uuid> = recipients.iter().map(|one| one.contact_uuid).collect();
    let names: Vec<&str> = recipients.iter().map(|one| one.name.as_str()).collect();
    let to_names: Vec<&str> = recipients.iter().map(|one| one.to_name.as_str()).collect();
    let addresses: Vec<Option<&str>> = recipients.iter().map(|one| one.address.as_deref()).collect();
    let due_dates: Vec<jiff_diesel::Date> = recipients
        .iter()
        .map(|one| one.due_date.unwrap_or(send_date).into())
        .collect();
    let notes: Vec<Option<String>> = recipients
        .iter()
        .map(|one| match one.due_date {
            Some(day) if is_personal && missed.contains(&day) => late_note(&[day]),
            _ if is_personal => None,
            _ => late_note(missed),
        })
        .collect();
    let states: Vec<&str> = recipients
        .iter()
        .map(|one| match one.skip {
            Some(_) => DeliveryState::Skipped.code(),
            None if sends_mail => DeliveryState::Waiting.code(),
            None => DeliveryState::Failed.code(),
        })
        .collect();
    let reasons: Vec<Option<&str>> = recipients
        .iter()
        .map(|one| match one.skip {
            Some(skip) => Some(skip.label()),
            None => (!sends_mail).then_some(NO_MAIL),
        })
        .collect();
    diesel::sql_query(
        "INSERT INTO cohort_send_recipient (firm_id, schedule_uuid, send_date, contact_uuid, name, to_name, address,
           due_date, note, state, reason)
         SELECT $1, $2, $3, * FROM unnest($4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(schedule)
    .bind::<SqlDate, _>(jiff_diesel::Date::from(send_date))
    .bind::<Array<SqlUuid>, _>(contacts)
    .bind::<Array<Text>, _>(names)
    .bind::<Array<Text>, _>(to_names)
    .bind::<Array<Nullable<Text>>, _>(addresses)
    .bind::<Array<SqlDate>, _>(due_dates)
    .bind::<Array<Nullable<Text>>, _>(notes)
    .bind::<Array<Text>, _>(states)
    .bind::<Array<Nullable<Text>>, _>(reasons)
    .execute(connection)
    .await
    .map(drop)
}

/// Queues one mail per recipient who is not skipped.
async fn post(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (schedule, send_date): (Uuid, Date),
    now: Timestamp,
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO mail_outbox (firm_id, cause, notification_ids, created_at, next_try_at, schedule_uuid, send_date,
           contact_uuid)
         SELECT firm_id, 'Cohort', '{}', $4, $4, schedule_uuid, send_date, contact_uuid FROM cohort_send_recipient
         WHERE firm_id = $1 AND schedule_uuid = $2 AND send_date = $3 AND state = 'Waiting'",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(schedule)
    .bind::<SqlDate, _>(jiff_diesel::Date::from(send_date))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .execute(connection)
    .await
    .map(drop)
}

/// Sets the last and next send of a schedule. A one-time schedule ends after its send.
async fn rest(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    schedule: Uuid,
    last: Option<Date>,
    (shown, at): (Option<Date>, Option<Timestamp>),
) -> ApiResult<()> {
    let ended = FixedSql::<Text>::new("CASE WHEN frequency = 'Once' THEN 'Ended' ELSE status END");
    let sent = last.map(|day| {
        (
            cohort_schedule::last_send_date.eq(jiff_diesel::Date::from(day)),
            cohort_schedule::status.eq(ended),
        )
    });
    diesel::update(cohort_schedule::table.find((firm_id, schedule)))
        .set((
            sent,
            cohort_schedule::next_send_date.eq(shown.map(jiff_diesel::Date::from)),
            cohort_schedule::next_send_at.eq(at.map(jiff_diesel::Timestamp::from)),
        ))
        .execute(connection)
        .await?;
    Ok(())
}
