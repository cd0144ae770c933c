//! Creates a gift's letters, each with its PDF.

use super::load;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::deliverables::letter::{Letter, names};
use crate::deliverables::{MAX_PDF_BYTES, MEDIA_TYPE, file_name, letterhead, text_images};
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::contact::address;
use crate::records::crummey_letter::{self, NewLetter};
use crate::records::deliverable_text::{self, TextPlace};
use crate::records::document::{self, NewDocument};
use crate::records::party;
use crate::routes::changed::changed;
use crate::routes::{Body, PathParams};
use crate::store::Kept;
use axum::{Json, extract::State};
use futures_util::stream;
use http::StatusCode;
use rust_decimal::Decimal;
use serde_json::json;
use shared::deliverable::DeliverableKind;
use shared::deliverable::layout::{Format, Layout, LayoutImage, RenderOrder};
use shared::deliverable::rich_text::RichText;
use shared::deliverable::text_levels::applicable;
use shared::deliverable::texts::Part;
use shared::problem::Findings;
use shared::trust::letters::{GiftLetters, LetterRecipient, LettersInput, check_letters};
use shared::trust::{TrustRecord, TrustRole};
use std::collections::HashMap;
use std::io;
use uuid::Uuid;

/// A letter whose PDF is in the store.
struct Stored {
    new: NewLetter,
    name: String,
    kept: Kept,
}

/// Creates letters for beneficiaries with a withdrawal right. Responds with 409 and the current gift if it was changed
/// since it was read.
pub(in super::super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(trust): PathParams<Uuid>,
    Body(input): Body<LettersInput>,
) -> ApiResult<(StatusCode, Json<GiftLetters>)> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let source = read(&mut transaction, &app, &viewer, (trust, &input)).await?;
    let (layouts, images) = layouts(&mut transaction, &viewer, &source).await?;
    transaction.finish();

    let mut stored = Vec::new();
    let saved = match store(&app, &source, (layouts, &images), &mut stored).await {
        Ok(()) => save(&app, &viewer, (trust, &input), &source, &stored).await,
        Err(error) => Err(Unsaved::rolled_back(error)),
    };
    match saved {
        Ok(gift) => Ok((StatusCode::CREATED, Json(gift))),
        Err(Unsaved {
            error,
            is_rolled_back,
        }) => {
            for letter in stored.iter().filter(|_| is_rolled_back) {
                app.store.remove(&letter.kept.key).await;
            }
            Err(error)
        }
    }
}

/// The trust, the gift and the new letters. Compared again when the letters are saved, to detect changes.
#[derive(PartialEq)]
struct Source {
    trust: TrustRecord,
    gift: GiftLetters,
    letter_date: jiff::civil::Date,
    letters: Vec<(LetterRecipient, Decimal)>,
    firm_id: i32,
}

async fn read(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (trust, input): (Uuid, &LettersInput),
) -> ApiResult<Source> {
    let (trust, all) = load(transaction, app, viewer, trust).await?;
    let gift = all
        .gifts
        .into_iter()
        .find(|gift| gift.gift.uuid == input.gift_uuid);
    let gift = gift.ok_or(ApiError::NotFound("gift"))?;
    if gift.gift.version != input.gift_version {
        return Err(ApiError::Conflict(Box::new(json!(gift))));
    }
    let mut findings = Findings::default();
    let draft = check_letters(input, &gift, viewer.today(app.clock), &mut findings);
    let Some(draft) = draft else {
        return Err(ApiError::Invalid(findings.0));
    };
    let recipient = |person: Uuid| gift.recipients.iter().find(|known| known.person_uuid == person);
    let letters = draft
        .letters
        .iter()
        .filter_map(|(person, amount)| Some((recipient(*person)?.clone(), *amount)));
    Ok(Source {
        letters: letters.collect(),
        letter_date: draft.letter_date,
        firm_id: viewer.firm.id,
        trust,
        gift,
    })
}

/// Lays out the letters, without their images. Also returns the images, which are the same for all.
async fn layouts(
    transaction: &mut Transaction,
    viewer: &Viewer,
    source: &Source,
) -> ApiResult<(Vec<Layout>, Vec<LayoutImage>)> {
    let kind = DeliverableKind::CrummeyLetter;
    let place = TextPlace {
        kind,
        template: None,
        subject: None,
    };
    let set = deliverable_text::applicable(transaction, source.firm_id, &place).await?;
    let text: RichText = applicable(kind, Part::Letter, &set);
    let images = text_images::load(transaction, source.firm_id, kind, &set).await?;
    let letterhead = letterhead::load(transaction, source.firm_id).await?;
    let people = &source.trust.people;
    // Leave out contacts that the viewer cannot open.
    let linked: Vec<Uuid> = people
        .iter()
        .filter(|person| person.contact_type.is_some())
        .filter_map(|person| person.contact_uuid)
        .collect();
    let addresses = address::lines_of(transaction, source.firm_id, &linked).await?;
    let contact_of: HashMap<Uuid, Uuid> = people
        .iter()
        .filter_map(|person| Some((person.uuid, person.contact_uuid?)))
        .collect();
    let address_of = |person: &Uuid| {
        let contact = contact_of.get(person)?;
        addresses.get(contact).cloned()
    };
    let layouts = source.letters.iter().map(|(recipient, amount)| {
        let letter = Letter {
            trust: &source.trust.name,
            trustees: names(&source.trust, TrustRole::Trustee),
            grantors: names(&source.trust, TrustRole::Grantor),
            sender_lines: source.trust.address.clone(),
            beneficiary: &recipient.beneficiary,
            addressee: &recipient.addressee,
            address: address_of(&recipient.person_uuid).unwrap_or_default(),
            gift_amount: source.gift.gift.amount,
            received_on: source.gift.gift.received_on.unwrap_or(source.gift.gift.gift_date),
            amount: *amount,
            date: source.letter_date,
            letterhead: letterhead.clone(),
            text: &text,
            images: Vec::new(),
            prepared_by: viewer.name(),
        };
        letter.layout()
    });
    Ok((layouts.collect(), images))
}

/// Renders and stores the letters. Adds each to `stored`, even if a later one fails.
async fn store(
    app: &App,
    source: &Source,
    (layouts, images): (Vec<Layout>, &[LayoutImage]),
    stored: &mut Vec<Stored>,
) -> ApiResult<()> {
    let gift = &source.gift.gift;
    for ((recipient, amount), layout) in source.letters.iter().zip(layouts) {
        let name = file_name(&layout);
        let format = Format::Pdf;
        let layout = Layout {
            images: images.to_vec(),
            ..layout
        };
        let pdf = app.renderer.render(&RenderOrder { format, layout }).await?;
        let document = new_uuid();
        let content = stream::iter([io::Result::Ok(pdf)]);
        let owner = (source.firm_id, document);
        let (kept, ()) = app
            .store
            .keep(owner, content, MAX_PDF_BYTES, 0, |_| Ok(()))
            .await?;
        let new = NewLetter {
            uuid: new_uuid(),
            gift: gift.uuid,
            gift_amount: gift.amount,
            gift_received_on: gift.received_on.unwrap_or(gift.gift_date),
            person: recipient.person_uuid,
            beneficiary: recipient.beneficiary.clone(),
            addressee: recipient.addressee.clone(),
            amount: *amount,
            letter_date: source.letter_date,
            document,
        };
        stored.push(Stored { new, name, kept });
    }
    Ok(())
}

struct Unsaved {
    error: ApiError,
    /// `false` if the commit failed. In that case the letters may have been saved, so their files are kept.
    is_rolled_back: bool,
}

impl Unsaved {
    const fn rolled_back(error: ApiError) -> Self {
        Self {
            error,
            is_rolled_back: true,
        }
    }
}

async fn save(
    app: &App,
    viewer: &Viewer,
    (trust, input): (Uuid, &LettersInput),
    source: &Source,
    stored: &[Stored],
) -> Result<GiftLetters, Unsaved> {
    let begun = app.db.begin(source.firm_id).await;
    let mut transaction = begun.map_err(Unsaved::rolled_back)?;
    let saved = insert(&mut transaction, app, viewer, (trust, input), source, stored).await;
    let gift = saved.map_err(Unsaved::rolled_back)?;
    transaction.commit().await.map_err(|error| Unsaved {
        error,
        is_rolled_back: false,
    })?;
    Ok(gift)
}

/// Inserts the letters. Fails if their source was changed in the meantime.
async fn insert(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (trust, input): (Uuid, &LettersInput),
    source: &Source,
    stored: &[Stored],
) -> ApiResult<GiftLetters> {
    party::hold_contract(transaction, viewer, source.gift.policy_uuid).await?;
    party::hold_contacts(transaction, viewer, vec![trust]).await?;
    let now = read(transaction, app, viewer, (trust, input)).await?;
    if now != *source {
        return Err(ApiError::Conflict(Box::new(json!(now.gift))));
    }
    for Stored { new, name, kept } in stored {
        let document = NewDocument {
            uuid: new.document,
            subject_type: "owner",
            subject: trust,
            template: None,
            name,
            media_type: MEDIA_TYPE,
            size_bytes: kept.size_bytes,
            content_hash: &kept.hash,
            storage_key: &kept.key,
            request_hash: None,
        };
        document::insert(transaction, (source.firm_id, &viewer.user_key), &document).await?;
    }
    let letters: Vec<&NewLetter> = stored.iter().map(|stored| &stored.new).collect();
    crummey_letter::insert(transaction, viewer, &letters, app.clock.now()).await?;
    let names: Vec<&str> = stored.iter().map(|stored| stored.name.as_str()).collect();
    let details = json!({ "document": names.join(", ") });
    changed(transaction, viewer, "generate", ("owner", trust), details).await?;
    let (_, all) = load(transaction, app, viewer, trust).await?;
    all.gifts
        .into_iter()
        .find(|gift| gift.gift.uuid == input.gift_uuid)
        .ok_or(ApiError::NotFound("gift"))
}
