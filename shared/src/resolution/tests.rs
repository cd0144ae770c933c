//! Table-driven tests of scores, and properties that hold for all scores.

mod keys;
mod organizations;
mod people;
mod properties;

use super::{Candidate, Details, DuplicateField, DuplicateScore, FieldAgreement, LIKELY, POSSIBLE, score};
use std::ops::RangeInclusive;

const LIKELY_RANGE: RangeInclusive<u8> = LIKELY..=100;
const POSSIBLE_RANGE: RangeInclusive<u8> = POSSIBLE..=LIKELY - 1;
const UNREPORTED: RangeInclusive<u8> = 0..=POSSIBLE - 1;

/// Builds a candidate from `field=value` pairs separated by semicolons: `first=Dana; last=Whitfield; dob=1960-03-14`.
fn candidate(values: &str) -> Candidate {
    let mut details = Details::default();
    for (field, value) in values.split("; ").filter_map(|pair| pair.split_once('=')) {
        match field {
            "first" => details.first_name = Some(value),
            "middle" => details.middle_name = Some(value),
            "last" => details.last_name = Some(value),
            "suffix" => details.suffix = Some(value),
            "name" => details.full_name = Some(value),
            "organization" => details.organization_name = Some(value),
            "trust" => details.trust_date = Some(value.parse().unwrap()),
            "dob" => details.dob = Some(value.parse().unwrap()),
            "npn" => details.npn = Some(value),
            "tax" => details.tax_id_hash = Some(value.as_bytes()),
            "email" => details.emails.push(value),
            "phone" => details.phones.push(value),
            "street" => details.line1 = Some(value),
            "unit" => details.line2 = Some(value),
            "city" => details.city = Some(value),
            "zip" => details.postal_code = Some(value),
            _ => panic!("unknown field {field}"),
        }
    }
    Candidate::new(&details)
}

fn score_of(one: &str, other: &str) -> DuplicateScore {
    let (one, other) = (candidate(one), candidate(other));
    let score = score(&one, &other);
    assert_eq!(score, super::score(&other, &one), "{one:?} {other:?}");
    score
}

fn expect(one: &str, other: &str, percent: RangeInclusive<u8>) -> DuplicateScore {
    let score = score_of(one, other);
    assert!(
        percent.contains(&score.percent),
        "{one} / {other}: expected {percent:?}, got {score:?}"
    );
    score
}

fn agreement(score: &DuplicateScore, field: DuplicateField) -> Option<FieldAgreement> {
    let reason = score.reasons.iter().find(|reason| reason.field == field);
    reason.map(|reason| reason.agreement)
}
