//! What policies and annuities have in common, and the checks of single fields.

use super::{Line, PolicyStatus, ProductType, contract_number_key};
use crate::contact::state;
use crate::date;
use crate::fault::Fault;
use crate::money;
use crate::problem::Findings;
use crate::text::clean;
use jiff::civil::Date;
use rust_decimal::Decimal;
use uuid::Uuid;

/// Most characters of a policy or contract number.
pub const MAX_NUMBER: usize = 30;
/// Most characters of a product's name.
pub const MAX_PRODUCT_NAME: usize = 120;

/// Most characters of a risk class, a payment method and the like.
pub const MAX_WORDS: usize = 60;
/// Most people whom a new contract is attached to at once.
pub const MAX_PARTIES: usize = 20;

const EARLIEST_ISSUE: Date = Date::constant(1850, 1, 1);

/// What every contract is described by.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContractBasics {
    /// 1 to 30 characters; unique within firm and carrier by its key.
    pub number: String,
    pub carrier_uuid: Option<Uuid>,
    /// Code of a [`ProductType`] of the line.
    pub product_type: String,
    pub product_name: Option<String>,
    /// Code of a [`PolicyStatus`].
    pub status: String,
    pub status_date: Option<Date>,
    pub issue_date: Option<Date>,
    /// USPS code.
    pub issue_state: Option<String>,
}

impl ContractBasics {
    /// True when the status is known and in force.
    pub fn in_force(&self) -> bool {
        PolicyStatus::from_code(&self.status).is_some_and(PolicyStatus::in_force)
    }
}

/// Cleans and checks the common part; `number_field` is what the line calls its number.
pub(super) fn basics(
    typed: ContractBasics,
    line: Line,
    number_field: &str,
    today: Date,
    findings: &mut Findings,
) -> ContractBasics {
    let number = clean(&typed.number);
    if contract_number_key(&number).is_empty() {
        findings.fault(number_field, "required", "The number is missing.");
    } else if number.chars().count() > MAX_NUMBER {
        findings.fault(
            number_field,
            "too_long",
            "A contract number has at most 30 characters.",
        );
    }
    if typed.carrier_uuid.is_none() {
        findings.fault("carrier", "required", "The carrier is missing.");
    }
    findings.take("productType", product_type(&typed.product_type, line));
    findings.take("status", status(&typed.status, line));
    let issue_state = typed
        .issue_state
        .map(|text| clean(&text))
        .filter(|text| !text.is_empty())
        .map(|text| {
            let known = state::code(&text)
                .ok_or_else(|| Fault::new("unknown_state", "This is no US state or territory."));
            findings.take("issueState", known).map_or(text, Into::into)
        });
    if let Some(issued) = typed.issue_date {
        if date::plus_years(today, 1).is_some_and(|latest| issued > latest) {
            findings.fault(
                "issueDate",
                "too_late",
                "The issue date is more than a year ahead.",
            );
        } else if issued < EARLIEST_ISSUE {
            findings.fault("issueDate", "too_early", "The issue date is before 1850.");
        }
        if typed.status_date.is_some_and(|date| date < issued) {
            findings.fault(
                "statusDate",
                "before_issue",
                "The status date is before the issue date.",
            );
        }
    }
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
            "This product type belongs to the other line of business.",
        ))
    }
}

fn status(code: &str, line: Line) -> Result<PolicyStatus, Fault> {
    let status = PolicyStatus::from_code(code).ok_or_else(|| unknown_code("status", code))?;
    if status.fits(line) {
        Ok(status)
    } else {
        Err(Fault::new("not_for_line", "A life policy has no such status."))
    }
}

/// `required` when nothing was given, else `unknown_code`.
pub(super) fn unknown_code(what: &str, code: &str) -> Fault {
    match code {
        "" => Fault::new("required", format!("The {what} is missing.")),
        _ => Fault::new("unknown_code", format!("There is no such {what}.")),
    }
}

/// Amounts: 0 or more, two decimals, 16 digits before the point.
pub(super) fn amounts<const N: usize>(fields: [(&str, &mut Option<Decimal>); N], findings: &mut Findings) {
    for (field, amount) in fields {
        if let Some(given) = *amount
            && let Some(exact) = findings.take(field, money::check(given))
        {
            *amount = Some(exact);
        }
    }
}

/// Percentages: 0 to 100 with at most four decimals.
pub(super) fn percentage(field: &str, percent: Decimal, findings: &mut Findings) {
    if percent < Decimal::ZERO || percent > Decimal::ONE_HUNDRED {
        findings.fault(field, "percent_range", "A percentage lies between 0 and 100.");
    } else if percent.normalize().scale() > 4 {
        findings.fault(
            field,
            "percent_too_precise",
            "A percentage has at most four decimals.",
        );
    }
}

/// A typed amount as exact text; none for an empty one.
pub(super) fn amount_text(field: &str, typed: Option<&str>, findings: &mut Findings) -> Option<String> {
    let text = typed.map(clean).filter(|text| !text.is_empty())?;
    findings
        .take(field, money::parse(&text))
        .map(|amount| amount.to_string())
}

/// A typed percentage as exact text; none for an empty one.
pub(super) fn rate_text(field: &str, typed: Option<&str>, findings: &mut Findings) -> Option<String> {
    let text = typed.map(clean).filter(|text| !text.is_empty())?;
    let percent = findings.take(field, money::parse_percent(&text))?.normalize();
    percentage(field, percent, findings);
    Some(percent.to_string())
}

/// Files have a column for the carrier; what travels has its uuid.
pub(super) fn name_carrier(findings: &mut Findings) {
    for finding in &mut findings.0 {
        if finding.field == "carrier" {
            finding.field = "carrierUuid".into();
        }
    }
}

/// Ages in whole years.
pub(super) fn age(field: &str, age: Option<i16>, findings: &mut Findings) {
    if age.is_some_and(|age| !(0..=130).contains(&age)) {
        findings.fault(field, "age_range", "An age lies between 0 and 130 years.");
    }
}

/// Dates that only a later day than the issue can be.
pub(super) fn after_issue<const N: usize>(
    issued: Option<Date>,
    dates: [(&str, Option<Date>); N],
    findings: &mut Findings,
) {
    for (field, date) in dates {
        if let (Some(issued), Some(date)) = (issued, date)
            && date <= issued
        {
            findings.fault(field, "not_after_issue", "This date is not after the issue date.");
        }
    }
}
