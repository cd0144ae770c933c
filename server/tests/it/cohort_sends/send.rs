//! Content, recipients and timing of scheduled sends.

use super::{
    FIRST, app_with, at, client, clients, cohort_of, monthly, outcome, path, reload, schedule, send, with,
};
use crate::support::{MailServer, PATIENCE, TestApp};
use serde_json::json;
use server::sends;
use tokio::time::timeout;

#[tokio::test]
async fn sends_each_contact_the_message_and_their_contracts_once() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    app.execute("UPDATE app_user SET email = 'dana@firm.example'")
        .await;
    let (ada, bob) = (client(&app, "Ada Lee").await, client(&app, "Bob Lee").await);
    let annuity = app.annuity("A-77").insert().await;
    app.link(&annuity, &bob).await;
    let cohort = cohort_of(&admin, &[ada, bob]).await;
    let body = with(
        monthly(),
        &json!({ "message": "Dear <b>client</b>,\n\nhere they are.", "includeAnnuities": true }),
    );
    let saved = schedule(&admin, &cohort, body).await;
    send(&app, &mailer, "2026-11-30T13:59:59Z").await;
    assert_eq!(server.received().len(), 0, "nothing is sent before the send time");
    send(&app, &mailer, FIRST).await;
    send(&app, &mailer, FIRST).await;
    send(&app, &mailer, "2026-12-01T14:00:00Z").await;
    let mut taken = server.received();
    taken.sort_by_key(|mail| mail.contains("bob.lee@mail.example"));
    assert_eq!(taken.len(), 2);
    // Quoted-printable wraps long lines with a trailing equals sign.
    let (to_ada, to_bob) = (taken[0].replace("=\n", ""), &taken[1]);
    for part in [
        "Subject: Your contracts",
        "<ada.lee@mail.example>",
        "dana@firm.example",
        "List-Unsubscribe: <https://portal.example/unsubscribe/1.v2.",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "Policies.csv",
        "&#60;b&#62;client",
    ] {
        assert!(to_ada.contains(part), "{part}: {to_ada}");
    }
    assert!(!to_ada.contains("Annuities.csv") && to_bob.contains("Annuities.csv"));
    assert!(!to_ada.contains("Sent late"));
    let after = reload(&admin, &saved).await;
    assert_eq!(
        (&after["lastSendDate"], &after["nextSendDate"]),
        (&json!("2026-11-30"), &json!("2026-12-30"))
    );
    assert_eq!(
        outcome(&admin, &saved, "2026-11-30").await,
        ["Lee, Ada: Sent", "Lee, Bob: Sent"]
    );
    let past = admin.get(format!("/Cohort/{cohort}/schedule/past")).await.ok();
    assert_eq!(
        (&past[0]["sentCount"], &past[0]["scheduleName"], &past[0]["note"]),
        (&json!(2), &json!("Review"), &json!(null))
    );
    let logged = "SELECT details->>'contacts' FROM audit_log WHERE action = 'send'";
    assert_eq!(app.text(logged).await.as_deref(), Some("2"));
}

#[tokio::test]
async fn lists_skipped_contacts_with_the_reason() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let people = [
        client(&app, "Ada Lee").await,
        client(&app, "Bob Gone").await,
        client(&app, "Cy Silent").await,
        app.owner("Di Empty")
            .with("email", "di@mail.example")
            .insert()
            .await,
        client(&app, "Ed Nomore").await,
        client(&app, "Flo Wrong").await,
    ];
    let cohort = cohort_of(&admin, &people).await;
    app.execute(
        "UPDATE contact SET deleted_at = now() WHERE first_name = 'Bob';
         UPDATE contact SET email = NULL WHERE first_name = 'Cy';
         UPDATE contact SET email = 'not an address' WHERE first_name = 'Flo';
         INSERT INTO unsubscription VALUES (1, 'ed.nomore@mail.example', now());",
    )
    .await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    let expected = [
        "Empty, Di: Skipped No contracts to list",
        "Gone, Bob: Skipped The contact was deleted",
        "Lee, Ada: Waiting",
        "Nomore, Ed: Skipped Unsubscribed",
        "Silent, Cy: Skipped No email address",
        "Wrong, Flo: Skipped Invalid email address",
    ];
    let dry = admin.get(format!("{}/dryRun", path(&saved))).await.ok();
    assert_eq!(super::deliveries(&dry), expected);
    assert_eq!(dry["problem"], json!(null));
    assert_eq!(
        app.number("SELECT count(*) FROM cohort_send").await,
        0,
        "nothing was sent"
    );
    send(&app, &mailer, FIRST).await;
    let sent: Vec<String> = expected
        .iter()
        .map(|line| line.replace("Waiting", "Sent"))
        .collect();
    assert_eq!(outcome(&admin, &saved, "2026-11-30").await, sent);
    assert_eq!(server.received().len(), 1);
    let asked = json!({ "selectColumns": ["name", "lastSend", "lastResult"] });
    let listed = admin.post("/Cohort/search", asked).await.ok();
    assert_eq!(listed["items"][0]["lastResult"], "1 sent, 5 skipped");
    let records = app.number(
        "SELECT count(*) FROM hub_outbox WHERE record->>'kind' = 'cohort' AND record->>'by' = 'Review'",
    );
    assert_eq!(
        records.await,
        2,
        "one record when the send starts, one when mail is sent"
    );
}

#[tokio::test]
async fn sends_missed_dates_once_with_a_note() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[client(&app, "Ada Lee").await]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    send(&app, &mailer, "2027-02-10T12:00:00Z").await;
    send(&app, &mailer, "2027-02-10T12:01:00Z").await;
    let taken = server.received();
    assert_eq!(taken.len(), 1);
    let note = "Sent late, once. This was due 3 times from 11/30/2026 to 01/30/2027.";
    assert!(taken[0].replace("=\n", "").contains(note), "{}", taken[0]);
    let past = admin.get(format!("/Cohort/{cohort}/schedule/past")).await.ok();
    assert_eq!(
        (&past[0]["note"], &past[0]["sendDate"]),
        (&json!(note), &json!("2027-01-30"))
    );
    assert_eq!(reload(&admin, &saved).await["nextSendDate"], "2027-02-28");
}

#[tokio::test]
async fn paused_and_ended_schedules_send_nothing() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[client(&app, "Ada Lee").await]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    let calls = format!("/Cohort/{cohort}/schedule");
    let now = |version: i32, status: &str| {
        with(
            monthly(),
            &json!({ "scheduleId": saved["scheduleId"], "version": version, "status": status }),
        )
    };
    admin.post(&calls, now(1, "Paused")).await.ok();
    send(&app, &mailer, "2026-12-15T12:00:00Z").await;
    assert_eq!(server.received().len(), 0);
    // Requests use the app's fixed clock, which is still in November, so the next send date is not skipped.
    let resumed = admin.post(&calls, now(2, "Active")).await.ok();
    assert_eq!(resumed["nextSendDate"], "2026-11-30");
    admin.post(&calls, now(3, "Ended")).await.ok();
    send(&app, &mailer, "2027-12-15T12:00:00Z").await;
    assert_eq!(server.received().len(), 0);
    let once = with(monthly(), &json!({ "frequency": "Once", "name": "Once" }));
    let once = schedule(&admin, &cohort, once).await;
    send(&app, &mailer, FIRST).await;
    send(&app, &mailer, "2027-12-15T12:00:00Z").await;
    assert_eq!(server.received().len(), 1);
    let once = reload(&admin, &once).await;
    assert_eq!(
        (&once["status"], &once["nextSendDate"]),
        (&json!("Ended"), &json!(null))
    );
}

#[tokio::test]
async fn sends_birthdays_and_anniversaries_on_each_contacts_own_date() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let people = clients(&app, 4).await;
    app.execute(
        "UPDATE contact SET dob = '1980-02-29' WHERE last_name = 'A01';
         UPDATE contact SET dob = '1975-12-05' WHERE last_name = 'A02';
         UPDATE contact SET dob = '1975-12-07' WHERE last_name = 'A03';",
    )
    .await;
    let cohort = cohort_of(&admin, &people).await;
    let saved = schedule(
        &admin,
        &cohort,
        with(monthly(), &json!({ "frequency": "Birthday" })),
    )
    .await;
    let dry = admin.get(format!("{}/dryRun", path(&saved))).await.ok();
    assert_eq!(dry["deliveries"][0]["dueDate"], "2027-03-01");
    assert_eq!(super::deliveries(&dry)[3], "A04, Owner: Skipped No date of birth");
    send(&app, &mailer, FIRST).await;
    assert_eq!(server.received().len(), 0, "no contact has a birthday");
    assert_eq!(app.number("SELECT count(*) FROM cohort_send").await, 0);
    assert_eq!(reload(&admin, &saved).await["nextSendDate"], "2026-12-05");
    for day in ["2026-12-04", "2026-12-05", "2026-12-05", "2026-12-06"] {
        send(&app, &mailer, &format!("{day}T14:00:01Z")).await;
    }
    assert_eq!(outcome(&admin, &saved, "2026-12-05").await, ["A02, Owner: Sent"]);
    // After three months without sending, both missed birthdays are sent on the same day.
    send(&app, &mailer, "2027-03-10T14:00:01Z").await;
    assert_eq!(
        outcome(&admin, &saved, "2027-03-10").await,
        ["A01, Owner: Sent", "A03, Owner: Sent"]
    );
    let mails = server.received();
    assert_eq!(mails.len(), 3);
    assert!(mails.iter().any(|mail| {
        mail.replace("=\n", "")
            .contains("Sent late. This was due on 03/01/2027.")
    }));
    let annual = schedule(
        &admin,
        &cohort,
        with(monthly(), &json!({ "frequency": "Anniversary" })),
    )
    .await;
    send(&app, &mailer, "2026-12-05T14:00:01Z").await;
    assert_eq!(outcome(&admin, &annual, "2026-12-05").await.len(), 4);
}

#[tokio::test]
async fn sends_to_the_contact_the_servicing_agent_or_the_owner() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    app.execute("UPDATE app_user SET email = 'dana@firm.example'")
        .await;
    let (ada, bob) = (client(&app, "Ada Lee").await, client(&app, "Bob Lee").await);
    let agent = app
        .agent("Grace Hopper")
        .with("email", "grace@agency.example")
        .insert()
        .await;
    let policy = app.policy("P-9").insert().await;
    app.link(&policy, &ada).await;
    app.link_as(&policy, &agent, 2).await;
    let cohort = cohort_of(&admin, &[ada, bob]).await;
    let to_agent = schedule(
        &admin,
        &cohort,
        with(monthly(), &json!({ "sendTo": "ServicingAgent" })),
    )
    .await;
    send(&app, &mailer, FIRST).await;
    assert_eq!(
        outcome(&admin, &to_agent, "2026-11-30").await,
        ["Lee, Ada: Sent", "Lee, Bob: Skipped No servicing agent"]
    );
    let mail = &server.received()[0];
    assert!(
        mail.contains("<grace@agency.example>") && mail.contains("Subject: Your contracts: Lee, Ada"),
        "{mail}"
    );
    let change = json!({ "scheduleId": to_agent["scheduleId"], "version": 1, "status": "Ended" });
    admin
        .post(format!("/Cohort/{cohort}/schedule"), with(monthly(), &change))
        .await
        .ok();
    schedule(
        &admin,
        &cohort,
        with(monthly(), &json!({ "sendTo": "Me", "name": "Mine" })),
    )
    .await;
    send(&app, &mailer, FIRST).await;
    let mine: Vec<String> = server.received().split_off(1);
    assert_eq!(mine.len(), 2);
    assert!(
        mine.iter()
            .all(|mail| mail.contains("<dana@firm.example>") && !mail.contains("List-Unsubscribe"))
    );
}

#[tokio::test]
async fn agent_list_shows_the_next_send_date() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, bob) = (
        app.agent("Ada Lee").with("state", "TX").insert().await,
        app.agent("Bob Lee").insert().await,
    );
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &ada).await;
    let rule = json!([{ "column": "state", "op": "eq", "value": "TX" }]);
    let body = json!({ "name": "South", "contactType": 1, "kind": "Rule", "filter": rule });
    let cohort = admin.post("/Cohort", body).await.ok();
    let saved = schedule(&admin, cohort["uuid"].as_str().unwrap(), monthly()).await;
    let next = async |row: &crate::support::Row| {
        sends::next::refresh(&app.app.sends, 1, at("2026-11-21T17:00:00Z"))
            .await
            .unwrap();
        let call = format!("/Cohort/FirmAgent/{}/nextCohortScheduleSendDate", row.uuid);
        admin.get(call).await.ok()["nextCohortScheduleSendDate"].clone()
    };
    assert_eq!(next(&ada).await, "2026-11-30");
    assert_eq!(next(&bob).await, json!(null));
    let list = admin.post("/FirmAgent/search", json!({})).await.ok();
    assert_eq!(list["items"][0]["nextCohortSend"], "2026-11-30");
    admin.delete(format!("{}?version=1", path(&saved))).await.ok();
    assert_eq!(next(&ada).await, json!(null));
    app.other_firm_admin()
        .await
        .get(format!(
            "/Cohort/FirmAgent/{}/nextCohortScheduleSendDate",
            ada.uuid
        ))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn next_send_dates_skip_locked_contacts_until_the_next_round() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let rows = [
        app.agent("Ada Lee").insert().await,
        app.agent("Bob Lee").insert().await,
    ];
    let policy = app.policy("P-1").insert().await;
    for row in &rows {
        app.link(&policy, row).await;
    }
    let uuids = json!([rows[0].uuid, rows[1].uuid]);
    let body = json!({ "name": "All", "contactType": 1, "kind": "Static", "contactUuids": uuids });
    let cohort = admin.post("/Cohort", body).await.ok();
    schedule(&admin, cohort["uuid"].as_str().unwrap(), monthly()).await;
    let refresh = async || {
        let now = at("2026-11-21T17:00:00Z");
        let refresh = sends::next::refresh(&app.app.sends, 1, now);
        timeout(PATIENCE, refresh).await.unwrap().unwrap();
        let list = admin.post("/FirmAgent/search", json!({})).await.ok();
        [0, 1].map(|row| list["items"][row]["nextCohortSend"].clone())
    };
    let other = app.database.owner().await;
    let lock = format!(
        "BEGIN; SELECT FROM contact WHERE uuid = '{}' FOR SHARE",
        rows[0].uuid
    );
    other.batch_execute(&lock).await.unwrap();
    assert_eq!(refresh().await, [json!(null), json!("2026-11-30")]);
    other.batch_execute("COMMIT").await.unwrap();
    assert_eq!(app.number("SELECT count(*) FROM cohort_change").await, 1);
    assert_eq!(refresh().await, [json!("2026-11-30"), json!("2026-11-30")]);
    assert_eq!(app.number("SELECT count(*) FROM cohort_change").await, 0);
}
