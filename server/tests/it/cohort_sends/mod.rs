//! Cohort schedules: saving, sending and archiving.

pub mod archive;
mod books;
mod faults;
mod kills;
mod merge_fields;
mod schedules;
mod scope;
mod send;
mod slow;
mod unsubscribe;

use crate::support::{Client, MailServer, Row, TestApp};
use jiff::Timestamp;
use serde_json::{Value, json};
use server::config::{Config, MailPatience};
use server::mail::{self, Mailer};
use server::sends;

/// First send time of the [`monthly`] schedule: 9 a.m. in New York on November 30.
pub const FIRST: &str = "2026-11-30T14:00:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Starts an app that sends its mail to `server`.
async fn app_with(server: &MailServer) -> (TestApp, Mailer) {
    app_with_mail_timeouts(server, MailPatience::default()).await
}

async fn app_with_mail_timeouts(server: &MailServer, patience: MailPatience) -> (TestApp, Mailer) {
    let set = |config: &mut Config| {
        if let Some(mail) = &mut config.mail {
            mail.patience = patience;
        }
    };
    server.app(set).await
}

/// Inserts an owner with one policy and an email address derived from the name.
pub async fn client(app: &TestApp, name: &str) -> Row {
    let email = format!("{}@mail.example", name.replace(' ', ".").to_lowercase());
    let owner = app.owner(name).with("email", email).insert().await;
    let policy = app
        .policy(&format!("P-{name}"))
        .with("issue_date", "2020-12-05")
        .insert()
        .await;
    app.link(&policy, &owner).await;
    owner
}

/// Inserts `count` owners: `Owner A01`, `Owner A02`, and so on.
async fn clients(app: &TestApp, count: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for i in 1..=count {
        rows.push(client(app, &format!("Owner A{i:02}")).await);
    }
    rows
}

pub async fn cohort_of(client: &Client, contacts: &[Row]) -> String {
    let uuids: Vec<_> = contacts.iter().map(|contact| contact.uuid).collect();
    let body = json!({ "name": "Families", "contactType": 2, "kind": "Static", "contactUuids": uuids });
    let cohort = client.post("/Cohort", body).await.ok();
    cohort["uuid"].as_str().unwrap().to_owned()
}

pub fn monthly() -> Value {
    json!({ "name": "Review", "frequency": "Monthly", "firstSendDate": "11/30/2026", "time": "09:00",
            "timeZone": "America/New_York", "sendTo": "Contact", "subject": "Your contracts",
            "message": "Dear client,\n\nhere they are." })
}

fn with(mut body: Value, changes: &Value) -> Value {
    for (key, value) in changes.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

pub async fn schedule(client: &Client, cohort: &str, body: Value) -> Value {
    client.post(format!("/Cohort/{cohort}/schedule"), body).await.ok()
}

pub fn path(schedule: &Value) -> String {
    let text = |key: &str| schedule[key].as_str().unwrap().to_owned();
    format!("/Cohort/{}/schedule/{}", text("cohortUuid"), text("scheduleId"))
}

async fn reload(client: &Client, schedule: &Value) -> Value {
    let cohort = schedule["cohortUuid"].as_str().unwrap();
    let all = client.get(format!("/Cohort/{cohort}/schedule")).await.ok();
    let all = all.as_array().unwrap();
    let same = |one: &&Value| one["scheduleId"] == schedule["scheduleId"];
    all.iter().find(same).unwrap().clone()
}

pub async fn send(app: &TestApp, mailer: &Mailer, now: &str) {
    sends::round(&app.app.sends, at(now)).await.unwrap();
    mail::round(&app.app.composer, mailer, at(now)).await.unwrap();
}

/// Formats each delivery of a send as `name: state reason`.
async fn outcome(client: &Client, schedule: &Value, date: &str) -> Vec<String> {
    let details = client.get(format!("{}/send/{date}", path(schedule))).await.ok();
    deliveries(&details)
}

fn deliveries(body: &Value) -> Vec<String> {
    let line = |one: &Value| {
        let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
        format!("{}: {} {}", text("name"), text("state"), text("reason"))
            .trim()
            .to_owned()
    };
    body["deliveries"].as_array().unwrap().iter().map(line).collect()
}

/// Returns the Message-IDs of the mails in order of arrival.
fn ids(server: &MailServer) -> Vec<String> {
    let id = |mail: &String| {
        let line = mail.lines().find(|line| line.starts_with("Message-ID: "));
        line.unwrap().to_owned()
    };
    server.received().iter().map(id).collect()
}
