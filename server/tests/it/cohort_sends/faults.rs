//! Killed and concurrent workers, and failing mail servers.

use super::{FIRST, app_with, at, client, clients, cohort_of, ids, monthly, outcome, schedule, send};
use crate::support::{MailBehavior, MailServer, wait_until};
use jiff::SignedDuration;
use server::{mail, sends};
use std::collections::BTreeSet;

const COUNT: &str = "SELECT count(*) FROM cohort_send_recipient";

#[tokio::test]
async fn concurrent_workers_send_each_mail_once() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 12).await).await;
    schedule(&admin, &cohort, monthly()).await;
    let round = || sends::round(&app.app.sends, at(FIRST));
    let (one, two, three) = tokio::join!(round(), round(), round());
    one.and(two).and(three).unwrap();
    assert_eq!(app.number(COUNT).await, 12);
    let post = || mail::round(&app.app.composer, &mailer, at(FIRST));
    let (one, two) = tokio::join!(post(), post());
    one.and(two).unwrap();
    let ids = ids(&server);
    assert_eq!((ids.len(), ids.iter().collect::<BTreeSet<_>>().len()), (12, 12));
}

#[tokio::test]
async fn next_worker_takes_over_if_one_is_killed_before_storing_recipients() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 3).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    // Stops the worker after it inserts the send and before it inserts the recipients.
    app.execute("BEGIN; LOCK TABLE cohort_send_recipient IN ACCESS EXCLUSIVE MODE")
        .await;
    let inner = app.app.clone();
    let worker = tokio::spawn(async move { sends::round(&inner.sends, at(FIRST)).await });
    app.wait_for_blocked_statement().await;
    worker.abort();
    _ = worker.await;
    app.execute("COMMIT").await;
    wait_until("the worker's transaction is rolled back", async || {
        (app.blocked_statements().await == 0).then_some(())
    })
    .await;
    send(&app, &mailer, FIRST).await;
    wait_until("the next worker has sent all mail", async || {
        send(&app, &mailer, FIRST).await;
        (server.received().len() == 3).then_some(())
    })
    .await;
    assert_eq!(app.number("SELECT count(*) FROM cohort_send").await, 1);
    assert_eq!(outcome(&admin, &saved, "2026-11-30").await.len(), 3);
}

#[tokio::test]
async fn resends_with_the_same_message_id_after_a_crash_before_the_commit() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 3).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app.sends, at(FIRST)).await.unwrap();
    // Blocks the update that marks a mail as sent.
    let inner = app.app.clone();
    app.execute(
        "CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN IF NEW.done_at IS NOT NULL THEN PERFORM pg_advisory_xact_lock(4711); END IF; RETURN NEW; END $$;
         CREATE TRIGGER stop BEFORE UPDATE ON mail_outbox FOR EACH ROW EXECUTE FUNCTION stop();
         SELECT pg_advisory_lock(4711)",
    )
    .await;
    let worker = tokio::spawn(async move {
        let mailer = mail::Mailer::of(&inner.config).unwrap().unwrap();
        mail::round(&inner.composer, &mailer, at(FIRST)).await
    });
    wait_until("the first mail was received", async || {
        (server.received().len() == 1).then_some(())
    })
    .await;
    app.wait_for_blocked_statement().await;
    worker.abort();
    _ = worker.await;
    app.execute("DROP TRIGGER stop ON mail_outbox").await;
    app.execute("SELECT pg_advisory_unlock(4711)").await;
    assert_eq!(
        app.number("SELECT count(*) FROM mail_outbox WHERE done_at IS NOT NULL")
            .await,
        0
    );
    // The dead worker's leases expire after ten minutes.
    let later = at(FIRST) + SignedDuration::from_mins(11);
    mail::round(&app.app.composer, &mailer, later).await.unwrap();
    let ids = ids(&server);
    assert_eq!(
        (ids.len(), ids.iter().collect::<BTreeSet<_>>().len()),
        (4, 3),
        "one duplicate with the same Message-ID"
    );
    assert!(
        outcome(&admin, &saved, "2026-11-30")
            .await
            .iter()
            .all(|line| line.ends_with(": Sent"))
    );
}

#[tokio::test]
async fn rejected_recipients_do_not_delay_the_others() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 20).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    server.set_behavior_for("owner.a03@mail.example", MailBehavior::RejectPermanently);
    server.set_behavior_for("owner.a13@mail.example", MailBehavior::RejectTemporarily);
    send(&app, &mailer, FIRST).await;
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    assert_eq!(lines.iter().filter(|line| line.ends_with(": Sent")).count(), 18);
    assert!(
        lines[2].starts_with("A03, Owner: Failed") && lines[2].contains("550"),
        "{}",
        lines[2]
    );
    assert!(
        lines[12].starts_with("A13, Owner: Waiting") && lines[12].contains("451"),
        "{}",
        lines[12]
    );
    server.set_behavior_for("owner.a13@mail.example", MailBehavior::Accept);
    mail::round(
        &app.app.composer,
        &mailer,
        at(FIRST) + SignedDuration::from_hours(1),
    )
    .await
    .unwrap();
    assert_eq!(
        outcome(&admin, &saved, "2026-11-30").await[12],
        "A13, Owner: Sent"
    );
    assert_eq!(server.received().len(), 19);
}

#[tokio::test]
async fn retries_an_unreachable_mail_server_and_finally_fails_with_the_reason() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[client(&app, "Ada Lee").await]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    drop(server);
    send(&app, &mailer, FIRST).await;
    let line = &outcome(&admin, &saved, "2026-11-30").await[0];
    assert!(
        line.starts_with("Lee, Ada: Waiting ") && line.len() > "Lee, Ada: Waiting ".len(),
        "{line}"
    );
    for tries in 1..8 {
        let later = at(FIRST) + SignedDuration::from_hours(100 * tries);
        mail::round(&app.app.composer, &mailer, later).await.unwrap();
    }
    let line = &outcome(&admin, &saved, "2026-11-30").await[0];
    assert!(line.starts_with("Lee, Ada: Failed "), "{line}");
}

#[tokio::test]
async fn skips_queued_mail_of_a_deleted_schedule() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 2).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app.sends, at(FIRST)).await.unwrap();
    admin
        .delete(format!("{}?version=1", super::path(&saved)))
        .await
        .ok();
    mail::round(&app.app.composer, &mailer, at(FIRST)).await.unwrap();
    assert_eq!(server.received().len(), 0);
    let why = "Skipped The schedule or cohort was deleted before the email was sent";
    assert!(
        outcome(&admin, &saved, "2026-11-30")
            .await
            .iter()
            .all(|line| line.ends_with(why))
    );
}

#[tokio::test]
async fn sends_notices_before_cohort_mail() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    app.execute("UPDATE app_user SET email = 'dana@firm.example'")
        .await;
    let cohort = cohort_of(&admin, &clients(&app, 12).await).await;
    schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app.sends, at(FIRST)).await.unwrap();
    let notice = server::notify::Notice {
        kind: shared::notification::NotificationKind::LapsePending,
        key: "1".into(),
        display_name: "P-1".into(),
        application_url: None,
        details: Vec::new(),
        to: server::notify::To::User(admin.user_key.clone()),
    };
    let mut transaction = app.app.db.begin(1).await.unwrap();
    server::notify::send(&mut transaction, 1, at(FIRST), &[notice])
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    mail::round(&app.app.composer, &mailer, at(FIRST)).await.unwrap();
    let subject = |mail: &String| mail.contains("Subject: Lapse Pending");
    assert!(
        server.received().iter().take(10).any(subject),
        "the notice is in the first batch"
    );
}
