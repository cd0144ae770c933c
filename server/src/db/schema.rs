//! The columns that the application reads and writes through diesel. Columns that the database generates itself are
//! left out; `server/tests/it/schema.rs` compares this file with the migrated database.

diesel::table! {
    contact (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        kind -> SmallInt,
        version -> Integer,
        display_name -> Text,
        title -> Nullable<Text>,
        first_name -> Nullable<Text>,
        middle_name -> Nullable<Text>,
        last_name -> Nullable<Text>,
        suffix -> Nullable<Text>,
        organization_name -> Nullable<Text>,
        owner_type -> Nullable<SmallInt>,
        trust_date -> Nullable<Date>,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        mobile_phone -> Nullable<Text>,
        address_line1 -> Nullable<Text>,
        address_line2 -> Nullable<Text>,
        city -> Nullable<Text>,
        state -> Nullable<Text>,
        postal_code -> Nullable<Text>,
        country -> Nullable<Text>,
        dob -> Nullable<Date>,
        sex -> Nullable<Text>,
        tax_id_kind -> Nullable<Text>,
        tax_id_cipher -> Nullable<Binary>,
        tax_id_key_id -> Nullable<SmallInt>,
        tax_id_hash -> Nullable<Binary>,
        tax_id_last4 -> Nullable<Text>,
        npn -> Nullable<Text>,
        agency_code -> Nullable<Text>,
        external_id -> Nullable<Text>,
        notes -> Nullable<Text>,
        agent_integration_enabled -> Bool,
        policy_count -> BigInt,
        death_benefit -> Numeric,
        annualized_premium -> Numeric,
        policy_cash_value -> Numeric,
        policy_surrender_value -> Numeric,
        annuity_count -> BigInt,
        contract_value -> Numeric,
        premiums_paid -> Numeric,
        annuity_cash_value -> Numeric,
        annuity_surrender_value -> Numeric,
        source -> Text,
        source_file -> Nullable<Text>,
        source_row -> Nullable<Integer>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    table_state (firm_id, user_key, list) {
        firm_id -> Integer,
        user_key -> Text,
        list -> Text,
        state -> Jsonb,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    audit_log (firm_id, id) {
        firm_id -> Integer,
        id -> BigInt,
        actor_key -> Text,
        action -> Text,
        subject_type -> Text,
        subject_uuid -> Nullable<Uuid>,
        details -> Jsonb,
        trace_id -> Nullable<Text>,
    }
}
