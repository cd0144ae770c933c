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

fn view(name: &str) -> Value {
    json!({ "name": name, "columns": [{ "key": "npn", "width": null, "label": null }], "sort": [],
            "filter": [], "searchText": "oak" })
}

fn names(views: &Value) -> Vec<&str> {
    let views = views.as_array().expect("views");
    views.iter().filter_map(|view| view["name"].as_str()).collect()
}

#[tokio::test]
async fn saves_table_views_individually() {
    let app = TestApp::new().await;
    let (admin, colleague) = (app.admin().await, app.admin().await);
    let path = "/TableState/agents/View";
    let first = admin.put(path, view("Oak")).await.ok();
    assert_eq!(first, json!([view("Oak")]));
    assert_eq!(names(&admin.put(path, view("Café")).await.ok()), ["Oak", "Café"]);
    assert_eq!(names(&admin.put(path, view("OAK")).await.ok()), ["OAK", "Café"]);

    // A tab that has not loaded the views saves its columns.
    let layout = json!({ "columns": [{ "key": "state", "width": null, "label": null }], "sort": [] });
    assert_eq!(admin.put("/TableState/agents", layout.clone()).await.status, 204);
    let stored = admin.get("/TableState/agents").await.ok();
    assert_eq!(stored["columns"], layout["columns"]);
    assert_eq!(names(&stored["views"]), ["OAK", "Café"]);

    assert_eq!(
        names(&admin.delete(&format!("{path}?name=cafe")).await.ok()),
        ["OAK"]
    );
    assert_eq!(
        names(&admin.delete(&format!("{path}?name=cafe")).await.ok()),
        ["OAK"]
    );
    assert_eq!(
        colleague.delete(&format!("{path}?name=OAK")).await.ok(),
        json!([])
    );
    assert_eq!(colleague.get("/TableState/agents").await.ok(), Value::Null);
    let stored = admin.get("/TableState/agents").await.ok();
    assert_eq!(stored["columns"], layout["columns"]);
}

#[tokio::test]
async fn rejects_invalid_and_too_many_views() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let path = "/TableState/agents/View";
    admin.put(path, view(" ")).await.invalid("name", "length");
    let mut unknown = view("Oak");
    unknown["columns"][0]["key"] = json!("salary");
    admin
        .put(path, unknown)
        .await
        .invalid("selectColumns[0]", "unknown_column");
    admin
        .put("/TableState/salaries/View", view("Oak"))
        .await
        .refused(404, "not_found");
    for i in 0..30 {
        admin.put(path, view(&format!("View {i}"))).await.ok();
    }
    admin.put(path, view("One more")).await.refused(422, "too_many");
    let replaced = admin.put(path, view("view 3")).await.ok();
    assert_eq!(names(&replaced).len(), 30);
}

#[tokio::test]
async fn keeps_all_concurrently_saved_views() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let path = "/TableState/agents/View";
    let saves = (0..8).map(|i| admin.put(path, view(&format!("View {i}"))));
    for saved in futures_util::future::join_all(saves).await {
        saved.ok();
    }
    let stored = admin.get("/TableState/agents").await.ok();
    assert_eq!(names(&stored["views"]).len(), 8);
}
