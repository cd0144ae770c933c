//! Crummey letters of a trust: list, delivery, proof.

mod create;
mod deliver;

pub(super) use create::create;
pub(super) use deliver::{deliver, undo};

use super::must_see;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::{crummey_letter, document, gift, party};
use crate::routes::changed::{changed, part_details};
use crate::routes::version_read::VersionRead;
use crate::routes::{Body, Params, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::json;
use shared::trust::letters::{
    CrummeyLetter, GiftLetters, LetterRecipient, LetterState, ProofInput, TrustLetters, addressee,
    blocked_because, propose,
};
use shared::trust::{TrustPerson, TrustRecord, TrustRole};
use std::collections::HashMap;
use uuid::Uuid;

/// Audit field for a deleted letter.
const LETTER: &str = "letter";
/// Audit field for a proof.
const PROOF: &str = "letterProof";

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(trust): PathParams<Uuid>,
) -> ApiResult<Json<TrustLetters>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (_, letters) = load(&mut transaction, &app, &viewer, trust).await?;
    transaction.finish();
    Ok(Json(letters))
}

/// Sets or removes the document that proves the delivery of a letter.
pub(super) async fn prove(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((trust, uuid)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<ProofInput>,
) -> ApiResult<Json<CrummeyLetter>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = hold_one(&mut transaction, &app, &viewer, (trust, uuid, input.version))
        .await?
        .1;
    let firm_id = viewer.firm.id;
    if let Some(proof) = input.document_id {
        let is_letter = crummey_letter::is_letter(&mut transaction, firm_id, proof).await?;
        let stored = document::of_subject_by_uuid(&mut transaction, &viewer, trust, proof).await?;
        if is_letter || stored.is_none() {
            return Err(ApiError::Refused {
                code: "unknown_document",
                message: "Choose a document that was uploaded to the trust.".into(),
            });
        }
    }
    crummey_letter::set_proof(&mut transaction, firm_id, uuid, input.document_id).await?;
    let after = find(&mut transaction, &app, &viewer, (trust, uuid)).await?.1;
    let is_removed = input.document_id.is_none();
    let proof = if is_removed {
        before.proof
    } else {
        after.proof.clone()
    };
    let name = proof.map(|proof| proof.name).unwrap_or_default();
    note(
        &mut transaction,
        &viewer,
        trust,
        part_details(PROOF, &name, is_removed),
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(after))
}

/// Deletes a letter that was not delivered.
pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((trust, uuid)): PathParams<(Uuid, Uuid)>,
    Params(version): Params<VersionRead>,
) -> ApiResult<StatusCode> {
    let version = version.required()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let letter = hold_one(&mut transaction, &app, &viewer, (trust, uuid, version))
        .await?
        .1;
    if [LetterState::Sending.code(), LetterState::Delivered.code()].contains(&letter.state.as_str()) {
        return Err(ApiError::Refused {
            code: "already_delivered",
            message: format!(
                "The letter to {} was sent, so it is kept as a record.",
                letter.addressee
            ),
        });
    }
    let file = letter.document.document_id;
    crummey_letter::delete(&mut transaction, viewer.firm.id, (uuid, file)).await?;
    note(
        &mut transaction,
        &viewer,
        trust,
        part_details(LETTER, &letter.document.name, true),
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Locks the trust, so that its letters are changed by one request at a time. Returns one of the letters with its
/// gift. Responds with 409 and the current letter if it was changed since it was read.
async fn hold_one(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (trust, uuid, version): (Uuid, Uuid, i32),
) -> ApiResult<(GiftLetters, CrummeyLetter)> {
    party::hold_contacts(transaction, viewer, vec![trust]).await?;
    let (gift, letter) = find(transaction, app, viewer, (trust, uuid)).await?;
    if letter.version != version {
        return Err(ApiError::Conflict(Box::new(json!(letter))));
    }
    Ok((gift, letter))
}

async fn find(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (trust, uuid): (Uuid, Uuid),
) -> ApiResult<(GiftLetters, CrummeyLetter)> {
    let (_, all) = load(transaction, app, viewer, trust).await?;
    all.gifts
        .into_iter()
        .find_map(|gift| {
            let letter = gift.letters.iter().find(|letter| letter.uuid == uuid).cloned();
            letter.map(|letter| (gift, letter))
        })
        .ok_or(ApiError::NotFound("letter"))
}

/// Loads a trust with its letters.
async fn load(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<(TrustRecord, TrustLetters)> {
    let trust = must_see(transaction, app, viewer, uuid).await?;
    let today = viewer.today(app.clock);
    let gifts = gift::of_trust(transaction, viewer, (uuid, &trust.name), today).await?;
    let uuids: Vec<Uuid> = gifts.iter().map(|listed| listed.gift.uuid).collect();
    let mut letters: HashMap<Uuid, Vec<CrummeyLetter>> = HashMap::new();
    for (gift, letter) in crummey_letter::of_gifts(transaction, viewer.firm.id, &uuids).await? {
        letters.entry(gift).or_default().push(letter);
    }
    let has_trustee = trust
        .people
        .iter()
        .any(|person| person.role == TrustRole::Trustee.code() && !person.is_successor);
    let gifts = gifts.into_iter().map(|listed| {
        let letters = letters.remove(&listed.gift.uuid).unwrap_or_default();
        let given = letters.iter().map(|letter| letter.amount).sum();
        GiftLetters {
            recipients: recipients(&trust, listed.gift.amount, &letters, today),
            blocked_because: blocked_because(&listed.gift, given, &trust.no_letters_because, has_trustee),
            policy_uuid: listed.policy_uuid,
            policy_number: listed.policy_number,
            gift: listed.gift,
            letters,
        }
    });
    let letters = TrustLetters {
        gifts: gifts.collect(),
        can_email: app.config.mail.is_some(),
    };
    Ok((trust, letters))
}

/// Returns the beneficiaries who can get a letter. They share the amount that existing letters leave of the gift.
fn recipients(
    trust: &TrustRecord,
    amount: Decimal,
    letters: &[CrummeyLetter],
    today: Date,
) -> Vec<LetterRecipient> {
    let has_letter = |person: &TrustPerson| letters.iter().any(|letter| letter.person_uuid == person.uuid);
    let entitled: Vec<&TrustPerson> = trust
        .people
        .iter()
        .filter(|person| person.has_withdrawal_right && !has_letter(person))
        .collect();
    let rest = amount - letters.iter().map(|letter| letter.amount).sum::<Decimal>();
    let amounts = propose(rest, entitled.len());
    entitled
        .into_iter()
        .zip(amounts)
        .map(|(person, amount)| LetterRecipient {
            person_uuid: person.uuid,
            beneficiary: person.name.clone(),
            addressee: addressee(person, today),
            amount,
        })
        .collect()
}

async fn note(
    transaction: &mut Transaction,
    viewer: &Viewer,
    trust: Uuid,
    details: serde_json::Value,
) -> ApiResult<()> {
    Ok(changed(transaction, viewer, "change", ("owner", trust), details).await?)
}
