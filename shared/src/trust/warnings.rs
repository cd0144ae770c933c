//! Warnings about the people of a trust. They do not prevent saving.

use super::{TrustPerson, TrustRole};
use crate::share_percent;
use crate::text::fold_name;
use rust_decimal::Decimal;

/// Returns one sentence per warning.
pub fn warnings(people: &[TrustPerson]) -> Vec<String> {
    let in_role = |role: TrustRole| people.iter().filter(move |person| person.role == role.code());
    let mut warnings = Vec::new();
    let shares: Vec<Decimal> = in_role(TrustRole::Beneficiary)
        .filter_map(TrustPerson::share)
        .collect();
    // Merging two trusts can raise the sum above 100.
    warnings.extend(share_percent::warning(&shares, "Beneficiary shares"));
    for person in in_role(TrustRole::Beneficiary) {
        if in_role(TrustRole::Trustee).any(|trustee| is_same(person, trustee)) {
            let name = &person.name;
            warnings.push(format!("{name} is both a beneficiary and a trustee."));
        }
    }
    warnings
}

/// Returns whether two entries are the same person, by contact or by name.
fn is_same(one: &TrustPerson, other: &TrustPerson) -> bool {
    let has_same_contact = one.contact_uuid.is_some() && one.contact_uuid == other.contact_uuid;
    has_same_contact || fold_name(&one.name) == fold_name(&other.name)
}
