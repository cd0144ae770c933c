//! The home page: work that is due, and unread notifications.

mod assign;
mod queue;
mod snooze;

use super::{Access, Params, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::notification::{self, Asked, Part};
use crate::records::subject::SubjectKind;
use axum::{Json, extract::State};
use http::StatusCode;
use queue::Wanted;
use serde::Deserialize;
use shared::contact::ContactKind;
use shared::home::{Assignee, Home, NOTIFICATIONS, WorkKind};
use shared::permission::Feature;
use utoipa::IntoParams;
use uuid::Uuid;

const GROUP: &str = "Home";

pub fn routes() -> Vec<Route> {
    let read = Access::Feature(Feature::Home, Read);
    let row = "/Home/queue/{workKind}/{workUuid}";
    vec![
        Route::get("/Home", read, home)
            .queries()
            .says(
                GROUP,
                "Returns the work that needs attention, earliest first, and unread notifications",
            )
            .asks::<HomeParams>()
            .gives::<Home>(StatusCode::OK, "Work of the kinds that the viewer can read")
            .refuses(
                StatusCode::NOT_FOUND,
                "`not_found`: the viewer cannot open this agent",
            ),
        Route::put(format!("{row}/snooze"), read, snooze::set)
            .says(GROUP, "Hides a row from the viewer's queue until a day")
            .gives_nothing(StatusCode::NO_CONTENT, "Hidden")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`too_many_snoozed`: the viewer has snoozed 200 other rows",
            ),
        Route::delete(format!("{row}/snooze"), read, snooze::end)
            .says(GROUP, "Shows a snoozed row in the viewer's queue again")
            .gives_nothing(StatusCode::NO_CONTENT, "Shown"),
        Route::get(format!("{row}/assignees"), read, assign::candidates)
            .says(
                GROUP,
                "Lists the users who can be assigned to a row: those who can change its record",
            )
            .gives_all::<Assignee>("Up to 200 users, by name"),
        Route::put(format!("{row}/assignment"), read, assign::set)
            .says(GROUP, "Assigns a row to a user who can change its record")
            .gives_nothing(StatusCode::NO_CONTENT, "Assigned"),
        Route::delete(format!("{row}/assignment"), read, assign::end)
            .says(GROUP, "Assigns a row to no one")
            .gives_nothing(StatusCode::NO_CONTENT, "Assigned to no one"),
    ]
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct HomeParams {
    /// Only work on contracts of this agent, and on people of these contracts
    agent_uuid: Option<Uuid>,
    /// `open` (default), `mine` or `snoozed`
    view: Option<String>,
    /// Maximum number of rows, 1 to 200. Default 25
    rows: Option<u16>,
    /// `WorkKind` codes to leave out, separated by commas
    hidden: Option<String>,
}

async fn home(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<HomeParams>,
) -> ApiResult<Json<Home>> {
    let wanted = Wanted::try_from(params)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    if let Some(agent) = wanted.agent {
        let agents = SubjectKind::Contact(ContactKind::Agent);
        agents.must_see(&mut transaction, &viewer, agent).await?;
    }
    let queue = queue::load(&mut transaction, &viewer, &wanted, viewer.today(app.clock)).await?;
    let (firm_id, user_key, at) = (viewer.firm.id, &viewer.user_key, app.clock.now());
    let unread = Asked {
        days: Some(app.config.notification_days),
        is_unread: true,
        ..Asked::default()
    };
    let counts = notification::count(&transaction, firm_id, user_key, at, unread).await?;
    let latest = Part::first(NOTIFICATIONS.into());
    let latest = notification::find(&transaction, firm_id, user_key, at, unread, latest).await?;
    transaction.finish();
    Ok(Json(Home {
        queue,
        unread_count: counts.unread,
        unread: latest.into_iter().map(Into::into).collect(),
    }))
}

/// Returns the kind of a row from its path.
///
/// # Errors
/// Returns `ApiError::NotFound` for an unknown kind, and `ApiError::Forbidden` if the viewer cannot read it.
fn readable(viewer: &Viewer, kind: &str) -> ApiResult<WorkKind> {
    let kind = WorkKind::from_code(kind).ok_or(ApiError::NotFound("kind of work"))?;
    if queue::can_read(viewer, kind) {
        Ok(kind)
    } else {
        Err(ApiError::Forbidden)
    }
}
