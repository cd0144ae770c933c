//! Table layouts of a user: columns, widths and sort order, on any device.

use super::{Body, NO_FIRM, PathParams, Route, SignedIn};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::list::ListName;
use shared::list::table_state::{self, TableState};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/TableState/{list}", SignedIn, read)
            .says("Tables", "Returns the viewer's layout of a table")
            .gives_optional::<TableState>("The layout, or null if none is saved"),
        Route::put("/TableState/{list}", SignedIn, write)
            .says("Tables", "Saves the viewer's layout of a table")
            .gives_nothing(StatusCode::NO_CONTENT, "Saved")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, NO_FIRM),
    ]
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
    Body(state): Body<TableState>,
) -> ApiResult<StatusCode> {
    let list = known(&list)?;
    viewer.may_leave_traces()?;
    table_state::check_state(list, &state).map_err(ApiError::Invalid)?;
    let state = serde_json::to_value(&state).map_err(anyhow::Error::from)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    records::table_state::save(&mut transaction, &viewer, list, &state).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
