//! Changing a contact.

use super::{KINDS, agent_with_npn, person, resource};
use crate::support::{FIRM, OTHER_FIRM, TestApp, without_trace_id};
use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

fn changed(record: &Value, field: &str, value: Value) -> Value {
    let mut person = record["person"].clone();
    person[field] = value;
    json!({ "person": person, "version": record["version"] })
}

#[tokio::test]
async fn stores_a_change_and_audits_old_and_new_values() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let added = admin
            .post(format!("/{}/{FIRM}", resource(kind)), person(kind, "Ada", "Lee"))
            .await
            .ok();
        let record = format!(
            "/{}/{FIRM}/{}/{}",
            resource(kind),
            kind.noun(),
            added["uuid"].as_str().unwrap()
        );
        let after = admin
            .post(&record, changed(&added, "lastName", json!("Byron")))
            .await
            .ok();
        assert_eq!(
            (&after["displayName"], &after["version"]),
            (&json!("Byron, Ada"), &json!(2))
        );
        let again = admin
            .post(&record, changed(&after, "email", json!("Ada@Example.COM")))
            .await
            .ok();
        assert_eq!(again["person"]["email"], "Ada@example.com");
        let cleared = admin
            .post(&record, changed(&again, "email", Value::Null))
            .await
            .ok();
        assert_eq!(cleared["person"]["email"], Value::Null);
        let details = format!(
            "SELECT details FROM audit_log WHERE action = 'change' AND subject_uuid = '{}' ORDER BY id LIMIT 1",
            added["uuid"].as_str().unwrap()
        );
        let details: Value = serde_json::from_str(&app.text(&details).await.unwrap()).unwrap();
        let change = json!({ "field": "lastName", "from": "Lee", "to": "Byron" });
        assert_eq!(
            details,
            json!({ "fields": ["lastName"], "changes": [change], "version": 2 })
        );
    }
}

#[tokio::test]
async fn renaming_a_contact_updates_its_contracts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, agent) = (
        app.policy("P-1").insert().await,
        app.agent("Ada Lee").insert().await,
    );
    app.link(&policy, &agent).await;
    let record = admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    let path = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    admin
        .post(path, changed(&record, "lastName", json!("Byron")))
        .await
        .ok();
    assert_eq!(
        app.text("SELECT agent_name FROM policy").await.as_deref(),
        Some("Byron, Ada")
    );
}

#[tokio::test]
async fn version_conflict_returns_the_current_record() {
    let app = TestApp::new().await;
    let (one, other) = (app.admin().await, app.admin().await);
    let agent = app.agent("Ada Lee").insert().await;
    let path = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    let seen = one.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    let saved = one
        .post(&path, changed(&seen, "email", json!("one@example.com")))
        .await
        .ok();
    let refusal = other
        .post(&path, changed(&seen, "email", json!("other@example.com")))
        .await;
    let refusal = refusal.refused(409, "version_conflict");
    assert_eq!(refusal["current"], saved);
    other
        .post(
            &path,
            changed(&refusal["current"], "email", json!("other@example.com")),
        )
        .await
        .ok();
}

#[tokio::test]
async fn one_of_many_concurrent_changes_succeeds() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    let path = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    let seen = admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    let replies = join_all((0..10).map(|i| {
        admin.post(
            &path,
            changed(&seen, "email", json!(format!("editor{i}@example.com"))),
        )
    }))
    .await;
    let saved: Vec<Value> = replies
        .iter()
        .filter(|reply| reply.status == 200)
        .map(|reply| reply.json())
        .collect();
    assert_eq!(saved.len(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        assert_eq!(reply.refused(409, "version_conflict")["current"], saved[0]);
    }
}

#[tokio::test]
async fn rejects_a_change_without_version_or_with_invalid_fields() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").with("npn", "111").insert().await;
    app.agent("Bo Lee").with("npn", "222").insert().await;
    let path = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    let seen = admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    admin
        .post(&path, json!({ "person": seen["person"] }))
        .await
        .invalid("version", "required");
    admin
        .post(&path, changed(&seen, "firstName", json!("")))
        .await
        .invalid("person.firstName", "required");
    let taken = admin
        .post(&path, changed(&seen, "npn", json!("0222")))
        .await
        .refused(409, "taken");
    assert_eq!(
        taken["message"],
        "NPN 222 is already used by Lee, Bo. Open that agent or enter a different NPN."
    );
    admin
        .post(&path, changed(&seen, "npn", json!("00111")))
        .await
        .ok();
}

#[tokio::test]
async fn rejects_concurrent_changes_to_the_same_npn() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut changes = Vec::new();
    for i in 0..6 {
        let added = admin
            .post(
                format!("/FirmAgent/{FIRM}"),
                agent_with_npn("Ada", &format!("{}", i + 1)),
            )
            .await
            .ok();
        let path = format!("/FirmAgent/{FIRM}/agent/{}", added["uuid"].as_str().unwrap());
        changes.push((path, changed(&added, "npn", json!("777"))));
    }
    let replies = join_all(changes.into_iter().map(|(path, body)| admin.post(path, body))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.refused(409, "taken");
    }
}

#[tokio::test]
async fn rejects_changes_of_other_firms_contacts_or_without_permission() {
    let app = TestApp::new().await;
    let (admin, viewer) = (app.admin().await, app.as_role(FirmUserType::ViewOnly).await);
    for kind in KINDS {
        let foreign = app
            .contact(kind, "Eve Foe")
            .of_firm(OTHER_FIRM)
            .with("owner_type", 1)
            .insert()
            .await;
        let own = app.contact(kind, "Ada Lee").with("owner_type", 1).insert().await;
        let mut body = person(kind, "Ada", "Lee");
        body["version"] = json!(1);
        let path = |firm: i32, uuid: Uuid| format!("/{}/{firm}/{}/{uuid}", resource(kind), kind.noun());
        let unknown = admin
            .post(path(FIRM, Uuid::now_v7()), body.clone())
            .await
            .refused(404, "not_found");
        let foreigner = admin
            .post(path(FIRM, foreign.uuid), body.clone())
            .await
            .refused(404, "not_found");
        assert_eq!(without_trace_id(foreigner), without_trace_id(unknown));
        admin
            .post(path(OTHER_FIRM, foreign.uuid), body.clone())
            .await
            .refused(404, "not_found");
        viewer
            .post(path(FIRM, own.uuid), body.clone())
            .await
            .refused(403, "forbidden");
        app.anonymous()
            .post(path(FIRM, own.uuid), body)
            .await
            .refused(401, "unauthenticated");
    }
    assert_eq!(
        app.number("SELECT count(*) FROM contact WHERE version > 1").await,
        0
    );
}

#[tokio::test]
async fn contact_is_not_found_under_another_kind() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    admin
        .get(format!("/FirmOwner/owner/{}", agent.uuid))
        .await
        .refused(404, "not_found");
    let body = json!({ "person": { "firstName": "A", "lastName": "B", "ownerType": 1 }, "version": 1 });
    admin
        .post(format!("/FirmOwner/{FIRM}/owner/{}", agent.uuid), body)
        .await
        .refused(404, "not_found");
    admin
        .delete(format!("/FirmInsured/{FIRM}/insured/{}", agent.uuid))
        .await
        .refused(404, "not_found");
}
