//! Warnings about the beneficiaries of a contract. They do not prevent saving.

use super::input::shares_of;
use super::{Beneficiary, BeneficiaryClass};
use crate::person::is_minor;
use crate::share_percent;
use crate::text::{fold_name, listed};
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserialize;
use uuid::Uuid;

/// An insured of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Insured {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `Lee, Ada`
    pub name: String,
}

/// Returns one sentence per warning. `insureds` is empty for annuities. A contract without beneficiaries has no
/// warnings, because it has an alert.
pub fn warnings(all: &[Beneficiary], insureds: &[Insured], today: Date) -> Vec<String> {
    let in_class = |class: BeneficiaryClass| all.iter().filter(move |one| one.class == class.code());
    let mut warnings = Vec::new();
    if !all.is_empty() && in_class(BeneficiaryClass::Primary).next().is_none() {
        warnings.push("There are contingent beneficiaries, but no primary beneficiary.".into());
    }
    for class in BeneficiaryClass::ALL.iter().copied() {
        let shares: Vec<Decimal> = in_class(class).filter_map(Beneficiary::share).collect();
        warnings.extend(share_percent::warning(&shares, shares_of(class)));
    }
    for one in in_class(BeneficiaryClass::Contingent) {
        if in_class(BeneficiaryClass::Primary).any(|primary| is_same(primary, one)) {
            let name = &one.name;
            warnings.push(format!("{name} is both a primary and a contingent beneficiary."));
        }
    }
    let is_young = |one: &&Beneficiary| one.birth_date.is_some_and(|born| is_minor(born, today));
    let minors: Vec<&str> = all.iter().filter(is_young).map(|one| one.name.as_str()).collect();
    if !minors.is_empty() {
        let (names, verb) = (listed(&minors), if minors.len() == 1 { "is" } else { "are" });
        warnings.push(format!(
            "{names} {verb} under 18. Carriers pay a minor only through a guardian or custodian."
        ));
    }
    if let [insured] = insureds {
        let is_insured = |one: &&Beneficiary| {
            one.contact_uuid == Some(insured.uuid) || words(&one.name) == words(&insured.name)
        };
        for Beneficiary { name, .. } in all.iter().filter(is_insured) {
            warnings.push(format!(
                "{name} is the insured and can't be a beneficiary of this policy."
            ));
        }
    }
    warnings
}

/// Returns whether a contact is the only insured of a policy, who cannot be its beneficiary.
pub fn is_sole_insured(insureds: &[Insured], contact: Uuid) -> bool {
    matches!(insureds, [insured] if insured.uuid == contact)
}

/// Returns whether two entries are the same person, by contact or by name and birth date.
fn is_same(one: &Beneficiary, other: &Beneficiary) -> bool {
    let has_same_contact = one.contact_uuid.is_some() && one.contact_uuid == other.contact_uuid;
    let has_same_name = fold_name(&one.name) == fold_name(&other.name) && one.birth_date == other.birth_date;
    has_same_contact || has_same_name
}

/// Returns the words of a name in alphabetical order, so that `Lee, Ada` equals `Ada Lee`.
fn words(name: &str) -> Vec<String> {
    let folded = fold_name(name).replace(',', " ");
    let mut words: Vec<String> = folded.split_whitespace().map(Into::into).collect();
    words.sort_unstable();
    words
}
