//! A change of the book marks the reports that it can touch, and no others.

use super::{in_force, path, report};
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::list::ListName;
use shared::report::ReportType;
use std::collections::BTreeSet;

async fn count_all(client: &Client, reports: &[Value]) {
    for report in reports {
        client
            .post(format!("{}/totals", path(report)), json!({}))
            .await
            .ok();
    }
}

async fn stale(client: &Client, reports: &[Value]) -> Vec<String> {
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
async fn a_change_marks_just_the_reports_that_it_can_touch() {
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
        // The name of a party is in the text that contracts are found by.
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
        count_all(&admin, &reports).await;
        assert_eq!(
            stale(&admin, &reports).await,
            [""; 0],
            "all are counted before: {change}"
        );
        app.execute(&change).await;
        assert_eq!(stale(&admin, &reports).await, touched, "{change}");
    }
}

/// Who sells what decides over the rows of a block, whatever the contract's own columns say.
#[tokio::test]
async fn a_new_agent_touches_the_reports_of_blocks() {
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
    count_all(&advisor, &seen).await;
    count_all(&admin, &all).await;
    app.link_as(&policy, &second, 3).await;
    assert_eq!(stale(&advisor, &seen).await, ["block"]);
    assert_eq!(stale(&admin, &all).await, [""; 0]);
    let totals = advisor
        .post(format!("{}/totals", path(&seen[0])), json!({}))
        .await
        .ok();
    assert_eq!(totals["totals"]["policyCount"], 1);
}

/// What is committed while a report is counted, and what was begun before and is committed after, is not forgotten.
#[tokio::test]
async fn a_count_never_passes_for_fresh_when_it_missed_a_change() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").with("death_benefit", "1.00").insert().await;
    let saved = [report(&admin, 1, "in force", in_force()).await];
    let totals = format!("{}/totals", path(&saved[0]));
    // A change that is written before the count and lasts after it.
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
    assert_eq!(stale(&admin, &saved).await, ["in force"]);
    let counted = admin.post(&totals, json!({})).await.ok();
    assert_eq!(
        (&counted["totals"]["deathBenefit"], &counted["isTotalStale"]),
        (&json!("2.00"), &json!(false))
    );
    assert_eq!(
        stale(&admin, &saved).await,
        [""; 0],
        "a sweep after it finds nothing that it missed"
    );
}

/// What is asked of a day is another question on the next one.
#[tokio::test]
async fn a_report_that_depends_on_the_day_is_stale_on_the_next() {
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
    count_all(&admin, &saved).await;
    assert_eq!(stale(&admin, &saved).await, [""; 0]);
    app.execute("UPDATE report_count SET day = day - 1").await;
    assert_eq!(stale(&admin, &saved).await, ["soon"]);
}

/// Every column that a filter, a search or a total of a list reads is compared when rows change.
#[tokio::test]
async fn no_column_of_a_list_is_forgotten_by_the_triggers() {
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
                "SELECT pg_get_triggerdef(oid) FROM pg_trigger
                 WHERE tgrelid = '{table}'::regclass AND tgname = 'noted_update'"
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
