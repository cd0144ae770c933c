//! The wire type of a life policy.

use super::check;
use super::contracts::{Context, Contract, Values};
use super::policy::{self, ContractBasics, PolicyInput};
use super::{Line, PremiumMode};
use crate::money;
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A life policy in requests and responses. Amounts are US dollars.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Policy {
    /// 1 to 30 characters. Unique in the firm for each carrier, ignoring spaces, dashes and case.
    pub policy_number: String,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub carrier_uuid: Option<Uuid>,
    /// `ProductType` code for a life policy.
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
    /// Insured's age at issue, 0 to 130.
    pub issue_age: Option<i16>,
    pub risk_class: Option<String>,
    pub is_tobacco: Option<bool>,
    /// Amount payable at death today: face amount and additions, less the loan.
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub death_benefit: Option<Decimal>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub face_amount: Option<Decimal>,
    /// `Level`, `Increasing`, or the wording of the source.
    pub death_benefit_option: Option<String>,
    /// `PremiumMode` code.
    pub premium_mode: Option<String>,
    /// Premium per payment, at the frequency of the premium mode.
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub modal_premium: Option<Decimal>,
    /// Computed from the mode and the modal premium if missing.
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub annualized_premium: Option<Decimal>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub paid_to_date: Option<Date>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub next_premium_date: Option<Date>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub last_premium_date: Option<Date>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub last_premium_amount: Option<Decimal>,
    pub payment_method: Option<String>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub policy_cash_value: Option<Decimal>,
    /// Cash value less surrender charges and loan.
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub policy_surrender_value: Option<Decimal>,
    #[serde(deserialize_with = "crate::money::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub loan_balance: Option<Decimal>,
    /// Percent per year, like every rate.
    #[serde(deserialize_with = "crate::money::deserialize_percent")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub loan_rate: Option<Decimal>,
    pub dividend_option: Option<String>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub grace_period_end_date: Option<Date>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub maturity_date: Option<Date>,
    /// End of the level premium period. Annual renewable term starts after it.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub level_period_end_date: Option<Date>,
    /// Last day to convert a term policy.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub conversion_expiry_date: Option<Date>,
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub projected_lapse_date: Option<Date>,
    /// 0 to 130.
    pub lapse_age: Option<i16>,
    #[serde(deserialize_with = "crate::money::deserialize_percent")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub crediting_rate: Option<Decimal>,
    /// PolicyGuard monitors the policy against its guidelines.
    pub policy_guard: bool,
    /// Date of the next request for values.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub next_request_date: Option<Date>,
    /// As-of date of the values. Defaults to today if values change without a new date.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub values_as_of: Option<Date>,
}

impl Policy {
    /// Recomputes the annualized premium if the premium or its mode changes and the annualized premium does
    /// not. Keeps it if the mode has no fixed frequency.
    fn recompute_premium(&mut self, before: Option<&Self>) {
        let Some(before) = before else { return };
        let is_paid_alike =
            self.premium_mode == before.premium_mode && self.modal_premium == before.modal_premium;
        if is_paid_alike || self.annualized_premium != before.annualized_premium {
            return;
        }
        let mode = self.premium_mode.as_deref().and_then(PremiumMode::from_code);
        let expected = mode
            .zip(self.modal_premium)
            .and_then(|(mode, modal)| money::annualized(mode, modal));
        self.annualized_premium = expected.or(self.annualized_premium);
    }
}

impl Contract for Policy {
    const LINE: Line = Line::Life;
    const NUMBER: &'static str = "policyNumber";

    fn number(&self) -> &str {
        &self.policy_number
    }

    fn carrier_uuid(&self) -> Option<Uuid> {
        self.carrier_uuid
    }

    fn status(&self) -> &str {
        &self.status
    }

    fn values_as_of(&self) -> Option<Date> {
        self.values_as_of
    }

    fn values(&self) -> Values {
        Values {
            death_benefit: self.death_benefit,
            annualized_premium: self.annualized_premium,
            cash_value: self.policy_cash_value,
            surrender_value: self.policy_surrender_value,
            loan_balance: self.loan_balance,
            crediting_rate: self.crediting_rate,
            lapse_age: self.lapse_age,
            ..Values::default()
        }
    }

    fn with_status(self, status: String, since: Option<Date>, grace_period_end: Option<Date>) -> Self {
        Self {
            status,
            status_date: since,
            grace_period_end_date: grace_period_end,
            ..self
        }
    }

    fn normalize(self, context: &Context<'_, Self>) -> (Self, Findings) {
        let mut typed = self;
        typed.recompute_premium(context.before);
        let status_date = context.status_date(&typed.status, typed.status_date, typed.issue_date, |old| {
            old.status_date
        });
        let input = PolicyInput {
            basics: ContractBasics {
                number: typed.policy_number,
                carrier_uuid: typed.carrier_uuid,
                product_type: typed.product_type,
                product_name: typed.product_name,
                status: typed.status,
                status_date,
                issue_date: typed.issue_date,
                issue_state: typed.issue_state,
            },
            death_benefit: typed.death_benefit,
            face_amount: typed.face_amount,
            premium_mode: typed.premium_mode,
            modal_premium: typed.modal_premium,
            annualized_premium: typed.annualized_premium,
            cash_value: typed.policy_cash_value,
            surrender_value: typed.policy_surrender_value,
            loan_balance: typed.loan_balance,
            paid_to_date: typed.paid_to_date,
            next_premium_date: typed.next_premium_date,
            maturity_date: typed.maturity_date,
            conversion_expiry_date: typed.conversion_expiry_date,
            level_period_end_date: typed.level_period_end_date,
        };
        let (input, mut findings) = policy::normalize(input, context.today);
        check::rename_carrier_field(&mut findings);
        context.check_owner(&input.basics, &mut findings);
        check::after_issue(
            input.basics.issue_date,
            [
                ("gracePeriodEndDate", typed.grace_period_end_date),
                ("projectedLapseDate", typed.projected_lapse_date),
            ],
            &mut findings,
        );
        check::amounts(
            [("lastPremiumAmount", &mut typed.last_premium_amount)],
            &mut findings,
        );
        for (field, rate) in [
            ("loanRate", typed.loan_rate),
            ("creditingRate", typed.crediting_rate),
        ] {
            if let Some(rate) = rate {
                check::percentage(field, rate, &mut findings);
            }
        }
        check::not_after(
            "lastPremiumDate",
            typed.last_premium_date,
            context.today,
            &mut findings,
        );
        check::age("issueAge", typed.issue_age, &mut findings);
        check::age("lapseAge", typed.lapse_age, &mut findings);
        for (field, text) in [
            ("riskClass", &mut typed.risk_class),
            ("deathBenefitOption", &mut typed.death_benefit_option),
            ("paymentMethod", &mut typed.payment_method),
            ("dividendOption", &mut typed.dividend_option),
        ] {
            *text = findings.bounded_text(text.as_deref(), field, check::MAX_SHORT_TEXT);
        }
        let mut policy = Self {
            policy_number: input.basics.number,
            carrier_uuid: input.basics.carrier_uuid,
            product_type: input.basics.product_type,
            product_name: input.basics.product_name,
            status: input.basics.status,
            status_date: input.basics.status_date,
            issue_date: input.basics.issue_date,
            issue_state: input.basics.issue_state,
            death_benefit: input.death_benefit,
            face_amount: input.face_amount,
            premium_mode: input.premium_mode,
            modal_premium: input.modal_premium,
            annualized_premium: input.annualized_premium,
            policy_cash_value: input.cash_value,
            policy_surrender_value: input.surrender_value,
            loan_balance: input.loan_balance,
            ..typed
        };
        policy.values_as_of = context.values_as_of(&policy, &mut findings);
        (policy, findings)
    }
}
