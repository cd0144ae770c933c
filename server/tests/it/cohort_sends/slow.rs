//! A mail server that answers late, or not at all: nobody else waits for it, and no mail is taken for another.

use super::{
    FIRST, app_with, app_with_patience, at, clients, cohort_of, ids, monthly, outcome, schedule, send,
};
use crate::support::{MailServer, Mood, until};
use jiff::SignedDuration;
use server::config::MailPatience;
use server::mail::{self, Mailer};
use server::sends;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::timeout;

/// Longer than anything here takes.
const DEADLINE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_slow_mail_server_gets_each_mail_once_while_everybody_else_goes_on() {
    let server = MailServer::start().await;
    server.turn(Mood::Slow);
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 3).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    sends::round(&app.app, at(FIRST)).await.unwrap();
    let sending = mail::round(&app.app, &mailer, at(FIRST));
    let meanwhile = async {
        until("the first mail was handed over", async || {
            (server.taken().len() == 1).then_some(())
        })
        .await;
        let held = "SELECT count(*) FROM pg_stat_activity
                    WHERE state LIKE 'idle in transaction%' AND datname = current_database()";
        until("no connection is held", async || {
            (app.number(held).await == 0).then_some(())
        })
        .await;
        let lines = outcome(&admin, &saved, "2026-11-30").await;
        assert!(lines.iter().all(|line| line.ends_with(": Waiting")), "{lines:?}");
        // Another node finds nothing that it could send.
        let other = Mailer::of(&app.app.config).unwrap().unwrap();
        mail::round(&app.app, &other, at(FIRST)).await.unwrap();
        sends::round(&app.app, at(FIRST)).await.unwrap();
        assert_eq!(server.taken().len(), 1);
        server.answer(3);
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
async fn an_answer_that_comes_too_late_is_not_taken_for_that_of_the_next_mail() {
    let server = MailServer::start().await;
    server.turn(Mood::Slow);
    let patience = MailPatience {
        mail: Duration::from_secs(3),
        ..MailPatience::default()
    };
    let (app, mailer) = app_with_patience(&server, patience).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 2).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    timeout(DEADLINE, send(&app, &mailer, FIRST)).await.unwrap();
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    let waits = |line: &String| line.ends_with(": Waiting the mail server does not answer");
    assert!(lines.iter().all(waits), "{lines:?}");
    assert_eq!(server.taken().len(), 1, "the others wait for a better moment");
    server.answer(1);
    server.turn(Mood::Unwilling);
    let later = at(FIRST) + SignedDuration::from_hours(1);
    timeout(DEADLINE, mail::round(&app.app, &mailer, later))
        .await
        .unwrap()
        .unwrap();
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    let refused = |line: &String| line.contains(": Failed ") && line.contains("554");
    assert!(lines.iter().all(refused), "{lines:?}");
}

#[tokio::test]
async fn a_mail_server_that_lets_nobody_in_is_no_fault_of_the_mail() {
    let server = MailServer::start().await;
    server.turn(Mood::Shut);
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, 2).await).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    send(&app, &mailer, FIRST).await;
    let lines = outcome(&admin, &saved, "2026-11-30").await;
    assert!(lines.iter().all(|line| line.contains(": Waiting ")), "{lines:?}");
    server.turn(Mood::Takes);
    let later = at(FIRST) + SignedDuration::from_hours(1);
    mail::round(&app.app, &mailer, later).await.unwrap();
    assert_eq!(server.taken().len(), 2);
}
