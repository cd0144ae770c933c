use super::*;
use crate::demo::carriers;
use rust_decimal::Decimal;
use shared::contract::annuity::{AnnuityInput, ContractBasics, normalize};

fn money(cents: Cents) -> Decimal {
    Decimal::new(cents.0, 2)
}

fn percentage(rate: Rate) -> Decimal {
    Decimal::new(rate.0, 4)
}

/// Dates around the ends of years and leap days.
const DAYS: [jiff::civil::Date; 5] = [
    jiff::civil::date(2026, 11, 20),
    jiff::civil::date(2026, 12, 31),
    jiff::civil::date(2027, 1, 1),
    jiff::civil::date(2028, 2, 29),
    jiff::civil::date(2028, 3, 1),
];

#[test]
fn generates_only_annuities_that_pass_validation() {
    for today in DAYS {
        check(&Cast { firm_id: 2, today });
    }
}

fn check(cast: &Cast) {
    let sizes = Sizes {
        agents: 300,
        owners: 900,
        insureds: 900,
        policies: 0,
        annuities: 1500,
    };
    let carriers = carriers::all();
    for index in 0..sizes.annuities {
        let links = cast.links(Line::Annuity, index, &sizes, is_joint(cast, index, &sizes));
        let (row, _) = make(cast, index, &links, &carriers, 0);
        let text = |text: &Option<crate::book::rows::Text>| text.as_ref().map(ToString::to_string);
        let input = AnnuityInput {
            basics: ContractBasics {
                number: row.contract_number.to_string(),
                carrier_uuid: Some(row.carrier_uuid),
                product_type: row.product_type.to_string(),
                product_name: text(&row.product_name),
                status: row.status.to_string(),
                status_date: row.status_date,
                issue_date: row.issue_date,
                issue_state: text(&row.issue_state),
            },
            tax_type: text(&row.tax_type),
            contract_value: Some(money(row.contract_value)),
            account_value_date: row.account_value_date,
            cash_value: Some(money(row.cash_value)),
            surrender_value: Some(money(row.surrender_value)),
            death_benefit: row.death_benefit.map(money),
            cost_basis: row.cost_basis.map(money),
            premiums_paid: Some(money(row.premiums_paid)),
            surrender_period_years: row.surrender_period_years.map(|years| years as u8),
            surrender_schedule: row
                .surrender_schedule
                .iter()
                .flatten()
                .copied()
                .map(percentage)
                .collect(),
            surrender_period_end_date: row.surrender_period_end_date,
            free_withdrawal_percent: row.free_withdrawal_percent.map(percentage),
            has_market_value_adjustment: row.has_market_value_adjustment,
            guaranteed_rate: row.guaranteed_rate.map(percentage),
            guaranteed_rate_end_date: row.guaranteed_rate_end_date,
            credited_rate: row.credited_rate.map(percentage),
        };
        let (stored, findings) = normalize(input.clone(), cast.today);
        assert!(findings.0.is_empty(), "{findings:?} {row:?}");
        assert_eq!(stored, input);
        assert!(row.cash_value <= row.contract_value && row.surrender_value <= row.contract_value);
        assert!(row.issue_date.is_none_or(|issued| issued < cast.today), "{row:?}");
    }
}
