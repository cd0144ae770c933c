//! Workers that die, workers that meet, and mail servers in every mood: each contact is written to once.

use super::{FIRST, app_with, at, client, clients, cohort_of, ids, monthly, outcome, schedule, send};
use crate::support::{MailServer, Mood, until};
use jiff::SignedDuration;
use server::{mail, sends};
use std::collections::BTreeSet;

const COUNT: &str = "SELECT count(*) FROM cohort_send_recipient";

#[tokio::test]
async fn two_workers_at_once_send_once() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 12).await).await;
    schedule(&admin, &cohort, monthly()).await;
    let round = || sends::round(&app.app, at(FIRST));
    let (one, two, three) = tokio::join!(round(), round(), round());
    one.and(two).and(three).unwrap();
    assert_eq!(app.number(COUNT).await, 12);
    let post = || mail::round(&app.app, &mailer, at(FIRST));
    let (one, two) = tokio::join!(post(), post());
    one.and(two).unwrap();
    let ids = ids(&server);
    assert_eq!((ids.len(), ids.iter().collect::<BTreeSet<_>>().len()), (12, 12));
}

#[tokio::test]
async fn a_worker_that_dies_before_its_recipients_are_fixed_leaves_nothing_and_the_next_one_does_it_all() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 3).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    // It has written the send and stands before the recipients.
    app.execute("BEGIN; LOCK TABLE cohort_send_recipient IN ACCESS EXCLUSIVE MODE")
        .await;
    let inner = app.app.clone();
    let worker = tokio::spawn(async move { sends::round(&inner, at(FIRST)).await });
    app.until_a_statement_waits().await;
    worker.abort();
    _ = worker.await;
    app.execute("COMMIT").await;
    until("its transaction is gone", async || {
        (app.lock_waits().await == 0).then_some(())
    })
    .await;
    send(&app, &mailer, FIRST).await;
    until("the next one has sent", async || {
        send(&app, &mailer, FIRST).await;
        (server.taken().len() == 3).then_some(())
    })
    .await;
    assert_eq!(app.number("SELECT count(*) FROM cohort_send").await, 1);
    assert_eq!(outcome(&admin, &saved, "2026-11-30").await.len(), 3);
}

#[tokio::test]
async fn a_worker_that_dies_between_sending_and_noting_it_sends_again_under_the_same_id() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 3).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app, at(FIRST)).await.unwrap();
    // Nobody can note that a mail was sent.
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
        mail::round(&inner, &mailer, at(FIRST)).await
    });
    until("the first mail was taken", async || {
        (server.taken().len() == 1).then_some(())
    })
    .await;
    app.until_a_statement_waits().await;
    worker.abort();
    _ = worker.await;
    app.execute("DROP TRIGGER stop ON mail_outbox").await;
    app.execute("SELECT pg_advisory_unlock(4711)").await;
    assert_eq!(
        app.number("SELECT count(*) FROM mail_outbox WHERE done_at IS NOT NULL")
            .await,
        0
    );
    // What a dead node holds is free again after a while.
    let later = at(FIRST) + SignedDuration::from_mins(11);
    mail::round(&app.app, &mailer, later).await.unwrap();
    let ids = ids(&server);
    assert_eq!(
        (ids.len(), ids.iter().collect::<BTreeSet<_>>().len()),
        (4, 3),
        "one double, known by its id"
    );
    assert!(
        outcome(&admin, &saved, "2026-11-30")
            .await
            .iter()
            .all(|line| line.ends_with(": Sent"))
    );
}

#[tokio::test]
async fn one_in_ten_refused_for_good_keeps_nobody_else_waiting() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 20).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    server.turn_for("owner.a03@mail.example", Mood::Never);
    server.turn_for("owner.a13@mail.example", Mood::Later);
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
    server.turn_for("owner.a13@mail.example", Mood::Takes);
    mail::round(&app.app, &mailer, at(FIRST) + SignedDuration::from_hours(1))
        .await
        .unwrap();
    assert_eq!(
        outcome(&admin, &saved, "2026-11-30").await[12],
        "A13, Owner: Sent"
    );
    assert_eq!(server.taken().len(), 19);
}

#[tokio::test]
async fn a_mail_server_that_is_down_is_tried_until_it_is_given_up_with_the_reason() {
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
        mail::round(&app.app, &mailer, later).await.unwrap();
    }
    let line = &outcome(&admin, &saved, "2026-11-30").await[0];
    assert!(line.starts_with("Lee, Ada: Failed "), "{line}");
}

#[tokio::test]
async fn a_schedule_that_is_deleted_while_its_mail_waits_sends_no_more() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 2).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app, at(FIRST)).await.unwrap();
    admin
        .delete(format!("{}?version=1", super::path(&saved)))
        .await
        .ok();
    mail::round(&app.app, &mailer, at(FIRST)).await.unwrap();
    assert_eq!(server.taken().len(), 0);
    let why = "Skipped The schedule or its cohort was deleted before its turn came";
    assert!(
        outcome(&admin, &saved, "2026-11-30")
            .await
            .iter()
            .all(|line| line.ends_with(why))
    );
}

#[tokio::test]
async fn notices_go_before_what_cohorts_are_sent() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    app.execute("UPDATE app_user SET email = 'dana@firm.example'")
        .await;
    let cohort = cohort_of(&admin, &clients(&app, 12).await).await;
    schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app, at(FIRST)).await.unwrap();
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
    mail::round(&app.app, &mailer, at(FIRST)).await.unwrap();
    let subject = |mail: &String| mail.contains("Subject: Lapse Pending");
    assert!(server.taken().iter().take(10).any(subject), "in the first batch");
}
