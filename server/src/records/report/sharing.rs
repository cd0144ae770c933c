//! Users that reports are shared with.

use crate::auth::{Scope, Viewer};
use crate::db::schema::{app_user, firm_assignment, report, report_access, report_subscription};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::permission::FirmUserType;
use shared::report::{Opens, SharedReport};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

/// Lists the reports shared with the viewer by name if they are an outside advisor. Returns none for other users.
pub async fn shared_with_advisor(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
) -> QueryResult<Vec<SharedReport>> {
    let Scope::Shared(shared) = &viewer.scopes.rows else {
        return Ok(Vec::new());
    };
    let uuids: Vec<Uuid> = shared.iter().map(|rows| rows.report).collect();
    let names: Vec<(Uuid, String, String, String)> = report::table
        .inner_join(app_user::table.on(app_user::user_key.eq(report::owner_key)))
        .filter(report::firm_id.eq(viewer.firm.id))
        .filter(report::uuid.eq_any(uuids))
        .select((
            report::uuid,
            report::name,
            app_user::first_name,
            app_user::last_name,
        ))
        .load(connection)
        .await?;
    let mut names: HashMap<Uuid, (String, String)> = names
        .into_iter()
        .map(|(uuid, name, first, last)| (uuid, (name, format!("{first} {last}"))))
        .collect();
    // The scope holds the reports in name order.
    let reports = shared.iter().filter_map(|rows| {
        let (name, owner_name) = names.remove(&rows.report)?;
        let columns: Vec<String> = rows
            .query
            .columns(rows.report_type)?
            .into_iter()
            .map(|column| column.key.to_owned())
            .collect();
        let mut sort = rows.query.sort.clone();
        sort.retain(|by| columns.contains(&by.column));
        let mut custom_labels = rows.query.custom_labels.clone();
        custom_labels.retain(|key, _| columns.contains(key));
        Some(SharedReport {
            uuid: rows.report,
            name,
            owner_name,
            list: rows.report_type.list(),
            columns,
            custom_labels,
            sort,
        })
    });
    Ok(reports.collect())
}

/// A user that a report is shared with.
#[derive(Debug, Clone, Copy)]
pub struct SharedWith {
    pub opens: Opens,
    pub is_subscribed: bool,
}

/// Returns the users that a report is shared with, by key.
pub async fn readers(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
) -> QueryResult<BTreeMap<String, SharedWith>> {
    let subscription = report_subscription::table
        .filter(report_subscription::firm_id.eq(report_access::firm_id))
        .filter(report_subscription::report_uuid.eq(report_access::report_uuid))
        .filter(report_subscription::user_key.eq(report_access::user_key));
    let readers: Vec<(String, bool, bool, bool)> = report_access::table
        .filter(report_access::firm_id.eq(firm_id))
        .filter(report_access::report_uuid.eq(report))
        .select((
            report_access::user_key,
            report_access::opens_records,
            report_access::opens_documents,
            exists(subscription),
        ))
        .load(connection)
        .await?;
    let shared_with = |(user_key, records, documents, is_subscribed)| {
        let opens = Opens { records, documents };
        (user_key, SharedWith { opens, is_subscribed })
    };
    Ok(readers.into_iter().map(shared_with).collect())
}

/// Returns what the user can open through a shared report, or `None` if it is not shared with them.
pub async fn opens(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_key: &str,
) -> QueryResult<Option<Opens>> {
    let found: Option<(bool, bool)> = report_access::table
        .find((firm_id, report, user_key))
        .select((report_access::opens_records, report_access::opens_documents))
        .first(connection)
        .await
        .optional()?;
    Ok(found.map(|(records, documents)| Opens { records, documents }))
}

/// Filters the given users to those a report is shared with.
pub async fn readers_among(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_keys: &[&str],
) -> QueryResult<BTreeSet<String>> {
    let keys: Vec<String> = report_access::table
        .filter(report_access::firm_id.eq(firm_id))
        .filter(report_access::report_uuid.eq(report))
        .filter(report_access::user_key.eq_any(user_keys))
        .select(report_access::user_key)
        .load(connection)
        .await?;
    Ok(keys.into_iter().collect())
}

/// Filters the given users to those assigned to the firm, and returns their roles.
pub async fn active_users_among(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_keys: &[&str],
) -> QueryResult<BTreeMap<String, FirmUserType>> {
    let users: Vec<(String, i16)> = firm_assignment::table
        .inner_join(app_user::table.on(app_user::user_key.eq(firm_assignment::user_key)))
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::user_key.eq_any(user_keys))
        .filter(firm_assignment::is_active)
        .filter(not(app_user::is_disabled))
        .select((firm_assignment::user_key, firm_assignment::firm_user_type))
        .load(connection)
        .await?;
    let role = |number: i16| FirmUserType::from_number(u8::try_from(number).ok()?);
    Ok(users
        .into_iter()
        .filter_map(|(user_key, number)| Some((user_key, role(number)?)))
        .collect())
}

#[derive(QueryableByName)]
struct AffectedUser {
    #[diesel(sql_type = Text)]
    user_key: String,
}

fn keys_of(users: Vec<AffectedUser>) -> Vec<String> {
    users.into_iter().map(|user| user.user_key).collect()
}

/// Revokes the access of all users except the given ones, and ends their subscriptions. Returns the users who lost
/// access.
pub async fn withdraw_from_others(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_keys: &[&str],
) -> QueryResult<Vec<String>> {
    let withdrawn = diesel::sql_query(
        "WITH withdrawn AS (
           DELETE FROM report_access WHERE firm_id = $1 AND report_uuid = $2 AND user_key <> ALL($3)
           RETURNING user_key
         ), unsubscribed AS (
           DELETE FROM report_subscription s USING withdrawn
           WHERE s.firm_id = $1 AND s.report_uuid = $2 AND s.user_key = withdrawn.user_key
         )
         SELECT user_key FROM withdrawn ORDER BY user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(report)
    .bind::<Array<Text>, _>(user_keys)
    .load(connection)
    .await?;
    Ok(keys_of(withdrawn))
}

/// Shares a report with users. Returns those who did not have access before.
pub async fn share(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_keys: &[&str],
) -> QueryResult<Vec<String>> {
    let added = diesel::sql_query(
        "INSERT INTO report_access (firm_id, report_uuid, user_key)
         SELECT $1, $2, user_key FROM unnest($3) AS user_key ON CONFLICT DO NOTHING RETURNING user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(report)
    .bind::<Array<Text>, _>(user_keys)
    .load(connection)
    .await?;
    Ok(keys_of(added))
}

/// Sets what each user can open through a shared report. Returns the users whose grants changed.
pub async fn set_opens(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    opens: &[(&str, Opens)],
) -> QueryResult<Vec<String>> {
    let keys: Vec<&str> = opens.iter().map(|(user_key, _)| *user_key).collect();
    let records: Vec<bool> = opens.iter().map(|(_, opens)| opens.records).collect();
    let documents: Vec<bool> = opens.iter().map(|(_, opens)| opens.documents).collect();
    let changed = diesel::sql_query(
        "UPDATE report_access access SET opens_records = given.records, opens_documents = given.documents
         FROM unnest($3, $4, $5) AS given (user_key, records, documents)
         WHERE firm_id = $1 AND report_uuid = $2 AND access.user_key = given.user_key
           AND (opens_records, opens_documents) <> (given.records, given.documents)
         RETURNING access.user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(report)
    .bind::<Array<Text>, _>(keys)
    .bind::<Array<Bool>, _>(records)
    .bind::<Array<Bool>, _>(documents)
    .load(connection)
    .await?;
    Ok(keys_of(changed))
}
