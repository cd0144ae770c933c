//! List queries use their indexes, under row security and with the application's database role.

use super::book::{all_columns, first_page_index, search_path};
use crate::support::{Database, FIRM, Filled, TestApp};
use bytes::BytesMut;
use serde_json::{Value, json};
use server::auth::{Scope, Sight};
use server::list::statement::{Bind, Statement};
use server::list::{Shape, compile, quick};
use shared::home::ListWork;
use shared::list::{CheckedQuery, ListName, ListQuery, Private, check, check_shown};
use shared::quick_search::QuickText;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, SimpleQueryMessage};

const ROWS: usize = 6_000;

/// Returns a database with two firms of the same size, each with thousands of agents, policies and annuities.
pub(super) async fn large_book() -> Database {
    static FILLED: Filled = Filled::new();
    FILLED.copy(fill).await
}

async fn fill() -> Database {
    let database = Database::create().await;
    let owner = database.owner().await;
    execute(&owner, &format!(
        "SET firmbook.bulk = 'on';
         INSERT INTO contact (firm_id, uuid, kind, display_name, email, city, npn)
           SELECT firm, gen_random_uuid(), 1, 'Name' || md5(i::text) || ', Ada', 'mail' || i || '@example.com',
             'City' || i % 50, i::text
           FROM generate_series(1, {ROWS}) i, (VALUES (1), (2)) firms (firm);
         UPDATE contact_total SET death_benefit = npn::integer * 1.01 FROM contact WHERE contact.uuid = contact_total.uuid;
         INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES ({FIRM}, gen_random_uuid(), 1, 'Quixotry, Zed');
         INSERT INTO contact (firm_id, uuid, kind, display_name, owner_type)
           SELECT {FIRM}, gen_random_uuid(), kind, 'Name' || md5(i::text), CASE kind WHEN 2 THEN 1 END
           FROM generate_series(1, {ROWS}) i, (VALUES (2), (3)) kinds (kind);
         INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, death_benefit)
           SELECT firm, gen_random_uuid(), 'P' || md5(i::text), (SELECT uuid FROM carrier LIMIT 1), 'Cedar Life', 'Term',
             'InForce', i
           FROM generate_series(1, {ROWS}) i, (VALUES (1), (2)) firms (firm);
         INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, insured_name)
           VALUES ({FIRM}, gen_random_uuid(), 'RARE', (SELECT uuid FROM carrier LIMIT 1), 'Cedar Life', 'Term', 'InForce',
             'Quixotry, Zed');
         INSERT INTO annuity (firm_id, uuid, contract_number, carrier_uuid, carrier_name, product_type, status,
             contract_value)
           SELECT firm, gen_random_uuid(), 'C' || md5(i::text), (SELECT uuid FROM carrier LIMIT 1), 'Cedar Life', 'FIA',
             'InForce', i
           FROM generate_series(1, {ROWS}) i, (VALUES (1), (2)) firms (firm);
         INSERT INTO annuity (firm_id, uuid, contract_number, carrier_uuid, carrier_name, product_type, status, owner_name)
           VALUES ({FIRM}, gen_random_uuid(), 'RARE', (SELECT uuid FROM carrier LIMIT 1), 'Cedar Life', 'FIA', 'InForce',
             'Quixotry, Zed');
         INSERT INTO beneficiary (firm_id, uuid, contract_uuid, line, class, name)
           SELECT firm_id, gen_random_uuid(), uuid, 1, 'Primary', 'Name' || md5(policy_number) FROM policy
           UNION ALL SELECT firm_id, gen_random_uuid(), uuid, 2, 'Primary', 'Name' || md5(contract_number) FROM annuity;
         INSERT INTO contract_transaction (firm_id, uuid, contract_uuid, line, kind, transaction_date, amount, created_by)
           SELECT firm_id, gen_random_uuid(), uuid, line, 'Withdrawal',
             date '2026-11-21' - (abs(hashtext(uuid::text)) % 6000), 100, 'dana'
           FROM (SELECT firm_id, uuid, 1 AS line FROM policy UNION ALL SELECT firm_id, uuid, 2 FROM annuity) contracts;
         SET firmbook.bulk = '';
         SELECT firmbook_refresh_firm(1);
         ALTER TABLE audit_log DISABLE TRIGGER USER;
         INSERT INTO audit_log (firm_id, id, at, actor_key, action, subject_type, hash)
           SELECT firm, i, now() - i * interval '1 minute', 'dana', 'change', 'agent', ''
           FROM generate_series(1, {ROWS}) i, (VALUES (1), (2)) firms (firm);
         ALTER TABLE audit_log ENABLE TRIGGER USER;"
    ))
    .await;
    for table in [
        "contact",
        "contact_total",
        "policy",
        "annuity",
        "beneficiary",
        "contract_transaction",
        "audit_log",
    ] {
        execute(&owner, &format!("VACUUM ANALYZE {table}")).await;
    }
    database
}

pub(super) async fn execute(owner: &Client, sql: &str) {
    owner.batch_execute(sql).await.unwrap();
}

pub(super) fn checked(list: ListName, query: Value) -> CheckedQuery {
    let query: ListQuery = serde_json::from_value(query).unwrap();
    let day = jiff::civil::date(2026, 11, 21);
    check_shown(list, (None, Private::All), &query, day).unwrap()
}

/// Returns a page's query plan, explained as `firmbook_app` with the firm set. The plan is generic for statements that
/// are planned once.
async fn plan(app: &TestApp, list: ListName, query: Value) -> String {
    explain(
        app,
        &compile(&checked(list, query), FIRM, &Scope::All, Shape::Page),
    )
    .await
}

pub(super) async fn explain(app: &TestApp, statement: &Statement) -> String {
    let (text, binds) = statement.text();
    let client = app.database.app_role().await;
    client
        .batch_execute(&format!(
            "BEGIN; SELECT set_config('firmbook.firm', '{FIRM}', true)"
        ))
        .await
        .unwrap();
    if statement.is_planned_once {
        let rows = client
            .simple_query(&format!("EXPLAIN (COSTS OFF, GENERIC_PLAN) {text}"))
            .await;
        return rows
            .unwrap_or_else(|error| panic!("{error:?}: {text}"))
            .iter()
            .filter_map(|message| match message {
                SimpleQueryMessage::Row(row) => Some(row.get(0)?.to_owned() + "\n"),
                _ => None,
            })
            .collect();
    }
    let values: Vec<Box<dyn ToSql + Sync + Send>> = binds.into_iter().map(value).collect();
    let values: Vec<&(dyn ToSql + Sync)> = values
        .iter()
        .map(|value| &**value as &(dyn ToSql + Sync))
        .collect();
    let rows = client
        .query(&format!("EXPLAIN (COSTS OFF) {text}"), &values)
        .await;
    let rows = rows.unwrap_or_else(|error| panic!("{error:?}: {text}"));
    rows.iter().map(|row| row.get::<_, String>(0) + "\n").collect()
}

fn value(bind: &Bind) -> Box<dyn ToSql + Sync + Send> {
    match bind.clone() {
        Bind::SmallInt(value) => Box::new(value),
        Bind::Integer(value) => Box::new(value),
        Bind::BigInt(value) => Box::new(value),
        Bind::Text(value) => Box::new(value),
        Bind::Texts(value) => Box::new(value),
        Bind::Flag(value) => Box::new(value),
        Bind::Flags(values) => Box::new(values),
        Bind::Uuid(value) => Box::new(AsUuid(value)),
        Bind::Date(value) => Box::new(AsDate(value.to_jiff())),
        other => panic!("unsupported bind {other:?}"),
    }
}

/// A uuid in PostgreSQL's binary format.
#[derive(Debug)]
struct AsUuid(uuid::Uuid);

impl ToSql for AsUuid {
    fn to_sql(
        &self,
        _: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        out.extend_from_slice(self.0.as_bytes());
        Ok(IsNull::No)
    }

    fn accepts(asked: &Type) -> bool {
        *asked == Type::UUID
    }

    to_sql_checked!();
}

/// A date in PostgreSQL's binary format: days since 2000-01-01.
#[derive(Debug)]
struct AsDate(jiff::civil::Date);

impl ToSql for AsDate {
    fn to_sql(
        &self,
        _: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        let days = (self.0 - jiff::civil::date(2000, 1, 1)).get_days();
        out.extend_from_slice(&days.to_be_bytes());
        Ok(IsNull::No)
    }

    fn accepts(asked: &Type) -> bool {
        *asked == Type::DATE
    }

    to_sql_checked!();
}

/// Selects every column. Names are stored in the row, so the order needs no join.
#[tokio::test]
async fn first_page_of_every_list_is_read_in_order() {
    let app = TestApp::of(large_book().await).await;
    for list in ListName::ALL {
        let plan = plan(&app, list, json!({ "selectColumns": all_columns(list) })).await;
        if let Some(index) = first_page_index(list) {
            // Subplans are cells. The details of an audit entry are sorted within their cell.
            let rows = plan.split("SubPlan").next().unwrap();
            assert!(rows.contains(index) && !rows.contains("Sort"), "{list:?}: {plan}");
        }
    }
}

#[tokio::test]
async fn pages_searches_and_sorts_use_indexes() {
    let app = TestApp::of(large_book().await).await;
    let by = |column: &str, direction: &str| json!([{ "column": column, "direction": direction }]);
    let first = plan(&app, ListName::Agents, json!({})).await;
    assert!(
        first.contains("using contact_name on contact") && !first.contains("Sort"),
        "{first}"
    );

    for (list, index) in [
        (ListName::Agents, "contact_search"),
        (ListName::Policies, "policy_search"),
        (ListName::Annuities, "annuity_search"),
    ] {
        let rare = plan(&app, list, json!({ "searchText": "quixotry" })).await;
        assert!(rare.contains(&format!("Bitmap Index Scan on {index}")), "{rare}");
        let rare = json!({ "searchText": "quixotry zed", "sort": by("deathBenefit", "desc") });
        let rare = plan(&app, list, rare).await;
        assert!(rare.contains(&format!("Bitmap Index Scan on {index}")), "{rare}");
    }
    // Selects every column. Party names are stored in the row, so nothing is joined.
    for (list, by_number, largest, by_worth) in [
        (
            ListName::Policies,
            "policy_by_number",
            "deathBenefit",
            "policy_death_benefit",
        ),
        (
            ListName::Annuities,
            "annuity_by_number",
            "contractValue",
            "annuity_contract_value",
        ),
    ] {
        let columns = all_columns(list);
        let first = plan(&app, list, json!({ "selectColumns": columns })).await;
        assert!(
            first.contains(by_number) && !first.contains("Sort") && !first.contains("Join"),
            "{first}"
        );
        let largest = plan(&app, list, json!({ "sort": by(largest, "desc") })).await;
        assert!(
            largest.contains(by_worth) && !largest.contains("Sort"),
            "{largest}"
        );
    }

    // A page after a cursor starts reading at the cursor's key.
    let admin = app.admin().await;
    for (list, column, index) in [
        (ListName::Agents, "name", "contact_name"),
        (ListName::Policies, "deathBenefit", "policy_death_benefit"),
        (ListName::Beneficiaries, "name", "beneficiary_name"),
        (
            ListName::Transactions,
            "transactionDate",
            "contract_transaction_date",
        ),
    ] {
        let sort = json!([{ "column": column, "direction": "desc" }]);
        let page = admin
            .post(
                search_path(list),
                json!({ "sort": sort, "limit": { "rowCount": 100 } }),
            )
            .await
            .ok();
        let query = json!({ "sort": sort, "limit": { "offset": 100, "after": page["cursor"] } });
        let plan = plan(&app, list, query).await;
        let condition = plan
            .lines()
            .find(|line| line.contains("Index Cond"))
            .unwrap_or_default();
        assert!(plan.contains(index) && !plan.contains("Sort"), "{plan}");
        assert!(
            condition.contains("ROW("),
            "the key is not part of the index condition: {plan}"
        );
    }
}

/// The wide contact rows are read only for the rows of the page.
#[tokio::test]
async fn sorts_and_filters_by_totals_read_the_totals_table() {
    let app = TestApp::of(large_book().await).await;
    let sort = json!([{ "column": "deathBenefit", "direction": "desc" }]);
    let columns = json!(["name", "deathBenefit"]);
    let first = json!({ "sort": sort, "selectColumns": columns });
    let filtered = json!({ "sort": sort, "selectColumns": columns,
                           "filter": [{ "column": "policyCount", "op": "gte", "value": 0 }] });
    for query in [first, filtered] {
        let plan = plan(&app, ListName::Agents, query).await;
        assert!(plan.contains("on contact_total t"), "{plan}");
        assert!(
            plan.contains("Index Scan using contact_pkey on contact\n"),
            "{plan}"
        );
        assert!(!plan.contains("contact_name"), "{plan}");
    }
    // A page without totals does not read the totals table.
    let names = json!({ "selectColumns": ["name"] });
    let plan = plan(&app, ListName::Agents, names).await;
    assert!(!plan.contains("contact_total"), "{plan}");
}

#[tokio::test]
async fn quick_search_uses_indexes() {
    let app = TestApp::of(large_book().await).await;
    let sight = Sight {
        firm_id: FIRM,
        scope: &Scope::All,
        day: jiff::civil::date(2026, 11, 21),
        time_zone: "UTC",
    };
    let plan = async |text: &str| {
        let text = QuickText::read(text).unwrap().unwrap();
        explain(&app, &quick::compile(&quick::GROUPS, &sight, &text)).await
    };
    let rare = plan("quixotry zed").await;
    for index in ["contact_search", "policy_search"] {
        assert!(rare.contains(&format!("Bitmap Index Scan on {index}")), "{rare}");
    }
    // Prefix matches are read in index order, and only as many as are shown.
    for text in ["qu", "quixotry", "12"] {
        let plan = plan(text).await;
        assert!(
            plan.contains("name_key >= ") && plan.contains("Index Only Scan using contact_name")
                || plan.contains("Index Scan using contact_name"),
            "{plan}"
        );
        assert!(
            plan.contains("number_key >= ") && plan.contains("policy_by_number"),
            "{plan}"
        );
        for table in ["contact", "policy"] {
            assert!(!plan.contains(&format!("Seq Scan on {table} ")), "{plan}");
        }
        assert!(text.len() > 2 || !plan.contains("_search"), "{plan}");
    }
}

#[tokio::test]
async fn home_cards_use_indexes() {
    let app = TestApp::of(large_book().await).await;
    let later = "date '2026-11-21' + (abs(hashtext(uuid::text)) % 6000)";
    app.execute(&format!(
        "SET firmbook.bulk = 'on';
         UPDATE policy SET next_premium_date = {later}, level_period_end_date = {later}, conversion_expiry_date = {later};
         UPDATE annuity SET surrender_period_end_date = {later};
         UPDATE contact SET best_interest_review_due = {later} WHERE kind = 2;
         SET firmbook.bulk = ''"
    ))
    .await;
    app.execute("VACUUM ANALYZE policy").await;
    app.execute("VACUUM ANALYZE annuity").await;
    app.execute("VACUUM ANALYZE contact").await;
    for (kind, index) in [
        (ListWork::LapsePending, "policy_status"),
        (ListWork::PremiumsDue, "policy_next_premium"),
        (ListWork::TermsEnding, "policy_level_period_end"),
        (ListWork::ConversionsEnding, "policy_conversion_expiry"),
        (ListWork::SurrenderEnding, "annuity_surrender_period_end"),
        (ListWork::BestInterestReviews, "contact_review_due"),
    ] {
        let query = check(kind.list(), &kind.query(25), jiff::civil::date(2026, 11, 21)).unwrap();
        let plan = explain(&app, &compile(&query, FIRM, &Scope::All, Shape::Page)).await;
        assert!(plan.contains(index) && !plan.contains("Seq Scan"), "{plan}");
    }
}
