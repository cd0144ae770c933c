//! Adds a user to the firm.

use super::hold_firm;
use super::limit::must_be_within;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::firm_user;
use crate::records::firm_user::change::assign;
use crate::records::firm_user::person::{self, NewUser};
use crate::routes::Body;
use axum::{Json, extract::State};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use serde_json::json;
use shared::permission::FirmUserType;
use shared::user::{FirmUser, NewFirmUser, normalize_new, required_names};

pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    Body(input): Body<NewFirmUser>,
) -> ApiResult<(StatusCode, Json<FirmUser>)> {
    let (input, faults) = normalize_new(input);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let limit = hold_firm(&mut transaction, firm_id).await?;
    let issuer = &app.config.oidc.issuer;
    transaction.now_for_sign_in(issuer, &input.login).await?;
    let user_key = key_of(&mut transaction, issuer, &input).await?;
    if !assign(&mut transaction, firm_id, &user_key, input.firm_user_type).await? {
        return Err(ApiError::Taken {
            field: "login".into(),
            message: "This person is already a user of your firm.".into(),
        });
    }
    must_be_within(&mut transaction, &app, &viewer, limit).await?;
    let user = firm_user::find(&mut transaction, firm_id, &user_key)
        .await?
        .ok_or(ApiError::NotFound("user"))?;
    let details = json!({ "role": FirmUserType::label_of(input.firm_user_type) });
    audit::record(
        &mut transaction,
        &viewer,
        "add",
        ("user", user_key.as_str()),
        details,
    )
    .await?;
    transaction.commit().await?;
    app.viewers.forget();
    Ok((StatusCode::CREATED, Json(user)))
}

/// Returns the key of the user with this login, creating the user if the login is new.
async fn key_of(connection: &mut AsyncPgConnection, issuer: &str, input: &NewFirmUser) -> ApiResult<String> {
    if let Some(known) = known(connection, issuer, &input.login).await? {
        return known;
    }
    let (first_name, last_name) = required_names(input).map_err(ApiError::Invalid)?;
    let new = NewUser {
        user_key: crate::ids::new_uuid().simple().to_string(),
        issuer,
        subject: &input.login,
        first_name,
        last_name,
        email: input.email.as_deref(),
    };
    person::insert(connection, new).await?;
    // Another firm may have added the same user at the same time. If so, use that one.
    known(connection, issuer, &input.login)
        .await?
        .ok_or(ApiError::NotFound("user"))?
}

async fn known(
    connection: &mut AsyncPgConnection,
    issuer: &str,
    login: &str,
) -> QueryResult<Option<ApiResult<String>>> {
    let known = person::of_login(connection, issuer, login).await?;
    Ok(known.map(|known| {
        if known.is_disabled {
            return Err(ApiError::Refused {
                code: "user_disabled",
                message: "This user has been disabled. Contact support.".into(),
            });
        }
        Ok(known.user_key)
    }))
}
