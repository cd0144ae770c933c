//! Attaches contacts to policies and annuities, and detaches them.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::contact;
use crate::records::party::primary::{PRIMARY_INSURED, other_primary};
use crate::records::party::{self, Between, NewParty};
use crate::routes::changed::{changed, tell};
use crate::routes::repeated::{must_repeat, repeats};
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::contact::attach::{AttachInput, AttachOwnerInput};
use shared::contact::owner_type::OwnerType;
use shared::contact::{ContactKind, ContactRecord};
use shared::contract::{AgentType, InsuredType};
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

pub(super) async fn attach_owner(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((firm_id, contract)): PathParams<(i32, Uuid)>,
    Body(input): Body<AttachOwnerInput>,
) -> ApiResult<Json<ContactRecord>> {
    viewer.must_be_in(firm_id)?;
    must_repeat([
        ("firmId", repeats(input.firm_id, firm_id)),
        ("policyUuid", repeats(input.policy_uuid, contract)),
    ])?;
    link(
        ContactKind::Owner,
        &app,
        &viewer,
        firm_id,
        contract,
        input.uuid,
        input.type_id,
    )
    .await
}

pub(super) async fn attach(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((firm_id, contract, type_id)): PathParams<(i32, Uuid, u8)>,
    Body(input): Body<AttachInput>,
) -> ApiResult<Json<ContactRecord>> {
    viewer.must_be_in(firm_id)?;
    let is_primary = InsuredType::from_number(type_id).is_some_and(InsuredType::is_primary);
    let fits = |repeated: bool, own: ContactKind| !repeated || kind == own;
    must_repeat([
        ("firmId", repeats(input.firm_id, firm_id)),
        ("policyUuid", repeats(input.policy_uuid, contract)),
        (
            "agentTypeId",
            repeats(input.agent_type_id, type_id) && fits(input.agent_type_id.is_some(), ContactKind::Agent),
        ),
        (
            "isPrimary",
            repeats(input.is_primary, is_primary) && fits(input.is_primary.is_some(), ContactKind::Insured),
        ),
    ])?;
    link(kind, &app, &viewer, firm_id, contract, input.uuid, type_id).await
}

async fn link(
    kind: ContactKind,
    app: &App,
    viewer: &Viewer,
    firm_id: i32,
    contract: Uuid,
    uuid: Uuid,
    type_id: u8,
) -> ApiResult<Json<ContactRecord>> {
    must_be_type_of(kind, type_id)?;
    let mut transaction = app.db.begin(firm_id).await?;
    party::hold_new_links(&mut transaction, viewer, vec![uuid]).await?;
    contact::find(&mut transaction, viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    party::hold_contract(&mut transaction, viewer, contract).await?;
    let row = party::find_contract(&mut transaction, viewer, contract)
        .await?
        .ok_or(ApiError::NotFound("contract"))?;
    if kind == ContactKind::Insured && InsuredType::from_number(type_id).is_some_and(InsuredType::is_primary)
    {
        must_have_no_other_primary(&mut transaction, firm_id, contract, uuid).await?;
    }
    let new = NewParty {
        contract,
        line: row.line,
        contact: uuid,
        kind,
        type_id: i16::from(type_id),
    };
    if !party::attach(&mut transaction, viewer, &new).await? {
        return Err(ApiError::Refused {
            code: "already_attached",
            message: format!(
                "{} is already attached to {} in this role. Select a different role.",
                noun_phrase(kind),
                row.number
            ),
        });
    }
    tell(&mut transaction, viewer, (row.noun(), contract), false).await?;
    let details = json!({ "contract": contract, "typeId": type_id });
    changed(&mut transaction, viewer, "attach", (kind.noun(), uuid), details).await?;
    let record = contact::find(&mut transaction, viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    transaction.commit().await?;
    Ok(Json(record.into()))
}

fn noun_phrase(kind: ContactKind) -> &'static str {
    match kind {
        ContactKind::Agent => "The agent",
        ContactKind::Owner => "The owner",
        ContactKind::Insured => "The insured",
    }
}

pub(in crate::routes) fn must_be_type_of(kind: ContactKind, type_id: u8) -> ApiResult<()> {
    let is_known = match kind {
        ContactKind::Agent => AgentType::from_number(type_id).is_some(),
        ContactKind::Owner => OwnerType::from_number(type_id).is_some(),
        ContactKind::Insured => InsuredType::from_number(type_id).is_some(),
    };
    if is_known {
        return Ok(());
    }
    let mut findings = Findings::default();
    findings.fault(
        "typeId",
        "unknown_choice",
        format!(
            "{} can't have type {type_id}. Select a valid type.",
            noun_phrase(kind)
        ),
    );
    Err(ApiError::Invalid(findings.0))
}

/// Fails if the contract has a primary insured other than `insured`.
pub(in crate::routes) async fn must_have_no_other_primary(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contract: Uuid,
    insured: Uuid,
) -> ApiResult<()> {
    match other_primary(connection, firm_id, &[contract], insured).await? {
        Some(name) => Err(ApiError::Refused {
            code: "second_primary",
            message: format!("{name} is already the primary insured. Select a different role."),
        }),
        None => Ok(()),
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct DetachParams {
    /// The role to remove. Default: all roles
    type_id: Option<u8>,
}

pub(super) async fn detach(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((firm_id, contract, contact)): PathParams<(i32, Uuid, Uuid)>,
    Params(params): Params<DetachParams>,
) -> ApiResult<StatusCode> {
    viewer.must_be_in(firm_id)?;
    let mut transaction = app.db.begin(firm_id).await?;
    contact::find(&mut transaction, &viewer, kind, contact)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    party::hold_contract(&mut transaction, &viewer, contract).await?;
    let row = party::find_contract(&mut transaction, &viewer, contract)
        .await?
        .ok_or(ApiError::NotFound("contract"))?;
    let between = Between {
        kind,
        contract,
        contact,
    };
    if party::detach(&mut transaction, &viewer, &between, params.type_id).await? == 0 {
        return Err(ApiError::NotFound("contract"));
    }
    tell(&mut transaction, &viewer, (row.noun(), contract), false).await?;
    let details = json!({ "contract": contract, "typeId": params.type_id });
    changed(
        &mut transaction,
        &viewer,
        "detach",
        (kind.noun(), contact),
        details,
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undoes the last [`detach`] by restoring the links with their roles.
pub(super) async fn restore(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((firm_id, contract, contact)): PathParams<(i32, Uuid, Uuid)>,
) -> ApiResult<Json<ContactRecord>> {
    viewer.must_be_in(firm_id)?;
    let mut transaction = app.db.begin(firm_id).await?;
    // The contact or the contract may be visible to this user only through the restored link.
    let is_visible = contact::find(&mut transaction, &viewer, kind, contact)
        .await?
        .is_some();
    let between = Between {
        kind,
        contract,
        contact,
    };
    party::hold_contract(&mut transaction, &viewer, contract).await?;
    let restored = party::restore(&mut transaction, &viewer, &between, !is_visible).await?;
    if restored.is_empty() {
        return Err(ApiError::NotFound(if is_visible {
            "contract"
        } else {
            kind.noun()
        }));
    }
    let row = party::find_contract(&mut transaction, &viewer, contract)
        .await?
        .ok_or(ApiError::NotFound("contract"))?;
    let types: Vec<i16> = restored.iter().map(|link| link.type_id).collect();
    if kind == ContactKind::Insured && types.contains(&PRIMARY_INSURED) {
        must_have_no_other_primary(&mut transaction, firm_id, contract, contact).await?;
    }
    tell(&mut transaction, &viewer, (row.noun(), contract), false).await?;
    let details = json!({ "contract": contract, "restored": types });
    changed(
        &mut transaction,
        &viewer,
        "attach",
        (kind.noun(), contact),
        details,
    )
    .await?;
    let record = contact::find(&mut transaction, &viewer, kind, contact)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    transaction.commit().await?;
    Ok(Json(record.into()))
}
