//! Merges contacts into one of them.

use super::Mergeable;
use super::unmerge::TAX_ID;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::crypto::Place;
use crate::db::advisory_lock;
use crate::error::{ApiError, ApiResult};
use crate::hub;
use crate::records::contact::change::{self, ContactValues};
use crate::records::contact::{self, TaxIdFields};
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::party;
use crate::records::resolution::history::{self, NewMerge};
use crate::records::resolution::{facts, moved, tree};
use crate::records::subject::SubjectKind;
use crate::routes::Body;
use crate::routes::changed::{self, tell, tell_all};
use crate::routes::contacts::{normalized, npn_must_be_free};
use crate::routes::idempotency::{self, IdempotencyKey};
use anyhow::Context;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde_json::json;
use shared::contact::tax_id::TaxIdKind;
use shared::contact::{ContactKind, ContactRecord, custom};
use shared::contract::Line;
use shared::resolution::merge::{
    self as resolution, FieldLayer, Merge, MergeDone, MergeProblem, MergeTarget,
};
use uuid::Uuid;

/// Lock that serializes a firm's merges and undos.
pub(super) const MERGES: &str = "merge";
/// Maximum number of policies, and of annuities, whose open pages are notified. Other pages detect the change when they
/// save.
const MAX_TOLD: i64 = 200;

pub(super) async fn problems<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<K::Merge>,
) -> ApiResult<Json<Vec<MergeProblem>>> {
    let merge: Merge = request.into();
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let found = facts::facts(&mut transaction, &viewer, K::KIND, &bounded(&merge.uuids)).await?;
    transaction.finish();
    let target = Some(merge.target.uuid);
    let mut problems = resolution::problems(K::KIND.noun(), target, &merge.uuids, &found);
    problems.retain(|problem| !(problem.can_confirm && merge.target.confirm_differences));
    Ok(Json(problems))
}

/// Limits the contacts to look up. Selecting more is a problem in any case.
fn bounded(uuids: &[Uuid]) -> Vec<Uuid> {
    uuids.iter().copied().take(resolution::MAX_CONTACTS).collect()
}

/// Merges contacts in one transaction: moves the rows of the others to the target, hides the others, and saves the
/// target's values. An `Idempotency-Key` becomes the uuid of the merge.
pub(super) async fn merge<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(request): Body<K::Merge>,
) -> ApiResult<Json<MergeDone>> {
    let Merge { target, uuids } = request.into();
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let firm_id = viewer.firm.id;
    let hash = key.map(|_| {
        let request = json!([viewer.user_key, K::KIND.noun(), target, uuids]);
        app.sealer.hash(firm_id, &request.to_string())
    });
    let person = normalized(K::KIND, target.person.clone(), &viewer, app.clock)?;
    let (custom_fields, mut findings) = custom::normalize(target.custom_fields.clone());
    if person.tax_id.is_some() {
        findings.fault(
            "person.taxId",
            "not_empty",
            "Name the contact whose tax ID to keep in taxIdFrom.",
        );
    }
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }

    let mut transaction = app.db.begin(firm_id).await?;
    idempotency::hold(&mut transaction, key).await?;
    if let Some(stored) = request_hash(&mut transaction, KeyedRecord::Merge, firm_id, uuid).await? {
        if stored != hash {
            return Err(idempotency::reused());
        }
        let contact = find::<K>(&mut transaction, &viewer, target.uuid).await?;
        return Ok(Json(MergeDone { uuid, contact }));
    }
    advisory_lock::lock(&mut transaction, MERGES, firm_id).await?;
    hold(&mut transaction, &viewer, bounded(&uuids)).await?;
    let found = facts::facts(&mut transaction, &viewer, K::KIND, &bounded(&uuids)).await?;
    let problems = resolution::problems(K::KIND.noun(), Some(target.uuid), &uuids, &found);
    let blocks = |problem: &MergeProblem| !(problem.can_confirm && target.confirm_differences);
    if let Some(problem) = problems.into_iter().find(blocks) {
        return Err(ApiError::Refused {
            code: problem.code,
            message: problem.message,
        });
    }
    let before = find::<K>(&mut transaction, &viewer, target.uuid).await?;
    if before.version != target.version {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let merged: Vec<Uuid> = uuids
        .iter()
        .copied()
        .filter(|uuid| *uuid != target.uuid)
        .collect();
    let tax_id = taken_tax_id(
        &app,
        &mut transaction,
        &viewer,
        K::KIND,
        &target,
        &before,
        &merged,
    )
    .await?;
    let mut openers = Vec::with_capacity(merged.len());
    for uuid in &merged {
        let record = (SubjectKind::Contact(K::KIND), *uuid);
        openers.push(hub::openers(&mut transaction, app.clock, firm_id, record).await?);
    }

    moved::merge(&mut transaction, firm_id, &merged, target.uuid).await?;
    tree::hide(&mut transaction, &viewer, uuid, &merged, target.uuid).await?;
    npn_must_be_free(&mut transaction, &viewer, &person, Some(target.uuid)).await?;
    let mut fields = FieldLayer::new(
        &resolution::values(&before.person, &before.custom_fields),
        &resolution::values(&person, &custom_fields),
    );
    if let Some(source) = target.tax_id_from {
        fields.before.insert(TAX_ID.into(), json!(null));
        fields.after.insert(TAX_ID.into(), json!(source));
    }
    let values = ContactValues {
        person,
        tax_id,
        custom_fields: Some(json!(custom_fields)),
    };
    if !change::update(&mut transaction, &viewer, (target.uuid, target.version), values).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let name_of = |uuid: &Uuid| {
        found
            .iter()
            .find(|facts| facts.uuid == *uuid)
            .map_or("", |facts| &facts.name)
    };
    let names: Vec<&str> = merged.iter().map(name_of).collect();
    history::add(
        &mut transaction,
        &viewer,
        NewMerge {
            uuid,
            kind: K::KIND,
            target: (target.uuid, &before.display_name),
            merged: merged.iter().copied().zip(names.iter().copied()).collect(),
            fields: &fields,
            request_hash: hash.as_deref(),
        },
    )
    .await?;
    let contact = find::<K>(&mut transaction, &viewer, target.uuid).await?;
    tell_contracts(&mut transaction, &viewer, target.uuid).await?;
    for (uuid, openers) in merged.iter().zip(openers) {
        let details = json!({ "mergedInto": target.uuid });
        let record = (SubjectKind::Contact(K::KIND), *uuid);
        changed::deleted(&mut transaction, &viewer, record, openers, details).await?;
    }
    tell(&mut transaction, &viewer, (K::KIND.noun(), target.uuid), false).await?;
    let details = json!({ "merge": uuid, "about": names.join(", "), "merged": merged,
                          "before": fields.before, "after": fields.after });
    let subject = (K::KIND.noun(), Some(target.uuid));
    audit::record(&mut transaction, &viewer, "merge", subject, details).await?;
    transaction.commit().await?;
    Ok(Json(MergeDone { uuid, contact }))
}

/// Locks contacts and their contracts. Needs the lock [`MERGES`].
pub(super) async fn hold(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contacts: Vec<Uuid>,
) -> ApiResult<()> {
    party::hold_new_links(connection, viewer, contacts.clone()).await?;
    party::hold_contracts_of(connection, viewer, &contacts).await?;
    party::hold_contacts(connection, viewer, contacts).await?;
    Ok(())
}

pub(super) async fn find<K: Mergeable>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<ContactRecord> {
    let found = contact::find(connection, viewer, K::KIND, uuid).await?;
    Ok(found.ok_or(ApiError::NotFound(K::KIND.noun()))?.into())
}

/// Notifies the open pages of the contact's contracts that the parties changed.
pub(super) async fn tell_contracts(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contact: Uuid,
) -> ApiResult<()> {
    for &line in Line::ALL {
        let uuids = party::contracts_of(connection, viewer.firm.id, contact, line, MAX_TOLD).await?;
        let kind = SubjectKind::Contract(line).noun();
        tell_all(connection, viewer, kind, uuids.iter()).await?;
    }
    Ok(())
}

/// Re-encrypts a merged contact's tax ID for the target. Returns `None` if none is taken over.
async fn taken_tax_id(
    app: &App,
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    target: &MergeTarget,
    before: &ContactRecord,
    merged: &[Uuid],
) -> ApiResult<Option<TaxIdFields>> {
    let Some(source) = target.tax_id_from else {
        return Ok(None);
    };
    let sealed = if before.tax_id_masked.is_none() && merged.contains(&source) {
        contact::sealed_tax_id(connection, viewer, kind, source)
            .await?
            .flatten()
    } else {
        None
    };
    let Some(sealed) = sealed else {
        return Err(ApiError::Refused {
            code: "tax_id",
            message: "This tax ID cannot be taken over. Merge into the contact that has it.".into(),
        });
    };
    let digits = app
        .sealer
        .open(Place::tax_id(viewer.firm.id, source), &sealed.cipher)?;
    let kind = TaxIdKind::from_code(&sealed.kind).context("unknown kind of tax ID")?;
    let place = Place::tax_id(viewer.firm.id, target.uuid);
    Ok(Some(TaxIdFields::new(kind, app.sealer.seal(place, &digits)?)))
}
