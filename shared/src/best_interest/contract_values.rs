//! Values of a contract that a best interest form refers to.

use super::Replacement;
use crate::contract::{Line, ProductType, RiderType};
use crate::date::format;
use crate::money::format_cents;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

/// A contract of the owner with its values. Amounts are US dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContractValues {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `Line` number
    pub line: u8,
    pub number: String,
    pub carrier: String,
    pub product: String,
    pub status: String,
    /// Contract value of an annuity, cash value of a policy
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub value: Option<Decimal>,
    /// Null if none is recorded
    #[serde(deserialize_with = "recorded_only")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub surrender_value: Option<Decimal>,
    /// Whether the owner can surrender the contract for cash
    #[serde(default = "can_surrender")]
    pub has_cash_surrender: bool,
    /// Policies only
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub loan_balance: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub death_benefit: Option<Decimal>,
    /// Annuities only
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub cost_basis: Option<Decimal>,
    /// Annuities only. Percent per year
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub guaranteed_rate: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub surrender_period_end_date: Option<Date>,
    /// `RiderType` codes
    pub riders: Vec<String>,
}

/// Shown in place of the surrender value of contracts that cannot be surrendered.
const NO_CASH_SURRENDER: &str = "No cash surrender";

/// Returns the surrender value without a stored zero, which means that none was recorded. Using it would make the
/// whole value a surrender charge.
pub fn recorded(surrender_value: Option<Decimal>) -> Option<Decimal> {
    surrender_value.filter(|value| !value.is_zero())
}

/// Returns whether a contract can be surrendered for cash: by its product type, or because a surrender value is
/// recorded.
pub fn has_cash_surrender(product_type: &str, surrender_value: Option<Decimal>) -> bool {
    recorded(surrender_value).is_some()
        || ProductType::from_code(product_type).is_none_or(ProductType::has_cash_surrender)
}

/// Reads the surrender value of a stored form. Older forms contain zeros.
fn recorded_only<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
    Option::deserialize(deserializer).map(recorded)
}

/// For forms that were stored without this field.
const fn can_surrender() -> bool {
    true
}

impl ContractValues {
    /// Returns the surrender charge: the value less the loan and the surrender value, but at least zero.
    /// Returns `None` if the value or the surrender value is unknown.
    pub fn surrender_charge(&self) -> Option<Decimal> {
        let net = self.value? - self.loan_balance.unwrap_or_default();
        Some((net - self.surrender_value?).max(Decimal::ZERO))
    }

    /// Describes the benefits that the owner would give up: death benefit, guaranteed rate and riders.
    fn benefits(&self) -> String {
        let amount = |label: &str, amount: Option<Decimal>| {
            let amount = amount.filter(|amount| !amount.is_zero())?;
            Some(format!("{label}: {}", format_cents(Some(amount))))
        };
        let riders: Vec<String> = self.riders.iter().map(|code| RiderType::label_of(code)).collect();
        let rate = self.guaranteed_rate.filter(|rate| !rate.is_zero());
        [
            amount("Death benefit", self.death_benefit),
            rate.map(|rate| format!("Guaranteed rate: {}% a year", rate.normalize())),
            (!riders.is_empty()).then(|| format!("Riders: {}", riders.join(", "))),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n")
    }

    /// Returns the labels and texts that the PDF shows for the contract.
    pub fn lines(&self) -> Vec<(String, String)> {
        let amount = |label: &str, amount: Option<Decimal>| {
            amount.map(|some| (label.to_owned(), format_cents(Some(some))))
        };
        let (value, product) = if self.line == Line::Life.number() {
            ("Cash value", "Policy")
        } else {
            ("Contract value", "Annuity")
        };
        let surrender_value = if self.has_cash_surrender {
            amount("Surrender value", self.surrender_value)
        } else {
            Some(("Surrender value".into(), NO_CASH_SURRENDER.into()))
        };
        let end = self.surrender_period_end_date;
        [
            Some((
                product.into(),
                format!("{} {}, {}", self.carrier, self.number, self.product),
            )),
            amount(value, self.value),
            surrender_value,
            amount("Surrender charge", self.surrender_charge()),
            end.map(|end| ("Surrender charge ends".into(), format(end))),
            amount("Loan balance", self.loan_balance.filter(|loan| !loan.is_zero())),
            amount("Cost basis", self.cost_basis),
            amount(
                "Death benefit",
                self.death_benefit.filter(|benefit| !benefit.is_zero()),
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Prefills a replacement with the charge and the lost benefits of the replaced contract.
pub fn replacement_from(values: &ContractValues) -> Replacement {
    Replacement {
        is_replacement: Some(true),
        replaced_uuid: Some(values.uuid),
        surrender_charge: values
            .surrender_charge()
            .map(|charge| charge.round_dp(2).to_string())
            .unwrap_or_default(),
        lost_benefits: values.benefits(),
        ..Replacement::default()
    }
}
