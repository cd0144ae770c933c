//! Creates and saves forms.

use super::{OwnerPath, find, hold, hold_one, note};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::best_interest::{self, NewForm};
use crate::records::document;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::best_interest::{
    BestInterestContent, BestInterestInput, BestInterestVersion, ContractValues, FormOwner, MAX_VERSIONS,
    NO_ANNUITY, check,
};
use shared::contract::Line;
use shared::problem::Findings;
use uuid::Uuid;

/// Creates a form. An `Idempotency-Key` becomes its uuid, so that a repeated request creates only one.
pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(path): PathParams<OwnerPath>,
    Body(input): Body<BestInterestInput>,
) -> ApiResult<(StatusCode, Json<BestInterestVersion>)> {
    let uuid = key.unwrap_or_else(new_uuid);
    let firm_id = viewer.firm.id;
    let request = json!([viewer.user_key, path, input]).to_string();
    let hash = key.map(|_| app.sealer.hash(firm_id, &request));
    let mut transaction = app.db.begin(firm_id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let owner = hold(&mut transaction, &viewer, path).await?;
    let stored = request_hash(&mut transaction, KeyedRecord::BestInterest, firm_id, uuid).await?;
    if let Some(stored) = stored {
        if stored != hash {
            return Err(idempotency::reused());
        }
        let form = find(&mut transaction, &viewer, owner.uuid, uuid).await?;
        return Ok((StatusCode::CREATED, Json(form)));
    }
    let forms = best_interest::of_owner(&mut transaction, firm_id, owner.uuid).await?;
    if forms.iter().any(|form| form.hash.is_none()) {
        return Err(ApiError::Refused {
            code: "open_form",
            message: "This owner has a form that is not signed. Open that form, or delete it first.".into(),
        });
    }
    if forms.len() >= MAX_VERSIONS {
        return Err(ApiError::Refused {
            code: "too_many_versions",
            message: format!("An owner can have up to {MAX_VERSIONS} forms."),
        });
    }
    let content = checked(&mut transaction, &app, &viewer, owner, &input).await?;
    let new = NewForm {
        uuid,
        content: &content,
        is_complete: input.is_complete,
        request_hash: hash.as_deref(),
        now: app.clock.now(),
    };
    best_interest::insert(&mut transaction, &viewer, new).await?;
    let form = find(&mut transaction, &viewer, content.owner.uuid, uuid).await?;
    note(
        &mut transaction,
        &viewer,
        "createForm",
        (content.owner.uuid, form.number),
    )
    .await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(form)))
}

/// Saves a form. Responds with 409 and the current form if it was changed or signed since it was read.
pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(path): PathParams<OwnerPath>,
    Body(input): Body<BestInterestInput>,
) -> ApiResult<Json<BestInterestVersion>> {
    let (Some(uuid), Some(version)) = (input.uuid, input.version) else {
        let mut findings = Findings::default();
        findings.fault(
            "uuid",
            "required",
            "Send the form and the version that you last read.",
        );
        return Err(ApiError::Invalid(findings.0));
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (owner, before) = hold_one(&mut transaction, &viewer, path, (uuid, version)).await?;
    if before.hash.is_some() {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let content = checked(&mut transaction, &app, &viewer, owner, &input).await?;
    let saved = (&content, input.is_complete);
    best_interest::update(&mut transaction, &viewer, uuid, saved, app.clock.now()).await?;
    let form = find(&mut transaction, &viewer, content.owner.uuid, uuid).await?;
    note(
        &mut transaction,
        &viewer,
        "changeForm",
        (content.owner.uuid, form.number),
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(form))
}

/// Validates a form and adds the current values of its contracts.
async fn checked(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    owner: FormOwner,
    input: &BestInterestInput,
) -> ApiResult<BestInterestContent> {
    let mut findings = Findings::default();
    let form = check(input, viewer.today(app.clock), &mut findings);
    for (field, uuid) in input.form.documents() {
        must_be_stored(transaction, viewer, owner.uuid, (field, uuid), &mut findings).await?;
    }
    let contracts = best_interest::contracts_of(transaction, viewer, owner.uuid).await?;
    let find = |uuid: Option<Uuid>| {
        contracts
            .iter()
            .find(|contract| Some(contract.uuid) == uuid)
            .cloned()
    };
    let unknown = "This contract does not belong to the owner, or you don't have access to it.";
    let field = "form.recommendation.annuityUuid";
    let annuity = input.form.recommendation.annuity_uuid.trim();
    let recommended = find(annuity.parse().ok()).filter(|contract| contract.line == Line::Annuity.number());
    let is_missing = recommended.is_none() && !annuity.is_empty() && annuity != NO_ANNUITY;
    if is_missing && !findings.has_fault(field) {
        findings.fault(field, "unknown_contract", unknown);
    }
    let replacement = &input.form.replacement;
    let wanted = replacement
        .replaced_uuid
        .filter(|_| replacement.is_replacement == Some(true));
    let replaced: Option<ContractValues> = find(wanted);
    if replaced.is_none() && wanted.is_some() {
        findings.fault("form.replacement.replacedUuid", "unknown_contract", unknown);
    }
    let form = form
        .filter(|_| findings.is_acceptable())
        .ok_or(ApiError::Invalid(findings.0))?;
    Ok(BestInterestContent {
        owner,
        form,
        recommended,
        replaced,
        signature: None,
    })
}

/// Adds a fault to `findings` if the document is not stored with the owner.
pub(super) async fn must_be_stored(
    transaction: &mut Transaction,
    viewer: &Viewer,
    owner: Uuid,
    (field, uuid): (&str, Uuid),
    findings: &mut Findings,
) -> ApiResult<()> {
    let stored = document::of_subject_by_uuid(transaction, viewer, owner, uuid).await?;
    if stored.is_none() {
        let message = "Choose a document that was uploaded to the owner.";
        findings.fault(field, "unknown_document", message);
    }
    Ok(())
}
