//! Digest summaries: only unread items, at the user's local hour, with at most one open summary.

use super::{hours_later, names, notice, now, send, send_at, set_preference, to};
use crate::support::{Client, TestApp};
use jiff::Timestamp;
use serde_json::json;
use server::notify::rules::round;
use shared::notification::NotificationKind::{LapsePending, PremiumReminder};

async fn run_at(app: &TestApp, when: &str) {
    round(&app.app.db, when.parse().unwrap()).await.unwrap();
}

/// Returns the cause and number of items of each mail.
async fn sent_mails(app: &TestApp, client: &Client) -> Option<String> {
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
async fn sends_unread_items_at_seven_in_the_users_time_zone() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let notices: Vec<_> = (1..=3)
        .map(|i| notice(PremiumReminder, &format!("P-{i}"), to(&advisor)))
        .collect();
    send(&app, &notices).await;
    let list = advisor.get("/UserNotification").await.ok();
    let first = list[0]["userNotificationHistoryId"].as_i64().unwrap();
    advisor
        .put(format!("/UserNotification/{first}/isRead/true"), json!({}))
        .await
        .ok();
    for too_early in ["2026-11-21T17:00:00Z", "2026-11-22T11:59:00Z"] {
        run_at(&app, too_early).await;
        assert_eq!(sent_mails(&app, &advisor).await, None, "{too_early}");
    }
    run_at(&app, "2026-11-22T12:00:10Z").await;
    run_at(&app, "2026-11-22T12:00:40Z").await;
    assert_eq!(sent_mails(&app, &advisor).await.as_deref(), Some("Daily 2"));
    let summary = "SELECT display_name FROM user_notification WHERE notification_type = 36";
    assert_eq!(
        app.text(summary).await.as_deref(),
        Some("Your daily summary: 2 unread")
    );
    // Without new items there is no summary. Later items appear in the following summary only.
    run_at(&app, "2026-11-23T12:00:10Z").await;
    assert_eq!(sent_mails(&app, &advisor).await.as_deref(), Some("Daily 2"));
    send_at(
        &app,
        hours_later(45),
        &[notice(PremiumReminder, "P-4", to(&advisor))],
    )
    .await;
    run_at(&app, "2026-11-24T12:00:10Z").await;
    assert_eq!(
        sent_mails(&app, &advisor).await.as_deref(),
        Some("Daily 2, Daily 1")
    );
    let open = "SELECT string_agg(display_name, ', ') FROM user_notification
                WHERE notification_type = 36 AND removed_at IS NULL";
    assert_eq!(
        app.text(open).await.as_deref(),
        Some("Your daily summary: 1 unread"),
        "only the latest summary is open"
    );
}

#[tokio::test]
async fn sends_no_summary_without_unread_items() {
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
    run_at(&app, "2026-11-21T17:00:00Z").await;
    reader.put("/UserNotification/isRead", json!({})).await.ok();
    run_at(&app, "2026-11-22T12:00:10Z").await;
    assert_eq!(sent_mails(&app, &reader).await, None);
    // Items with immediate email are not part of a summary.
    assert_eq!(sent_mails(&app, &other).await.as_deref(), Some("Notice 1"));
    assert_eq!(open_summaries(&reader).await, [""; 0]);
}

#[tokio::test]
async fn follows_weekly_plans_and_time_zone_changes() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    app.execute(&format!(
        "INSERT INTO digest_plan (firm_id, user_key, frequency, weekday, hour) VALUES (1, '{}', 'Weekly', 2, 9)",
        advisor.user_key
    ))
    .await;
    set_preference(&app, &advisor, LapsePending, true, "Digest").await;
    send(&app, &[notice(LapsePending, "P-1", to(&advisor))]).await;
    run_at(&app, "2026-11-21T17:00:00Z").await;
    let next = "SELECT to_char(next_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') FROM digest_plan";
    assert_eq!(app.text(next).await.as_deref(), Some("2026-11-24 14:00"));
    app.execute("UPDATE app_user SET time_zone = 'Asia/Tokyo'").await;
    run_at(&app, "2026-11-21T17:01:00Z").await;
    assert_eq!(app.text(next).await.as_deref(), Some("2026-11-24 00:00"));
    run_at(&app, "2026-11-24T00:00:00Z").await;
    assert_eq!(sent_mails(&app, &advisor).await.as_deref(), Some("Weekly 1"));
    assert_eq!(app.text(next).await.as_deref(), Some("2026-12-01 00:00"));
}

#[tokio::test]
async fn sends_one_summary_when_the_hour_repeats_at_the_end_of_dst() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    app.execute(&format!(
        "INSERT INTO digest_plan (firm_id, user_key, hour) VALUES (1, '{}', 1)",
        advisor.user_key
    ))
    .await;
    let send_notice = async |when: &str, key: &str| {
        let when: Timestamp = when.parse().unwrap();
        send_at(&app, when, &[notice(PremiumReminder, key, to(&advisor))]).await;
    };
    // On November 1, 2026, one o'clock occurs at 05:00 and again at 06:00 UTC.
    run_at(&app, "2026-11-01T00:00:00Z").await;
    send_notice("2026-11-01T04:00:00Z", "P-1").await;
    run_at(&app, "2026-11-01T05:00:10Z").await;
    send_notice("2026-11-01T05:30:00Z", "P-2").await;
    run_at(&app, "2026-11-01T06:00:10Z").await;
    assert_eq!(sent_mails(&app, &advisor).await.as_deref(), Some("Daily 1"));
    run_at(&app, "2026-11-02T06:00:10Z").await;
    assert_eq!(
        sent_mails(&app, &advisor).await.as_deref(),
        Some("Daily 1, Daily 1")
    );
}

#[tokio::test]
async fn concurrent_nodes_send_one_summary() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    send(&app, &[notice(PremiumReminder, "P-1", to(&advisor))]).await;
    run_at(&app, "2026-11-21T17:00:00Z").await;
    let due: Timestamp = "2026-11-22T12:00:10Z".parse().unwrap();
    let db = &app.app.db;
    let (a, b) = tokio::join!(round(db, due), round(db, due));
    a.and(b).unwrap();
    assert_eq!(sent_mails(&app, &advisor).await.as_deref(), Some("Daily 1"));
    assert!(now() < due);
}
