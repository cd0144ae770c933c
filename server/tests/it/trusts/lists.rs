//! The lists of trusts and their people for viewers of the whole firm, of a block and of another firm.

use super::trust;
use crate::support::{Client, Row, TestApp};
use serde_json::{Value, json};

async fn rows(client: &Client, resource: &str, columns: &[&str]) -> Vec<Value> {
    let query = json!({ "selectColumns": columns });
    let found = client.post(format!("/{resource}/search"), query).await.ok();
    found["items"].as_array().unwrap().clone()
}

/// Inserts two trusts with policies, gifts and people. Returns them with an advisor, who can see one of the first
/// trust's two policies.
async fn book(app: &TestApp) -> (Row, Row, Client) {
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (lee, ng) = (trust(app, "Lee Trust").await, trust(app, "Ng Trust").await);
    for (number, trust, is_own, day) in [
        ("P-1", &lee, false, "2026-12-01"),
        ("P-2", &lee, true, "2026-12-15"),
        ("P-3", &ng, false, "2026-12-20"),
    ] {
        let policy = app.policy(number).insert().await;
        app.link(&policy, trust).await;
        if is_own {
            app.link(&policy, &agent).await;
        }
        app.execute(&format!(
            "INSERT INTO premium_gift (firm_id, uuid, policy_uuid, trust_uuid, amount, gift_date, letter_date, premium_due)
             VALUES (1, gen_random_uuid(), '{}', '{}', 10, '{day}', date '{day}' + 3, date '{day}' + 60)",
            policy.uuid, trust.uuid
        ))
        .await;
    }
    for trust in [&lee, &ng] {
        app.execute(&format!(
            "INSERT INTO trust_person (firm_id, uuid, trust_uuid, role, is_successor, name)
             SELECT 1, gen_random_uuid(), '{}', role, s, name FROM (VALUES ('Grantor', false, 'Kim Lee'),
               ('Trustee', false, 'Zoe Park'), ('Trustee', false, 'Ann Ng'), ('Trustee', true, 'Max Roy'),
               ('Beneficiary', false, 'Ada Lee')) AS p(role, s, name)",
            trust.uuid
        ))
        .await;
    }
    (lee, ng, advisor)
}

#[tokio::test]
async fn counts_and_dates_exclude_policies_outside_the_block() {
    let app = TestApp::new().await;
    let (_, _, advisor) = book(&app).await;
    let columns = [
        "name",
        "trustee",
        "grantor",
        "policyCount",
        "nextGiftDate",
        "nextLetterDate",
    ];
    let cells = |rows: Vec<Value>| -> Vec<Value> {
        let cells = |row: &Value| json!(columns.map(|column| row[column].clone()));
        rows.iter().map(cells).collect()
    };
    let admin = app.admin().await;
    assert_eq!(
        cells(rows(&admin, "Trust", &columns).await),
        [
            json!([
                "Lee Trust",
                "Ann Ng, Zoe Park",
                "Kim Lee",
                2,
                "2026-12-01",
                "2026-12-04"
            ]),
            json!([
                "Ng Trust",
                "Ann Ng, Zoe Park",
                "Kim Lee",
                1,
                "2026-12-20",
                "2026-12-23"
            ]),
        ]
    );
    assert_eq!(
        cells(rows(&advisor, "Trust", &columns).await),
        [json!([
            "Lee Trust",
            "Ann Ng, Zoe Park",
            "Kim Lee",
            1,
            "2026-12-15",
            "2026-12-18"
        ])]
    );
    let query =
        json!({ "selectColumns": columns, "filter": [{ "column": "policyCount", "op": "eq", "value": 2 }] });
    for (client, count) in [(&admin, 1), (&advisor, 0)] {
        let found = client.post("/Trust/search", query.clone()).await.ok();
        assert_eq!(found["items"].as_array().unwrap().len(), count);
    }
}

#[tokio::test]
async fn lists_only_people_of_visible_trusts() {
    let app = TestApp::new().await;
    let (lee, ng, advisor) = book(&app).await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    for (resource, each) in [("TrustGrantor", 1), ("Trustee", 3), ("TrustBeneficiary", 1)] {
        let columns = ["name", "trust", "trustId", "policyCount"];
        let shown = rows(&advisor, resource, &columns).await;
        assert_eq!(shown.len(), each, "{resource}");
        assert!(
            shown
                .iter()
                .all(|row| row["trustId"] == json!(lee.uuid) && row["policyCount"] == 1)
        );
        assert_eq!(rows(&admin, resource, &columns).await.len(), 2 * each);
        assert_eq!(rows(&stranger, resource, &columns).await, Vec::<Value>::new());
    }
    assert_eq!(rows(&stranger, "Trust", &["name"]).await, Vec::<Value>::new());

    app.execute(&format!(
        "UPDATE contact SET deleted_at = now() WHERE uuid = '{}'",
        ng.uuid
    ))
    .await;
    app.execute(&format!(
        "UPDATE contact SET owner_type = 1 WHERE uuid = '{}'",
        lee.uuid
    ))
    .await;
    for resource in ["Trust", "TrustGrantor", "Trustee", "TrustBeneficiary"] {
        assert_eq!(rows(&admin, resource, &["name"]).await, Vec::<Value>::new());
    }
}

#[tokio::test]
async fn search_finds_people_by_name_and_by_trust() {
    let app = TestApp::new().await;
    book(&app).await;
    let admin = app.admin().await;
    for (text, count) in [("park", 2), ("zoe lee", 1), ("ng trust", 4), ("nobody", 0)] {
        let query = json!({ "selectColumns": ["name"], "searchText": text });
        let found = admin.post("/Trustee/search", query).await.ok();
        assert_eq!(found["items"].as_array().unwrap().len(), count, "{text}");
    }
}

#[tokio::test]
async fn people_are_listed_by_last_name() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    let people = format!("/Trust/{}/person", lee.uuid);
    for name in ["Zoe Adams", "Ann Young", "Young, Amy", "Harbor Bank"] {
        let person = json!({ "role": "Trustee", "name": name });
        admin.post(&people, person).await.ok();
    }
    let names = async |query: Value| -> Vec<Value> {
        let found = admin.post("/Trustee/search", query).await.ok();
        let rows = found["items"].as_array().unwrap().iter();
        rows.map(|row| row["name"].clone()).collect()
    };
    assert_eq!(
        names(json!({})).await,
        ["Adams, Zoe", "Harbor Bank", "Young, Amy", "Young, Ann"]
    );
    for text in ["young, ann", "Ann Young"] {
        assert_eq!(
            names(json!({ "searchText": text })).await,
            ["Young, Ann"],
            "{text}"
        );
    }
}
