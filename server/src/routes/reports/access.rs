//! Sharing of reports by their owners.

use super::owned;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::firm_user;
use crate::records::report::Saved;
use crate::report::message::{Message, tell};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::notification::NotificationKind;
use shared::permission::{FirmUserType, Permissions, Role};
use shared::problem::Findings;
use shared::report::{MAX_USERS, ReportAccess, ReportAccessInput, ReportReader};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Maximum number of user keys in an audit entry, which also has the total number.
const NAMED: usize = 100;

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ReportAccess>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = owned(&mut transaction, &viewer, uuid).await?;
    let access = access(&mut transaction, &viewer, &saved).await?;
    transaction.finish();
    Ok(Json(access))
}

#[derive(QueryableByName)]
struct Reader {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Bool)]
    is_subscribed: bool,
}

/// Lists the active users of the firm with their access. Includes inactive users who still have access, so
/// that it can be removed.
async fn access(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    saved: &Saved,
) -> ApiResult<ReportAccess> {
    let readers: Vec<Reader> = diesel::sql_query(
        "SELECT user_key, EXISTS (SELECT FROM report_subscription s
           WHERE s.firm_id = $1 AND s.report_uuid = $2 AND s.user_key = report_access.user_key) AS is_subscribed
         FROM report_access WHERE firm_id = $1 AND report_uuid = $2",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(saved.uuid)
    .load(connection)
    .await?;
    let readers: BTreeMap<String, bool> = readers
        .into_iter()
        .map(|reader| (reader.user_key, reader.is_subscribed))
        .collect();
    let users = firm_user::of_firm(connection, viewer.firm.id, None).await?;
    let data = users
        .into_iter()
        .filter(|user| user.user_key != saved.owner_key)
        .filter(|user| user.is_active || readers.contains_key(&user.user_key))
        .map(|user| ReportReader {
            name: format!("{} {}", user.first_name, user.last_name),
            user_type: user.firm_user_type_label,
            has_access: readers.contains_key(&user.user_key),
            is_subscribed: readers.get(&user.user_key).copied().unwrap_or(false),
            user_key: user.user_key,
        })
        .collect();
    Ok(ReportAccess { data })
}

pub(super) async fn share(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<ReportAccessInput>,
) -> ApiResult<Json<ReportAccess>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = owned(&mut transaction, &viewer, uuid).await?;
    let users = colleagues(&mut transaction, &viewer, "userKeys", &input.user_keys).await?;
    let keys: Vec<&str> = users.keys().map(String::as_str).collect();
    let withdrawn: Vec<Key> = diesel::sql_query(
        "WITH withdrawn AS (
           DELETE FROM report_access WHERE firm_id = $1 AND report_uuid = $2 AND user_key <> ALL($3)
           RETURNING user_key
         ), unsubscribed AS (
           DELETE FROM report_subscription s USING withdrawn
           WHERE s.firm_id = $1 AND s.report_uuid = $2 AND s.user_key = withdrawn.user_key
         )
         SELECT user_key FROM withdrawn ORDER BY user_key",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(&keys)
    .load(&mut *transaction)
    .await?;
    let added: Vec<Key> = diesel::sql_query(
        "INSERT INTO report_access (firm_id, report_uuid, user_key)
         SELECT $1, $2, user_key FROM unnest($3) AS user_key ON CONFLICT DO NOTHING RETURNING user_key",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(&keys)
    .load(&mut *transaction)
    .await?;
    let now = app.clock.now();
    let messages: Vec<Message> = added
        .iter()
        .map(|Key { user_key }| Message {
            user_key: user_key.clone(),
            kind: NotificationKind::SharedReport,
            text: format!("{}, from {} {}", saved.name, viewer.first_name, viewer.last_name),
            application_url: address(&saved, users.get(user_key).copied()),
            details: Vec::new(),
            key: format!("{uuid}:{now}"),
        })
        .collect();
    tell(&mut transaction, viewer.firm.id, now, messages).await?;
    let access = access(&mut transaction, &viewer, &saved).await?;
    if !added.is_empty() || !withdrawn.is_empty() {
        let named = |keys: &[Key]| -> Vec<String> {
            keys.iter().take(NAMED).map(|key| key.user_key.clone()).collect()
        };
        let details = json!({ "added": added.len(), "withdrawn": withdrawn.len(),
                              "addedKeys": named(&added), "withdrawnKeys": named(&withdrawn) });
        audit::record(
            &mut transaction,
            &viewer,
            "share",
            ("report", Some(uuid)),
            details,
        )
        .await?;
    }
    transaction.commit().await?;
    for Key { user_key } in added.iter().chain(&withdrawn) {
        app.viewers.forget_user(user_key);
    }
    Ok(Json(access))
}

/// Returns the page where a user of this role opens the report: the report, or its list for roles without
/// reports.
fn address(saved: &Saved, role: Option<FirmUserType>) -> String {
    let permissions = role.map_or_else(Permissions::none, |role| Permissions::of(Role::Firm(role)));
    if permissions.can_read(saved.report_type.feature()) {
        format!("{}/{}", saved.report_type.page(), saved.uuid)
    } else {
        saved.report_type.list_page().to_owned()
    }
}

#[derive(QueryableByName)]
struct Key {
    #[diesel(sql_type = Text)]
    user_key: String,
}

#[derive(QueryableByName)]
struct Colleague {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = diesel::sql_types::SmallInt)]
    firm_user_type: i16,
}

/// Returns the roles of the given users, without the caller. Users of another firm fail like unknown users.
pub(super) async fn colleagues(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    field: &str,
    keys: &[String],
) -> ApiResult<BTreeMap<String, FirmUserType>> {
    let mut findings = Findings::default();
    if keys.len() > MAX_USERS {
        findings.fault(field, "too_many", format!("Select up to {MAX_USERS} users."));
        return Err(ApiError::Invalid(findings.0));
    }
    let wanted: BTreeSet<&str> = keys
        .iter()
        .map(String::as_str)
        .filter(|key| *key != viewer.user_key && !key.contains('\0'))
        .collect();
    let found: Vec<Colleague> = diesel::sql_query(
        "SELECT user_key, firm_user_type FROM firm_assignment JOIN app_user USING (user_key)
         WHERE firm_id = $1 AND user_key = ANY($2) AND firm_assignment.is_active AND NOT is_disabled",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<Array<Text>, _>(wanted.iter().copied().collect::<Vec<_>>())
    .load(connection)
    .await?;
    let found: BTreeMap<String, FirmUserType> = found
        .into_iter()
        .filter_map(|row| {
            let role = u8::try_from(row.firm_user_type)
                .ok()
                .and_then(FirmUserType::from_number)?;
            Some((row.user_key, role))
        })
        .collect();
    for (i, key) in keys.iter().enumerate() {
        if *key != viewer.user_key && !found.contains_key(key) {
            findings.fault(
                format!("{field}[{i}]"),
                "unknown_user",
                "Select a user of your firm.",
            );
        }
    }
    if findings.is_acceptable() {
        Ok(found)
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}
