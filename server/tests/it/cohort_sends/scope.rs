//! Row scope of scheduled sends, and schedules whose owner leaves the firm.

use super::archive::files;
use super::{FIRST, app_with, client, cohort_of, monthly, outcome, path, reload, schedule, send, with};
use crate::support::{MailServer, Row};
use serde_json::json;

#[tokio::test]
async fn skips_contacts_and_contracts_outside_the_owners_scope_at_send_time() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    let (ada, bob) = (client(&app, "Ada Lee").await, client(&app, "Bob Lee").await);
    let mut policies: Vec<Row> = Vec::new();
    for (number, owner) in [("P-10", &ada), ("P-11", &bob)] {
        let policy = app.policy(number).insert().await;
        app.link(&policy, owner).await;
        app.link(&policy, &agent).await;
        policies.push(policy);
    }
    app.give_block(&advisor, &[&agent]).await;
    let cohort = cohort_of(&advisor, &[ada, bob]).await;
    let saved = schedule(&advisor, &cohort, monthly()).await;
    app.execute(&format!(
        "DELETE FROM contract_party WHERE contract_uuid = '{}' AND kind = 1",
        policies[1].uuid
    ))
    .await;
    send(&app, &mailer, FIRST).await;
    assert_eq!(
        outcome(&advisor, &saved, "2026-11-30").await,
        [
            "Lee, Ada: Sent",
            "Lee, Bob: Skipped The schedule's owner has no access to the contact"
        ]
    );
    let store = |taken: &str| taken.replace("=\n", "");
    let mail = store(&server.received()[0]);
    // The attachment lists only the contact's policy in the advisor's block.
    let archive = format!("{}/document?sendDate=2026-11-30", path(&saved));
    let file = files(&advisor, archive).await["0001 Lee, Ada/Policies.csv"].clone();
    assert!(file.contains("P-10") && !file.contains("P-Ada"), "{file}");
    assert!(mail.contains("Policies.csv"));
}

#[tokio::test]
async fn evaluates_the_rule_at_send_time() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    client(&app, "Ada Lee").await;
    client(&app, "Bob Lee").await;
    let rule = json!([{ "column": "state", "op": "eq", "value": "TX" }]);
    let body = json!({ "name": "South", "contactType": 2, "kind": "Rule", "filter": rule });
    let cohort = admin.post("/Cohort", body).await.ok();
    let saved = schedule(&admin, cohort["uuid"].as_str().unwrap(), monthly()).await;
    app.execute("UPDATE contact SET state = 'TX' WHERE first_name = 'Bob'")
        .await;
    send(&app, &mailer, FIRST).await;
    assert_eq!(outcome(&admin, &saved, "2026-11-30").await, ["Lee, Bob: Sent"]);
}

#[tokio::test]
async fn pauses_a_schedule_without_active_owner_until_someone_takes_over() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let (leaver, admin) = (app.admin().await, app.admin().await);
    let cohort = cohort_of(&leaver, &[client(&app, "Ada Lee").await]).await;
    let saved = schedule(&leaver, &cohort, monthly()).await;
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        leaver.user_key
    ))
    .await;
    send(&app, &mailer, FIRST).await;
    assert_eq!(server.received().len(), 0);
    let paused = reload(&admin, &saved).await;
    assert_eq!(
        (&paused["status"], &paused["isAbandoned"]),
        (&json!("Paused"), &json!(true))
    );
    let why =
        "The schedule's owner can no longer send for this firm. Edit and save the schedule to take it over.";
    assert_eq!(paused["pausedBecause"], why);
    let notices = admin.get("/UserNotification").await.ok();
    assert_eq!(
        notices[0]["displayName"],
        format!("“Review” for Families was paused: {why}")
    );
    let dry = admin.get(format!("{}/dryRun", path(&saved))).await.ok();
    assert_eq!(dry["problem"], why);
    let change = json!({ "scheduleId": saved["scheduleId"], "version": paused["version"] });
    let taken_over = admin
        .post(format!("/Cohort/{cohort}/schedule"), with(monthly(), &change))
        .await
        .ok();
    assert_eq!(
        (
            &taken_over["status"],
            &taken_over["isAbandoned"],
            &taken_over["pausedBecause"]
        ),
        (&json!("Active"), &json!(false), &json!(null))
    );
    send(&app, &mailer, "2026-12-30T14:00:00Z").await;
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn pauses_if_the_rule_matches_too_many_contacts() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let rule = json!([{ "column": "state", "op": "isEmpty" }]);
    let body = json!({ "name": "All", "contactType": 2, "kind": "Rule", "filter": rule });
    let cohort = admin.post("/Cohort", body).await.ok();
    let saved = schedule(&admin, cohort["uuid"].as_str().unwrap(), monthly()).await;
    app.execute(
        "INSERT INTO contact (firm_id, uuid, kind, display_name, owner_type)
         SELECT 1, gen_random_uuid(), 2, 'Lee, ' || i, 1 FROM generate_series(1, 5001) i",
    )
    .await;
    send(&app, &mailer, FIRST).await;
    let paused = reload(&admin, &saved).await;
    assert_eq!(
        paused["pausedBecause"],
        "A cohort can have up to 5,000 contacts. Narrow the rule."
    );
    assert_eq!(app.number("SELECT count(*) FROM cohort_send").await, 0);
}

#[tokio::test]
async fn sends_nothing_to_a_deleted_cohort_and_resumes_after_a_restore() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[client(&app, "Ada Lee").await]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    let version = app.number("SELECT version FROM cohort").await;
    admin
        .delete(format!("/Cohort/{cohort}?version={version}"))
        .await
        .ok();
    send(&app, &mailer, "2027-01-15T14:00:00Z").await;
    assert_eq!(server.received().len(), 0);
    admin
        .post(format!("/Cohort/{cohort}/restore"), json!({}))
        .await
        .ok();
    // Requests use the app's fixed clock, which is still in November.
    assert_eq!(reload(&admin, &saved).await["nextSendDate"], "2026-11-30");
}
