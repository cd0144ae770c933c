use super::{Insured, app};
use crate::support::Client;
use serde_json::{Value, json};
use shared::permission::FirmUserType;

const COLUMN: &str = "medicalRequestState";

async fn search(client: &Client, query: Value) -> crate::support::Reply {
    client.post("/FirmInsured/search", query).await
}

#[tokio::test]
async fn the_insured_list_shows_the_state_of_the_open_request() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let state = async || {
        let page = search(&admin, json!({ "selectColumns": [COLUMN] })).await.ok();
        page["items"][0][COLUMN].clone()
    };
    assert_eq!(state().await, json!(null));
    let draft = ada.draft(&admin).await;
    assert_eq!(state().await, "Draft");
    let sent = ada.send(&admin, &draft).await;
    assert_eq!(state().await, "Sent");
    // A later request that is closed does not hide the open one.
    let other = ada.draft(&admin).await;
    let close = json!({ "version": 1, "state": "Cancelled", "because": "x" });
    admin
        .post(format!("{}/close", ada.request_path(&other)), close)
        .await
        .ok();
    assert_eq!(state().await, "Sent");
    let close = json!({ "version": sent["version"], "state": "Refused", "because": "x" });
    admin
        .post(format!("{}/close", ada.request_path(&sent)), close)
        .await
        .ok();
    assert_eq!(state().await, "Cancelled");
}

#[tokio::test]
async fn viewers_without_the_permission_cannot_use_the_column() {
    let (app, _) = app().await;
    let (admin, manager) = (app.admin().await, app.as_role(FirmUserType::OfficeManager).await);
    Insured::new(&app, &admin).await.draft(&admin).await;
    let filter = json!({ "filter": [{ "column": COLUMN, "op": "eq", "value": "Draft" }] });
    for (query, field) in [
        (json!({ "selectColumns": [COLUMN] }), "selectColumns[0]"),
        (filter.clone(), "filter[0].column"),
        (
            json!({ "sort": [{ "column": COLUMN, "direction": "asc" }] }),
            "sort[0].column",
        ),
    ] {
        search(&manager, query.clone())
            .await
            .invalid(field, "unknown_column");
        search(&admin, query).await.ok();
    }
    let keys = |columns: Value| {
        let columns = columns.as_array().unwrap().clone();
        columns.into_iter().any(|column| column["key"] == COLUMN)
    };
    assert!(keys(admin.get("/FirmInsured/columns").await.ok()));
    assert!(!keys(manager.get("/FirmInsured/columns").await.ok()));
    let page = search(&manager, json!({})).await.ok();
    assert!(!page.to_string().contains("Draft"), "{page}");
}

#[tokio::test]
async fn exports_reports_and_searches_never_contain_medical_data() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    Insured::new(&app, &admin).await.draft(&admin).await;
    let export = async |query: Value| admin.post("/FirmInsured/export", query).await;
    let whole = export(json!({ "selectColumns": ["name", COLUMN] })).await.text();
    assert!(whole.contains("Lee, Ada"), "{whole}");
    assert!(!whole.contains("Medical") && !whole.contains("Draft"), "{whole}");
    let alone = export(json!({ "selectColumns": [COLUMN] })).await.text();
    assert!(!alone.contains("Draft"), "{alone}");
    let filter = json!([{ "column": COLUMN, "op": "eq", "value": "Draft" }]);
    export(json!({ "filter": filter }))
        .await
        .refused(422, "private_filter");
    for query in [
        json!({ "filter": filter }),
        json!({ "selectColumns": ["name", COLUMN] }),
    ] {
        let report = json!({ "reportType": 5, "name": "Medical", "query": query });
        let reply = admin.post("/report", report).await;
        let body = reply.refused(400, "invalid");
        assert!(body.to_string().contains("unknown_column"), "{body}");
    }
    for words in ["Draft", "Zebra", "Mercy"] {
        let found = admin.get(format!("/quicksearch?searchText={words}")).await;
        assert!(!found.text().contains("Ada"), "{words}: {}", found.text());
        let page = search(&admin, json!({ "searchText": words })).await.ok();
        assert_eq!(page["items"], json!([]), "{words}");
    }
}
