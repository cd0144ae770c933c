//! Figures and warnings derived from a contract's transactions.

use super::{ContractTransaction, ContractTransactionKind, TransactionFacts};
use crate::contract::{ContractYear, Line};
use crate::date;
use crate::money::format_cents;
use crate::share_percent;
use jiff::civil::Date;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

/// The transactions of a contract with the figures that follow from them. Amounts are US dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TransactionHistory {
    /// Newest first.
    pub transactions: Vec<ContractTransaction>,
    /// Sum of all withdrawals, before charges and taxes.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub total_withdrawn: Decimal,
    /// Null if there are no loan transactions.
    pub loan: Option<LoanSummary>,
    /// Null for policies, and without an issue date.
    pub contract_year: Option<YearWithdrawals>,
    /// Null if no distribution is required or recorded.
    pub distributions: Option<DistributionSummary>,
    /// A sentence for each figure that needs attention.
    pub warnings: Vec<String>,
}

/// The loan of a policy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoanSummary {
    /// Loans and interest, less repayments.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outstanding: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub borrowed: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub interest: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub repaid: Decimal,
}

/// Withdrawals from an annuity in the current contract year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct YearWithdrawals {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub from: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub to: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub withdrawn: Decimal,
    /// Null if there is no limit, or it is not known.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub free_amount: Option<Decimal>,
    /// Sentence about what the free amount is based on, or why there is none.
    pub basis: String,
}

/// Required minimum distributions from an annuity in the current calendar year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DistributionSummary {
    pub year: i16,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub taken: Decimal,
    /// `rmdAmount` of the annuity.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub required: Option<Decimal>,
}

/// Sorts transactions, computes balances and totals, and compares them with the contract's values.
///
/// On the same day, loans and interest count before repayments.
pub fn history(
    mut transactions: Vec<ContractTransaction>,
    facts: &TransactionFacts,
    today: Date,
) -> TransactionHistory {
    transactions.sort_by_key(|one| {
        let is_repayment = one.loan_change().is_some_and(|change| change < Decimal::ZERO);
        (one.transaction_date, is_repayment, one.uuid)
    });
    let mut warnings = Vec::new();
    let loan = add_balances(&mut transactions, facts, &mut warnings);
    let total_withdrawn = withdrawn(&transactions, |_| true);
    let is_annuity = facts.line == Line::Annuity;
    let contract_year = facts
        .issue_date
        .filter(|_| is_annuity)
        .and_then(|issued| ContractYear::including(issued, today))
        .map(|year| year_withdrawals(&transactions, year, facts, today, &mut warnings));
    let distributions = is_annuity
        .then(|| distributions(&transactions, facts, today, &mut warnings))
        .flatten();
    transactions.reverse();
    TransactionHistory {
        transactions,
        total_withdrawn,
        loan,
        contract_year,
        distributions,
        warnings,
    }
}

/// Sets the loan balance after each loan transaction. `transactions` are sorted by date, oldest first.
fn add_balances(
    transactions: &mut [ContractTransaction],
    facts: &TransactionFacts,
    warnings: &mut Vec<String>,
) -> Option<LoanSummary> {
    let mut loan = None;
    for one in transactions {
        let Some(change) = one.loan_change() else {
            continue;
        };
        let sums = loan.get_or_insert_with(LoanSummary::default);
        if change < Decimal::ZERO && one.amount > sums.outstanding {
            warnings.push(format!(
                "The loan repayment of {} on {} exceeds the loan balance of {}.",
                format_cents(Some(one.amount)),
                date::format(one.transaction_date),
                format_cents(Some(sums.outstanding.max(Decimal::ZERO)))
            ));
        }
        match one.known_kind() {
            Some(ContractTransactionKind::LoanInterest) => sums.interest += one.amount,
            Some(ContractTransactionKind::LoanRepayment) => sums.repaid += one.amount,
            _ => sums.borrowed += one.amount,
        }
        sums.outstanding += change;
        one.balance_after = Some(sums.outstanding);
    }
    let recorded = facts.loan_balance.unwrap_or_default();
    if let Some(outstanding) = loan.as_ref().map(|loan| loan.outstanding)
        && outstanding != recorded
    {
        warnings.push(format!(
            "The policy shows a loan balance of {}, but the transactions add up to {}.",
            format_cents(Some(recorded)),
            format_cents(Some(outstanding))
        ));
    }
    loan
}

fn year_withdrawals(
    transactions: &[ContractTransaction],
    year: ContractYear,
    facts: &TransactionFacts,
    today: Date,
    warnings: &mut Vec<String>,
) -> YearWithdrawals {
    let is_in_year = |one: &ContractTransaction| (year.from..=year.to).contains(&one.transaction_date);
    let withdrawn_in_year = withdrawn(transactions, is_in_year);
    let (free_amount, basis) = free_amount(facts, today);
    if let Some(free) = free_amount {
        // Carriers waive the charge on required distributions, even above the free amount.
        let required = withdrawn(transactions, |one| is_in_year(one) && is_distribution(one));
        let excess = withdrawn_in_year - free.max(required);
        if excess > Decimal::ZERO {
            warnings.push(format!(
                "Withdrawals since {} exceed the free withdrawal amount by {}. A surrender charge may apply.",
                date::format(year.from),
                format_cents(Some(excess))
            ));
        }
    }
    YearWithdrawals {
        from: year.from,
        to: year.to,
        withdrawn: withdrawn_in_year,
        free_amount,
        basis,
    }
}

/// Returns the amount that can be withdrawn in a contract year without a surrender charge, and a sentence that
/// explains it.
fn free_amount(facts: &TransactionFacts, today: Date) -> (Option<Decimal>, String) {
    if let Some(end) = facts.surrender_period_end_date.filter(|end| *end <= today) {
        let end = date::format(end);
        return (
            None,
            format!("The surrender period ended on {end}. Withdrawals have no surrender charge."),
        );
    }
    let Some(percent) = facts.free_withdrawal_percent else {
        return (None, "The contract has no free withdrawal percentage.".into());
    };
    let Some(value) = facts.contract_value else {
        return (None, "The contract value is not known.".into());
    };
    let free = value * percent / Decimal::ONE_HUNDRED;
    let free = free.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    let as_of = facts
        .contract_value_date
        .map(|day| format!(" as of {}", date::format(day)));
    let basis = format!(
        "{}% of the contract value of {}{}. Carriers may use the value at the start of the contract year.",
        share_percent::format(percent),
        format_cents(Some(value)),
        as_of.unwrap_or_default()
    );
    (Some(free), basis)
}

fn distributions(
    transactions: &[ContractTransaction],
    facts: &TransactionFacts,
    today: Date,
    warnings: &mut Vec<String>,
) -> Option<DistributionSummary> {
    let year = today.year();
    let taken = withdrawn(transactions, |one| {
        is_distribution(one) && one.transaction_date.year() == year
    });
    let recorded = facts.rmd_taken.unwrap_or_default();
    if !taken.is_zero() && taken != recorded {
        warnings.push(format!(
            "The annuity shows {} of required distributions taken, but the transactions of {year} add up to {}.",
            format_cents(Some(recorded)),
            format_cents(Some(taken))
        ));
    }
    let is_shown = facts.rmd_amount.is_some() || transactions.iter().any(is_distribution);
    is_shown.then_some(DistributionSummary {
        year,
        taken,
        required: facts.rmd_amount,
    })
}

fn is_distribution(one: &ContractTransaction) -> bool {
    one.known_kind() == Some(ContractTransactionKind::RequiredMinimumDistribution)
}

/// Sums the withdrawals that meet a condition.
fn withdrawn(
    transactions: &[ContractTransaction],
    condition: impl Fn(&ContractTransaction) -> bool,
) -> Decimal {
    let withdrawals = transactions.iter().filter(|one| {
        one.known_kind()
            .is_some_and(ContractTransactionKind::is_withdrawal)
    });
    withdrawals
        .filter(|one| condition(one))
        .map(|one| one.amount)
        .sum()
}
