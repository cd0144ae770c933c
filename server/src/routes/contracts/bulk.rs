//! Bulk edits of contracts: preview, change, undo.

use super::names::Kept;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::ScopedQuery;
use crate::notify;
use crate::records::bulk_edit::{self, Change};
use crate::records::contract::{Stored, change_details};
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::routes::changed::tell_all;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::list_query;
use crate::routes::{Body, PathParams};
use anyhow::Context;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::{Value, json};
use shared::contract::bulk::{
    Applied, BulkChange, BulkEdit, BulkPreview, BulkRequest, BulkUndone, apply, restored,
};
use shared::list::ListName;
use std::collections::HashMap;
use uuid::Uuid;

/// Maximum number of contracts whose open pages are notified. Pages of other contracts detect the change when they save.
const MAX_TOLD: usize = 200;

/// Previews a change without making it.
pub(super) async fn preview<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<BulkRequest>,
) -> ApiResult<Json<BulkPreview>> {
    let query = checked::<C>(&app, &viewer, &request).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let uuids = bulk_edit::find(&mut transaction, viewer.firm.id, &query).await?;
    let planned = plan::<C>(&mut transaction, &app, &viewer, &uuids, &request.change).await?;
    transaction.finish();
    Ok(Json(planned.preview))
}

/// Changes the contracts for which the change is valid, and skips the others. An `Idempotency-Key` becomes the uuid
/// of the edit, so that a repeated request has no further effect.
pub(super) async fn change<C: Kept>(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(request): Body<BulkRequest>,
) -> ApiResult<Json<BulkEdit>> {
    let query = checked::<C>(&app, &viewer, &request).await?;
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let hashed = json!([viewer.user_key, C::NOUN, request]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &hashed));
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
    bulk_edit::keep(&mut transaction, &viewer, uuid, &planned.changes).await?;
    write(&mut transaction, &app, &viewer, &planned.changes).await?;
    transaction.commit().await?;
    Ok(Json(edit))
}

/// Restores the values that an edit replaced. Skips contracts that were changed since, and contracts that would be in
/// force without an owner.
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
    let stored = C::find_all(&mut transaction, &viewer.sight(), &uuids).await?;
    let owners = bulk_edit::owners(&mut transaction, viewer.firm.id, &uuids).await?;
    let mut current: HashMap<Uuid, Stored<C>> = stored.into_iter().map(|one| (one.uuid, one)).collect();
    let today = viewer.today(app.clock);
    let mut changes = Vec::new();
    for one in replaced {
        let Some(stored) = current
            .remove(&one.contract_uuid)
            .filter(|stored| stored.version == one.version)
        else {
            continue;
        };
        let owners = owners.get(&one.contract_uuid).copied().unwrap_or_default();
        let after = restored(&stored.contract, one.fields()?, today, owners);
        if let Some(after) = after.context("cannot restore a contract")? {
            changes.push(changed(stored, after));
        }
    }
    let undone = BulkUndone {
        restored: changes.len(),
        skipped: uuids.len() - changes.len(),
    };
    write(&mut transaction, &app, &viewer, &changes).await?;
    transaction.commit().await?;
    Ok(Json(undone))
}

/// Validates a request and returns the query for the selected contracts.
async fn checked<C: Kept>(app: &App, viewer: &Viewer, request: &BulkRequest) -> ApiResult<ScopedQuery> {
    let faults = request.change.faults(C::LINE);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let list = ListName::of_contracts(C::LINE);
    let query = list_query::prepare(app, viewer, list, request.contracts.clone()).await;
    query.map_err(|error| match error {
        ApiError::Invalid(mut faults) => {
            for fault in &mut faults {
                fault.field.insert_str(0, "contracts.");
            }
            ApiError::Invalid(faults)
        }
        other => other,
    })
}

fn changed<C>(stored: Stored<C>, after: C) -> Change<C> {
    Change {
        uuid: stored.uuid,
        version: stored.version,
        before: stored.contract,
        after,
    }
}

struct Plan<C> {
    preview: BulkPreview,
    changes: Vec<Change<C>>,
}

async fn plan<C: Kept>(
    connection: &mut AsyncPgConnection,
    app: &App,
    viewer: &Viewer,
    uuids: &[Uuid],
    change: &BulkChange,
) -> ApiResult<Plan<C>> {
    let stored = C::find_all(connection, &viewer.sight(), uuids).await?;
    let owners = bulk_edit::owners(connection, viewer.firm.id, uuids).await?;
    let today = viewer.today(app.clock);
    let mut preview = BulkPreview::default();
    let mut changes = Vec::new();
    for one in stored {
        let owners = owners.get(&one.uuid).copied().unwrap_or_default();
        let applied = apply(&one.contract, change, today, owners);
        preview.add(&one.contract, change, &applied);
        if let Applied::Changed(after) = applied {
            changes.push(changed(one, *after));
        }
    }
    Ok(Plan {
        preview: preview.finished(),
        changes,
    })
}

/// Writes the changes, their notifications and audit entries.
async fn write<C: Kept>(
    connection: &mut AsyncPgConnection,
    app: &App,
    viewer: &Viewer,
    changes: &[Change<C>],
) -> ApiResult<()> {
    let uuids: Vec<Uuid> = changes.iter().map(|change| change.uuid).collect();
    bulk_edit::write(connection, (viewer.firm.id, &viewer.user_key), changes).await?;
    let (now, today) = (app.clock.now(), viewer.today(app.clock));
    notify::contract::changed(connection, viewer.firm.id, (C::LINE, &uuids), now, today).await?;
    tell_all(connection, viewer, C::NOUN, uuids.iter().take(MAX_TOLD)).await?;
    let before: HashMap<Uuid, &C> = changes
        .iter()
        .map(|change| (change.uuid, &change.before))
        .collect();
    let after = C::find_all(connection, &viewer.sight(), &uuids).await?;
    let entries: Vec<(audit::Subject<'_>, Value)> = after
        .iter()
        .filter_map(|after| {
            let details = change_details(*before.get(&after.uuid)?, &after.contract, after.version);
            Some(((C::NOUN, Some(after.uuid)).into(), details))
        })
        .collect();
    audit::record_each(connection, viewer, "change", entries).await?;
    Ok(())
}
