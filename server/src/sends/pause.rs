//! Pauses a schedule that cannot send.

use crate::audit::{self, Author};
use crate::error::ApiResult;
use crate::notify::{self, Notice, To};
use crate::records::schedule::Schedule;
use crate::request::RequestInfo;
use diesel::prelude::*;
use diesel::sql_types::{Integer, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::json;
use shared::cohort::Cohort;
use shared::notification::NotificationKind::SummaryFailed;
use shared::permission::FirmUserType::AccountAdministrator;

#[derive(QueryableByName)]
struct Administrator {
    #[diesel(sql_type = Text)]
    user_key: String,
}

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
    diesel::sql_query(
        "UPDATE cohort_schedule SET status = 'Paused', paused_because = $3, next_send_at = NULL, next_send_date = NULL,
           version = version + 1, updated_at = $4
         WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(because)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .execute(connection)
    .await?;
    let administrators: Vec<Administrator> = diesel::sql_query(
        "SELECT user_key FROM firm_assignment WHERE firm_id = $1 AND firm_user_type = $2 AND is_active",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(i16::from(AccountAdministrator.number()))
    .load(connection)
    .await?;
    let mut users: Vec<String> = administrators.into_iter().map(|one| one.user_key).collect();
    users.push(schedule.owner_key.clone());
    users.sort_unstable();
    users.dedup();
    let notices: Vec<Notice> = users
        .into_iter()
        .map(|user_key| Notice {
            kind: SummaryFailed,
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
        "change",
        ("cohort", Some(cohort.uuid)),
        details,
    )
    .await?)
}
