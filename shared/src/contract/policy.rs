//! Validation of life policies from forms and import files.

pub use super::check::{ContractBasics, MAX_NUMBER, MAX_PRODUCT_NAME};
use super::{Line, PremiumMode, check};
use crate::money;
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// A life policy from a form or an import file. Amounts are US dollars.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PolicyInput {
    pub basics: ContractBasics,
    /// Amount payable at death today: face amount and additions, less the loan.
    pub death_benefit: Option<Decimal>,
    pub face_amount: Option<Decimal>,
    /// [`PremiumMode`] code.
    pub premium_mode: Option<String>,
    /// Premium per payment, at the frequency of the premium mode.
    pub modal_premium: Option<Decimal>,
    pub annualized_premium: Option<Decimal>,
    pub cash_value: Option<Decimal>,
    /// Cash value less surrender charges and loan.
    pub surrender_value: Option<Decimal>,
    pub loan_balance: Option<Decimal>,
    pub paid_to_date: Option<Date>,
    pub next_premium_date: Option<Date>,
    pub maturity_date: Option<Date>,
    /// Last day to convert a term policy.
    pub conversion_expiry_date: Option<Date>,
    /// End of the level premium period. Annual renewable term starts after it.
    pub level_period_end_date: Option<Date>,
}

/// Returns the policy in stored form and all errors and warnings. Fields are named as in the policy list.
///
/// A missing annualized premium is computed if the mode has a fixed frequency. Codes: `required`, `too_long`,
/// `unknown_code`, `not_for_line`, `unknown_state`, `too_late`, `too_early`, `before_issue`, `in_future`,
/// `not_after_issue`, `required_in_force`, the codes of [`money::MoneyError`], and the warnings
/// `premium_mismatch` and `surrender_above_cash`.
pub fn normalize(policy: PolicyInput, today: Date) -> (PolicyInput, Findings) {
    let mut findings = Findings::default();
    let mut policy = PolicyInput {
        basics: check::basics(policy.basics, Line::Life, "policyNumber", today, &mut findings),
        premium_mode: policy.premium_mode.filter(|code| !code.is_empty()),
        ..policy
    };
    check::amounts(
        [
            ("deathBenefit", &mut policy.death_benefit),
            ("faceAmount", &mut policy.face_amount),
            ("modalPremium", &mut policy.modal_premium),
            ("annualizedPremium", &mut policy.annualized_premium),
            ("policyCashValue", &mut policy.cash_value),
            ("policySurrenderValue", &mut policy.surrender_value),
            ("loanBalance", &mut policy.loan_balance),
        ],
        &mut findings,
    );
    check::after_issue(
        policy.basics.issue_date,
        [
            ("maturityDate", policy.maturity_date),
            ("conversionExpiryDate", policy.conversion_expiry_date),
            ("levelPeriodEndDate", policy.level_period_end_date),
        ],
        &mut findings,
    );
    check::not_before_issue(
        policy.basics.issue_date,
        [
            ("paidToDate", policy.paid_to_date),
            ("nextPremiumDate", policy.next_premium_date),
        ],
        &mut findings,
    );
    check_premium(&mut policy, &mut findings);
    let insures_nothing = policy.death_benefit.is_none_or(|benefit| benefit.is_zero());
    if policy.basics.in_force() && insures_nothing {
        findings.fault(
            "deathBenefit",
            "required_in_force",
            "Enter a death benefit. A policy in force must have one.",
        );
    }
    if let (Some(surrender), Some(cash)) = (policy.surrender_value, policy.cash_value)
        && surrender > cash
    {
        findings.warn(
            "policySurrenderValue",
            "surrender_above_cash",
            "The surrender value is higher than the cash value. Check both amounts.",
        );
    }
    (policy, findings)
}

fn check_premium(policy: &mut PolicyInput, findings: &mut Findings) {
    let Some(code) = &policy.premium_mode else {
        return;
    };
    let mode = PremiumMode::from_code(code).ok_or_else(|| check::unknown_code("premium mode", code));
    let expected = findings
        .take("premiumMode", mode)
        .zip(policy.modal_premium)
        .and_then(|(mode, modal)| money::annualized(mode, modal));
    match (expected, policy.annualized_premium) {
        (Some(expected), None) => policy.annualized_premium = Some(expected),
        (Some(expected), Some(given)) if (given - expected).abs() > expected * Decimal::new(12, 2) => {
            findings.warn(
                "annualizedPremium",
                "premium_mismatch",
                "The annualized premium and a year of modal premiums differ by over 12%. Check both.",
            );
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use uuid::Uuid;

    const TODAY: Date = date(2025, 6, 15);

    fn dollars(amount: &str) -> Option<Decimal> {
        Some(amount.parse().unwrap())
    }

    fn policy() -> PolicyInput {
        PolicyInput {
            basics: ContractBasics {
                number: "AB-001234".into(),
                carrier_uuid: Some(Uuid::nil()),
                product_type: "Term".into(),
                status: "InForce".into(),
                issue_date: Some(date(2020, 1, 1)),
                ..ContractBasics::default()
            },
            death_benefit: dollars("500000"),
            ..PolicyInput::default()
        }
    }

    fn with_basics(change: impl FnOnce(&mut ContractBasics)) -> PolicyInput {
        let mut policy = policy();
        change(&mut policy.basics);
        policy
    }

    fn findings(policy: PolicyInput) -> Vec<String> {
        let mark = |warning| if warning { "?" } else { "" };
        normalize(policy, TODAY)
            .1
            .0
            .iter()
            .map(|f| format!("{}: {}{}", f.field, f.code, mark(f.warning)))
            .collect()
    }

    #[test]
    fn requires_number_carrier_product_type_and_status() {
        assert_eq!(
            findings(PolicyInput::default()),
            [
                "policyNumber: required",
                "carrier: required",
                "productType: required",
                "status: required"
            ]
        );
        assert!(findings(policy()).is_empty());
    }

    #[test]
    fn checks_shared_fields() {
        for (policy, expected) in [
            (with_basics(|b| b.number = " - ".into()), "policyNumber: required"),
            (
                with_basics(|b| b.number = "1".repeat(31)),
                "policyNumber: too_long",
            ),
            (
                with_basics(|b| b.product_type = "FIA".into()),
                "productType: not_for_line",
            ),
            (
                with_basics(|b| b.product_type = "term".into()),
                "productType: unknown_code",
            ),
            (
                with_basics(|b| b.status = "Annuitized".into()),
                "status: not_for_line",
            ),
            (
                with_basics(|b| b.status = "Frozen".into()),
                "status: unknown_code",
            ),
            (
                with_basics(|b| b.issue_state = Some("Narnia".into())),
                "issueState: unknown_state",
            ),
            (
                with_basics(|b| b.product_name = Some("x".repeat(121))),
                "productName: too_long",
            ),
            (
                with_basics(|b| b.issue_date = Some(date(2026, 6, 16))),
                "issueDate: too_late",
            ),
            (
                with_basics(|b| b.issue_date = Some(date(1849, 12, 31))),
                "issueDate: too_early",
            ),
            (
                with_basics(|b| b.status_date = Some(date(2019, 12, 31))),
                "statusDate: before_issue",
            ),
            (
                with_basics(|b| b.status_date = TODAY.tomorrow().ok()),
                "statusDate: in_future",
            ),
        ] {
            assert_eq!(findings(policy), [expected]);
        }
        assert!(findings(with_basics(|b| b.issue_date = Some(date(2026, 6, 15)))).is_empty());
        assert!(findings(with_basics(|b| b.status_date = b.issue_date)).is_empty());
    }

    #[test]
    fn normalizes_shared_fields() {
        let typed = with_basics(|b| {
            b.number = " ab  12 ".into();
            b.issue_state = Some("new york".into());
            b.product_name = Some(" ".into());
        });
        let (stored, _) = normalize(typed, TODAY);
        assert_eq!(stored.basics.number, "ab 12");
        assert_eq!(stored.basics.issue_state.as_deref(), Some("NY"));
        assert_eq!(stored.basics.product_name, None);
    }

    #[test]
    fn requires_death_benefit_in_force() {
        for (status, benefit, expected) in [
            ("InForce", None, vec!["deathBenefit: required_in_force"]),
            (
                "GracePeriod",
                dollars("0"),
                vec!["deathBenefit: required_in_force"],
            ),
            ("InForce", dollars("0.01"), vec![]),
            ("Lapsed", None, vec![]),
            ("Pending", dollars("0"), vec![]),
        ] {
            let typed = PolicyInput {
                death_benefit: benefit,
                ..with_basics(|b| b.status = status.into())
            };
            assert_eq!(findings(typed), expected, "{status} {benefit:?}");
        }
    }

    #[test]
    fn requires_end_dates_after_issue_date() {
        let issue = policy().basics.issue_date;
        let typed = PolicyInput {
            maturity_date: issue,
            conversion_expiry_date: Some(date(2019, 1, 1)),
            level_period_end_date: issue,
            ..policy()
        };
        assert_eq!(
            findings(typed),
            [
                "maturityDate: not_after_issue",
                "conversionExpiryDate: not_after_issue",
                "levelPeriodEndDate: not_after_issue"
            ]
        );
        let next_day = Some(date(2020, 1, 2));
        assert!(
            findings(PolicyInput {
                maturity_date: next_day,
                ..policy()
            })
            .is_empty()
        );
    }

    #[test]
    fn premiums_are_due_from_the_issue_date_on() {
        let typed = |day| PolicyInput {
            paid_to_date: day,
            next_premium_date: day,
            ..policy()
        };
        assert_eq!(
            findings(typed(Some(date(2019, 12, 31)))),
            ["paidToDate: before_issue", "nextPremiumDate: before_issue"]
        );
        assert!(findings(typed(policy().basics.issue_date)).is_empty());
    }

    #[test]
    fn rejects_amounts_that_do_not_fit_the_column() {
        let typed = PolicyInput {
            face_amount: dollars("-1"),
            loan_balance: dollars("0.001"),
            cash_value: dollars("10000000000000000"),
            ..policy()
        };
        assert_eq!(
            findings(typed),
            [
                "faceAmount: money_negative",
                "policyCashValue: money_too_large",
                "loanBalance: money_too_precise"
            ]
        );
    }

    #[test]
    fn computes_or_checks_annualized_premium() {
        for (mode, modal, annualized, stored, expected) in [
            ("Monthly", dollars("100"), None, dollars("1200"), vec![]),
            (
                "Monthly",
                dollars("100"),
                dollars("1344"),
                dollars("1344"),
                vec![],
            ),
            (
                "Monthly",
                dollars("100"),
                dollars("1344.01"),
                dollars("1344.01"),
                vec!["annualizedPremium: premium_mismatch?"],
            ),
            (
                "Monthly",
                dollars("100"),
                dollars("1056"),
                dollars("1056"),
                vec![],
            ),
            (
                "Monthly",
                dollars("100"),
                dollars("1055.99"),
                dollars("1055.99"),
                vec!["annualizedPremium: premium_mismatch?"],
            ),
            ("Flexible", dollars("100"), dollars("7"), dollars("7"), vec![]),
            ("Monthly", None, dollars("7"), dollars("7"), vec![]),
            ("", dollars("100"), None, None, vec![]),
            (
                "Weekly",
                dollars("100"),
                None,
                None,
                vec!["premiumMode: unknown_code"],
            ),
        ] {
            let typed = PolicyInput {
                premium_mode: Some(mode.into()),
                modal_premium: modal,
                annualized_premium: annualized,
                ..policy()
            };
            assert_eq!(
                normalize(typed.clone(), TODAY).0.annualized_premium,
                stored,
                "{mode}"
            );
            assert_eq!(findings(typed), expected, "{mode}");
        }
    }

    #[test]
    fn warns_about_surrender_value_above_cash_value() {
        let typed = PolicyInput {
            cash_value: dollars("10"),
            surrender_value: dollars("10.01"),
            ..policy()
        };
        assert_eq!(findings(typed), ["policySurrenderValue: surrender_above_cash?"]);
    }
}
