//! Changes a user: role, access and assignments in the firm, and name, sign-in name and email.

use super::correct::correct;
use super::hold_firm;
use super::limit::must_be_within;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::firm_user::{self, change};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::{Value, json};
use shared::activity::field_changes;
use shared::permission::FirmUserType;
use shared::problem::Findings;
use shared::user::{FirmUser, FirmUserInput, normalize_change};
use std::collections::HashSet;
use uuid::Uuid;

pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(user_key): PathParams<String>,
    Body(input): Body<FirmUserInput>,
) -> ApiResult<Json<FirmUser>> {
    if user_key.contains('\0') {
        return Err(ApiError::NotFound("user"));
    }
    let (sent_agents, sent_professionals) = (input.agent_uuids.clone(), input.professional_keys.clone());
    let (input, faults) = normalize_change(input);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let limit = hold_firm(&mut transaction, firm_id).await?;
    let before = firm_user::find(&mut transaction, firm_id, &user_key)
        .await?
        .ok_or(ApiError::NotFound("user"))?;
    if before.version != input.version {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    if user_key == viewer.user_key && before.firm_user_type != input.firm_user_type {
        return Err(ApiError::Refused {
            code: "own_role",
            message: "You can't change your own role. Ask another account administrator.".into(),
        });
    }
    must_be_agents(&mut transaction, firm_id, &input.agent_uuids, &sent_agents).await?;
    must_be_professionals(
        &mut transaction,
        firm_id,
        &user_key,
        &input.professional_keys,
        &sent_professionals,
    )
    .await?;
    correct(&mut transaction, &before, &input).await?;
    change::save(&mut transaction, firm_id, &user_key, &input).await?;
    if is_administrator(before.firm_user_type, before.is_active)
        && !is_administrator(input.firm_user_type, input.is_active)
    {
        must_have_administrator(&mut transaction, firm_id).await?;
    }
    if input.is_active && !before.is_active {
        must_be_within(&mut transaction, &app, &viewer, limit).await?;
    }
    let after = firm_user::find(&mut transaction, firm_id, &user_key)
        .await?
        .ok_or(ApiError::NotFound("user"))?;
    let details = audited(&before, &after);
    audit::record(
        &mut transaction,
        &viewer,
        "change",
        ("user", user_key.as_str()),
        details,
    )
    .await?;
    transaction.commit().await?;
    app.viewers.forget();
    Ok(Json(after))
}

/// Maximum number of agents and users in each list of an audit entry.
const NAMED: usize = 100;

/// Returns the audit details: role and access from and to, and who was added to and removed from the lists.
fn audited(before: &FirmUser, after: &FirmUser) -> Value {
    let terms = |user: &FirmUser| {
        json!({ "login": user.login, "firstName": user.first_name, "lastName": user.last_name, "email": user.email,
                "firmUserType": FirmUserType::label_of(user.firm_user_type), "isActive": user.is_active })
    };
    let changes = field_changes(&terms(before), &terms(after));
    let mut fields: Vec<&str> = changes.iter().map(|change| change.field.as_str()).collect();
    if before.agent_uuids != after.agent_uuids {
        fields.push("agentUuids");
    }
    if before.professional_keys != after.professional_keys {
        fields.push("professionalKeys");
    }
    json!({
        "fields": fields,
        "changes": changes,
        "agentsAdded": missing_from(&before.agent_uuids, &after.agent_uuids),
        "agentsRemoved": missing_from(&after.agent_uuids, &before.agent_uuids),
        "professionalsAdded": missing_from(&before.professional_keys, &after.professional_keys),
        "professionalsRemoved": missing_from(&after.professional_keys, &before.professional_keys),
        "version": after.version,
    })
}

/// Returns the first of `all` that `some` does not contain.
fn missing_from<'a, T: PartialEq>(some: &[T], all: &'a [T]) -> Vec<&'a T> {
    all.iter().filter(|one| !some.contains(one)).take(NAMED).collect()
}

fn is_administrator(firm_user_type: u8, is_active: bool) -> bool {
    is_active && firm_user_type == FirmUserType::AccountAdministrator.number()
}

async fn must_have_administrator(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<()> {
    if change::count_administrators(connection, firm_id).await? == 0 {
        return Err(ApiError::Refused {
            code: "last_administrator",
            message: "This is the last active account administrator. Make another user an account administrator first.".into(),
        });
    }
    Ok(())
}

/// Fails with `ApiError::Invalid` for each given agent that does not exist in the firm.
async fn must_be_agents(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    wanted: &[Uuid],
    sent: &[Uuid],
) -> ApiResult<()> {
    let found: HashSet<Uuid> = change::agents_among(connection, firm_id, wanted)
        .await?
        .into_iter()
        .collect();
    let is_missing = |uuid: &Uuid| wanted.contains(uuid) && !found.contains(uuid);
    missing(
        "agentUuids",
        "Select an agent of your firm.",
        sent.iter().map(is_missing),
    )
}

/// Fails with `ApiError::Invalid` for each given professional that does not exist in the firm. Users cannot support
/// themselves.
async fn must_be_professionals(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    wanted: &[String],
    sent: &[String],
) -> ApiResult<()> {
    let keys: Vec<&str> = wanted
        .iter()
        .map(String::as_str)
        .filter(|key| !key.contains('\0'))
        .collect();
    let found: HashSet<String> = change::professionals_among(connection, firm_id, user_key, &keys)
        .await?
        .into_iter()
        .collect();
    let is_missing = |key: &String| wanted.contains(key) && !found.contains(key);
    missing(
        "professionalKeys",
        "Select a professional of your firm.",
        sent.iter().map(is_missing),
    )
}

fn missing(field: &str, message: &str, are_missing: impl Iterator<Item = bool>) -> ApiResult<()> {
    let mut findings = Findings::default();
    for (i, is_missing) in are_missing.enumerate() {
        if is_missing {
            findings.fault(format!("{field}[{i}]"), "not_found", message);
        }
    }
    if findings.0.is_empty() {
        Ok(())
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}
