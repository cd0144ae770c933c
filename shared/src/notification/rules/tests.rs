use super::*;
use crate::contract::guideline::{Guideline, GuidelineParameter};
use crate::notification::NotificationKind::*;
use jiff::civil::date;
use proptest::prelude::*;
use rust_decimal::Decimal;
use std::collections::HashSet;

const ALWAYS: Window = Window {
    from: date(2020, 1, 1),
    to: date(2035, 1, 1),
};

fn in_force() -> PolicyFacts {
    PolicyFacts {
        uuid: Uuid::from_u128(7),
        policy_number: "P-1".into(),
        insured_name: Some("Lee, Ada".into()),
        status: "InForce".into(),
        annualized_premium: Decimal::from(1_200),
        premium_reminder_days: 30,
        ..PolicyFacts::default()
    }
}

/// Returns the kind, notification date and step of each notice, by date.
fn notify_on(found: &[DatedNotice]) -> Vec<(NotificationKind, String, String)> {
    let mut notify_on: Vec<_> = found
        .iter()
        .map(|one| {
            let step = one.key.rsplit(':').next().unwrap().to_owned();
            (one.kind, one.notify_on.to_string(), step)
        })
        .collect();
    notify_on.sort_by(|a, b| a.1.cmp(&b.1));
    notify_on
}

fn list(expected: &[(NotificationKind, &str, &str)]) -> Vec<(NotificationKind, String, String)> {
    expected
        .iter()
        .map(|(kind, day, step)| (*kind, (*day).to_owned(), (*step).to_owned()))
        .collect()
}

#[test]
fn reminds_30_days_before_premium_and_reports_missed_after_45() {
    let facts = PolicyFacts {
        next_premium_date: Some(date(2026, 12, 31)),
        last_premium_date: Some(date(2026, 8, 31)),
        premium_mode: Some("Monthly".into()),
        ..in_force()
    };
    let found = policy(&facts, ALWAYS);
    assert_eq!(
        notify_on(&found),
        list(&[
            (PremiumReminder, "2026-11-15", "missed"),
            (PremiumReminder, "2026-12-01", "due"),
        ])
    );
    assert_eq!(found[0].display_name, "P-1, Lee, Ada: premium due 12/31/2026");
    assert_eq!(
        found[1].display_name,
        "P-1, Lee, Ada: no premium seen since it was due 09/30/2026"
    );
    let leap = PolicyFacts {
        next_premium_date: None,
        last_premium_date: Some(date(2024, 2, 29)),
        premium_mode: Some("Annual".into()),
        ..facts.clone()
    };
    assert_eq!(
        policy(&leap, ALWAYS)[0].display_name,
        "P-1, Lee, Ada: no premium seen since it was due 03/01/2025"
    );
    for (status, premium, mode) in [
        ("PaidUp", 1_200, "Monthly"),
        ("GracePeriod", 1_200, "Monthly"),
        ("InForce", 0, "Monthly"),
        ("Lapsed", 1_200, "Monthly"),
    ] {
        let other = PolicyFacts {
            status: status.into(),
            annualized_premium: Decimal::from(premium),
            premium_mode: Some(mode.into()),
            ..facts.clone()
        };
        assert_eq!(policy(&other, ALWAYS), [], "{status} {premium} {mode}");
    }
    let flexible = PolicyFacts {
        premium_mode: Some("Flexible".into()),
        ..facts
    };
    assert_eq!(
        policy(&flexible, ALWAYS).len(),
        1,
        "flexible premiums cannot be missed"
    );
}

#[test]
fn premium_reminders_follow_the_firms_setting() {
    for (days, told) in [(1, "2026-12-30"), (45, "2026-11-16"), (90, "2026-10-02")] {
        let facts = PolicyFacts {
            next_premium_date: Some(date(2026, 12, 31)),
            premium_reminder_days: days,
            ..in_force()
        };
        let found = policy(&facts, ALWAYS);
        assert_eq!(notify_on(&found), list(&[(PremiumReminder, told, "due")]));
        // Policies loaded shortly before the due date still get a reminder.
        let day = date(2026, 12, 30);
        let late = policy(&facts, Window::up_to(day));
        assert!(late.len() == 1 && late[0].is_relevant_on(day), "{days}");
        assert!(!late[0].is_relevant_on(date(2027, 1, 1)), "{days}");
    }
}

#[test]
fn drops_other_notices_after_30_days() {
    let facts = PolicyFacts {
        status: "LapsePending".into(),
        status_date: Some(date(2026, 11, 1)),
        ..in_force()
    };
    let found = policy(&facts, Window::up_to(date(2026, 12, 31)));
    assert_eq!(found.len(), 1);
    assert!(found[0].is_relevant_on(date(2026, 12, 1)));
    assert!(!found[0].is_relevant_on(date(2026, 12, 2)));
}

#[test]
fn reminds_of_lapse_on_status_date_and_14_and_3_days_before() {
    let facts = PolicyFacts {
        status: "GracePeriod".into(),
        status_date: Some(date(2026, 11, 1)),
        grace_period_end_date: Some(date(2026, 12, 1)),
        ..in_force()
    };
    let found = policy(&facts, ALWAYS);
    assert_eq!(
        notify_on(&found),
        list(&[
            (LapsePending, "2026-11-01", "first"),
            (LapsePending, "2026-11-17", "14"),
            (LapsePending, "2026-11-28", "3"),
        ])
    );
    assert!(
        found
            .iter()
            .all(|one| one.display_name == "P-1, Lee, Ada: lapses unless paid by 12/01/2026")
    );
    let late = latest_reminders(found);
    assert_eq!(notify_on(&late), list(&[(LapsePending, "2026-11-28", "3")]));
    let open = PolicyFacts {
        status: "LapsePending".into(),
        grace_period_end_date: None,
        ..facts.clone()
    };
    let found = policy(&open, ALWAYS);
    assert_eq!(notify_on(&found), list(&[(LapsePending, "2026-11-01", "first")]));
    assert_eq!(
        found[0].display_name,
        "P-1, Lee, Ada: lapse pending since 11/01/2026"
    );
    let paid = PolicyFacts {
        status: "InForce".into(),
        ..facts
    };
    assert_eq!(policy(&paid, ALWAYS), []);
}

#[test]
fn reminds_180_90_and_30_days_before_level_term_ends() {
    let facts = PolicyFacts {
        level_period_end_date: Some(date(2027, 3, 1)),
        ..in_force()
    };
    assert_eq!(
        notify_on(&policy(&facts, ALWAYS)),
        list(&[
            (AnnualRenewableTerm, "2026-09-02", "180"),
            (AnnualRenewableTerm, "2026-12-01", "90"),
            (AnnualRenewableTerm, "2027-01-30", "30"),
        ])
    );
}

#[test]
fn reports_values_outside_guidelines() {
    let guideline = |parameter, minimum: Option<i64>, maximum: Option<i64>| Guideline {
        parameter,
        minimum: minimum.map(Decimal::from),
        maximum: maximum.map(Decimal::from),
    };
    let facts = PolicyFacts {
        values_as_of: Some(date(2026, 11, 20)),
        death_benefit: Decimal::from(900_000),
        lapse_age: Some(95),
        crediting_rate: Some(Decimal::new(375, 2)),
        comdex: None,
        guidelines: vec![
            guideline(GuidelineParameter::DeathBenefit, Some(1_000_000), None),
            guideline(GuidelineParameter::LapseAge, Some(95), Some(100)),
            guideline(GuidelineParameter::CreditingRate, Some(1), Some(3)),
            guideline(GuidelineParameter::Premium, None, Some(1_200)),
            guideline(GuidelineParameter::Comdex, Some(80), None),
        ],
        ..in_force()
    };
    let found = policy(&facts, ALWAYS);
    let words: Vec<_> = found.iter().map(|one| one.display_name.as_str()).collect();
    assert_eq!(
        words,
        [
            "P-1, Lee, Ada: death benefit $900,000 is below the guideline of $1,000,000",
            "P-1, Lee, Ada: crediting rate 3.75% is above the guideline of 3%",
        ]
    );
    assert_ne!(found[0].key, found[1].key);
    let undated = PolicyFacts {
        values_as_of: None,
        ..facts
    };
    assert_eq!(policy(&undated, ALWAYS), []);
}

#[test]
fn does_not_remind_of_premiums_that_are_paid_automatically() {
    let kinds = |method: Option<&str>, mode: &str| -> Vec<String> {
        let facts = PolicyFacts {
            next_premium_date: Some(date(2026, 12, 31)),
            last_premium_date: Some(date(2026, 8, 31)),
            premium_mode: Some(mode.into()),
            payment_method: method.map(Into::into),
            ..in_force()
        };
        notify_on(&policy(&facts, ALWAYS))
            .into_iter()
            .map(|(_, _, step)| step)
            .collect()
    };
    for method in [
        "Electronic",
        "EFT",
        "Monthly bank draft",
        "ACH debit",
        "Credit Card",
        "List Bill",
    ] {
        assert_eq!(kinds(Some(method), "Monthly"), ["missed"], "{method}");
    }
    for method in [
        None,
        Some("Direct Bill"),
        Some("Check"),
        Some("Paper bill, each month"),
        Some("EFT - returned"),
        Some("Bank draft (NSF)"),
        Some("Credit card, declined"),
    ] {
        assert_eq!(kinds(method, "Monthly"), ["missed", "due"], "{method:?}");
    }
}

#[test]
fn sends_one_reminder_for_a_gift_entered_late() {
    let facts = PolicyFacts {
        gifts: vec![GiftFacts {
            uuid: Uuid::from_u128(8),
            trust_uuid: Uuid::from_u128(9),
            trust_name: "Lee Family Trust".into(),
            gift_date: date(2026, 12, 1),
            letter_date: date(2026, 12, 6),
            is_received: false,
            has_letters_sent: false,
        }],
        ..in_force()
    };
    let late = latest_reminders(policy(&facts, Window::up_to(date(2026, 12, 1))));
    assert_eq!(
        notify_on(&late),
        list(&[
            (CrummeyLetter10Day, "2026-11-26", "10"),
            (PremiumGift, "2026-12-01", "0"),
        ])
    );
}

#[test]
fn reminds_of_gifts_and_letters_until_done() {
    let gift = GiftFacts {
        uuid: Uuid::from_u128(8),
        trust_uuid: Uuid::from_u128(9),
        trust_name: "Lee Family Trust".into(),
        gift_date: date(2026, 12, 1),
        letter_date: date(2026, 12, 6),
        is_received: false,
        has_letters_sent: false,
    };
    let facts = PolicyFacts {
        gifts: vec![gift.clone()],
        ..in_force()
    };
    let found = policy(&facts, ALWAYS);
    assert_eq!(
        notify_on(&found),
        list(&[
            (PremiumGift90Day, "2026-09-02", "90"),
            (CrummeyLetter90Day, "2026-09-07", "90"),
            (PremiumGift45Day, "2026-10-17", "45"),
            (CrummeyLetter45Day, "2026-10-22", "45"),
            (PremiumGift10Day, "2026-11-21", "10"),
            (CrummeyLetter10Day, "2026-11-26", "10"),
            (PremiumGift, "2026-12-01", "0"),
            (CrummeyLetter, "2026-12-06", "0"),
        ])
    );
    assert_eq!(
        found[0].display_name,
        "P-1, Lee, Ada: Lee Family Trust, gift due 12/01/2026"
    );
    assert_eq!(
        found[0].application_url,
        format!("/business/policies/{}?tab=gifts", facts.uuid)
    );
    let letters = found.iter().find(|notice| notice.kind == CrummeyLetter).unwrap();
    assert_eq!(
        letters.application_url,
        format!("/business/trust/manage/{}?tab=letters", Uuid::from_u128(9))
    );
    let received = PolicyFacts {
        gifts: vec![GiftFacts {
            is_received: true,
            ..gift.clone()
        }],
        ..in_force()
    };
    assert_eq!(policy(&received, ALWAYS).len(), 4);
    let done = PolicyFacts {
        gifts: vec![GiftFacts {
            is_received: true,
            has_letters_sent: true,
            ..gift
        }],
        ..in_force()
    };
    assert_eq!(policy(&done, ALWAYS), []);
}

#[test]
fn reminds_90_and_30_days_before_surrender_charge_changes() {
    let facts = AnnuityFacts {
        uuid: Uuid::from_u128(7),
        contract_number: "A-1".into(),
        annuitant_name: None,
        status: "InForce".into(),
        issue_date: Some(date(2024, 2, 29)),
        surrender_schedule: vec![Decimal::from(7), Decimal::from(7), Decimal::new(50, 1)],
        surrender_period_end_date: Some(date(2027, 3, 1)),
        ..AnnuityFacts::default()
    };
    let found = annuity(&facts, ALWAYS);
    assert_eq!(
        notify_on(&found),
        list(&[
            (SurrenderPeriod, "2025-12-01", "90"),
            (SurrenderPeriod, "2026-01-30", "30"),
            (SurrenderPeriod, "2026-12-01", "90"),
            (SurrenderPeriod, "2027-01-30", "30"),
        ]),
        "the charge is the same in the first two years"
    );
    assert_eq!(found[0].display_name, "A-1: surrender period ends 03/01/2027");
    assert_eq!(
        found[2].display_name,
        "A-1: surrender charge falls from 7% to 5% on 03/01/2026"
    );
    let ended = AnnuityFacts {
        status: "Surrendered".into(),
        ..facts
    };
    assert_eq!(annuity(&ended, ALWAYS), []);
}

#[test]
fn reminds_of_conversion_rights_and_level_terms() {
    let facts = PolicyFacts {
        annualized_premium: Decimal::ZERO,
        level_period_end_date: Some(date(2027, 3, 1)),
        conversion_expiry_date: Some(date(2027, 3, 1)),
        ..in_force()
    };
    let found = policy(&facts, ALWAYS);
    let steps: Vec<String> = notify_on(&found).into_iter().map(|(.., step)| step).collect();
    assert_eq!(
        steps,
        [
            "180",
            "conversion-180",
            "90",
            "conversion-90",
            "30",
            "conversion-30"
        ]
    );
    let names: HashSet<&str> = found.iter().map(|one| one.display_name.as_str()).collect();
    assert_eq!(
        names,
        HashSet::from([
            "P-1, Lee, Ada: level term ends 03/01/2027",
            "P-1, Lee, Ada: conversion right ends 03/01/2027"
        ])
    );
    // For a policy loaded late, only the latest reminder per date is kept.
    assert_eq!(latest_reminders(found).len(), 2);
}

#[test]
fn reminds_of_guaranteed_rates_and_distributions() {
    let facts = AnnuityFacts {
        uuid: Uuid::from_u128(7),
        contract_number: "A-1".into(),
        status: "InForce".into(),
        guaranteed_rate_end_date: Some(date(2027, 6, 1)),
        distribution_due_date: Some(date(2026, 12, 31)),
        ..AnnuityFacts::default()
    };
    let found = annuity(&facts, ALWAYS);
    assert_eq!(
        notify_on(&found),
        list(&[
            (SurrenderPeriod, "2026-11-01", "rmd-60"),
            (SurrenderPeriod, "2026-12-17", "rmd-14"),
            (SurrenderPeriod, "2027-03-03", "rate-90"),
            (SurrenderPeriod, "2027-05-02", "rate-30"),
        ])
    );
    assert_eq!(found[0].display_name, "A-1: guaranteed rate ends 06/01/2027");
    assert_eq!(
        found[2].display_name,
        "A-1: required minimum distribution due 12/31/2026"
    );
}

#[test]
fn drops_reminders_after_the_due_date() {
    let mut one = policy(
        &PolicyFacts {
            next_premium_date: Some(date(2026, 12, 1)),
            ..in_force()
        },
        ALWAYS,
    )
    .remove(0);
    assert!(one.is_relevant_on(date(2026, 11, 1)) && one.is_relevant_on(date(2026, 12, 1)));
    assert!(!one.is_relevant_on(date(2026, 12, 2)));
    (one.due, one.notify_on) = (date(2026, 11, 1), date(2026, 11, 1));
    assert!(one.is_relevant_on(date(2026, 11, 15)));
}

fn a_day() -> impl Strategy<Value = Option<Date>> {
    proptest::option::of((0_i64..1_500).prop_map(|days| plus_days(date(2025, 1, 1), days).unwrap()))
}

proptest! {
    /// Evaluating a period day by day finds the same notices as evaluating it at once, and keys are unique.
    #[test]
    fn daily_windows_find_the_same_notices_as_one_window(
        next in a_day(), last in a_day(), level in a_day(), status_date in a_day(), grace in a_day(), as_of in a_day(),
        status in proptest::sample::select(vec!["InForce", "GracePeriod", "LapsePending", "PaidUp"]),
    ) {
        let facts = PolicyFacts {
            status: status.into(), status_date, grace_period_end_date: grace, next_premium_date: next,
            last_premium_date: last, level_period_end_date: level, values_as_of: as_of,
            premium_mode: Some("Quarterly".into()),
            guidelines: vec![Guideline { parameter: GuidelineParameter::Premium, minimum: None, maximum: Some(Decimal::ONE) }],
            ..in_force()
        };
        let whole = Window { from: date(2025, 1, 1), to: date(2026, 12, 31) };
        let mut all = policy(&facts, whole);
        let mut by_day = Vec::new();
        let mut day = whole.from;
        while day <= whole.to {
            by_day.extend(policy(&facts, Window { from: day, to: day }));
            day = plus_days(day, 1).unwrap();
        }
        let order = |a: &DatedNotice, b: &DatedNotice| (a.notify_on, a.kind.number(), &a.key).cmp(&(b.notify_on, b.kind.number(), &b.key));
        all.sort_by(order);
        by_day.sort_by(order);
        prop_assert_eq!(&all, &by_day);
        let keys: std::collections::BTreeSet<_> = all.iter().map(|one| (one.kind.number(), &one.key)).collect();
        prop_assert_eq!(keys.len(), all.len());
    }
}
