//! Merge fields in scheduled emails.

use super::{FIRST, app_with, client, cohort_of, monthly, path, schedule, send, with};
use crate::support::{MailServer, TestApp};
use serde_json::json;

#[tokio::test]
async fn fills_in_the_values_of_each_contact() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    app.execute("UPDATE app_user SET first_name = 'Dana', last_name = 'Whitfield'")
        .await;
    let (ada, bob) = (client(&app, "Ada Lee").await, client(&app, "Bob Moss").await);
    app.execute(
        "UPDATE contact SET organization_name = 'Moss & Sons LLC', display_name = 'Moss & Sons LLC' WHERE last_name = 'Moss'",
    )
    .await;
    let cohort = cohort_of(&admin, &[ada, bob]).await;
    let body = with(
        monthly(),
        &json!({ "subject": "{{contact.firstName}}, your contracts",
                 "message": "Dear {{contact.fullName}},\n\n{{sender.name}}, {{firm.name}}" }),
    );
    let saved = schedule(&admin, &cohort, body).await;
    let dry = admin.get(format!("{}/dryRun", path(&saved))).await.ok();
    let firm = app.text("SELECT name FROM firm WHERE firm_id = 1").await.unwrap();
    assert_eq!(
        dry["sample"],
        json!({ "contactFirstName": "Ada", "contactFullName": "Ada Lee", "firmName": firm,
                "senderName": "Dana Whitfield" })
    );
    send(&app, &mailer, FIRST).await;
    let mut received = server.received();
    received.sort_by_key(|mail| mail.contains("bob.moss@mail.example"));
    for (mail, subject, name) in [
        (&received[0], "Ada, your contracts", "Dear Ada Lee,"),
        (
            &received[1],
            "Moss & Sons LLC, your contracts",
            "Dear Moss & Sons LLC,",
        ),
    ] {
        let mail = mail.replace("=\n", "");
        assert!(mail.contains(&format!("Subject: {subject}")), "{mail}");
        assert!(mail.contains(name), "{mail}");
        assert!(mail.contains(&format!("Dana Whitfield, {firm}")), "{mail}");
        assert!(!mail.contains("{{"), "{mail}");
    }
}

#[tokio::test]
async fn dry_run_shows_the_values_of_a_skipped_contact_if_all_are_skipped() {
    let server = MailServer::start().await;
    let (app, _) = app_with(&server).await;
    let admin = app.admin().await;
    let ada = client(&app, "Ada Lee").await;
    app.execute("UPDATE contact SET email = NULL").await;
    let cohort = cohort_of(&admin, &[ada]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    let dry = admin.get(format!("{}/dryRun", path(&saved))).await.ok();
    assert_eq!(dry["deliveries"][0]["state"], "Skipped");
    assert_eq!(dry["sample"]["contactFullName"], "Ada Lee");
}

#[tokio::test]
async fn rejects_unknown_and_unclosed_fields() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[client(&app, "Ada Lee").await]).await;
    let save = async |changes| {
        let calls = format!("/Cohort/{cohort}/schedule");
        admin.post(calls, with(monthly(), &changes)).await
    };
    let unknown = save(json!({ "subject": "{{policy.number}}" })).await;
    unknown.invalid("subject", "unknown_placeholder");
    let unclosed = save(json!({ "message": "Dear {{contact.firstName" })).await;
    unclosed.invalid("message", "unclosed_placeholder");
}
