//! Possible duplicates of a contact that is being added or imported.

use super::{KINDS, new_contact};
use crate::support::{OTHER_FIRM, TestApp, without_uuids};
use crate::uploads::support::{AGENT, Wizard, app as app_with_files};
use serde_json::{Value, json};
use server::duplicates;
use shared::contact::ContactKind;
use shared::permission::FirmUserType;

fn path(kind: ContactKind) -> &'static str {
    match kind {
        ContactKind::Agent => "/FirmAgent/duplicates",
        _ => "/FirmOwner/duplicates",
    }
}

fn typed(kind: ContactKind, values: Value) -> Value {
    let mut person = values;
    if kind == ContactKind::Owner {
        person["ownerType"] = json!(1);
    }
    json!({ "person": person })
}

fn names(found: &Value) -> Vec<&str> {
    let found = found.as_array().unwrap().iter();
    found
        .map(|one| one["contact"]["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn finds_contacts_similar_to_the_typed_one() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let born = |name: &str| new_contact(&app, kind, name).with("dob", "1950-02-28");
        let robert = born("Robert Quillfeather").insert().await;
        born("Robert Quillfeather").of_firm(OTHER_FIRM).insert().await;
        born("Ada Lee").insert().await;
        duplicates::round(&app.app.workers).await.unwrap();
        let bob = json!({ "firstName": "Bob", "lastName": "Quillfeather", "dob": "1950-02-28" });
        let found = admin.post(path(kind), typed(kind, bob)).await.ok();
        assert_eq!(names(&found), ["Quillfeather, Robert"], "{kind:?}");
        assert_eq!(found[0]["contact"]["uuid"], json!(robert.uuid));
        assert!(found[0]["percent"].as_u64().unwrap() >= 75, "{found}");
        assert!(
            found[0]["reasons"]
                .as_array()
                .unwrap()
                .iter()
                .any(|reason| reason["label"] == "Date of birth matches"),
            "{found}"
        );
        let other = json!({ "firstName": "Grace", "lastName": "Moss", "dob": "1950-02-28" });
        assert!(names(&admin.post(path(kind), typed(kind, other)).await.ok()).is_empty());
        // Incomplete values are not errors.
        let unfinished = json!({ "lastName": "Q", "email": "bob@", "npn": "x", "taxId": "123" });
        assert!(names(&admin.post(path(kind), typed(kind, unfinished)).await.ok()).is_empty());
        app.execute(&format!(
            "UPDATE contact SET deleted_at = now() WHERE uuid = '{}'",
            robert.uuid
        ))
        .await;
        let bob = json!({ "firstName": "Bob", "lastName": "Quillfeather", "dob": "1950-02-28" });
        assert!(names(&admin.post(path(kind), typed(kind, bob)).await.ok()).is_empty());
    }
}

#[tokio::test]
async fn finds_namesakes_by_the_name_alone() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        new_contact(&app, kind, "Robert Quillfeather")
            .with("dob", "1950-02-28")
            .insert()
            .await;
        duplicates::round(&app.app.workers).await.unwrap();
        let name = json!({ "firstName": "Robert", "lastName": "Quillfeather" });
        let found = admin.post(path(kind), typed(kind, name)).await.ok();
        assert_eq!(names(&found), ["Quillfeather, Robert"], "{kind:?}");
        assert_eq!(found[0]["likeness"], Value::Null);
        assert_eq!(found[0]["likenessLabel"], "Same name");
        let other = json!({ "firstName": "Robert", "lastName": "Quillfeather", "dob": "1980-07-01" });
        assert!(names(&admin.post(path(kind), typed(kind, other)).await.ok()).is_empty());
    }
}

#[tokio::test]
async fn compares_the_tax_id_by_its_hash() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let stored =
        json!({ "person": { "firstName": "Robert", "lastName": "Quillfeather", "taxId": "123-45-6789" } });
    admin.post("/FirmAgent/1", stored).await.ok();
    duplicates::round(&app.app.workers).await.unwrap();
    let other_name = json!({ "firstName": "Grace", "lastName": "Moss", "taxId": "123-45-6789" });
    let found = admin
        .post("/FirmAgent/duplicates", typed(ContactKind::Agent, other_name))
        .await
        .ok();
    assert_eq!(names(&found), ["Quillfeather, Robert"]);
    assert!(!without_uuids(&found.to_string()).contains("6789"), "{found}");
}

#[tokio::test]
async fn reveals_nothing_about_contacts_outside_the_block() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let born = |name: &str| app.agent(name).with("dob", "1950-02-28");
    let own = born("Robert Quillfeather").insert().await;
    born("Bobby Quillfeather").insert().await;
    app.give_block(&advisor, &[&own]).await;
    duplicates::round(&app.app.workers).await.unwrap();
    let bob = json!({ "firstName": "Bob", "lastName": "Quillfeather", "dob": "1950-02-28" });
    let found = advisor
        .post("/FirmAgent/duplicates", typed(ContactKind::Agent, bob.clone()))
        .await
        .ok();
    assert_eq!(names(&found), ["Quillfeather, Robert"]);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    outside
        .post("/FirmAgent/duplicates", typed(ContactKind::Agent, bob))
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn preview_of_an_import_names_the_stored_contact() {
    let (app, _) = app_with_files().await;
    let admin = app.admin().await;
    let robert = app
        .agent("Robert Quillfeather")
        .with("dob", "1950-02-28")
        .insert()
        .await;
    app.agent("Ada Lee").with("npn", "100001").insert().await;
    duplicates::round(&app.app.workers).await.unwrap();
    let file = "First Name,Last Name,NPN,Birth Date\n\
                Bob,Quillfeather,100002,1950-02-28\n\
                Ada,Lee,100001,\n\
                Grace,Moss,100003,1950-02-28\n";
    let wizard = Wizard::begin(&admin, AGENT, file).await.matching_by(&["npn"]);
    let preview = wizard.preview().await;
    let found: Vec<_> = preview["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["outcome"].as_str().unwrap(),
                row["possibleDuplicate"]["contact"]["uuid"].clone(),
            )
        })
        .collect();
    assert_eq!(found[0], ("new", json!(robert.uuid)), "{preview}");
    assert_eq!(found[1].1, Value::Null);
    assert_eq!(found[2], ("new", Value::Null));
}
