//! List views that users share with their firm.

use super::table_state::known;
use super::{Body, NO_FIRM, PathParams, Route, SignedIn};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::shared_view;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::list::ListName;
use shared::list::shared_view::{SharedView, check_shared};
use shared::list::table_state::SavedView;
use uuid::Uuid;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/SharedView/{list}", SignedIn, list)
            .says("Tables", "Lists the views of a list that users shared with the firm, by name")
            .gives_all::<SharedView>("The views. None for users who see only shared reports"),
        Route::put("/SharedView/{list}/{uuid}", SignedIn, save)
            .says(
                "Tables",
                "Shares a view of a list with the firm, or replaces the viewer's shared view. The client chooses the uuid",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Shared")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, NO_FIRM)
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`too_many`: the firm shares 100 views of this list",
            ),
        Route::delete("/SharedView/{list}/{uuid}", SignedIn, delete)
            .says(
                "Tables",
                "Deletes a shared view. Users delete their own, and users who can edit firm settings delete all",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
    ]
}

/// Returns the list if the viewer can read it.
fn readable(viewer: &Viewer, list: &str) -> ApiResult<ListName> {
    let list = known(list)?;
    viewer.may_read(list.spec().feature)?;
    Ok(list)
}

/// Checks that the viewer can change shared views.
///
/// # Errors
/// Returns `ApiError::Forbidden` for users who see only shared reports, and during a view-only impersonation.
fn may_share(viewer: &Viewer) -> ApiResult<()> {
    viewer.may_leave_traces()?;
    if viewer.sees_shared_only() {
        return Err(ApiError::Forbidden);
    }
    Ok(())
}

async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(list): PathParams<String>,
) -> ApiResult<Json<Vec<SharedView>>> {
    let list = readable(&viewer, &list)?;
    if viewer.sees_shared_only() {
        return Ok(Json(Vec::new()));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let views = shared_view::of_list(&mut transaction, &viewer, list).await?;
    transaction.finish();
    Ok(Json(views))
}

async fn save(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((list, uuid)): PathParams<(String, Uuid)>,
    Body(view): Body<SavedView>,
) -> ApiResult<StatusCode> {
    let list = readable(&viewer, &list)?;
    may_share(&viewer)?;
    check_shared(list, &view).map_err(ApiError::Invalid)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    shared_view::save(&mut transaction, &viewer, (list, uuid), &view).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((list, uuid)): PathParams<(String, Uuid)>,
) -> ApiResult<StatusCode> {
    let list = readable(&viewer, &list)?;
    may_share(&viewer)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let is_deleted = shared_view::delete(&mut transaction, &viewer, (list, uuid)).await?;
    transaction.commit().await?;
    if is_deleted {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound("view"))
    }
}
