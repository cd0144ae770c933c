//! Changes of many contracts at once: preview, change, undo.

use super::names::Kept;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::notify;
use crate::records::bulk_edit::{self, Change, Changes};
use crate::records::contract::Stored;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::routes::changed::{contract_details, tell};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::list_query;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::{Value, json};
use shared::contract::PolicyStatus;
use shared::contract::bulk::{
    Applied, BulkChange, BulkEdit, BulkPreview, BulkRequest, BulkSelection, BulkUndone, apply,
};
use shared::list::{ListName, ListQuery};
use std::collections::HashMap;
use uuid::Uuid;

/// Most contracts whose open pages are told of the change. Pages of further ones notice it when they save.
const MAX_TOLD: usize = 200;

/// Returns what a change would do, without making it.
pub(super) async fn preview<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<BulkRequest>,
) -> ApiResult<Json<BulkPreview>> {
    check::<C>(&request)?;
    let query = query::<C>(&app, &viewer, request.contracts).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let uuids = bulk_edit::find(&mut transaction, viewer.firm.id, &query).await?;
    let planned = plan::<C>(&mut transaction, &app, &viewer, &uuids, &request.change).await?;
    transaction.finish();
    Ok(Json(planned.preview))
}

/// Changes the contracts for which the change is valid, and skips the others. An `Idempotency-Key` becomes the uuid of
/// the edit, so that a repeated request changes nothing more.
pub(super) async fn change<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(request): Body<BulkRequest>,
) -> ApiResult<Json<BulkEdit>> {
    check::<C>(&request)?;
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let hashed = json!([viewer.user_key, C::NOUN, request]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &hashed));
    let query = query::<C>(&app, &viewer, request.contracts).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let firm_id = viewer.firm.id;
    if let Some(stored) = request_hash(&mut transaction, KeyedRecord::BulkEdit, firm_id, uuid).await? {
        if stored != hash {
            return Err(idempotency::reused());
        }
        let result = bulk_edit::result(&mut transaction, &viewer, uuid).await?;
        let result = result.ok_or(ApiError::NotFound("bulk edit"))?;
        return Ok(Json(BulkEdit { uuid, result }));
    }
    let uuids = bulk_edit::find(&mut transaction, firm_id, &query).await?;
    bulk_edit::hold::<C>(&mut transaction, &viewer, &uuids).await?;
    let planned = plan::<C>(&mut transaction, &app, &viewer, &uuids, &request.change).await?;
    let edit = BulkEdit {
        uuid,
        result: planned.preview,
    };
    let line = i16::from(C::LINE.number());
    bulk_edit::add(
        &mut transaction,
        &viewer,
        line,
        &edit,
        hash.as_deref(),
        app.clock.now(),
    )
    .await?;
    let changes = write::<C>(&mut transaction, &app, &viewer, planned.changes).await?;
    changes.keep(&mut transaction, &viewer, uuid).await?;
    transaction.commit().await?;
    Ok(Json(edit))
}

/// Restores the values that an edit replaced, except in contracts that were changed since, or that would be in force
/// without an owner.
pub(super) async fn undo<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(edit): PathParams<Uuid>,
) -> ApiResult<Json<BulkUndone>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let line = i16::from(C::LINE.number());
    if !bulk_edit::mark_undone(&mut transaction, &viewer, (line, edit), app.clock.now()).await? {
        return Err(ApiError::NotFound("bulk edit"));
    }
    let replaced = bulk_edit::replaced(&mut transaction, &viewer, edit).await?;
    let uuids: Vec<Uuid> = replaced.iter().map(|one| one.contract_uuid).collect();
    bulk_edit::hold::<C>(&mut transaction, &viewer, &uuids).await?;
    let stored = C::find_all(&mut transaction, &viewer, &uuids).await?;
    let owners = bulk_edit::owners(&mut transaction, &viewer, &uuids).await?;
    let mut current: HashMap<Uuid, Stored<C>> = stored.into_iter().map(|one| (one.uuid, one)).collect();
    let mut changes = Vec::new();
    for one in replaced {
        let Some(stored) = current
            .remove(&one.contract_uuid)
            .filter(|stored| stored.version == one.version)
        else {
            continue;
        };
        let uuid = one.contract_uuid;
        let mut after = stored.contract.clone().columns()?;
        after.extend(one.columns()?);
        // Owners are detached without a new version of the contract.
        let is_in_force = |status: &str| PolicyStatus::from_code(status).is_some_and(PolicyStatus::in_force);
        let becomes_in_force = after["status"].as_str().is_some_and(is_in_force);
        if becomes_in_force && !is_in_force(stored.contract.status()) && !owners.contains_key(&uuid) {
            continue;
        }
        changes.push((stored, after));
    }
    let undone = BulkUndone {
        restored: changes.len(),
        skipped: uuids.len() - changes.len(),
    };
    write::<C>(&mut transaction, &app, &viewer, changes).await?;
    transaction.commit().await?;
    Ok(Json(undone))
}

fn check<C: Kept>(request: &BulkRequest) -> ApiResult<()> {
    let mut faults = request.contracts.faults();
    faults.extend(request.change.faults(C::LINE));
    if faults.is_empty() {
        Ok(())
    } else {
        Err(ApiError::Invalid(faults))
    }
}

/// Builds the query for the selected contracts that are visible to the viewer.
async fn query<C: Kept>(
    app: &App,
    viewer: &Viewer,
    contracts: BulkSelection,
) -> ApiResult<crate::list::ScopedQuery> {
    let list = ListName::of_contracts(C::LINE);
    let Some(query) = contracts.query else {
        let mut query = list_query::prepare(app, viewer, list, ListQuery::default()).await?;
        query.query.among = Some(contracts.contract_uuids);
        return Ok(query);
    };
    list_query::prepare(app, viewer, list, query).await
}

/// A contract with its columns after the change.
type Changed<C> = (Stored<C>, crate::records::contract::Columns);

struct Plan<C> {
    preview: BulkPreview,
    changes: Vec<Changed<C>>,
}

async fn plan<C: Kept>(
    connection: &mut AsyncPgConnection,
    app: &App,
    viewer: &Viewer,
    uuids: &[Uuid],
    change: &BulkChange,
) -> ApiResult<Plan<C>> {
    let stored = C::find_all(connection, viewer, uuids).await?;
    let owners = bulk_edit::owners(connection, viewer, uuids).await?;
    let today = viewer.today(app.clock);
    let mut preview = BulkPreview::default();
    let mut changes = Vec::new();
    for one in stored {
        let owners = owners.get(&one.uuid).copied().unwrap_or_default();
        let applied = apply(&one.contract, change, today, owners);
        preview.add(&one.contract, change, &applied);
        if let Applied::Changed(after) = applied {
            changes.push((one, after.columns()?));
        }
    }
    Ok(Plan {
        preview: preview.finished(),
        changes,
    })
}

/// Writes the changes with all that belongs to them: notifications, pushes and the audit log.
async fn write<C: Kept>(
    connection: &mut AsyncPgConnection,
    app: &App,
    viewer: &Viewer,
    changed: Vec<Changed<C>>,
) -> ApiResult<Changes> {
    let uuids: Vec<Uuid> = changed.iter().map(|(stored, _)| stored.uuid).collect();
    let mut before = HashMap::with_capacity(changed.len());
    let mut changes = Vec::with_capacity(changed.len());
    for (stored, after) in changed {
        changes.push(Change {
            uuid: stored.uuid,
            version: stored.version,
            before: stored.contract.clone().columns()?,
            after,
        });
        before.insert(stored.uuid, stored.contract);
    }
    let changes = Changes::new(changes);
    changes.write::<C>(connection, viewer).await?;
    let (now, today) = (app.clock.now(), viewer.today(app.clock));
    notify::contract::changed(connection, viewer.firm.id, (C::LINE, &uuids), now, today).await?;
    for uuid in uuids.iter().take(MAX_TOLD) {
        tell(connection, viewer, (C::NOUN, *uuid), false).await?;
    }
    let after = C::find_all(connection, viewer, &uuids).await?;
    let entries: Vec<(audit::Subject<'_>, Value)> = after
        .iter()
        .filter_map(|after| {
            let before = before.get(&after.uuid)?;
            let details = contract_details(before, &after.contract, after.version);
            Some(((C::NOUN, Some(after.uuid)).into(), details))
        })
        .collect();
    audit::record_each(connection, viewer, "change", entries).await?;
    Ok(changes)
}
