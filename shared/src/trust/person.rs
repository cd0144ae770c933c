//! Validation of the grantors, trustees and beneficiaries of a trust.

use super::TrustRole;
use super::details::read_state;
use crate::contact::{email, phone};
use crate::fault::Fault;
use crate::person::{MAX_NAME, is_minor, read_birth_date, read_name};
use crate::problem::Findings;
use crate::share_percent::{self, ShareError};
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of people per trust.
pub const MAX_PEOPLE: usize = 200;
/// Maximum number of characters of a phone number as entered. Valid numbers with separators are shorter.
const MAX_PHONE: usize = 60;

/// A grantor, trustee or beneficiary as entered in a form. Empty text stands for a missing value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrustPersonInput {
    /// Version of the record that the form loaded. Null for a new person
    pub version: Option<i32>,
    /// `TrustRole` code
    pub role: String,
    /// Whether a trustee takes over from another one
    pub is_successor: bool,
    pub name: String,
    pub birth_date: String,
    pub email: String,
    pub phone: String,
    /// Code or name of a state
    pub state: String,
    /// Share of a beneficiary in percent, such as `33.3333`
    pub share_percent: String,
    /// Guardian of a beneficiary. Required if the beneficiary is a minor
    pub guardian: String,
    /// Whether a beneficiary may withdraw gifts
    pub has_withdrawal_right: bool,
    /// The same person as a contact of the firm
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
}

/// A valid grantor, trustee or beneficiary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub role: TrustRole,
    pub is_successor: bool,
    pub name: String,
    pub birth_date: Option<Date>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub state: Option<&'static str>,
    pub share_percent: Option<Decimal>,
    pub guardian: Option<String>,
    pub has_withdrawal_right: bool,
    pub contact_uuid: Option<Uuid>,
}

/// Validates a person of a trust. Returns `None` if there are errors.
///
/// Codes: `required`, `unknown_role`, `not_for_role`, `future`, `out_of_range`, `invalid_state`, `too_long`, and the
/// codes of email addresses, phone numbers, dates and shares.
pub fn read(input: &TrustPersonInput, today: Date, findings: &mut Findings) -> Option<Person> {
    let role = TrustRole::from_code(&input.role);
    if role.is_none() {
        findings.fault("role", "unknown_role", "Choose a role.");
    }
    let name = read_name(&input.name, findings);
    let birth_date = read_birth_date(&input.birth_date, today, findings);
    let email = findings
        .bounded_text(Some(&input.email), "email", email::MAX_EMAIL)
        .filter(|_| !findings.has_fault("email"))
        .and_then(|typed| findings.take("email", email::normalize(&typed)));
    let phone = findings
        .bounded_text(Some(&input.phone), "phone", MAX_PHONE)
        .filter(|_| !findings.has_fault("phone"))
        .and_then(|typed| findings.take("phone", phone::normalize(&typed)));
    let state = read_state(&input.state, "state", findings);
    let share_percent = match share_percent::parse(&input.share_percent) {
        Err(ShareError::Empty) => None,
        parsed => findings.take("sharePercent", parsed),
    };
    let guardian = findings.bounded_text(Some(&input.guardian), "guardian", MAX_NAME);
    if let Some(role) = role {
        refuse_for_role(input, role, findings);
    }
    let is_minor = birth_date.is_some_and(|born| is_minor(born, today));
    if role == Some(TrustRole::Beneficiary) && is_minor && guardian.is_none() {
        let message = "Enter a guardian. The beneficiary is under 18.";
        findings.fault("guardian", "required", message);
    }
    findings.is_acceptable().then_some(Person {
        role: role?,
        is_successor: input.is_successor,
        name: name?,
        birth_date,
        email,
        phone,
        state,
        share_percent,
        guardian,
        has_withdrawal_right: input.has_withdrawal_right,
        contact_uuid: input.contact_uuid,
    })
}

/// Checks the number of people of a trust.
///
/// # Errors
/// Returns `too_many_people` above the limit.
pub fn check_count(count: usize) -> Result<(), Fault> {
    if count <= MAX_PEOPLE {
        return Ok(());
    }
    let message = format!("A trust can have up to {MAX_PEOPLE} people. Delete one before you add another.");
    Err(Fault::new("too_many_people", message))
}

/// Rejects values that do not apply to the role.
fn refuse_for_role(input: &TrustPersonInput, role: TrustRole, findings: &mut Findings) {
    let is_given = |text: &str| !text.trim().is_empty();
    for (field, is_given, owner, message) in [
        (
            "isSuccessor",
            input.is_successor,
            TrustRole::Trustee,
            "Only trustees can be successors.",
        ),
        (
            "sharePercent",
            is_given(&input.share_percent),
            TrustRole::Beneficiary,
            "Only beneficiaries have a share.",
        ),
        (
            "guardian",
            is_given(&input.guardian),
            TrustRole::Beneficiary,
            "Only beneficiaries have a guardian.",
        ),
        (
            "hasWithdrawalRight",
            input.has_withdrawal_right,
            TrustRole::Beneficiary,
            "Only beneficiaries have a withdrawal right.",
        ),
    ] {
        if is_given && role != owner {
            findings.fault(field, "not_for_role", message);
        }
    }
}
