//! The beneficiaries of a contract. Changes are audited under the contract.

use super::names::Kept;
use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::beneficiary::{self, NewBeneficiary};
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::party;
use crate::records::versioned::PartVersion;
use crate::routes::changed::{changed, part_changes, part_details};
use crate::routes::contact_link::check_link;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::{Value, json};
use shared::contract::PartyRole;
use shared::contract::beneficiary::{
    Beneficiary, BeneficiaryClass, BeneficiaryInput, Designation, Insured, check_count, check_shares,
    is_sole_insured, read,
};
use shared::contract::contracts::ContractRecord;
use shared::problem::Findings;
use uuid::Uuid;

/// Ids, versions and derived fields, which the audit log leaves out.
const DERIVED: [&str; 3] = ["uuid", "version", "contactType"];

/// Adds a beneficiary. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one.
pub(super) async fn add<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(contract): PathParams<Uuid>,
    Body(input): Body<BeneficiaryInput>,
) -> ApiResult<(StatusCode, Json<Beneficiary>)> {
    let uuid = key.unwrap_or_else(new_uuid);
    let request = json!([viewer.user_key, contract, input]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let record = hold::<C>(&mut transaction, &viewer, contract).await?;
    let stored = request_hash(&mut transaction, KeyedRecord::Beneficiary, viewer.firm.id, uuid).await?;
    if let Some(stored) = stored {
        if stored != hash {
            return Err(idempotency::reused());
        }
        return Ok((StatusCode::CREATED, Json(one_of(record.beneficiaries, uuid)?)));
    }
    check_count(record.beneficiaries.len() + 1).map_err(ApiError::refused)?;
    let designation = checked(&mut transaction, &app, &viewer, (&record, None), &input).await?;
    let new = NewBeneficiary {
        uuid,
        line: C::LINE,
        contract,
        designation: &designation,
        request_hash: hash.as_deref(),
        now: app.clock.now(),
    };
    beneficiary::insert(&mut transaction, &viewer, new).await?;
    let added = find(&transaction, &viewer, (contract, uuid)).await?;
    note::<C>(
        &mut transaction,
        &viewer,
        contract,
        part_details(&field(&added), &added.name, false),
    )
    .await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(added)))
}

/// Updates a beneficiary. Responds with 409 and the current one if it was changed since it was read.
pub(super) async fn change<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contract, uuid)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<BeneficiaryInput>,
) -> ApiResult<Json<Beneficiary>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let record = hold::<C>(&mut transaction, &viewer, contract).await?;
    let before = one_of(record.beneficiaries.clone(), uuid)?;
    let version = before.version;
    if input.version != Some(version) {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let new = checked(&mut transaction, &app, &viewer, (&record, Some(&before)), &input).await?;
    let one = PartVersion {
        whole: contract,
        uuid,
        version,
    };
    if !beneficiary::update(&mut transaction, &viewer, one, &new, app.clock.now()).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let after = find(&transaction, &viewer, (contract, uuid)).await?;
    let details = part_changes(&after.name, &before, &after, &DERIVED);
    note::<C>(&mut transaction, &viewer, contract, details).await?;
    transaction.commit().await?;
    Ok(Json(after))
}

pub(super) async fn delete<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contract, uuid)): PathParams<(Uuid, Uuid)>,
    Params(version): Params<VersionRead>,
) -> ApiResult<StatusCode> {
    let version = version.required()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let record = hold::<C>(&mut transaction, &viewer, contract).await?;
    let before = one_of(record.beneficiaries, uuid)?;
    let one = PartVersion {
        whole: contract,
        uuid,
        version,
    };
    if !beneficiary::delete(&mut transaction, &viewer, one, app.clock.now()).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    note::<C>(
        &mut transaction,
        &viewer,
        contract,
        part_details(&field(&before), &before.name, true),
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted beneficiary, unless the shares of its class would exceed 100 percent.
pub(super) async fn restore<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contract, uuid)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Json<Beneficiary>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let others = hold::<C>(&mut transaction, &viewer, contract)
        .await?
        .beneficiaries;
    if !beneficiary::restore(&mut transaction, &viewer, (contract, uuid), app.clock.now()).await? {
        return Err(ApiError::NotFound("beneficiary"));
    }
    check_count(others.len() + 1).map_err(ApiError::refused)?;
    let restored = find(&transaction, &viewer, (contract, uuid)).await?;
    if let Some(class) = BeneficiaryClass::from_code(&restored.class) {
        check_shares(&others, Some(uuid), class, restored.share()).map_err(ApiError::refused)?;
    }
    note::<C>(
        &mut transaction,
        &viewer,
        contract,
        part_details(&field(&restored), &restored.name, false),
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(restored))
}

/// Locks a contract and returns its record. The lock prevents concurrent changes while shares are added up.
async fn hold<C: Kept>(
    transaction: &mut Transaction,
    viewer: &Viewer,
    contract: Uuid,
) -> ApiResult<ContractRecord<C>> {
    party::hold_contract(transaction, viewer, contract).await?;
    record::find::<C>(transaction, viewer, contract)
        .await?
        .ok_or(ApiError::NotFound(C::NOUN))
}

/// Validates a beneficiary against the others and the insureds. `before` is the saved beneficiary.
async fn checked<C: Kept>(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (record, before): (&ContractRecord<C>, Option<&Beneficiary>),
    input: &BeneficiaryInput,
) -> ApiResult<Designation> {
    let mut findings = Findings::default();
    let designation = read(input, viewer.today(app.clock), &mut findings);
    if let Some(new) = &designation {
        let own = before.map(|before| before.uuid);
        if let Err(fault) = check_shares(&record.beneficiaries, own, new.class, new.share_percent) {
            findings.refuse("sharePercent", fault);
        }
    }
    let kept = before.and_then(|before| before.contact_uuid);
    check_link(transaction, viewer, input.contact_uuid, kept, &mut findings).await?;
    if let Some(linked) = input.contact_uuid
        && is_sole_insured(&insureds(record), linked)
    {
        let message = "The insured can't be a beneficiary of this policy. Link a different contact.";
        findings.fault("contactUuid", "is_insured", message);
    }
    designation
        .filter(|_| findings.is_acceptable())
        .ok_or(ApiError::Invalid(findings.0))
}

fn insureds<C>(record: &ContractRecord<C>) -> Vec<Insured> {
    let parties = record.parties.iter();
    parties
        .filter(|party| party.role == PartyRole::Insured.code())
        .map(|party| Insured {
            uuid: party.uuid,
            name: party.name.clone(),
        })
        .collect()
}

async fn find(
    transaction: &Transaction,
    viewer: &Viewer,
    (contract, uuid): (Uuid, Uuid),
) -> ApiResult<Beneficiary> {
    one_of(
        beneficiary::of_contract(transaction, viewer, contract).await?,
        uuid,
    )
}

fn one_of(all: Vec<Beneficiary>, uuid: Uuid) -> ApiResult<Beneficiary> {
    all.into_iter()
        .find(|one| one.uuid == uuid)
        .ok_or(ApiError::NotFound("beneficiary"))
}

/// Returns the audit field for adding or removing a beneficiary.
fn field(one: &Beneficiary) -> String {
    format!("{}Beneficiary", one.class.to_lowercase())
}

async fn note<C: Kept>(
    transaction: &mut Transaction,
    viewer: &Viewer,
    contract: Uuid,
    details: Value,
) -> ApiResult<()> {
    Ok(changed(transaction, viewer, "change", (C::NOUN, contract), details).await?)
}
