//! Adds contacts.

use super::attach::must_have_no_other_primary;
use super::change::{custom_fields, normalized, npn_must_be_free, tax_id_fields};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::crypto::Place;
use crate::error::{ApiError, ApiResult};
use crate::records::contact::change::{self, ContactValues};
use crate::records::keyed_request::KeyedRecord;
use crate::records::party::primary::PRIMARY_INSURED;
use crate::records::{contact, party};
use crate::routes::changed::contact_added;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::repeated::{must_repeat, repeats};
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::contact::{ContactInput, ContactKind, ContactRecord, Person};
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateParams {
    /// UUID of a policy or annuity to attach the new record to
    policy_uuid: Option<Uuid>,
}

/// Adds a contact. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one record. A
/// keyed hash of the request is stored with it. The same key with a different request fails.
pub(super) async fn create(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(firm_id): PathParams<i32>,
    Params(params): Params<CreateParams>,
    IdempotencyKey(key): IdempotencyKey,
    Body(input): Body<ContactInput>,
) -> ApiResult<(StatusCode, Json<ContactRecord>)> {
    viewer.must_be_in(firm_id)?;
    let policy_uuid = params.policy_uuid.or(input.policy_uuid);
    must_repeat([
        ("firmId", repeats(input.firm_id, firm_id)),
        ("uuid", input.uuid.is_none()),
        ("policyUuid", repeats(input.policy_uuid.map(Some), policy_uuid)),
    ])?;
    let person = normalized(kind, input.person, &viewer, app.clock)?;
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let tax_id = tax_id_fields(&app, Place::tax_id(firm_id, uuid), &viewer, &person)?.unwrap_or_default();
    let type_id = first_type(kind, &person);
    let request = json!([kind.noun(), policy_uuid, person, input.custom_fields]);
    let request_hash = key.map(|_| app.sealer.hash(firm_id, &request.to_string()));

    let mut transaction = app.db.begin_change(firm_id).await?;
    idempotency::hold(&mut transaction, key).await?;
    if let Some(contract) = policy_uuid {
        party::hold_contract(&mut transaction, &viewer, contract).await?;
    }
    npn_must_be_free(&mut transaction, &viewer, &person, Some(uuid)).await?;
    let custom = custom_fields(&mut transaction, (firm_id, kind), None, input.custom_fields).await?;
    let values = ContactValues {
        person,
        tax_id: Some(tax_id),
        custom_fields: custom,
    };
    let hash = request_hash.as_deref();
    let is_new = change::insert(&mut transaction, &viewer, (kind, uuid), values, hash).await?;
    if is_new {
        if let Some(contract) = policy_uuid {
            let row = party::find_contract(&mut transaction, &viewer, contract).await?;
            let line = row.ok_or(ApiError::NotFound("contract"))?.line;
            if kind == ContactKind::Insured && type_id == PRIMARY_INSURED {
                must_have_no_other_primary(&mut transaction, firm_id, contract, uuid).await?;
            }
            let link = party::NewParty {
                contract,
                line,
                contact: uuid,
                kind,
                type_id,
            };
            party::attach(&mut transaction, &viewer, &link).await?;
        }
        contact_added(&mut transaction, &viewer, (kind, uuid)).await?;
        audit::record(
            &mut transaction,
            &viewer,
            "add",
            (kind.noun(), Some(uuid)),
            json!({}),
        )
        .await?;
    } else {
        idempotency::must_match(&mut transaction, KeyedRecord::Contact, (firm_id, uuid), hash).await?;
    }
    let record = contact::find(&mut transaction, &viewer, kind, uuid).await?;
    transaction.commit().await?;
    let record = record.ok_or(ApiError::NotFound(kind.noun()))?;
    Ok((StatusCode::CREATED, Json(record.into())))
}

/// Returns the party type of the first link: writing agent, primary insured, or the owner's type.
fn first_type(kind: ContactKind, person: &Person) -> i16 {
    match (kind, person.owner_type) {
        (ContactKind::Owner, Some(owner_type)) => i16::from(owner_type),
        _ => 1,
    }
}
