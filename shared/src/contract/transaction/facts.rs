//! Contract values that transactions are compared with.

use crate::contract::contracts::Contract;
use crate::contract::{Annuity, Line, Policy};
use jiff::civil::Date;
use rust_decimal::Decimal;

/// Values of a contract. Fields that apply only to the other line are `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionFacts {
    pub line: Line,
    pub issue_date: Option<Date>,
    pub loan_balance: Option<Decimal>,
    pub contract_value: Option<Decimal>,
    /// As-of date of the contract value.
    pub contract_value_date: Option<Date>,
    pub free_withdrawal_percent: Option<Decimal>,
    pub surrender_period_end_date: Option<Date>,
    pub rmd_amount: Option<Decimal>,
    pub rmd_taken: Option<Decimal>,
}

/// A contract that can have transactions.
pub trait Transacted: Contract {
    fn transaction_facts(&self) -> TransactionFacts;
}

impl Transacted for Policy {
    fn transaction_facts(&self) -> TransactionFacts {
        TransactionFacts {
            loan_balance: self.loan_balance,
            ..TransactionFacts::without_values(Self::LINE, self.issue_date)
        }
    }
}

impl Transacted for Annuity {
    fn transaction_facts(&self) -> TransactionFacts {
        TransactionFacts {
            contract_value: self.contract_value,
            contract_value_date: self.account_value_date.or(self.values_as_of),
            free_withdrawal_percent: self.free_withdrawal_percent,
            surrender_period_end_date: self.surrender_period_end_date,
            rmd_amount: self.rmd_amount,
            rmd_taken: self.rmd_taken,
            ..TransactionFacts::without_values(Self::LINE, self.issue_date)
        }
    }
}

impl TransactionFacts {
    pub const fn without_values(line: Line, issue_date: Option<Date>) -> Self {
        Self {
            line,
            issue_date,
            loan_balance: None,
            contract_value: None,
            contract_value_date: None,
            free_withdrawal_percent: None,
            surrender_period_end_date: None,
            rmd_amount: None,
            rmd_taken: None,
        }
    }
}
