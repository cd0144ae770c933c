//! Fields and field checks shared by policies and annuities.
//!
//! The other contract checks are in:
//! - `policy.rs` and `annuity.rs`: the fields of one line, also for import files
//! - `policy_record.rs` and `annuity_record.rs`: whole records
//! - `contracts.rs`: owner, status date and as-of date, which depend on the stored contract
//! - `status_change.rs`, `rider.rs`, `gift.rs`, `guideline.rs` and `transaction`: status changes, riders, premium gifts,
//!   guideline ranges, and loans and withdrawals

use super::{Line, PolicyStatus, ProductType, contract_number_key};
use crate::contact::state;
use crate::date;
use crate::fault::Fault;
use crate::money;
use crate::problem::Findings;
use crate::text::clean;
use jiff::civil::Date;
use rust_decimal::Decimal;
use std::ops::RangeInclusive;
use uuid::Uuid;

/// Maximum length of a policy or contract number.
pub const MAX_NUMBER: usize = 30;
pub const MAX_PRODUCT_NAME: usize = 120;

/// Maximum length of a risk class, a payment method and similar texts.
pub const MAX_SHORT_TEXT: usize = 60;
/// Maximum number of contacts attached to a new contract.
pub const MAX_PARTIES: usize = 20;

/// Valid ages in whole years.
pub const AGES: RangeInclusive<i16> = 0..=130;
/// Valid Comdex rankings of a carrier.
pub const COMDEX: RangeInclusive<i16> = 1..=100;

pub(super) const EARLIEST_ISSUE: Date = Date::constant(1850, 1, 1);

/// Fields of every contract.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContractBasics {
    /// 1 to 30 characters. Unique in the firm for each carrier by [`contract_number_key`].
    pub number: String,
    pub carrier_uuid: Option<Uuid>,
    /// [`ProductType`] code, valid for the contract's line.
    pub product_type: String,
    pub product_name: Option<String>,
    /// [`PolicyStatus`] code.
    pub status: String,
    pub status_date: Option<Date>,
    pub issue_date: Option<Date>,
    /// USPS code.
    pub issue_state: Option<String>,
}

impl ContractBasics {
    /// Returns whether the status is known and in force.
    pub fn in_force(&self) -> bool {
        PolicyStatus::from_code(&self.status).is_some_and(PolicyStatus::in_force)
    }
}

/// Records `before_issue` for a status date before the issue date, and `in_future` for one in the future. The status of
/// a contract that is issued later begins on that day.
pub(super) fn status_date(date: Option<Date>, issued: Option<Date>, today: Date, findings: &mut Findings) {
    if date.zip(issued).is_some_and(|(date, issued)| date < issued) {
        findings.fault(
            "statusDate",
            "before_issue",
            "The status date cannot be before the issue date.",
        );
    }
    let latest = issued.map_or(today, |issued| issued.max(today));
    not_after("statusDate", date, latest, findings);
}

/// Cleans and checks the shared fields. `number_field` is the field name of the contract number.
pub(super) fn basics(
    typed: ContractBasics,
    line: Line,
    number_field: &str,
    today: Date,
    findings: &mut Findings,
) -> ContractBasics {
    let number = clean(&typed.number);
    if contract_number_key(&number).is_empty() {
        findings.fault(number_field, "required", "Enter the policy or contract number.");
    } else if number.chars().count() > MAX_NUMBER {
        findings.fault(number_field, "too_long", "Enter a number of up to 30 characters.");
    }
    if typed.carrier_uuid.is_none() {
        findings.fault("carrier", "required", "Choose a carrier.");
    }
    findings.take("productType", product_type(&typed.product_type, line));
    findings.take("status", status(&typed.status, line));
    let issue_state = typed
        .issue_state
        .map(|text| clean(&text))
        .filter(|text| !text.is_empty())
        .map(|text| {
            let known = state::code(&text)
                .ok_or_else(|| Fault::new("unknown_state", "Enter a valid state or territory."));
            findings.take("issueState", known).map_or(text, Into::into)
        });
    if let Some(issued) = typed.issue_date {
        if date::anniversary(today, 1).is_some_and(|latest| issued > latest) {
            findings.fault(
                "issueDate",
                "too_late",
                "The issue date is more than a year in the future. Check the date.",
            );
        } else if issued < EARLIEST_ISSUE {
            findings.fault(
                "issueDate",
                "too_early",
                "The issue date is before 1850. Check the date.",
            );
        }
    }
    status_date(typed.status_date, typed.issue_date, today, findings);
    ContractBasics {
        number,
        product_name: findings.bounded_text(typed.product_name.as_deref(), "productName", MAX_PRODUCT_NAME),
        issue_state,
        ..typed
    }
}

fn product_type(code: &str, line: Line) -> Result<ProductType, Fault> {
    let product = ProductType::from_code(code).ok_or_else(|| unknown_code("product type", code))?;
    if product.line() == line {
        Ok(product)
    } else {
        Err(Fault::new(
            "not_for_line",
            "This product type belongs to a different line of business. Choose another one.",
        ))
    }
}

fn status(code: &str, line: Line) -> Result<PolicyStatus, Fault> {
    let status = PolicyStatus::from_code(code).ok_or_else(|| unknown_code("status", code))?;
    if status.fits(line) {
        Ok(status)
    } else {
        Err(Fault::new(
            "not_for_line",
            "This status does not apply to life policies. Choose another one.",
        ))
    }
}

/// Returns `required` for an empty code, otherwise `unknown_code`.
pub(super) fn unknown_code(what: &str, code: &str) -> Fault {
    match code {
        "" => Fault::new("required", format!("Choose a {what}.")),
        _ => Fault::new(
            "unknown_code",
            format!("Unknown {what}. Choose one from the list."),
        ),
    }
}

/// Checks amounts: zero or more, up to 16 digits and two decimal places.
pub(super) fn amounts<const N: usize>(fields: [(&str, &mut Option<Decimal>); N], findings: &mut Findings) {
    for (field, amount) in fields {
        if let Some(given) = *amount
            && let Some(exact) = findings.take(field, money::check(given))
        {
            *amount = Some(exact);
        }
    }
}

/// Checks a percentage. See [`money::check_percent`].
pub(super) fn percentage(field: &str, percent: Decimal, findings: &mut Findings) {
    findings.take(field, money::check_percent(percent));
}

/// Parses an amount into exact decimal text. Returns `None` for empty input and on errors.
pub(super) fn amount_text(field: &str, typed: Option<&str>, findings: &mut Findings) -> Option<String> {
    let text = typed.map(clean).filter(|text| !text.is_empty())?;
    findings
        .take(field, money::parse(&text))
        .map(|amount| amount.to_string())
}

/// Parses a percentage into exact decimal text. Returns `None` for empty input and if it is not a number.
pub(super) fn rate_text(field: &str, typed: Option<&str>, findings: &mut Findings) -> Option<String> {
    let text = typed.map(clean).filter(|text| !text.is_empty())?;
    let percent = findings.take(field, money::parse_percent(&text))?.normalize();
    percentage(field, percent, findings);
    Some(percent.to_string())
}

/// Renames the `carrier` field of import files to `carrierUuid`, as in the JSON of the record.
pub(super) fn rename_carrier_field(findings: &mut Findings) {
    for finding in &mut findings.0 {
        if finding.field == "carrier" {
            finding.field = "carrierUuid".into();
        }
    }
}

/// Checks an age in whole years.
pub(super) fn age(field: &str, age: Option<i16>, findings: &mut Findings) {
    if age.is_some_and(|age| !AGES.contains(&age)) {
        findings.fault(field, "age_range", "Enter an age from 0 to 130.");
    }
}

/// Records `in_future` for a date after the latest one.
pub(super) fn not_after(field: &str, date: Option<Date>, latest: Date, findings: &mut Findings) {
    if date.is_some_and(|date| date > latest) {
        findings.fault(field, "in_future", "The date cannot be in the future.");
    }
}

/// Rejects dates before the issue date.
pub(super) fn not_before_issue<const N: usize>(
    issued: Option<Date>,
    dates: [(&str, Option<Date>); N],
    findings: &mut Findings,
) {
    for (field, date) in dates {
        if let (Some(issued), Some(date)) = (issued, date)
            && date < issued
        {
            findings.fault(field, "before_issue", "The date cannot be before the issue date.");
        }
    }
}

/// Rejects dates on or before the issue date.
pub(super) fn after_issue<const N: usize>(
    issued: Option<Date>,
    dates: [(&str, Option<Date>); N],
    findings: &mut Findings,
) {
    for (field, date) in dates {
        if let (Some(issued), Some(date)) = (issued, date)
            && date <= issued
        {
            findings.fault(field, "not_after_issue", "Enter a date after the issue date.");
        }
    }
}
