//! Pauses a schedule that cannot send.

use crate::audit::{self, Author};
use crate::db::schema::{cohort_schedule, firm_assignment};
use crate::error::ApiResult;
use crate::notify::{self, Notice, To};
use crate::records::schedule::Schedule;
use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::json;
use shared::cohort::Cohort;
use shared::cohort::schedule::ScheduleStatus;
use shared::notification::NotificationKind::SchedulePaused;
use shared::permission::FirmUserType::AccountAdministrator;

/// Pauses a schedule and notifies its owner and the firm's administrators. [`notify::send`] skips inactive
/// users.
pub(super) async fn pause(
    connection: &mut AsyncPgConnection,
    schedule: &Schedule,
    cohort: &Cohort,
    now: Timestamp,
    because: &str,
) -> ApiResult<()> {
    let (firm_id, uuid) = (cohort.firm_id, schedule.shown.schedule_id);
    diesel::update(cohort_schedule::table.find((firm_id, uuid)))
        .set((
            cohort_schedule::status.eq(ScheduleStatus::Paused.code()),
            cohort_schedule::paused_because.eq(because),
            cohort_schedule::next_send_at.eq(None::<jiff_diesel::Timestamp>),
            cohort_schedule::next_send_date.eq(None::<jiff_diesel::Date>),
            cohort_schedule::version.eq(cohort_schedule::version + 1),
            cohort_schedule::updated_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .execute(connection)
        .await?;
    let mut users: Vec<String> = firm_assignment::table
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::firm_user_type.eq(i16::from(AccountAdministrator.number())))
        .filter(firm_assignment::is_active)
        .select(firm_assignment::user_key)
        .load(connection)
        .await?;
    users.push(schedule.owner_key.clone());
    users.sort_unstable();
    users.dedup();
    let notices: Vec<Notice> = users
        .into_iter()
        .map(|user_key| Notice {
            kind: SchedulePaused,
            key: format!("{uuid}:{}", schedule.shown.version),
            display_name: format!(
                "“{}” for {} was paused: {because}",
                schedule.shown.name, cohort.name
            ),
            application_url: Some(format!("/people/cohorts/{}?tab=schedules", cohort.uuid)),
            details: Vec::new(),
            to: To::User(user_key),
        })
        .collect();
    notify::send(connection, firm_id, now, &notices).await?;
    let author = Author {
        firm_id,
        actor_key: &schedule.owner_key,
        on_behalf_of: None,
        request: &RequestInfo::default(),
    };
    let details = json!({ "schedule": schedule.shown.name, "paused": because });
    Ok(audit::record(
        connection,
        author,
        "changeSchedule",
        ("cohort", Some(cohort.uuid)),
        details,
    )
    .await?)
}
