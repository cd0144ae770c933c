//! Who is signed in, what they may do, and the accounts they can choose.

use super::{PathParams, Route, SignedIn};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use axum::{Extension, Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, SmallInt, Text};
use diesel_async::RunQueryDsl;
use http::StatusCode;
use serde::Serialize;
use shared::permission::{FirmUserType, Permissions};
use utoipa::ToSchema;

/// What the frame shows of the viewer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserDetails {
    user_key: String,
    firm_user_first_name: String,
    firm_user_last_name: String,
    firm_id: i32,
    firm_name: String,
    firm_user_type: i16,
    firm_user_type_label: String,
    /// Set for staff only.
    admin_user_type: Option<i16>,
    has_multiple_firm_assignments: bool,
    has_admin_account: bool,
    /// Demo firms accept tax numbers that are never issued.
    is_demo_firm: bool,
}

/// A firm that the user can work for.
#[derive(Serialize, QueryableByName, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = Text)]
    firm_name: String,
    #[diesel(sql_type = Text)]
    first_name: String,
    #[diesel(sql_type = Text)]
    last_name: String,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
    #[diesel(sql_type = Bool)]
    is_firm_active: bool,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/User/details", SignedIn, details)
            .says("Session", "The viewer")
            .gives::<UserDetails>(StatusCode::OK, "The viewer"),
        Route::get("/User/permissions", SignedIn, async |viewer: Viewer| {
            Json(viewer.permissions.clone())
        })
        .says("Session", "What the viewer may do")
        .gives::<Permissions>(StatusCode::OK, "Every feature with read and write"),
        Route::get("/Account", SignedIn, accounts)
            .says("Session", "The firms that the viewer can work for")
            .gives_all::<Account>("Accounts"),
        Route::put("/Account/firm/{firmId}", SignedIn, choose)
            .says("Session", "Chooses the firm for this sign-in")
            .gives::<Permissions>(StatusCode::OK, "What the viewer may do there"),
    ]
}

async fn details(viewer: Viewer) -> Json<UserDetails> {
    let number = u8::try_from(viewer.role).unwrap_or(0);
    Json(UserDetails {
        user_key: viewer.user_key.clone(),
        firm_user_first_name: viewer.first_name.clone(),
        firm_user_last_name: viewer.last_name.clone(),
        firm_id: viewer.firm.id,
        firm_name: viewer.firm.name.clone(),
        firm_user_type: viewer.role,
        firm_user_type_label: FirmUserType::label_of(number),
        admin_user_type: None,
        has_multiple_firm_assignments: viewer.assignments > 1,
        has_admin_account: false,
        is_demo_firm: viewer.firm.is_demo,
    })
}

async fn accounts(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<Account>>> {
    let mut transaction = app.db.begin_for_user(&viewer.user_key).await?;
    let accounts = diesel::sql_query(
        "SELECT firm_id, firm.name AS firm_name, first_name, last_name, firm_user_type,
           firm.is_active AND firm_assignment.is_active AS is_firm_active
         FROM firm_assignment JOIN firm USING (firm_id) JOIN app_user USING (user_key)
         WHERE user_key = $1 ORDER BY firm.name",
    )
    .bind::<Text, _>(&viewer.user_key)
    .load(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Json(accounts))
}

/// Later calls of this sign-in answer for the chosen firm.
async fn choose(
    State(app): State<App>,
    viewer: Viewer,
    Extension(claims): Extension<crate::auth::token::Claims>,
    PathParams(firm_id): PathParams<i32>,
) -> ApiResult<Json<Permissions>> {
    let mut transaction = app.db.begin_for_user(&viewer.user_key).await?;
    let chosen = diesel::sql_query(
        "UPDATE user_session SET chosen_firm_id = $3
         WHERE user_key = $1 AND session_id = $2 AND EXISTS (
           SELECT FROM firm_assignment JOIN firm USING (firm_id)
           WHERE user_key = $1 AND firm_id = $3 AND firm_assignment.is_active AND firm.is_active)",
    )
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Text, _>(claims.session_id())
    .bind::<Integer, _>(firm_id)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    if chosen == 0 {
        return Err(ApiError::NotFound("firm"));
    }
    app.viewers.forget();
    Ok(Json(Viewer::of(&app.db, &claims).await?.permissions.clone()))
}
