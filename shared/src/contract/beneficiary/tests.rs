use super::*;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::{Date, date};
use rust_decimal::Decimal;
use uuid::Uuid;

const TODAY: Date = date(2026, 11, 21);

fn input() -> BeneficiaryInput {
    BeneficiaryInput {
        class: "Primary".into(),
        name: "Dana Lee".into(),
        ..BeneficiaryInput::default()
    }
}

/// Returns `field code` of each finding.
fn codes(input: &BeneficiaryInput) -> Vec<String> {
    let mut findings = Findings::default();
    let read = read(input, TODAY, &mut findings);
    assert_eq!(read.is_none(), !findings.is_acceptable());
    let code = |one: FieldProblem| format!("{} {}", one.field, one.code);
    findings.0.into_iter().map(code).collect()
}

#[test]
fn normalizes_a_beneficiary() {
    let typed = BeneficiaryInput {
        class: "Contingent".into(),
        name: "  Dana   Lee ".into(),
        relationship: "Child".into(),
        birth_date: "02/29/2012".into(),
        share_percent: "33.3300 %".into(),
        is_irrevocable: true,
        is_per_stirpes: true,
        contact_uuid: Some(Uuid::from_u128(7)),
        version: None,
    };
    let expected = Designation {
        class: BeneficiaryClass::Contingent,
        name: "Dana Lee".into(),
        relationship: Some(Relationship::Child),
        birth_date: Some(date(2012, 2, 29)),
        share_percent: Some(Decimal::new(3333, 2)),
        is_irrevocable: true,
        is_per_stirpes: true,
        contact_uuid: Some(Uuid::from_u128(7)),
    };
    assert_eq!(read(&typed, TODAY, &mut Findings::default()), Some(expected));
    assert_eq!(codes(&input()), [""; 0]);
}

type Change = fn(&mut BeneficiaryInput);

#[test]
fn names_each_invalid_field() {
    let cases: [(Change, &str); 8] = [
        (|one| one.class = "Tertiary".into(), "class unknown_class"),
        (|one| one.name = " ".into(), "name required"),
        (|one| one.name = "x".repeat(121), "name too_long"),
        (
            |one| one.relationship = "Cat".into(),
            "relationship unknown_relationship",
        ),
        (|one| one.birth_date = "11/22/2026".into(), "birthDate future"),
        (
            |one| one.birth_date = "1899-12-31".into(),
            "birthDate out_of_range",
        ),
        (
            |one| one.share_percent = "0".into(),
            "sharePercent share_out_of_range",
        ),
        (
            |one| one.share_percent = "half".into(),
            "sharePercent share_format",
        ),
    ];
    for (change, expected) in cases {
        let mut typed = input();
        change(&mut typed);
        assert!(
            codes(&typed).contains(&expected.to_owned()),
            "{expected}: {:?}",
            codes(&typed)
        );
    }
}

#[test]
fn limits_the_number_of_beneficiaries() {
    assert_eq!(check_count(50), Ok(()));
    assert_eq!(check_count(51).unwrap_err().code, "too_many_beneficiaries");
}

fn one(id: u128, class: BeneficiaryClass, name: &str, share: Option<&str>) -> Beneficiary {
    Beneficiary {
        uuid: Uuid::from_u128(id),
        class: class.code().into(),
        name: name.into(),
        share_percent: share.map(Into::into),
        ..Beneficiary::default()
    }
}

#[test]
fn shares_count_only_within_their_class() {
    let all = [
        one(1, BeneficiaryClass::Primary, "Ada Lee", Some("60")),
        one(2, BeneficiaryClass::Contingent, "Bo Lee", Some("100")),
    ];
    let check = |own: Option<u128>, class, share: i64| {
        let shares = check_shares(&all, own.map(Uuid::from_u128), class, Some(share.into()));
        shares.map_err(|fault| fault.message.into_owned())
    };
    assert_eq!(check(None, BeneficiaryClass::Primary, 40), Ok(()));
    assert_eq!(check(Some(1), BeneficiaryClass::Primary, 100), Ok(()));
    assert_eq!(
        check_shares(&all, None, BeneficiaryClass::Contingent, None),
        Ok(())
    );
    let message = "Primary beneficiary shares total 101%. Enter a share of up to 40%.";
    assert_eq!(check(None, BeneficiaryClass::Primary, 41), Err(message.into()));
    // A beneficiary moved to another class counts in that class.
    let message = "Contingent beneficiary shares total 160%. Reduce another share first.";
    assert_eq!(
        check(Some(1), BeneficiaryClass::Contingent, 60),
        Err(message.into())
    );
}

fn insured(id: u128, name: &str) -> Insured {
    Insured {
        uuid: Uuid::from_u128(id),
        name: name.into(),
    }
}

#[test]
fn warns_about_designations_that_a_carrier_would_question() {
    use BeneficiaryClass::{Contingent, Primary};
    let warned = |all: &[Beneficiary], insureds: &[Insured]| warnings(all, insureds, TODAY);
    let ada = [insured(9, "Lee, Ada")];
    assert_eq!(warned(&[], &ada), [""; 0]);
    let fine = [
        one(1, Primary, "Bo Lee", Some("100")),
        one(2, Contingent, "Cy Lee", None),
    ];
    assert_eq!(warned(&fine, &ada), [""; 0]);

    let contingent = [one(1, Contingent, "Bo Lee", Some("50"))];
    assert_eq!(
        warned(&contingent, &ada),
        [
            "There are contingent beneficiaries, but no primary beneficiary.",
            "Contingent beneficiary shares total 50%, not 100%.",
        ]
    );
    let twice = [
        one(1, Primary, "Bo Lee", None),
        one(2, Contingent, "BO  LEE", None),
    ];
    assert_eq!(
        warned(&twice, &ada),
        ["BO  LEE is both a primary and a contingent beneficiary."]
    );
    let minor = Beneficiary {
        birth_date: Some(date(2008, 11, 22)),
        ..one(1, Primary, "Bo Lee", None)
    };
    let children = ["Cy Lee", "Di Lee", "Ed Lee"].map(|name| Beneficiary {
        birth_date: Some(TODAY),
        ..one(1, Primary, name, None)
    });
    assert_eq!(
        warned(&children, &ada),
        [
            "Cy Lee, Di Lee and Ed Lee are under 18. Carriers pay a minor only through a guardian or custodian."
        ]
    );
    assert_eq!(
        warned(&[minor], &ada),
        ["Bo Lee is under 18. Carriers pay a minor only through a guardian or custodian."]
    );
}

#[test]
fn sole_insured_cannot_receive_the_benefit() {
    use BeneficiaryClass::Primary;
    let sentence = |name: &str| {
        vec![format!(
            "{name} is the insured and can't be a beneficiary of this policy."
        )]
    };
    let (ada, bo) = (insured(9, "Lee, Ada"), insured(8, "Lee, Bo"));
    let by_name = [one(1, Primary, "Áda Lee", None)];
    let by_contact = [Beneficiary {
        contact_uuid: Some(Uuid::from_u128(9)),
        ..one(1, Primary, "A. Lee", None)
    }];
    let alone = [ada.clone()];
    assert_eq!(warnings(&by_name, &alone, TODAY), sentence("Áda Lee"));
    assert_eq!(warnings(&by_contact, &alone, TODAY), sentence("A. Lee"));
    assert!(is_sole_insured(&alone, Uuid::from_u128(9)));
    // With two insureds, the survivor can receive it.
    let both = [ada, bo];
    assert_eq!(warnings(&by_name, &both, TODAY), [""; 0]);
    assert!(!is_sole_insured(&both, Uuid::from_u128(9)));
}
