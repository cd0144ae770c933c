//! Validation of deliveries.

use super::{CrummeyLetter, DeliveryMethod, LetterState};
use crate::date;
use crate::problem::Findings;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Request to email letters, or to record that they were mailed or handed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryInput {
    /// `DeliveryMethod` code
    pub method: String,
    /// When the letters were mailed or handed over. Empty for email
    #[serde(default)]
    pub delivered_on: String,
    pub letters: Vec<LetterVersion>,
}

/// A letter in the version that the page loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LetterVersion {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub version: i32,
}

/// Request to set or remove the proof of a letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProofInput {
    /// Version of the letter that the page loaded
    pub version: i32,
    /// A document of the trust. Null removes the proof
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub document_id: Option<Uuid>,
}

/// A valid delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    Email,
    /// Mailed or handed over on this day.
    Marked(DeliveryMethod, Date),
}

/// Validates the delivery of letters. Returns `None` if there are errors.
///
/// Codes: `required`, `unknown_method`, `mail_disabled`, `no_email`, `already_delivered`, `future`, `order`, and the codes
/// of dates.
pub fn check_delivery(
    input: &DeliveryInput,
    letters: &[&CrummeyLetter],
    (can_email, today): (bool, Date),
    findings: &mut Findings,
) -> Option<Delivery> {
    let method = DeliveryMethod::from_code(&input.method);
    if letters.is_empty() {
        findings.fault("letters", "required", "Choose at least one letter.");
    }
    for letter in letters {
        let can_deliver =
            [LetterState::Draft.code(), LetterState::Failed.code()].contains(&letter.state.as_str());
        if !can_deliver {
            let message = format!("The letter to {} is already delivered.", letter.addressee);
            findings.fault("letters", "already_delivered", message);
        }
    }
    let delivery = match method {
        None => {
            findings.fault(
                "method",
                "unknown_method",
                "Choose how the letters are delivered.",
            );
            return None;
        }
        Some(DeliveryMethod::Email) => {
            check_email(letters, can_email, findings);
            Delivery::Email
        }
        Some(method) => {
            let day = findings.take("deliveredOn", date::parse(&input.delivered_on))?;
            if day > today {
                findings.fault("deliveredOn", "future", "This date cannot be in the future.");
            }
            if letters.iter().any(|letter| day < letter.letter_date) {
                let message = "Letters cannot be delivered before the date on them.";
                findings.fault("deliveredOn", "order", message);
            }
            Delivery::Marked(method, day)
        }
    };
    findings.is_acceptable().then_some(delivery)
}

fn check_email(letters: &[&CrummeyLetter], can_email: bool, findings: &mut Findings) {
    if !can_email {
        let message = "Firmbook is not set up to send email. Print the letters, and mark them as mailed.";
        findings.fault("method", "mail_disabled", message);
    }
    for letter in letters.iter().filter(|letter| letter.email.is_none()) {
        let message = format!(
            "{} has no email address. Add one on the People tab, or mail the letter.",
            letter.beneficiary
        );
        findings.fault("letters", "no_email", message);
    }
}
