//! Notification mail: content, and delivery when the mail server fails.

use super::{hours_later, notice, now, send, set_email, to};
use crate::support::{Client, MailBehavior, MailServer, TestApp, mail_at};
use serde_json::json;
use server::mail::{Mailer, round};
use shared::notification::NotificationKind::LapsePending;

async fn app_with(port: u16) -> (TestApp, Mailer, Client) {
    let app = TestApp::with(|config, _| {
        config.mail = Some(mail_at(port));
        config.public_url = "https://portal.example".into();
    })
    .await;
    let mailer = Mailer::of(&app.app.config).unwrap().unwrap();
    let advisor = app.advisor().await;
    set_email(&app, &advisor, "dana@firm.example").await;
    send(&app, &[notice(LapsePending, "P-1 <b>&", to(&advisor))]).await;
    (app, mailer, advisor)
}

async fn state(app: &TestApp) -> String {
    let sql =
        "SELECT concat_ws(' ', tries, CASE WHEN done_at IS NULL THEN 'waits' ELSE 'done' END, last_error)
               FROM mail_outbox";
    app.text(sql).await.unwrap()
}

/// Returns the first line of a header's value.
fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let start = mail
        .find(&format!("{name}: "))
        .unwrap_or_else(|| panic!("no {name} in {mail}"));
    mail[start..].lines().next().unwrap().split_once(": ").unwrap().1
}

#[tokio::test]
async fn sends_each_mail_once_as_text_and_html() {
    let server = MailServer::start().await;
    let (app, mailer, _) = app_with(server.port).await;
    round(&app.app.composer, &mailer, now()).await.unwrap();
    round(&app.app.composer, &mailer, hours_later(1)).await.unwrap();
    let taken = server.received();
    assert_eq!(taken.len(), 1);
    let mail = &taken[0];
    assert_eq!(header(mail, "Subject"), "Lapse Pending: P-1 <b>&");
    assert!(header(mail, "From").ends_with("<no-reply@portal.example>"));
    assert!(header(mail, "To").ends_with("<dana@firm.example>"));
    let uuid = app.text("SELECT uuid::text FROM mail_outbox").await.unwrap();
    assert_eq!(header(mail, "Message-ID"), format!("<{uuid}@portal.example>"));
    assert!(
        mail.contains("https://portal.example/business/policies"),
        "{mail}"
    );
    // Quoted-printable wraps long lines with a trailing equals sign.
    assert!(
        mail.replace("=\n", "").contains("P-1 &#60;b&#62;&#38;</a>"),
        "{mail}"
    );
    assert_eq!(state(&app).await, "1 done");
}

#[tokio::test]
async fn retries_a_temporary_failure_with_the_same_message_id() {
    let server = MailServer::start().await;
    let (app, mailer, _) = app_with(server.port).await;
    server.set_behavior(MailBehavior::RejectTemporarily);
    round(&app.app.composer, &mailer, now()).await.unwrap();
    assert!(state(&app).await.starts_with("1 waits"), "{}", state(&app).await);
    round(&app.app.composer, &mailer, now()).await.unwrap();
    assert!(
        state(&app).await.starts_with("1 waits"),
        "not retried before the next try is due"
    );
    server.set_behavior(MailBehavior::Accept);
    round(&app.app.composer, &mailer, hours_later(1)).await.unwrap();
    assert_eq!(state(&app).await, "2 done");
    // Simulates a node that died before marking the mail as sent. It is resent with the same Message-ID.
    app.execute("UPDATE mail_outbox SET done_at = NULL").await;
    round(&app.app.composer, &mailer, hours_later(2)).await.unwrap();
    let taken = server.received();
    assert_eq!(taken.len(), 2);
    assert_eq!(header(&taken[0], "Message-ID"), header(&taken[1], "Message-ID"));
}

#[tokio::test]
async fn permanent_rejection_ends_retries_and_an_unreachable_server_is_retried() {
    let server = MailServer::start().await;
    let (app, mailer, _) = app_with(server.port).await;
    server.set_behavior(MailBehavior::RejectPermanently);
    round(&app.app.composer, &mailer, now()).await.unwrap();
    assert!(state(&app).await.starts_with("1 done"), "{}", state(&app).await);
    app.execute("UPDATE mail_outbox SET done_at = NULL, tries = 0, next_try_at = created_at")
        .await;
    drop(server);
    for tries in 1..=8 {
        round(&app.app.composer, &mailer, hours_later(100 * tries))
            .await
            .unwrap();
    }
    assert!(state(&app).await.starts_with("8 done"), "{}", state(&app).await);
}

#[tokio::test]
async fn silent_mail_server_does_not_block_other_work() {
    let server = MailServer::start().await;
    server.set_behavior(MailBehavior::NoReply);
    let (app, mailer, advisor) = app_with(server.port).await;
    let sending = round(&app.app.composer, &mailer, now());
    let working = async {
        // While the mail server hangs, requests are served and no connection is held.
        let held = "SELECT count(*) FROM pg_stat_activity
                    WHERE state LIKE 'idle in transaction%' AND datname = current_database()";
        crate::support::wait_until(
            "the mail is being sent without holding a connection",
            async || (app.number(held).await == 0 && state(&app).await == "1 waits").then_some(()),
        )
        .await;
        advisor.get("/UserNotification").await.ok();
        // The mail server closes the connection.
        drop(server);
    };
    let (sent, ()) = tokio::join!(sending, working);
    sent.unwrap();
    assert!(state(&app).await.starts_with("1 waits "), "{}", state(&app).await);
}

#[tokio::test]
async fn skips_read_notifications_and_users_without_email() {
    let server = MailServer::start().await;
    let (app, mailer, advisor) = app_with(server.port).await;
    advisor.put("/UserNotification/isRead", json!({})).await.ok();
    let colleague = app.advisor().await;
    send(&app, &[notice(LapsePending, "P-2", to(&colleague))]).await;
    round(&app.app.composer, &mailer, now()).await.unwrap();
    assert_eq!(server.received().len(), 0);
    assert_eq!(
        app.number("SELECT count(*) FROM mail_outbox WHERE done_at IS NULL")
            .await,
        0
    );
}
