//! The server is killed while sending to a cohort; the next process continues.

use super::{clients, cohort_of, ids, monthly, schedule, with};
use crate::support::{MailServer, ServerProcess, TestApp, wait_until};
use nix::sys::signal::Signal;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

const CONTACTS: usize = 40;
/// Number of mails that a node leases at a time. The killed node's mails stay leased for a while.
const BATCH: usize = 10;

#[tokio::test]
async fn killed_server_delivers_to_each_contact_with_at_most_one_duplicate() {
    let server = MailServer::start().await;
    // This app only serves requests; separate processes send the mail.
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &clients(&app, CONTACTS).await).await;
    schedule(&admin, &cohort, with(monthly(), &json!({ "frequency": "Once" }))).await;
    // The processes use the system clock, so the schedule starts today.
    app.execute(
        "UPDATE cohort_schedule SET first_send_date = (now() AT TIME ZONE 'UTC')::date, send_time = '00:00', time_zone = 'UTC',
           next_send_at = date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'",
    )
    .await;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sends-{}", server::ids::new_uuid()));
    let address = format!("smtp://127.0.0.1:{}", server.port);
    let settings = [
        ("FIRMBOOK_SMTP_URL", address.as_str()),
        ("FIRMBOOK_MAIL_FROM", "no-reply@portal.example"),
        ("FIRMBOOK_DATA_DIR", dir.to_str().unwrap()),
    ];
    let mut node = ServerProcess::with(&app, &settings).await;
    wait_until("mail is sent", async || {
        (server.received().len() >= BATCH + 2).then_some(())
    })
    .await;
    node.signal(Signal::SIGKILL);
    node.wait_for_exit().await;
    let sent = "SELECT count(*) FROM cohort_send_recipient WHERE state = 'Sent'";
    assert!(
        app.number(sent).await < CONTACTS as i64,
        "the server was killed while sending"
    );

    let _next = ServerProcess::with(&app, &settings).await;
    wait_until("the next node sends the unleased mail", async || {
        (app.number(sent).await >= (CONTACTS - BATCH) as i64).then_some(())
    })
    .await;
    // Expires the leases of the killed node.
    app.execute("UPDATE mail_outbox SET next_try_at = now() WHERE done_at IS NULL")
        .await;
    wait_until("all mail is sent", async || {
        (app.number(sent).await == CONTACTS as i64).then_some(())
    })
    .await;
    let all = ids(&server);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), CONTACTS, "{all:?}");
    assert!(all.len() <= CONTACTS + 1, "{} mails", all.len());
    assert_eq!(app.number("SELECT count(*) FROM cohort_send").await, 1);
}
