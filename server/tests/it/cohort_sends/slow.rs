//! Mail servers that reply late or not at all. They must not block other work, and a late reply must not be
//! matched to another mail.

use super::{
    FIRST, app_with, app_with_mail_timeouts, at, clients, cohort_of, ids, monthly, outcome, schedule, send,
};
use crate::support::{MailBehavior, MailServer, wait_until};
use jiff::SignedDuration;
use server::config::MailPatience;
use server::mail::{self, Mailer};
use server::sends;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::timeout;

/// Generous limit so that a hang fails the test.
const DEADLINE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn slow_mail_server_gets_each_mail_once_without_blocking_other_work() {
    let server = MailServer::start().await;
    server.set_behavior(MailBehavior::DelayReply);
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 3).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app.sends, at(FIRST)).await.unwrap();
    let sending = mail::round(&app.app.composer, &mailer, at(FIRST));
    let meanwhile = async {
        wait_until("the first mail is received", async || {
            (server.received().len() == 1).then_some(())
        })
        .await;
        let held = "SELECT count(*) FROM pg_stat_activity
                    WHERE state LIKE 'idle in transaction%' AND datname = current_database()";
        wait_until("no transaction is open", async || {
            (app.number(held).await == 0).then_some(())
        })
        .await;
        let lines = outcome(&admin, &saved, "2026-11-30").await;
        assert!(lines.iter().all(|line| line.ends_with(": Waiting")), "{lines:?}");
        // Another node finds no unleased mail.
        let other = Mailer::of(&app.app.config).unwrap().unwrap();
        mail::round(&app.app.composer, &other, at(FIRST)).await.unwrap();
        sends::round(&app.app.sends, at(FIRST)).await.unwrap();
        assert_eq!(server.received().len(), 1);
        server.release(3);
    };
    let (sent, ()) = timeout(DEADLINE, async { tokio::join!(sending, meanwhile) })
        .await
        .unwrap();
    sent.unwrap();
    let ids = ids(&server);
    assert_eq!((ids.len(), ids.iter().collect::<BTreeSet<_>>().len()), (3, 3));
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    assert!(lines.iter().all(|line| line.ends_with(": Sent")), "{lines:?}");
}

#[tokio::test]
async fn late_reply_is_not_matched_to_the_next_mail() {
    let server = MailServer::start().await;
    server.set_behavior(MailBehavior::DelayReply);
    let patience = MailPatience {
        mail: Duration::from_secs(3),
        ..MailPatience::default()
    };
    let (app, mailer) = app_with_mail_timeouts(&server, patience).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 2).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    timeout(DEADLINE, send(&app, &mailer, FIRST)).await.unwrap();
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    let waits = |line: &String| line.ends_with(": Waiting The mail server did not respond");
    assert!(lines.iter().all(waits), "{lines:?}");
    assert_eq!(server.received().len(), 1, "the remaining mail waits for a retry");
    server.release(1);
    server.set_behavior(MailBehavior::RejectAfterData);
    let later = at(FIRST) + SignedDuration::from_hours(1);
    timeout(DEADLINE, mail::round(&app.app.composer, &mailer, later))
        .await
        .unwrap()
        .unwrap();
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    let refused = |line: &String| line.contains(": Failed ") && line.contains("554");
    assert!(lines.iter().all(refused), "{lines:?}");
}

#[tokio::test]
async fn rejected_connection_does_not_count_as_a_failed_delivery() {
    let server = MailServer::start().await;
    server.set_behavior(MailBehavior::RejectHello);
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 2).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    send(&app, &mailer, FIRST).await;
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    assert!(lines.iter().all(|line| line.contains(": Waiting ")), "{lines:?}");
    server.set_behavior(MailBehavior::Accept);
    let later = at(FIRST) + SignedDuration::from_hours(1);
    mail::round(&app.app.composer, &mailer, later).await.unwrap();
    assert_eq!(server.received().len(), 2);
}
