//! Loans on life policies and withdrawals from policies and annuities.
//!
//! Transactions explain the values of a contract but do not change them.

mod facts;
mod history;
mod input;
mod record;

#[cfg(test)]
mod tests;

pub use facts::{Transacted, TransactionFacts};
pub use history::{DistributionSummary, LoanSummary, TransactionHistory, YearWithdrawals, history};
pub use input::{MAX_NOTE, MAX_TRANSACTIONS, TransactionEntry, TransactionInput, check_count, read};
pub use record::ContractTransaction;

use super::Line;
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};

coded! {
    /// Kind of transaction.
    ContractTransactionKind {
        Loan = "Loan", "Loan";
        LoanRepayment = "LoanRepayment", "Loan repayment";
        /// Unpaid interest that the carrier adds to the loan.
        LoanInterest = "LoanInterest", "Loan interest";
        /// A partial surrender.
        Withdrawal = "Withdrawal", "Withdrawal";
        SystematicWithdrawal = "SystematicWithdrawal", "Systematic withdrawal";
        RequiredMinimumDistribution = "RequiredMinimumDistribution", "Required minimum distribution";
    }
}

impl ContractTransactionKind {
    /// Returns the kinds of a line, in menu order.
    pub fn of(line: Line) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |kind| kind.fits(line))
    }

    pub const fn fits(self, line: Line) -> bool {
        match self {
            Self::Withdrawal => true,
            Self::Loan | Self::LoanRepayment | Self::LoanInterest => matches!(line, Line::Life),
            Self::SystematicWithdrawal | Self::RequiredMinimumDistribution => matches!(line, Line::Annuity),
        }
    }

    /// Returns whether the transaction permanently takes money out of the contract. Only withdrawals have
    /// charges and withheld tax.
    pub const fn is_withdrawal(self) -> bool {
        !matches!(self, Self::Loan | Self::LoanRepayment | Self::LoanInterest)
    }
}

/// Options and limits of the form for a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TransactionChoices {
    pub kinds: Vec<TransactionKindChoice>,
    /// Maximum length of a note.
    pub note_chars: usize,
}

/// A kind of transaction as an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TransactionKindChoice {
    pub code: String,
    pub label: String,
    /// The transaction can have a surrender charge and withheld tax.
    pub is_withdrawal: bool,
}

impl TransactionChoices {
    pub fn of(line: Line) -> Self {
        let choice = |kind: ContractTransactionKind| TransactionKindChoice {
            code: kind.code().into(),
            label: kind.label().into(),
            is_withdrawal: kind.is_withdrawal(),
        };
        Self {
            kinds: ContractTransactionKind::of(line).map(choice).collect(),
            note_chars: MAX_NOTE,
        }
    }
}
