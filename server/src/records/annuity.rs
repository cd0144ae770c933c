//! Database row of an annuity.

use super::contract::{Stored, from_json};
use crate::db::schema::annuity;
use diesel::pg::Pg;
use diesel::prelude::*;
use rust_decimal::Decimal;
use serde::Serialize;
use shared::contract::Annuity;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = annuity, check_for_backend(Pg))]
pub struct AnnuityRow {
    pub uuid: Uuid,
    pub firm_id: i32,
    pub version: i32,
    pub contract_number: String,
    pub carrier_uuid: Uuid,
    pub product_type: String,
    pub product_name: Option<String>,
    pub status: String,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub status_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub issue_date: Option<jiff::civil::Date>,
    pub issue_state: Option<String>,
    pub tax_type: Option<String>,
    pub contract_value: Decimal,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub account_value_date: Option<jiff::civil::Date>,
    pub cash_value: Decimal,
    pub surrender_value: Decimal,
    pub death_benefit: Option<Decimal>,
    pub cost_basis: Option<Decimal>,
    pub premiums_paid: Decimal,
    pub surrender_period_years: Option<i16>,
    pub surrender_schedule: Option<Vec<Decimal>>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub surrender_period_end_date: Option<jiff::civil::Date>,
    pub free_withdrawal_percent: Option<Decimal>,
    pub has_market_value_adjustment: bool,
    pub guaranteed_rate: Option<Decimal>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub guaranteed_rate_end_date: Option<jiff::civil::Date>,
    pub credited_rate: Option<Decimal>,
    pub rmd_required: bool,
    pub rmd_amount: Option<Decimal>,
    pub rmd_taken: Option<Decimal>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub rmd_due_date: Option<jiff::civil::Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub annuitization_date: Option<jiff::civil::Date>,
    pub max_annuity_age: Option<i16>,
    pub policy_guard: bool,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub values_as_of: Option<jiff::civil::Date>,
    pub carrier_name: String,
    pub riders: serde_json::Value,
    pub index_strategies: serde_json::Value,
    pub agent_integration_enabled: bool,
    pub source: String,
    pub source_file: Option<String>,
    pub source_row: Option<i32>,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    pub created_at: jiff::Timestamp,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    pub updated_at: jiff::Timestamp,
}

impl TryFrom<AnnuityRow> for Stored<Annuity> {
    type Error = anyhow::Error;

    fn try_from(row: AnnuityRow) -> anyhow::Result<Self> {
        let AnnuityRow {
            uuid,
            firm_id,
            version,
            contract_number,
            carrier_uuid,
            product_type,
            product_name,
            status,
            status_date,
            issue_date,
            issue_state,
            tax_type,
            contract_value,
            account_value_date,
            cash_value,
            surrender_value,
            death_benefit,
            cost_basis,
            premiums_paid,
            surrender_period_years,
            surrender_schedule,
            surrender_period_end_date,
            free_withdrawal_percent,
            has_market_value_adjustment,
            guaranteed_rate,
            guaranteed_rate_end_date,
            credited_rate,
            rmd_required,
            rmd_amount,
            rmd_taken,
            rmd_due_date,
            annuitization_date,
            max_annuity_age,
            policy_guard,
            values_as_of,
            carrier_name,
            riders,
            index_strategies,
            agent_integration_enabled,
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
            index_strategies: from_json(index_strategies)?,
            agent_integration_enabled,
            source,
            source_file,
            source_row,
            created_at,
            updated_at,
            contract: Annuity {
                contract_number,
                carrier_uuid: Some(carrier_uuid),
                product_type,
                product_name,
                status,
                status_date,
                issue_date,
                issue_state,
                tax_type,
                contract_value: Some(contract_value),
                account_value_date,
                annuity_cash_value: Some(cash_value),
                annuity_surrender_value: Some(surrender_value),
                death_benefit,
                cost_basis,
                premiums_paid: Some(premiums_paid),
                surrender_period_years,
                surrender_schedule: surrender_schedule.unwrap_or_default(),
                surrender_period_end_date,
                free_withdrawal_percent,
                has_market_value_adjustment,
                guaranteed_rate,
                guaranteed_rate_end_date,
                credited_rate,
                rmd_required,
                rmd_amount,
                rmd_taken,
                rmd_due_date,
                annuitization_date,
                max_annuity_age,
                policy_guard,
                values_as_of,
            },
        })
    }
}

/// The editable columns. `None` overwrites with NULL, because a form always sends the whole annuity.
#[derive(Insertable, AsChangeset, Serialize)]
#[diesel(table_name = annuity, treat_none_as_null = true)]
pub struct AnnuityFields {
    contract_number: String,
    carrier_uuid: Uuid,
    product_type: String,
    product_name: Option<String>,
    status: String,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    status_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    issue_date: Option<jiff::civil::Date>,
    issue_state: Option<String>,
    tax_type: Option<String>,
    contract_value: Decimal,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    account_value_date: Option<jiff::civil::Date>,
    cash_value: Decimal,
    surrender_value: Decimal,
    death_benefit: Option<Decimal>,
    cost_basis: Option<Decimal>,
    premiums_paid: Decimal,
    surrender_period_years: Option<i16>,
    surrender_schedule: Option<Vec<Decimal>>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    surrender_period_end_date: Option<jiff::civil::Date>,
    free_withdrawal_percent: Option<Decimal>,
    has_market_value_adjustment: bool,
    guaranteed_rate: Option<Decimal>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    guaranteed_rate_end_date: Option<jiff::civil::Date>,
    credited_rate: Option<Decimal>,
    rmd_required: bool,
    rmd_amount: Option<Decimal>,
    rmd_taken: Option<Decimal>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    rmd_due_date: Option<jiff::civil::Date>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    annuitization_date: Option<jiff::civil::Date>,
    max_annuity_age: Option<i16>,
    policy_guard: bool,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    values_as_of: Option<jiff::civil::Date>,
}

impl From<Annuity> for AnnuityFields {
    fn from(annuity: Annuity) -> Self {
        let Annuity {
            contract_number,
            carrier_uuid,
            product_type,
            product_name,
            status,
            status_date,
            issue_date,
            issue_state,
            tax_type,
            contract_value,
            account_value_date,
            annuity_cash_value,
            annuity_surrender_value,
            death_benefit,
            cost_basis,
            premiums_paid,
            surrender_period_years,
            surrender_schedule,
            surrender_period_end_date,
            free_withdrawal_percent,
            has_market_value_adjustment,
            guaranteed_rate,
            guaranteed_rate_end_date,
            credited_rate,
            rmd_required,
            rmd_amount,
            rmd_taken,
            rmd_due_date,
            annuitization_date,
            max_annuity_age,
            policy_guard,
            values_as_of,
        } = annuity;
        Self {
            contract_number,
            carrier_uuid: carrier_uuid.unwrap_or_default(),
            product_type,
            product_name,
            status,
            status_date,
            issue_date,
            issue_state,
            tax_type,
            contract_value: contract_value.unwrap_or_default(),
            account_value_date,
            cash_value: annuity_cash_value.unwrap_or_default(),
            surrender_value: annuity_surrender_value.unwrap_or_default(),
            death_benefit,
            cost_basis,
            premiums_paid: premiums_paid.unwrap_or_default(),
            surrender_period_years,
            surrender_schedule: (!surrender_schedule.is_empty()).then_some(surrender_schedule),
            surrender_period_end_date,
            free_withdrawal_percent,
            has_market_value_adjustment,
            guaranteed_rate,
            guaranteed_rate_end_date,
            credited_rate,
            rmd_required,
            rmd_amount,
            rmd_taken,
            rmd_due_date,
            annuitization_date,
            max_annuity_age,
            policy_guard,
            values_as_of,
        }
    }
}
