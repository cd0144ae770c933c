use super::*;
use crate::problem::Findings;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

const TODAY: Date = date(2026, 11, 21);

fn beneficiary() -> TrustPersonInput {
    TrustPersonInput {
        role: "Beneficiary".into(),
        name: "Dana Lee".into(),
        ..TrustPersonInput::default()
    }
}

/// Returns `field code` of each finding.
fn person_codes(input: &TrustPersonInput) -> Vec<String> {
    let mut findings = Findings::default();
    let person = person::read(input, TODAY, &mut findings);
    assert_eq!(person.is_none(), !findings.is_acceptable());
    codes(findings)
}

fn codes(findings: Findings) -> Vec<String> {
    let code = |one: crate::problem::FieldProblem| format!("{} {}", one.field, one.code);
    findings.0.into_iter().map(code).collect()
}

#[test]
fn normalizes_a_person() {
    let input = TrustPersonInput {
        name: "  Dana   Lee ".into(),
        birth_date: "02/29/2012".into(),
        email: "Dana@Example.COM".into(),
        phone: "(415) 555-0100".into(),
        state: "new york".into(),
        share_percent: "33.3300 %".into(),
        guardian: " Kim Lee ".into(),
        has_withdrawal_right: true,
        contact_uuid: Some(Uuid::from_u128(7)),
        ..beneficiary()
    };
    let person = person::read(&input, TODAY, &mut Findings::default()).unwrap();
    let expected = Person {
        role: TrustRole::Beneficiary,
        is_successor: false,
        name: "Dana Lee".into(),
        birth_date: Some(date(2012, 2, 29)),
        email: Some("Dana@example.com".into()),
        phone: Some("+14155550100".into()),
        state: Some("NY"),
        share_percent: Some(Decimal::new(3333, 2)),
        guardian: Some("Kim Lee".into()),
        has_withdrawal_right: true,
        contact_uuid: Some(Uuid::from_u128(7)),
    };
    assert_eq!(person, expected);
}

#[test]
fn reports_errors_of_a_person_by_field() {
    type Change = fn(&mut TrustPersonInput);
    let cases: [(Change, &str); 23] = [
        (|person| person.role = "Heir".into(), "role unknown_role"),
        (|person| person.role = String::new(), "role unknown_role"),
        (|person| person.name = " \u{200b} ".into(), "name required"),
        (|person| person.name = "n".repeat(121), "name too_long"),
        (
            |person| person.birth_date = "11/22/2026".into(),
            "birthDate future",
        ),
        (
            |person| person.birth_date = "12/31/1899".into(),
            "birthDate out_of_range",
        ),
        (
            |person| person.birth_date = "02/30/1980".into(),
            "birthDate date_no_such_day",
        ),
        (
            |person| person.birth_date = "01/01/80".into(),
            "birthDate date_two_digit_year",
        ),
        (|person| person.email = "dana".into(), "email invalid_email"),
        (|person| person.email = "d".repeat(300), "email too_long"),
        (|person| person.phone = "12".into(), "phone invalid_phone"),
        (|person| person.phone = "1".repeat(61), "phone too_long"),
        (|person| person.state = "Utopia".into(), "state invalid_state"),
        (|person| person.state = "s".repeat(61), "state too_long"),
        (
            |person| person.share_percent = "0".into(),
            "sharePercent share_out_of_range",
        ),
        (
            |person| person.share_percent = "100.0001".into(),
            "sharePercent share_out_of_range",
        ),
        (
            |person| person.share_percent = "33.33333".into(),
            "sharePercent share_too_precise",
        ),
        (
            |person| person.share_percent = "-5".into(),
            "sharePercent share_format",
        ),
        (
            |person| person.share_percent = "half".into(),
            "sharePercent share_format",
        ),
        (|person| person.guardian = "g".repeat(121), "guardian too_long"),
        (
            |person| person.birth_date = "11/22/2008".into(),
            "guardian required",
        ),
        (|person| person.is_successor = true, "isSuccessor not_for_role"),
        (
            |person| {
                person.birth_date = "11/22/2008".into();
                person.guardian = "  ".into();
            },
            "guardian required",
        ),
    ];
    for (change, expected) in cases {
        let mut input = beneficiary();
        change(&mut input);
        assert_eq!(person_codes(&input), [expected]);
    }
}

#[test]
fn accepts_values_at_the_limits() {
    type Change = fn(&mut TrustPersonInput);
    let cases: [Change; 8] = [
        |person| person.name = "n".repeat(120),
        |person| person.birth_date = "11/21/2008".into(),
        |person| person.birth_date = "01/01/1900".into(),
        |person| person.share_percent = "100".into(),
        |person| person.share_percent = "0.0001".into(),
        |person| {
            person.birth_date = "11/21/2026".into();
            person.guardian = "g".repeat(120);
        },
        |person| {
            person.role = "Trustee".into();
            person.is_successor = true;
        },
        // Only beneficiaries need a guardian.
        |person| {
            person.role = "Grantor".into();
            person.birth_date = "11/21/2010".into();
        },
    ];
    for change in cases {
        let mut input = beneficiary();
        change(&mut input);
        assert_eq!(person_codes(&input), <[String; 0]>::default(), "{input:?}");
    }
}

#[test]
fn rejects_values_of_other_roles() {
    let everything = TrustPersonInput {
        is_successor: true,
        share_percent: "50".into(),
        guardian: "Kim Lee".into(),
        has_withdrawal_right: true,
        ..beneficiary()
    };
    for (role, fields) in [
        (
            "Grantor",
            &["isSuccessor", "sharePercent", "guardian", "hasWithdrawalRight"][..],
        ),
        ("Trustee", &["sharePercent", "guardian", "hasWithdrawalRight"]),
        ("Beneficiary", &["isSuccessor"]),
    ] {
        let input = TrustPersonInput {
            role: role.into(),
            ..everything.clone()
        };
        let expected: Vec<_> = fields
            .iter()
            .map(|field| format!("{field} not_for_role"))
            .collect();
        assert_eq!(person_codes(&input), expected, "{role}");
    }
}

#[test]
fn validates_the_details_of_a_trust() {
    let input = |trust_type: &str, state: &str, notes: &str| TrustInput {
        version: 0,
        trust_type: trust_type.into(),
        governing_state: state.into(),
        notes: notes.into(),
    };
    let mut findings = Findings::default();
    let read = details::read(&input("Ilit", "delaware", " One \r\n two "), &mut findings);
    assert_eq!(findings, Findings::default());
    assert_eq!(
        read,
        Some(TrustDetails {
            trust_type: Some(TrustType::Ilit),
            governing_state: Some("DE"),
            notes: Some("One\ntwo".into()),
        })
    );
    for (input, expected, is_valid) in [
        (input("", "", ""), &[][..], true),
        (input("", "", &"n".repeat(4000)), &[], true),
        (
            input("Ilit", "", "SSN 123-45-6789"),
            &["notes looks_like_ssn"],
            true,
        ),
        (input("ilit", "", ""), &["trustType unknown_trust_type"], false),
        (input("", "Utopia", ""), &["governingState invalid_state"], false),
        (
            input("", &"x".repeat(61), ""),
            &["governingState too_long"],
            false,
        ),
        (input("", "", &"n".repeat(4001)), &["notes too_long"], false),
    ] {
        let mut findings = Findings::default();
        assert_eq!(
            details::read(&input, &mut findings).is_some(),
            is_valid,
            "{input:?}"
        );
        assert_eq!(codes(findings), expected);
    }
}

#[test]
fn letters_require_an_irrevocable_trust_and_a_withdrawal_right() {
    for (trust_type, can_send) in [
        (Some(TrustType::Ilit), true),
        (Some(TrustType::OtherIrrevocable), true),
        (Some(TrustType::Revocable), false),
        (Some(TrustType::SpecialNeeds), false),
        (Some(TrustType::Charitable), false),
        (None, false),
    ] {
        assert_eq!(
            letters::letters(trust_type, [false, true]).is_ok(),
            can_send,
            "{trust_type:?}"
        );
        assert!(letters::letters(trust_type, [false, false]).is_err());
        let reason = letters::letters(trust_type, []).unwrap_err();
        assert!(reason.ends_with('.') && reason.len() > 20, "{reason}");
    }
}

fn shown(role: TrustRole, name: &str, share: Option<&str>, contact: Option<u128>) -> TrustPerson {
    TrustPerson {
        role: role.code().into(),
        name: name.into(),
        share_percent: share.map(Into::into),
        contact_uuid: contact.map(Uuid::from_u128),
        ..TrustPerson::default()
    }
}

#[test]
fn warns_about_shares_and_beneficiaries_who_are_trustees() {
    let heir = |name, share| shown(TrustRole::Beneficiary, name, share, None);
    let trustee = |name| shown(TrustRole::Trustee, name, None, None);
    let linked = |role, name| shown(role, name, None, Some(7));
    let both = "Dana Lee is both a beneficiary and a trustee.";
    for (people, expected) in [
        (vec![], vec![]),
        (vec![heir("Dana Lee", None), trustee("Kim Lee")], vec![]),
        (
            vec![heir("Dana Lee", Some("60")), heir("Kim Lee", Some("40.0000"))],
            vec![],
        ),
        (
            vec![
                heir("Dana Lee", Some("33.3333")),
                heir("Kim Lee", Some("60.0000")),
            ],
            vec!["Beneficiary shares total 93.3333%, not 100%."],
        ),
        (vec![heir("Dana Lee", None), trustee("DANA  LÉE")], vec![both]),
        (
            vec![
                linked(TrustRole::Beneficiary, "Dana Lee"),
                linked(TrustRole::Trustee, "D. Lee"),
            ],
            vec![both],
        ),
        // Grantors may be beneficiaries.
        (
            vec![
                heir("Dana Lee", None),
                shown(TrustRole::Grantor, "Dana Lee", None, None),
            ],
            vec![],
        ),
    ] {
        assert_eq!(warnings::warnings(&people), expected, "{people:?}");
    }
}

#[test]
fn derives_letters_and_warnings_of_a_record() {
    let record = |trust_type: Option<&str>, has_withdrawal_right| {
        TrustRecord {
            trust_type: trust_type.map(Into::into),
            people: vec![
                TrustPerson {
                    has_withdrawal_right,
                    ..shown(TrustRole::Beneficiary, "Dana Lee", Some("50"), None)
                },
                shown(TrustRole::Trustee, "Kim Lee", None, None),
            ],
            ..TrustRecord::default()
        }
        .derived()
    };
    let can = record(Some("Ilit"), true);
    assert_eq!(
        (can.can_send_letters, can.no_letters_because.as_str()),
        (true, "")
    );
    assert_eq!(can.warnings.len(), 1);
    for record in [
        record(Some("Ilit"), false),
        record(None, true),
        record(Some("Unknown"), true),
    ] {
        assert!(!record.can_send_letters && !record.no_letters_because.is_empty());
    }
}

proptest! {
    #[test]
    fn valid_people_have_only_values_of_their_role(
        role in prop::sample::select(vec!["Grantor", "Trustee", "Beneficiary"]),
        flags in any::<[bool; 2]>(),
        share in prop::sample::select(vec!["", "25"]),
        guardian in prop::sample::select(vec!["", "Kim Lee"]),
        age in 0_i16..40,
    ) {
        let input = TrustPersonInput {
            role: role.into(),
            is_successor: flags[0],
            has_withdrawal_right: flags[1],
            share_percent: share.into(),
            guardian: guardian.into(),
            birth_date: format!("{}-03-01", 2026 - age),
            ..beneficiary()
        };
        if let Some(person) = person::read(&input, TODAY, &mut Findings::default()) {
            prop_assert!(!person.is_successor || person.role == TrustRole::Trustee);
            let is_beneficiary = person.role == TrustRole::Beneficiary;
            prop_assert!(is_beneficiary || person.share_percent.is_none());
            prop_assert!(is_beneficiary || person.guardian.is_none());
            prop_assert!(is_beneficiary || !person.has_withdrawal_right);
            prop_assert!(!is_beneficiary || age >= 18 || person.guardian.is_some());
        }
    }
}
