//! Validation of requests.

use super::authorization::{self, Authorization, AuthorizationInput, MAX_NAME, MAX_TEXT, optional_day};
use super::{MedicalRequestType, may_close};
use crate::contact::{Address, address, free_text, phone};
use crate::contract::MedicalRequestState;
use crate::date;
use crate::problem::Findings;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

const MAX_NOTES: usize = 4000;
/// Maximum number of characters of a phone number as entered. Valid numbers with separators are shorter.
const MAX_PHONE: usize = 60;

/// The doctor, hospital or laboratory that has the records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Provider {
    pub name: String,
    pub phone: Option<String>,
    pub fax: Option<String>,
    pub address: Address,
}

/// A request as entered in a form. Empty text stands for a missing value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MedicalRequestInput {
    /// Version of the draft that the form loaded. Null for a new request
    pub version: Option<i32>,
    /// `MedicalRequestType` code
    pub request_type: String,
    pub provider: Provider,
    /// First day of the records
    pub date_from: String,
    /// Last day of the records
    pub date_to: String,
    pub purpose: String,
    /// The authorization. Null if the insured has not signed one yet
    pub authorization: Option<AuthorizationInput>,
    /// When the firm needs the records. May be empty
    pub deliver_by: String,
    pub notes: String,
}

/// Content of a request, stored encrypted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestContent {
    /// `MedicalRequestType` code
    pub request_type: String,
    pub provider: Provider,
    pub date_from: Date,
    pub date_to: Date,
    pub purpose: String,
    pub deliver_by: Option<Date>,
    pub notes: Option<String>,
    pub authorization: Option<Authorization>,
    /// Reason for closing the request.
    pub closed_because: Option<String>,
}

/// Validates a request. Returns `None` if there are errors. The authorization may be incomplete until the request is sent.
///
/// Codes: `required`, `unknown_choice`, `too_long`, `order`, `future`, `past`, the warning `looks_like_ssn`, and the codes
/// of dates, phone numbers and addresses.
pub fn check_request(
    input: &MedicalRequestInput,
    today: Date,
    findings: &mut Findings,
) -> Option<RequestContent> {
    let request_type = MedicalRequestType::from_code(&input.request_type);
    if request_type.is_none() {
        let message = "Choose the records to request.";
        findings.fault("requestType", "unknown_choice", message);
    }
    let provider = provider(&input.provider, findings);
    let date_from = findings.take("dateFrom", date::parse(&input.date_from));
    let date_to = findings.take("dateTo", date::parse(&input.date_to));
    if date_from.zip(date_to).is_some_and(|(from, to)| from > to) {
        let message = "Enter an end date on or after the start date.";
        findings.fault("dateTo", "order", message);
    }
    if date_from.is_some_and(|from| from > today) {
        let message = "Records cannot start in the future.";
        findings.fault("dateFrom", "future", message);
    }
    let purpose = findings.bounded_text(Some(&input.purpose), "purpose", MAX_TEXT);
    if purpose.is_none() {
        findings.fault("purpose", "required", "Enter the purpose of the request.");
    }
    let deliver_by = optional_day(&input.deliver_by, "deliverBy", findings);
    if deliver_by.is_some_and(|day| day < today) {
        findings.fault("deliverBy", "past", "Enter today or a later date.");
    }
    let notes = findings.bounded_lines(Some(&input.notes), "notes", MAX_NOTES);
    if let Some(fault) = notes.as_deref().and_then(free_text::warning) {
        findings.warn("notes", fault.code, fault.message);
    }
    let authorization = input
        .authorization
        .as_ref()
        .map(|given| authorization::read(given, today, findings));
    findings.is_acceptable().then_some(RequestContent {
        request_type: request_type?.code().into(),
        provider,
        date_from: date_from?,
        date_to: date_to?,
        purpose: purpose?,
        deliver_by,
        notes,
        authorization,
        closed_because: None,
    })
}

fn provider(input: &Provider, findings: &mut Findings) -> Provider {
    let name = findings.bounded_text(Some(&input.name), "provider.name", MAX_NAME);
    if name.is_none() {
        findings.fault("provider.name", "required", "Enter the name of the provider.");
    }
    let mut number = |typed: &Option<String>, field: &str| {
        let typed = findings.bounded_text(typed.as_deref(), field, MAX_PHONE)?;
        findings.take(field, phone::normalize(&typed))
    };
    Provider {
        name: name.unwrap_or_default(),
        phone: number(&input.phone, "provider.phone"),
        fax: number(&input.fax, "provider.fax"),
        address: address::normalize(input.address.clone(), "provider.address", findings),
    }
}

/// Request to record that the provider refused, or to cancel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CloseInput {
    /// Version of the request that the page loaded
    pub version: i32,
    /// `Refused` or `Cancelled`
    pub state: String,
    /// Why
    pub because: String,
}

/// Validates closing a request. Returns the new state and the reason, or `None` if there are errors.
///
/// Codes: `unknown_choice`, `wrong_state`, `required`, `too_long`.
pub fn check_close(
    input: &CloseInput,
    state: MedicalRequestState,
    findings: &mut Findings,
) -> Option<(MedicalRequestState, String)> {
    let to = MedicalRequestState::from_code(&input.state)
        .filter(|to| [MedicalRequestState::Refused, MedicalRequestState::Cancelled].contains(to));
    match to {
        None => findings.fault("state", "unknown_choice", "Choose Refused or Cancelled."),
        Some(to) if !may_close(state, to) => {
            let message = format!(
                "A request in the state {} cannot become {}.",
                state.label(),
                to.label()
            );
            findings.fault("state", "wrong_state", message);
        }
        Some(_) => {}
    }
    let because = findings.bounded_text(Some(&input.because), "because", MAX_TEXT);
    if because.is_none() {
        findings.fault("because", "required", "Enter why.");
    }
    findings.is_acceptable().then_some((to?, because?))
}
