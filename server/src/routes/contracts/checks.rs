//! Checks shared by adding and updating contracts.

use super::names::Kept;
use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::clock::Clock;
use crate::error::{ApiError, ApiResult};
use crate::records::carrier;
use crate::records::contract::number_is_taken;
use crate::records::snapshot::{self, NewSnapshot};
use crate::routes::{Body, Params};
use axum::{Json, extract::State};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use serde::Deserialize;
use shared::contact::ContactKind;
use shared::contract::contracts::{Carrier, Context, ContractDraft, ContractRecord, Rider};
use shared::contract::rider;
use shared::problem::{FieldProblem, Findings};
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
pub(super) struct CheckParams {
    /// UUID of the contract to change. Omit for a new one
    uuid: Option<Uuid>,
}

/// Validates a draft without saving it. Returns errors and warnings.
pub(super) async fn check<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<CheckParams>,
    Body(draft): Body<ContractDraft<C>>,
) -> ApiResult<Json<Vec<FieldProblem>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = match params.uuid {
        Some(uuid) => Some(
            record::find::<C>(&transaction, &viewer, uuid)
                .await?
                .ok_or(ApiError::NotFound(C::NOUN))?,
        ),
        None => None,
    };
    let context = Context {
        today: viewer.today(app.clock),
        before: before.as_ref().map(|record| &record.contract),
        owners: before.as_ref().map_or_else(|| draft.owners(), owners_of),
    };
    let (contract, findings) = draft.contract.normalize(&context);
    let mut found = in_draft(findings);
    let mut about_riders = Findings::default();
    rider::normalize(draft.riders.unwrap_or_default(), &mut about_riders);
    found.extend(about_riders.0);
    if let Some(carrier) = contract.carrier_uuid()
        && let Some(carrier) = carrier::find(&mut transaction, carrier).await?
    {
        let own = params.uuid.unwrap_or_default();
        let free = number_must_be_free(&mut transaction, &viewer, &contract, &carrier, own).await;
        if let Err(ApiError::Taken { field, message }) = free {
            found.push(FieldProblem {
                field,
                code: "taken".into(),
                message,
                warning: false,
            });
        }
    }
    transaction.finish();
    Ok(Json(found))
}

pub(super) fn owners_of<C>(record: &ContractRecord<C>) -> usize {
    record
        .parties
        .iter()
        .filter(|party| party.kind == ContactKind::Owner)
        .count()
}

/// Prefixes the fields of findings with their path in the draft.
fn in_draft(mut findings: Findings) -> Vec<FieldProblem> {
    for finding in &mut findings.0 {
        finding.field = format!("contract.{}", finding.field);
    }
    findings.0
}

/// Normalizes and validates a contract and its riders. The error includes those about its parties.
pub(super) fn normalized<C: Kept>(
    contract: C,
    riders: Option<Vec<Rider>>,
    viewer: &Viewer,
    clock: Clock,
    before: Option<&C>,
    owners: usize,
    about_parties: Findings,
) -> ApiResult<(C, Option<Vec<Rider>>)> {
    let context = Context {
        today: viewer.today(clock),
        before,
        owners,
    };
    let (contract, findings) = contract.normalize(&context);
    let mut about_riders = Findings::default();
    let riders = riders.map(|riders| rider::normalize(riders, &mut about_riders));
    if findings.is_acceptable() && about_riders.is_acceptable() && about_parties.is_acceptable() {
        Ok((contract, riders))
    } else {
        let mut found = in_draft(findings);
        found.extend(about_riders.0);
        found.extend(about_parties.0);
        Err(ApiError::Invalid(found))
    }
}

pub(super) async fn carrier_of<C: Kept>(
    connection: &mut AsyncPgConnection,
    contract: &C,
) -> ApiResult<Carrier> {
    let found = match contract.carrier_uuid() {
        Some(uuid) => carrier::find(connection, uuid).await?,
        None => None,
    };
    found.ok_or_else(|| {
        let mut findings = Findings::default();
        findings.fault(
            "contract.carrierUuid",
            "unknown_code",
            "Select a carrier from the list.",
        );
        ApiError::Invalid(findings.0)
    })
}

/// Fails if the carrier has another contract with the same number in the firm.
pub(super) async fn number_must_be_free<C: Kept>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contract: &C,
    carrier: &Carrier,
    own: Uuid,
) -> ApiResult<()> {
    let taken =
        number_is_taken::<C>(connection, viewer.firm.id, carrier.uuid, contract.number(), own).await?;
    if taken {
        return Err(ApiError::Taken {
            field: format!("contract.{}", C::NUMBER),
            message: format!(
                "{} already has a contract with this number. Enter a different number.",
                carrier.name
            ),
        });
    }
    Ok(())
}

/// Adds the values of the contract to its value history, dated by their as-of date or today.
pub(super) async fn keep_values<C: Kept>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    clock: Clock,
    uuid: Uuid,
    contract: &C,
) -> QueryResult<usize> {
    let new = NewSnapshot {
        contract: uuid,
        line: C::LINE,
        as_of: contract.values_as_of().unwrap_or_else(|| viewer.today(clock)),
        source: "Manual",
        recorded_by: Some(&viewer.user_key),
        values: contract.values(),
    };
    snapshot::add(connection, viewer, new).await
}
