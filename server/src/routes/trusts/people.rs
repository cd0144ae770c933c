//! A trust's grantors, trustees and beneficiaries. Changes are audited under the trust's contact.

use super::must_see;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::party;
use crate::records::trust_person::{self, NewPerson};
use crate::records::versioned::PartVersion;
use crate::routes::changed::{changed, part_changes, part_details};
use crate::routes::contact_link::check_link;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::{Value, json};
use shared::problem::Findings;
use shared::trust::person::{check_count, read};
use shared::trust::{Person, TrustPerson, TrustPersonInput, TrustRecord};
use uuid::Uuid;

/// Ids, versions and derived fields, which the audit log leaves out.
const DERIVED: [&str; 4] = ["uuid", "version", "age", "contactType"];

/// Adds a person. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one person.
pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(trust): PathParams<Uuid>,
    Body(input): Body<TrustPersonInput>,
) -> ApiResult<(StatusCode, Json<TrustPerson>)> {
    let uuid = key.unwrap_or_else(new_uuid);
    let request = json!([viewer.user_key, trust, input]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let record = hold(&mut transaction, &app, &viewer, trust).await?;
    let stored = request_hash(&mut transaction, KeyedRecord::TrustPerson, viewer.firm.id, uuid).await?;
    if let Some(stored) = stored {
        if stored != hash {
            return Err(idempotency::reused());
        }
        return Ok((StatusCode::CREATED, Json(one_of(record, uuid)?)));
    }
    check_count(record.people.len() + 1).map_err(ApiError::refused)?;
    let person = checked(&mut transaction, &app, &viewer, (&record, None), &input).await?;
    let new = NewPerson {
        uuid,
        trust,
        person: &person,
        request_hash: hash.as_deref(),
        now: app.clock.now(),
    };
    trust_person::insert(&mut transaction, &viewer, new).await?;
    let added = find(&mut transaction, &app, &viewer, (trust, uuid)).await?;
    note(
        &mut transaction,
        &viewer,
        trust,
        part_details(&field(&added), &added.name, false),
    )
    .await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(added)))
}

/// Updates a person. Responds with 409 and the current person if it was changed since it was read.
pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((trust, uuid)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<TrustPersonInput>,
) -> ApiResult<Json<TrustPerson>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let record = hold(&mut transaction, &app, &viewer, trust).await?;
    let before = one_of(record.clone(), uuid)?;
    let version = before.version;
    if input.version != Some(version) {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let person = checked(&mut transaction, &app, &viewer, (&record, Some(&before)), &input).await?;
    let one = PartVersion {
        whole: trust,
        uuid,
        version,
    };
    if !trust_person::update(&mut transaction, &viewer, one, &person, app.clock.now()).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let after = find(&mut transaction, &app, &viewer, (trust, uuid)).await?;
    let details = part_changes(&after.name, &before, &after, &DERIVED);
    note(&mut transaction, &viewer, trust, details).await?;
    transaction.commit().await?;
    Ok(Json(after))
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((trust, uuid)): PathParams<(Uuid, Uuid)>,
    Params(version): Params<VersionRead>,
) -> ApiResult<StatusCode> {
    let version = version.required()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = one_of(hold(&mut transaction, &app, &viewer, trust).await?, uuid)?;
    let one = PartVersion {
        whole: trust,
        uuid,
        version,
    };
    if !trust_person::delete(&mut transaction, &viewer, one, app.clock.now()).await? {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    note(
        &mut transaction,
        &viewer,
        trust,
        part_details(&field(&before), &before.name, true),
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted person, unless the shares of the beneficiaries would exceed 100 percent.
pub(super) async fn restore(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((trust, uuid)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Json<TrustPerson>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = hold(&mut transaction, &app, &viewer, trust).await?;
    if !trust_person::restore(&mut transaction, &viewer, (trust, uuid), app.clock.now()).await? {
        return Err(ApiError::NotFound("person"));
    }
    check_count(before.people.len() + 1).map_err(ApiError::refused)?;
    let restored = find(&mut transaction, &app, &viewer, (trust, uuid)).await?;
    before
        .check_share(Some(uuid), restored.share())
        .map_err(ApiError::refused)?;
    note(
        &mut transaction,
        &viewer,
        trust,
        part_details(&field(&restored), &restored.name, false),
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(restored))
}

/// Locks the trust's contact and returns the trust. The lock prevents concurrent changes while shares are added up.
async fn hold(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    trust: Uuid,
) -> ApiResult<TrustRecord> {
    party::hold_contacts(transaction, viewer, vec![trust]).await?;
    must_see(transaction, app, viewer, trust).await
}

/// Validates a person against the other people of the trust. `before` is the saved person.
async fn checked(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (trust, before): (&TrustRecord, Option<&TrustPerson>),
    input: &TrustPersonInput,
) -> ApiResult<Person> {
    let mut findings = Findings::default();
    let person = read(input, viewer.today(app.clock), &mut findings);
    let share = person.as_ref().and_then(|person| person.share_percent);
    if let Err(fault) = trust.check_share(before.map(|before| before.uuid), share) {
        findings.refuse("sharePercent", fault);
    }
    let kept = before.and_then(|before| before.contact_uuid);
    check_link(transaction, viewer, input.contact_uuid, kept, &mut findings).await?;
    person
        .filter(|_| findings.is_acceptable())
        .ok_or(ApiError::Invalid(findings.0))
}

async fn find(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (trust, uuid): (Uuid, Uuid),
) -> ApiResult<TrustPerson> {
    let today = viewer.today(app.clock);
    let people = trust_person::of_trust(transaction, viewer, trust, today).await?;
    let one = people.into_iter().find(|person| person.uuid == uuid);
    one.ok_or(ApiError::NotFound("person"))
}

fn one_of(trust: TrustRecord, uuid: Uuid) -> ApiResult<TrustPerson> {
    let one = trust.people.into_iter().find(|person| person.uuid == uuid);
    one.ok_or(ApiError::NotFound("person"))
}

/// Returns the audit field for adding or removing a person.
fn field(one: &TrustPerson) -> String {
    one.role.to_lowercase()
}

async fn note(transaction: &mut Transaction, viewer: &Viewer, trust: Uuid, details: Value) -> ApiResult<()> {
    Ok(changed(transaction, viewer, "change", ("owner", trust), details).await?)
}
