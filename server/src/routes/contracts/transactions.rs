//! Loans and withdrawals of a contract. Changes are audited under the contract.

use super::names::Kept;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::contract_transaction::{self, NewTransaction};
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::party;
use crate::records::versioned::PartVersion;
use crate::routes::changed::{changed, part_changes, part_details};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::{Value, json};
use shared::contract::transaction::{
    ContractTransaction, TransactionEntry, TransactionFacts, TransactionHistory, TransactionInput,
    check_count, history, read,
};
use shared::problem::Findings;
use uuid::Uuid;

/// Audit field for adding or removing a transaction.
const FIELD: &str = "transaction";
/// Ids, versions and derived fields, which the audit log leaves out.
const DERIVED: [&str; 5] = ["uuid", "version", "name", "kindLabel", "balanceAfter"];

/// Lists the transactions with the figures derived from them.
pub(super) async fn get<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(contract): PathParams<Uuid>,
) -> ApiResult<Json<TransactionHistory>> {
    let transaction = app.db.begin(viewer.firm.id).await?;
    let facts = facts::<C>(&transaction, &viewer, contract).await?;
    let all = contract_transaction::of_contract(&transaction, &viewer, contract).await?;
    transaction.finish();
    Ok(Json(history(all, &facts, viewer.today(app.clock))))
}

/// Adds a transaction. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one.
pub(super) async fn add<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(contract): PathParams<Uuid>,
    Body(input): Body<TransactionInput>,
) -> ApiResult<(StatusCode, Json<ContractTransaction>)> {
    let uuid = key.unwrap_or_else(new_uuid);
    let request = json!([viewer.user_key, contract, input]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let held = Held::of::<C>(&mut transaction, &app, &viewer, contract).await?;
    let kind = KeyedRecord::ContractTransaction;
    let stored = request_hash(&mut transaction, kind, viewer.firm.id, uuid).await?;
    if let Some(stored) = stored {
        if stored != hash {
            return Err(idempotency::reused());
        }
        return Ok((StatusCode::CREATED, Json(held.one(uuid)?)));
    }
    check_count(held.history.transactions.len() + 1).map_err(ApiError::refused)?;
    let entry = held.checked(&app, &viewer, &input)?;
    let new = NewTransaction {
        uuid,
        line: C::LINE,
        contract,
        entry: &entry,
        request_hash: hash.as_deref(),
        now: app.clock.now(),
    };
    contract_transaction::insert(&mut transaction, &viewer, new).await?;
    let added = held.reload(&transaction, &app, &viewer).await?.one(uuid)?;
    let details = part_details(FIELD, &added.name, false);
    note::<C>(&mut transaction, &viewer, contract, details).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(added)))
}

/// Updates a transaction. Responds with 409 and the current one if it was changed since it was read.
pub(super) async fn change<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contract, uuid)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<TransactionInput>,
) -> ApiResult<Json<ContractTransaction>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let held = Held::of::<C>(&mut transaction, &app, &viewer, contract).await?;
    let before = held.one(uuid)?;
    let version = before.version;
    if input.version != Some(version) {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let new = held.checked(&app, &viewer, &input)?;
    let one = PartVersion {
        whole: contract,
        uuid,
        version,
    };
    if !contract_transaction::update(&mut transaction, &viewer, one, &new, app.clock.now()).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let after = held.reload(&transaction, &app, &viewer).await?.one(uuid)?;
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
    let held = Held::of::<C>(&mut transaction, &app, &viewer, contract).await?;
    let before = held.one(uuid)?;
    let one = PartVersion {
        whole: contract,
        uuid,
        version,
    };
    if !contract_transaction::delete(&mut transaction, &viewer, one, app.clock.now()).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let details = part_details(FIELD, &before.name, true);
    note::<C>(&mut transaction, &viewer, contract, details).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn restore<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contract, uuid)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Json<ContractTransaction>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let held = Held::of::<C>(&mut transaction, &app, &viewer, contract).await?;
    let now = app.clock.now();
    if !contract_transaction::restore(&mut transaction, &viewer, (contract, uuid), now).await? {
        return Err(ApiError::NotFound("transaction"));
    }
    let after = held.reload(&transaction, &app, &viewer).await?;
    check_count(after.history.transactions.len()).map_err(ApiError::refused)?;
    let restored = after.one(uuid)?;
    let details = part_details(FIELD, &restored.name, false);
    note::<C>(&mut transaction, &viewer, contract, details).await?;
    transaction.commit().await?;
    Ok(Json(restored))
}

/// A locked contract's transactions. The lock prevents concurrent changes while they are counted.
struct Held {
    contract: Uuid,
    facts: TransactionFacts,
    history: TransactionHistory,
}

impl Held {
    async fn of<C: Kept>(
        transaction: &mut Transaction,
        app: &App,
        viewer: &Viewer,
        contract: Uuid,
    ) -> ApiResult<Self> {
        party::hold_contract(transaction, viewer, contract).await?;
        let facts = facts::<C>(transaction, viewer, contract).await?;
        Self::load(transaction, app, viewer, (contract, facts)).await
    }

    /// Reloads the transactions after a change.
    async fn reload(self, transaction: &Transaction, app: &App, viewer: &Viewer) -> ApiResult<Self> {
        Self::load(transaction, app, viewer, (self.contract, self.facts)).await
    }

    async fn load(
        transaction: &Transaction,
        app: &App,
        viewer: &Viewer,
        (contract, facts): (Uuid, TransactionFacts),
    ) -> ApiResult<Self> {
        let all = contract_transaction::of_contract(transaction, viewer, contract).await?;
        Ok(Self {
            contract,
            history: history(all, &facts, viewer.today(app.clock)),
            facts,
        })
    }

    fn one(&self, uuid: Uuid) -> ApiResult<ContractTransaction> {
        let mut all = self.history.transactions.iter();
        let found = all.find(|one| one.uuid == uuid);
        found.cloned().ok_or(ApiError::NotFound("transaction"))
    }

    fn checked(&self, app: &App, viewer: &Viewer, input: &TransactionInput) -> ApiResult<TransactionEntry> {
        let known = (self.facts.line, self.facts.issue_date);
        let mut findings = Findings::default();
        read(input, known, viewer.today(app.clock), &mut findings).ok_or(ApiError::Invalid(findings.0))
    }
}

/// Loads the values of a contract that is visible to the viewer.
async fn facts<C: Kept>(
    transaction: &Transaction,
    viewer: &Viewer,
    contract: Uuid,
) -> ApiResult<TransactionFacts> {
    let stored = C::find(transaction, viewer, contract).await?;
    let stored = stored.ok_or(ApiError::NotFound(C::NOUN))?;
    Ok(stored.contract.transaction_facts())
}

async fn note<C: Kept>(
    transaction: &mut Transaction,
    viewer: &Viewer,
    contract: Uuid,
    details: Value,
) -> ApiResult<()> {
    Ok(changed(transaction, viewer, "change", (C::NOUN, contract), details).await?)
}
