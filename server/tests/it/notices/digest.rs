//! Summaries: unread items alone, at the user's hour, one of them open.

use super::{hours_later, names, notice, now, prefer, send, send_at, to};
use crate::support::{Client, TestApp};
use jiff::Timestamp;
use serde_json::json;
use server::notify::rules::round;
use shared::notification::NotificationKind::{LapsePending, PremiumReminder};

async fn at(app: &TestApp, when: &str) {
    round(&app.app.db, when.parse().unwrap()).await.unwrap();
}

/// Cause and number of items of each mail.
async fn mails(app: &TestApp, client: &Client) -> Option<String> {
    let sql = format!(
        "SELECT string_agg(cause || ' ' || cardinality(notification_ids), ', ' ORDER BY created_at) FROM mail_outbox
         WHERE user_key = '{}'",
        client.user_key
    );
    app.text(&sql).await
}

async fn open_summaries(client: &Client) -> Vec<String> {
    let all = names(client).await;
    all.into_iter().filter(|name| name.starts_with("Your ")).collect()
}

#[tokio::test]
async fn a_summary_comes_at_seven_of_the_users_clock_with_what_is_unread() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let told: Vec<_> = (1..=3)
        .map(|i| notice(PremiumReminder, &format!("P-{i}"), to(&advisor)))
        .collect();
    send(&app, &told).await;
    let list = advisor.get("/UserNotification").await.ok();
    let first = list[0]["userNotificationHistoryId"].as_i64().unwrap();
    advisor
        .put(format!("/UserNotification/{first}/isRead/true"), json!({}))
        .await
        .ok();
    for too_early in ["2026-11-21T17:00:00Z", "2026-11-22T11:59:00Z"] {
        at(&app, too_early).await;
        assert_eq!(mails(&app, &advisor).await, None, "{too_early}");
    }
    at(&app, "2026-11-22T12:00:10Z").await;
    at(&app, "2026-11-22T12:00:40Z").await;
    assert_eq!(mails(&app, &advisor).await.as_deref(), Some("Daily 2"));
    let summary = "SELECT display_name FROM user_notification WHERE notification_type = 36";
    assert_eq!(
        app.text(summary).await.as_deref(),
        Some("Your daily summary: 2 unread")
    );
    // The next day has nothing new: no summary. What came since is in the one after it, alone.
    at(&app, "2026-11-23T12:00:10Z").await;
    assert_eq!(mails(&app, &advisor).await.as_deref(), Some("Daily 2"));
    send_at(
        &app,
        hours_later(45),
        &[notice(PremiumReminder, "P-4", to(&advisor))],
    )
    .await;
    at(&app, "2026-11-24T12:00:10Z").await;
    assert_eq!(mails(&app, &advisor).await.as_deref(), Some("Daily 2, Daily 1"));
    let open = "SELECT string_agg(display_name, ', ') FROM user_notification
                WHERE notification_type = 36 AND removed_at IS NULL";
    assert_eq!(
        app.text(open).await.as_deref(),
        Some("Your daily summary: 1 unread"),
        "one is open"
    );
}

#[tokio::test]
async fn a_summary_is_never_empty_and_holds_nothing_that_was_read() {
    let app = TestApp::new().await;
    let (reader, other) = (app.advisor().await, app.advisor().await);
    send(
        &app,
        &[
            notice(PremiumReminder, "P-1", to(&reader)),
            notice(LapsePending, "P-2", to(&other)),
        ],
    )
    .await;
    at(&app, "2026-11-21T17:00:00Z").await;
    reader.put("/UserNotification/isRead", json!({})).await.ok();
    at(&app, "2026-11-22T12:00:10Z").await;
    assert_eq!(mails(&app, &reader).await, None);
    // What is mailed at once is in no summary.
    assert_eq!(mails(&app, &other).await.as_deref(), Some("Notice 1"));
    assert_eq!(open_summaries(&reader).await, [""; 0]);
}

#[tokio::test]
async fn a_weekly_plan_and_another_clock_are_kept() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    app.execute(&format!(
        "INSERT INTO digest_plan (firm_id, user_key, frequency, weekday, hour) VALUES (1, '{}', 'Weekly', 2, 9)",
        advisor.user_key
    ))
    .await;
    prefer(&app, &advisor, LapsePending, true, "Digest").await;
    send(&app, &[notice(LapsePending, "P-1", to(&advisor))]).await;
    at(&app, "2026-11-21T17:00:00Z").await;
    let next = "SELECT to_char(next_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') FROM digest_plan";
    assert_eq!(app.text(next).await.as_deref(), Some("2026-11-24 14:00"));
    app.execute("UPDATE app_user SET time_zone = 'Asia/Tokyo'").await;
    at(&app, "2026-11-21T17:01:00Z").await;
    assert_eq!(app.text(next).await.as_deref(), Some("2026-11-24 00:00"));
    at(&app, "2026-11-24T00:00:00Z").await;
    assert_eq!(mails(&app, &advisor).await.as_deref(), Some("Weekly 1"));
    assert_eq!(app.text(next).await.as_deref(), Some("2026-12-01 00:00"));
}

#[tokio::test]
async fn an_hour_that_the_clock_skips_or_repeats_brings_one_summary() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    app.execute(&format!(
        "INSERT INTO digest_plan (firm_id, user_key, hour) VALUES (1, '{}', 1)",
        advisor.user_key
    ))
    .await;
    let told = async |when: &str, key: &str| {
        let when: Timestamp = when.parse().unwrap();
        send_at(&app, when, &[notice(PremiumReminder, key, to(&advisor))]).await;
    };
    // 1 November 2026 shows one o'clock at 05:00 and again at 06:00 UTC.
    at(&app, "2026-11-01T00:00:00Z").await;
    told("2026-11-01T04:00:00Z", "P-1").await;
    at(&app, "2026-11-01T05:00:10Z").await;
    told("2026-11-01T05:30:00Z", "P-2").await;
    at(&app, "2026-11-01T06:00:10Z").await;
    assert_eq!(mails(&app, &advisor).await.as_deref(), Some("Daily 1"));
    at(&app, "2026-11-02T06:00:10Z").await;
    assert_eq!(mails(&app, &advisor).await.as_deref(), Some("Daily 1, Daily 1"));
}

#[tokio::test]
async fn two_nodes_send_one_summary() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    send(&app, &[notice(PremiumReminder, "P-1", to(&advisor))]).await;
    at(&app, "2026-11-21T17:00:00Z").await;
    let due: Timestamp = "2026-11-22T12:00:10Z".parse().unwrap();
    let db = &app.app.db;
    let (a, b) = tokio::join!(round(db, due), round(db, due));
    a.and(b).unwrap();
    assert_eq!(mails(&app, &advisor).await.as_deref(), Some("Daily 1"));
    assert!(now() < due);
}
