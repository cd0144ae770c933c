//! Validation of letters to providers.

use super::{
    LetterFailure, LetterMethod, LetterState, LetterStep, RequestContent, expiry_sentence, gaps, is_open,
};
use crate::contract::MedicalRequestState;
use crate::date;
use crate::problem::Findings;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Request to create the next letter of a request: the request itself or a follow-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SendInput {
    /// Version of the request that the page loaded
    pub version: i32,
    /// `LetterMethod` code
    pub method: String,
    /// Whether the event that ends the authorization has not happened. Required if it has no expiration date
    #[serde(default)]
    pub confirms_event: bool,
}

/// Validates the next letter of a request. Returns `None` if there are errors.
///
/// Codes: `unknown_choice`, `wrong_state`, `not_due`, `letter_not_sent`, `authorization`, `required`.
pub fn check_send(
    input: &SendInput,
    content: &RequestContent,
    (state, due_on, letter): (MedicalRequestState, Option<Date>, Option<LetterState>),
    today: Date,
    findings: &mut Findings,
) -> Option<(LetterStep, LetterMethod)> {
    let step = LetterStep::next(state);
    if step.is_none() {
        let message = format!("A request in the state {} has no further letter.", state.label());
        findings.fault("state", "wrong_state", message);
    }
    if letter.is_some_and(|letter| letter != LetterState::Sent) {
        let message = "The previous letter has not been sent. Mail or fax it first.";
        findings.fault("state", "letter_not_sent", message);
    } else if let Some(day) = due_on.filter(|day| is_open(state) && *day > today) {
        let message = format!("The follow-up is due on {}.", date::format(day));
        findings.fault("state", "not_due", message);
    }
    for gap in gaps(content, today) {
        findings.fault(
            format!("authorization.{}", gap.element),
            "authorization",
            gap.message,
        );
    }
    check_event(input, content, findings);
    let method = check_method(&input.method, content, findings);
    findings.is_acceptable().then_some((step?, method?))
}

/// Requires the user to confirm that the expiration event has not happened, because an event has no date to check.
fn check_event(input: &SendInput, content: &RequestContent, findings: &mut Findings) {
    let Some(authorization) = &content.authorization else {
        return;
    };
    if let (None, Some(event), false) = (
        authorization.expires_on,
        &authorization.expiration_event,
        input.confirms_event,
    ) {
        let message = format!("Confirm that this has not happened: {event}.");
        findings.fault("confirmsEvent", "required", message);
    }
}

/// Checks that the provider can be reached by a method.
fn check_method(typed: &str, content: &RequestContent, findings: &mut Findings) -> Option<LetterMethod> {
    let method = LetterMethod::from_code(typed);
    let provider = &content.provider;
    match method {
        None => findings.fault("method", "unknown_choice", "Choose Mail or Fax."),
        Some(LetterMethod::Mail) => {
            let address = &provider.address;
            let parts = [
                (
                    &address.line1,
                    "line1",
                    "Enter the street of the provider's address.",
                ),
                (&address.city, "city", "Enter the city of the provider's address."),
                (
                    &address.postal_code,
                    "postalCode",
                    "Enter the ZIP code of the provider's address.",
                ),
            ];
            for (_, field, message) in parts.into_iter().filter(|(part, ..)| part.is_none()) {
                findings.fault(format!("provider.address.{field}"), "required", message);
            }
        }
        Some(LetterMethod::Fax) if provider.fax.is_none() => {
            let message = "Enter the provider's fax number, or choose Mail.";
            findings.fault("provider.fax", "required", message);
        }
        Some(LetterMethod::Fax) => {}
    }
    method
}

/// Request to record that a letter left, was not delivered, or goes out again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LetterChangeInput {
    /// Version of the letter that the page loaded
    pub version: i32,
    /// `LetterState` code: `Sent`, `Failed`, or `Queued` to send it again
    pub state: String,
    /// When a letter was mailed or faxed. Otherwise empty
    #[serde(default)]
    pub sent_on: String,
    /// `LetterFailure` code of a letter that was not delivered. Otherwise empty
    #[serde(default)]
    pub failure: String,
    /// `LetterMethod` code of a letter that goes out again. Otherwise empty
    #[serde(default)]
    pub method: String,
}

/// A valid change to a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterChange {
    Sent(Date),
    Failed(LetterFailure),
    Queued(LetterMethod),
}

/// Validates a change to a letter. `request` is the state of the request. `state` and `queued_on` are the state
/// and the date of the letter. Returns `None` if there are errors.
///
/// Codes: `unknown_choice`, `wrong_state`, `future`, `order`, `authorization`, `required`, and the codes of dates.
pub fn check_letter_change(
    input: &LetterChangeInput,
    content: &RequestContent,
    (request, state, queued_on): (MedicalRequestState, LetterState, Date),
    today: Date,
    findings: &mut Findings,
) -> Option<LetterChange> {
    let to = LetterState::from_code(&input.state);
    let is_allowed = match to {
        Some(LetterState::Sent) => state == LetterState::Queued,
        // Mail can be returned after it was sent.
        Some(LetterState::Failed) => state != LetterState::Failed,
        Some(LetterState::Queued) => state == LetterState::Failed,
        None => true,
    };
    if !is_open(request) {
        let message = "The request is closed, so its letter is not needed.";
        findings.fault("state", "wrong_state", message);
    } else if !is_allowed {
        let message = format!("The letter is already in the state {}.", state.label());
        findings.fault("state", "wrong_state", message);
    }
    let change = match to {
        Some(LetterState::Sent) => {
            let day = findings.take("sentOn", date::parse(&input.sent_on))?;
            if day > today {
                findings.fault("sentOn", "future", "This date cannot be in the future.");
            }
            if day < queued_on {
                let message = "A letter cannot be sent before the date on it.";
                findings.fault("sentOn", "order", message);
            }
            expired(content, day, "sentOn", findings);
            Some(LetterChange::Sent(day))
        }
        Some(LetterState::Failed) => {
            let failure = LetterFailure::from_code(&input.failure);
            if failure.is_none() {
                let message = "Choose why the letter was not delivered.";
                findings.fault("failure", "unknown_choice", message);
            }
            failure.map(LetterChange::Failed)
        }
        Some(LetterState::Queued) => {
            expired(content, today, "state", findings);
            check_method(&input.method, content, findings).map(LetterChange::Queued)
        }
        None => {
            findings.fault("state", "unknown_choice", "Choose what happened to the letter.");
            None
        }
    };
    if findings.is_acceptable() { change } else { None }
}

/// Rejects letters that would be sent after the authorization expires.
fn expired(content: &RequestContent, day: Date, field: &str, findings: &mut Findings) {
    let sentence = content
        .authorization
        .as_ref()
        .and_then(|authorization| expiry_sentence(authorization, day));
    if let Some(sentence) = sentence {
        findings.fault(field, "authorization", sentence);
    }
}
