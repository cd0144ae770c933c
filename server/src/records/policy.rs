//! Database row of a life policy.

use super::contract::{Stored, from_json};
use crate::db::schema::policy;
use diesel::pg::Pg;
use diesel::prelude::*;
use rust_decimal::Decimal;
use serde::Serialize;
use shared::contract::Policy;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = policy, check_for_backend(Pg))]
pub struct PolicyRow {
    pub uuid: Uuid,
    pub firm_id: i32,
    pub version: i32,
    pub policy_number: String,
    pub carrier_uuid: Uuid,
    pub product_type: String,
    pub product_name: Option<String>,
    pub status: String,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub status_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub issue_date: Option<jiff::civil::Date>,
    pub issue_state: Option<String>,
    pub issue_age: Option<i16>,
    pub risk_class: Option<String>,
    pub is_tobacco: Option<bool>,
    pub death_benefit: Decimal,
    pub face_amount: Option<Decimal>,
    pub death_benefit_option: Option<String>,
    pub premium_mode: Option<String>,
    pub modal_premium: Option<Decimal>,
    pub annualized_premium: Decimal,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub paid_to_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub next_premium_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub last_premium_date: Option<jiff::civil::Date>,
    pub last_premium_amount: Option<Decimal>,
    pub payment_method: Option<String>,
    pub cash_value: Decimal,
    pub surrender_value: Decimal,
    pub loan_balance: Option<Decimal>,
    pub loan_rate: Option<Decimal>,
    pub dividend_option: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub grace_period_end_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub maturity_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub level_period_end_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub conversion_expiry_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub projected_lapse_date: Option<jiff::civil::Date>,
    pub lapse_age: Option<i16>,
    pub crediting_rate: Option<Decimal>,
    pub policy_guard: bool,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub next_request_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub values_as_of: Option<jiff::civil::Date>,
    pub carrier_name: String,
    pub riders: serde_json::Value,
    pub source: String,
    pub source_file: Option<String>,
    pub source_row: Option<i32>,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    pub created_at: jiff::Timestamp,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    pub updated_at: jiff::Timestamp,
}

impl TryFrom<PolicyRow> for Stored<Policy> {
    type Error = anyhow::Error;

    fn try_from(row: PolicyRow) -> anyhow::Result<Self> {
        let PolicyRow {
            uuid,
            firm_id,
            version,
            policy_number,
            carrier_uuid,
            product_type,
            product_name,
            status,
            status_date,
            issue_date,
            issue_state,
            issue_age,
            risk_class,
            is_tobacco,
            death_benefit,
            face_amount,
            death_benefit_option,
            premium_mode,
            modal_premium,
            annualized_premium,
            paid_to_date,
            next_premium_date,
            last_premium_date,
            last_premium_amount,
            payment_method,
            cash_value,
            surrender_value,
            loan_balance,
            loan_rate,
            dividend_option,
            grace_period_end_date,
            maturity_date,
            level_period_end_date,
            conversion_expiry_date,
            projected_lapse_date,
            lapse_age,
            crediting_rate,
            policy_guard,
            next_request_date,
            values_as_of,
            carrier_name,
            riders,

            source,
            source_file,
            source_row,
            created_at,
            updated_at,
        } = row;
        Ok(Self {
            uuid,
            firm_id,
            version,
            carrier_name,
            riders: from_json(riders)?,
            index_strategies: Vec::new(),
            agent_integration_enabled: false,
            source,
            source_file,
            source_row,
            created_at,
            updated_at,
            contract: Policy {
                policy_number,
                carrier_uuid: Some(carrier_uuid),
                product_type,
                product_name,
                status,
                status_date,
                issue_date,
                issue_state,
                issue_age,
                risk_class,
                is_tobacco,
                death_benefit: Some(death_benefit),
                face_amount,
                death_benefit_option,
                premium_mode,
                modal_premium,
                annualized_premium: Some(annualized_premium),
                paid_to_date,
                next_premium_date,
                last_premium_date,
                last_premium_amount,
                payment_method,
                policy_cash_value: Some(cash_value),
                policy_surrender_value: Some(surrender_value),
                loan_balance,
                loan_rate,
                dividend_option,
                grace_period_end_date,
                maturity_date,
                level_period_end_date,
                conversion_expiry_date,
                projected_lapse_date,
                lapse_age,
                crediting_rate,
                policy_guard,
                next_request_date,
                values_as_of,
            },
        })
    }
}

/// The editable columns. `None` overwrites with NULL, because a form always sends the whole policy.
#[derive(Insertable, AsChangeset, Serialize)]
#[diesel(table_name = policy, treat_none_as_null = true)]
pub struct PolicyFields {
    policy_number: String,
    carrier_uuid: Uuid,
    product_type: String,
    product_name: Option<String>,
    status: String,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    status_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    issue_date: Option<jiff::civil::Date>,
    issue_state: Option<String>,
    issue_age: Option<i16>,
    risk_class: Option<String>,
    is_tobacco: Option<bool>,
    death_benefit: Decimal,
    face_amount: Option<Decimal>,
    death_benefit_option: Option<String>,
    premium_mode: Option<String>,
    modal_premium: Option<Decimal>,
    annualized_premium: Decimal,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    paid_to_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    next_premium_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    last_premium_date: Option<jiff::civil::Date>,
    last_premium_amount: Option<Decimal>,
    payment_method: Option<String>,
    cash_value: Decimal,
    surrender_value: Decimal,
    loan_balance: Option<Decimal>,
    loan_rate: Option<Decimal>,
    dividend_option: Option<String>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    grace_period_end_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    maturity_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    level_period_end_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    conversion_expiry_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    projected_lapse_date: Option<jiff::civil::Date>,
    lapse_age: Option<i16>,
    crediting_rate: Option<Decimal>,
    policy_guard: bool,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    next_request_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    values_as_of: Option<jiff::civil::Date>,
}

impl From<Policy> for PolicyFields {
    fn from(policy: Policy) -> Self {
        let Policy {
            policy_number,
            carrier_uuid,
            product_type,
            product_name,
            status,
            status_date,
            issue_date,
            issue_state,
            issue_age,
            risk_class,
            is_tobacco,
            death_benefit,
            face_amount,
            death_benefit_option,
            premium_mode,
            modal_premium,
            annualized_premium,
            paid_to_date,
            next_premium_date,
            last_premium_date,
            last_premium_amount,
            payment_method,
            policy_cash_value,
            policy_surrender_value,
            loan_balance,
            loan_rate,
            dividend_option,
            grace_period_end_date,
            maturity_date,
            level_period_end_date,
            conversion_expiry_date,
            projected_lapse_date,
            lapse_age,
            crediting_rate,
            policy_guard,
            next_request_date,
            values_as_of,
        } = policy;
        Self {
            policy_number,
            carrier_uuid: carrier_uuid.unwrap_or_default(),
            product_type,
            product_name,
            status,
            status_date,
            issue_date,
            issue_state,
            issue_age,
            risk_class,
            is_tobacco,
            death_benefit: death_benefit.unwrap_or_default(),
            face_amount,
            death_benefit_option,
            premium_mode,
            modal_premium,
            annualized_premium: annualized_premium.unwrap_or_default(),
            paid_to_date,
            next_premium_date,
            last_premium_date,
            last_premium_amount,
            payment_method,
            cash_value: policy_cash_value.unwrap_or_default(),
            surrender_value: policy_surrender_value.unwrap_or_default(),
            loan_balance,
            loan_rate,
            dividend_option,
            grace_period_end_date,
            maturity_date,
            level_period_end_date,
            conversion_expiry_date,
            projected_lapse_date,
            lapse_age,
            crediting_rate,
            policy_guard,
            next_request_date,
            values_as_of,
        }
    }
}
