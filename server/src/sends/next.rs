//! Maintains `contact.next_cohort_send`, the next date on which a cohort sends to a contact. It is refreshed
//! soon after a schedule, a cohort or its members change.

use super::Sends;
use super::members::members;
use super::owner::ScheduleOwner;
use super::recipients::own_days;
use crate::error::{ApiError, ApiResult};
use crate::records::{cohort, schedule};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Date as SqlDate, Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::cohort::schedule::next_anniversary;
use std::collections::HashMap;
use uuid::Uuid;

#[derive(QueryableByName)]
struct Firm {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
}

#[derive(QueryableByName)]
struct Begun {
    #[diesel(sql_type = Bool)]
    is_mine: bool,
}

/// Refreshes the firms with changes. `also_rules` adds firms with active schedules, because the contacts that
/// match their rules may have changed.
pub(super) async fn round(sends: &Sends, now: Timestamp, also_rules: bool) -> ApiResult<()> {
    let mut transaction = sends.db.begin_for_sends().await?;
    let firms: Vec<Firm> = diesel::sql_query(
        "SELECT firm_id FROM cohort_change
         UNION SELECT firm_id FROM cohort_schedule WHERE $1 AND status = 'Active' AND deleted_at IS NULL",
    )
    .bind::<Bool, _>(also_rules)
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    for Firm { firm_id } in firms {
        refresh(sends, firm_id, now).await?;
    }
    Ok(())
}

/// Refreshes the next send dates of all contacts of the firm. Only one node at a time does this. Changes made
/// in the meantime are processed in the next round.
pub async fn refresh(sends: &Sends, firm_id: i32, now: Timestamp) -> ApiResult<()> {
    let mut transaction = sends.db.begin(firm_id).await?;
    let Begun { is_mine } =
        diesel::sql_query("SELECT pg_try_advisory_xact_lock(hashtext('firmbook_next_sends'), $1) AS is_mine")
            .bind::<Integer, _>(firm_id)
            .get_result(&mut *transaction)
            .await?;
    if !is_mine {
        transaction.finish();
        return Ok(());
    }
    diesel::sql_query("DELETE FROM cohort_change WHERE firm_id = $1")
        .bind::<Integer, _>(firm_id)
        .execute(&mut *transaction)
        .await?;
    let days = days(sends, &mut transaction, firm_id, now).await?;
    let days = days
        .into_iter()
        .map(|(uuid, day)| (uuid, jiff_diesel::Date::from(day)));
    let (uuids, days): (Vec<Uuid>, Vec<jiff_diesel::Date>) = days.unzip();
    diesel::sql_query(
        "UPDATE contact SET next_cohort_send = NULL
         WHERE firm_id = $1 AND next_cohort_send IS NOT NULL AND NOT uuid = ANY($2)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(&uuids)
    .execute(&mut *transaction)
    .await?;
    diesel::sql_query(
        "UPDATE contact SET next_cohort_send = given.day FROM unnest($2, $3) AS given(uuid, day)
         WHERE contact.firm_id = $1 AND contact.uuid = given.uuid AND next_cohort_send IS DISTINCT FROM given.day",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(&uuids)
    .bind::<Array<SqlDate>, _>(days)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

async fn days(
    sends: &Sends,
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
) -> ApiResult<HashMap<Uuid, Date>> {
    let mut first: HashMap<Uuid, Date> = HashMap::new();
    for schedule in schedule::load(connection, firm_id, schedule::ScheduleSelection::Active).await? {
        let Some((from, _)) = schedule.plan.next_after(now, &schedule.zone()) else {
            continue;
        };
        let Some(owner) = ScheduleOwner::find(connection, firm_id, &schedule.owner_key).await? else {
            continue;
        };
        let Some(cohort) = cohort::of_firm(connection, firm_id, schedule.shown.cohort_uuid).await? else {
            continue;
        };
        let day = sends.clock.today_in(&owner.reader.time_zone);
        let members = match members(connection, &cohort, &owner, day, schedule.shown.include_annuities).await
        {
            Ok(members) => members,
            // The rule cannot be run. The schedule will pause when its send is due.
            Err(ApiError::Refused { .. }) => continue,
            Err(error) => return Err(error),
        };
        let frequency = schedule.plan.frequency;
        for member in members.into_iter().filter(|one| one.is_seen && !one.is_deleted) {
            let day = if frequency.is_personal() {
                let own = own_days(frequency, &member).iter();
                own.filter_map(|day| next_anniversary(*day, from)).min()
            } else {
                Some(from)
            };
            let Some(day) = day else { continue };
            first
                .entry(member.uuid)
                .and_modify(|known| *known = day.min(*known))
                .or_insert(day);
        }
    }
    Ok(first)
}
