//! Details and people of merged trusts.

use super::{merge, snapshot, undo};
use crate::support::{Client, Row, TestApp};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use uuid::Uuid;

const OWNER: ContactKind = ContactKind::Owner;

async fn trust(app: &TestApp, name: &str) -> Row {
    let names = [
        ("first_name", Value::Null),
        ("last_name", Value::Null),
        ("organization_name", json!(name)),
    ];
    let row = app.owner(name).with("owner_type", 2).with("display_name", name);
    let row = names
        .into_iter()
        .fold(row, |row, (column, value)| row.with(column, value));
    row.insert().await
}

async fn describe(admin: &Client, trust: &Row, version: i32, trust_type: &str) {
    let details =
        json!({ "version": version, "trustType": trust_type, "notes": format!("Notes of {trust_type}") });
    admin.put(format!("/Trust/{}", trust.uuid), details).await.ok();
}

async fn details(admin: &Client, trust: &Row) -> (Value, Value) {
    let mut record = admin.get(format!("/Trust/{}", trust.uuid)).await.ok();
    (record["trustType"].take(), record["notes"].take())
}

#[tokio::test]
async fn the_remaining_trust_takes_over_missing_details() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (plain, described) = (
        trust(&app, "Lee Trust").await,
        trust(&app, "Lee Family Trust").await,
    );
    describe(&admin, &described, 0, "Ilit").await;
    let id = merge(&admin, OWNER, &[plain.uuid, described.uuid]).await;
    let expected = (json!("Ilit"), json!("Notes of Ilit"));
    assert_eq!(details(&admin, &plain).await, expected);

    describe(&admin, &plain, 1, "OtherIrrevocable").await;
    undo(&admin, OWNER, &id).await;
    assert_eq!(details(&admin, &plain).await, (Value::Null, Value::Null));
    let edited = (json!("OtherIrrevocable"), json!("Notes of OtherIrrevocable"));
    assert_eq!(details(&admin, &described).await, edited);
}

#[tokio::test]
async fn the_remaining_trust_keeps_its_own_details() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (first, second) = (
        trust(&app, "Lee Trust").await,
        trust(&app, "Lee Family Trust").await,
    );
    describe(&admin, &first, 0, "Revocable").await;
    describe(&admin, &second, 0, "Ilit").await;
    let person = json!({ "role": "Grantor", "name": "Ada Lee" });
    let people = format!("/Trust/{}/person", second.uuid);
    assert_eq!(admin.post(people, person).await.status, 201);
    let selection = json!({ "firmOwnersIds": [first.uuid, second.uuid] });
    let affected = admin
        .post("/OwnerResolution/AffectedOwners", selection)
        .await
        .ok();
    assert_eq!(
        (
            &affected[0]["people"],
            &affected[1]["people"],
            &affected[1]["mentions"]
        ),
        (&json!(0), &json!(1), &json!(0))
    );
    let before = snapshot(&app).await;
    let id = merge(&admin, OWNER, &[first.uuid, second.uuid]).await;
    let record = admin.get(format!("/Trust/{}", first.uuid)).await.ok();
    assert_eq!(
        (&record["trustType"], &record["people"][0]["name"]),
        (&json!("Revocable"), &json!("Ada Lee"))
    );
    undo(&admin, OWNER, &id).await;
    assert_eq!(snapshot(&app).await, before);
}

#[tokio::test]
async fn people_of_a_trust_link_to_the_remaining_contact() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Trust").await;
    let [first, second, third] = [(); 3].map(|()| app.owner("Ada Lee").with("owner_type", 1));
    let (first, second, third) = (first.insert().await, second.insert().await, third.insert().await);
    let people = format!("/Trust/{}/person", lee.uuid);
    let person = json!({ "role": "Grantor", "name": "Ada Lee", "contactUuid": third.uuid });
    assert_eq!(admin.post(people, person).await.status, 201);
    let linked = async || {
        let mut record = admin.get(format!("/Trust/{}", lee.uuid)).await.ok();
        let person = record["people"][0].take();
        let uuid: Uuid = person["contactUuid"].as_str().unwrap().parse().unwrap();
        (uuid, person["contactType"].clone())
    };
    let selection = json!({ "firmOwnersIds": [second.uuid, third.uuid] });
    let affected = admin
        .post("/OwnerResolution/AffectedOwners", selection)
        .await
        .ok();
    assert_eq!(affected[1]["mentions"], json!(1));
    merge(&admin, OWNER, &[second.uuid, third.uuid]).await;
    assert_eq!(linked().await, (second.uuid, json!(2)));
    let id = merge(&admin, OWNER, &[first.uuid, second.uuid]).await;
    assert_eq!(linked().await, (first.uuid, json!(2)));
    undo(&admin, OWNER, &id).await;
    assert_eq!(linked().await, (second.uuid, json!(2)));

    let deleted = format!(
        "UPDATE contact SET deleted_at = now() WHERE uuid = '{}'",
        second.uuid
    );
    app.execute(&deleted).await;
    assert_eq!(linked().await, (second.uuid, Value::Null));
}
