//! Changes that cause events.

use super::{Hooked, now, round};
use crate::documents::upload;
use crate::reports::{in_force, report, totals};
use crate::resolution::merge;
use crate::support::{FIRM, OTHER_FIRM, TestApp, wait_until};
use crate::uploads::support::{AGENT, Wizard, app};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::embed::webhook::WebhookChange;
use std::slice::from_ref;
use uuid::Uuid;

impl Hooked {
    /// Returns the data of the received events of a type, in order of arrival.
    fn data(&self, event: &str) -> Vec<Value> {
        let received = self.receiver.received().into_iter().map(|one| one.json());
        received
            .filter(|one| one["type"] == event)
            .map(|one| one["data"].clone())
            .collect()
    }
}

/// Returns the bodies of a contact's queued events.
async fn queued(app: &TestApp, contact: Uuid) -> Vec<(String, bool)> {
    let sql = format!(
        "SELECT coalesce(json_agg(body::json ORDER BY event_id), '[]')::text FROM webhook_delivery
         WHERE body::json -> 'data' ->> 'contactUuid' = '{contact}'"
    );
    let bodies: Vec<Value> = serde_json::from_str(&app.text(&sql).await.unwrap()).unwrap();
    let facts = bodies.iter().map(|body| {
        let data = &body["data"];
        (
            data["contactType"].to_string(),
            data["isDeleted"].as_bool().unwrap(),
        )
    });
    facts.collect()
}

async fn clear(app: &TestApp) {
    app.execute("DELETE FROM webhook_delivery").await;
}

#[tokio::test]
async fn every_change_of_a_contact_sends_an_event() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let admin = &hooked.partner.admin;
    let agent = hooked.add_agent("Ada").await;
    assert_eq!(queued(&app, agent).await, [("1".to_owned(), false)]);
    clear(&app).await;
    let path = format!("/FirmAgent/{FIRM}/agent/{agent}");
    let stored = admin.get(format!("/FirmAgent/agent/{agent}")).await.ok();
    let mut person = stored["person"].clone();
    person["firstName"] = json!("Grace");
    let change = json!({ "version": stored["version"], "person": person });
    admin.post(&path, change.clone()).await.ok();
    // A conflict changes nothing.
    admin.post(&path, change).await.refused(409, "version_conflict");
    assert_eq!(queued(&app, agent).await, [("1".to_owned(), false)]);
    clear(&app).await;
    assert!(admin.delete(&path).await.status.is_success());
    assert_eq!(queued(&app, agent).await, [("1".to_owned(), true)]);
    clear(&app).await;
    admin.post(format!("{path}/restore"), json!({})).await.ok();
    assert_eq!(queued(&app, agent).await, [("1".to_owned(), false)]);
    clear(&app).await;

    let (first, second) = (
        app.owner("Ada Trust").insert().await.uuid,
        app.owner("Ada B Trust").insert().await.uuid,
    );
    merge(admin, ContactKind::Owner, &[first, second]).await;
    assert_eq!(queued(&app, first).await, [("2".to_owned(), false)]);
    assert_eq!(queued(&app, second).await, [("2".to_owned(), true)]);
}

#[tokio::test]
async fn medical_changes_send_no_event() {
    let (app, _) = app().await;
    let hooked = Hooked::new(&app).await;
    let insured = app.insured("Ada Lee").insert().await.uuid;
    let path = format!("/FirmInsuredMedical/{insured}/documents");
    let pdf = b"%PDF-1.7 authorization".to_vec();
    upload(&hooked.partner.admin, &path, "HIPAA.pdf", pdf).await.ok();
    let pushes = format!("SELECT count(*) FROM hub_outbox WHERE record ->> 'uuid' = '{insured}'");
    assert_eq!(app.number(&pushes).await, 1, "open pages are told");
    assert_eq!(queued(&app, insured).await, []);
}

#[tokio::test]
async fn a_rolled_back_change_sends_nothing() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let change = |contact| WebhookChange::Contact {
        contact_type: ContactKind::Insured,
        contact_uuid: contact,
        is_deleted: false,
    };
    let (lost, kept) = (Uuid::now_v7(), Uuid::now_v7());
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    server::webhooks::queue(&mut transaction, FIRM, &[change(lost)])
        .await
        .unwrap();
    drop(transaction);
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    server::webhooks::queue(&mut transaction, FIRM, &[change(kept)])
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    let mut transaction = app.app.db.begin(OTHER_FIRM).await.unwrap();
    server::webhooks::queue(&mut transaction, OTHER_FIRM, &[change(lost)])
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    round(&app, now()).await;
    let expected = json!({ "contactType": 3, "contactUuid": kept, "isDeleted": false });
    assert_eq!(hooked.data("contact.updated"), [expected]);
}

#[tokio::test]
async fn webhooks_receive_only_the_events_they_subscribe_to() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    app.execute("UPDATE webhook SET events = '{report.changed}'")
        .await;
    hooked.add_agent("Ada").await;
    assert_eq!(hooked.deliveries().await.len(), 0);
}

#[tokio::test]
async fn an_import_sends_one_event_on_completion_and_one_on_undo() {
    let (app, _) = app().await;
    let hooked = Hooked::new(&app).await;
    let file = "First Name,Last Name,NPN\nAda,Lee,100001\nGrace,Lee,100002\n";
    let wizard = Wizard::begin(&hooked.partner.admin, AGENT, file).await;
    wizard.import().await;
    round(&app, now()).await;
    let event = |state: &str| json!({ "uploadUuid": wizard.guid, "state": state });
    assert_eq!(hooked.data("import.finished"), [event("Done")]);
    assert_eq!(hooked.data("contact.updated"), [json!(null); 0]);
    assert_eq!(wizard.undo().await["state"], "Undone");
    round(&app, now()).await;
    assert_eq!(hooked.data("import.finished"), [event("Done"), event("Undone")]);
}

#[tokio::test]
async fn queues_at_most_one_event_per_report() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let admin = &hooked.partner.admin;
    let policy = app.policy("P-1").insert().await;
    let report = report(admin, 1, "In force", in_force()).await;
    let stale = format!(
        "SELECT count(*) FROM report_count WHERE is_stale AND report_uuid = '{}'",
        report["uuid"].as_str().unwrap()
    );
    for benefit in [5, 6] {
        totals(admin, &report).await;
        app.execute(&format!(
            "UPDATE policy SET death_benefit = {benefit} WHERE uuid = '{}'",
            policy.uuid
        ))
        .await;
        wait_until("the totals are stale", async || {
            (app.number(&stale).await == 1).then_some(())
        })
        .await;
    }
    round(&app, now()).await;
    let expected = json!({ "reportUuid": report["uuid"] });
    assert_eq!(hooked.data("report.changed"), from_ref(&expected));
    totals(admin, &report).await;
    app.execute(&format!(
        "UPDATE policy SET death_benefit = 7 WHERE uuid = '{}'",
        policy.uuid
    ))
    .await;
    wait_until("another event waits", async || {
        let deliveries = hooked.deliveries().await;
        deliveries
            .iter()
            .any(|delivery| delivery["state"] == "waiting")
            .then_some(())
    })
    .await;
    round(&app, now()).await;
    assert_eq!(hooked.data("report.changed"), [expected.clone(), expected]);
}
