//! Report sharing by the owner.

use super::owned;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::firm_user;
use crate::records::report::{Saved, sharing};
use crate::report::message::{Message, tell};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::json;
use shared::notification::NotificationKind;
use shared::permission::{FirmUserType, Permissions, Role};
use shared::problem::Findings;
use shared::report::share::grants;
use shared::report::{MAX_USERS, Opens, ReportAccess, ReportAccessInput, ReportReader};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Maximum number of user keys in an audit entry. The entry also has the total number.
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

/// Lists the active users of the firm with their access. Includes inactive users who still have access, so
/// that it can be removed.
async fn access(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    saved: &Saved,
) -> ApiResult<ReportAccess> {
    let readers = sharing::readers(connection, viewer.firm.id, saved.uuid).await?;
    let users = firm_user::of_firm(connection, viewer.firm.id, None).await?;
    let data = users
        .into_iter()
        .filter(|user| user.user_key != saved.owner_key)
        .filter(|user| user.is_active || readers.contains_key(&user.user_key))
        .map(|user| {
            let shared = readers.get(&user.user_key);
            let opens = shared.map(|shared| shared.opens).unwrap_or_default();
            ReportReader {
                name: format!("{} {}", user.first_name, user.last_name),
                is_outside_advisor: user.firm_user_type == FirmUserType::TrustedAdvisor.number(),
                user_type: user.firm_user_type_label,
                has_access: shared.is_some(),
                opens_records: opens.records,
                opens_documents: opens.documents,
                is_subscribed: shared.is_some_and(|shared| shared.is_subscribed),
                user_key: user.user_key,
            }
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
    let mut findings = Findings::default();
    let is_outside_advisor = |key: &str| users.get(key) == Some(&FirmUserType::TrustedAdvisor);
    let granted = grants(&input, is_outside_advisor, &mut findings);
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let keys: Vec<&str> = users.keys().map(String::as_str).collect();
    let firm_id = viewer.firm.id;
    let withdrawn = sharing::withdraw_from_others(&mut transaction, firm_id, uuid, &keys).await?;
    let added = sharing::share(&mut transaction, firm_id, uuid, &keys).await?;
    let opens = |key: &str| granted.get(key).copied().unwrap_or_default();
    let wanted: Vec<(&str, Opens)> = keys.iter().map(|key| (*key, opens(key))).collect();
    let regranted = sharing::set_opens(&mut transaction, firm_id, uuid, &wanted).await?;
    let now = app.clock.now();
    let messages: Vec<Message> = added
        .iter()
        .map(|user_key| Message {
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
    let first = |keys: &[String]| -> Vec<String> { keys.iter().take(NAMED).cloned().collect() };
    if !added.is_empty() || !withdrawn.is_empty() {
        let details = json!({ "added": added.len(), "withdrawn": withdrawn.len(),
                              "addedKeys": first(&added), "withdrawnKeys": first(&withdrawn) });
        audit::record(
            &mut transaction,
            &viewer,
            "share",
            ("report", Some(uuid)),
            details,
        )
        .await?;
    }
    if !regranted.is_empty() {
        let with = |wanted: Opens| -> Vec<String> {
            let keys = regranted.iter().filter(|key| opens(key) == wanted);
            first(&keys.cloned().collect::<Vec<_>>())
        };
        let [rows, records, documents] = [(false, false), (true, false), (true, true)]
            .map(|(records, documents)| with(Opens { records, documents }));
        let details = json!({ "changed": regranted.len(), "rowsOnlyKeys": rows, "recordsKeys": records,
                              "recordsAndDocumentsKeys": documents });
        audit::record(
            &mut transaction,
            &viewer,
            "grant",
            ("report", Some(uuid)),
            details,
        )
        .await?;
    }
    transaction.commit().await?;
    for user_key in added.iter().chain(&withdrawn).chain(&regranted) {
        app.viewers.forget_user(user_key);
    }
    Ok(Json(access))
}

/// Returns the page where a user of this role opens the report. This is the report's page or, for roles without
/// reports, the list narrowed to the report.
fn address(saved: &Saved, role: Option<FirmUserType>) -> String {
    let permissions = role.map_or_else(Permissions::none, |role| Permissions::of(Role::Firm(role)));
    if permissions.can_read(saved.report_type.feature()) {
        format!("{}/{}", saved.report_type.page(), saved.uuid)
    } else {
        format!("{}?report={}", saved.report_type.list_page(), saved.uuid)
    }
}

/// Returns the roles of the given users except the caller. Users of other firms fail like unknown users.
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
    let wanted: Vec<&str> = wanted.into_iter().collect();
    let found = sharing::active_users_among(connection, viewer.firm.id, &wanted).await?;
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
