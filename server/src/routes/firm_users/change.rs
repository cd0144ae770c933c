//! Changes the role of a user in the firm and the records they can see.

use super::{count, hold_firm, must_be_within};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::firm_user;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
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
    store(&mut transaction, firm_id, &user_key, &input).await?;
    if is_administrator(before.firm_user_type, before.is_active)
        && !is_administrator(input.firm_user_type, input.is_active)
    {
        must_have_administrator(&mut transaction, firm_id).await?;
    }
    if input.is_active && !before.is_active {
        must_be_within(&mut transaction, firm_id, limit).await?;
    }
    let after = firm_user::find(&mut transaction, firm_id, &user_key)
        .await?
        .ok_or(ApiError::NotFound("user"))?;
    let details = json!({
        "fields": changed_fields(&before, &after),
        "role": FirmUserType::label_of(after.firm_user_type),
        "isActive": after.is_active,
        "version": after.version,
    });
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

fn changed_fields(before: &FirmUser, after: &FirmUser) -> Vec<&'static str> {
    [
        ("firmUserType", before.firm_user_type != after.firm_user_type),
        ("isActive", before.is_active != after.is_active),
        ("agentUuids", before.agent_uuids != after.agent_uuids),
        (
            "professionalKeys",
            before.professional_keys != after.professional_keys,
        ),
    ]
    .into_iter()
    .filter_map(|(field, is_changed)| is_changed.then_some(field))
    .collect()
}

async fn store(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    input: &FirmUserInput,
) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE firm_assignment SET firm_user_type = $3, is_active = $4, version = version + 1
         WHERE firm_id = $1 AND user_key = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .bind::<SmallInt, _>(i16::from(input.firm_user_type))
    .bind::<Bool, _>(input.is_active)
    .execute(connection)
    .await?;
    for sql in [
        // A deleted agent stays in the block, so that restoring the agent also restores the assignment.
        "DELETE FROM firm_assignment_agent WHERE firm_id = $1 AND user_key = $2 AND NOT agent_uuid = ANY($3)
           AND agent_uuid IN (SELECT uuid FROM contact WHERE firm_id = $1 AND deleted_at IS NULL)",
        "INSERT INTO firm_assignment_agent (firm_id, user_key, agent_uuid) SELECT $1, $2, unnest($3)
         ON CONFLICT DO NOTHING",
    ] {
        diesel::sql_query(sql)
            .bind::<Integer, _>(firm_id)
            .bind::<Text, _>(user_key)
            .bind::<Array<SqlUuid>, _>(&input.agent_uuids)
            .execute(connection)
            .await?;
    }
    for sql in [
        "DELETE FROM firm_assignment_support WHERE firm_id = $1 AND user_key = $2 AND NOT professional_key = ANY($3)",
        "INSERT INTO firm_assignment_support (firm_id, user_key, professional_key) SELECT $1, $2, unnest($3)
         ON CONFLICT DO NOTHING",
    ] {
        diesel::sql_query(sql)
            .bind::<Integer, _>(firm_id)
            .bind::<Text, _>(user_key)
            .bind::<Array<Text>, _>(&input.professional_keys)
            .execute(connection)
            .await?;
    }
    // A user who is no longer a professional has no block that office managers could support.
    if FirmUserType::from_number(input.firm_user_type) != Some(FirmUserType::Professional) {
        diesel::sql_query("DELETE FROM firm_assignment_support WHERE firm_id = $1 AND professional_key = $2")
            .bind::<Integer, _>(firm_id)
            .bind::<Text, _>(user_key)
            .execute(connection)
            .await?;
    }
    Ok(())
}

fn is_administrator(firm_user_type: u8, is_active: bool) -> bool {
    is_active && firm_user_type == FirmUserType::AccountAdministrator.number()
}

async fn must_have_administrator(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<()> {
    let left = "SELECT count(*) AS count FROM firm_assignment JOIN app_user USING (user_key)
                WHERE firm_id = $1 AND is_active AND NOT is_disabled AND firm_user_type = 1";
    if count(connection, firm_id, left).await? == 0 {
        return Err(ApiError::Refused {
            code: "last_administrator",
            message: "This is the last active account administrator. Make another user an account administrator first.".into(),
        });
    }
    Ok(())
}

#[derive(QueryableByName)]
struct Agent {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

/// Reports each given agent that does not exist in the firm.
async fn must_be_agents(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    wanted: &[Uuid],
    sent: &[Uuid],
) -> ApiResult<()> {
    let found: Vec<Agent> = diesel::sql_query(
        "SELECT uuid FROM contact WHERE firm_id = $1 AND kind = 1 AND deleted_at IS NULL AND uuid = ANY($2)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(wanted)
    .load(connection)
    .await?;
    let found: HashSet<Uuid> = found.into_iter().map(|agent| agent.uuid).collect();
    let is_missing = |uuid: &Uuid| wanted.contains(uuid) && !found.contains(uuid);
    missing(
        "agentUuids",
        "Select an agent of your firm.",
        sent.iter().map(is_missing),
    )
}

#[derive(QueryableByName)]
struct Professional {
    #[diesel(sql_type = Text)]
    user_key: String,
}

/// Reports each given professional that does not exist in the firm. Users cannot support themselves.
async fn must_be_professionals(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    wanted: &[String],
    sent: &[String],
) -> ApiResult<()> {
    let keys: Vec<&String> = wanted.iter().filter(|key| !key.contains('\0')).collect();
    let found: Vec<Professional> = diesel::sql_query(
        "SELECT user_key FROM firm_assignment
         WHERE firm_id = $1 AND firm_user_type = 2 AND user_key = ANY($2) AND user_key <> $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(keys)
    .bind::<Text, _>(user_key)
    .load(connection)
    .await?;
    let found: HashSet<String> = found
        .into_iter()
        .map(|professional| professional.user_key)
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
