//! Subscriptions to changes in a report.

use super::list::one;
use super::readable;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::report::subscription::{self, Delivery};
use crate::records::report::{Saved, sharing};
use crate::report::state;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use jiff::tz::TimeZone;
use serde_json::json;
use shared::problem::Findings;
use shared::report::digest::next_morning;
use shared::report::{MAX_USERS, Report, SubscriptionInput};
use std::collections::BTreeSet;
use uuid::Uuid;

pub(super) async fn set(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<SubscriptionInput>,
) -> ApiResult<Json<Report>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = readable(&mut transaction, &viewer, uuid).await?;
    viewer.may_write(saved.report_type.feature())?;
    let own = viewer.user_key.as_str();
    let others = but(own, &input.subscribed_user_keys);
    let removed = but(own, &input.removed_user_keys);
    let named = others.union(&removed).copied().chain([own]);
    let named: Vec<&str> = named.filter(|key| !key.contains('\0')).collect();
    let firm_id = viewer.firm.id;
    let before = subscription::subscribers(&mut transaction, firm_id, uuid, &named).await?;
    if saved.owner_key == own {
        must_have_access(&mut transaction, &viewer, &saved, &input.subscribed_user_keys).await?;
    } else {
        let known: BTreeSet<&str> = before.subscribed_user_keys.iter().map(String::as_str).collect();
        if !removed.is_empty() || !others.is_subset(&known) {
            return Err(ApiError::Forbidden);
        }
    }
    let wants_own = input.subscribed_user_keys.iter().any(|key| key == own);
    let after = before
        .set_all(removed.iter().copied(), false)
        .set_all(others.iter().copied(), true)
        .set(own, wants_own);
    // Users who were not named keep their subscription.
    let after = &after.subscribed_user_keys;
    subscription::unsubscribe(&mut transaction, firm_id, uuid, &named, after).await?;
    // Uses the viewer's time zone for now. Each subscriber's own time is computed when the first digest is
    // due.
    let zone = TimeZone::get(&viewer.time_zone).unwrap_or(TimeZone::UTC);
    let delivery = Delivery {
        is_digest: input.is_digest,
        next_digest_at: next_morning(app.clock.now(), &zone),
        changes_of: own,
    };
    subscription::subscribe(&mut transaction, firm_id, uuid, after, delivery).await?;
    let report = one(&mut transaction, &app, &viewer, uuid).await?;
    let details = json!({ "fields": ["subscription"], "subscribers": report.subscription_count });
    audit::record(
        &mut transaction,
        &viewer,
        "change",
        ("report", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    if wants_own {
        begin_here(&app, &viewer, &saved).await?;
    }
    Ok(Json(report))
}

/// Stores the current state of the report as the viewer's baseline. Other subscribers get theirs on the first
/// comparison.
async fn begin_here(app: &App, viewer: &Viewer, saved: &Saved) -> ApiResult<()> {
    let sight = viewer.row_sight();
    let state = match state::take(&app.db, app.clock, &sight, saved).await {
        Ok(state) => state,
        // A report that cannot run gets its baseline after it is repaired.
        Err(ApiError::Refused { .. }) => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    if !state::begin(
        &mut transaction,
        viewer.firm.id,
        saved.uuid,
        &viewer.user_key,
        &state,
    )
    .await?
    {
        state::forget(&mut transaction, viewer.firm.id, &state).await?;
    }
    transaction.commit().await
}

/// Returns the keys without `own`.
fn but<'a>(own: &str, keys: &'a [String]) -> BTreeSet<&'a str> {
    keys.iter()
        .map(String::as_str)
        .filter(|key| *key != own)
        .collect()
}

/// Fails with `ApiError::Invalid` for each user that the report is not shared with.
async fn must_have_access(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    saved: &Saved,
    keys: &[String],
) -> ApiResult<()> {
    let mut findings = Findings::default();
    if keys.len() > MAX_USERS {
        findings.fault(
            "subscribedUserKeys",
            "too_many",
            format!("Select up to {MAX_USERS} users."),
        );
        return Err(ApiError::Invalid(findings.0));
    }
    let wanted: Vec<&str> = keys
        .iter()
        .map(String::as_str)
        .filter(|key| !key.contains('\0'))
        .collect();
    let found = sharing::readers_among(connection, viewer.firm.id, saved.uuid, &wanted).await?;
    for (i, key) in keys.iter().enumerate() {
        if *key != viewer.user_key && !found.contains(key) {
            findings.fault(
                format!("subscribedUserKeys[{i}]"),
                "no_access",
                "Share the report with this user first.",
            );
        }
    }
    if findings.is_acceptable() {
        Ok(())
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}
