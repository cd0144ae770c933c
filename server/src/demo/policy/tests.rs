use super::*;
use crate::db::copy::Cents;
use crate::demo::carriers;
use rust_decimal::Decimal;
use shared::contract::policy::{ContractBasics, PolicyInput, normalize};

fn money(cents: Cents) -> Decimal {
    Decimal::new(cents.0, 2)
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
fn generates_only_policies_that_pass_validation() {
    for today in DAYS {
        check(&Cast { firm_id: 1, today });
    }
}

fn check(cast: &Cast) {
    let sizes = Sizes {
        agents: 300,
        owners: 900,
        insureds: 900,
        policies: 1500,
        annuities: 0,
    };
    let carriers = carriers::all();
    for index in 0..sizes.policies {
        let links = cast.links(Line::Life, index, &sizes, is_joint(cast, index, &sizes));
        let (row, _) = make(cast, index, &links, &carriers, 0);
        let text = |text: &Option<crate::book::rows::Text>| text.as_ref().map(ToString::to_string);
        let input = PolicyInput {
            basics: ContractBasics {
                number: row.policy_number.to_string(),
                carrier_uuid: Some(row.carrier_uuid),
                product_type: row.product_type.to_string(),
                product_name: text(&row.product_name),
                status: row.status.to_string(),
                status_date: row.status_date,
                issue_date: row.issue_date,
                issue_state: text(&row.issue_state),
            },
            death_benefit: Some(money(row.death_benefit)),
            face_amount: row.face_amount.map(money),
            premium_mode: text(&row.premium_mode),
            modal_premium: row.modal_premium.map(money),
            annualized_premium: Some(money(row.annualized_premium)),
            cash_value: Some(money(row.cash_value)),
            surrender_value: Some(money(row.surrender_value)),
            loan_balance: row.loan_balance.map(money),
            paid_to_date: row.paid_to_date,
            next_premium_date: row.next_premium_date,
            maturity_date: row.maturity_date,
            conversion_expiry_date: row.conversion_expiry_date,
            level_period_end_date: row.level_period_end_date,
        };
        let (stored, findings) = normalize(input.clone(), cast.today);
        assert!(findings.0.is_empty(), "{findings:?} {row:?}");
        assert_eq!(stored, input);
        if row.status == "InForce" && row.paid_to_date.is_some() {
            assert!(row.paid_to_date > Some(cast.today), "{row:?}");
        }
        if let Some(end) = row.grace_period_end_date {
            assert!(end > cast.today && row.paid_to_date < Some(cast.today), "{row:?}");
        }
    }
}
