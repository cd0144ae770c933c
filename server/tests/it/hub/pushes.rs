//! What is written is pushed, once; what is not committed is not.

use super::support::{Hub, names};
use crate::support::{Client, FIRM};
use serde_json::{Value, json};
use server::db::models::notification::{NewNotification, insert};
use server::hub::outbox;
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
async fn the_list_comes_on_connect_and_after_every_change_of_it() {
    // The clock of the tests stands still; the rows are made now.
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let now = async || {
        hub.app.execute("UPDATE user_notification SET create_date = '2026-11-21T16:00:00Z' WHERE create_date <> '2026-11-21T16:00:00Z'").await;
    };
    notify(&hub, &admin, "first").await;
    now().await;
    let token = hub.token(&admin, false).await;
    let mut socket = hub.socket(&admin, &token).await;
    socket.say(super::support::HANDSHAKE).await;
    assert_eq!(socket.hears().await, json!({}));
    let list = socket.hears().await;
    assert_eq!(names(&list), ["first"]);
    let rest = admin.get("/UserNotification").await.ok();
    assert_eq!(
        list["arguments"][0]["userNotifications"], rest,
        "as the call gives it"
    );
    notify(&hub, &admin, "second").await;
    now().await;
    let mut last = socket.hears().await;
    while names(&last).len() < 2 {
        last = socket.hears().await;
    }
    let posted = "SELECT count(*) FROM hub_outbox";
    let before = hub.app.number(posted).await;
    let all_read = |list: &Value| {
        let items = list["arguments"][0]["userNotifications"].as_array().unwrap();
        items.iter().all(|item| item["isRead"] == true)
    };
    admin.put("/UserNotification/isRead", json!({})).await.ok();
    assert_eq!(hub.app.number(posted).await, before + 1, "one call, one push");
    // The changes above may come as one list or as several.
    let mut list = socket.hears().await;
    while !all_read(&list) {
        list = socket.hears().await;
    }
    assert_eq!(names(&list).len(), 2);
    let id = &list["arguments"][0]["userNotifications"][0]["userNotificationHistoryId"];
    admin
        .put(format!("/UserNotification/{id}/isRead/false"), json!({}))
        .await
        .ok();
    while all_read(&socket.hears().await) {}
    admin.delete(format!("/UserNotification/{id}")).await.ok();
    while socket.hears_list().await.len() > 1 {}
}

#[tokio::test]
async fn what_is_rolled_back_is_not_pushed() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    let mut transaction = hub.app.app.db.begin(FIRM).await.unwrap();
    outbox::post(&mut transaction, FIRM, &admin.user_key, 47, "Ready", "never")
        .await
        .unwrap();
    drop(transaction);
    hub.post(&admin, "always").await;
    assert_eq!(socket.hears_text().await, "always");
}

#[tokio::test]
async fn many_come_in_order_and_once() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut plain, _) = hub.connected(&admin, false).await;
    let (mut stateful, _) = hub.connected(&admin, true).await;
    let expected: Vec<String> = (1..=400).map(|number| format!("#{number}")).collect();
    let posting = async {
        for text in &expected {
            hub.post(&admin, text).await;
        }
    };
    let hear = async |socket: &mut super::support::Socket| {
        let mut heard = Vec::new();
        while heard.len() < expected.len() {
            heard.push(socket.hears_text().await);
        }
        heard
    };
    let ((), from_plain, from_stateful) = tokio::join!(posting, hear(&mut plain), hear(&mut stateful));
    assert_eq!(from_plain, expected);
    assert_eq!(from_stateful, expected);
}

#[tokio::test]
async fn whoever_connects_again_gets_the_last_ones_under_their_ids() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    hub.post(&admin, "seen").await;
    let seen = socket.hears_word().await;
    drop(socket);
    hub.post(&admin, "missed").await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    assert_eq!(socket.hears_word().await, seen, "with the same id");
    assert_eq!(socket.hears_text().await, "missed");
    assert!(seen["arguments"][0]["id"].is_i64());
    // Both came from what is kept; now they are on their way to nobody any more.
    hub.post(&admin, "marker").await;
    assert_eq!(socket.hears_text().await, "marker");
    hub.app
        .execute("UPDATE hub_outbox SET dispatched_at = now() - interval '121 seconds'")
        .await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    hub.post(&admin, "new").await;
    assert_eq!(socket.hears_text().await, "new", "the old ones are over");
}
