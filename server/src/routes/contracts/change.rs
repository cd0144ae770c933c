//! Updates policies and annuities. Previous values stay in the value history.

use super::checks::{carrier_of, keep_values, normalized, number_must_be_free, owners_of};
use super::names::Kept;
use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::notify;
use crate::records::contract::change_details;
use crate::records::party;
use crate::records::snapshot::{self, NewSnapshot};
use crate::routes::changed::changed;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use shared::activity::field_changes;
use shared::contract::contracts::{ContractDraft, ContractRecord, Rider, snapshot_of};
use shared::problem::Findings;
use uuid::Uuid;

pub(super) async fn change<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(draft): Body<ContractDraft<C>>,
) -> ApiResult<Json<ContractRecord<C>>> {
    let mut findings = Findings::default();
    if !draft.parties.is_empty() {
        findings.fault(
            "parties",
            "not_here",
            "Parties of an existing contract can't be changed here. Attach or detach them separately.",
        );
    }
    let Some(version) = draft.version.filter(|_| findings.is_acceptable()) else {
        if draft.version.is_none() {
            findings.fault(
                "version",
                "required",
                "Send the version of the record that you last read.",
            );
        }
        return Err(ApiError::Invalid(findings.0));
    };
    let mut transaction = app.db.begin_change(viewer.firm.id).await?;
    // Lock the contract, so that its owners cannot change at the same time.
    party::hold_contract(&mut transaction, &viewer, uuid).await?;
    let before = record::find::<C>(&transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))?;
    if before.version != version {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let owners = owners_of(&before);
    let (contract, riders) = normalized(
        draft.contract,
        draft.riders,
        &viewer,
        app.clock,
        Some(&before.contract),
        owners,
        Findings::default(),
    )?;
    let carrier = carrier_of(&mut transaction, &contract).await?;
    let number = |contract: &C| (contract.carrier_uuid(), contract.number().to_owned());
    if number(&contract) != number(&before.contract) {
        number_must_be_free(&mut transaction, &viewer, &contract, &carrier, uuid).await?;
    }
    if before.contract.values().filled() != contract.values().filled() {
        let is_restored =
            draft.is_undo && restore_values(&mut transaction, &viewer, &before, &contract).await?;
        if !is_restored {
            keep_old_values(&mut transaction, &viewer, &before).await?;
            keep_values(&mut transaction, &viewer, app.clock, uuid, &contract).await?;
        }
    }
    contract
        .update(
            &mut transaction,
            &viewer,
            uuid,
            version,
            &carrier.name,
            riders.as_deref(),
        )
        .await?;
    let after = record::changed(&transaction, &viewer, &before).await?;
    let mut details = change_details(&before.contract, &after.contract, after.version);
    if before.riders != after.riders {
        add_riders(&mut details, &before.riders, &after.riders);
    }
    let (now, today) = (app.clock.now(), viewer.today(app.clock));
    notify::contract::changed(&mut transaction, viewer.firm.id, (C::LINE, &[uuid]), now, today).await?;
    changed(&mut transaction, &viewer, "change", (C::NOUN, uuid), details).await?;
    transaction.commit().await?;
    Ok(Json(after))
}

/// Adds changed riders to the details of the audit entry.
fn add_riders(details: &mut Value, before: &[Rider], after: &[Rider]) {
    let riders = |riders| json!({ "riders": riders });
    for (list, more) in [
        ("fields", vec![json!("riders")]),
        (
            "changes",
            field_changes(&riders(before), &riders(after))
                .into_iter()
                .map(|change| json!(change))
                .collect(),
        ),
    ] {
        if let Some(list) = details[list].as_array_mut() {
            list.extend(more);
        }
    }
}

/// Withdraws the current values from the value history, if the history also has the values of `contract`. Returns
/// whether it did.
async fn restore_values<C: Kept>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    before: &ContractRecord<C>,
    contract: &C,
) -> ApiResult<bool> {
    let restored = contract.values();
    if !restored.is_empty() && snapshot_of(&before.values, &restored).is_none() {
        return Ok(false);
    }
    match snapshot_of(&before.values, &before.contract.values()) {
        Some(current) => Ok(snapshot::withdraw(connection, viewer, before.uuid, current).await?),
        None => Ok(false),
    }
}

/// Adds the previous values to the value history if it lacks them, dated by their as-of date or the last
/// update.
async fn keep_old_values<C: Kept>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    before: &ContractRecord<C>,
) -> ApiResult<()> {
    let values = before.contract.values();
    if values.is_empty() || snapshot_of(&before.values, &values).is_some() {
        return Ok(());
    }
    let written = || before.updated_at.to_zoned(TimeZone::UTC).date();
    let old = NewSnapshot {
        contract: before.uuid,
        line: C::LINE,
        as_of: before.contract.values_as_of().unwrap_or_else(written),
        source: &before.source,
        recorded_by: None,
        values,
    };
    snapshot::add(connection, viewer, old).await?;
    Ok(())
}
