//! Response type of a transaction.

use super::ContractTransactionKind;
use crate::date;
use crate::money::format_cents;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A loan, repayment or withdrawal of a contract. Amounts are US dollars.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContractTransaction {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Kind, amount and date, such as `Loan of $5,000.00 on 03/01/2024`.
    pub name: String,
    /// `ContractTransactionKind` code.
    pub kind: String,
    pub kind_label: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub transaction_date: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub amount: Decimal,
    /// Part of the amount that the carrier kept.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub surrender_charge: Option<Decimal>,
    /// Part of the amount that was withheld for taxes.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub tax_withheld: Option<Decimal>,
    pub note: Option<String>,
    /// Loan balance after the transaction. Null for withdrawals.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub balance_after: Option<Decimal>,
    pub version: i32,
}

impl ContractTransaction {
    /// Fills in the name and the label, which are derived from the stored fields.
    #[must_use]
    pub fn named(self) -> Self {
        let kind_label = ContractTransactionKind::label_of(&self.kind);
        let (amount, day) = (
            format_cents(Some(self.amount)),
            date::format(self.transaction_date),
        );
        Self {
            name: format!("{kind_label} of {amount} on {day}"),
            kind_label,
            ..self
        }
    }

    /// Returns the kind. `None` if this release does not know it.
    pub fn known_kind(&self) -> Option<ContractTransactionKind> {
        ContractTransactionKind::from_code(&self.kind)
    }

    /// Returns the change of the loan balance. `None` for withdrawals.
    pub(super) fn loan_change(&self) -> Option<Decimal> {
        use ContractTransactionKind::{Loan, LoanInterest, LoanRepayment};
        match self.known_kind()? {
            Loan | LoanInterest => Some(self.amount),
            LoanRepayment => Some(-self.amount),
            _ => None,
        }
    }
}
