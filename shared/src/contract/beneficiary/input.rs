//! Validation of beneficiaries.

use super::{Beneficiary, BeneficiaryClass, Relationship};
use crate::fault::Fault;
use crate::person::{list_name, read_birth_date, read_name};
use crate::problem::Findings;
use crate::share_percent::{self, ShareError};
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of beneficiaries of a contract.
pub const MAX_BENEFICIARIES: usize = 50;

/// A beneficiary as entered in a form. Empty text stands for a missing value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BeneficiaryInput {
    /// Version of the record that the form loaded. Null for a new beneficiary
    pub version: Option<i32>,
    /// `BeneficiaryClass` code
    pub class: String,
    pub name: String,
    /// `Relationship` code. Empty if not recorded
    pub relationship: String,
    pub birth_date: String,
    /// Share within the class in percent, such as `33.3333`
    pub share_percent: String,
    pub is_irrevocable: bool,
    pub is_per_stirpes: bool,
    /// The same person or organization as a contact of the firm
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
}

/// A valid beneficiary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Designation {
    pub class: BeneficiaryClass,
    pub name: String,
    pub relationship: Option<Relationship>,
    pub birth_date: Option<Date>,
    pub share_percent: Option<Decimal>,
    pub is_irrevocable: bool,
    pub is_per_stirpes: bool,
    pub contact_uuid: Option<Uuid>,
}

impl Designation {
    /// Returns the name as lists show it. Returns `None` if they show it as it is written.
    pub fn list_name(&self) -> Option<String> {
        let is_person = !self.relationship.is_some_and(Relationship::is_organization);
        list_name(&self.name).filter(|_| is_person)
    }
}

/// Validates a beneficiary. Returns `None` if there are errors.
///
/// Codes: `required`, `unknown_class`, `unknown_relationship`, `future`, `out_of_range`, `too_long`, and the codes of
/// dates and shares.
pub fn read(input: &BeneficiaryInput, today: Date, findings: &mut Findings) -> Option<Designation> {
    let class = BeneficiaryClass::from_code(&input.class);
    if class.is_none() {
        findings.fault("class", "unknown_class", "Choose primary or contingent.");
    }
    let name = read_name(&input.name, findings);
    let relationship = Relationship::from_code(&input.relationship);
    if relationship.is_none() && !input.relationship.is_empty() {
        let message = "Choose a relationship from the list.";
        findings.fault("relationship", "unknown_relationship", message);
    }
    let birth_date = read_birth_date(&input.birth_date, today, findings);
    let share_percent = match share_percent::parse(&input.share_percent) {
        Err(ShareError::Empty) => None,
        parsed => findings.take("sharePercent", parsed),
    };
    findings.is_acceptable().then_some(Designation {
        class: class?,
        name: name?,
        relationship,
        birth_date,
        share_percent,
        is_irrevocable: input.is_irrevocable,
        is_per_stirpes: input.is_per_stirpes,
        contact_uuid: input.contact_uuid,
    })
}

/// Checks the number of beneficiaries of a contract.
///
/// # Errors
/// Returns `too_many_beneficiaries` above the limit.
pub fn check_count(count: usize) -> Result<(), Fault> {
    if count <= MAX_BENEFICIARIES {
        return Ok(());
    }
    let message = format!(
        "A contract can have up to {MAX_BENEFICIARIES} beneficiaries. Delete one before you add another."
    );
    Err(Fault::new("too_many_beneficiaries", message))
}

/// Checks that the shares of a class do not exceed 100 percent. `own` is the beneficiary being changed, or
/// `None` for a new one.
///
/// # Errors
/// Returns `shares_exceed_100` if the sum is more than 100.
pub fn check_shares(
    all: &[Beneficiary],
    own: Option<Uuid>,
    class: BeneficiaryClass,
    share: Option<Decimal>,
) -> Result<(), Fault> {
    let Some(share) = share else { return Ok(()) };
    let others = all
        .iter()
        .filter(|one| one.class == class.code() && Some(one.uuid) != own);
    share_percent::check_sum(
        others.filter_map(Beneficiary::share).sum(),
        share,
        shares_of(class),
    )
}

/// Returns the name of a class's shares, to start a sentence.
pub(super) const fn shares_of(class: BeneficiaryClass) -> &'static str {
    match class {
        BeneficiaryClass::Primary => "Primary beneficiary shares",
        BeneficiaryClass::Contingent => "Contingent beneficiary shares",
    }
}
