//! Validation of new letters.

use super::GiftLetters;
use crate::contract::gift::{GiftState, PremiumGift};
use crate::date::{self, plus_days};
use crate::money::{self, format_cents};
use crate::person::is_minor;
use crate::problem::Findings;
use crate::trust::TrustPerson;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use uuid::Uuid;

/// Maximum number of days that a letter can be dated ahead.
const DAYS_AHEAD: i64 = 30;

/// Request to create the letters of a gift.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LettersInput {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub gift_uuid: Uuid,
    /// Version of the gift that the form loaded
    pub gift_version: i32,
    /// Date on the letters
    pub letter_date: String,
    pub letters: Vec<LetterAmount>,
}

/// The amount that a beneficiary may withdraw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LetterAmount {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub person_uuid: Uuid,
    /// Such as `5000.00`
    pub amount: String,
}

/// Valid new letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LettersDraft {
    pub letter_date: Date,
    /// Beneficiaries with the amounts that they can withdraw.
    pub letters: Vec<(Uuid, Decimal)>,
}

/// Returns the reason why no letters can be created for a gift, or an empty string. `given` is the sum of the
/// amounts in the gift's letters. `no_letters` is the reason why the trust cannot send letters, or empty.
pub fn blocked_because(gift: &PremiumGift, given: Decimal, no_letters: &str, has_trustee: bool) -> String {
    // New letters would be dated into the open withdrawal window of those that were sent.
    let sent_outside = gift.letters_sent_on.filter(|_| given.is_zero()).map(|day| {
        format!(
            "The letters were sent outside Firmbook on {}. Upload copies on the Documents tab. To create letters here \
             instead, remove that date from the gift on its policy.",
            date::format(day)
        )
    });
    let reason = if !no_letters.is_empty() {
        no_letters
    } else if !has_trustee {
        "The trust has no trustee who could send letters. Add one on the People tab."
    } else if gift.received_on.is_none() {
        "The gift is not received yet. Record the date on its policy, then create the letters."
    } else if let Some(sent_outside) = &sent_outside {
        sent_outside
    } else if gift.state == GiftState::PremiumPaid.code() {
        "The gift has paid the premium already."
    } else if given >= gift.amount {
        "The letters of the gift cover its whole amount already. Delete one of them to divide the amount again."
    } else {
        ""
    };
    reason.into()
}

/// Returns the addressee of a letter: the beneficiary, or the guardian of a minor.
pub fn addressee(person: &TrustPerson, today: Date) -> String {
    let is_minor = person.birth_date.is_some_and(|born| is_minor(born, today));
    match &person.guardian {
        Some(guardian) if is_minor => format!("{guardian}, guardian of {}", person.name),
        _ => person.name.clone(),
    }
}

/// Divides an amount into equal parts of whole cents. Remaining cents go to the first parts.
pub fn propose(amount: Decimal, count: usize) -> Vec<Decimal> {
    let cent = Decimal::new(1, 2);
    let parts = Decimal::from(count.max(1));
    let each = (amount.max(Decimal::ZERO) / parts).trunc_with_scale(2);
    let mut rest = amount.max(Decimal::ZERO) - each * parts;
    let mut part = || {
        let mut part = each;
        if rest >= cent {
            rest -= cent;
            part += cent;
        }
        part.rescale(2);
        part
    };
    (0..count).map(|_| part()).collect()
}

/// Validates new letters of a gift. Returns `None` if there are errors.
///
/// Codes: `required`, `order`, `too_far_ahead`, `unknown_recipient`, `out_of_range`, `above_gift`, and the codes of amounts
/// and dates.
pub fn check_letters(
    input: &LettersInput,
    gift: &GiftLetters,
    today: Date,
    findings: &mut Findings,
) -> Option<LettersDraft> {
    if !gift.blocked_because.is_empty() {
        findings.fault("giftUuid", "blocked", gift.blocked_because.clone());
    }
    let letter_date = findings.take("letterDate", date::parse(&input.letter_date));
    if let (Some(day), Some(received)) = (letter_date, gift.gift.received_on)
        && day < received
    {
        let message = "The letters cannot be dated before the gift was received.";
        findings.fault("letterDate", "order", message);
    }
    if letter_date.is_some_and(|day| plus_days(today, DAYS_AHEAD).is_some_and(|last| day > last)) {
        let message = format!("Enter a date up to {DAYS_AHEAD} days ahead.");
        findings.fault("letterDate", "too_far_ahead", message);
    }
    if input.letters.is_empty() {
        findings.fault("letters", "required", "Choose at least one beneficiary.");
    }
    let mut letters = Vec::new();
    let mut named = HashSet::new();
    for (index, LetterAmount { person_uuid, amount }) in input.letters.iter().enumerate() {
        let is_recipient = gift
            .recipients
            .iter()
            .any(|known| known.person_uuid == *person_uuid);
        if !is_recipient || !named.insert(*person_uuid) {
            let message = "This beneficiary has no withdrawal right, or has a letter already.";
            findings.fault(
                format!("letters[{index}].personUuid"),
                "unknown_recipient",
                message,
            );
        }
        let field = format!("letters[{index}].amount");
        let amount = findings.take(&field, money::parse_positive(amount));
        letters.extend(amount.map(|amount| (*person_uuid, amount)));
    }
    let existing: Decimal = gift.letters.iter().map(|letter| letter.amount).sum();
    let total = existing + letters.iter().map(|(_, amount)| *amount).sum::<Decimal>();
    if total > gift.gift.amount {
        let (total, amount) = (format_cents(Some(total)), format_cents(Some(gift.gift.amount)));
        let message = format!("The amounts total {total}, which is more than the gift of {amount}.");
        findings.fault("letters", "above_gift", message);
    }
    findings.is_acceptable().then_some(LettersDraft {
        letter_date: letter_date?,
        letters,
    })
}
