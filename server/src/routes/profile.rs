//! The viewer's own profile: name, time zone and display settings.

use super::session::details;
use super::{Access, Body, Route, Write};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::auth::token::Claims;
use crate::error::{ApiError, ApiResult};
use crate::records::firm_user::person;
use axum::{Extension, Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use jiff::tz::TimeZone;
use serde_json::json;
use shared::activity::{FieldChange, field_changes};
use shared::permission::Feature::Settings;
use shared::problem::Findings;
use shared::session::UserDetails;
use shared::user::{ProfileInput, normalize_profile};

pub fn route() -> Route {
    Route::put("/User/profile", Access::Feature(Settings, Write), save)
        .says(
            "Session",
            "Updates the viewer's name, time zone, theme and density",
        )
        .gives::<UserDetails>(StatusCode::OK, "The updated viewer")
}

async fn save(
    State(app): State<App>,
    viewer: Viewer,
    Extension(claims): Extension<Claims>,
    Body(input): Body<ProfileInput>,
) -> ApiResult<Json<UserDetails>> {
    let is_time_zone = |name: &str| TimeZone::get(name).is_ok_and(|zone| zone.iana_name() == Some(name));
    let (profile, faults) = normalize_profile(input, is_time_zone);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    if profile.time_zone != viewer.time_zone {
        must_be_known_here(&mut transaction, &profile.time_zone).await?;
    }
    transaction.now_for_user(&viewer.user_key).await?;
    person::save_profile(&mut transaction, &viewer.user_key, &profile).await?;
    let changes = changes(&viewer, &profile);
    let is_renamed = |change: &FieldChange| matches!(change.field.as_str(), "firstName" | "lastName");
    if changes.iter().any(is_renamed) {
        person::mark_renamed(&mut transaction, viewer.firm.id, &viewer.user_key).await?;
    }
    // Staff who have not opened a firm have no audit log to write to.
    if !changes.is_empty() && viewer.firm.id > 0 {
        let fields: Vec<&str> = changes.iter().map(|change| change.field.as_str()).collect();
        let subject = ("user", viewer.user_key.as_str());
        audit::record(
            &mut transaction,
            &viewer,
            "change",
            subject,
            json!({ "fields": fields, "changes": changes }),
        )
        .await?;
    }
    transaction.commit().await?;
    app.viewers.forget();
    let viewer = app.viewers.find(&app.db, &claims, None).await?.viewer()?;
    Ok(Json(details(&viewer)))
}

/// Fails if PostgreSQL does not know the time zone.
async fn must_be_known_here(connection: &mut AsyncPgConnection, time_zone: &str) -> ApiResult<()> {
    if person::database_knows_time_zone(connection, time_zone).await? {
        return Ok(());
    }
    let mut findings = Findings::default();
    findings.fault("timeZone", "unknown_time_zone", "Select a valid time zone.");
    Err(ApiError::Invalid(findings.0))
}

fn changes(viewer: &Viewer, profile: &ProfileInput) -> Vec<FieldChange> {
    field_changes(
        &json!({ "firstName": viewer.first_name, "lastName": viewer.last_name, "timeZone": viewer.time_zone,
                 "theme": viewer.theme, "density": viewer.density }),
        &json!({ "firstName": profile.first_name, "lastName": profile.last_name, "timeZone": profile.time_zone,
                 "theme": profile.theme.code(), "density": profile.density.code() }),
    )
}
