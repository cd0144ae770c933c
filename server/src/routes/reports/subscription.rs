//! Subscriptions to changes of a report.

use super::list::one;
use super::readable;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::report::Saved;
use crate::report::state;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::tz::TimeZone;
use serde_json::json;
use shared::problem::Findings;
use shared::report::digest::next_morning;
use shared::report::{MAX_USERS, Report, ReportSubscription, SubscriptionInput};
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
    let before = subscribers(&mut transaction, &viewer, uuid, &named).await?;
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
    diesel::sql_query(
        "DELETE FROM report_subscription
         WHERE firm_id = $1 AND report_uuid = $2 AND user_key = ANY($3) AND user_key <> ALL($4)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(&named)
    .bind::<Array<Text>, _>(&after.subscribed_user_keys)
    .execute(&mut *transaction)
    .await?;
    // Uses the viewer's time zone for now. Each subscriber's own time is computed when the first digest is
    // due.
    let zone = TimeZone::get(&viewer.time_zone).unwrap_or(TimeZone::UTC);
    let morning = next_morning(app.clock.now(), &zone);
    diesel::sql_query(
        "INSERT INTO report_subscription AS s (firm_id, report_uuid, user_key, is_digest, next_digest_at)
         SELECT $1, $2, user_key, $4, $5 FROM unnest($3) AS user_key
         ON CONFLICT (firm_id, report_uuid, user_key) DO UPDATE SET is_digest = excluded.is_digest
         WHERE s.user_key = $6",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(&after.subscribed_user_keys)
    .bind::<Bool, _>(input.is_digest)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(morning))
    .bind::<Text, _>(own)
    .execute(&mut *transaction)
    .await?;
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
    let sight = viewer.sight();
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

#[derive(QueryableByName)]
struct Subscribers {
    #[diesel(sql_type = BigInt)]
    subscription_count: i64,
    #[diesel(sql_type = Array<Text>)]
    subscribed_user_keys: Vec<String>,
}

/// Loads the number of subscribers, and which of the named users subscribe.
async fn subscribers(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    named: &[&str],
) -> QueryResult<ReportSubscription> {
    let found: Subscribers = diesel::sql_query(
        "SELECT count(*) AS subscription_count,
           coalesce(array_agg(user_key) FILTER (WHERE user_key = ANY($3)), '{}') AS subscribed_user_keys
         FROM report_subscription WHERE firm_id = $1 AND report_uuid = $2",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(named)
    .get_result(connection)
    .await?;
    Ok(ReportSubscription {
        subscription_count: found.subscription_count,
        subscribed_user_keys: found.subscribed_user_keys,
    })
}

#[derive(QueryableByName)]
struct Key {
    #[diesel(sql_type = Text)]
    user_key: String,
}

/// Reports each user that the report is not shared with.
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
    let wanted: Vec<&String> = keys.iter().filter(|key| !key.contains('\0')).collect();
    let found: Vec<Key> = diesel::sql_query(
        "SELECT user_key FROM report_access WHERE firm_id = $1 AND report_uuid = $2 AND user_key = ANY($3)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(saved.uuid)
    .bind::<Array<Text>, _>(wanted)
    .load(connection)
    .await?;
    let found: BTreeSet<String> = found.into_iter().map(|key| key.user_key).collect();
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
