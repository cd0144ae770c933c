//! Premium gifts to the trusts that own a policy.

use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::notify;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::{crummey_letter, gift, gift_limits, party, trust};
use crate::routes::changed::changed;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use jiff::civil::Date;
use serde_json::json;
use shared::contract::gift::plan::{self, GiftPlan, Premiums};
use shared::contract::gift::{Gift, GiftDraft, PolicyGifts, PremiumGift, Trust, read};
use shared::contract::{Line, Policy, PremiumMode};
use shared::problem::Findings;
use shared::trust::letters::NO_LETTERS;
use uuid::Uuid;

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(policy): PathParams<Uuid>,
) -> ApiResult<Json<PolicyGifts>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let contract = must_see(&mut transaction, &viewer, policy).await?;
    let today = viewer.today(app.clock);
    let gifts = gift::of_policy(&mut transaction, &viewer, policy, today).await?;
    let trusts = gift::trusts(&mut transaction, &viewer, policy).await?;
    let warnings = gift_limits::warnings(&mut transaction, &viewer, &trusts, today).await?;
    transaction.finish();
    let next = next(&contract, &gifts, &trusts, today);
    Ok(Json(PolicyGifts {
        gifts,
        trusts,
        next,
        warnings,
    }))
}

/// Adds a gift. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one gift.
pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(policy): PathParams<Uuid>,
    Body(draft): Body<GiftDraft>,
) -> ApiResult<(StatusCode, Json<PremiumGift>)> {
    let uuid = key.unwrap_or_else(new_uuid);
    let request = json!([viewer.user_key, policy, draft]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    party::hold_contract(&mut transaction, &viewer, policy).await?;
    must_see(&mut transaction, &viewer, policy).await?;
    let stored = request_hash(&mut transaction, KeyedRecord::PremiumGift, viewer.firm.id, uuid).await?;
    if let Some(stored) = stored {
        if stored != hash {
            return Err(idempotency::reused());
        }
        let added = find(&mut transaction, &viewer, (policy, uuid), viewer.today(app.clock)).await?;
        return Ok((StatusCode::CREATED, Json(added)));
    }
    let asked = (&draft, None, hash);
    let saved = save(&app, &viewer, transaction, (policy, uuid), asked).await?;
    Ok((StatusCode::CREATED, Json(saved)))
}

/// Updates a gift. Responds with 409 and the current gift if it was changed since it was read.
pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((policy, uuid)): PathParams<(Uuid, Uuid)>,
    Body(draft): Body<GiftDraft>,
) -> ApiResult<Json<PremiumGift>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    party::hold_contract(&mut transaction, &viewer, policy).await?;
    must_see(&mut transaction, &viewer, policy).await?;
    let stored = find(&mut transaction, &viewer, (policy, uuid), viewer.today(app.clock)).await?;
    if draft.version != Some(stored.version) {
        return Err(ApiError::Conflict(Box::new(json!(stored))));
    }
    let before = Some(stored.trust_uuid);
    Ok(Json(
        save(&app, &viewer, transaction, (policy, uuid), (&draft, before, None)).await?,
    ))
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((policy, uuid)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    party::hold_contract(&mut transaction, &viewer, policy).await?;
    must_see(&mut transaction, &viewer, policy).await?;
    if crummey_letter::has_any(&mut transaction, viewer.firm.id, uuid).await? {
        return Err(ApiError::Refused {
            code: "has_letters",
            message: "Letters were created for this gift. Delete them on the page of the trust first.".into(),
        });
    }
    if !gift::delete(&mut transaction, &viewer, policy, uuid).await? {
        return Err(ApiError::NotFound("gift"));
    }
    note(&mut transaction, &viewer, policy).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Validates and saves a gift. `before` is its current trust. `request_hash` is set for new gifts with an
/// idempotency key.
async fn save(
    app: &App,
    viewer: &Viewer,
    mut transaction: Transaction,
    (policy, uuid): (Uuid, Uuid),
    (draft, before, request_hash): (&GiftDraft, Option<Uuid>, Option<Vec<u8>>),
) -> ApiResult<PremiumGift> {
    let (now, today) = (app.clock.now(), viewer.today(app.clock));
    let trusts = gift::trusts(&mut transaction, viewer, policy).await?;
    let mut findings = Findings::default();
    let wanted: Option<Gift> = read(draft, today, &mut findings);
    let other_trust = before.is_some() && before != draft.trust_uuid;
    if other_trust && crummey_letter::has_any(&mut transaction, viewer.firm.id, uuid).await? {
        let message = "Letters were created for this gift. Delete them before you choose a different trust.";
        findings.fault("trustUuid", "has_letters", message);
    }
    // A gift may keep a trust that no longer owns the policy, or that can no longer send letters.
    if let Some(uuid) = draft.trust_uuid.filter(|trust| before != Some(*trust)) {
        if !trusts.iter().any(|known| known.uuid == uuid) {
            findings.fault("trustUuid", "no_owner", "Select a trust that owns the policy.");
        } else if let Some(reason) = trust::no_letters_because(&mut transaction, viewer.firm.id, uuid).await?
        {
            findings.fault("trustUuid", NO_LETTERS, reason);
        }
    }
    let Some(wanted) = wanted.filter(|_| findings.is_acceptable()) else {
        return Err(ApiError::Invalid(findings.0));
    };
    gift::save(&mut transaction, viewer, (policy, uuid), &wanted, request_hash).await?;
    let saved = find(&mut transaction, viewer, (policy, uuid), today).await?;
    notify::contract::changed(
        &mut transaction,
        viewer.firm.id,
        (Line::Life, &[policy]),
        now,
        today,
    )
    .await?;
    note(&mut transaction, viewer, policy).await?;
    transaction.commit().await?;
    Ok(saved)
}

/// Plans the next gift of a policy.
fn next(policy: &Policy, gifts: &[PremiumGift], trusts: &[Trust], today: Date) -> Option<GiftPlan> {
    let premiums = Premiums {
        next: policy.next_premium_date,
        mode: policy.premium_mode.as_deref().and_then(PremiumMode::from_code),
        annualized: policy.annualized_premium.unwrap_or_default(),
    };
    let planned: Vec<Date> = gifts.iter().map(|gift| gift.premium_due).collect();
    let trust = match trusts {
        [] => return None,
        [only] => Some(only.uuid),
        _ => None,
    };
    plan::next(&premiums, &planned, trust, today)
}

async fn must_see(transaction: &mut Transaction, viewer: &Viewer, policy: Uuid) -> ApiResult<Policy> {
    record::find::<Policy>(transaction, viewer, policy)
        .await?
        .map(|record| record.contract)
        .ok_or(ApiError::NotFound("policy"))
}

async fn find(
    transaction: &mut Transaction,
    viewer: &Viewer,
    (policy, uuid): (Uuid, Uuid),
    today: Date,
) -> ApiResult<PremiumGift> {
    let gifts = gift::of_policy(transaction, viewer, policy, today).await?;
    gifts
        .into_iter()
        .find(|gift| gift.uuid == uuid)
        .ok_or(ApiError::NotFound("gift"))
}

async fn note(transaction: &mut Transaction, viewer: &Viewer, policy: Uuid) -> ApiResult<()> {
    let details = json!({ "fields": ["gifts"] });
    Ok(changed(transaction, viewer, "change", ("policy", policy), details).await?)
}
