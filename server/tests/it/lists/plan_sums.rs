//! Query plans of sums for reports, analytics and the dashboard. Totals of whole lists are precomputed, sums
//! of a filter find their rows by an index, and sums over the whole firm scan each table once.

use super::plan::{checked, execute, explain, large_book};
use crate::support::{Database, FIRM, Filled, TestApp};
use serde_json::{Value, json};
use server::auth::Scope;
use server::list::ScopedQuery;
use server::list::groups::{self, MOST_SHOWN};
use server::list::statement::Statement;
use server::list::totals::write_totals;
use shared::list::ListName;
use shared::list::groups::{By, Grouping};

/// Starts an app on the large book with an agent on every policy. In each firm, 200 agents share all policies.
async fn book() -> TestApp {
    static FILLED: Filled = Filled::new();
    TestApp::of(FILLED.copy(fill).await).await
}

async fn fill() -> Database {
    let database = large_book().await;
    let owner = database.owner().await;
    execute(
        &owner,
        "SET firmbook.bulk = 'on';
         INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
           SELECT p.firm_id, p.uuid, c.uuid, 1, 1, 'Agent', 1
           FROM (SELECT *, row_number() OVER (PARTITION BY firm_id ORDER BY uuid) AS n FROM policy) p
           JOIN (SELECT *, row_number() OVER (PARTITION BY firm_id ORDER BY uuid) AS n FROM contact) c
             ON c.firm_id = p.firm_id AND c.n = p.n % 200 + 1;
         UPDATE policy SET status = 'LapsePending' WHERE uuid IN (SELECT uuid FROM policy WHERE firm_id = 1 LIMIT 20);
         SET firmbook.bulk = ''",
    )
    .await;
    execute(&owner, "VACUUM ANALYZE contract_party").await;
    execute(&owner, "VACUUM ANALYZE policy").await;
    database
}

fn scan_count(plan: &str, of: &str) -> usize {
    plan.lines()
        .filter(|line| line.contains("Scan") && line.trim_end().ends_with(of))
        .count()
}

async fn explain_analysis(app: &TestApp, grouping: Grouping, query: Value) -> String {
    let query = checked(ListName::Policies, query);
    explain(
        app,
        &groups::compile(&query, grouping, FIRM, &Scope::All, MOST_SHOWN),
    )
    .await
}

async fn explain_totals(app: &TestApp, list: ListName, query: Value) -> String {
    let question = ScopedQuery {
        query: checked(list, query),
        scope: Scope::All,
    };
    let mut statement = Statement::default();
    write_totals(&mut statement, &question, FIRM);
    explain(app, &statement).await
}

#[tokio::test]
async fn analytics_over_the_whole_firm_scan_each_table_once() {
    let app = book().await;
    for grouping in Grouping::ALL.iter().copied() {
        let plan = explain_analysis(&app, grouping, json!({})).await;
        if grouping == Grouping::Agents {
            assert_eq!(scan_count(&plan, " on contact_total"), 1, "{plan}");
            assert_eq!(scan_count(&plan, " on firm_list_total"), 1, "{plan}");
            assert!(
                !plan.contains("on policy") && !plan.contains("contract_party"),
                "{plan}"
            );
            continue;
        }
        if grouping == Grouping::PolicyOwner {
            assert_eq!(scan_count(&plan, " on contact_total"), 1, "{plan}");
            assert_eq!(scan_count(&plan, " on firm_list_total"), 1, "{plan}");
            assert!(plan.contains("contract_party_not_owner"), "{plan}");
            assert!(
                !plan.contains("Seq Scan on policy") && !plan.contains("Seq Scan on contract_party"),
                "{plan}"
            );
            continue;
        }
        let by_party = usize::from(matches!(grouping.by(), By::Party(_)));
        assert_eq!(scan_count(&plan, " on policy t"), 1, "{grouping:?}: {plan}");
        assert_eq!(
            scan_count(&plan, " on contract_party"),
            by_party,
            "{grouping:?}: {plan}"
        );
        assert_eq!(
            scan_count(&plan, " on contact person"),
            by_party,
            "{grouping:?}: {plan}"
        );
        // There is no lookup per policy.
        let joined = plan.lines().any(|line| {
            let is_join = line.contains("Hash Cond") || line.contains("Merge Cond");
            is_join && line.contains("t.uuid") && line.contains("contract_uuid")
        });
        assert_eq!(usize::from(joined), by_party, "{grouping:?}: {plan}");
        assert!(!plan.contains("SubPlan"), "{grouping:?}: {plan}");
    }
}

#[tokio::test]
async fn analytics_over_a_filter_find_policies_and_parties_by_index() {
    let app = book().await;
    let rare = json!({ "searchText": "quixotry" });
    let lapsing = json!({ "filter": [{ "column": "status", "op": "eq", "value": "LapsePending" }] });
    for (query, index) in [(rare, "policy_search"), (lapsing, "policy_status")] {
        for grouping in Grouping::ALL.iter().copied() {
            let plan = explain_analysis(&app, grouping, query.clone()).await;
            assert!(
                plan.contains(&format!("Index Scan on {index}")) || plan.contains(&format!("using {index}")),
                "{grouping:?}: {plan}"
            );
            // Only a query with many policies may read all of the firm's parties.
            let mut above = "";
            for line in plan.lines() {
                let is_for_many = above.contains("One-Time Filter") && above.contains(">= 10000");
                assert!(!line.contains("Seq Scan on policy"), "{grouping:?}: {plan}");
                assert!(
                    is_for_many || !line.contains("Seq Scan on contract_party"),
                    "{grouping:?}: {plan}"
                );
                above = line;
            }
        }
    }
}

#[tokio::test]
async fn report_totals_are_precomputed_or_use_indexes() {
    let app = book().await;
    for list in [ListName::Agents, ListName::Policies, ListName::Annuities] {
        let whole = explain_totals(&app, list, json!({})).await;
        assert_eq!(scan_count(&whole, " on firm_list_total"), 1, "{whole}");
        assert_eq!(whole.matches("Scan").count(), 1, "{whole}");
    }
    for (list, index) in [
        (ListName::Agents, "contact_search"),
        (ListName::Policies, "policy_search"),
        (ListName::Annuities, "annuity_search"),
    ] {
        let rare = explain_totals(&app, list, json!({ "searchText": "quixotry" })).await;
        assert!(rare.contains(&format!("Bitmap Index Scan on {index}")), "{rare}");
        assert!(!rare.contains("Seq Scan"), "{rare}");
    }
    let two = json!({ "filter": [{ "column": "status", "op": "eq", "value": "LapsePending" },
                                 { "column": "productType", "op": "eq", "value": "Term" }] });
    let two = explain_totals(&app, ListName::Policies, two).await;
    assert!(
        two.contains("policy_status") && !two.contains("Seq Scan"),
        "{two}"
    );
    assert_eq!(
        scan_count(&two, " on policy t"),
        1,
        "the sums come from one scan: {two}"
    );
}
