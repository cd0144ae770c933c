//! Large books of business, which are generated in the background.

use super::summaries::{failure, notifications};
use super::{OF_AGENTS, OF_OWNERS, agent_with_contracts, app_with, program, text_of};
use crate::documents::files_in;
use crate::support::{Client, Row, TestApp, wait_until};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

const GENERATE: &str = "/BookOfBusiness/FirmAgent/generate";

fn path(contact: &Row) -> String {
    format!("/BookOfBusiness/FirmAgent/{}", contact.uuid)
}

fn request(agent: &Row) -> Value {
    json!({ "uuid": agent.uuid, "templateUuid": OF_AGENTS })
}

/// Inserts an agent whose maintained totals count one contract more than the limit for immediate generation.
async fn busy_agent(app: &TestApp) -> Row {
    let (agent, _) = agent_with_contracts(app).await;
    app.execute("UPDATE contact_total SET policy_count = 500, annuity_count = 1")
        .await;
    agent
}

/// Waits until a book is stored, and returns its text.
async fn stored(client: &Client, path: &str, document: &Value) -> String {
    wait_until("the book", async || {
        let list = client.get(format!("{path}/Existing")).await.ok();
        let mut all = list.as_array().unwrap().iter();
        all.any(|one| one["documentId"] == *document).then_some(())
    })
    .await;
    text_of(
        &client
            .get(format!("{path}/document/{}", document.as_str().unwrap()))
            .await,
    )
}

/// Queues a contact's book for the worker. The times are in the past of the tests' fixed clock.
async fn queue(app: &TestApp, client: &Client, (contact, template): (&Row, &str), further: Value) -> Value {
    let uuid = Uuid::now_v7();
    let kind = if template == OF_AGENTS { 1 } else { 2 };
    let mut row = json!({ "firm_id": 1, "document_uuid": uuid, "contact_uuid": contact.uuid,
                          "template_uuid": template, "deliverable_type": kind, "group_by": 1,
                          "requested_by": client.user_key, "is_staffs": false,
                          "requested_at": "2026-01-01T00:00:00Z", "next_try_at": "2026-01-01T00:00:00Z" });
    for (key, value) in further.as_object().unwrap() {
        row[key] = value.clone();
    }
    app.insert("summary_job", row).await;
    json!(uuid)
}

#[tokio::test]
async fn generates_a_large_book_in_the_background_and_notifies_the_user() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let agent = busy_agent(&app).await;
    let overview = admin.get(path(&agent)).await.ok();
    assert_eq!(
        (&overview["maxImmediateContracts"], &overview["maxContracts"]),
        (&json!(500), &json!(5000))
    );
    let mut body = request(&agent);
    body["includeAnnuities"] = json!(false);
    assert_eq!(admin.post(GENERATE, body.clone()).await.status, 200);

    body["includeAnnuities"] = json!(true);
    let started = admin.post(GENERATE, body).await;
    assert_eq!(started.status, 202, "{}", started.text());
    let started = started.json();
    assert_eq!(started["error"], Value::Null);
    let text = stored(&admin, &path(&agent), &started["documentId"]).await;
    for part in [
        "AdaLovelace",
        "P-1001",
        "P-1003",
        "A-2001",
        "DanaAccountAdministrator",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert_eq!(admin.get(path(&agent)).await.ok()["pending"], json!([]));
    assert_eq!(
        notifications(&app, &admin).await.unwrap(),
        format!(
            "47 | Book of business of Ada Lovelace | /people/agents/{}?tab=book",
            agent.uuid
        )
    );
    let actions = "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE subject_type = 'agent'";
    assert_eq!(app.text(actions).await.unwrap(), "generate generate download");
}

#[tokio::test]
async fn a_repeated_request_generates_one_large_book() {
    let (app, dir) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let agent = busy_agent(&app).await;
    let (key, body) = (Uuid::now_v7(), request(&agent));
    let (one, other) = tokio::join!(
        admin.post_once(key, GENERATE, &body),
        admin.post_once(key, GENERATE, &body)
    );
    assert_eq!(one.status, 202, "{}", one.text());
    // The second request may arrive after the file was stored.
    assert!([200, 202].contains(&other.status.as_u16()), "{}", other.text());
    stored(&admin, &path(&agent), &json!(key)).await;
    let later = admin.post_once(key, GENERATE, &body).await;
    assert!(text_of(&later).contains("P-1001"));
    assert_eq!(files_in(&dir.join("files")), 1);
    let mut changed = body.clone();
    changed["groupBy"] = json!(3);
    admin
        .post_once(key, GENERATE, &changed)
        .await
        .refused(422, "idempotency_key_reused");

    // Another node is generating the book.
    let leased = json!({ "next_try_at": "2100-01-01T00:00:00Z", "attempts": 1 });
    let leased = queue(&app, &admin, (&agent, OF_AGENTS), leased).await;
    let refused = admin
        .post(GENERATE, body.clone())
        .await
        .refused(422, "already_generating");
    let message = "This book of business is already being generated. Wait until it is ready.";
    assert_eq!(refused["message"], message);
    assert_eq!(
        admin.get(path(&agent)).await.ok()["pending"][0]["documentId"],
        leased
    );
    // The key of a waiting job with another request.
    app.execute(&format!(
        "UPDATE summary_job SET request_hash = '\\x00' WHERE document_uuid = '{}'",
        leased.as_str().unwrap()
    ))
    .await;
    let key = leased.as_str().unwrap().parse().unwrap();
    admin
        .post_once(key, GENERATE, &body)
        .await
        .refused(422, "idempotency_key_reused");
    // The other node's lease expired.
    app.execute("UPDATE summary_job SET next_try_at = '2026-01-01'")
        .await;
    stored(&admin, &path(&agent), &leased).await;
}

#[tokio::test]
async fn a_large_book_shows_only_rows_that_its_user_can_see_at_generation_time() {
    let (app, _) = app_with(|_| {}).await;
    let (admin, advisor, colleague) = (app.admin().await, app.advisor().await, app.advisor().await);
    let owner = app.owner("Bob Mason").insert().await;
    let own = app.agent("Own Agent").insert().await;
    let other = app.agent("Other Agent").insert().await;
    for (number, agent) in [("P-SEEN", &own), ("P-HIDDEN", &other)] {
        let policy = app.policy(number).insert().await;
        app.link(&policy, &owner).await;
        app.link(&policy, agent).await;
    }
    app.give_block(&advisor, &[&own]).await;
    app.give_block(&colleague, &[&own]).await;
    let path = format!("/BookOfBusiness/FirmOwner/{}", owner.uuid);
    let document = queue(&app, &advisor, (&owner, OF_OWNERS), json!({})).await;
    let text = stored(&advisor, &path, &document).await;
    assert!(text.contains("P-SEEN") && !text.contains("P-HIDDEN"), "{text}");
    assert!(stored(&admin, &path, &document).await.contains("P-SEEN"));
    let hidden = format!("{path}/document/{}", document.as_str().unwrap());
    colleague.get(hidden).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_failed_large_book_notifies_the_user_and_can_be_restarted() {
    let (app, dir) = app_with(|config| config.document_renderer = Some(program("exit 101"))).await;
    let admin = app.admin().await;
    let agent = busy_agent(&app).await;
    // The last attempt.
    let document = queue(&app, &admin, (&agent, OF_AGENTS), json!({ "attempts": 2 })).await;
    let document = document.as_str().unwrap();
    let message = "An error occurred when generating Book of Business.";
    assert_eq!(failure(&app, document.parse().unwrap()).await, message);
    let pending = admin.get(path(&agent)).await.ok()["pending"].clone();
    assert_eq!(
        (&pending[0]["documentId"], &pending[0]["error"]),
        (&json!(document), &json!(message))
    );
    assert_eq!(files_in(&dir), 0);
    let told = format!(
        "48 | Book of business of Ada Lovelace: {message} | /people/agents/{}?tab=book",
        agent.uuid
    );
    assert_eq!(notifications(&app, &admin).await.unwrap(), told);

    let retry = format!("{}/document/{document}/retry", path(&agent));
    let colleague = app.as_role(FirmUserType::AccountAdministrator).await;
    for other in [&colleague, &app.other_firm_admin().await] {
        other.post(&retry, Value::Null).await.refused(404, "not_found");
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.post(&retry, Value::Null).await.refused(403, "forbidden");
    // Failures of other users are not shown.
    assert_eq!(colleague.get(path(&agent)).await.ok()["pending"], json!([]));
    assert_eq!(admin.post(&retry, Value::Null).await.status, 204);
    let restarted = "SELECT 1 FROM summary_job WHERE error IS NULL AND attempts = 1";
    wait_until("the first attempt", async || app.text(restarted).await).await;
    admin.post(&retry, Value::Null).await.refused(404, "not_found");
}

#[tokio::test]
async fn fails_if_the_user_may_no_longer_generate_or_the_contact_was_deleted() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let agent = busy_agent(&app).await;
    let failed = async |document: Value| failure(&app, document.as_str().unwrap().parse().unwrap()).await;
    let document = queue(&app, &viewer, (&agent, OF_AGENTS), json!({})).await;
    let error = failed(document).await;
    assert!(error.starts_with("You don't have permission"), "{error}");

    let unknown = json!({ "template_uuid": Uuid::now_v7() });
    let document = queue(&app, &admin, (&agent, OF_AGENTS), unknown).await;
    let error = failed(document).await;
    assert!(error.starts_with("This template does not exist"), "{error}");

    app.execute("UPDATE contact SET deleted_at = now()").await;
    let document = queue(&app, &admin, (&agent, OF_AGENTS), json!({})).await;
    let error = failed(document).await;
    assert!(error.starts_with("This agent does not exist"), "{error}");
}
