//! Changes to cohort schedules.

use super::super::versioned::{restore, soft_delete};
use super::Schedule;
use crate::auth::Viewer;
use crate::db::schema::cohort_schedule;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::cohort::schedule::Checked;
use uuid::Uuid;

/// The date and time of the next send.
pub type NextSend = Option<(Date, Timestamp)>;

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = cohort_schedule, treat_none_as_null = true)]
struct ScheduleFields<'a> {
    name: &'a str,
    frequency: &'a str,
    first_send_date: jiff_diesel::Date,
    send_time: jiff_diesel::Time,
    time_zone: &'a str,
    send_to: &'a str,
    subject: &'a str,
    message: &'a str,
    includes_annuities: bool,
    deliverable_type: Option<i16>,
    template_uuid: Option<Uuid>,
    group_by: Option<i16>,
    status: &'a str,
    next_send_date: Option<jiff_diesel::Date>,
    next_send_at: Option<jiff_diesel::Timestamp>,
}

impl<'a> ScheduleFields<'a> {
    fn new(checked: &'a Checked, next: NextSend) -> Self {
        Self {
            name: &checked.name,
            frequency: checked.plan.frequency.code(),
            first_send_date: checked.plan.first.into(),
            send_time: checked.plan.time.into(),
            time_zone: &checked.time_zone,
            send_to: checked.send_to.code(),
            subject: &checked.subject,
            message: &checked.message,
            includes_annuities: checked.include_annuities,
            deliverable_type: checked.book.map(|book| book.kind.number().into()),
            template_uuid: checked.book.map(|book| book.template),
            group_by: checked.book.map(|book| book.group_by.number().into()),
            status: checked.status.code(),
            next_send_date: next.map(|(day, _)| day.into()),
            next_send_at: next.map(|(_, at)| at.into()),
        }
    }
}

/// A schedule to add.
pub struct NewSchedule<'a> {
    pub uuid: Uuid,
    pub cohort: Uuid,
    pub checked: &'a Checked,
    pub next: NextSend,
    pub request_hash: Option<&'a [u8]>,
    pub now: Timestamp,
}

/// Adds a schedule that the viewer owns. Returns `false` if its uuid already exists.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: NewSchedule<'_>,
) -> QueryResult<bool> {
    let now = jiff_diesel::Timestamp::from(new.now);
    let added = diesel::insert_into(cohort_schedule::table)
        .values((
            cohort_schedule::firm_id.eq(viewer.firm.id),
            cohort_schedule::uuid.eq(new.uuid),
            cohort_schedule::cohort_uuid.eq(new.cohort),
            ScheduleFields::new(new.checked, new.next),
            cohort_schedule::owner_key.eq(&viewer.user_key),
            cohort_schedule::request_hash.eq(new.request_hash),
            cohort_schedule::created_at.eq(now),
            cohort_schedule::updated_at.eq(now),
            cohort_schedule::updated_by.eq(&viewer.user_key),
        ))
        .on_conflict((cohort_schedule::firm_id, cohort_schedule::uuid))
        .do_nothing()
        .execute(connection)
        .await?;
    Ok(added == 1)
}

/// Saves a schedule that is not deleted, and ends its pause. If its owner has left the firm, the viewer becomes
/// the owner. Returns `false` if `version` is not its current version.
pub async fn update(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (before, version): (&Schedule, i32),
    (checked, next): (&Checked, NextSend),
    now: Timestamp,
) -> QueryResult<bool> {
    let new_owner = before.shown.is_abandoned.then_some(&viewer.user_key);
    let schedule = cohort_schedule::table.find((viewer.firm.id, before.shown.schedule_id));
    let saved = diesel::update(schedule)
        .filter(cohort_schedule::version.eq(version))
        .filter(cohort_schedule::deleted_at.is_null())
        .set((
            ScheduleFields::new(checked, next),
            new_owner.map(|user_key| cohort_schedule::owner_key.eq(user_key)),
            cohort_schedule::paused_because.eq(None::<&str>),
            cohort_schedule::version.eq(cohort_schedule::version + 1),
            cohort_schedule::updated_at.eq(jiff_diesel::Timestamp::from(now)),
            cohort_schedule::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await?;
    Ok(saved == 1)
}

/// Deletes a schedule. Returns `false` if it is deleted already or `version` is not its current version.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    now: Timestamp,
) -> QueryResult<bool> {
    soft_delete!(cohort_schedule, connection, viewer, (uuid, version), now)
}

/// Restores a schedule of the cohort. Returns `false` if it is not deleted.
pub async fn restore(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (cohort, uuid): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    restore!(
        cohort_schedule,
        connection,
        viewer,
        uuid,
        now,
        cohort_schedule::cohort_uuid.eq(cohort)
    )
}
