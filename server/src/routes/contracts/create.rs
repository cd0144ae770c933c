//! Adds policies and annuities with their parties.

use super::checks::{carrier_of, keep_values, normalized, number_must_be_free};
use super::names::Kept;
use super::record;
use crate::app::App;
use crate::auth::{Scope, Viewer};
use crate::error::{ApiError, ApiResult};
use crate::notify;
use crate::records::{contact, party};
use crate::routes::Body;
use crate::routes::changed::changed;
use crate::routes::contacts::{must_be_type_of, must_have_no_other_primary};
use crate::routes::idempotency::{self, IdempotencyKey};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use serde_json::json;
use shared::contact::ContactKind;
use shared::contract::InsuredType;
use shared::contract::contracts::{ContractDraft, ContractRecord, PartyDraft};
use shared::problem::Findings;
use uuid::Uuid;

/// Adds a contract. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one record. A
/// keyed hash of the request is stored with it. The same key with a different request fails.
pub(super) async fn create<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(draft): Body<ContractDraft<C>>,
) -> ApiResult<(StatusCode, Json<ContractRecord<C>>)> {
    let about_parties = check_parties(&viewer, &draft)?;
    let request = json!([C::NOUN, draft]);
    let request_hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request.to_string()));
    let owners = draft.owners();
    let (contract, riders) = normalized(
        draft.contract,
        draft.riders.clone(),
        &viewer,
        app.clock,
        None,
        owners,
        about_parties,
    )?;
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);

    let mut transaction = app.db.begin_change(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let carrier = carrier_of(&mut transaction, &contract).await?;
    number_must_be_free(&mut transaction, &viewer, &contract, &carrier, uuid).await?;
    let added = contract
        .clone()
        .insert(
            &mut transaction,
            &viewer,
            uuid,
            &carrier.name,
            riders.as_deref(),
            request_hash.as_deref(),
        )
        .await?;
    if added == 1 {
        let contacts: Vec<Uuid> = draft.parties.iter().map(|party| party.uuid).collect();
        if !contacts.is_empty() {
            party::hold_new_links(&mut transaction, &viewer, contacts.clone()).await?;
            party::hold_contacts(&mut transaction, &viewer, contacts).await?;
        }
        for (index, party) in draft.parties.iter().enumerate() {
            attach::<C>(&mut transaction, &viewer, uuid, party, index).await?;
        }
        if !contract.values().is_empty() {
            keep_values(&mut transaction, &viewer, app.clock, uuid, &contract).await?;
        }
    } else if C::request_hash(&mut transaction, &viewer, uuid).await? != request_hash {
        return Err(idempotency::reused());
    }
    let record = record::find::<C>(&transaction, &viewer, uuid).await?;
    let record = record.ok_or(ApiError::NotFound(C::NOUN))?;
    if added == 1 {
        let (now, today) = (app.clock.now(), viewer.today(app.clock));
        notify::contract::changed(&mut transaction, viewer.firm.id, (C::LINE, &[uuid]), now, today).await?;
        // Also makes lists that are open elsewhere reload.
        changed(&mut transaction, &viewer, "add", (C::NOUN, uuid), json!({})).await?;
    }
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(record)))
}

/// Returns the errors in the parties. A viewer who sees only a block must include one of its agents, so that the
/// contract is visible to them.
fn check_parties<C: Kept>(viewer: &Viewer, draft: &ContractDraft<C>) -> ApiResult<Findings> {
    let mut findings = Findings::default();
    draft.check_parties(&mut findings);
    if let Scope::Block { agents, .. } = &viewer.scopes.rows {
        let is_own = |party: &PartyDraft| party.kind == ContactKind::Agent && agents.contains(&party.uuid);
        if !draft.parties.iter().any(is_own) {
            findings.fault("parties", "agent_required", "Add at least one of your agents.");
        }
    }
    for party in &draft.parties {
        must_be_type_of(party.kind, party.type_id)?;
    }
    Ok(findings)
}

async fn attach<C: Kept>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contract: Uuid,
    draft: &PartyDraft,
    index: usize,
) -> ApiResult<()> {
    contact::find(connection, viewer, draft.kind, draft.uuid)
        .await?
        .ok_or(ApiError::NotFound(draft.kind.noun()))?;
    let is_primary = InsuredType::from_number(draft.type_id).is_some_and(InsuredType::is_primary);
    if draft.kind == ContactKind::Insured && is_primary {
        must_have_no_other_primary(connection, viewer.firm.id, contract, draft.uuid).await?;
    }
    let new = party::NewParty {
        contract,
        line: i16::from(C::LINE.number()),
        contact: draft.uuid,
        kind: draft.kind,
        type_id: i16::from(draft.type_id),
    };
    if party::attach(connection, viewer, &new).await? {
        return Ok(());
    }
    let mut findings = Findings::default();
    findings.fault(
        format!("parties[{index}]"),
        "already_attached",
        "This person is already listed in this role. Remove the duplicate.",
    );
    Err(ApiError::Invalid(findings.0))
}
