//! Users of the firm, their roles and the records they can see.

mod add;
mod change;
mod correct;
mod limit;

use super::{Access, Read, Route, Write};
use crate::auth::Viewer;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::records::firm_user;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use shared::permission::Feature::ManageUsers;
use shared::user::FirmUser;

pub fn routes() -> Vec<Route> {
    let (read, write) = (
        Access::Feature(ManageUsers, Read),
        Access::Feature(ManageUsers, Write),
    );
    vec![
        Route::get("/FirmUser", read, list)
            .says("Users", "Lists the users of the firm, by name")
            .gives_all::<FirmUser>("Users"),
        Route::post("/FirmUser", write, add::add)
            .says("Users", "Adds a user of the identity provider to the firm")
            .gives::<FirmUser>(StatusCode::CREATED, "The new user")
            .refuses(StatusCode::CONFLICT, "The person is already a user of the firm")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`user_limit`, `user_disabled`"),
        Route::put("/FirmUser/{userKey}", write, change::change)
            .says(
                "Users",
                "Updates the role, block, supported professionals, active flag, name, sign-in name and email of a user",
            )
            .gives::<FirmUser>(StatusCode::OK, "The saved user")
            .refuses(
                StatusCode::CONFLICT,
                "The user has been changed since, and `current` is the latest version, or the sign-in name is `taken`",
            )
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`last_administrator`, `own_role`, `user_limit`",
            ),
    ]
}

async fn list(State(db): State<Db>, viewer: Viewer) -> ApiResult<Json<Vec<FirmUser>>> {
    let mut transaction = db.begin(viewer.firm.id).await?;
    let users = firm_user::of_firm(&mut transaction, viewer.firm.id, None).await?;
    transaction.commit().await?;
    Ok(Json(users))
}

/// Locks the firm, so that its users are changed by one request at a time. Does not block changes to contracts and
/// contacts. Returns the limit of active users. Fails if a staff member has not opened a firm.
async fn hold_firm(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<Option<i32>> {
    firm_user::change::hold_firm(connection, firm_id)
        .await?
        .ok_or_else(ApiError::no_firm)
}
