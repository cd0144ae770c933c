use super::super::{Candidate, DuplicateVeto, LIKELY, pairs, score};
use super::candidate;
use proptest::prelude::*;

/// Generates values of a person from a few choices, so that values are often equal.
fn values() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let field = |name: &'static str, choices: &'static [&'static str]| {
        prop::option::of(prop::sample::select(choices))
            .prop_map(move |value| value.map(|value| (name, value)))
    };
    let name = (
        field("first", &["John", "Jack", "Jane", "J", "Jon Paul", "Smith", "王"]),
        field("middle", &["Lee", "L", "John"]),
        field(
            "last",
            &[
                "Smith",
                "Smyth",
                "Smith-Jones",
                "Quillfeather",
                "John",
                "Smith Trust",
            ],
        ),
        field("suffix", &["Jr", "Sr", "III", "CPA"]),
        field(
            "organization",
            &["Smith Trust", "Smith Family Trust", "Smith ILIT", "Calloway LLC"],
        ),
    );
    let rest = (
        field(
            "dob",
            &[
                "1956-03-04",
                "1956-04-03",
                "1957-03-04",
                "1986-11-30",
                "1900-01-01",
            ],
        ),
        field("npn", &["1234567", "7654321"]),
        field("tax", &["h1", "h2"]),
        field(
            "email",
            &[
                "john.smith@example.com",
                "john.smiht@example.com",
                "info@example.com",
            ],
        ),
        field("phone", &["4155550100", "4155550101", "2125550199"]),
        field("street", &["12 Main St", "12 Main Street Apt 4", "90 Oak Ave"]),
        field("zip", &["97201", "97202"]),
    );
    (name, rest).prop_map(|((a, b, c, d, e), (f, g, h, i, j, k, l))| {
        [a, b, c, d, e, f, g, h, i, j, k, l]
            .into_iter()
            .flatten()
            .collect()
    })
}

fn build(values: &[(&str, &str)]) -> Candidate {
    let values: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    candidate(&values.join("; "))
}

/// Fields, each with two values that do not agree at all.
const DISAGREEING: [(&str, &str, &str); 11] = [
    ("first", "John", "Bartholomew"),
    ("first", "Jon Paul", "Bartholomew"),
    ("middle", "Lee", "Xaver"),
    ("last", "Smith", "Zwingli"),
    ("suffix", "Jr", "V"),
    ("dob", "1956-03-04", "1999-12-25"),
    ("dob", "1956-03-04", "1957-12-25"),
    ("npn", "1234567", "5555551"),
    ("tax", "h1", "h9"),
    ("phone", "4155550100", "9075552323"),
    ("email", "john.smith@example.com", "zw@other.test"),
];

proptest! {
    #[test]
    fn scores_are_symmetric_and_explained(one in values(), other in values()) {
        let (one, other) = (build(&one), build(&other));
        let found = score(&one, &other);
        prop_assert_eq!(&found, &score(&other, &one));
        prop_assert!(found.percent <= 100);
        let sum: i16 = found.reasons.iter().map(|reason| reason.points).sum();
        if found.veto.is_some() {
            prop_assert_eq!((found.percent, found.likeness()), (0, None));
        } else if sum == 100 {
            prop_assert!(found.percent >= 99);
        } else {
            prop_assert_eq!(i16::from(found.percent), sum.clamp(0, 99));
        }
    }

    #[test]
    fn contacts_with_enough_values_are_duplicates_of_themselves(values in values()) {
        let has = |name: &str| values.iter().any(|(field, value)| *field == name && *value != "1900-01-01");
        let is_named = has("organization") || has("first") && has("last") && !values.contains(&("first", "J"));
        let contact = build(&values);
        let found = score(&contact, &contact);
        prop_assert_eq!(found.veto, None);
        if has("npn") || has("tax") || is_named && has("dob") && !has("organization") {
            prop_assert!(found.percent >= LIKELY, "{:?}", found);
        }
    }

    #[test]
    fn disagreeing_value_never_raises_the_score(
        one in values(),
        other in values(),
        (field, value, disagreeing) in prop::sample::select(&DISAGREEING[..]),
    ) {
        // Drops the field, and values that turn a person into an organization.
        let keep = |values: Vec<(&'static str, &'static str)>| -> Vec<(&'static str, &'static str)> {
            let is_kept = |(name, value): &(&str, &str)| {
                *name != field && *name != "organization" && *value != "Smith Trust"
            };
            values.into_iter().filter(is_kept).collect()
        };
        let (mut one, other) = (keep(one), keep(other));
        one.push((field, value));
        let mut changed = other.clone();
        changed.push((field, disagreeing));
        let (before, after) = (score(&build(&one), &build(&other)), score(&build(&one), &build(&changed)));
        prop_assert!(after.percent <= before.percent, "{:?} {:?}", before, after);
    }

    #[test]
    fn reported_pairs_are_scored_pairs_without_a_veto(people in prop::collection::vec(values(), 0..12)) {
        let people: Vec<Candidate> = people.iter().map(|values| build(values)).collect();
        let found = pairs(&people);
        prop_assert!(found.is_sorted_by_key(|(one, other, _)| (*one, *other)));
        for (one, other, reported) in &found {
            prop_assert!(one < other);
            prop_assert_eq!(reported, &score(&people[*one], &people[*other]));
            prop_assert_eq!(reported.veto, None::<DuplicateVeto>);
            prop_assert!(reported.likeness().is_some());
        }
    }
}
