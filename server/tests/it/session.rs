//! User details, permissions and saved table state.

use crate::support::TestApp;
use serde_json::{Value, json};

#[tokio::test]
async fn returns_user_details_and_permissions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut details = admin.get("/User/details").await.ok();
    assert!(!details["account"].as_str().unwrap().is_empty());
    details["account"] = Value::Null;
    assert_eq!(
        details,
        json!({ "userKey": admin.user_key, "firmUserFirstName": "Dana",
                "firmUserLastName": "Account Administrator", "firmId": 1, "firmName": "Alder Advisors",
                "firmUserType": 1, "firmUserTypeLabel": "Account Administrator", "adminUserType": null,
                "adminUserTypeLabel": null, "hasMultipleFirmAssignments": false, "hasAdminAccount": false,
                "isDemoFirm": false, "account": null, "timeZone": "America/New_York", "theme": "auto",
                "density": "comfortable", "impersonation": null })
    );
    let permissions = admin.get("/User/permissions").await.ok();
    assert_eq!(
        permissions["features"]["deleteContacts"],
        json!({ "read": false, "write": true })
    );
    let advisor = app.advisor().await.get("/User/permissions").await.ok();
    assert_eq!(
        (&advisor["scope"], &advisor["features"]["deleteContacts"]["write"]),
        (&json!("Block"), &json!(false))
    );
}

#[tokio::test]
async fn saves_table_state_per_user_and_list() {
    let app = TestApp::new().await;
    let (admin, colleague) = (app.admin().await, app.admin().await);
    assert_eq!(admin.get("/TableState/agents").await.ok(), Value::Null);
    let state = |key: &str| {
        json!({ "columns": [{ "key": key, "width": 120, "label": "Ümläut" }],
                "sort": [{ "column": "name", "direction": "desc" }] })
    };
    assert_eq!(admin.put("/TableState/agents", state("npn")).await.status, 204);
    assert_eq!(admin.get("/TableState/agents").await.ok(), state("npn"));
    assert_eq!(admin.put("/TableState/agents", state("name")).await.status, 204);
    assert_eq!(admin.get("/TableState/agents").await.ok(), state("name"));
    assert_eq!(admin.get("/TableState/owners").await.ok(), Value::Null);
    assert_eq!(colleague.get("/TableState/agents").await.ok(), Value::Null);

    admin.get("/TableState/salaries").await.refused(404, "not_found");
    admin
        .put("/TableState/salaries", state("npn"))
        .await
        .refused(404, "not_found");
    admin
        .put("/TableState/owners", state("npn"))
        .await
        .invalid("selectColumns[0]", "unknown_column");
    let mut wide = state("npn");
    wide["columns"][0]["width"] = json!(2001);
    admin
        .put("/TableState/agents", wide)
        .await
        .invalid("columns[0].width", "out_of_range");
    let mut nul = state("npn");
    nul["columns"][0]["label"] = json!("a\0b");
    admin
        .put("/TableState/agents", nul)
        .await
        .invalid("columns[0].label", "length");
    admin
        .put("/TableState/agents", json!({ "columns": "all" }))
        .await
        .invalid("columns", "type");
    assert_eq!(admin.get("/TableState/agents").await.ok(), state("name"));
}
