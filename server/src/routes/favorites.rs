//! The viewer's favorites.

use super::{NO_FIRM, PathParams, Route, SignedIn};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::favorites::favorites;
use crate::records::favorite;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::favorite::{Favorite, FavoriteKind, MAX_FAVORITES};
use uuid::Uuid;

pub fn routes() -> Vec<Route> {
    let path = "/Favorite/{favoriteKind}/{uuid}";
    vec![
        Route::get("/Favorite", SignedIn, list)
            .says(
                "Favorites",
                "Lists the viewer's favorite records, the latest first",
            )
            .gives_all::<Favorite>("The favorites whose records the viewer can open"),
        Route::put(path, SignedIn, add)
            .says("Favorites", "Adds a record to the viewer's favorites")
            .gives_nothing(StatusCode::NO_CONTENT, "The record is a favorite")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, NO_FIRM)
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`too_many`: the viewer has 100 favorites",
            ),
        Route::delete(path, SignedIn, remove)
            .says("Favorites", "Removes a record from the viewer's favorites")
            .gives_nothing(StatusCode::NO_CONTENT, "The record is no favorite"),
    ]
}

fn known(kind: &str) -> ApiResult<FavoriteKind> {
    FavoriteKind::from_code(kind).ok_or(ApiError::NotFound("kind of record"))
}

async fn list(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<Favorite>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let found = favorites(&mut transaction, &viewer).await?;
    transaction.finish();
    Ok(Json(found))
}

async fn add(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, uuid)): PathParams<(String, Uuid)>,
) -> ApiResult<StatusCode> {
    let kind = known(&kind)?;
    viewer.may_leave_traces()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    favorite::add(&mut transaction, &viewer, (kind, uuid)).await?;
    let stored = favorite::count(&mut transaction, &viewer).await?;
    if usize::try_from(stored).is_ok_and(|count| count > MAX_FAVORITES) {
        return Err(ApiError::Refused {
            code: "too_many",
            message: format!("You can have up to {MAX_FAVORITES} favorites. Remove one first."),
        });
    }
    let found = favorites(&mut transaction, &viewer).await?;
    if !found.iter().any(|one| one.kind == kind && one.uuid == uuid) {
        return Err(ApiError::NotFound("record"));
    }
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, uuid)): PathParams<(String, Uuid)>,
) -> ApiResult<StatusCode> {
    let kind = known(&kind)?;
    viewer.may_leave_traces()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    if !favorite::remove(&mut transaction, &viewer, (kind, uuid)).await? {
        return Err(ApiError::NotFound("favorite"));
    }
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
