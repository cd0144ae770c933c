//! Committed pushes are delivered once; rolled-back ones are not.

use super::support::{Hub, names};
use crate::support::{Client, FIRM, NOW};
use serde_json::{Value, json};
use server::hub::outbox;
use server::records::notification::{NewNotification, insert};
use shared::notification::NotificationKind;

async fn notify(hub: &Hub, client: &Client, name: &str) {
    let mut transaction = hub.app.app.db.begin(FIRM).await.unwrap();
    let new = NewNotification {
        firm_id: FIRM,
        user_key: &client.user_key,
        kind: NotificationKind::SummaryReady,
        display_name: name,
        application_url: None,
        dedup_key: name,
    };
    assert!(insert(&mut transaction, &new).await.unwrap());
    transaction.commit().await.unwrap();
}

#[tokio::test]
async fn pushes_the_list_on_connect_and_after_each_change() {
    // `now` moves new rows before the fixed clock of the tests.
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let now = async || {
        hub.app.execute("UPDATE user_notification SET create_date = '2026-11-21T16:00:00Z' WHERE create_date <> '2026-11-21T16:00:00Z'").await;
    };
    notify(&hub, &admin, "first").await;
    now().await;
    let token = hub.token(&admin, false).await;
    let mut socket = hub.socket(&admin, &token).await;
    socket.send_text(super::support::HANDSHAKE).await;
    assert_eq!(socket.next_record().await, json!({}));
    let list = socket.next_record().await;
    assert_eq!(names(&list), ["first"]);
    let rest = admin.get("/UserNotification").await.ok();
    assert_eq!(
        list["arguments"][0]["userNotifications"], rest,
        "same list as the REST endpoint"
    );
    notify(&hub, &admin, "second").await;
    now().await;
    let mut last = socket.next_record().await;
    while names(&last).len() < 2 {
        last = socket.next_record().await;
    }
    let posted = "SELECT count(*) FROM hub_outbox";
    let before = hub.app.number(posted).await;
    let all_read = |list: &Value| {
        let items = list["arguments"][0]["userNotifications"].as_array().unwrap();
        items.iter().all(|item| item["isRead"] == true)
    };
    admin.put("/UserNotification/isRead", json!({})).await.ok();
    assert_eq!(hub.app.number(posted).await, before + 1, "one request, one push");
    // The changes above can arrive as one list or as several.
    let mut list = socket.next_record().await;
    while !all_read(&list) {
        list = socket.next_record().await;
    }
    assert_eq!(names(&list).len(), 2);
    let id = &list["arguments"][0]["userNotifications"][0]["userNotificationHistoryId"];
    admin
        .put(format!("/UserNotification/{id}/isRead/false"), json!({}))
        .await
        .ok();
    while all_read(&socket.next_record().await) {}
    admin.delete(format!("/UserNotification/{id}")).await.ok();
    while socket.next_list().await.len() > 1 {}
}

#[tokio::test]
async fn pushes_the_newest_notifications_and_the_counts_of_all() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    hub.app
        .execute(&format!(
            "INSERT INTO user_notification
               (firm_id, user_key, notification_type, display_name, create_date, dedup_key, is_read, removed_at)
             SELECT {FIRM}, '{}', 25, i || repeat(' Policy', 20), timestamptz '{NOW}' - i * interval '1 minute',
               i::text, i > 200, CASE WHEN i = 1 THEN now() END
             FROM generate_series(1, 250) i",
            admin.user_key
        ))
        .await;
    let first_page = admin.get("/UserNotification/digest?limit=10").await.ok();
    let token = hub.token(&admin, false).await;
    let mut socket = hub.socket(&admin, &token).await;
    socket.send_text(super::support::HANDSHAKE).await;
    assert_eq!(socket.next_record().await, json!({}));
    let list = socket.next_record().await;
    assert!(list.to_string().len() < 6_000, "{} bytes", list.to_string().len());
    let list = &list["arguments"][0];
    assert_eq!(list["userNotifications"], first_page["items"]);
    assert_eq!(list["userNotifications"].as_array().unwrap().len(), 10);
    for (counts, total, unread) in [(list, 249, 199), (&first_page, 249, 199)] {
        assert_eq!(
            (&counts["totalRecords"], &counts["unreadRecords"]),
            (&json!(total), &json!(unread))
        );
    }
    // A change of an older notification changes the counts.
    let oldest = "SELECT min(user_notification_history_id) + 100 FROM user_notification";
    let id = hub.app.number(oldest).await;
    admin
        .put(format!("/UserNotification/{id}/isRead/true"), json!({}))
        .await
        .ok();
    while socket.next_record().await["arguments"][0]["unreadRecords"] != 198 {}
}

#[tokio::test]
async fn rolled_back_push_is_not_delivered() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    let mut transaction = hub.app.app.db.begin(FIRM).await.unwrap();
    outbox::post(&mut transaction, FIRM, &admin.user_key, 47, "Ready", "never")
        .await
        .unwrap();
    drop(transaction);
    hub.push(&admin, "always").await;
    assert_eq!(socket.next_text().await, "always");
}

#[tokio::test]
async fn delivers_many_pushes_once_and_in_order() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut plain, _) = hub.connected(&admin, false).await;
    let (mut stateful, _) = hub.connected(&admin, true).await;
    let expected: Vec<String> = (1..=400).map(|number| format!("#{number}")).collect();
    let posting = async {
        for text in &expected {
            hub.push(&admin, text).await;
        }
    };
    let hear = async |socket: &mut super::support::Socket| {
        let mut texts = Vec::new();
        while texts.len() < expected.len() {
            texts.push(socket.next_text().await);
        }
        texts
    };
    let ((), from_plain, from_stateful) = tokio::join!(posting, hear(&mut plain), hear(&mut stateful));
    assert_eq!(from_plain, expected);
    assert_eq!(from_stateful, expected);
}

#[tokio::test]
async fn replays_recent_pushes_with_their_ids_after_a_reconnect() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    hub.push(&admin, "seen").await;
    let seen = socket.next_event().await;
    drop(socket);
    hub.push(&admin, "missed").await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    assert_eq!(socket.next_event().await, seen, "replayed with the same id");
    assert_eq!(socket.next_text().await, "missed");
    assert!(seen["arguments"][0]["id"].is_i64());
    // Both messages were replayed. The marker shows that nothing else is pending.
    hub.push(&admin, "marker").await;
    assert_eq!(socket.next_text().await, "marker");
    hub.app
        .execute("UPDATE hub_outbox SET dispatched_at = now() - interval '121 seconds'")
        .await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    hub.push(&admin, "new").await;
    assert_eq!(socket.next_text().await, "new", "expired pushes are not replayed");
}
