use super::*;
use crate::contact::Address;
use jiff::civil::date;
use proptest::prelude::*;

const CONTEXT: Context = Context {
    today: date(2025, 6, 15),
    is_demo_firm: false,
};

fn some(text: &str) -> Option<String> {
    Some(text.into())
}

fn dana() -> Person {
    Person {
        first_name: some("Dana"),
        last_name: some("Whitfield"),
        ..Person::default()
    }
}

fn individual() -> Person {
    Person {
        owner_type: Some(1),
        ..dana()
    }
}

fn trust() -> Person {
    Person {
        owner_type: Some(2),
        organization_name: some("Whitfield Family Trust"),
        ..Person::default()
    }
}

/// `field: code` of each finding, with `?` after warnings.
fn findings(kind: ContactKind, person: Person) -> Vec<String> {
    let (_, findings) = normalize(kind, person, &CONTEXT);
    findings
        .0
        .into_iter()
        .map(|finding| {
            assert!(
                finding.message.ends_with(['.', '?']),
                "{} is not a sentence",
                finding.message
            );
            format!(
                "{}: {}{}",
                finding.field,
                finding.code,
                if finding.warning { "?" } else { "" }
            )
        })
        .collect()
}

use ContactKind::{Agent, Insured, Owner};

#[test]
fn requires_names_by_contact_type() {
    let nobody = Person::default;
    for (kind, person, expected) in [
        (Agent, dana(), vec![]),
        (
            Agent,
            nobody(),
            vec!["person.firstName: required", "person.lastName: required"],
        ),
        (
            Agent,
            Person {
                organization_name: some("Whitfield Agency"),
                ..nobody()
            },
            vec![],
        ),
        (Insured, dana(), vec![]),
        (
            Insured,
            Person {
                last_name: None,
                ..dana()
            },
            vec!["person.lastName: required"],
        ),
        (
            Insured,
            Person {
                organization_name: some("Whitfield Agency"),
                ..dana()
            },
            vec!["person.organizationName: not_for_kind"],
        ),
        (Owner, individual(), vec![]),
        (Owner, dana(), vec!["person.ownerType: required"]),
        (
            Owner,
            Person {
                owner_type: Some(9),
                ..dana()
            },
            vec!["person.ownerType: unknown_owner_type"],
        ),
        (
            Owner,
            Person {
                organization_name: some("Whitfield LLC"),
                ..individual()
            },
            vec!["person.organizationName: not_for_person"],
        ),
        (Owner, trust(), vec![]),
        (
            Owner,
            Person {
                owner_type: Some(3),
                ..nobody()
            },
            vec!["person.organizationName: required"],
        ),
        (
            Owner,
            Person {
                first_name: some("Dana"),
                dob: Some(date(1980, 1, 1)),
                ..trust()
            },
            vec![
                "person.firstName: not_for_organization",
                "person.dob: not_for_organization",
            ],
        ),
    ] {
        assert_eq!(findings(kind, person), expected);
    }
}

#[test]
fn rejects_fields_of_other_contact_types() {
    for (kind, person, expected) in [
        (
            Owner,
            Person {
                npn: some("1"),
                ..individual()
            },
            vec!["person.npn: not_for_kind"],
        ),
        (
            Owner,
            Person {
                agency_code: some("A1"),
                ..individual()
            },
            vec!["person.agencyCode: not_for_kind"],
        ),
        (
            Insured,
            Person {
                npn: some("x"),
                ..dana()
            },
            vec!["person.npn: not_for_kind"],
        ),
        (
            Agent,
            Person {
                owner_type: Some(1),
                ..dana()
            },
            vec!["person.ownerType: not_for_kind"],
        ),
        (
            Agent,
            Person {
                trust_date: Some(date(2020, 1, 1)),
                ..dana()
            },
            vec!["person.trustDate: not_for_kind"],
        ),
        (
            Owner,
            Person {
                trust_date: Some(date(2020, 1, 1)),
                ..individual()
            },
            vec!["person.trustDate: not_for_owner_type"],
        ),
        (
            Owner,
            Person {
                trust_date: Some(date(2020, 1, 1)),
                ..trust()
            },
            vec![],
        ),
    ] {
        assert_eq!(findings(kind, person), expected);
    }
}

#[test]
fn normalizes_every_field() {
    let typed = Person {
        title: some(" Dr. "),
        first_name: some("  Dana\u{A0} "),
        middle_name: some(" "),
        last_name: some("Whitfield"),
        email: some("Dana@Example.COM "),
        phone: some("(415) 555-0100 ext 7"),
        mobile_phone: some(""),
        sex: some("female"),
        tax_id: some("123-45-6789"),
        npn: some("0017654321"),
        address: Address {
            state: some("california"),
            postal_code: some("94105"),
            ..Address::default()
        },
        notes: some("first\r\n second \r\n"),
        ..Person::default()
    };
    let (stored, findings) = normalize(Agent, typed, &CONTEXT);
    assert_eq!(findings.0, []);
    assert_eq!(
        stored,
        Person {
            title: some("Dr."),
            first_name: some("Dana"),
            last_name: some("Whitfield"),
            email: some("Dana@example.com"),
            phone: some("+14155550100x7"),
            sex: some("F"),
            tax_id: some("123456789"),
            npn: some("17654321"),
            address: Address {
                state: some("CA"),
                postal_code: some("94105"),
                ..Address::default()
            },
            notes: some("first\nsecond"),
            ..Person::default()
        }
    );
}

#[test]
fn reports_each_field_once() {
    let long = |length| some(&"a".repeat(length));
    let typed = Person {
        first_name: long(61),
        last_name: some("77"),
        suffix: long(11),
        email: long(255),
        phone: some("555-0100"),
        mobile_phone: long(41),
        sex: some("Q"),
        tax_id: some("000-12-3456"),
        npn: some("12345678901"),
        external_id: long(61),
        notes: long(10_001),
        address: Address {
            state: some("MA"),
            postal_code: some("2139"),
            ..Address::default()
        },
        ..Person::default()
    };
    let mut found = findings(Agent, typed);
    found.sort();
    assert_eq!(
        found,
        [
            "person.address.postalCode: postal_code_zero_padding",
            "person.email: too_long",
            "person.externalId: too_long",
            "person.firstName: too_long",
            "person.lastName: no_letter",
            "person.mobilePhone: too_long",
            "person.notes: too_long",
            "person.npn: invalid_npn",
            "person.phone: invalid_phone",
            "person.sex: unknown_sex",
            "person.suffix: too_long",
            "person.taxId: invalid_tax_id",
        ]
    );
}

#[test]
fn validates_date_of_birth() {
    for (dob, expected) in [
        (date(2025, 6, 15), vec![]),
        (date(2025, 6, 16), vec!["person.dob: in_future"]),
        (date(1914, 6, 16), vec![]),
        (date(1914, 6, 15), vec!["person.dob: age_unlikely?"]),
        (date(1900, 1, 1), vec!["person.dob: age_unlikely?"]),
        (date(1899, 12, 31), vec!["person.dob: too_early"]),
    ] {
        assert_eq!(
            findings(
                Insured,
                Person {
                    dob: Some(dob),
                    ..dana()
                }
            ),
            expected,
            "{dob}"
        );
    }
}

#[test]
fn warns_about_digits_in_a_name() {
    let (_, findings) = normalize(
        Insured,
        Person {
            last_name: some("Whitfield77"),
            ..dana()
        },
        &CONTEXT,
    );
    assert_eq!(findings.0[0].code, "has_digits");
    assert!(findings.is_acceptable());
}

#[test]
fn keeps_empty_tax_id_that_removes_the_number() {
    for (typed, stored) in [(None, None), (some(" "), some(""))] {
        let (person, findings) = normalize(
            Insured,
            Person {
                tax_id: typed,
                ..dana()
            },
            &CONTEXT,
        );
        assert_eq!((person.tax_id, findings.0), (stored, vec![]));
    }
}

#[test]
fn accepts_unissued_tax_ids_only_for_demo_firms() {
    let person = Person {
        tax_id: some("900-12-3456"),
        ..dana()
    };
    assert_eq!(
        findings(Insured, person.clone()),
        ["person.taxId: invalid_tax_id"]
    );
    let demo = Context {
        is_demo_firm: true,
        ..CONTEXT
    };
    assert!(normalize(Insured, person, &demo).1.is_acceptable());
}

prop_compose! {
    fn any_person()(
        texts in prop::array::uniform12(prop::option::of(".{0,12}|[A-Za-z0-9@. +-]{0,16}")),
        owner_type in prop::option::of(0u8..9),
        dob in prop::option::of(1890i16..2030),
        country in prop::option::of("US|CA|"),
    ) -> Person {
        let [title, first_name, last_name, organization_name, email, phone, tax_id, npn, sex, state, postal_code, notes] = texts;
        Person {
            title, first_name, last_name, organization_name, owner_type, email, phone, tax_id, npn, sex, notes,
            dob: dob.map(|year| date(year, 2, 28)),
            address: Address { state, postal_code, country, ..Address::default() },
            ..Person::default()
        }
    }
}

proptest! {
    #[test]
    fn normalize_is_idempotent(person in any_person(), kind in 1u8..=3) {
        let kind = ContactKind::try_from(kind).unwrap();
        let (stored, findings) = normalize(kind, person, &CONTEXT);
        prop_assert_eq!(normalize(kind, stored.clone(), &CONTEXT), (stored, findings));
    }
}

#[test]
fn warns_about_social_security_numbers_in_free_text() {
    let person = Person {
        notes: some("Spouse:\nSSN 523-86-1947"),
        external_id: some("523-86-1947"),
        ..dana()
    };
    assert_eq!(
        findings(Agent, person),
        [
            "person.externalId: looks_like_ssn?",
            "person.notes: looks_like_ssn?"
        ]
    );
    let person = Person {
        notes: some("Policy 523-86-1947, call 617-555-0101"),
        tax_id: some("523-86-1947"),
        ..dana()
    };
    assert_eq!(findings(Agent, person), [""; 0]);
}
