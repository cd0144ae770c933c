//! Changes to reports.

use crate::auth::Viewer;
use crate::db::schema::{firm_assignment, report, report_access, report_count, report_subscription};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::json;
use shared::permission::FirmUserType;
use shared::report::{ReportQuery, ReportType};
use uuid::Uuid;

/// The properties of a report that its owner can edit.
pub struct ReportProperties<'a> {
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub query: &'a ReportQuery,
}

/// A report to add.
pub struct NewReport<'a> {
    pub uuid: Uuid,
    pub report_type: ReportType,
    pub properties: ReportProperties<'a>,
    pub request_hash: Option<&'a [u8]>,
    pub now: Timestamp,
}

/// Adds a report that the viewer owns. Returns `false` if its uuid already exists.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: NewReport<'_>,
) -> QueryResult<bool> {
    let now = jiff_diesel::Timestamp::from(new.now);
    let added = diesel::insert_into(report::table)
        .values((
            report::firm_id.eq(viewer.firm.id),
            report::uuid.eq(new.uuid),
            report::report_type.eq(i16::from(new.report_type.number())),
            report::owner_key.eq(&viewer.user_key),
            report::name.eq(new.properties.name),
            report::description.eq(new.properties.description),
            report::query.eq(json!(new.properties.query)),
            report::request_hash.eq(new.request_hash),
            report::last_opened_at.eq(now),
            report::created_at.eq(now),
            report::updated_at.eq(now),
        ))
        .on_conflict((report::firm_id, report::uuid))
        .do_nothing()
        .execute(connection)
        .await?;
    Ok(added == 1)
}

/// Saves a report. Returns `false` if `version` is not its current version.
pub async fn update(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (uuid, version): (Uuid, i32),
    properties: ReportProperties<'_>,
    now: Timestamp,
) -> QueryResult<bool> {
    let saved = diesel::update(report::table.find((firm_id, uuid)))
        .filter(report::version.eq(version))
        .set((
            report::name.eq(properties.name),
            report::description.eq(properties.description),
            report::query.eq(json!(properties.query)),
            report::version.eq(report::version + 1),
            report::updated_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .execute(connection)
        .await?;
    Ok(saved == 1)
}

/// Discards the results of a report's previous query: its totals, and the states last sent to subscribers.
/// Subscribers are notified of changed data, not of a changed query, so their comparison starts over.
pub async fn discard_results(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<()> {
    diesel::delete(report_count::table)
        .filter(report_count::firm_id.eq(firm_id))
        .filter(report_count::report_uuid.eq(uuid))
        .execute(connection)
        .await?;
    diesel::update(report_subscription::table)
        .filter(report_subscription::firm_id.eq(firm_id))
        .filter(report_subscription::report_uuid.eq(uuid))
        .set((
            report_subscription::is_due.eq(true),
            report_subscription::told_state.eq(None::<Uuid>),
            report_subscription::before_state.eq(None::<Uuid>),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Deletes a report. Returns `false` if `version` is not its current version.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (uuid, version): (Uuid, i32),
) -> QueryResult<bool> {
    let deleted = diesel::delete(report::table.find((firm_id, uuid)))
        .filter(report::version.eq(version))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}

/// Makes the viewer the owner of a report. Returns `false` if `version` is not its current version.
pub async fn set_owner(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    now: Timestamp,
) -> QueryResult<bool> {
    let taken = diesel::update(report::table.find((viewer.firm.id, uuid)))
        .filter(report::version.eq(version))
        .set((
            report::owner_key.eq(&viewer.user_key),
            report::version.eq(report::version + 1),
            report::updated_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .execute(connection)
        .await?;
    Ok(taken == 1)
}

/// Revokes the access of outside advisors and of the new owner, and ends the former owner's subscription.
pub async fn withdraw_after_transfer(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
    (former_owner, owner): (&str, &str),
) -> QueryResult<()> {
    let outside_advisors = firm_assignment::table
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::firm_user_type.eq(i16::from(FirmUserType::TrustedAdvisor.number())))
        .select(firm_assignment::user_key);
    let loses_access = report_access::user_key
        .eq(owner)
        .or(report_access::user_key.eq_any(outside_advisors));
    diesel::delete(report_access::table)
        .filter(report_access::firm_id.eq(firm_id))
        .filter(report_access::report_uuid.eq(uuid))
        .filter(loses_access)
        .execute(connection)
        .await?;
    diesel::delete(report_subscription::table.find((firm_id, uuid, former_owner)))
        .execute(connection)
        .await
        .map(drop)
}
