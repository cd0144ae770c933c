//! The duplicate score of two contacts.

use super::candidate::{Candidate, Name};
use super::compare::{compare, reason};
use super::dates::are_years_apart;
use super::reason::{
    DuplicateField as Field, DuplicateReason, DuplicateScore, DuplicateVeto, FieldAgreement as Agreement,
};
use super::weights::{DECISIVE, MAX_WITHOUT_IDENTIFIER, SHARED_TAX_ID};

/// Scores the likelihood that two contacts are the same person or organization. Symmetric.
///
/// An equal NPN or tax ID scores 100. Otherwise, the score is the sum of the points of the compared fields. A
/// veto scores 0.
pub fn score(a: &Candidate, b: &Candidate) -> DuplicateScore {
    let mut reasons = compare(a, b);
    let identifier = equal_identifier(a, b, &reasons);
    let is_decided = identifier.is_some_and(|identifier| identifier.points == DECISIVE);
    if is_decided {
        for reason in &mut reasons {
            reason.points = 0;
        }
    }
    reasons.extend(identifier);
    reasons.sort_by_key(|reason| reason.field);
    let veto = veto(a, b, is_decided);
    let sum: i16 = reasons.iter().map(|reason| reason.points).sum();
    let highest = if is_decided {
        DECISIVE
    } else {
        MAX_WITHOUT_IDENTIFIER
    };
    let percent = if veto.is_some() { 0 } else { sum.clamp(0, highest) };
    DuplicateScore {
        percent: u8::try_from(percent).unwrap_or(0),
        reasons,
        veto,
    }
}

fn equal_identifier(a: &Candidate, b: &Candidate, reasons: &[DuplicateReason]) -> Option<DuplicateReason> {
    if a.npn.is_some() && a.npn == b.npn {
        return Some(reason(Field::Npn, Agreement::Exact, DECISIVE));
    }
    if a.tax_id_hash.is_none() || a.tax_id_hash != b.tax_id_hash {
        return None;
    }
    // Trusts may share the SSN of their grantor.
    let is_other_organization = reasons
        .iter()
        .any(|reason| reason.field == Field::Organization && reason.agreement == Agreement::Differs);
    let points = if is_other_organization {
        SHARED_TAX_ID
    } else {
        DECISIVE
    };
    Some(reason(Field::TaxId, Agreement::Exact, points))
}

/// Returns the veto that rules out a duplicate. If an identifier is equal, ignores differing suffixes and birth
/// years, which may be mistakes.
fn veto(a: &Candidate, b: &Candidate, is_decided: bool) -> Option<DuplicateVeto> {
    fn differ<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
        one.zip(other).is_some_and(|(one, other)| one != other)
    }
    if differ(a.npn.as_ref(), b.npn.as_ref()) {
        return Some(DuplicateVeto::Npn);
    }
    if differ(a.tax_id_hash.as_ref(), b.tax_id_hash.as_ref()) {
        return Some(DuplicateVeto::TaxId);
    }
    match (&a.name, &b.name) {
        (
            Name::Person { name: one, dob },
            Name::Person {
                name: other,
                dob: others_dob,
            },
        ) if !is_decided => {
            if differ(one.generation.as_ref(), other.generation.as_ref()) {
                Some(DuplicateVeto::Suffix)
            } else {
                dob.zip(*others_dob)
                    .filter(|(one, other)| are_years_apart(*one, *other))
                    .map(|_| DuplicateVeto::BirthYear)
            }
        }
        (Name::Person { .. }, Name::Organization { .. })
        | (Name::Organization { .. }, Name::Person { .. }) => Some(DuplicateVeto::Kind),
        _ => None,
    }
}
