//! Custom fields as columns of the contact lists.

use crate::reports::report;
use crate::support::{FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType::TrustedAdvisor;

/// Adds agents with the custom fields Tier and Office, and an owner with Club.
async fn fill(app: &TestApp) {
    app.execute(&format!(
        "INSERT INTO custom_field (firm_id, contact_kind, name, column_number)
         VALUES ({FIRM}, 1, 'Tier', 1), ({FIRM}, 1, 'Office', 2), ({FIRM}, 1, 'Without column', NULL), ({FIRM}, 2, 'Club', 1)"
    ))
    .await;
    for (name, fields) in [
        ("Ada Lee", json!({ "Tier": "Gold", "Office": "West" })),
        ("Bo Ek", json!({ "Tier": "gold plus" })),
        ("Cy Fox", json!({ "Office": "East" })),
        ("Di Gu", json!({})),
    ] {
        app.agent(name).with("custom_fields", fields).insert().await;
    }
    app.owner("Olga Holt")
        .with("custom_fields", json!({ "Club": "Blue", "Tier": "Gold" }))
        .insert()
        .await;
}

fn custom_columns(columns: &Value) -> Vec<(&str, &str)> {
    let columns = columns.as_array().unwrap().iter();
    columns
        .filter(|column| column["isCustom"] == true)
        .map(|column| {
            (
                column["key"].as_str().unwrap(),
                column["defaultLabel"].as_str().unwrap(),
            )
        })
        .collect()
}

fn names(page: &Value) -> Vec<&str> {
    let rows = page["items"].as_array().unwrap().iter();
    rows.map(|row| row["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn custom_fields_can_be_shown_filtered_and_sorted() {
    let app = TestApp::new().await;
    fill(&app).await;
    let admin = app.admin().await;
    let columns = admin.get("/FirmAgent/columns").await.ok();
    assert_eq!(
        custom_columns(&columns),
        [("customField2", "Office"), ("customField1", "Tier")]
    );
    let columns = admin.get("/FirmOwner/columns").await.ok();
    assert_eq!(custom_columns(&columns), [("customField1", "Club")]);
    let columns = app.other_firm_admin().await.get("/FirmAgent/columns").await.ok();
    assert_eq!(custom_columns(&columns), []);
    assert_eq!(
        admin.get("/FirmAgent/customFields").await.ok(),
        json!([{ "name": "Office", "column": "customField2" }, { "name": "Tier", "column": "customField1" },
               { "name": "Without column", "column": null }])
    );

    let page = admin
        .post(
            "/FirmAgent/search",
            json!({ "selectColumns": ["name", "customField1", "customField2", "customField3"],
                    "sort": [{ "column": "customField1", "direction": "desc" }, { "column": "name", "direction": "asc" }] }),
        )
        .await
        .ok();
    let cells: Vec<_> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            [
                &row["name"],
                &row["customField1"],
                &row["customField2"],
                &row["customField3"],
            ]
        })
        .collect();
    let expected = json!([
        ["Ek, Bo", "gold plus", null, null],
        ["Lee, Ada", "Gold", "West", null],
        ["Fox, Cy", null, "East", null],
        ["Gu, Di", null, null, null],
    ]);
    assert_eq!(json!(cells), expected);

    for (filter, found) in [
        (
            json!({ "column": "customField1", "op": "eq", "value": "GOLD" }),
            vec!["Lee, Ada"],
        ),
        (
            json!({ "column": "customField1", "op": "contains", "value": "gold" }),
            vec!["Ek, Bo", "Lee, Ada"],
        ),
        (
            json!({ "column": "customField1", "op": "isEmpty" }),
            vec!["Fox, Cy", "Gu, Di"],
        ),
    ] {
        let query = json!({ "selectColumns": ["name"], "filter": [filter] });
        let page = admin.post("/FirmAgent/search", query).await.ok();
        assert_eq!(names(&page), found);
    }
    // Each list has separate custom fields.
    let query = json!({ "selectColumns": ["name"], "filter": [{ "column": "customField1", "op": "eq", "value": "blue" }] });
    let page = admin.post("/FirmOwner/search", query).await.ok();
    assert_eq!(names(&page), ["Holt, Olga"]);
}

#[tokio::test]
async fn exports_use_custom_field_names_as_headings() {
    let app = TestApp::new().await;
    fill(&app).await;
    let admin = app.admin().await;
    let query = json!({ "selectColumns": ["name", "customField1", "customField2", "customField9"],
                        "customLabels": { "customField2": "Branch" } });
    let file = admin.post("/FirmAgent/export", query).await.text();
    let heading = file.lines().next().unwrap().trim_start_matches('\u{feff}');
    assert_eq!(heading, "Name,Tier,Branch,Record ID");
    // The export stores a mapping for the file's import that includes the renamed heading.
    let mapping = "SELECT string_agg(c->>'target', ' ' ORDER BY (c->>'sourceColumn')::int)
                   FROM upload_mapping, jsonb_array_elements(mapping->'columns') c";
    assert_eq!(
        app.text(mapping).await.as_deref(),
        Some("fullName custom:Tier custom:Office recordId")
    );
}

#[tokio::test]
async fn outside_advisors_see_only_custom_fields_of_shared_reports() {
    let app = TestApp::new().await;
    fill(&app).await;
    let admin = app.admin().await;
    let outside = app.as_role(TrustedAdvisor).await;
    let query = json!({ "selectColumns": ["name", "customField1"] });
    let shared = report(&admin, 4, "Tiers", query).await;
    let access = format!("{}/access", crate::reports::path(&shared));
    admin
        .post(access, json!({ "userKeys": [outside.user_key] }))
        .await
        .ok();

    let columns = outside.get("/FirmAgent/columns").await.ok();
    assert_eq!(custom_columns(&columns), [("customField1", "Tier")]);
    assert_eq!(
        outside.get("/FirmAgent/customFields").await.ok(),
        json!([{ "name": "Tier", "column": "customField1" }])
    );
    // No report of the owner list is shared.
    let columns = outside.get("/FirmOwner/columns").await.ok();
    assert_eq!(custom_columns(&columns), []);
    assert_eq!(outside.get("/FirmOwner/customFields").await.ok(), json!([]));
    let hidden = json!({ "filter": [{ "column": "customField2", "op": "isEmpty" }] });
    outside
        .post("/FirmAgent/search", hidden)
        .await
        .invalid("filter[0].column", "unknown_column");
    let page = outside.post("/FirmAgent/search", json!({})).await.ok();
    assert_eq!(page["items"][0]["customField1"], "gold plus");
}
