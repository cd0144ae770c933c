//! Maintains `contact.next_cohort_send`, the next date on which a cohort sends to a contact. It is refreshed
//! soon after a schedule, a cohort or its members change.

use super::Sends;
use super::members::members;
use super::owner::ScheduleOwner;
use super::recipients::own_days;
use crate::db::advisory_lock;
use crate::db::schema::cohort_change;
use crate::error::{ApiError, ApiResult};
use crate::records::{cohort, schedule};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Date as SqlDate, Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::date::next_anniversary;
use std::collections::HashMap;
use uuid::Uuid;

#[derive(QueryableByName)]
struct ChangedFirm {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
}

/// Refreshes the firms with changes. `also_rules` adds firms with active schedules, because the contacts that
/// match their rules may have changed.
pub(super) async fn round(sends: &Sends, now: Timestamp, also_rules: bool) -> ApiResult<()> {
    let mut transaction = sends.db.begin_for_sends().await?;
    let firms: Vec<ChangedFirm> = diesel::sql_query(
        "SELECT firm_id FROM cohort_change
         UNION SELECT firm_id FROM cohort_schedule WHERE $1 AND status = 'Active' AND deleted_at IS NULL",
    )
    .bind::<Bool, _>(also_rules)
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    for ChangedFirm { firm_id } in firms {
        refresh(sends, firm_id, now).await?;
    }
    Ok(())
}

/// Refreshes the next send dates of all contacts of the firm. Only one node at a time does this. Changes made
/// in the meantime are processed in the next round.
pub async fn refresh(sends: &Sends, firm_id: i32, now: Timestamp) -> ApiResult<()> {
    let mut transaction = sends.db.begin(firm_id).await?;
    if !advisory_lock::try_lock(&mut transaction, "firmbook_next_sends", firm_id).await? {
        transaction.finish();
        return Ok(());
    }
    diesel::delete(cohort_change::table)
        .filter(cohort_change::firm_id.eq(firm_id))
        .execute(&mut *transaction)
        .await?;
    let days = days(sends, &mut transaction, firm_id, now).await?;
    let days = days
        .into_iter()
        .map(|(uuid, day)| (uuid, jiff_diesel::Date::from(day)));
    let (uuids, days): (Vec<Uuid>, Vec<jiff_diesel::Date>) = days.unzip();
    set_days(&mut transaction, firm_id, &uuids, &days).await?;
    transaction.commit().await
}

/// Sets the dates of the contacts, and clears those of all others. Skips contacts that another transaction has
/// locked, because waiting for several of them could deadlock. The next round sets theirs.
async fn set_days(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
    days: &[jiff_diesel::Date],
) -> QueryResult<()> {
    for statement in [
        "UPDATE contact SET next_cohort_send = free.day FROM (
           SELECT c.uuid, given.day FROM contact c LEFT JOIN unnest($2, $3) AS given(uuid, day) USING (uuid)
           WHERE c.firm_id = $1 AND c.next_cohort_send IS DISTINCT FROM given.day
           FOR NO KEY UPDATE OF c SKIP LOCKED) AS free
         WHERE contact.firm_id = $1 AND contact.uuid = free.uuid",
        "INSERT INTO cohort_change (firm_id) SELECT $1 WHERE EXISTS (
           SELECT FROM contact c LEFT JOIN unnest($2, $3) AS given(uuid, day) USING (uuid)
           WHERE c.firm_id = $1 AND c.next_cohort_send IS DISTINCT FROM given.day)",
    ] {
        diesel::sql_query(statement)
            .bind::<Integer, _>(firm_id)
            .bind::<Array<SqlUuid>, _>(uuids)
            .bind::<Array<SqlDate>, _>(days)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
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
