//! Users' tables: columns, widths, sort order and saved views, available on any device.

use super::{Body, NO_FIRM, Params, PathParams, Route, SignedIn};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records;
use axum::{Json, extract::State};
use http::StatusCode;
use serde::Deserialize;
use shared::list::ListName;
use shared::list::table_state::{
    MAX_VIEWS, SavedView, TableLayout, TableState, TooManyViews, check_layout, check_view,
};
use utoipa::IntoParams;

pub fn routes() -> Vec<Route> {
    let path = "/TableState/{list}";
    let views = "/TableState/{list}/View";
    vec![
        Route::get(path, SignedIn, read)
            .says(
                "Tables",
                "Returns the viewer's layout of a table and its saved views",
            )
            .gives_optional::<TableState>("The table, or null if none is saved"),
        Route::put(path, SignedIn, write)
            .says(
                "Tables",
                "Saves the viewer's layout of a table. Saved views stay as they are",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Saved")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, NO_FIRM),
        Route::put(views, SignedIn, put_view)
            .says(
                "Tables",
                "Saves a view of a table, or replaces the view of the same name",
            )
            .gives_all::<SavedView>("The viewer's views of this table")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, NO_FIRM)
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`too_many`: the table has 30 views",
            ),
        Route::delete(views, SignedIn, remove_view)
            .says("Tables", "Deletes a saved view of a table")
            .gives_all::<SavedView>("The viewer's other views of this table"),
    ]
}

#[derive(Deserialize, IntoParams)]
struct ViewName {
    /// Name of the view, ignoring case and accents
    name: String,
}

/// Looks up a list by its name in paths.
pub(super) fn known(list: &str) -> ApiResult<ListName> {
    ListName::from_name(list).ok_or(ApiError::NotFound("list"))
}

async fn read(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(list): PathParams<String>,
) -> ApiResult<Json<Option<serde_json::Value>>> {
    let list = known(&list)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let state = records::table_state::find(&mut transaction, &viewer, list).await?;
    transaction.commit().await?;
    Ok(Json(state))
}

async fn write(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(list): PathParams<String>,
    Body(layout): Body<TableLayout>,
) -> ApiResult<StatusCode> {
    let list = known(&list)?;
    viewer.may_leave_traces()?;
    check_layout(list, &layout).map_err(ApiError::Invalid)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    records::table_state::save_layout(&mut transaction, &viewer, list, &layout).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn put_view(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(list): PathParams<String>,
    Body(view): Body<SavedView>,
) -> ApiResult<Json<Vec<SavedView>>> {
    let list = known(&list)?;
    viewer.may_leave_traces()?;
    check_view(list, &view).map_err(ApiError::Invalid)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    records::table_state::create(&mut transaction, &viewer, list).await?;
    let locked = records::table_state::lock(&mut transaction, &viewer, list).await?;
    let mut state = locked.unwrap_or_default();
    state.put_view(view).map_err(|TooManyViews| ApiError::Refused {
        code: "too_many",
        message: format!("A list can have up to {MAX_VIEWS} views. Delete one first."),
    })?;
    records::table_state::replace(&mut transaction, &viewer, list, &state).await?;
    transaction.commit().await?;
    Ok(Json(state.views))
}

async fn remove_view(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(list): PathParams<String>,
    Params(ViewName { name }): Params<ViewName>,
) -> ApiResult<Json<Vec<SavedView>>> {
    let list = known(&list)?;
    viewer.may_leave_traces()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let locked = records::table_state::lock(&mut transaction, &viewer, list).await?;
    let mut state = locked.unwrap_or_default();
    // Another browser may have deleted it.
    if state.remove_view(&name) {
        records::table_state::replace(&mut transaction, &viewer, list, &state).await?;
    }
    transaction.commit().await?;
    Ok(Json(state.views))
}
