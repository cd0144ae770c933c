//! Rows written by loads: one struct per table, with fields named after the columns.

use crate::db::copy::{Cents, Json, Rate};
use crate::records::contact::{PersonColumns, TaxIdFields};
use jiff::Timestamp;
use jiff::civil::Date;
use std::borrow::Cow;
use uuid::Uuid;

/// Text of a row: a static code or an owned string.
pub type Text = Cow<'static, str>;

/// Defines the row of a table. Structs in brackets hold further columns.
macro_rules! table_row {
    (
        $(#[$doc:meta])*
        $name:ident, $table:literal { $($field:ident: $kind:ty),* $(,)? }
        $([$($part:ident: $columns:ty),*])?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $(pub $field: $kind,)*
            $($(pub $part: $columns,)*)?
        }

        $crate::db::copy::columns!($name { $($field),* } $([$($part: $columns),*])?);

        impl $crate::db::copy::Row for $name {
            const TABLE: &'static str = $table;
        }
    };
}

pub(crate) use table_row;

table_row!(CarrierRow, "carrier" {
    uuid: Uuid,
    name: Text,
    short_name: Text,
    naic_code: Text,
    am_best_rating: Option<Text>,
    comdex: Option<i16>,
    phone: Option<Text>,
    fax: Option<Text>,
});

table_row!(
    /// An agent, owner or insured.
    ContactRow, "contact" {
        firm_id: i32,
        uuid: Uuid,
        kind: i16,
        agent_integration_enabled: bool,
        next_cohort_send: Option<Date>,
        last_review: Option<Date>,
        medical_request_state: Option<Text>,
        source: Text,
        source_file: Option<Text>,
        source_row: Option<i32>,
        created_at: Timestamp,
        created_by: Option<Text>,
        updated_at: Timestamp,
    }
    [person: PersonColumns, tax_id: TaxIdFields]
);

table_row!(PolicyRow, "policy" {
    firm_id: i32,
    uuid: Uuid,
    policy_number: Text,
    carrier_uuid: Uuid,
    carrier_name: Text,
    product_type: Text,
    product_name: Option<Text>,
    status: Text,
    status_date: Option<Date>,
    issue_date: Option<Date>,
    issue_state: Option<Text>,
    issue_age: Option<i16>,
    risk_class: Option<Text>,
    is_tobacco: Option<bool>,
    death_benefit: Cents,
    face_amount: Option<Cents>,
    death_benefit_option: Option<Text>,
    premium_mode: Option<Text>,
    modal_premium: Option<Cents>,
    annualized_premium: Cents,
    paid_to_date: Option<Date>,
    next_premium_date: Option<Date>,
    last_premium_date: Option<Date>,
    last_premium_amount: Option<Cents>,
    payment_method: Option<Text>,
    cash_value: Cents,
    surrender_value: Cents,
    loan_balance: Option<Cents>,
    loan_rate: Option<Rate>,
    dividend_option: Option<Text>,
    grace_period_end_date: Option<Date>,
    maturity_date: Option<Date>,
    level_period_end_date: Option<Date>,
    conversion_expiry_date: Option<Date>,
    projected_lapse_date: Option<Date>,
    lapse_age: Option<i16>,
    crediting_rate: Option<Rate>,
    riders: Json,
    policy_guard: bool,
    next_request_date: Option<Date>,
    values_as_of: Option<Date>,
    source: Text,
    source_file: Option<Text>,
    source_row: Option<i32>,
    created_at: Timestamp,
    created_by: Option<Text>,
    updated_at: Timestamp,
    party_kinds: i16,
    insured_name: Option<Text>,
    owner_name: Option<Text>,
    agent_name: Option<Text>,
});

table_row!(AnnuityRow, "annuity" {
    firm_id: i32,
    uuid: Uuid,
    contract_number: Text,
    carrier_uuid: Uuid,
    carrier_name: Text,
    product_type: Text,
    product_name: Option<Text>,
    status: Text,
    status_date: Option<Date>,
    issue_date: Option<Date>,
    issue_state: Option<Text>,
    tax_type: Option<Text>,
    contract_value: Cents,
    account_value_date: Option<Date>,
    cash_value: Cents,
    surrender_value: Cents,
    death_benefit: Option<Cents>,
    cost_basis: Option<Cents>,
    premiums_paid: Cents,
    surrender_period_years: Option<i16>,
    surrender_schedule: Option<Vec<Rate>>,
    surrender_period_end_date: Option<Date>,
    free_withdrawal_percent: Option<Rate>,
    has_market_value_adjustment: bool,
    guaranteed_rate: Option<Rate>,
    guaranteed_rate_end_date: Option<Date>,
    credited_rate: Option<Rate>,
    index_strategies: Json,
    riders: Json,
    rmd_required: bool,
    rmd_amount: Option<Cents>,
    rmd_taken: Option<Cents>,
    rmd_due_date: Option<Date>,
    annuitization_date: Option<Date>,
    max_annuity_age: Option<i16>,
    agent_integration_enabled: bool,
    policy_guard: bool,
    values_as_of: Option<Date>,
    source: Text,
    source_file: Option<Text>,
    source_row: Option<i32>,
    created_at: Timestamp,
    created_by: Option<Text>,
    updated_at: Timestamp,
    party_kinds: i16,
    annuitant_name: Option<Text>,
    owner_name: Option<Text>,
    agent_name: Option<Text>,
});

table_row!(PartyRow, "contract_party" {
    firm_id: i32,
    contract_uuid: Uuid,
    contact_uuid: Uuid,
    line: i16,
    kind: i16,
    role: Text,
    type_id: i16,
    share_percent: Option<Rate>,
    origin: Text,
    created_at: Timestamp,
    created_by: Option<Text>,
});

table_row!(BeneficiaryRow, "beneficiary" {
    firm_id: i32,
    uuid: Uuid,
    contract_uuid: Uuid,
    line: i16,
    class: Text,
    name: Text,
    list_name: Option<Text>,
    relationship: Option<Text>,
    birth_date: Option<Date>,
    share_percent: Option<Rate>,
    is_irrevocable: bool,
    is_per_stirpes: bool,
    contact_uuid: Option<Uuid>,
    created_at: Timestamp,
    updated_at: Timestamp,
});

table_row!(TransactionRow, "contract_transaction" {
    firm_id: i32,
    uuid: Uuid,
    contract_uuid: Uuid,
    line: i16,
    kind: Text,
    transaction_date: Date,
    amount: Cents,
    surrender_charge: Option<Cents>,
    tax_withheld: Option<Cents>,
    note: Option<Text>,
    created_at: Timestamp,
    updated_at: Timestamp,
});

table_row!(SnapshotRow, "value_snapshot" {
    firm_id: i32,
    contract_uuid: Uuid,
    line: i16,
    as_of: Date,
    recorded_at: Timestamp,
    source: Text,
    death_benefit: Option<Cents>,
    annualized_premium: Option<Cents>,
    cash_value: Option<Cents>,
    surrender_value: Option<Cents>,
    loan_balance: Option<Cents>,
    contract_value: Option<Cents>,
    premiums_paid: Option<Cents>,
    crediting_rate: Option<Rate>,
    lapse_age: Option<i16>,
});

table_row!(ListTotalRow, "firm_list_total" {
    firm_id: i32,
    list: Text,
    row_count: i64,
    policy_count: i64,
    death_benefit: Cents,
    annualized_premium: Cents,
    policy_cash_value: Cents,
    policy_surrender_value: Cents,
    annuity_count: i64,
    contract_value: Cents,
    premiums_paid: Cents,
    annuity_cash_value: Cents,
    annuity_surrender_value: Cents,
});

table_row!(ContactTotalRow, "contact_total" {
    firm_id: i32,
    uuid: Uuid,
    kind: i16,
    policy_count: i64,
    death_benefit: Cents,
    annualized_premium: Cents,
    policy_cash_value: Cents,
    policy_surrender_value: Cents,
    annuity_count: i64,
    contract_value: Cents,
    premiums_paid: Cents,
    annuity_cash_value: Cents,
    annuity_surrender_value: Cents,
});
