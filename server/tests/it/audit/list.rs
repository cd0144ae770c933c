//! The audit log list.

use crate::embed::{PARTNERS, partner_input};
use crate::support::{Client, FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

async fn items(client: &Client, query: Value) -> Vec<Value> {
    let page = client.post("/AuditLog/search", query).await.ok();
    let items = page["items"].as_array().unwrap().clone();
    assert_eq!(page["totalRecords"], items.len());
    items
}

/// Returns `action/record` of each entry, in order.
async fn actions_and_records(client: &Client, query: Value) -> Vec<String> {
    let items = items(client, query).await;
    let line = |item: &Value| {
        format!(
            "{}/{}",
            item["action"].as_str().unwrap(),
            item["record"].as_str().unwrap_or("-")
        )
    };
    items.iter().map(line).collect()
}

/// Starts an app whose log has three entries: an agent added, the agent changed, and a list exported.
async fn app_with_entries() -> (TestApp, Client) {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let person = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
    let agent = admin.post("/FirmAgent/1", person).await.ok();
    let change = json!({ "person": { "firstName": "Ada", "lastName": "Lee", "email": "ada@example.com" }, "version": 1 });
    let uuid = agent["uuid"].as_str().unwrap();
    admin
        .post(format!("/FirmAgent/1/agent/{uuid}"), change)
        .await
        .ok();
    assert_eq!(admin.post("/FirmOwner/export", json!({})).await.status, 200);
    (app, admin)
}

#[tokio::test]
async fn names_partners() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    admin.post(PARTNERS, partner_input("Harbor Planner")).await.ok();
    assert_eq!(
        actions_and_records(&admin, json!({})).await,
        ["add/Harbor Planner"]
    );
}

#[tokio::test]
async fn lists_user_action_and_record_newest_first() {
    let (app, admin) = app_with_entries().await;
    let items = items(&admin, json!({})).await;
    assert_eq!(
        actions_and_records(&admin, json!({})).await,
        ["export/-", "change/Lee, Ada", "add/Lee, Ada"]
    );
    let change = &items[1];
    assert_eq!(
        (&change["user"], &change["onBehalfOf"], &change["recordKind"]),
        (
            &json!("Dana Account Administrator"),
            &Value::Null,
            &json!("agent")
        )
    );
    assert_eq!(change["details"], "Email: empty → ada@example.com");
    let this = json!({ "filter": [{ "column": "entryId", "op": "eq", "value": change["uuid"] }] });
    assert_eq!(actions_and_records(&admin, this).await, ["change/Lee, Ada"]);
    assert!(change["at"].as_str().unwrap().ends_with('Z'));
    assert!(
        items[0]["details"]
            .as_str()
            .unwrap()
            .starts_with("Format: CSV; Columns: Name, Owner Type")
    );

    let columns = admin.get("/AuditLog/columns").await.ok();
    let action = columns
        .as_array()
        .unwrap()
        .iter()
        .find(|column| column["key"] == "action")
        .unwrap();
    let reveal = action["choices"]
        .as_array()
        .unwrap()
        .iter()
        .find(|choice| choice["code"] == "reveal");
    assert_eq!(reveal.unwrap()["label"], "Viewed a tax ID");
    // Other firms do not see the entries.
    assert_eq!(
        actions_and_records(&app.other_firm_admin().await, json!({})).await,
        [""; 0]
    );
}

#[tokio::test]
async fn filters_searches_and_sorts_entries() {
    let (_app, admin) = app_with_entries().await;
    let filter = |column: &str, op: &str, value: Value| json!({ "filter": [{ "column": column, "op": op, "value": value }] });
    for (query, expected) in [
        (filter("action", "eq", json!("add")), vec!["add/Lee, Ada"]),
        (
            filter("recordKind", "in", json!(["owners", "user"])),
            vec!["export/-"],
        ),
        (
            filter("record", "contains", json!("LEE")),
            vec!["change/Lee, Ada", "add/Lee, Ada"],
        ),
        (filter("record", "isEmpty", Value::Null), vec!["export/-"]),
        (
            filter("user", "startsWith", json!("dana")),
            vec!["export/-", "change/Lee, Ada", "add/Lee, Ada"],
        ),
        (
            filter("details", "contains", json!("EMAIL: empty")),
            vec!["change/Lee, Ada"],
        ),
        // Search finds the labels of actions and kinds of records.
        (json!({ "searchText": "list of owners" }), vec!["export/-"]),
        (json!({ "searchText": "exported csv" }), vec!["export/-"]),
        (
            json!({ "searchText": "lee dana" }),
            vec!["change/Lee, Ada", "add/Lee, Ada"],
        ),
        (json!({ "searchText": "nobody" }), vec![]),
        (
            json!({ "sort": [{ "column": "action", "direction": "asc" }] }),
            vec!["add/Lee, Ada", "change/Lee, Ada", "export/-"],
        ),
    ] {
        assert_eq!(
            actions_and_records(&admin, query.clone()).await,
            expected,
            "{query}"
        );
    }
}

#[tokio::test]
async fn filters_by_date_in_the_viewers_time_zone() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let row = json!({ "firm_id": FIRM, "actor_key": "ada", "action": "add", "subject_type": "user",
                      "at": "2026-03-08T04:30:00Z" });
    app.insert("audit_log", row).await;
    let on = |day: &str| json!({ "filter": [{ "column": "date", "op": "eq", "value": day }], "selectColumns": ["date", "record", "action"] });
    // 11:30 p.m. on March 7 in New York.
    assert_eq!(actions_and_records(&admin, on("2026-03-07")).await.len(), 1);
    assert_eq!(actions_and_records(&admin, on("2026-03-08")).await.len(), 0);
    assert_eq!(items(&admin, on("2026-03-07")).await[0]["date"], "2026-03-07");
}

#[tokio::test]
async fn resolves_names_of_users_and_contracts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let annuity = app.annuity("A-1").insert().await;
    let foreign = app.policy("P-2").of_firm(OTHER_FIRM).insert().await;
    for (subject_uuid, subject_key) in [
        (Some(policy.uuid), None),
        (Some(annuity.uuid), None),
        (Some(foreign.uuid), None),
        (None, Some(admin.user_key.clone())),
        (None, Some("gone".to_owned())),
    ] {
        let row = json!({ "firm_id": FIRM, "actor_key": "system", "on_behalf_of_key": admin.user_key, "action": "change",
                          "subject_type": "user", "subject_uuid": subject_uuid, "subject_key": subject_key });
        app.insert("audit_log", row).await;
    }
    let query = json!({ "sort": [{ "column": "record", "direction": "asc" }] });
    let mut expected = vec![
        format!("change/{}", foreign.uuid),
        "change/A-1".into(),
        "change/Dana Account Administrator".into(),
        "change/P-1".into(),
        "change/gone".into(),
    ];
    let mut lines = actions_and_records(&admin, query.clone()).await;
    lines.sort();
    expected.sort();
    assert_eq!(lines, expected, "contracts of other firms are not resolved");
    let entry = &items(&admin, query).await[0];
    assert_eq!(
        (&entry["user"], &entry["onBehalfOf"]),
        (&json!("System"), &json!("Dana Account Administrator"))
    );
}

#[tokio::test]
async fn exports_labels_and_logs_the_export() {
    let (app, admin) = app_with_entries().await;
    let query = json!({ "filter": [{ "column": "action", "op": "eq", "value": "change" }] });
    let reply = admin.post("/AuditLog/export", query).await;
    assert_eq!(
        reply.header("content-disposition"),
        "attachment; filename=\"AuditLog.csv\"; filename*=UTF-8''AuditLog.csv"
    );
    let text = reply.text();
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    assert_eq!(
        lines[0],
        "\u{feff}Date and Time (America/New_York),User,On Behalf Of,Action,Record Kind,Record,Details,Address"
    );
    assert_eq!(lines.len(), 2);
    assert!(
        lines[1].contains(
            ",Dana Account Administrator,,Changed,Agent,\"Lee, Ada\",Email: empty → ada@example.com,"
        ),
        "{text}"
    );
    let last = &items(&admin, json!({})).await[0];
    assert_eq!(
        (&last["action"], &last["recordKind"]),
        (&json!("export"), &json!("auditLog"))
    );
    drop(app);
}

#[tokio::test]
async fn rejects_roles_without_access_and_invalid_queries() {
    let (app, admin) = app_with_entries().await;
    for role in [
        FirmUserType::Professional,
        FirmUserType::OfficeManager,
        FirmUserType::ViewOnly,
        FirmUserType::TrustedAdvisor,
    ] {
        let client = app.as_role(role).await;
        client.get("/AuditLog/columns").await.refused(403, "forbidden");
        for path in ["/AuditLog/search", "/AuditLog/export"] {
            client.post(path, json!({})).await.refused(403, "forbidden");
        }
    }
    for path in ["/AuditLog/search", "/AuditLog/export"] {
        for (query, field, code) in [
            (
                json!({ "selectColumns": ["hash"] }),
                "selectColumns[0]",
                "unknown_column",
            ),
            (
                json!({ "filter": [{ "column": "at", "op": "eq", "value": "2026-11-21" }] }),
                "filter[0].column",
                "not_filterable",
            ),
            (
                json!({ "filter": [{ "column": "action", "op": "eq", "value": "explode" }] }),
                "filter[0].value",
                "unknown_choice",
            ),
            (
                json!({ "uuid": uuid::Uuid::nil(), "contactType": 1 }),
                "uuid",
                "not_for_this_list",
            ),
        ] {
            admin.post(path, query).await.invalid(field, code);
        }
        let report = json!({ "reportUuid": uuid::Uuid::nil() });
        admin.post(path, report).await.refused(404, "not_found");
    }
}
