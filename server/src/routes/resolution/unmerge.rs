//! Undoes merges.

use super::Mergeable;
use super::merge::{MERGES, find, hold, tell_contracts};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::advisory_lock;
use crate::error::{ApiError, ApiResult};
use crate::records::contact::change::{self, ContactValues};
use crate::records::contact::{self, TaxIdFields};
use crate::records::resolution::history::{self, StoredMerge};
use crate::records::resolution::{moved, tree};
use crate::routes::changed::tell;
use crate::routes::contacts::npn_must_be_free;
use crate::routes::{Body, Params, PathParams};
use anyhow::Context;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde::Deserialize;
use serde_json::json;
use shared::resolution::merge::{
    self as resolution, FieldConflict, FieldLayer, MergeDone, MergeHistory, Unmerge, UnmergePreview,
};
use utoipa::IntoParams;
use uuid::Uuid;

/// Field of a merge with the contact whose tax ID was taken over.
pub(super) const TAX_ID: &str = "taxId";

#[derive(Deserialize, IntoParams)]
pub(super) struct Page {
    /// Number of entries to skip
    #[serde(default)]
    offset: u16,
}

pub(super) async fn history<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Params(page): Params<Page>,
) -> ApiResult<Json<MergeHistory>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let page = history::list(&mut transaction, viewer.firm.id, K::KIND, page.offset.into()).await?;
    transaction.finish();
    Ok(Json(page))
}

pub(super) async fn preview<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(id): PathParams<Uuid>,
) -> ApiResult<Json<UnmergePreview>> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let merge = open_merge::<K>(&mut transaction, firm_id, id).await?;
    let holder = holder::<K>(&mut transaction, firm_id, merge.target).await?;
    let target = contact::find_hidden(&mut transaction, firm_id, merge.target).await?;
    let target = target.ok_or(ApiError::NotFound(K::KIND.noun()))?;
    let mut later = history::later(&mut transaction, firm_id, &merge).await?;
    let (_, conflicts) = reverted(&target, &merge, &mut later, &[])?;
    let preview = UnmergePreview {
        holder: find::<K>(&mut transaction, &viewer, holder).await?,
        target_uuid: merge.target,
        target_version: target.version,
        restored: history::restored(&mut transaction, firm_id, id).await?,
        later: history::later_contracts(&mut transaction, firm_id, holder, merge.created_at).await?,
        conflicts,
    };
    transaction.finish();
    Ok(Json(preview))
}

/// Restores the merged contacts with their rows, and the target's values, in one transaction.
pub(super) async fn unmerge<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(id): PathParams<Uuid>,
    Body(request): Body<K::Unmerge>,
) -> ApiResult<Json<MergeDone>> {
    let Unmerge {
        target,
        contract_uuids,
    } = request.into();
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    advisory_lock::lock(&mut transaction, MERGES, firm_id).await?;
    let merge = open_merge::<K>(&mut transaction, firm_id, id).await?;
    let holder = holder::<K>(&mut transaction, firm_id, merge.target).await?;
    let held = merge
        .merged
        .iter()
        .copied()
        .chain([merge.target, holder])
        .collect();
    hold(&mut transaction, &viewer, held).await?;
    let before = contact::find_hidden(&mut transaction, firm_id, merge.target).await?;
    let before = before.ok_or(ApiError::NotFound(K::KIND.noun()))?;
    if target.uuid != merge.target {
        return Err(ApiError::NotFound(K::KIND.noun()));
    }
    if target.version != before.version {
        return Err(ApiError::Conflict(Box::new(json!(
            shared::contact::ContactRecord::from(before)
        ))));
    }

    let mut later = history::later(&mut transaction, firm_id, &merge).await?;
    let (mut values, _) = reverted(&before, &merge, &mut later, &target.restore)?;
    if took_tax_id(&mut transaction, firm_id, &merge, &before).await? {
        values.tax_id = Some(TaxIdFields::default());
    }
    for later in &later {
        history::set_fields(&mut transaction, firm_id, later.uuid, &later.fields).await?;
    }
    let person = values.person.clone();
    if !change::update_hidden(&mut transaction, &viewer, (merge.target, before.version), values).await? {
        return Err(ApiError::Conflict(Box::new(json!(
            shared::contact::ContactRecord::from(before)
        ))));
    }
    if holder == merge.target {
        npn_must_be_free(&mut transaction, &viewer, &person, Some(merge.target)).await?;
    }
    let restored = tree::show(&mut transaction, &viewer, id).await?;
    for uuid in &restored {
        let contact = contact::find_hidden(&mut transaction, firm_id, *uuid).await?;
        let contact = contact.ok_or(ApiError::NotFound(K::KIND.noun()))?;
        npn_must_be_free(&mut transaction, &viewer, &contact.person.into(), Some(*uuid)).await?;
        let homes = tree::with_merged(&mut transaction, firm_id, *uuid).await?;
        moved::unmerge(&mut transaction, firm_id, &homes, holder, *uuid).await?;
    }
    if !contract_uuids.is_empty() {
        let [to] = restored[..] else {
            return Err(ApiError::Refused {
                code: "several_restored",
                message: "This merge had several contacts. Undo it, then move the contracts on their pages."
                    .into(),
            });
        };
        history::move_later(
            &mut transaction,
            firm_id,
            (holder, to),
            merge.created_at,
            &contract_uuids,
        )
        .await?;
    }
    history::mark_undone(&mut transaction, &viewer, id).await?;

    let noun = K::KIND.noun();
    let contact = find::<K>(&mut transaction, &viewer, holder).await?;
    for uuid in restored.iter().copied().chain([holder]) {
        tell(&mut transaction, &viewer, (noun, uuid), false).await?;
        tell_contracts(&mut transaction, &viewer, uuid).await?;
    }
    for uuid in &restored {
        let details = json!({ "merge": id });
        audit::record(&mut transaction, &viewer, "restore", (noun, Some(*uuid)), details).await?;
    }
    let details = json!({ "merge": id, "restored": restored, "moved": contract_uuids });
    audit::record(
        &mut transaction,
        &viewer,
        "unmerge",
        (noun, Some(merge.target)),
        details,
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(MergeDone { uuid: id, contact }))
}

async fn open_merge<K: Mergeable>(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    id: Uuid,
) -> ApiResult<StoredMerge> {
    let merge = history::find(connection, firm_id, K::KIND, id).await?;
    let merge = merge.ok_or(ApiError::NotFound("merge"))?;
    if merge.is_undone {
        return Err(ApiError::Refused {
            code: "already_undone",
            message: "This merge was already undone. Reload the history.".into(),
        });
    }
    Ok(merge)
}

/// Returns the contact that now holds the target's records.
///
/// # Errors
/// Returns `ApiError::Refused` if that contact was deleted.
async fn holder<K: Mergeable>(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    target: Uuid,
) -> ApiResult<Uuid> {
    let not_found = || ApiError::NotFound(K::KIND.noun());
    let holder = tree::holder(connection, firm_id, K::KIND, target).await?;
    let holder = holder.ok_or_else(not_found)?;
    if let Some(name) = tree::name_if_deleted(connection, firm_id, holder).await? {
        return Err(ApiError::Refused {
            code: "deleted",
            message: format!("{name} was deleted. Restore it before you undo the merge."),
        });
    }
    Ok(holder)
}

/// Returns the target's values with the merge's changes undone, and the fields that users changed since. Updates the
/// layers of later merges that changed the same fields.
fn reverted(
    target: &contact::Contact,
    merge: &StoredMerge,
    later: &mut [StoredMerge],
    restore: &[String],
) -> ApiResult<(ContactValues, Vec<FieldConflict>)> {
    let custom_fields = serde_json::from_value(target.custom_fields.clone());
    let custom_fields = custom_fields.context("cannot parse custom fields")?;
    let mut values = resolution::values(&target.person.clone().into(), &custom_fields);
    let mut layer = merge.fields.clone();
    layer.after.remove(TAX_ID);
    let mut layers: Vec<FieldLayer> = later.iter().map(|merge| merge.fields.clone()).collect();
    let conflicts = resolution::remove_layer(&mut values, &layer, &mut layers, restore);
    for (merge, fields) in later.iter_mut().zip(layers) {
        merge.fields = fields;
    }
    let (person, custom_fields) =
        resolution::contact_of(values).context("cannot restore the values of a contact")?;
    let values = ContactValues {
        person,
        tax_id: None,
        custom_fields: Some(json!(custom_fields)),
    };
    Ok((values, conflicts))
}

/// Returns whether the target still has the tax ID that the merge took over. A merge only fills an empty tax ID.
async fn took_tax_id(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    merge: &StoredMerge,
    target: &contact::Contact,
) -> ApiResult<bool> {
    let source = merge
        .fields
        .after
        .get(TAX_ID)
        .and_then(|uuid| uuid.as_str()?.parse().ok());
    let Some(source) = source else {
        return Ok(false);
    };
    let source = contact::find_hidden(connection, firm_id, source).await?;
    Ok(source.is_some_and(|source| {
        (&source.tax_id_kind, &source.tax_id_last4) == (&target.tax_id_kind, &target.tax_id_last4)
    }))
}
