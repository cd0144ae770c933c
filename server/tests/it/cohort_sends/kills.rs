//! The server is killed while it sends to a cohort; the next one goes on where it stopped.

use super::{clients, cohort_of, ids, monthly, schedule, with};
use crate::support::{MailServer, Running, TestApp, until};
use nix::sys::signal::Signal;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

const CONTACTS: usize = 40;
/// Mail that one node takes at once: what the killed one had is left to it for a while.
const BATCH: usize = 10;

#[tokio::test]
async fn killed_while_it_sends_each_contact_gets_a_mail_and_one_at_most_gets_it_twice() {
    let server = MailServer::start().await;
    // This app answers calls; what sends are processes.
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, CONTACTS).await).await;
    schedule(&admin, &cohort, with(monthly(), &json!({ "frequency": "Once" }))).await;
    // The processes live today, whenever that is.
    app.execute(
        "UPDATE cohort_schedule SET first_send_date = (now() AT TIME ZONE 'UTC')::date, send_time = '00:00', time_zone = 'UTC',
           next_send_at = date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'",
    )
    .await;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sends-{}", server::db::new_uuid()));
    let address = format!("smtp://127.0.0.1:{}", server.port);
    let settings = [
        ("FIRMBOOK_SMTP_URL", address.as_str()),
        ("FIRMBOOK_MAIL_FROM", "no-reply@portal.example"),
        ("FIRMBOOK_DATA_DIR", dir.to_str().unwrap()),
    ];
    let mut node = Running::with(&app, &settings).await;
    until("mail goes out", async || {
        (server.taken().len() >= BATCH + 2).then_some(())
    })
    .await;
    node.signal(Signal::SIGKILL);
    node.ends().await;
    let sent = "SELECT count(*) FROM cohort_send_recipient WHERE state = 'Sent'";
    assert!(
        app.number(sent).await < CONTACTS as i64,
        "it was killed in the middle"
    );

    let _next = Running::with(&app, &settings).await;
    until("the next node sends what nobody had taken", async || {
        (app.number(sent).await >= (CONTACTS - BATCH) as i64).then_some(())
    })
    .await;
    // The time for which it is left to the one that died is over.
    app.execute("UPDATE mail_outbox SET next_try_at = now() WHERE done_at IS NULL")
        .await;
    until("everybody has theirs", async || {
        (app.number(sent).await == CONTACTS as i64).then_some(())
    })
    .await;
    let all = ids(&server);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), CONTACTS, "{all:?}");
    assert!(all.len() <= CONTACTS + 1, "{} mails", all.len());
    assert_eq!(app.number("SELECT count(*) FROM cohort_send").await, 1);
}
