//! The wire type of an annuity.

use super::Line;
use super::annuity::{self, AnnuityInput, ContractBasics};
use super::check;
use super::contracts::{Context, Contract, Values};
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// An annuity in requests and responses. Amounts are US dollars.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Annuity {
    /// 1 to 30 characters. Unique in the firm for each carrier, ignoring spaces, dashes and case.
    pub contract_number: String,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub carrier_uuid: Option<Uuid>,
    /// `ProductType` code for an annuity.
    pub product_type: String,
    pub product_name: Option<String>,
    /// `PolicyStatus` code.
    pub status: String,
    /// Effective date of the status. Defaults to today if the status changes without a new date.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub status_date: Option<Date>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub issue_date: Option<Date>,
    /// USPS code.
    pub issue_state: Option<String>,
    /// `TaxType` code.
    pub tax_type: Option<String>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub contract_value: Option<Decimal>,
    /// As-of date of the contract value.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub account_value_date: Option<Date>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub annuity_cash_value: Option<Decimal>,
    /// Amount that a surrender would pay today.
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub annuity_surrender_value: Option<Decimal>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub death_benefit: Option<Decimal>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub cost_basis: Option<Decimal>,
    /// Sum of all premium payments.
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub premiums_paid: Option<Decimal>,
    /// Whole years from the issue date, 0 to 30.
    pub surrender_period_years: Option<i16>,
    /// Surrender charge in percent for each contract year, first year first. At most 30 entries.
    #[serde(deserialize_with = "crate::money::deserialize_percents")]
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub surrender_schedule: Vec<Decimal>,
    /// Computed from the issue date and the years if missing.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub surrender_period_end_date: Option<Date>,
    #[serde(deserialize_with = "crate::money::deserialize_percent")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub free_withdrawal_percent: Option<Decimal>,
    /// The surrender value changes with interest rates and can exceed the contract value.
    pub has_market_value_adjustment: bool,
    /// Percent per year, like every rate.
    #[serde(deserialize_with = "crate::money::deserialize_percent")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub guaranteed_rate: Option<Decimal>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub guaranteed_rate_end_date: Option<Date>,
    #[serde(deserialize_with = "crate::money::deserialize_percent")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub credited_rate: Option<Decimal>,
    /// A required minimum distribution applies each year.
    pub rmd_required: bool,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub rmd_amount: Option<Decimal>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub rmd_taken: Option<Decimal>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub rmd_due_date: Option<Date>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub annuitization_date: Option<Date>,
    /// 0 to 130.
    pub max_annuity_age: Option<i16>,
    /// PolicyGuard monitors the contract.
    pub policy_guard: bool,
    /// As-of date of the values. Defaults to today if values change without a new date.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub values_as_of: Option<Date>,
}

impl Contract for Annuity {
    const LINE: Line = Line::Annuity;
    const NUMBER: &'static str = "contractNumber";

    fn number(&self) -> &str {
        &self.contract_number
    }

    fn carrier_uuid(&self) -> Option<Uuid> {
        self.carrier_uuid
    }

    fn status(&self) -> &str {
        &self.status
    }

    fn values_as_of(&self) -> Option<Date> {
        self.values_as_of.or(self.account_value_date)
    }

    fn values(&self) -> Values {
        Values {
            death_benefit: self.death_benefit,
            cash_value: self.annuity_cash_value,
            surrender_value: self.annuity_surrender_value,
            contract_value: self.contract_value,
            premiums_paid: self.premiums_paid,
            crediting_rate: self.credited_rate,
            ..Values::default()
        }
    }

    fn with_status(self, status: String, since: Option<Date>, _grace_period_end: Option<Date>) -> Self {
        Self {
            status,
            status_date: since,
            ..self
        }
    }

    fn normalize(self, context: &Context<'_, Self>) -> (Self, Findings) {
        let mut typed = self;
        let status_date = context.status_date(&typed.status, typed.status_date, typed.issue_date, |old| {
            old.status_date
        });
        let input = AnnuityInput {
            basics: ContractBasics {
                number: typed.contract_number,
                carrier_uuid: typed.carrier_uuid,
                product_type: typed.product_type,
                product_name: typed.product_name,
                status: typed.status,
                status_date,
                issue_date: typed.issue_date,
                issue_state: typed.issue_state,
            },
            tax_type: typed.tax_type,
            contract_value: typed.contract_value,
            account_value_date: typed.account_value_date,
            cash_value: typed.annuity_cash_value,
            surrender_value: typed.annuity_surrender_value,
            death_benefit: typed.death_benefit,
            cost_basis: typed.cost_basis,
            premiums_paid: typed.premiums_paid,
            // Values outside `u8` fail the range check, like a period that is too long.
            surrender_period_years: typed
                .surrender_period_years
                .map(|years| u8::try_from(years).unwrap_or(u8::MAX)),
            surrender_schedule: typed.surrender_schedule,
            surrender_period_end_date: typed.surrender_period_end_date,
            free_withdrawal_percent: typed.free_withdrawal_percent,
            has_market_value_adjustment: typed.has_market_value_adjustment,
            guaranteed_rate: typed.guaranteed_rate,
            guaranteed_rate_end_date: typed.guaranteed_rate_end_date,
            credited_rate: typed.credited_rate,
        };
        let (input, mut findings) = annuity::normalize(input, context.today);
        check::rename_carrier_field(&mut findings);
        context.check_owner(&input.basics, &mut findings);
        check::amounts(
            [
                ("rmdAmount", &mut typed.rmd_amount),
                ("rmdTaken", &mut typed.rmd_taken),
            ],
            &mut findings,
        );
        check::age("maxAnnuityAge", typed.max_annuity_age, &mut findings);
        let mut annuity = Self {
            contract_number: input.basics.number,
            carrier_uuid: input.basics.carrier_uuid,
            product_type: input.basics.product_type,
            product_name: input.basics.product_name,
            status: input.basics.status,
            status_date: input.basics.status_date,
            issue_date: input.basics.issue_date,
            issue_state: input.basics.issue_state,
            tax_type: input.tax_type,
            contract_value: input.contract_value,
            annuity_cash_value: input.cash_value,
            annuity_surrender_value: input.surrender_value,
            death_benefit: input.death_benefit,
            cost_basis: input.cost_basis,
            premiums_paid: input.premiums_paid,
            surrender_schedule: input.surrender_schedule,
            surrender_period_end_date: input.surrender_period_end_date,
            ..typed
        };
        annuity.values_as_of = context.values_as_of(&annuity, &mut findings);
        (annuity, findings)
    }
}
