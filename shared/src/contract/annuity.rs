//! Validation of annuities from forms and import files.

pub use super::check::ContractBasics;
use super::{Line, TaxType, check};
use crate::date;
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// Maximum length of a surrender period, and of its schedule, in years.
pub const MAX_SURRENDER_YEARS: u8 = 30;

/// An annuity from a form or an import file. Amounts are US dollars, rates percent per year.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnnuityInput {
    pub basics: ContractBasics,
    /// [`TaxType`] code.
    pub tax_type: Option<String>,
    pub contract_value: Option<Decimal>,
    /// As-of date of the values.
    pub account_value_date: Option<Date>,
    pub cash_value: Option<Decimal>,
    /// Amount that a surrender would pay today.
    pub surrender_value: Option<Decimal>,
    pub death_benefit: Option<Decimal>,
    pub cost_basis: Option<Decimal>,
    /// Sum of all premium payments.
    pub premiums_paid: Option<Decimal>,
    /// Whole years from the issue date, 0 to 30.
    pub surrender_period_years: Option<u8>,
    /// Surrender charge in percent for each contract year, first year first.
    pub surrender_schedule: Vec<Decimal>,
    pub surrender_period_end_date: Option<Date>,
    pub free_withdrawal_percent: Option<Decimal>,
    /// The surrender value changes with interest rates and can exceed the contract value.
    pub has_market_value_adjustment: bool,
    pub guaranteed_rate: Option<Decimal>,
    pub guaranteed_rate_end_date: Option<Date>,
    pub credited_rate: Option<Decimal>,
}

/// Returns how much the value of an annuity exceeds its cost basis. Negative for a loss.
pub fn gain(contract_value: Option<Decimal>, cost_basis: Option<Decimal>) -> Option<Decimal> {
    contract_value?.checked_sub(cost_basis?)
}

/// Returns the annuity in stored form and all errors and warnings. Fields are named as in the annuity list.
///
/// A missing end date of the surrender period is computed from the issue date and the years. Codes:
/// `surrender_years_range`, `percent_range`, `percent_too_precise`, `surrender_above_value`, `schedule_rises`
/// (warning), and the applicable codes of [`super::policy::normalize`].
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

/// Returns whether the surrender period has zero years. Such a period ends on the issue date.
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
            "Enter a surrender period of up to 30 years.",
        );
    } else if annuity.surrender_period_end_date.is_none()
        && let (Some(issued), Some(years)) = (annuity.basics.issue_date, annuity.surrender_period_years)
    {
        annuity.surrender_period_end_date = date::anniversary(issued, years.into());
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
            "Surrender charges usually do not rise over time. Check the schedule.",
        );
    }
    if let (Some(surrender), Some(value)) = (annuity.surrender_value, annuity.contract_value)
        && surrender > value
        && !annuity.has_market_value_adjustment
    {
        findings.fault(
            "annuitySurrenderValue",
            "surrender_above_value",
            "The surrender value cannot exceed the contract value without a market value adjustment.",
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
    fn rejects_life_product_types() {
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
    fn computes_missing_surrender_period_end() {
        for (years, given, stored) in [
            (Some(7), None, Some(date(2027, 3, 1))),
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
    fn checks_surrender_schedule() {
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
    fn surrender_value_exceeds_contract_value_only_with_adjustment() {
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
    fn checks_single_fields() {
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
