//! Who is told when a report changes.

use super::list::one;
use super::readable;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::audit;
use crate::db::models::report::Saved;
use crate::error::{ApiError, ApiResult};
use crate::report::state;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
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
    let own = &viewer.user_key;
    let others: BTreeSet<&String> = input
        .subscribed_user_keys
        .iter()
        .filter(|key| *key != own)
        .collect();
    let removed: BTreeSet<&String> = input.removed_user_keys.iter().filter(|key| *key != own).collect();
    if saved.owner_key == *own {
        must_have_access(&mut transaction, &viewer, &saved, &input.subscribed_user_keys).await?;
    } else {
        let known = subscribers(&mut transaction, &viewer, uuid, &others).await?;
        if !removed.is_empty() || known < others.len() {
            return Err(ApiError::Forbidden);
        }
    }
    let wants_own = input.subscribed_user_keys.contains(own);
    let mut removed: Vec<&String> = removed.into_iter().collect();
    if !wants_own {
        removed.push(own);
    }
    diesel::sql_query(
        "DELETE FROM report_subscription WHERE firm_id = $1 AND report_uuid = $2 AND user_key = ANY($3)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(&removed)
    .execute(&mut *transaction)
    .await?;
    let mut added: Vec<&String> = others.into_iter().collect();
    if wants_own {
        added.push(own);
    }
    // Each subscriber's morning is found when their first digest is due.
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
    .bind::<Array<Text>, _>(&added)
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

/// From now on the viewer is told what changes. Others begin where they are first looked at.
async fn begin_here(app: &App, viewer: &Viewer, saved: &Saved) -> ApiResult<()> {
    let sight = viewer.sight();
    let state = match state::take(app, &sight, saved).await {
        Ok(state) => state,
        // What cannot be run begins when it was repaired.
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

#[derive(QueryableByName)]
struct Key {
    #[diesel(sql_type = Text)]
    user_key: String,
}

/// How many of these subscribe already.
async fn subscribers(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    keys: &BTreeSet<&String>,
) -> QueryResult<usize> {
    let found: Vec<Key> = diesel::sql_query(
        "SELECT user_key FROM report_subscription WHERE firm_id = $1 AND report_uuid = $2 AND user_key = ANY($3)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(keys.iter().collect::<Vec<_>>())
    .load(connection)
    .await?;
    Ok(found.len())
}

/// Nobody is told of a report that is not shared with them.
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
            format!("Name {MAX_USERS} users at most."),
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
                "Share the report with a user before you subscribe them.",
            );
        }
    }
    if findings.is_acceptable() {
        Ok(())
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}
