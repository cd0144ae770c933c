//! The columns that the application reads and writes through diesel. Omits generated columns.
//! `server/tests/it/schema.rs` compares this file with the migrated database.

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
        next_cohort_send -> Nullable<Date>,
        source -> Text,
        source_file -> Nullable<Text>,
        source_row -> Nullable<Integer>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
        request_hash -> Nullable<Binary>,
        custom_fields -> Jsonb,
        merged_into -> Nullable<Uuid>,
        merged_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    policy (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        policy_number -> Text,
        carrier_uuid -> Uuid,
        product_type -> Text,
        product_name -> Nullable<Text>,
        status -> Text,
        status_date -> Nullable<Date>,
        issue_date -> Nullable<Date>,
        issue_state -> Nullable<Text>,
        issue_age -> Nullable<SmallInt>,
        risk_class -> Nullable<Text>,
        is_tobacco -> Nullable<Bool>,
        death_benefit -> Numeric,
        face_amount -> Nullable<Numeric>,
        death_benefit_option -> Nullable<Text>,
        premium_mode -> Nullable<Text>,
        modal_premium -> Nullable<Numeric>,
        annualized_premium -> Numeric,
        paid_to_date -> Nullable<Date>,
        next_premium_date -> Nullable<Date>,
        last_premium_date -> Nullable<Date>,
        last_premium_amount -> Nullable<Numeric>,
        payment_method -> Nullable<Text>,
        cash_value -> Numeric,
        surrender_value -> Numeric,
        loan_balance -> Nullable<Numeric>,
        loan_rate -> Nullable<Numeric>,
        dividend_option -> Nullable<Text>,
        grace_period_end_date -> Nullable<Date>,
        maturity_date -> Nullable<Date>,
        level_period_end_date -> Nullable<Date>,
        conversion_expiry_date -> Nullable<Date>,
        projected_lapse_date -> Nullable<Date>,
        lapse_age -> Nullable<SmallInt>,
        crediting_rate -> Nullable<Numeric>,
        policy_guard -> Bool,
        next_request_date -> Nullable<Date>,
        values_as_of -> Nullable<Date>,
        carrier_name -> Text,
        riders -> Jsonb,
        source -> Text,
        source_file -> Nullable<Text>,
        source_row -> Nullable<Integer>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
        request_hash -> Nullable<Binary>,
        insured_name -> Nullable<Text>,
    }
}

diesel::table! {
    annuity (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        contract_number -> Text,
        carrier_uuid -> Uuid,
        product_type -> Text,
        product_name -> Nullable<Text>,
        status -> Text,
        status_date -> Nullable<Date>,
        issue_date -> Nullable<Date>,
        issue_state -> Nullable<Text>,
        tax_type -> Nullable<Text>,
        contract_value -> Numeric,
        account_value_date -> Nullable<Date>,
        cash_value -> Numeric,
        surrender_value -> Numeric,
        death_benefit -> Nullable<Numeric>,
        cost_basis -> Nullable<Numeric>,
        premiums_paid -> Numeric,
        surrender_period_years -> Nullable<SmallInt>,
        surrender_schedule -> Nullable<Array<Numeric>>,
        surrender_period_end_date -> Nullable<Date>,
        free_withdrawal_percent -> Nullable<Numeric>,
        has_market_value_adjustment -> Bool,
        guaranteed_rate -> Nullable<Numeric>,
        guaranteed_rate_end_date -> Nullable<Date>,
        credited_rate -> Nullable<Numeric>,
        rmd_required -> Bool,
        rmd_amount -> Nullable<Numeric>,
        rmd_taken -> Nullable<Numeric>,
        rmd_due_date -> Nullable<Date>,
        annuitization_date -> Nullable<Date>,
        max_annuity_age -> Nullable<SmallInt>,
        policy_guard -> Bool,
        values_as_of -> Nullable<Date>,
        carrier_name -> Text,
        riders -> Jsonb,
        index_strategies -> Jsonb,
        agent_integration_enabled -> Bool,
        source -> Text,
        source_file -> Nullable<Text>,
        source_row -> Nullable<Integer>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
        request_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    value_snapshot (firm_id, contract_uuid, as_of, recorded_at) {
        firm_id -> Integer,
        contract_uuid -> Uuid,
        line -> SmallInt,
        as_of -> Date,
        recorded_at -> Timestamptz,
        source -> Text,
        recorded_by -> Nullable<Text>,
        death_benefit -> Nullable<Numeric>,
        annualized_premium -> Nullable<Numeric>,
        cash_value -> Nullable<Numeric>,
        surrender_value -> Nullable<Numeric>,
        loan_balance -> Nullable<Numeric>,
        contract_value -> Nullable<Numeric>,
        premiums_paid -> Nullable<Numeric>,
        crediting_rate -> Nullable<Numeric>,
        lapse_age -> Nullable<SmallInt>,
        withdrawn_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    carrier (uuid) {
        uuid -> Uuid,
        name -> Text,
        short_name -> Text,
        naic_code -> Text,
        am_best_rating -> Nullable<Text>,
        comdex -> Nullable<SmallInt>,
        phone -> Nullable<Text>,
        fax -> Nullable<Text>,
        is_active -> Bool,
    }
}

diesel::table! {
    favorite (firm_id, user_key, kind, uuid) {
        firm_id -> Integer,
        user_key -> Text,
        kind -> Text,
        uuid -> Uuid,
    }
}

diesel::table! {
    shared_view (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        list -> Text,
        name_key -> Text,
        view -> Jsonb,
        created_by -> Text,
        created_at -> Timestamptz,
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
    user_notification (firm_id, user_key, user_notification_history_id) {
        firm_id -> Integer,
        user_key -> Text,
        user_notification_history_id -> BigInt,
        notification_type -> SmallInt,
        display_name -> Text,
        application_url -> Nullable<Text>,
        is_read -> Bool,
        create_date -> Timestamptz,
        removed_at -> Nullable<Timestamptz>,
        dedup_key -> Text,
        contract_uuid -> Nullable<Uuid>,
        is_collapsed -> Bool,
        details -> Nullable<Jsonb>,
        snoozed_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    hub_outbox (firm_id, id) {
        firm_id -> Integer,
        id -> BigInt,
        user_key -> Nullable<Text>,
        transient -> Nullable<Jsonb>,
        report_uuids -> Nullable<Array<Uuid>>,
        record -> Nullable<Jsonb>,
        job -> Nullable<Jsonb>,
    }
}

diesel::table! {
    contract_party (firm_id, contract_uuid, contact_uuid, role, type_id) {
        firm_id -> Integer,
        contract_uuid -> Uuid,
        contact_uuid -> Uuid,
        line -> SmallInt,
        kind -> SmallInt,
        role -> Text,
        type_id -> SmallInt,
        share_percent -> Nullable<Numeric>,
        origin -> Text,
        origin_uuid -> Nullable<Uuid>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
        deleted_by -> Nullable<Text>,
    }
}

diesel::table! {
    firm (firm_id) {
        firm_id -> Integer,
        name -> Text,
        is_demo -> Bool,
        is_active -> Bool,
        user_limit -> Nullable<Integer>,
        document_limit -> Nullable<Integer>,
        created_at -> Timestamptz,
        office_time_zone -> Text,
        storage_limit_bytes -> Nullable<BigInt>,
        premium_reminder_days -> SmallInt,
        reminder_days_changed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    firm_storage (firm_id) {
        firm_id -> Integer,
        used_bytes -> BigInt,
    }
}

diesel::table! {
    app_user (user_key) {
        user_key -> Text,
        issuer -> Text,
        subject -> Text,
        first_name -> Text,
        last_name -> Text,
        email -> Nullable<Text>,
        time_zone -> Text,
        is_disabled -> Bool,
        created_at -> Timestamptz,
        theme -> Text,
        density -> Text,
    }
}

diesel::table! {
    admin_account (admin_user_key) {
        admin_user_key -> Text,
        user_key -> Text,
        admin_user_type -> SmallInt,
        is_active -> Bool,
    }
}

diesel::table! {
    firm_assignment (firm_id, user_key) {
        firm_id -> Integer,
        user_key -> Text,
        firm_user_type -> SmallInt,
        is_active -> Bool,
        created_at -> Timestamptz,
        version -> Integer,
    }
}

diesel::table! {
    firm_assignment_agent (firm_id, user_key, agent_uuid) {
        firm_id -> Integer,
        user_key -> Text,
        agent_uuid -> Uuid,
    }
}

diesel::table! {
    firm_assignment_support (firm_id, user_key, professional_key) {
        firm_id -> Integer,
        user_key -> Text,
        professional_key -> Text,
    }
}

diesel::table! {
    user_session (user_key, session_id) {
        user_key -> Text,
        session_id -> Text,
        chosen_firm_id -> Nullable<Integer>,
        created_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        admin_user_key -> Nullable<Text>,
        epoch -> BigInt,
    }
}

diesel::table! {
    impersonation (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        actor_key -> Text,
        admin_user_key -> Text,
        session_id -> Text,
        subject_key -> Text,
        reason -> Text,
        may_write -> Bool,
        started_at -> Timestamptz,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    report (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        report_type -> SmallInt,
        owner_key -> Text,
        name -> Text,
        description -> Nullable<Text>,
        query -> Jsonb,
        last_opened_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        request_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    report_access (firm_id, report_uuid, user_key) {
        firm_id -> Integer,
        report_uuid -> Uuid,
        user_key -> Text,
        opens_records -> Bool,
        opens_documents -> Bool,
    }
}

diesel::table! {
    report_count (firm_id, report_uuid, scope_key) {
        firm_id -> Integer,
        report_uuid -> Uuid,
        scope_key -> Text,
        totals -> Jsonb,
        as_of -> Timestamptz,
        day -> Nullable<Date>,
        is_stale -> Bool,
    }
}

diesel::table! {
    resolution (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        contact_kind -> SmallInt,
        target_uuid -> Uuid,
        merged_uuids -> Array<Uuid>,
        target_name -> Text,
        merged_names -> Array<Text>,
        fields -> Jsonb,
        created_at -> Timestamptz,
        created_by -> Text,
        undone_at -> Nullable<Timestamptz>,
        undone_by -> Nullable<Text>,
        request_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    report_subscription (firm_id, report_uuid, user_key) {
        firm_id -> Integer,
        report_uuid -> Uuid,
        user_key -> Text,
        is_digest -> Bool,
        told_state -> Nullable<Uuid>,
        before_state -> Nullable<Uuid>,
        is_due -> Bool,
        next_digest_at -> Timestamptz,
    }
}

diesel::table! {
    cohort (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        name -> Text,
        contact_kind -> SmallInt,
        kind -> Text,
        filter -> Nullable<Jsonb>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        description -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
        request_hash -> Nullable<Binary>,
        contact_count -> BigInt,
    }
}

diesel::table! {
    cohort_contact (firm_id, cohort_uuid, contact_uuid) {
        firm_id -> Integer,
        cohort_uuid -> Uuid,
        contact_uuid -> Uuid,
        added_at -> Timestamptz,
        added_by -> Nullable<Text>,
    }
}

diesel::table! {
    cohort_schedule (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        cohort_uuid -> Uuid,
        name -> Text,
        deliverable_type -> Nullable<SmallInt>,
        template_uuid -> Nullable<Uuid>,
        group_by -> Nullable<SmallInt>,
        frequency -> Text,
        first_send_date -> Date,
        send_time -> Time,
        time_zone -> Text,
        send_to -> Text,
        subject -> Text,
        message -> Text,
        includes_annuities -> Bool,
        status -> Text,
        last_send_date -> Nullable<Date>,
        next_send_date -> Nullable<Date>,
        version -> Integer,
        owner_key -> Text,
        next_send_at -> Nullable<Timestamptz>,
        paused_because -> Nullable<Text>,
        request_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    cohort_send_recipient (firm_id, schedule_uuid, send_date, contact_uuid) {
        firm_id -> Integer,
        schedule_uuid -> Uuid,
        send_date -> Date,
        contact_uuid -> Uuid,
        name -> Text,
        address -> Nullable<Text>,
        due_date -> Date,
        state -> Text,
        reason -> Nullable<Text>,
        sent_at -> Nullable<Timestamptz>,
        documents -> Nullable<Jsonb>,
    }
}

diesel::table! {
    branding (firm_id, host) {
        firm_id -> Integer,
        host -> Text,
        version -> Integer,
        platform_name -> Text,
        support_url -> Nullable<Text>,
        support_email -> Nullable<Text>,
        contact_phone_number -> Nullable<Text>,
        primary_color -> Nullable<Text>,
    }
}

diesel::table! {
    branding_logo (firm_id, host, kind) {
        firm_id -> Integer,
        host -> Text,
        kind -> Text,
        hash -> Binary,
        media_type -> Text,
        bytes -> Binary,
    }
}

diesel::table! {
    deliverable_content (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        template_type -> SmallInt,
        part -> Text,
        template_uuid -> Nullable<Uuid>,
        contact_uuid -> Nullable<Uuid>,
        report_uuid -> Nullable<Uuid>,
        value -> Text,
        version -> Integer,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
    }
}

diesel::table! {
    global_template (uuid) {
        uuid -> Uuid,
        template_type -> SmallInt,
        name -> Text,
        is_default -> Bool,
        is_retired -> Bool,
        body -> Jsonb,
        version -> Integer,
    }
}

diesel::table! {
    global_text (template_type, part) {
        template_type -> SmallInt,
        part -> Text,
        value -> Text,
        version -> Integer,
        updated_at -> Timestamptz,
        updated_by -> Text,
        updated_by_name -> Text,
    }
}

diesel::table! {
    platform_change (id) {
        id -> BigInt,
        at -> Timestamptz,
        actor_key -> Text,
        actor_name -> Text,
        action -> Text,
        about -> Text,
        before -> Nullable<Jsonb>,
        after -> Nullable<Jsonb>,
    }
}

diesel::table! {
    text_image (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        name -> Text,
        media_type -> Text,
        width -> Integer,
        height -> Integer,
        size_bytes -> Integer,
        hash -> Binary,
        bytes -> Binary,
        created_by -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    summary_job (firm_id, document_uuid) {
        firm_id -> Integer,
        document_uuid -> Uuid,
        report_uuid -> Nullable<Uuid>,
        template_uuid -> Uuid,
        deliverable_type -> SmallInt,
        group_by -> SmallInt,
        requested_by -> Text,
        is_staffs -> Bool,
        requested_at -> Timestamptz,
        request_hash -> Nullable<Binary>,
        attempts -> SmallInt,
        next_try_at -> Timestamptz,
        error -> Nullable<Text>,
        contact_uuid -> Nullable<Uuid>,
        includes_annuities -> Bool,
    }
}

diesel::table! {
    template (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        template_type -> SmallInt,
        name -> Text,
        body -> Jsonb,
        is_default -> Bool,
        version -> Integer,
    }
}

diesel::table! {
    upload (firm_id, storage_guid) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        upload_type -> SmallInt,
        file_name -> Text,
        size_bytes -> BigInt,
        storage_key -> Text,
        reading -> Jsonb,
        mapping -> Jsonb,
        staged_key -> Nullable<Binary>,
        findings -> Nullable<Jsonb>,
        state -> Text,
        counts -> Nullable<Jsonb>,
        error -> Nullable<Jsonb>,
        cohort_uuid -> Nullable<Uuid>,
        created_at -> Timestamptz,
        created_by -> Text,
        submitted_at -> Nullable<Timestamptz>,
        submitted_by -> Nullable<Text>,
        is_staffs -> Bool,
        request -> Nullable<Jsonb>,
        joined -> Array<Uuid>,
        conflict_count -> Nullable<BigInt>,
        finished_at -> Nullable<Timestamptz>,
        undone_at -> Nullable<Timestamptz>,
        touched_at -> Timestamptz,
        matched_by -> Nullable<Text>,
        purged_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    custom_field (firm_id, contact_kind, name) {
        firm_id -> Integer,
        contact_kind -> SmallInt,
        name -> Text,
        column_number -> Nullable<SmallInt>,
    }
}

diesel::table! {
    audit_log (firm_id, id) {
        firm_id -> Integer,
        id -> BigInt,
        actor_key -> Text,
        on_behalf_of_key -> Nullable<Text>,
        action -> Text,
        subject_type -> Text,
        subject_uuid -> Nullable<Uuid>,
        subject_key -> Nullable<Text>,
        details -> Jsonb,
        trace_id -> Nullable<Text>,
        address -> Nullable<Inet>,
    }
}

diesel::table! {
    cohort_change (firm_id, id) {
        firm_id -> Integer,
        id -> BigInt,
    }
}

diesel::table! {
    cohort_send (firm_id, schedule_uuid, send_date) {
        firm_id -> Integer,
        schedule_uuid -> Uuid,
        send_date -> Date,
        schedule_name -> Text,
        subject -> Text,
        message -> Text,
        send_to -> Text,
        includes_annuities -> Bool,
        owner_key -> Text,
        started_at -> Timestamptz,
        note -> Nullable<Text>,
        template_uuid -> Nullable<Uuid>,
        group_by -> Nullable<SmallInt>,
    }
}

diesel::table! {
    digest_plan (firm_id, user_key) {
        firm_id -> Integer,
        user_key -> Text,
        frequency -> Text,
        weekday -> SmallInt,
        hour -> SmallInt,
        next_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    document (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        subject_type -> Text,
        subject_uuid -> Uuid,
        template_uuid -> Nullable<Uuid>,
        name -> Text,
        media_type -> Text,
        size_bytes -> BigInt,
        content_hash -> Binary,
        storage_key -> Text,
        store_date -> Timestamptz,
        stored_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
        request_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    document_link (firm_id, token_hash) {
        firm_id -> Integer,
        token_hash -> Binary,
        cookie_hash -> Binary,
        document_uuid -> Uuid,
        claims -> Jsonb,
        account -> Text,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    mail_outbox (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        user_key -> Nullable<Text>,
        cause -> Text,
        notification_ids -> Array<BigInt>,
        created_at -> Timestamptz,
        next_try_at -> Timestamptz,
        done_at -> Nullable<Timestamptz>,
        last_error -> Nullable<Text>,
        letter_uuid -> Nullable<Uuid>,
        support_request -> Nullable<Jsonb>,
    }
}

diesel::table! {
    notification_preference (firm_id, user_key, notification_type) {
        firm_id -> Integer,
        user_key -> Text,
        notification_type -> SmallInt,
        is_pushed -> Bool,
        email -> Text,
    }
}

diesel::table! {
    policy_guideline (firm_id, policy_uuid, parameter) {
        firm_id -> Integer,
        policy_uuid -> Uuid,
        parameter -> Text,
        minimum -> Nullable<Numeric>,
        maximum -> Nullable<Numeric>,
    }
}

diesel::table! {
    report_change (firm_id, id) {
        firm_id -> Integer,
        id -> BigInt,
        list -> Text,
        swept_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    report_state (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        as_of -> Timestamptz,
        totals -> Jsonb,
        row_count -> BigInt,
    }
}

diesel::table! {
    rules_run (firm_id) {
        firm_id -> Integer,
        day -> Date,
        ran_at -> Timestamptz,
    }
}

diesel::table! {
    unsubscription (firm_id, address) {
        firm_id -> Integer,
        address -> Text,
        unsubscribed_at -> Timestamptz,
    }
}

diesel::table! {
    upload_contract_effect (firm_id, storage_guid, contract_uuid) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        contract_uuid -> Uuid,
        kept_fields -> Nullable<Array<Text>>,
        kept_reason -> Nullable<Text>,
    }
}

diesel::table! {
    upload_contract_match (firm_id, storage_guid, row_number) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        row_number -> Integer,
    }
}

diesel::table! {
    upload_contract_row (firm_id, storage_guid, row_number) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        row_number -> Integer,
    }
}

diesel::table! {
    upload_effect (firm_id, storage_guid, contact_uuid) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        contact_uuid -> Uuid,
        kept_fields -> Nullable<Array<Text>>,
        kept_reason -> Nullable<Text>,
    }
}

diesel::table! {
    upload_mapping (firm_id, upload_type, fingerprint) {
        firm_id -> Integer,
        upload_type -> SmallInt,
        fingerprint -> Text,
        mapping -> Jsonb,
        saved_at -> Timestamptz,
    }
}

diesel::table! {
    upload_match (firm_id, storage_guid, row_number) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        row_number -> Integer,
        outcome -> Text,
        reason -> Nullable<Text>,
        asks -> Nullable<Text>,
    }
}

diesel::table! {
    upload_progress (firm_id, storage_guid) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        done -> BigInt,
        total -> BigInt,
    }
}

diesel::table! {
    upload_row (firm_id, storage_guid, row_number) {
        firm_id -> Integer,
        storage_guid -> Uuid,
        row_number -> Integer,
    }
}

diesel::table! {
    premium_gift (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        policy_uuid -> Uuid,
        trust_uuid -> Uuid,
        amount -> Numeric,
        gift_date -> Date,
        letter_date -> Date,
        premium_due -> Date,
        received_on -> Nullable<Date>,
        letters_sent_on -> Nullable<Date>,
        premium_paid_on -> Nullable<Date>,
        version -> Integer,
        request_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    calendar_feed (firm_id, user_key) {
        firm_id -> Integer,
        user_key -> Text,
        token_hash -> Binary,
        created_at -> Timestamptz,
        last_read_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    work_snooze (firm_id, user_key, kind, record_uuid) {
        firm_id -> Integer,
        user_key -> Text,
        kind -> Text,
        record_uuid -> Uuid,
        day -> Nullable<Date>,
        until -> Date,
    }
}

diesel::table! {
    work_assignment (firm_id, kind, record_uuid) {
        firm_id -> Integer,
        kind -> Text,
        record_uuid -> Uuid,
        day -> Nullable<Date>,
        assignee -> Text,
        assigned_by -> Text,
        assigned_at -> Timestamptz,
    }
}

diesel::table! {
    partner (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        name -> Text,
        is_active -> Bool,
        origins -> Array<Text>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
    }
}

diesel::table! {
    partner_key (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        partner_uuid -> Uuid,
        key_hash -> Binary,
        ending -> Text,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        last_used_at -> Nullable<Timestamptz>,
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    embed_session (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        partner_uuid -> Uuid,
        key_uuid -> Nullable<Uuid>,
        user_key -> Text,
        widget -> Text,
        origin -> Text,
        contact_kind -> Nullable<SmallInt>,
        contact_uuid -> Nullable<Uuid>,
        secret_hash -> Binary,
        token_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        opened_at -> Nullable<Timestamptz>,
        refusal -> Nullable<Text>,
        report_uuid -> Nullable<Uuid>,
        scopes -> Array<Text>,
    }
}

diesel::table! {
    crummey_letter (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        gift_uuid -> Uuid,
        person_uuid -> Uuid,
        beneficiary -> Text,
        addressee -> Text,
        amount -> Numeric,
        letter_date -> Date,
        gift_amount -> Numeric,
        gift_received_on -> Date,
        document_uuid -> Uuid,
        state -> Text,
        method -> Nullable<Text>,
        email -> Nullable<Text>,
        emailed_at -> Nullable<Timestamptz>,
        sent_by -> Nullable<Text>,
        delivered_on -> Nullable<Date>,
        failure -> Nullable<Text>,
        proof_uuid -> Nullable<Uuid>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
    }
}

diesel::table! {
    medical_document (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        insured_uuid -> Uuid,
        kind -> Text,
        request_uuid -> Nullable<Uuid>,
        content -> Binary,
        content_key_id -> SmallInt,
        media_type -> Text,
        size_bytes -> BigInt,
        content_hash -> Binary,
        storage_key -> Text,
        request_hash -> Nullable<Binary>,
        stored_at -> Timestamptz,
        stored_by -> Nullable<Text>,
    }
}

diesel::table! {
    medical_request (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        insured_uuid -> Uuid,
        state -> Text,
        content -> Binary,
        content_key_id -> SmallInt,
        authorization_uuid -> Nullable<Uuid>,
        authorization_expires_on -> Nullable<Date>,
        sent_on -> Nullable<Date>,
        due_on -> Nullable<Date>,
        request_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    medical_letter (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        request_uuid -> Uuid,
        step -> Text,
        method -> Text,
        state -> Text,
        letter_date -> Date,
        sent_on -> Nullable<Date>,
        sent_by -> Nullable<Text>,
        failure -> Nullable<Text>,
        document_uuid -> Uuid,
        request_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
    }
}

diesel::table! {
    bulk_edit (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        line -> SmallInt,
        user_key -> Text,
        created_at -> Timestamptz,
        undone_at -> Nullable<Timestamptz>,
        result -> Jsonb,
        request_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    trust (firm_id, contact_uuid) {
        firm_id -> Integer,
        contact_uuid -> Uuid,
        kind -> SmallInt,
        version -> Integer,
        trust_type -> Nullable<Text>,
        governing_state -> Nullable<Text>,
        notes -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
    }
}

diesel::table! {
    beneficiary (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        contract_uuid -> Uuid,
        line -> SmallInt,
        class -> Text,
        name -> Text,
        list_name -> Nullable<Text>,
        relationship -> Nullable<Text>,
        birth_date -> Nullable<Date>,
        share_percent -> Nullable<Numeric>,
        is_irrevocable -> Bool,
        is_per_stirpes -> Bool,
        contact_uuid -> Nullable<Uuid>,
        request_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    contract_transaction (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        contract_uuid -> Uuid,
        line -> SmallInt,
        kind -> Text,
        transaction_date -> Date,
        amount -> Numeric,
        surrender_charge -> Nullable<Numeric>,
        tax_withheld -> Nullable<Numeric>,
        note -> Nullable<Text>,
        request_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    trust_person (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        trust_uuid -> Uuid,
        role -> Text,
        is_successor -> Bool,
        name -> Text,
        list_name -> Nullable<Text>,
        birth_date -> Nullable<Date>,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        state -> Nullable<Text>,
        share_percent -> Nullable<Numeric>,
        guardian -> Nullable<Text>,
        has_withdrawal_right -> Bool,
        contact_uuid -> Nullable<Uuid>,
        request_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    best_interest (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        version -> Integer,
        owner_uuid -> Uuid,
        number -> Integer,
        state -> Text,
        content -> Text,
        content_hash -> Nullable<Text>,
        document_uuids -> Array<Uuid>,
        signed_on -> Nullable<Date>,
        review_due_date -> Nullable<Date>,
        retain_until -> Nullable<Date>,
        request_hash -> Nullable<Binary>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
        updated_at -> Timestamptz,
        updated_by -> Nullable<Text>,
    }
}

diesel::table! {
    statutory_amount (kind, from_year) {
        kind -> Text,
        from_year -> SmallInt,
        amount -> Numeric,
    }
}

diesel::table! {
    webhook (firm_id, uuid) {
        firm_id -> Integer,
        uuid -> Uuid,
        partner_uuid -> Uuid,
        version -> Integer,
        url -> Text,
        events -> Array<Text>,
        is_active -> Bool,
        secret -> Binary,
        secret_key_id -> SmallInt,
        previous_secret -> Nullable<Binary>,
        previous_secret_key_id -> Nullable<SmallInt>,
        previous_until -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        created_by -> Nullable<Text>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    admin_account,
    annuity,
    app_user,
    beneficiary,
    best_interest,
    branding,
    branding_logo,
    bulk_edit,
    carrier,
    cohort,
    cohort_contact,
    cohort_schedule,
    contact,
    contract_party,
    contract_transaction,
    crummey_letter,
    deliverable_content,
    document,
    firm,
    firm_assignment,
    firm_assignment_agent,
    firm_assignment_support,
    firm_storage,
    global_template,
    global_text,
    hub_outbox,
    impersonation,
    medical_document,
    medical_letter,
    medical_request,
    platform_change,
    policy,
    premium_gift,
    report,
    report_access,
    report_count,
    report_subscription,
    resolution,
    rules_run,
    statutory_amount,
    summary_job,
    shared_view,
    table_state,
    template,
    text_image,
    trust,
    trust_person,
    upload,
    user_notification,
    user_session,
    value_snapshot,
    work_assignment,
    work_snooze,
);
