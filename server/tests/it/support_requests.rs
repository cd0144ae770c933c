//! Questions to a firm's support.

use crate::support::{Client, MailServer, TestApp};
use jiff::Timestamp;
use serde_json::{Value, json};
use server::mail::{self, Mailer};
use shared::permission::FirmUserType;
use uuid::Uuid;

const PATH: &str = "/Support/request";

/// Sets the support address for one of the first firm's host names.
async fn set_address(app: &TestApp, host: &str, address: &str) {
    app.execute(&format!(
        "INSERT INTO branding (firm_id, host, platform_name, support_email) VALUES (1, '{host}', 'Alder', '{address}')"
    ))
    .await;
}

async fn send(app: &TestApp, mailer: &Mailer) {
    let now: Timestamp = "2036-11-22T02:00:00Z".parse().unwrap();
    mail::round(&app.app.composer, mailer, now).await.unwrap();
}

fn question(subject: &str) -> Value {
    json!({ "subject": subject, "message": "The export stops.\n<b>Why?</b>" })
}

async fn ask(client: &Client, subject: &str) {
    assert_eq!(client.post(PATH, question(subject)).await.status, 204);
}

#[tokio::test]
async fn emails_the_question_once_with_replies_to_the_user() {
    let server = MailServer::start().await;
    let (app, mailer) = server.app(|_| {}).await;
    let reader = app.as_role(FirmUserType::ViewOnly).await;
    app.execute(&format!(
        "UPDATE app_user SET email = 'dana@firm.example' WHERE user_key = '{}'",
        reader.user_key
    ))
    .await;
    set_address(&app, "alder.example", "help@alder.example").await;
    set_address(&app, "second.example", "desk@second.example").await;
    let key = Uuid::now_v7();
    for _ in 0..2 {
        assert_eq!(reader.post_once(key, PATH, &question("Export")).await.status, 204);
    }
    let other = question("Another");
    reader
        .post_once(key, PATH, &other)
        .await
        .refused(422, "idempotency_key_reused");
    send(&app, &mailer).await;
    send(&app, &mailer).await;
    let [mail] = <[String; 1]>::try_from(server.received()).unwrap();
    for part in [
        "Subject: Export",
        "To: help@alder.example",
        "dana@firm.example",
        "The export stops.",
        "&#60;b&#62;Why?",
    ] {
        assert!(mail.contains(part), "{part}: {mail}");
    }

    // The question goes to the support address for the host name that the user uses.
    let at_second = reader.with_header("host", "second.example");
    ask(&at_second, "Import").await;
    send(&app, &mailer).await;
    let received = server.received();
    assert!(received[received.len() - 1].contains("To: desk@second.example"));
    let log = app
        .text("SELECT string_agg(details->>'subject', ',' ORDER BY details->>'subject') FROM audit_log WHERE action = 'askSupport'")
        .await;
    assert_eq!(log.as_deref(), Some("Export,Import"));
}

#[tokio::test]
async fn rejects_questions_that_cannot_be_delivered() {
    let server = MailServer::start().await;
    let (app, mailer) = server.app(|_| {}).await;
    let admin = app.admin().await;
    admin
        .post(PATH, question("Export"))
        .await
        .refused(422, "no_support_email");
    // Another firm's address does not count.
    app.execute("INSERT INTO branding (firm_id, host, platform_name, support_email) VALUES (2, 'birch.example', 'Birch', 'help@birch.example')")
        .await;
    admin
        .with_header("host", "birch.example")
        .post(PATH, question("Export"))
        .await
        .refused(422, "no_support_email");
    set_address(&app, "alder.example", "help@alder.example").await;
    admin.post(PATH, question(" ")).await.invalid("subject", "length");
    for number in 1..=20 {
        ask(&admin, &format!("Question {number}")).await;
    }
    admin
        .post(PATH, question("Question 21"))
        .await
        .refused(422, "too_many");
    // The address was removed before the emails were sent.
    app.execute("UPDATE branding SET support_email = NULL").await;
    send(&app, &mailer).await;
    assert_eq!(server.received().len(), 0);

    let without_mail = TestApp::new().await;
    let admin = without_mail.admin().await;
    set_address(&without_mail, "alder.example", "help@alder.example").await;
    admin
        .post(PATH, question("Export"))
        .await
        .refused(422, "email_disabled");
}
