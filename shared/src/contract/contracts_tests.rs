use super::*;
use crate::contract::{Annuity, Policy};
use jiff::civil::date;

const TODAY: Date = date(2026, 11, 21);

fn dollars(amount: &str) -> Option<Decimal> {
    Some(amount.parse().unwrap())
}

fn policy() -> Policy {
    Policy {
        policy_number: "AB-001234".into(),
        carrier_uuid: Some(Uuid::nil()),
        product_type: "Term".into(),
        status: "InForce".into(),
        status_date: Some(date(2020, 1, 1)),
        issue_date: Some(date(2020, 1, 1)),
        death_benefit: dollars("500000"),
        policy_cash_value: dollars("10"),
        values_as_of: Some(date(2026, 1, 31)),
        ..Policy::default()
    }
}

fn annuity() -> Annuity {
    Annuity {
        contract_number: "C-1".into(),
        carrier_uuid: Some(Uuid::nil()),
        product_type: "FIA".into(),
        status: "Pending".into(),
        ..Annuity::default()
    }
}

fn checked<C: Contract>(contract: C, before: Option<&C>, owners: usize) -> (C, Vec<String>) {
    let context = Context {
        today: TODAY,
        before,
        owners,
    };
    let (contract, findings) = contract.normalize(&context);
    let mark = |warning| if warning { "?" } else { "" };
    let found = findings
        .0
        .iter()
        .map(|f| format!("{}: {}{}", f.field, f.code, mark(f.warning)))
        .collect();
    (contract, found)
}

#[test]
fn requires_owner_to_become_in_force() {
    let lapsed = Policy {
        status: "Lapsed".into(),
        ..policy()
    };
    for (before, owners, expected) in [
        (None, 0, vec!["status: owner_required"]),
        (None, 1, vec![]),
        (Some(&lapsed), 0, vec!["status: owner_required"]),
        (Some(&lapsed), 1, vec![]),
        // A contract that is already in force can be corrected.
        (Some(&policy()), 0, vec![]),
    ] {
        assert_eq!(checked(policy(), before, owners).1, expected);
    }
    assert!(checked(lapsed, None, 0).1.is_empty());
    assert!(checked(annuity(), None, 0).1.is_empty());
}

#[test]
fn status_date_defaults_to_today() {
    let lapsed = |status_date| Policy {
        status: "Lapsed".into(),
        status_date,
        ..policy()
    };
    for (after, expected) in [
        (lapsed(Some(date(2020, 1, 1))), Some(TODAY)),
        (lapsed(Some(date(2026, 11, 1))), Some(date(2026, 11, 1))),
        (lapsed(None), None),
        (policy(), Some(date(2020, 1, 1))),
    ] {
        assert_eq!(checked(after, Some(&policy()), 1).0.status_date, expected);
    }
    assert_eq!(checked(lapsed(None), None, 1).0.status_date, None);
}

#[test]
fn as_of_date_defaults_to_today() {
    let worth = |cash: &str, values_as_of| Policy {
        policy_cash_value: dollars(cash),
        values_as_of,
        ..policy()
    };
    let (old, june) = (Some(date(2026, 1, 31)), Some(date(2026, 6, 30)));
    for (after, expected) in [
        (worth("11", old), Some(TODAY)),
        (worth("11", june), june),
        (worth("10.00", old), old),
        (worth("10", june), june),
    ] {
        assert_eq!(checked(after, Some(&policy()), 1).0.values_as_of, expected);
    }
    let tomorrow = worth("10", Some(date(2026, 11, 22)));
    assert_eq!(checked(tomorrow, None, 1).1, ["valuesAsOf: in_future"]);
}

#[test]
fn zero_equals_missing_value() {
    let after = Policy {
        policy_surrender_value: dollars("0.00"),
        ..policy()
    };
    assert_eq!(
        checked(after, Some(&policy()), 1).0.values_as_of,
        policy().values_as_of
    );
    assert!(Values::default().is_empty());
}

#[test]
fn records_follow_the_rules_of_their_line() {
    let faulty = Policy {
        policy_number: String::new(),
        carrier_uuid: None,
        issue_age: Some(131),
        loan_rate: dollars("100.1"),
        last_premium_amount: dollars("-1"),
        risk_class: Some("x".repeat(61)),
        policy_surrender_value: dollars("11"),
        ..policy()
    };
    assert_eq!(
        checked(faulty, None, 1).1,
        [
            "policyNumber: required",
            "carrierUuid: required",
            "policySurrenderValue: surrender_above_cash?",
            "lastPremiumAmount: money_negative",
            "loanRate: percent_range",
            "issueAge: age_range",
            "riskClass: too_long"
        ]
    );
    let faulty = Annuity {
        product_type: "Term".into(),
        surrender_period_years: Some(-1),
        rmd_amount: dollars("0.001"),
        ..annuity()
    };
    assert_eq!(
        checked(faulty, None, 1).1,
        [
            "productType: not_for_line",
            "surrenderPeriodYears: surrender_years_range",
            "rmdAmount: money_too_precise"
        ]
    );
}

#[test]
fn the_last_premium_is_not_in_the_future() {
    let paid = |day| Policy {
        last_premium_date: day,
        ..policy()
    };
    assert_eq!(
        checked(paid(TODAY.tomorrow().ok()), None, 1).1,
        ["lastPremiumDate: in_future"]
    );
    assert!(checked(paid(Some(TODAY)), None, 1).1.is_empty());
}

#[test]
fn coverage_ends_after_the_issue_date() {
    let ending = |day| Policy {
        grace_period_end_date: day,
        projected_lapse_date: day,
        ..policy()
    };
    let findings = checked(ending(Some(date(2020, 1, 1))), None, 1).1;
    assert_eq!(
        findings,
        [
            "gracePeriodEndDate: not_after_issue",
            "projectedLapseDate: not_after_issue"
        ]
    );
    assert!(checked(ending(Some(date(2020, 1, 2))), None, 1).1.is_empty());
}

#[test]
fn computes_missing_values() {
    let typed = Policy {
        premium_mode: Some("Monthly".into()),
        modal_premium: dollars("100"),
        ..policy()
    };
    assert_eq!(checked(typed, None, 1).0.annualized_premium, dollars("1200"));
    let typed = Annuity {
        issue_date: Some(date(2020, 2, 29)),
        surrender_period_years: Some(7),
        ..annuity()
    };
    assert_eq!(
        checked(typed, None, 1).0.surrender_period_end_date,
        Some(date(2027, 3, 1))
    );
}

#[test]
fn changed_premium_recomputes_the_annualized_premium() {
    let stored = Policy {
        premium_mode: Some("Monthly".into()),
        modal_premium: dollars("100"),
        annualized_premium: dollars("1190"),
        ..policy()
    };
    let after = |mode: &str, modal, annualized| {
        let changed = Policy {
            premium_mode: Some(mode.into()),
            modal_premium: modal,
            annualized_premium: annualized,
            ..stored.clone()
        };
        checked(changed, Some(&stored), 1).0.annualized_premium
    };
    let kept = stored.annualized_premium;
    assert_eq!(after("Monthly", dollars("100"), kept), kept, "no change");
    assert_eq!(after("Monthly", dollars("150"), kept), dollars("1800"));
    assert_eq!(after("Quarterly", dollars("100"), kept), dollars("400"));
    assert_eq!(
        after("Quarterly", dollars("100"), dollars("410")),
        dollars("410"),
        "entered"
    );
    assert_eq!(
        after("Flexible", dollars("100"), kept),
        kept,
        "no fixed frequency"
    );
    assert_eq!(after("Monthly", None, kept), kept, "no premium");
}

#[test]
fn role_label_includes_type() {
    for (role, type_id, label) in [
        ("Agent", 2, "Servicing Agent"),
        ("Insured", 1, "Primary Insured"),
        ("Owner", 2, "Owner"),
        ("JointAnnuitant", 0, "Joint Annuitant"),
        ("Agent", 9, "Agent"),
        ("Friend", 1, "Unknown (Friend)"),
    ] {
        assert_eq!(role_label(role, type_id), label);
    }
}
