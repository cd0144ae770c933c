//! Comparison of two contacts, with points for each field.

use super::candidate::{Candidate, Name};
use super::dates;
use super::organization::{OrganizationAgreement, OrganizationName};
use super::person_name::{Family, Given, PersonName};
use super::place::PlaceAgreement;
use super::reach::{Email, Phone};
use super::reason::{DuplicateField as Field, DuplicateReason, FieldAgreement as Agreement};
use super::weights as w;
use super::words::are_similar;
use jiff::civil::Date;

/// Compares all fields of two contacts except NPN and tax ID.
pub(super) fn compare(a: &Candidate, b: &Candidate) -> Vec<DuplicateReason> {
    let mut reasons = Vec::with_capacity(8);
    match (&a.name, &b.name) {
        (
            Name::Person { name: one, dob },
            Name::Person {
                name: other,
                dob: others_dob,
            },
        ) => {
            compare_people(one, *dob, other, *others_dob, &mut reasons);
        }
        (
            Name::Organization {
                name: one,
                trust_date,
            },
            Name::Organization {
                name: other,
                trust_date: others_date,
            },
        ) => {
            reasons.push(compare_organizations(one, other));
            reasons.extend(
                trust_date
                    .zip(*others_date)
                    .map(|(one, other)| compare_trust_dates(one, other)),
            );
        }
        _ => {}
    }
    let mut most = most_contact_points(&reasons);
    for reason in [
        best(&a.emails, &b.emails, compare_emails),
        best(&a.phones, &b.phones, compare_phones),
        a.place.compare(&b.place).map(address_reason),
    ]
    .into_iter()
    .flatten()
    {
        let points = reason.points.min(most);
        most -= points.max(0);
        reasons.push(DuplicateReason { points, ..reason });
    }
    reasons
}

/// Returns the maximum combined points of email, phone and address. Depends on how the names agree.
fn most_contact_points(reasons: &[DuplicateReason]) -> i16 {
    let agreement = |field| {
        let compared = reasons.iter().find(|reason| reason.field == field);
        compared.map(|reason| reason.agreement)
    };
    let name = agreement(Field::FirstName).or(agreement(Field::Organization));
    let is_uncertain = matches!(name, None | Some(Agreement::Initial | Agreement::Partial))
        || agreement(Field::MiddleName) == Some(Agreement::Differs)
        || agreement(Field::Suffix) == Some(Agreement::OneSided);
    if name == Some(Agreement::Differs) {
        w::CONTACT_MAX_OTHER_NAME
    } else if is_uncertain {
        w::CONTACT_MAX_UNCERTAIN
    } else {
        w::CONTACT_MAX
    }
}

pub(super) fn reason(field: Field, agreement: Agreement, points: i16) -> DuplicateReason {
    DuplicateReason {
        field,
        agreement,
        points,
    }
}

fn compare_people(
    a: &PersonName,
    a_dob: Option<Date>,
    b: &PersonName,
    b_dob: Option<Date>,
    reasons: &mut Vec<DuplicateReason>,
) {
    let straight = compare_names(a, b);
    let points = |reasons: &[DuplicateReason]| reasons.iter().map(|reason| reason.points).sum::<i16>();
    match compare_swapped(a, b) {
        Some(swapped) if points(&swapped) > points(&straight) => reasons.extend(swapped),
        _ => reasons.extend(straight),
    }
    let birth = a_dob.zip(b_dob).map(|(one, other)| birth_reason(one, other));
    let is_same_birth = birth.is_some_and(|birth| birth.points > 0);
    reasons.extend(compare_generations(a.generation, b.generation, is_same_birth));
    reasons.extend(birth);
}

fn compare_names(a: &PersonName, b: &PersonName) -> Vec<DuplicateReason> {
    let mut reasons = Vec::with_capacity(3);
    if let (Some(one), Some(other)) = (&a.last, &b.last) {
        reasons.push(last_reason(one.compare(other), one));
    }
    if let (Some(one), Some(other)) = (&a.first, &b.first) {
        let mut agreement = one.compare(other);
        if agreement == Agreement::Differs && (is_among(one, &b.middle) || is_among(other, &a.middle)) {
            agreement = Agreement::MiddleName;
        }
        reasons.push(first_reason(agreement));
        if !matches!(agreement, Agreement::MiddleName | Agreement::Differs) {
            reasons.extend(compare_middle(a, b));
        }
    }
    reasons
}

fn is_among(name: &Given, middle: &[Given]) -> bool {
    middle
        .iter()
        .any(|middle| matches!(name.compare(middle), Agreement::Exact | Agreement::Nickname))
}

fn last_reason(agreement: Agreement, name: &Family) -> DuplicateReason {
    let points = match agreement {
        Agreement::Exact if name.is_frequent => w::LAST_FREQUENT,
        Agreement::Exact => w::LAST_EXACT,
        Agreement::Similar => w::LAST_SIMILAR,
        Agreement::SoundsAlike => w::LAST_SOUNDS,
        Agreement::Partial => w::LAST_PARTIAL,
        Agreement::Initial => w::LAST_INITIAL,
        _ => w::LAST_DIFFERS,
    };
    reason(Field::LastName, agreement, points)
}

fn first_reason(agreement: Agreement) -> DuplicateReason {
    let points = match agreement {
        Agreement::Exact => w::FIRST_EXACT,
        Agreement::Nickname => w::FIRST_NICKNAME,
        Agreement::Similar => w::FIRST_SIMILAR,
        Agreement::SoundsAlike => w::FIRST_SOUNDS,
        Agreement::MiddleName => w::FIRST_MIDDLE,
        Agreement::Initial => w::FIRST_INITIAL,
        _ => w::FIRST_DIFFERS,
    };
    reason(Field::FirstName, agreement, points)
}

fn compare_middle(a: &PersonName, b: &PersonName) -> Option<DuplicateReason> {
    let agreement = a.middle.first()?.compare(b.middle.first()?);
    let points = match agreement {
        Agreement::Exact | Agreement::Nickname | Agreement::Similar | Agreement::SoundsAlike => {
            w::MIDDLE_EXACT
        }
        Agreement::Initial => w::MIDDLE_INITIAL,
        _ => w::MIDDLE_DIFFERS,
    };
    Some(reason(Field::MiddleName, agreement, points))
}

/// Compares the first name of each contact with the last name of the other. One of the four names may be missing.
fn compare_swapped(a: &PersonName, b: &PersonName) -> Option<Vec<DuplicateReason>> {
    let crossed = [(&a.first, &b.last), (&b.first, &a.last)];
    let mut exact = 0;
    let mut similar = 0;
    for (first, last) in crossed {
        if let (Some(first), Some(last)) = (first, last) {
            if first.text == last.text {
                exact += 1;
            } else if are_similar(&first.text, &last.text) {
                similar += 1;
            } else {
                return None;
            }
        }
    }
    let swapped = |field, points| reason(field, Agreement::Swapped, points);
    // The points are the same if the two contacts are exchanged.
    Some(match (exact, similar) {
        (0, 0) => Vec::new(),
        (1, 0) => vec![swapped(Field::LastName, w::FIRST_EXACT)],
        (0, 1) => vec![swapped(Field::LastName, w::FIRST_SIMILAR)],
        (2, _) => vec![
            swapped(Field::LastName, w::LAST_SWAPPED),
            swapped(Field::FirstName, w::FIRST_EXACT),
        ],
        (1, _) => vec![
            swapped(Field::LastName, w::LAST_SIMILAR),
            swapped(Field::FirstName, w::FIRST_EXACT),
        ],
        _ => vec![
            swapped(Field::LastName, w::LAST_SIMILAR),
            swapped(Field::FirstName, w::FIRST_SIMILAR),
        ],
    })
}

fn compare_generations(a: Option<u8>, b: Option<u8>, is_same_birth: bool) -> Option<DuplicateReason> {
    match (a, b) {
        (None, None) => None,
        (Some(one), Some(other)) if one == other => {
            Some(reason(Field::Suffix, Agreement::Exact, w::SUFFIX_EXACT))
        }
        (Some(_), Some(_)) => Some(reason(Field::Suffix, Agreement::Differs, w::SUFFIX_ONE_SIDED)),
        _ if is_same_birth => Some(reason(Field::Suffix, Agreement::OneSided, 0)),
        _ => Some(reason(Field::Suffix, Agreement::OneSided, w::SUFFIX_ONE_SIDED)),
    }
}

fn birth_reason(a: Date, b: Date) -> DuplicateReason {
    let agreement = dates::compare(a, b);
    let points = match agreement {
        _ if dates::are_years_apart(a, b) => w::BIRTH_DIFFERS,
        Agreement::Exact => w::BIRTH_EXACT,
        Agreement::Transposed => w::BIRTH_TRANSPOSED,
        Agreement::OneDigit => w::BIRTH_ONE_DIGIT,
        Agreement::Partial => w::BIRTH_PARTIAL,
        _ => w::BIRTH_NEAR,
    };
    reason(Field::DateOfBirth, agreement, points)
}

pub(super) fn compare_organizations(a: &OrganizationName, b: &OrganizationName) -> DuplicateReason {
    let (agreement, points) = match a.compare(b) {
        OrganizationAgreement::Exact => (Agreement::Exact, w::ORGANIZATION_EXACT),
        OrganizationAgreement::OneWord => (Agreement::Exact, w::ORGANIZATION_ONE_WORD),
        OrganizationAgreement::Similar => (Agreement::Similar, w::ORGANIZATION_SIMILAR),
        OrganizationAgreement::Partial => (Agreement::Partial, w::ORGANIZATION_PARTIAL),
        OrganizationAgreement::Differs => (Agreement::Differs, w::ORGANIZATION_DIFFERS),
    };
    reason(Field::Organization, agreement, points)
}

fn compare_trust_dates(a: Date, b: Date) -> DuplicateReason {
    let agreement = dates::compare(a, b);
    let points = match agreement {
        Agreement::Exact => w::TRUST_DATE_EXACT,
        Agreement::Transposed | Agreement::OneDigit => w::TRUST_DATE_TYPO,
        _ => w::TRUST_DATE_DIFFERS,
    };
    reason(Field::TrustDate, agreement, points)
}

/// Compares all pairs of a field's values and returns the comparison with the most points.
fn best<T>(a: &[T], b: &[T], compare: fn(&T, &T) -> DuplicateReason) -> Option<DuplicateReason> {
    a.iter()
        .flat_map(|one| b.iter().map(move |other| compare(one, other)))
        .max_by_key(|reason| reason.points)
}

fn compare_emails(a: &Email, b: &Email) -> DuplicateReason {
    let agreement = a.compare(b);
    let points = match agreement {
        Agreement::Exact => w::EMAIL_EXACT,
        Agreement::Similar => w::EMAIL_SIMILAR,
        Agreement::Partial => w::EMAIL_PARTIAL,
        Agreement::Shared => w::EMAIL_SHARED,
        _ => w::EMAIL_DIFFERS,
    };
    reason(Field::Email, agreement, points)
}

fn compare_phones(a: &Phone, b: &Phone) -> DuplicateReason {
    let agreement = a.compare(b);
    let points = match agreement {
        Agreement::Exact => w::PHONE_EXACT,
        Agreement::Similar => w::PHONE_TYPO,
        _ => w::PHONE_DIFFERS,
    };
    reason(Field::Phone, agreement, points)
}

fn address_reason(agreement: PlaceAgreement) -> DuplicateReason {
    let (agreement, points) = match agreement {
        PlaceAgreement::Exact => (Agreement::Exact, w::ADDRESS_EXACT),
        PlaceAgreement::Similar => (Agreement::Similar, w::ADDRESS_SIMILAR),
        PlaceAgreement::Zip => (Agreement::Partial, w::ADDRESS_ZIP),
        PlaceAgreement::City => (Agreement::Partial, w::ADDRESS_CITY),
        PlaceAgreement::Differs => (Agreement::Differs, w::ADDRESS_DIFFERS),
    };
    reason(Field::Address, agreement, points)
}
