use super::super::{MAX_BLOCK, MAX_KEY_LENGTH, MAX_KEYS, blocking_keys, pairs};
use super::candidate;

fn share_a_key(one: &str, other: &str) -> bool {
    let others = blocking_keys(&candidate(other));
    blocking_keys(&candidate(one))
        .iter()
        .any(|key| others.contains(key))
}

#[test]
fn variants_of_a_contact_share_a_key() {
    for (one, other) in [
        ("first=Bob; last=Calloway", "first=Robert; last=Caloway"),
        ("first=Dana; last=Whitfield", "first=Whitfield; last=Dana"),
        (
            "first=D; last=Lee; dob=1960-03-04",
            "first=Dana; last=Nguyen; dob=1960-04-03",
        ),
        (
            "first=Dana; last=Lee; dob=1960-03-04",
            "first=D; last=Lee; dob=1906-03-04",
        ),
        (
            "last=Lee; email=D.Lee@example.com",
            "first=Dana; email=d.lee@example.com",
        ),
        ("last=Lee; phone=4155550100", "first=Dana; phone=+14155550100x2"),
        (
            "first=Dana; last=Lee; street=12 Main; zip=97201",
            "first=Dana; last=Nguyen; street=12 Mian; zip=97201-1234",
        ),
        ("first=王; last=小明", "first=王; last=小明"),
        (
            "organization=Calloway Brewing Inc",
            "organization=The Calloway Brewing Co",
        ),
        (
            "organization=Calloway Brewing Inc",
            "organization=Calloway Inc; zip=97201",
        ),
        ("npn=1234567", "npn=01234567"),
        ("tax=h1", "tax=h1"),
    ] {
        assert!(share_a_key(one, other), "{one} / {other}");
    }
}

#[test]
fn creates_no_key_for_a_last_name_alone() {
    assert!(blocking_keys(&candidate("last=Smith")).is_empty());
    assert!(!share_a_key("first=John; last=Smith", "first=Peter; last=Smith"));
}

#[test]
fn keys_are_few_and_short() {
    let long = "a".repeat(200);
    for values in [
        format!(
            "first={long}; last={long}; dob=1960-03-04; npn=1234567; tax={long}; email={long}@example.com; \
             email=b@example.com; email=c@example.com; phone=4155550100; phone=4155550101; phone=4155550102; \
             street=12 Main; zip=97201"
        ),
        format!(
            "organization={long} Brewing Calloway LLC; tax={long}; street=12 Main; zip=97201; email=a@{long}"
        ),
    ] {
        let keys = blocking_keys(&candidate(&values));
        assert!(keys.len() <= MAX_KEYS, "{keys:?}");
        assert!(keys.iter().all(|key| key.chars().count() <= MAX_KEY_LENGTH));
    }
}

#[test]
fn reports_each_pair_once() {
    let people: Vec<_> = [
        "first=Dana; last=Whitfield; dob=1960-03-14; email=dana@example.com",
        "first=Peter; last=Nguyen; dob=1971-01-30",
        "first=Dana; last=Whitfeild; dob=1960-03-14; email=dana@example.com; phone=4155550100",
        "first=Pete; last=Nguyen; dob=1971-01-30",
    ]
    .map(candidate)
    .into();
    let found: Vec<(usize, usize)> = pairs(&people)
        .into_iter()
        .map(|(one, other, _)| (one, other))
        .collect();
    assert_eq!(found, [(0, 2), (1, 3)]);
}

#[test]
fn skips_keys_shared_by_too_many_contacts() {
    let mut people: Vec<_> = (0..=MAX_BLOCK)
        .map(|number| {
            candidate(&format!(
                "first=A{number}; last=B{number}; email=shared@example.com"
            ))
        })
        .collect();
    people.push(candidate(
        "first=Dana; last=Whitfield; email=shared@example.com; dob=1960-03-14",
    ));
    people.push(candidate(
        "first=Dana; last=Whitfield; email=shared@example.com; dob=1960-03-14",
    ));
    let found: Vec<(usize, usize)> = pairs(&people)
        .into_iter()
        .map(|(one, other, _)| (one, other))
        .collect();
    assert_eq!(found, [(MAX_BLOCK + 1, MAX_BLOCK + 2)]);
    assert!(pairs(&[]).is_empty());
}
