//! The gift calendar as an iCalendar feed (RFC 5545) under a private link. Calendar programs cannot sign in, so the
//! link is the only secret. The feed contains no amounts.

use crate::app::App;
use crate::audit;
use crate::auth::secret::{hash, random};
use crate::auth::{Reader, Sight, Viewer};
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::mail::Branding;
use crate::records::calendar_feed;
use crate::records::gift_calendar::calendar;
use crate::routes::PathParams;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::{StatusCode, header};
use icalendar::{Calendar, Component, Event, Property};
use jiff::Timestamp;
use serde_json::json;
use shared::contract::gift::calendar::GiftEvent;
use shared::contract::gift::feed::{CalendarFeed, CalendarLink, READ_SECONDS};
use shared::date::plus_days;
use shared::permission::Feature;
use std::time::Duration;

/// First segment of the links. Logs leave out the rest of the path.
const PATH: &str = "/calendar";
const SUFFIX: &str = ".ics";
/// Days before and after today that a feed contains.
const DAYS: (i64, i64) = (90, 400);
/// Refresh interval suggested to calendar programs.
const REFRESH: &str = "PT6H";

pub(super) async fn find(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<CalendarFeed>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let feed = calendar_feed::find(&mut transaction, &viewer).await?;
    transaction.finish();
    Ok(Json(feed))
}

/// Creates the viewer's link. A previous link stops working.
pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
) -> ApiResult<(StatusCode, Json<CalendarLink>)> {
    must_be_own(&viewer)?;
    let firm_id = viewer.firm.id;
    // The token includes the firm id, because a lookup can read only one firm's rows.
    let token = format!("{firm_id}-{}", random()?);
    let mut transaction = app.db.begin(firm_id).await?;
    // Platform staff are not users of the firm.
    reader(&mut transaction, firm_id, &viewer.user_key)
        .await?
        .ok_or(ApiError::Forbidden)?;
    calendar_feed::set(&mut transaction, &viewer, &hash(&token), app.clock.now()).await?;
    let branding = Branding::of(&app.config, &mut transaction, firm_id).await?;
    audit::record(
        &mut transaction,
        &viewer,
        "linkCalendar",
        ("firm", None),
        json!({}),
    )
    .await?;
    transaction.commit().await?;
    let url = format!("{}{PATH}/{token}{SUFFIX}", branding.base);
    Ok((StatusCode::CREATED, Json(CalendarLink { url })))
}

pub(super) async fn delete(State(app): State<App>, viewer: Viewer) -> ApiResult<StatusCode> {
    must_be_own(&viewer)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    if calendar_feed::delete(&mut transaction, &viewer).await? {
        audit::record(
            &mut transaction,
            &viewer,
            "unlinkCalendar",
            ("firm", None),
            json!({}),
        )
        .await?;
    }
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Fails with `ApiError::Forbidden` during an impersonation, because the link would outlast it, and for viewers of
/// shared reports, who have no calendar.
fn must_be_own(viewer: &Viewer) -> ApiResult<()> {
    if viewer.on_behalf_of().is_some() || viewer.sees_shared_only() {
        return Err(ApiError::Forbidden);
    }
    Ok(())
}

/// Serves the links. They need no access token.
pub fn feeds(app: &App) -> Router {
    Router::new()
        .route(&format!("{PATH}/{{token}}"), get(serve))
        .with_state(app.clone())
}

/// Serves the feed with the gifts that the link's owner can see now.
async fn serve(State(app): State<App>, PathParams(name): PathParams<String>) -> ApiResult<Response> {
    let unknown = || ApiError::NotFound("calendar");
    let token = name.strip_suffix(SUFFIX).ok_or_else(unknown)?;
    let firm_id = token.split_once('-').and_then(|(firm, _)| firm.parse().ok());
    let firm_id: i32 = firm_id.ok_or_else(unknown)?;
    let now = app.clock.now();
    let mut transaction = app.db.begin(firm_id).await?;
    let owner = calendar_feed::of_token(&mut transaction, firm_id, &hash(token))
        .await?
        .ok_or_else(unknown)?;
    let reader = reader(&mut transaction, firm_id, &owner.user_key)
        .await?
        .ok_or_else(unknown)?;
    if let Some(last) = owner.last_read_at {
        let seconds = now.duration_since(last).as_secs();
        if seconds < READ_SECONDS {
            return Err(ApiError::TooMany(Duration::from_secs(
                (READ_SECONDS - seconds).unsigned_abs(),
            )));
        }
    }
    calendar_feed::read(&mut transaction, firm_id, &owner.user_key, now).await?;
    let branding = Branding::of(&app.config, &mut transaction, firm_id).await?;
    let today = app.clock.today_in(&reader.time_zone);
    let sight = Sight {
        firm_id,
        scope: &reader.scope,
        day: today,
        time_zone: &reader.time_zone,
    };
    let days = (
        plus_days(today, -DAYS.0).unwrap_or(today),
        plus_days(today, DAYS.1).unwrap_or(today),
    );
    let found = calendar(&mut transaction, &sight, days, today).await?;
    transaction.commit().await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"gifts.ics\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let body = document(&found.events, &branding, now);
    Ok((headers, body).into_response())
}

/// Looks up a user who works in the firm and may read trusts.
async fn reader(transaction: &mut Transaction, firm_id: i32, user_key: &str) -> ApiResult<Option<Reader>> {
    let reader = Reader::find(transaction, firm_id, user_key).await?;
    Ok(reader.filter(|reader| reader.permissions.can_read(Feature::Trusts)))
}

fn document(events: &[GiftEvent], branding: &Branding, now: Timestamp) -> String {
    let mut calendar = Calendar::new();
    calendar.name(&format!("{} gifts", branding.platform));
    calendar.append_property(("X-PUBLISHED-TTL", REFRESH));
    calendar.append_property(
        Property::new("REFRESH-INTERVAL", REFRESH)
            .add_parameter("VALUE", "DURATION")
            .done(),
    );
    for event in events {
        calendar.push(entry(event, &branding.base, now));
    }
    calendar.to_string()
}

fn entry(event: &GiftEvent, base: &str, now: Timestamp) -> Event {
    let done = if event.is_done { " (done)" } else { "" };
    Event::new()
        .uid(&format!(
            "{}-{}@firmbook",
            event.gift_uuid,
            event.step.to_lowercase()
        ))
        .add_property("DTSTAMP", now.strftime("%Y%m%dT%H%M%SZ").to_string())
        .append_property(
            Property::new("DTSTART", event.day.strftime("%Y%m%d").to_string())
                .add_parameter("VALUE", "DATE")
                .done(),
        )
        .add_property("TRANSP", "TRANSPARENT")
        .summary(&format!("{}{done}: {}", event.step_label, event.trust_name))
        .description(&format!("Policy {}", event.policy_number))
        .url(&format!(
            "{base}/business/policies/{}?tab=gifts&gift={}",
            event.policy_uuid, event.gift_uuid
        ))
        .done()
}
