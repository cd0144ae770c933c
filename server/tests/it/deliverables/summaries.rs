//! Report summaries.

use super::{app_with, program, squeezed, text_of};
use crate::documents::files_in;
use crate::reports::{report, share};
use crate::support::{Client, Row, TestApp, wait_until};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

const PLAIN: &str = "b00c0000-0000-4000-8000-000000000003";
const BY_OWNER: &str = "b00c0000-0000-4000-8000-000000000004";
const GENERATE: &str = "/ReportSummary/generate";

fn request(report: &Value) -> Value {
    json!({ "uuid": report["uuid"], "templateUuid": PLAIN, "deliverableType": 3 })
}

fn path(report: &Value) -> String {
    format!("/ReportSummary/{}", report["uuid"].as_str().unwrap())
}

async fn summaries(client: &Client, report: &Value) -> Value {
    client.get(path(report)).await.ok()
}

/// Generates a summary and returns the text of the PDF.
async fn generated(client: &Client, report: &Value, body: Value) -> String {
    let started = client.post(GENERATE, body).await;
    assert_eq!(started.status, 202, "{}", started.text());
    let id = started.json()["documentId"].as_str().unwrap().to_owned();
    wait_until("the summary", async || {
        let all = summaries(client, report).await;
        let pending = all["pending"].as_array().unwrap();
        assert!(pending.iter().all(|job| job["error"].is_null()), "{all}");
        let mut documents = all["documents"].as_array().unwrap().iter();
        documents.any(|one| one["documentId"] == *id).then_some(())
    })
    .await;
    text_of(&client.get(format!("{}/document/{id}", path(report))).await)
}

/// Inserts two policies of different owners.
async fn policies(app: &TestApp) -> [Row; 2] {
    let policies = [
        app.policy("P-1001")
            .with("death_benefit", "250000.55")
            .with("carrier_name", "Aspen Mutual")
            .insert()
            .await,
        app.policy("P-1002")
            .with("death_benefit", "1000000.00")
            .insert()
            .await,
    ];
    for (policy, name) in policies.iter().zip(["Bob Mason", "Eve Stone"]) {
        let owner = app.owner(name).insert().await;
        app.link(policy, &owner).await;
    }
    policies
}

pub(super) async fn notifications(app: &TestApp, client: &Client) -> Option<String> {
    app.text(&format!(
        "SELECT string_agg(concat_ws(' | ', notification_type, display_name, application_url), ', ')
         FROM user_notification WHERE user_key = '{}'",
        client.user_key
    ))
    .await
}

#[tokio::test]
async fn generates_a_summary_in_the_background_and_notifies_the_user() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    policies(&app).await;
    let saved = report(&admin, 1, "In force", json!({ "selectColumns": ["status"] })).await;
    let mut body = request(&saved);
    body["groupBy"] = json!(2);
    let text = generated(&admin, &saved, body).await;
    for part in [
        "Report summary",
        "In force",
        "P-1001",
        "P-1002",
        "Aspen Mutual",
        "$1,250,000.55",
        "2 policies",
        "Dana Account Administrator",
        "as Alder Advisors",
    ] {
        assert!(text.contains(&squeezed(part)), "{part} is not in {text}");
    }
    let totals = crate::reports::totals(&admin, &saved).await;
    assert_eq!(totals["totals"]["deathBenefit"], "1250000.55");

    let all = summaries(&admin, &saved).await;
    assert_eq!(
        (&all["displayName"], &all["hasContracts"]),
        (&json!("In force"), &json!(true))
    );
    assert_eq!(all["pending"], json!([]));
    let name = all["documents"][0]["name"].as_str().unwrap();
    assert!(name.starts_with("Report summary - In force - "), "{name}");
    let uuid = saved["uuid"].as_str().unwrap();
    assert_eq!(
        notifications(&app, &admin).await.unwrap(),
        format!("47 | In force | /reports/policies/{uuid}?panel=summary")
    );

    let document = format!(
        "{}/document/{}",
        path(&saved),
        all["documents"][0]["documentId"].as_str().unwrap()
    );
    assert_eq!(admin.delete(&document).await.status, 204);
    admin.get(&document).await.refused(404, "not_found");
    assert_eq!(summaries(&admin, &saved).await["documents"], json!([]));
    let actions =
        format!("SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE subject_uuid = '{uuid}'");
    assert_eq!(
        app.text(&actions).await.unwrap(),
        "add generate download discard denied"
    );
}

#[tokio::test]
async fn lists_contacts_with_totals_that_count_each_contract_once() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let [policy, _] = policies(&app).await;
    let joint = app.owner("Joan Mason").insert().await;
    app.link(&policy, &joint).await;
    let saved = report(&admin, 6, "Clients", json!({})).await;
    let text = generated(&admin, &saved, request(&saved)).await;
    for part in ["Mason, Joan", "Mason, Bob", "3 owners", "$1,250,000.55"] {
        assert!(text.contains(&squeezed(part)), "{part} is not in {text}");
    }
    assert!(!text.contains("$1,500,001.10"), "{text}");
    let mut grouped = request(&saved);
    grouped["groupBy"] = json!(2);
    admin
        .post(GENERATE, grouped)
        .await
        .invalid("groupBy", "not_grouped");
    let by_owner = json!({ "uuid": saved["uuid"], "templateUuid": BY_OWNER, "deliverableType": 4 });
    admin
        .post(GENERATE, by_owner)
        .await
        .invalid("deliverableType", "no_summary_by_owner");
}

#[tokio::test]
async fn summaries_show_only_rows_and_documents_of_their_user() {
    let (app, _) = app_with(|_| {}).await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let [seen, _] = policies(&app).await;
    let agent = app.agent("Own Agent").insert().await;
    app.link(&seen, &agent).await;
    app.give_block(&advisor, &[&agent]).await;
    let saved = report(&admin, 1, "In force", json!({})).await;
    share(&admin, &saved, &[&advisor]).await;
    let text = generated(&admin, &saved, request(&saved)).await;
    assert!(text.contains("P-1001") && text.contains("P-1002"), "{text}");
    let of_admin = summaries(&admin, &saved).await["documents"][0]["documentId"].clone();

    assert_eq!(summaries(&advisor, &saved).await["documents"], json!([]));
    let by_owner = json!({ "uuid": saved["uuid"], "templateUuid": BY_OWNER, "deliverableType": 4 });
    let text = generated(&advisor, &saved, by_owner).await;
    assert!(text.contains("P-1001") && !text.contains("P-1002"), "{text}");
    assert!(text.contains("Mason,Bob"), "{text}");
    for document in [
        format!("{}/document/{}", path(&saved), of_admin.as_str().unwrap()),
        format!("/Document/{}", of_admin.as_str().unwrap()),
    ] {
        advisor.get(&document).await.refused(404, "not_found");
        advisor.delete(&document).await.refused(404, "not_found");
    }
    // Users who see all rows see all documents.
    assert_eq!(
        summaries(&admin, &saved).await["documents"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[tokio::test]
async fn previews_a_summary() {
    let (app, dir) = app_with(|_| {}).await;
    let admin = app.admin().await;
    policies(&app).await;
    let saved = report(&admin, 1, "In force", json!({})).await;
    let preview = format!("{}/preview/{PLAIN}/group/2/type/3", path(&saved));
    let pages = admin.get(&preview).await.ok();
    assert!(pages["pages"][0].as_str().unwrap().starts_with("<svg"));
    assert_eq!(files_in(&dir), 0);
    admin
        .get(preview.replace("group/2", "group/8"))
        .await
        .invalid("groupBy", "unknown_grouping");
    admin
        .get(preview.replace("type/3", "type/4"))
        .await
        .refused(404, "not_found");
    admin
        .get(preview.replace("type/3", "type/1"))
        .await
        .invalid("deliverableType", "unknown_deliverable_type");
}

#[tokio::test]
async fn rejects_other_firms_other_users_and_missing_permission() {
    let (app, _) = app_with(|_| {}).await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let saved = report(&admin, 1, "In force", json!({})).await;
    let preview = format!("{}/preview/{PLAIN}/group/1/type/3", path(&saved));
    for other in [&app.other_firm_admin().await, &advisor] {
        other.get(path(&saved)).await.refused(404, "not_found");
        other.get(&preview).await.refused(404, "not_found");
        other
            .post(GENERATE, request(&saved))
            .await
            .refused(404, "not_found");
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    share(&admin, &saved, &[&viewer]).await;
    viewer.get(path(&saved)).await.ok();
    viewer.get(&preview).await.refused(403, "forbidden");
    viewer
        .post(GENERATE, request(&saved))
        .await
        .refused(403, "forbidden");
    let mut unknown = request(&saved);
    unknown["templateUuid"] = json!(Uuid::now_v7());
    admin.post(GENERATE, unknown).await.refused(404, "not_found");
}

/// Queues a summary of a user's report for the worker. The times are in the past of the tests' fixed clock.
async fn queue(app: &TestApp, client: &Client, report: &Value, further: Value) -> Uuid {
    let uuid = Uuid::now_v7();
    let mut row = json!({ "firm_id": 1, "document_uuid": uuid, "report_uuid": report["uuid"], "template_uuid": PLAIN,
                          "deliverable_type": 3, "group_by": 1, "requested_by": client.user_key, "is_staffs": false,
                          "requested_at": "2026-01-01T00:00:00Z", "next_try_at": "2026-01-01T00:00:00Z" });
    for (key, value) in further.as_object().unwrap() {
        row[key] = value.clone();
    }
    app.insert("summary_job", row).await;
    uuid
}

/// Waits until the summary has failed, and returns the error.
pub(super) async fn failure(app: &TestApp, document: Uuid) -> String {
    let sql =
        format!("SELECT error FROM summary_job WHERE document_uuid = '{document}' AND error IS NOT NULL");
    wait_until("the failure", async || app.text(&sql).await).await
}

#[tokio::test]
async fn a_repeated_request_generates_one_summary() {
    let (app, dir) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let saved = report(&admin, 1, "In force", json!({})).await;
    let (key, body) = (Uuid::now_v7(), request(&saved));
    let (one, other) = tokio::join!(
        admin.post_once(key, GENERATE, &body),
        admin.post_once(key, GENERATE, &body)
    );
    assert_eq!((one.status.as_u16(), other.status.as_u16()), (202, 202));
    wait_until("the summary", async || {
        let all = summaries(&admin, &saved).await;
        (all["pending"] == json!([])).then_some(())
    })
    .await;
    let later = admin.post_once(key, GENERATE, &body).await;
    assert_eq!(
        (later.status.as_u16(), &later.json()["documentId"]),
        (202, &json!(key))
    );
    let all = summaries(&admin, &saved).await;
    assert_eq!(all["pending"], json!([]));
    assert_eq!(all["documents"][0]["documentId"], json!(key));
    assert_eq!(all["documents"].as_array().unwrap().len(), 1);
    assert_eq!(files_in(&dir.join("files")), 1);
    let mut changed = body.clone();
    changed["groupBy"] = json!(3);
    admin
        .post_once(key, GENERATE, &changed)
        .await
        .refused(422, "idempotency_key_reused");

    // Another node is generating the summary.
    let leased = json!({ "next_try_at": "2100-01-01T00:00:00Z", "attempts": 1 });
    queue(&app, &admin, &saved, leased).await;
    admin
        .post(GENERATE, body)
        .await
        .refused(422, "already_generating");
}

#[tokio::test]
async fn generates_a_summary_again_only_after_its_lease_has_ended() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let saved = report(&admin, 1, "In force", json!({})).await;
    let leased = json!({ "next_try_at": "2100-01-01T00:00:00Z", "attempts": 1 });
    let leased = queue(&app, &admin, &saved, leased).await;
    let due = queue(&app, &admin, &saved, json!({})).await;
    let stored = async |document: Uuid| {
        wait_until("the summary", async || {
            let all = summaries(&admin, &saved).await;
            let mut documents = all["documents"].as_array().unwrap().iter();
            documents
                .any(|one| one["documentId"] == json!(document))
                .then_some(all)
        })
        .await
    };
    let all = stored(due).await;
    assert_eq!(all["pending"][0]["documentId"], json!(leased));
    app.execute("UPDATE summary_job SET next_try_at = '2026-01-01'")
        .await;
    let all = stored(leased).await;
    assert_eq!(all["documents"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_failed_summary_notifies_the_user_and_can_be_restarted() {
    let (app, dir) = app_with(|config| config.document_renderer = Some(program("exit 101"))).await;
    let admin = app.admin().await;
    let saved = report(&admin, 1, "In force", json!({})).await;
    // The last attempt.
    let document = queue(&app, &admin, &saved, json!({ "attempts": 2 })).await;
    assert_eq!(failure(&app, document).await, "Unable to generate summary.");
    let all = summaries(&admin, &saved).await;
    assert_eq!(all["pending"][0]["error"], "Unable to generate summary.");
    assert_eq!((&all["documents"], files_in(&dir)), (&json!([]), 0));
    let uuid = saved["uuid"].as_str().unwrap();
    let told = format!("48 | In force: Unable to generate summary. | /reports/policies/{uuid}?panel=summary");
    assert_eq!(notifications(&app, &admin).await.unwrap(), told);

    let retry = format!("{}/document/{document}/retry", path(&saved));
    let other = app.advisor().await;
    share(&admin, &saved, &[&other]).await;
    other.post(&retry, Value::Null).await.refused(404, "not_found");
    app.execute("UPDATE summary_job SET attempts = 2").await;
    assert_eq!(admin.post(&retry, Value::Null).await.status, 204);
    let restarted = "SELECT 1 FROM summary_job WHERE error IS NULL AND attempts = 1";
    wait_until("the first attempt", async || app.text(restarted).await).await;
    admin.post(&retry, Value::Null).await.refused(404, "not_found");
}

#[tokio::test]
async fn fails_if_the_user_may_no_longer_generate_or_the_report_cannot_run() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let saved = report(&admin, 1, "In force", json!({})).await;
    share(&admin, &saved, &[&viewer]).await;
    let document = queue(&app, &viewer, &saved, json!({})).await;
    let error = failure(&app, document).await;
    assert!(error.starts_with("You don't have permission"), "{error}");

    let stranger = app.advisor().await;
    let document = queue(&app, &stranger, &saved, json!({})).await;
    let error = failure(&app, document).await;
    assert!(error.starts_with("This report does not exist"), "{error}");

    app.execute("UPDATE report SET query = '{\"filter\": 7}'").await;
    let document = queue(&app, &admin, &saved, json!({})).await;
    let error = failure(&app, document).await;
    assert!(error.starts_with("This report cannot be run"), "{error}");
}

#[tokio::test]
async fn deleting_a_report_cancels_its_summaries() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let saved = report(&admin, 1, "In force", json!({})).await;
    generated(&admin, &saved, request(&saved)).await;
    queue(
        &app,
        &admin,
        &saved,
        json!({ "next_try_at": "2100-01-01T00:00:00Z" }),
    )
    .await;
    let report = format!("/report/{}?version=1", saved["uuid"].as_str().unwrap());
    assert_eq!(admin.delete(report).await.status, 204);
    assert_eq!(app.text("SELECT count(*) FROM summary_job").await.unwrap(), "0");
    // The report's documents are deleted too.
    let documents = "SELECT count(*) FROM document WHERE deleted_at IS NULL";
    assert_eq!(app.text(documents).await.unwrap(), "0");
}

#[tokio::test]
async fn a_user_manager_can_summarize_a_report_whose_owner_left() {
    let (app, _) = app_with(|_| {}).await;
    let (admin, former) = (app.admin().await, app.advisor().await);
    policies(&app).await;
    let saved = report(&former, 1, "In force", json!({})).await;
    let leaves = format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        former.user_key
    );
    app.execute(&leaves).await;
    let text = generated(&admin, &saved, request(&saved)).await;
    assert!(text.contains("P-1001"), "{text}");
}
