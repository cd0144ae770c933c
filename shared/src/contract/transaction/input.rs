//! Validation of transactions.

use super::ContractTransactionKind;
use crate::contract::Line;
use crate::contract::check::{EARLIEST_ISSUE, unknown_code};
use crate::date;
use crate::fault::Fault;
use crate::money::{self, MoneyError};
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// Maximum number of transactions per contract.
pub const MAX_TRANSACTIONS: usize = 500;
pub const MAX_NOTE: usize = 200;

/// A transaction as entered in a form. Empty text stands for a missing value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TransactionInput {
    /// Version of the record that the form loaded. Null for a new transaction
    pub version: Option<i32>,
    /// `ContractTransactionKind` code that fits the contract
    pub kind: String,
    /// On or after the issue date, and not in the future
    pub transaction_date: String,
    /// Greater than zero
    pub amount: String,
    /// Part of the amount that the carrier kept. For withdrawals only
    pub surrender_charge: String,
    /// Part of the amount that was withheld for taxes. For withdrawals only
    pub tax_withheld: String,
    pub note: String,
}

/// A valid transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionEntry {
    pub kind: ContractTransactionKind,
    pub transaction_date: Date,
    pub amount: Decimal,
    pub surrender_charge: Option<Decimal>,
    pub tax_withheld: Option<Decimal>,
    pub note: Option<String>,
}

/// Validates a transaction of a contract. Returns `None` if there are errors.
///
/// Codes: `required`, `unknown_code`, `not_for_line`, `not_for_kind`, `future`, `before_issue`, `too_early`,
/// `out_of_range`, `above_amount`, `too_long`, and the codes of dates and amounts.
pub fn read(
    input: &TransactionInput,
    (line, issued): (Line, Option<Date>),
    today: Date,
    findings: &mut Findings,
) -> Option<TransactionEntry> {
    let kind = findings.take("kind", read_kind(&input.kind, line));
    let day = findings.take("transactionDate", date::parse(&input.transaction_date));
    if let Some(day) = day {
        findings.take("transactionDate", check_day(day, issued, today));
    }
    let amount = findings.take("amount", money::parse_positive(&input.amount));
    let surrender_charge = read_deduction("surrenderCharge", &input.surrender_charge, kind, findings);
    let tax_withheld = read_deduction("taxWithheld", &input.tax_withheld, kind, findings);
    let deducted = surrender_charge.unwrap_or_default() + tax_withheld.unwrap_or_default();
    if amount.is_some_and(|amount| deducted >= amount) {
        let field = if tax_withheld.is_some_and(|tax| !tax.is_zero()) {
            "taxWithheld"
        } else {
            "surrenderCharge"
        };
        let message = "The surrender charge and the tax withheld must be less than the amount.";
        findings.fault(field, "above_amount", message);
    }
    let note = findings.bounded_text(Some(&input.note), "note", MAX_NOTE);
    findings.is_acceptable().then_some(TransactionEntry {
        kind: kind?,
        transaction_date: day?,
        amount: amount?,
        surrender_charge,
        tax_withheld,
        note,
    })
}

fn read_kind(code: &str, line: Line) -> Result<ContractTransactionKind, Fault> {
    let kind =
        ContractTransactionKind::from_code(code).ok_or_else(|| unknown_code("transaction type", code))?;
    if kind.fits(line) {
        return Ok(kind);
    }
    let contracts = match line {
        Line::Life => "life policies",
        Line::Annuity => "annuities",
    };
    let message = format!(
        "“{}” does not apply to {contracts}. Choose another transaction type.",
        kind.label()
    );
    Err(Fault::new("not_for_line", message))
}

fn check_day(day: Date, issued: Option<Date>, today: Date) -> Result<(), Fault> {
    if day > today {
        return Err(Fault::new("future", "The date cannot be in the future."));
    }
    if let Some(issued) = issued.filter(|issued| day < *issued) {
        let message = format!(
            "Enter a date on or after the issue date, {}.",
            date::format(issued)
        );
        return Err(Fault::new("before_issue", message));
    }
    if day < EARLIEST_ISSUE {
        return Err(Fault::new(
            "too_early",
            "The date is before 1850. Check the date.",
        ));
    }
    Ok(())
}

/// Parses an optional deduction: a part of the amount that the owner did not receive.
fn read_deduction(
    field: &str,
    typed: &str,
    kind: Option<ContractTransactionKind>,
    findings: &mut Findings,
) -> Option<Decimal> {
    let part = match money::parse(typed) {
        Err(MoneyError::Empty) => return None,
        parsed => findings.take(field, parsed),
    };
    if kind.is_some_and(|kind| !kind.is_withdrawal()) {
        let message = "Only withdrawals have a surrender charge or withheld tax. Clear this amount.";
        findings.fault(field, "not_for_kind", message);
    }
    part
}

/// Checks the number of transactions of a contract.
///
/// # Errors
/// Returns `too_many_transactions` above the limit.
pub fn check_count(count: usize) -> Result<(), Fault> {
    if count <= MAX_TRANSACTIONS {
        return Ok(());
    }
    let message = format!(
        "A contract can have up to {MAX_TRANSACTIONS} transactions. Delete one before you add another."
    );
    Err(Fault::new("too_many_transactions", message))
}
