//! List views that users share with their firm.

use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::list::shared_view::MAX_SHARED;
use shared::permission::FirmUserType;

const UUID: &str = "0190a1b2-0000-7000-8000-000000000001";

fn view(name: &str, state: &str) -> Value {
    json!({ "name": name, "columns": [{ "key": "name", "width": null, "label": null }], "sort": [],
            "filter": [{ "column": "state", "op": "eq", "value": state }], "searchText": "" })
}

fn path(number: u8) -> String {
    format!("/SharedView/owners/0190a1b2-0000-7000-8000-0000000000{number:02}")
}

/// Returns the name and author of each shared view, and whether the viewer owns it and can delete it.
async fn shared(client: &Client) -> Vec<Value> {
    let views = client.get("/SharedView/owners").await.ok();
    let row = |one: &Value| {
        let of_view = (&one["view"]["name"], &one["sharedBy"]);
        json!([of_view.0, of_view.1, one["isOwn"], one["canDelete"]])
    };
    views.as_array().unwrap().iter().map(row).collect()
}

#[tokio::test]
async fn colleagues_see_a_shared_view_and_only_its_author_can_replace_it() {
    let app = TestApp::new().await;
    let (admin, reader) = (app.admin().await, app.as_role(FirmUserType::ViewOnly).await);
    let author = reader.get("/User/details").await.ok();
    let author = format!(
        "{} {}",
        author["firmUserFirstName"].as_str().unwrap(),
        author["firmUserLastName"].as_str().unwrap()
    );
    assert_eq!(reader.put(path(1), view("Texas", "TX")).await.status, 204);
    assert_eq!(shared(&reader).await, [json!(["Texas", author, true, true])]);
    assert_eq!(shared(&admin).await, [json!(["Texas", author, false, true])]);
    let other_list = admin.get("/SharedView/agents").await.ok();
    assert_eq!(other_list, json!([]));

    // The author repeats the request and then changes the view.
    assert_eq!(reader.put(path(1), view("Texas", "TX")).await.status, 204);
    assert_eq!(reader.put(path(1), view("Ohio", "OH")).await.status, 204);
    let views = admin.get("/SharedView/owners").await.ok();
    assert_eq!(views[0]["view"], view("Ohio", "OH"));
    // Colleagues cannot change the view, not even administrators.
    admin
        .put(path(1), view("Mine", "NY"))
        .await
        .refused(404, "not_found");
    admin
        .put(path(2), view(" ohio ", "NY"))
        .await
        .refused(409, "taken");
    admin.put(path(2), view("Maine", "ME")).await.ok();
    assert_eq!(
        shared(&reader).await[0],
        json!(["Maine", shared(&admin).await[0][1], false, false])
    );
    reader.delete(path(2)).await.refused(404, "not_found");
    assert_eq!(admin.delete(path(1)).await.status, 204);
    admin.delete(path(1)).await.refused(404, "not_found");
    assert_eq!(shared(&admin).await.len(), 1);
}

#[tokio::test]
async fn only_users_of_the_firm_who_can_read_the_list_use_shared_views() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    admin.put(path(1), view("Texas", "TX")).await.ok();
    let other = app.other_firm_admin().await;
    assert_eq!(shared(&other).await, [] as [Value; 0]);
    other.delete(path(1)).await.refused(404, "not_found");
    // The uuid of another firm's view can be used.
    other.put(path(1), view("Texas", "TX")).await.ok();
    assert_eq!(shared(&admin).await.len(), 1);
    // Only administrators can read the audit log.
    let reader = app.as_role(FirmUserType::ViewOnly).await;
    reader.get("/SharedView/auditLog").await.refused(403, "forbidden");
    reader
        .put(format!("/SharedView/auditLog/{UUID}"), view("Texas", "TX"))
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn rejects_invalid_and_too_many_views() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    admin.get("/SharedView/salaries").await.refused(404, "not_found");
    admin
        .put(path(1), view(" ", "TX"))
        .await
        .invalid("name", "length");
    let mut unknown = view("Texas", "TX");
    unknown["filter"][0]["column"] = json!("shoeSize");
    admin
        .put(path(1), unknown)
        .await
        .invalid("filter[0].column", "unknown_column");
    let private = json!({ "name": "Records", "columns": [{ "key": "medicalRequestState" }] });
    let reply = admin.put(format!("/SharedView/insureds/{UUID}"), private).await;
    reply.refused(400, "invalid");
    app.execute(&format!(
        "INSERT INTO shared_view (firm_id, uuid, list, name_key, view, created_by)
         SELECT 1, gen_random_uuid(), 'owners', 'v' || i, '{}', '{}' FROM generate_series(1, {MAX_SHARED}) i",
        view("V", "TX"),
        admin.user_key
    ))
    .await;
    admin
        .put(path(1), view("Texas", "TX"))
        .await
        .refused(422, "too_many");
    assert_eq!(shared(&admin).await.len(), MAX_SHARED);
}
