//! A data change marks the totals of a report as stale only if it can affect them.

use super::{in_force, path, report};
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::list::ListName;
use shared::report::ReportType;
use std::collections::BTreeSet;

async fn compute_all(client: &Client, reports: &[Value]) {
    for report in reports {
        client
            .post(format!("{}/totals", path(report)), json!({}))
            .await
            .ok();
    }
}

async fn stale_names(client: &Client, reports: &[Value]) -> Vec<String> {
    let mut names = Vec::new();
    for report in reports {
        let shown = client.get(path(report)).await.ok();
        if shown["isTotalStale"] == true {
            names.push(shown["name"].as_str().unwrap().to_owned());
        }
    }
    names
}

#[tokio::test]
async fn change_marks_only_the_reports_it_can_affect() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, annuity) = (
        app.policy("P-1").insert().await,
        app.annuity("A-1").insert().await,
    );
    let owner = app.owner("Olga Holt").insert().await;
    app.link(&policy, &owner).await;
    let reports = [
        report(&admin, 2, "all policies", json!({})).await,
        report(&admin, 1, "not ended", json!({})).await,
        report(&admin, 1, "in force", in_force()).await,
        report(&admin, 2, "found", json!({ "searchText": "holt" })).await,
        report(&admin, 3, "annuities", json!({})).await,
        report(&admin, 6, "owners", json!({})).await,
        report(
            &admin,
            6,
            "in Texas",
            json!({ "filter": [{ "column": "state", "op": "eq", "value": "TX" }] }),
        )
        .await,
        report(&admin, 4, "agents", json!({})).await,
    ];
    for (change, touched) in [
        (
            format!(
                "UPDATE policy SET status = 'Lapsed' WHERE uuid = '{}'",
                policy.uuid
            ),
            vec!["not ended", "in force"],
        ),
        (
            format!(
                "UPDATE policy SET paid_to_date = '2026-01-01' WHERE uuid = '{}'",
                policy.uuid
            ),
            vec![],
        ),
        (
            format!("UPDATE policy SET status = status WHERE uuid = '{}'", policy.uuid),
            vec![],
        ),
        (
            format!(
                "UPDATE policy SET death_benefit = 5 WHERE uuid = '{}'",
                policy.uuid
            ),
            vec![
                "all policies",
                "not ended",
                "in force",
                "found",
                "owners",
                "in Texas",
            ],
        ),
        (
            format!(
                "UPDATE annuity SET contract_value = 7 WHERE uuid = '{}'",
                annuity.uuid
            ),
            vec!["annuities"],
        ),
        (
            format!(
                "UPDATE annuity SET death_benefit = 7 WHERE uuid = '{}'",
                annuity.uuid
            ),
            vec![],
        ),
        (
            format!("UPDATE contact SET state = 'TX' WHERE uuid = '{}'", owner.uuid),
            vec!["in Texas"],
        ),
        // Contract search text contains the names of parties.
        (
            format!(
                "UPDATE contact SET display_name = 'Holt, O' WHERE uuid = '{}'",
                owner.uuid
            ),
            vec!["found"],
        ),
        (
            format!(
                "UPDATE annuity SET deleted_at = now() WHERE uuid = '{}'",
                annuity.uuid
            ),
            vec!["annuities"],
        ),
        (
            "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (1, gen_random_uuid(), 1, 'New')"
                .into(),
            vec!["agents"],
        ),
        (
            "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (2, gen_random_uuid(), 1, 'New')"
                .into(),
            vec![],
        ),
    ] {
        compute_all(&admin, &reports).await;
        assert_eq!(
            stale_names(&admin, &reports).await,
            [""; 0],
            "all totals are current before: {change}"
        );
        app.execute(&change).await;
        assert_eq!(stale_names(&admin, &reports).await, touched, "{change}");
    }
}

/// Agent links decide which rows are in a block, independently of the contract's own columns.
#[tokio::test]
async fn new_agent_link_marks_reports_of_that_block() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let (first, second) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Zoe Lee").insert().await,
    );
    app.give_block(&advisor, &[&second]).await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &first).await;
    let seen = [report(&advisor, 1, "block", json!({})).await];
    let all = [report(&admin, 1, "all", json!({})).await];
    compute_all(&advisor, &seen).await;
    compute_all(&admin, &all).await;
    app.link_as(&policy, &second, 3).await;
    assert_eq!(stale_names(&advisor, &seen).await, ["block"]);
    assert_eq!(stale_names(&admin, &all).await, [""; 0]);
    let totals = advisor
        .post(format!("{}/totals", path(&seen[0])), json!({}))
        .await
        .ok();
    assert_eq!(totals["totals"]["policyCount"], 1);
}

/// A change that is uncommitted while the totals are computed marks them as stale once it commits.
#[tokio::test]
async fn totals_are_stale_if_a_concurrent_change_was_missed() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").with("death_benefit", "1.00").insert().await;
    let saved = [report(&admin, 1, "in force", in_force()).await];
    let totals = format!("{}/totals", path(&saved[0]));
    // The change is written before the computation and committed after it.
    let mut writer = app.database.owner().await;
    let change = writer.transaction().await.unwrap();
    change
        .batch_execute(&format!(
            "UPDATE policy SET death_benefit = 2 WHERE uuid = '{}'",
            policy.uuid
        ))
        .await
        .unwrap();
    let counted = admin.post(&totals, json!({})).await.ok();
    assert_eq!(
        (&counted["totals"]["deathBenefit"], &counted["isTotalStale"]),
        (&json!("1.00"), &json!(false))
    );
    change.commit().await.unwrap();
    assert_eq!(stale_names(&admin, &saved).await, ["in force"]);
    let counted = admin.post(&totals, json!({})).await.ok();
    assert_eq!(
        (&counted["totals"]["deathBenefit"], &counted["isTotalStale"]),
        (&json!("2.00"), &json!(false))
    );
    assert_eq!(
        stale_names(&admin, &saved).await,
        [""; 0],
        "no further change was missed"
    );
}

/// A filter relative to today matches different rows the next day.
#[tokio::test]
async fn report_with_a_relative_date_is_stale_the_next_day() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.policy("P-1")
        .with("paid_to_date", "2026-11-25")
        .insert()
        .await;
    let soon = json!({ "filter": [{ "column": "paidToDate", "op": "inNextDays", "value": 7 }] });
    let saved = [
        report(&admin, 1, "soon", soon).await,
        report(&admin, 1, "all", json!({})).await,
    ];
    compute_all(&admin, &saved).await;
    assert_eq!(stale_names(&admin, &saved).await, [""; 0]);
    app.execute("UPDATE report_count SET day = day - 1").await;
    assert_eq!(stale_names(&admin, &saved).await, ["soon"]);
}

/// The triggers must compare every column that a filter, a search or a total reads.
#[tokio::test]
async fn triggers_compare_every_column_used_by_reports() {
    let app = TestApp::new().await;
    let lists: BTreeSet<&str> = ReportType::ALL.iter().map(|kind| kind.list().as_str()).collect();
    for list in lists.into_iter().filter_map(ListName::from_name) {
        let table = match list {
            ListName::Policies => "policy",
            ListName::Annuities => "annuity",
            _ => "contact",
        };
        let trigger = app
            .text(&format!(
                "SELECT string_agg(pg_get_triggerdef(oid), ' ') FROM pg_trigger
                 WHERE tgrelid IN ('{table}'::regclass, to_regclass('{table}_total')) AND tgname = 'noted_update'"
            ))
            .await
            .unwrap();
        let compared: Vec<&str> = trigger.split('\'').collect();
        let read: BTreeSet<&str> = compared
            .iter()
            .flat_map(|column| server::list::keys_reading(list, column))
            .collect();
        assert!(compared.contains(&"search_text"), "{table}");
        for column in list
            .columns()
            .iter()
            .filter(|column| column.filters || column.totals)
        {
            assert!(read.contains(column.key), "{}: {}", list.as_str(), column.key);
        }
    }
}
