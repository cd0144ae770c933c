use super::{Setting, delivery};
use crate::support::{Client, MailBehavior, MailServer, TestApp, wait_until};
use jiff::Timestamp;
use serde_json::{Value, json};
use server::mail::{self, Mailer};

async fn send(app: &TestApp, mailer: &Mailer) {
    let now: Timestamp = "2026-11-22T02:00:00Z".parse().unwrap();
    mail::round(&app.app.composer, mailer, now).await.unwrap();
}

async fn deliver(lee: &Setting, client: &Client, body: Value) -> Value {
    let all = client
        .post(format!("{}/delivery", lee.letters()), body)
        .await
        .ok();
    all["gifts"][0].clone()
}

#[tokio::test]
async fn emails_each_letter_once_and_opens_the_window_after_the_last() {
    let server = MailServer::start().await;
    let (app, mailer) = server.app(|_| {}).await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, cy] = lee.create(&admin).await;
    let path = format!("{}/delivery", lee.letters());
    // Cy has no email address.
    let both = delivery("Email", "", &[&ada, &cy]);
    admin.post(&path, both).await.invalid("letters", "no_email");
    let sending = deliver(&lee, &admin, delivery("Email", "", &[&ada])).await;
    let ada = &sending["letters"][0];
    assert_eq!(
        (&ada["state"], &ada["email"], &ada["version"]),
        (&json!("Sending"), &json!("ada@mail.example"), &json!(2))
    );
    // A letter cannot be sent again while it is being sent.
    let again = delivery("Email", "", &[ada]);
    admin
        .post(&path, again)
        .await
        .invalid("letters", "already_delivered");

    send(&app, &mailer).await;
    send(&app, &mailer).await;
    let [mail] = <[String; 1]>::try_from(server.received()).unwrap();
    for part in [
        "Notice of a withdrawal right: Lee Family Trust",
        "ada@mail.example",
        "Content-Type: application/pdf",
        "Crummey letter - Ada Lee - 2026-11-21.pdf",
    ] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
    let sent = lee.load(&admin).await;
    let ada = &sent["letters"][0];
    // The date is in the sender's time zone.
    assert_eq!(
        (&ada["state"], &ada["deliveredOn"], &ada["emailedAt"]),
        (
            &json!("Delivered"),
            &json!("2026-11-21"),
            &json!("2026-11-22T02:00:00Z")
        )
    );
    assert_eq!(sent["gift"]["lettersSentOn"], json!(null));

    let all = deliver(
        &lee,
        &admin,
        delivery("Hand", "11/21/2026", &[&sent["letters"][1]]),
    )
    .await;
    assert_eq!(all["gift"]["lettersSentOn"], "2026-11-21");
    assert_eq!(all["gift"]["state"], "WindowOpen");
    assert_eq!(all["gift"]["version"], 2);
}

#[tokio::test]
async fn failed_emails_can_be_delivered_by_another_method() {
    let server = MailServer::start().await;
    let (app, mailer) = server.app(|_| {}).await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, _] = lee.create(&admin).await;
    server.set_behavior(MailBehavior::RejectTemporarily);
    deliver(&lee, &admin, delivery("Email", "", &[&ada])).await;
    send(&app, &mailer).await;
    let waiting = lee.load(&admin).await["letters"][0].clone();
    assert_eq!(waiting["state"], "Sending");
    assert!(!waiting["failure"].is_null());
    server.set_behavior(MailBehavior::RejectPermanently);
    app.execute("UPDATE mail_outbox SET next_try_at = created_at")
        .await;
    send(&app, &mailer).await;
    let failed = lee.load(&admin).await["letters"][0].clone();
    assert_eq!(
        (&failed["state"], &failed["deliveredOn"]),
        (&json!("Failed"), &json!(null))
    );
    let mailed = deliver(&lee, &admin, delivery("Mail", "2026-11-21", &[&failed])).await;
    let ada = &mailed["letters"][0];
    assert_eq!(
        (
            &ada["state"],
            &ada["method"],
            &ada["failure"],
            &ada["deliveredOn"]
        ),
        (
            &json!("Delivered"),
            &json!("Mail"),
            &json!(null),
            &json!("2026-11-21")
        )
    );
}

#[tokio::test]
async fn a_letter_that_cannot_be_read_does_not_stop_the_others() {
    let server = MailServer::start().await;
    let (app, mailer) = server.app(|_| {}).await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    app.execute("UPDATE trust_person SET email = 'cy@mail.example' WHERE name = 'Cy Lee'")
        .await;
    let [ada, cy] = lee.create(&admin).await;
    app.execute("UPDATE document SET storage_key = '1/documents/gone' WHERE name LIKE '%Ada%'")
        .await;
    deliver(&lee, &admin, delivery("Email", "", &[&ada, &cy])).await;
    send(&app, &mailer).await;
    let after = lee.load(&admin).await;
    let letters = &after["letters"];
    assert_eq!(
        (&letters[0]["state"], &letters[0]["failure"], &letters[1]["state"]),
        (
            &json!("Sending"),
            &json!("The letter could not be read."),
            &json!("Delivered")
        )
    );
}

#[tokio::test]
async fn letters_in_the_outbox_fail_when_mail_is_disabled() {
    let server = MailServer::start().await;
    let (app, _) = server.app(|_| {}).await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, _] = lee.create(&admin).await;
    deliver(&lee, &admin, delivery("Email", "", &[&ada])).await;
    let failed = wait_until("the outbox is emptied", async || {
        let letter = lee.load(&admin).await["letters"][0].clone();
        (letter["state"] == "Failed").then_some(letter)
    });
    tokio::select! {
        () = mail::run(app.app.composer.clone(), None) => unreachable!(),
        failed = failed => assert_eq!(failed["failure"], "Firmbook is not set up to send email."),
    }
    assert_eq!(app.number("SELECT count(*) FROM mail_outbox").await, 0);
}

#[tokio::test]
async fn refuses_email_without_a_mail_server() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, _] = lee.create(&admin).await;
    assert_eq!(admin.get(lee.letters()).await.ok()["canEmail"], json!(false));
    admin
        .post(
            format!("{}/delivery", lee.letters()),
            delivery("Email", "", &[&ada]),
        )
        .await
        .invalid("method", "mail_disabled");
}

#[tokio::test]
async fn removes_a_delivery_that_was_recorded_by_mistake() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, cy] = lee.create(&admin).await;
    let path = format!("{}/delivery", lee.letters());
    admin
        .post(&path, delivery("Mail", "11/20/2026", &[&ada]))
        .await
        .invalid("deliveredOn", "order");
    admin
        .post(&path, delivery("Mail", "11/22/2026", &[&ada]))
        .await
        .invalid("deliveredOn", "future");
    let both = deliver(&lee, &admin, delivery("Mail", "11/21/2026", &[&ada, &cy])).await;
    assert_eq!(both["gift"]["lettersSentOn"], "2026-11-21");
    let conflict = admin.post(&path, delivery("Mail", "11/21/2026", &[&ada])).await;
    assert_eq!(
        conflict.refused(409, "version_conflict")["current"]["gifts"][0],
        both
    );

    let ada = &both["letters"][0];
    let one = format!("{}/delivery", lee.letter(ada));
    admin
        .delete(format!("{one}?version=1"))
        .await
        .refused(409, "version_conflict");
    let removed = admin.delete(format!("{one}?version=2")).await.ok()["gifts"][0].clone();
    assert_eq!(removed["letters"][0]["state"], "Draft");
    assert_eq!(removed["gift"]["lettersSentOn"], json!(null));
    admin
        .delete(format!("{one}?version=3"))
        .await
        .refused(422, "not_recorded");

    // A delivery cannot be removed once the gift's premium is paid.
    let ada = &removed["letters"][0];
    deliver(&lee, &admin, delivery("Hand", "11/21/2026", &[ada])).await;
    app.execute("UPDATE premium_gift SET premium_paid_on = '2026-11-21'")
        .await;
    admin
        .delete(format!("{one}?version=4"))
        .await
        .refused(422, "premium_paid");
    assert_eq!(lee.letters_sent_on(&admin).await, "2026-11-21");

    let activity = admin
        .get(format!("/FirmOwner/owner/{}/activity", lee.trust))
        .await
        .ok();
    let labels: Vec<&str> = activity["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["label"].as_str().unwrap())
        .collect();
    assert_eq!(
        labels[..4],
        [
            "Recorded a delivery",
            "Removed a delivery",
            "Recorded a delivery",
            "Generated a document"
        ]
    );
}

#[tokio::test]
async fn the_window_opens_when_the_last_letters_are_delivered_concurrently() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, cy] = lee.create(&admin).await;
    tokio::join!(
        deliver(&lee, &admin, delivery("Hand", "11/21/2026", &[&ada])),
        deliver(&lee, &admin, delivery("Mail", "11/21/2026", &[&cy]))
    );
    assert_eq!(lee.letters_sent_on(&admin).await, "2026-11-21");
}

#[tokio::test]
async fn the_window_stays_closed_while_a_beneficiary_has_no_letter() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let input = lee.input(&[(lee.ada, "5000")]);
    let created = admin.post(lee.letters(), input).await.ok();
    let delivered = deliver(
        &lee,
        &admin,
        delivery("Hand", "11/21/2026", &[&created["letters"][0]]),
    )
    .await;
    assert_eq!(delivered["gift"]["lettersSentOn"], json!(null));
    // The remaining amount of the gift.
    assert_eq!(delivered["recipients"][0]["amount"], "5000.01");
}
