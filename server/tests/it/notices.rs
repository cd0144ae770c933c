//! Notifications: recipients, deduplication, and delivery in app, by push and by email.

mod digest;
mod mail;
mod preferences;
mod rules;
mod send;
mod settings;

use crate::support::{Client, FIRM, NOW, Row, TestApp};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use server::notify::{self, Notice, To};
use shared::notification::NotificationKind;

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

pub fn hours_later(hours: i64) -> Timestamp {
    now() + SignedDuration::from_hours(hours)
}

fn notice(kind: NotificationKind, key: &str, to: To) -> Notice {
    Notice {
        kind,
        key: key.into(),
        display_name: key.into(),
        application_url: Some("/business/policies".into()),
        details: Vec::new(),
        to,
    }
}

fn to(client: &Client) -> To {
    To::User(client.user_key.clone())
}

async fn send_at(app: &TestApp, at: Timestamp, notices: &[Notice]) -> usize {
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    let count = notify::send(&mut transaction, FIRM, at, notices).await.unwrap();
    transaction.commit().await.unwrap();
    count
}

async fn send(app: &TestApp, notices: &[Notice]) -> usize {
    send_at(app, now(), notices).await
}

/// Returns the display names in the viewer's notification list.
pub async fn names(client: &Client) -> Vec<String> {
    let list = client.get("/UserNotification").await.ok();
    let name = |row: &Value| row["displayName"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(name).collect()
}

/// Inserts a policy with insured Ada Lee and an agent in the advisor's block.
async fn policy_of(app: &TestApp, advisor: &Client, number: &str, columns: Value) -> Row {
    let (agent, insured) = (
        app.agent("Grace Hopper").insert().await,
        app.insured("Ada Lee").insert().await,
    );
    let mut policy = app.policy(number);
    for (column, value) in columns.as_object().unwrap() {
        policy = policy.with(column, value.clone());
    }
    let policy = policy.insert().await;
    app.link(&policy, &agent).await;
    app.link(&policy, &insured).await;
    app.give_block(advisor, &[&agent]).await;
    policy
}

async fn set_email(app: &TestApp, client: &Client, email: &str) {
    app.execute(&format!(
        "UPDATE app_user SET email = '{email}' WHERE user_key = '{}'",
        client.user_key
    ))
    .await;
}

async fn set_preference(
    app: &TestApp,
    client: &Client,
    kind: NotificationKind,
    is_pushed: bool,
    email: &str,
) {
    let row = json!({ "firm_id": client.firm, "user_key": client.user_key, "notification_type": kind.number(),
                      "is_pushed": is_pushed, "email": email });
    app.insert("notification_preference", row).await;
}
