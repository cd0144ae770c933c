//! Annuities as they are entered.

pub use super::check::ContractBasics;
use super::{Line, TaxType, check};
use crate::date;
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// Most years of a surrender period, and most entries of its schedule.
pub const MAX_SURRENDER_YEARS: u8 = 30;

/// An annuity as a form or a file gives it. Amounts are US dollars, rates percent per year.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnnuityInput {
    pub basics: ContractBasics,
    /// Code of a [`TaxType`].
    pub tax_type: Option<String>,
    pub contract_value: Option<Decimal>,
    /// The day of the values.
    pub account_value_date: Option<Date>,
    pub cash_value: Option<Decimal>,
    /// What would be paid out today.
    pub surrender_value: Option<Decimal>,
    pub death_benefit: Option<Decimal>,
    pub cost_basis: Option<Decimal>,
    /// The sum of the payments in.
    pub premiums_paid: Option<Decimal>,
    /// Whole years from the issue, 0 to 30.
    pub surrender_period_years: Option<u8>,
    /// The charge in percent for each contract year, first year first.
    pub surrender_schedule: Vec<Decimal>,
    pub surrender_period_end_date: Option<Date>,
    pub free_withdrawal_percent: Option<Decimal>,
    /// The surrender value moves with interest rates and may lie above the contract value.
    pub has_market_value_adjustment: bool,
    pub guaranteed_rate: Option<Decimal>,
    pub guaranteed_rate_end_date: Option<Date>,
    pub credited_rate: Option<Decimal>,
}

/// The annuity in stored form and everything found on the way; fields are named as in the list of annuities.
///
/// A missing end of the surrender period is the issue date and the period's years. Codes: those of
/// [`super::policy::normalize`] that apply, `surrender_years_range`, `percent_range`, `percent_too_precise`,
/// `surrender_above_value`, and the warning `schedule_rises`.
pub fn normalize(annuity: AnnuityInput, today: Date) -> (AnnuityInput, Findings) {
    let mut findings = Findings::default();
    let mut annuity = AnnuityInput {
        basics: check::basics(
            annuity.basics,
            Line::Annuity,
            "contractNumber",
            today,
            &mut findings,
        ),
        tax_type: annuity.tax_type.filter(|code| !code.is_empty()),
        ..annuity
    };
    if let Some(code) = &annuity.tax_type {
        let tax_type = TaxType::from_code(code).ok_or_else(|| check::unknown_code("tax type", code));
        findings.take("taxType", tax_type);
    }
    check::amounts(
        [
            ("contractValue", &mut annuity.contract_value),
            ("annuityCashValue", &mut annuity.cash_value),
            ("annuitySurrenderValue", &mut annuity.surrender_value),
            ("deathBenefit", &mut annuity.death_benefit),
            ("costBasis", &mut annuity.cost_basis),
            ("premiumsPaid", &mut annuity.premiums_paid),
        ],
        &mut findings,
    );
    for (field, percent) in [
        ("freeWithdrawalPercent", annuity.free_withdrawal_percent),
        ("guaranteedRate", annuity.guaranteed_rate),
        ("creditedRate", annuity.credited_rate),
    ] {
        if let Some(percent) = percent {
            check::percentage(field, percent, &mut findings);
        }
    }
    check_surrender(&mut annuity, &mut findings);
    check::after_issue(
        annuity.basics.issue_date,
        [
            (
                "surrenderPeriodEndDate",
                annuity
                    .surrender_period_end_date
                    .filter(|_| !has_no_period(&annuity)),
            ),
            ("guaranteedRateEndDate", annuity.guaranteed_rate_end_date),
        ],
        &mut findings,
    );
    (annuity, findings)
}

/// A period of zero years ends on the day of issue.
fn has_no_period(annuity: &AnnuityInput) -> bool {
    annuity.surrender_period_years == Some(0)
}

fn check_surrender(annuity: &mut AnnuityInput, findings: &mut Findings) {
    let longest = usize::from(MAX_SURRENDER_YEARS);
    if annuity
        .surrender_period_years
        .is_some_and(|years| years > MAX_SURRENDER_YEARS)
        || annuity.surrender_schedule.len() > longest
    {
        findings.fault(
            "surrenderPeriodYears",
            "surrender_years_range",
            "A surrender period has at most 30 years.",
        );
    } else if annuity.surrender_period_end_date.is_none()
        && let (Some(issued), Some(years)) = (annuity.basics.issue_date, annuity.surrender_period_years)
    {
        annuity.surrender_period_end_date = date::plus_years(issued, years.into());
    }
    for (year, charge) in annuity.surrender_schedule.iter().take(longest).enumerate() {
        check::percentage(&format!("surrenderSchedule[{year}]"), *charge, findings);
    }
    if !annuity
        .surrender_schedule
        .is_sorted_by(|earlier, later| earlier >= later)
    {
        findings.warn(
            "surrenderSchedule",
            "schedule_rises",
            "Surrender charges rarely rise over the years.",
        );
    }
    if let (Some(surrender), Some(value)) = (annuity.surrender_value, annuity.contract_value)
        && surrender > value
        && !annuity.has_market_value_adjustment
    {
        findings.fault(
            "annuitySurrenderValue",
            "surrender_above_value",
            "Without a market value adjustment the surrender value is not above the contract value.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use uuid::Uuid;

    fn decimal(text: &str) -> Option<Decimal> {
        Some(text.parse().unwrap())
    }

    fn annuity() -> AnnuityInput {
        AnnuityInput {
            basics: ContractBasics {
                number: "C-1".into(),
                carrier_uuid: Some(Uuid::nil()),
                product_type: "FIA".into(),
                status: "Annuitized".into(),
                issue_date: Some(date(2020, 2, 29)),
                ..ContractBasics::default()
            },
            ..AnnuityInput::default()
        }
    }

    fn checked(annuity: AnnuityInput) -> (AnnuityInput, Vec<String>) {
        let (stored, findings) = normalize(annuity, date(2025, 6, 15));
        let mark = |warning| if warning { "?" } else { "" };
        (
            stored,
            findings
                .0
                .iter()
                .map(|f| format!("{}: {}{}", f.field, f.code, mark(f.warning)))
                .collect(),
        )
    }

    #[test]
    fn an_annuity_is_of_its_own_line() {
        assert!(checked(annuity()).1.is_empty());
        let mut term = annuity();
        term.basics.product_type = "Term".into();
        term.basics.number.clear();
        assert_eq!(
            checked(term).1,
            ["contractNumber: required", "productType: not_for_line"]
        );
    }

    #[test]
    fn the_surrender_period_ends_by_its_years_unless_given() {
        for (years, given, stored) in [
            (Some(7), None, Some(date(2027, 2, 28))),
            (Some(8), None, Some(date(2028, 2, 29))),
            (Some(0), None, Some(date(2020, 2, 29))),
            (Some(7), Some(date(2030, 1, 1)), Some(date(2030, 1, 1))),
            (None, None, None),
        ] {
            let typed = AnnuityInput {
                surrender_period_years: years,
                surrender_period_end_date: given,
                ..annuity()
            };
            let (annuity, findings) = checked(typed);
            assert_eq!(annuity.surrender_period_end_date, stored);
            assert!(findings.is_empty(), "{findings:?}");
        }
    }

    #[test]
    fn a_schedule_is_percentages_that_do_not_rise() {
        for (schedule, expected) in [
            (vec!["7", "6", "6", "0"], vec![]),
            (vec!["7", "8"], vec!["surrenderSchedule: schedule_rises?"]),
            (
                vec!["101", "1.23456"],
                vec![
                    "surrenderSchedule[0]: percent_range",
                    "surrenderSchedule[1]: percent_too_precise",
                ],
            ),
        ] {
            let schedule = schedule.into_iter().filter_map(decimal).collect();
            assert_eq!(
                checked(AnnuityInput {
                    surrender_schedule: schedule,
                    ..annuity()
                })
                .1,
                expected
            );
        }
    }

    #[test]
    fn only_a_market_value_adjustment_lifts_the_surrender_value() {
        let typed = AnnuityInput {
            contract_value: decimal("100"),
            surrender_value: decimal("100.01"),
            ..annuity()
        };
        assert_eq!(
            checked(typed.clone()).1,
            ["annuitySurrenderValue: surrender_above_value"]
        );
        assert!(
            checked(AnnuityInput {
                has_market_value_adjustment: true,
                ..typed
            })
            .1
            .is_empty()
        );
    }

    #[test]
    fn single_fields_are_held_to_their_rules() {
        for (typed, expected) in [
            (
                AnnuityInput {
                    tax_type: Some("401k".into()),
                    ..annuity()
                },
                vec![],
            ),
            (
                AnnuityInput {
                    tax_type: Some("IRA".into()),
                    ..annuity()
                },
                vec!["taxType: unknown_code"],
            ),
            (
                AnnuityInput {
                    contract_value: decimal("-1"),
                    ..annuity()
                },
                vec!["contractValue: money_negative"],
            ),
            (
                AnnuityInput {
                    guaranteed_rate: decimal("-0.1"),
                    ..annuity()
                },
                vec!["guaranteedRate: percent_range"],
            ),
            (
                AnnuityInput {
                    surrender_period_years: Some(31),
                    ..annuity()
                },
                vec!["surrenderPeriodYears: surrender_years_range"],
            ),
            (
                AnnuityInput {
                    guaranteed_rate_end_date: Some(date(2020, 2, 29)),
                    ..annuity()
                },
                vec!["guaranteedRateEndDate: not_after_issue"],
            ),
        ] {
            assert_eq!(checked(typed).1, expected);
        }
    }
}
