//! Emails letters, and records letters that were mailed or handed over.

use super::{hold_one, load};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::{crummey_letter, party};
use crate::routes::changed::{changed, tell_all};
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use serde_json::json;
use shared::problem::Findings;
use shared::trust::letters::{
    CrummeyLetter, Delivery, DeliveryInput, DeliveryMethod, GiftLetters, LetterState, TrustLetters,
    check_delivery,
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Delivers letters. Responds with 409 and the current letters if one was changed since it was read.
pub(in super::super) async fn deliver(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(trust): PathParams<Uuid>,
    Body(input): Body<DeliveryInput>,
) -> ApiResult<Json<TrustLetters>> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    party::hold_contacts(&mut transaction, &viewer, vec![trust]).await?;
    let (_, before) = load(&mut transaction, &app, &viewer, trust).await?;
    let asked: Vec<(&GiftLetters, &CrummeyLetter)> = asked(&before, &input)?;
    let current = |letter: &CrummeyLetter| {
        let known = input.letters.iter().find(|known| known.uuid == letter.uuid);
        known.is_some_and(|known| known.version == letter.version)
    };
    if !asked.iter().all(|(_, letter)| current(letter)) {
        return Err(ApiError::Conflict(Box::new(json!(before))));
    }
    let letters: Vec<&CrummeyLetter> = asked.iter().map(|(_, letter)| *letter).collect();
    let mut findings = Findings::default();
    let (can_email, today) = (before.can_email, viewer.today(app.clock));
    let Some(delivery) = check_delivery(&input, &letters, (can_email, today), &mut findings) else {
        return Err(ApiError::Invalid(findings.0));
    };
    let uuids: Vec<Uuid> = letters.iter().map(|letter| letter.uuid).collect();
    let addressees: Vec<&str> = letters.iter().map(|letter| letter.addressee.as_str()).collect();
    let addressees = addressees.join(", ");
    match delivery {
        Delivery::Email => {
            crummey_letter::queue_emails(&mut transaction, &viewer, &uuids, app.clock.now()).await?;
            let details = json!({ "about": addressees });
            changed(
                &mut transaction,
                &viewer,
                "emailLetter",
                ("owner", trust),
                details,
            )
            .await?;
        }
        Delivery::Marked(method, day) => {
            let gifts: BTreeSet<Uuid> = asked.iter().map(|(gift, _)| gift.gift.uuid).collect();
            let gifts: Vec<Uuid> = gifts.into_iter().collect();
            crummey_letter::lock_gifts(&mut transaction, firm_id, &gifts).await?;
            crummey_letter::mark(&mut transaction, firm_id, &uuids, (method, day)).await?;
            crummey_letter::open_windows(&mut transaction, firm_id, &gifts).await?;
            let policies: BTreeSet<Uuid> = asked.iter().map(|(gift, _)| gift.policy_uuid).collect();
            tell_all(&mut transaction, &viewer, "policy", policies.iter()).await?;
            let details = json!({ "about": addressees, "method": method.label(), "day": day });
            changed(
                &mut transaction,
                &viewer,
                "recordDelivery",
                ("owner", trust),
                details,
            )
            .await?;
        }
    }
    let (_, after) = load(&mut transaction, &app, &viewer, trust).await?;
    transaction.commit().await?;
    Ok(Json(after))
}

/// Returns the requested letters without duplicates.
fn asked<'a>(
    all: &'a TrustLetters,
    input: &DeliveryInput,
) -> ApiResult<Vec<(&'a GiftLetters, &'a CrummeyLetter)>> {
    let wanted: BTreeSet<Uuid> = input.letters.iter().map(|letter| letter.uuid).collect();
    let letters = all
        .gifts
        .iter()
        .flat_map(|gift| gift.letters.iter().map(move |letter| (gift, letter)));
    let found: Vec<_> = letters
        .filter(|(_, letter)| wanted.contains(&letter.uuid))
        .collect();
    if found.len() == wanted.len() {
        Ok(found)
    } else {
        Err(ApiError::NotFound("letter"))
    }
}

/// Removes a delivery by mail or by hand that was recorded by mistake. Emails cannot be recalled.
pub(in super::super) async fn undo(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((trust, uuid)): PathParams<(Uuid, Uuid)>,
    Params(version): Params<VersionRead>,
) -> ApiResult<Json<TrustLetters>> {
    let version = version.required()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (gift, letter) = hold_one(&mut transaction, &app, &viewer, (trust, uuid, version)).await?;
    let is_marked = letter.state == LetterState::Delivered.code()
        && letter.method.as_deref() != Some(DeliveryMethod::Email.code());
    if !is_marked {
        return Err(ApiError::Refused {
            code: "not_recorded",
            message: "Only a delivery by mail or by hand can be removed.".into(),
        });
    }
    if gift.gift.premium_paid_on.is_some() {
        return Err(ApiError::Refused {
            code: "premium_paid",
            message: "The gift has paid the premium, so its letters cannot be changed.".into(),
        });
    }
    crummey_letter::undo(&mut transaction, viewer.firm.id, (gift.gift.uuid, uuid)).await?;
    tell_all(&mut transaction, &viewer, "policy", [gift.policy_uuid].iter()).await?;
    let details = json!({ "about": letter.addressee });
    changed(
        &mut transaction,
        &viewer,
        "removeDelivery",
        ("owner", trust),
        details,
    )
    .await?;
    let (_, after) = load(&mut transaction, &app, &viewer, trust).await?;
    transaction.commit().await?;
    Ok(Json(after))
}
