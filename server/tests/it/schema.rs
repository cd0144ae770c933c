//! Guarantees of the database schema: row security between firms, append-only tables, reversible migrations.

use crate::support::{Database, FIRM, OTHER_FIRM, TestApp};
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection};
use diesel_migrations::MigrationHarness;
use server::db::migrate::{self, MIGRATIONS};
use std::collections::BTreeMap;
use tokio_postgres::Client;

async fn texts(client: &Client, sql: &str) -> Vec<String> {
    client
        .query(sql, &[])
        .await
        .unwrap()
        .iter()
        .map(|row| row.get(0))
        .collect()
}

async fn tenant_tables(client: &Client) -> Vec<String> {
    let tables = "SELECT table_name::text FROM information_schema.columns
                  WHERE table_schema = 'public' AND column_name = 'firm_id' ORDER BY 1";
    texts(client, tables).await
}

async fn as_firm(app: &TestApp, firm: i32) -> Client {
    let client = app.database.app_role().await;
    client
        .batch_execute(&format!("SET firmbook.firm = '{firm}'"))
        .await
        .unwrap();
    client
}

#[tokio::test]
async fn every_tenant_table_has_forced_row_security() {
    let app = TestApp::new().await;
    let tables = tenant_tables(&app.owner).await;
    assert!(tables.len() >= 25, "{tables:?}");
    let secured =
        "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relrowsecurity AND relforcerowsecurity
                   ORDER BY 1";
    assert_eq!(texts(&app.owner, secured).await, tables);
    let keyed = "SELECT conrelid::regclass::text FROM pg_constraint c
                 JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
                 WHERE contype = 'p' AND a.attname = 'firm_id' ORDER BY 1";
    assert_eq!(
        texts(&app.owner, keyed).await,
        tables,
        "firm_id is the first column of every primary key"
    );
}

#[tokio::test]
async fn application_role_has_no_ownership_or_privileges() {
    let app = TestApp::new().await;
    let role = "SELECT (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)::text
                FROM pg_roles WHERE rolname = 'firmbook_app'";
    assert_eq!(app.text(role).await.as_deref(), Some("false"));
    let owned = "SELECT count(*) FROM pg_class WHERE relowner = 'firmbook_app'::regrole";
    assert_eq!(app.number(owned).await, 0);
    let member = "SELECT count(*) FROM pg_auth_members WHERE member = 'firmbook_app'::regrole";
    assert_eq!(app.number(member).await, 0);
    // SECURITY DEFINER functions bypass the restrictions of the application role. Each has a fixed search path.
    let functions = "SELECT proname || ' ' || array_to_string(proconfig, ' ') FROM pg_proc
                     WHERE pronamespace = 'public'::regnamespace AND prosecdef ORDER BY 1";
    assert_eq!(
        texts(&app.owner, functions).await,
        [
            "firmbook_audit_chain search_path=pg_catalog, public, pg_temp",
            "firmbook_correct_user search_path=pg_catalog, public, pg_temp",
            "firmbook_firm_users search_path=pg_catalog, public, pg_temp",
            "firmbook_has_signed_in search_path=pg_catalog, public, pg_temp",
            "firmbook_last_sign_in search_path=pg_catalog, public, pg_temp",
            "firmbook_merge_search_lists search_path=pg_catalog, public, pg_temp",
            "firmbook_works_elsewhere search_path=pg_catalog, public, pg_temp",
        ]
    );
    let creates = "SELECT has_schema_privilege('firmbook_app', 'public', 'CREATE')::text";
    assert_eq!(app.text(creates).await.as_deref(), Some("false"));
}

/// Inserts a row of each firm into every tenant table.
async fn insert_rows_of_both_firms(app: &TestApp) {
    for firm in [FIRM, OTHER_FIRM] {
        let uuid = format!("00000000-0000-0000-0000-00000000000{firm}");
        let user = format!("user{firm}");
        app.execute(&format!(
            "INSERT INTO app_user (user_key, issuer, subject, first_name, last_name) VALUES ('{user}', 'i', '{user}', 'A', 'B');
             INSERT INTO firm_assignment (firm_id, user_key, firm_user_type) VALUES ({firm}, '{user}', 1);
             INSERT INTO firm_assignment_agent VALUES ({firm}, '{user}', '{uuid}');
             INSERT INTO firm_assignment_support VALUES ({firm}, '{user}', '{user}');
             INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES ({firm}, '{uuid}', 1, 'Ada');
             INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status)
               SELECT {firm}, '{uuid}', 'P', uuid, name, 'Term', 'InForce' FROM carrier;
             INSERT INTO annuity (firm_id, uuid, contract_number, carrier_uuid, carrier_name, product_type, status)
               SELECT {firm}, '{uuid}', 'A', uuid, name, 'FIA', 'InForce' FROM carrier;
             INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role)
               VALUES ({firm}, '{uuid}', '{uuid}', 1, 1, 'Agent');
             INSERT INTO value_snapshot (firm_id, contract_uuid, line, as_of, source)
               VALUES ({firm}, '{uuid}', 1, '2026-01-01', 'Manual');
             INSERT INTO policy_guideline VALUES ({firm}, '{uuid}', 'lapseAge', 95, NULL);
             INSERT INTO report (firm_id, uuid, report_type, owner_key, name, query)
               VALUES ({firm}, '{uuid}', 1, '{user}', 'R', '{{}}');
             INSERT INTO report_count (firm_id, report_uuid, scope_key, totals, as_of, snapshot)
               VALUES ({firm}, '{uuid}', 'all', '{{}}', now(), '1:1:');
             INSERT INTO report_state (firm_id, uuid, report_uuid, scope_key, as_of, totals, row_count)
               VALUES ({firm}, '{uuid}', '{uuid}', 'all', now(), '{{}}', 0);
             INSERT INTO report_access VALUES ({firm}, '{uuid}', '{user}');
             INSERT INTO report_subscription (firm_id, report_uuid, user_key) VALUES ({firm}, '{uuid}', '{user}');
             INSERT INTO cohort (firm_id, uuid, name, contact_kind, kind) VALUES ({firm}, '{uuid}', 'C', 1, 'Static');
             INSERT INTO cohort_contact (firm_id, cohort_uuid, contact_uuid) VALUES ({firm}, '{uuid}', '{uuid}');
             INSERT INTO cohort_schedule (firm_id, uuid, cohort_uuid, name, frequency, first_send_date, send_time,
                 time_zone, send_to, subject, message, owner_key)
               VALUES ({firm}, '{uuid}', '{uuid}', 'S', 'Once', '2026-01-01', '09:00', 'UTC', 'Contact', 's', 'm', '{user}');
             INSERT INTO cohort_send VALUES ({firm}, '{uuid}', '2026-01-01', 'S', 's', 'm', 'Contact', false, '{user}', now());
             INSERT INTO cohort_send_recipient (firm_id, schedule_uuid, send_date, contact_uuid, name, due_date, state)
               VALUES ({firm}, '{uuid}', '2026-01-01', '{uuid}', 'Ada', '2026-01-01', 'Sent');
             INSERT INTO unsubscription VALUES ({firm}, 'ada@mail.example', now());
             INSERT INTO template (firm_id, uuid, template_type, name, body) VALUES ({firm}, '{uuid}', 1, 'T', '{{}}');
             INSERT INTO deliverable_content (firm_id, uuid, template_type, template_uuid, part, value)
               VALUES ({firm}, '{uuid}', 1, '{uuid}', 'CoverPage', 'v');
             INSERT INTO text_image VALUES ({firm}, '{uuid}', 'I', 'image/png', 1, 1, 1, 'h', 'b', '{user}', now());
             INSERT INTO summary_job (firm_id, document_uuid, report_uuid, template_uuid, deliverable_type, group_by,
                 requested_by, is_staffs, requested_at, next_try_at)
               VALUES ({firm}, '{uuid}', '{uuid}', '{uuid}', 3, 1, '{user}', false, now(), now());
             INSERT INTO document (firm_id, uuid, subject_type, subject_uuid, name, media_type, size_bytes,
                 content_hash, storage_key)
               VALUES ({firm}, '{uuid}', 'contact', '{uuid}', 'D', 'text/plain', 1, '\\x00', 'k');
             INSERT INTO document_link VALUES ({firm}, '\\x0{firm}', '\\x00', '{uuid}', '{{}}', 'a', now());
             INSERT INTO resolution (firm_id, uuid, contact_kind, target_uuid, merged_uuids, target_name, merged_names,
                 fields, created_by)
               VALUES ({firm}, '{uuid}', 1, '{uuid}', '{{}}', 'Ada', '{{}}', '{{}}', '{user}');
             INSERT INTO duplicate_check (firm_id, contact_uuid) VALUES ({firm}, '{uuid}');
             INSERT INTO duplicate_run VALUES ({firm}, 1, 1, now(), '{user}');
             INSERT INTO blocking_key VALUES ({firm}, 1, '{uuid}');
             INSERT INTO duplicate_pair (firm_id, uuid, contact_kind, first_uuid, second_uuid, percent, reasons,
                 reason_labels)
               VALUES ({firm}, '{uuid}', 1, '{uuid}', '{uuid}', 80, '[]', '');
             INSERT INTO merged_row VALUES ({firm}, 'contract_party', '{uuid}', 'k', '{uuid}', '{{}}');
             INSERT INTO upload (firm_id, storage_guid, upload_type, file_name, size_bytes, storage_key, reading, mapping,
                 state, created_by)
               VALUES ({firm}, '{uuid}', 1, 'f', 1, 'k', '{{}}', '{{}}', 'Mapping', '{user}');
             INSERT INTO upload_row (firm_id, storage_guid, row_number, contact_uuid, is_refused, is_skipped, has_warning,
                 display_name, custom_fields)
               VALUES ({firm}, '{uuid}', 2, '{uuid}', false, false, false, 'Ada', '{{}}');
             INSERT INTO upload_match (firm_id, storage_guid, row_number, outcome) VALUES ({firm}, '{uuid}', 2, 'New');
             INSERT INTO upload_effect (firm_id, storage_guid, contact_uuid, is_new) VALUES ({firm}, '{uuid}', '{uuid}', true);
             INSERT INTO upload_contract_row VALUES ({firm}, '{uuid}', 2, '{uuid}', false, false, NULL, '{{}}');
             INSERT INTO upload_contract_match (firm_id, storage_guid, row_number, outcome) VALUES ({firm}, '{uuid}', 2, 'New');
             INSERT INTO upload_contract_effect (firm_id, storage_guid, contract_uuid, is_new)
               VALUES ({firm}, '{uuid}', '{uuid}', true);
             INSERT INTO upload_progress VALUES ({firm}, '{uuid}', 1, 2);
             INSERT INTO upload_mapping (firm_id, upload_type, fingerprint, mapping) VALUES ({firm}, 1, 'f', '{{}}');
             INSERT INTO custom_field (firm_id, contact_kind, name) VALUES ({firm}, 1, 'Tier');
             INSERT INTO user_notification (firm_id, user_key, notification_type, display_name, dedup_key)
               VALUES ({firm}, '{user}', 1, 'N', 'k');
             INSERT INTO hub_outbox (firm_id, user_key) VALUES ({firm}, '{user}');
             INSERT INTO notification_preference (firm_id, user_key, notification_type) VALUES ({firm}, '{user}', 1);
             INSERT INTO digest_plan (firm_id, user_key) VALUES ({firm}, '{user}');
             INSERT INTO rules_run VALUES ({firm}, '2026-11-21', now());
             INSERT INTO mail_outbox (firm_id, user_key, cause, notification_ids, created_at, next_try_at)
               VALUES ({firm}, '{user}', 'Notice', '{{}}', now(), now());
             INSERT INTO premium_gift (firm_id, uuid, policy_uuid, trust_uuid, amount, gift_date, letter_date, premium_due)
               VALUES ({firm}, '{uuid}', '{uuid}', '{uuid}', 1, '2026-11-21', '2026-11-21', '2026-11-21');
             INSERT INTO trust (firm_id, contact_uuid) VALUES ({firm}, '{uuid}');
             INSERT INTO beneficiary (firm_id, uuid, contract_uuid, line, class, name)
               VALUES ({firm}, '{uuid}', '{uuid}', 1, 'Primary', 'Ada');
             INSERT INTO best_interest (firm_id, uuid, owner_uuid, number, state, content)
               VALUES ({firm}, '{uuid}', '{uuid}', 1, 'Draft', '{{}}');
             INSERT INTO contract_transaction (firm_id, uuid, contract_uuid, line, kind, transaction_date, amount)
               VALUES ({firm}, '{uuid}', '{uuid}', 1, 'Loan', '2026-11-21', 1);
             INSERT INTO trust_person (firm_id, uuid, trust_uuid, role, name)
               VALUES ({firm}, '{uuid}', '{uuid}', 'Grantor', 'Ada');
             INSERT INTO work_snooze VALUES ({firm}, '{user}', 'premiumsDue', '{uuid}', NULL, '2026-11-22');
             INSERT INTO work_assignment VALUES ({firm}, 'premiumsDue', '{uuid}', NULL, '{user}', '{user}', now());
             INSERT INTO calendar_feed VALUES ({firm}, '{user}', '\\x0{firm}', now());
             INSERT INTO partner VALUES ({firm}, '{uuid}', 1, 'Bank', true, '{{https://bank.example}}', now());
             INSERT INTO partner_key VALUES ({firm}, '{uuid}', '{uuid}', '\\x0{firm}', 'abcd', now());
             INSERT INTO embed_session (firm_id, uuid, partner_uuid, key_uuid, user_key, widget, origin, secret_hash,
                 created_at, expires_at)
               VALUES ({firm}, '{uuid}', '{uuid}', '{uuid}', '{user}', 'policyList', 'https://bank.example', '\\x0{firm}',
                 now(), now());
             INSERT INTO webhook (firm_id, uuid, partner_uuid, url, events, secret, secret_key_id, created_at)
               VALUES ({firm}, '{uuid}', '{uuid}', 'https://bank.example/', '{{}}', '\\x00', 1, now());
             INSERT INTO webhook_delivery (firm_id, uuid, webhook_uuid, event_id, event, body, created_at)
               VALUES ({firm}, '{uuid}', '{uuid}', '{uuid}', 'contact.updated', '{{}}', now());
             INSERT INTO crummey_letter (firm_id, uuid, gift_uuid, person_uuid, beneficiary, addressee, amount,
                 letter_date, gift_amount, gift_received_on, document_uuid)
               VALUES ({firm}, '{uuid}', '{uuid}', '{uuid}', 'Ada', 'Ada', 1, '2026-11-21', 1, '2026-11-21', '{uuid}');
             INSERT INTO medical_document (firm_id, uuid, insured_uuid, kind, content, content_key_id, media_type,
                 size_bytes, content_hash, storage_key)
               VALUES ({firm}, '{uuid}', '{uuid}', 'Authorization', '\\x00', 1, 'text/plain', 1, '\\x00', 'm');
             INSERT INTO medical_request (firm_id, uuid, insured_uuid, content, content_key_id)
               VALUES ({firm}, '{uuid}', '{uuid}', '\\x00', 1);
             INSERT INTO medical_letter (firm_id, uuid, request_uuid, step, method, letter_date, document_uuid)
               VALUES ({firm}, '{uuid}', '{uuid}', 'Request', 'Mail', '2026-11-21', '{uuid}');
             INSERT INTO bulk_edit (firm_id, uuid, line, user_key, result) VALUES ({firm}, '{uuid}', 1, '{user}', '{{}}');
             INSERT INTO bulk_edit_contract VALUES ({firm}, '{uuid}', '{uuid}', 2, '{{}}');
             INSERT INTO favorite (firm_id, user_key, kind, uuid) VALUES ({firm}, '{user}', 'agent', '{uuid}');
             INSERT INTO shared_view (firm_id, uuid, list, name_key, view, created_by)
               VALUES ({firm}, '{uuid}', 'agents', 'v', '{{}}', '{user}');
             INSERT INTO table_state (firm_id, user_key, list, state) VALUES ({firm}, '{user}', 'agents', '{{}}');
             INSERT INTO admin_account (admin_user_key, user_key, admin_user_type) VALUES ('staff{firm}', '{user}', 1);
             INSERT INTO app_user (user_key, issuer, subject, first_name, last_name) VALUES ('colleague{firm}', 'i', 'c{firm}', 'C', 'D');
             INSERT INTO impersonation (firm_id, uuid, actor_key, admin_user_key, session_id, subject_key, reason,
                 may_write, expires_at)
               VALUES ({firm}, '{uuid}', '{user}', 'staff{firm}', 's', 'colleague{firm}', 'to see a total', false, now());
             INSERT INTO audit_log (firm_id, actor_key, action, subject_type) VALUES ({firm}, '{user}', 'a', 's');
             INSERT INTO branding (firm_id, host) VALUES ({firm}, 'host{firm}.example');
             INSERT INTO branding_logo VALUES ({firm}, 'host{firm}.example', 'app', '\\x00', 'image/png', '\\x00');"
        ))
        .await;
    }
}

#[tokio::test]
async fn row_security_shows_only_rows_of_the_current_firm() {
    let app = TestApp::new().await;
    insert_rows_of_both_firms(&app).await;
    let (nobody, firm) = (app.database.app_role().await, as_firm(&app, FIRM).await);
    for table in tenant_tables(&app.owner).await {
        let count = format!("SELECT count(*)::text FROM {table}");
        assert_eq!(texts(&nobody, &count).await, ["0"], "{table} without a firm");
        let own = texts(&firm, &count).await[0].parse::<i64>().unwrap();
        assert!(
            own > 0,
            "{table} has no row of its firm: add one to insert_rows_of_both_firms"
        );
        let foreign = format!("SELECT count(*)::text FROM {table} WHERE firm_id <> {FIRM}");
        assert_eq!(texts(&firm, &foreign).await, ["0"], "{table} shows another firm");
        assert!(
            texts(&app.owner, &foreign).await != ["0"],
            "{table} has no row of another firm: add one to insert_rows_of_both_firms"
        );
    }
    for bad in ["", "0", "99"] {
        nobody
            .batch_execute(&format!("SET firmbook.firm = '{bad}'"))
            .await
            .unwrap();
        assert_eq!(texts(&nobody, "SELECT count(*)::text FROM contact").await, ["0"]);
    }
    nobody
        .batch_execute("SET firmbook.firm = ''; SET firmbook.\"user\" = 'user1'")
        .await
        .unwrap();
    assert_eq!(texts(&nobody, "SELECT firm_id::text FROM firm").await, ["1"]);
    assert_eq!(
        texts(&nobody, "SELECT firm_id::text FROM firm_assignment").await,
        ["1"]
    );
    assert_eq!(
        texts(&nobody, "SELECT firm_id::text FROM firm_assignment_agent").await,
        [""; 0]
    );
    for own in ["user_notification", "impersonation"] {
        let seen = texts(&nobody, &format!("SELECT firm_id::text FROM {own}")).await;
        assert_eq!(seen, ["1"], "{own} shows only rows of the user");
    }
}

#[tokio::test]
async fn staff_sees_only_firm_tables_without_an_open_firm() {
    let app = TestApp::new().await;
    insert_rows_of_both_firms(&app).await;
    let staff = app.database.app_role().await;
    for (key, firms) in [
        ("user1", vec!["1", "2"]),
        ("colleague1", vec![]),
        ("nobody", vec![]),
        ("", vec![]),
    ] {
        staff
            .batch_execute(&format!("SET firmbook.staff = '{key}'"))
            .await
            .unwrap();
        for table in tenant_tables(&app.owner).await {
            let seen = texts(
                &staff,
                &format!("SELECT DISTINCT firm_id::text FROM {table} ORDER BY 1"),
            )
            .await;
            let is_shown = ["firm", "firm_assignment", "firm_list_total"].contains(&table.as_str());
            assert_eq!(
                seen,
                if is_shown { firms.clone() } else { vec![] },
                "{table} as {key}"
            );
        }
    }
    staff.batch_execute("SET firmbook.staff = 'user1'").await.unwrap();
    app.execute("UPDATE admin_account SET is_active = false").await;
    assert_eq!(texts(&staff, "SELECT firm_id::text FROM firm").await, [""; 0]);
}

#[tokio::test]
async fn rejects_writing_or_moving_rows_of_other_firms() {
    let app = TestApp::new().await;
    insert_rows_of_both_firms(&app).await;
    let firm = as_firm(&app, FIRM).await;
    for table in tenant_tables(&app.owner).await {
        for statement in [
            format!("UPDATE {table} SET firm_id = {OTHER_FIRM} WHERE firm_id = {FIRM}"),
            format!(
                "INSERT INTO {table} SELECT (jsonb_populate_record(null::{table}, to_jsonb(t) || '{{\"firm_id\": {OTHER_FIRM}}}')).* FROM {table} t"
            ),
        ] {
            assert!(firm.batch_execute(&statement).await.is_err(), "{statement}");
        }
        for statement in [
            format!("UPDATE {table} SET firm_id = {FIRM} WHERE firm_id = {OTHER_FIRM}"),
            format!("DELETE FROM {table} WHERE firm_id = {OTHER_FIRM}"),
        ] {
            match firm.execute(&statement, &[]).await {
                Ok(touched) => assert_eq!(touched, 0, "{statement}"),
                Err(error) => assert_eq!(error.code().unwrap().code(), "42501", "{statement}: {error:?}"),
            }
        }
    }
    // Checks that row security causes the error, not another constraint.
    for statement in [
        "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (2, gen_random_uuid(), 1, 'Eve')",
        "UPDATE contact SET firm_id = 2",
    ] {
        let error = firm.batch_execute(statement).await.unwrap_err();
        assert!(
            error
                .as_db_error()
                .unwrap()
                .message()
                .contains("row-level security"),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn audit_log_and_snapshots_are_append_only() {
    let app = TestApp::new().await;
    insert_rows_of_both_firms(&app).await;
    let firm = as_firm(&app, FIRM).await;
    for table in ["audit_log", "value_snapshot"] {
        for statement in [
            format!("UPDATE {table} SET firm_id = firm_id"),
            format!("DELETE FROM {table}"),
            format!("TRUNCATE {table}"),
            format!("DROP TABLE {table}"),
            format!("ALTER TABLE {table} DISABLE ROW LEVEL SECURITY"),
        ] {
            let error = firm.batch_execute(&statement).await.unwrap_err();
            assert_eq!(error.code().unwrap().code(), "42501", "{statement}");
        }
    }
    // Undoing a change can only mark its values as withdrawn.
    firm.batch_execute("UPDATE value_snapshot SET withdrawn_at = now()")
        .await
        .unwrap();
    let error = firm
        .batch_execute("UPDATE value_snapshot SET withdrawn_at = now(), cash_value = 1")
        .await
        .unwrap_err();
    assert_eq!(error.code().unwrap().code(), "42501");
    for shared in ["app_user", "carrier", "branding", "admin_account", "firm"] {
        let error = firm
            .batch_execute(&format!("DELETE FROM {shared}"))
            .await
            .unwrap_err();
        assert_eq!(error.code().unwrap().code(), "42501", "{shared}");
    }
}

#[tokio::test]
async fn migration_chains_existing_audit_rows() {
    let app = TestApp::new().await;
    let connection = AsyncPgConnection::establish(&app.database.owner_url)
        .await
        .unwrap();
    let mut harness = AsyncMigrationHarness::new(connection);
    let mut harness = tokio::task::spawn_blocking(move || {
        while MigrationHarness::<diesel::pg::Pg>::applied_migrations(&mut harness)
            .unwrap()
            .iter()
            .any(|version| version.to_string().as_str() >= "20261121000007")
        {
            harness.revert_last_migration(MIGRATIONS).unwrap();
        }
        harness
    })
    .await
    .unwrap();
    app.execute(
        "INSERT INTO audit_log (firm_id, actor_key, action, subject_type, details)
         SELECT 1 + i % 2, 'ada', 'add', 'user', jsonb_build_object('i', i) FROM generate_series(1, 9) i",
    )
    .await;
    tokio::task::spawn_blocking(move || harness.run_pending_migrations(MIGRATIONS).map(|_| ()).unwrap())
        .await
        .unwrap();
    let chains = server::audit::verify(&mut app.database.owner().await, &[])
        .await
        .unwrap();
    let seen: Vec<_> = chains
        .iter()
        .map(|chain| (chain.firm_id, chain.rows, chain.broken))
        .collect();
    assert_eq!(seen, [(1, 4, None), (2, 5, None)]);
    let order = "SELECT string_agg(details ->> 'i', ' ' ORDER BY id) FROM audit_log WHERE firm_id = 2";
    assert_eq!(app.text(order).await.as_deref(), Some("1 3 5 7 9"));
}

/// Returns the columns and their nullability, parsed from `server/src/db/schema.rs`.
fn schema_rs() -> BTreeMap<String, BTreeMap<String, bool>> {
    let text = include_str!("../../src/db/schema.rs");
    let mut tables: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    let mut table = String::new();
    for line in text.lines().map(str::trim) {
        if let Some((column, kind)) = line.split_once(" -> ") {
            tables
                .get_mut(&table)
                .unwrap()
                .insert(column.into(), kind.starts_with("Nullable"));
        } else if let Some((name, _)) = line.split_once(" (").filter(|_| line.ends_with('{')) {
            table = name.into();
            tables.insert(table.clone(), BTreeMap::new());
        }
    }
    tables
}

#[tokio::test]
async fn diesel_schema_matches_the_database() {
    let app = TestApp::new().await;
    let tables = schema_rs();
    assert!(tables.len() >= 2 && tables["contact"].len() > 40);
    for (table, columns) in tables {
        for (column, is_nullable) in columns {
            let sql = format!(
                "SELECT (is_nullable = 'YES')::text || is_generated FROM information_schema.columns
                 WHERE table_schema = 'public' AND table_name = '{table}' AND column_name = '{column}'"
            );
            let found = app
                .text(&sql)
                .await
                .unwrap_or_else(|| panic!("{table} has no column {column}"));
            assert_eq!(found, format!("{is_nullable}NEVER"), "{table}.{column}");
        }
    }
}

async fn shape(client: &Client) -> Vec<String> {
    texts(
        client,
        "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '')
           FROM information_schema.columns WHERE table_schema = 'public'
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT tablename || policyname || coalesce(qual, '') FROM pg_policies
         UNION ALL SELECT tgrelid::regclass || tgname FROM pg_trigger WHERE NOT tgisinternal
         UNION ALL SELECT grantee || table_name || privilege_type FROM information_schema.role_table_grants
           WHERE grantee = 'firmbook_app'
         UNION ALL SELECT proname || pg_get_functiondef(oid) FROM pg_proc WHERE proname LIKE 'firmbook_%' ORDER BY 1",
    )
    .await
}

#[tokio::test]
async fn migrations_can_be_reverted_and_reapplied() {
    let database = Database::empty().await;
    assert!(migrate::migrate(&database.owner_url).await.unwrap() >= 5);
    assert_eq!(
        migrate::migrate(&database.owner_url).await.unwrap(),
        0,
        "no pending migrations on the second start"
    );
    let client = database.owner().await;
    let before = shape(&client).await;
    let connection = AsyncPgConnection::establish(&database.owner_url).await.unwrap();
    tokio::task::spawn_blocking(move || {
        AsyncMigrationHarness::new(connection)
            .revert_all_migrations(MIGRATIONS)
            .map(|_| ())
            .unwrap();
    })
    .await
    .unwrap();
    let left = texts(
        &client,
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
                               AND relkind = 'r' AND relname <> '__diesel_schema_migrations'",
    )
    .await;
    assert_eq!(left, [""; 0]);
    let functions = texts(
        &client,
        "SELECT proname::text FROM pg_proc WHERE proname LIKE 'firmbook_%'",
    )
    .await;
    assert_eq!(functions, [""; 0]);
    migrate::migrate(&database.owner_url).await.unwrap();
    assert_eq!(shape(&client).await, before);
}

#[tokio::test]
async fn concurrent_nodes_migrate_once() {
    let database = Database::empty().await;
    let nodes = (0..3).map(|_| {
        let url = database.owner_url.clone();
        tokio::spawn(async move { migrate::migrate(&url).await.unwrap() })
    });
    let done: Vec<usize> = futures_util::future::try_join_all(nodes).await.unwrap();
    assert_eq!(done.iter().filter(|done| **done > 0).count(), 1, "{done:?}");
}
