//! Hub pushes to widgets.

use super::{ORIGIN, PARTNERS, Partner, partner};
use crate::hub::support::{HANDSHAKE, Hub, Socket};
use crate::reports::{report, totals};
use crate::support::{Client, TestApp};
use reqwest::Method;
use serde_json::{Value, json};

/// Connects a widget and reads the handshake response.
async fn connected(hub: &Hub, widget: &Client) -> Socket {
    let token = hub.token(widget, false).await;
    let mut request = hub.upgrade(widget, &format!("?id={token}"));
    // A widget's page is sandboxed, so its origin is `null`.
    request.headers_mut().insert("origin", "null".parse().unwrap());
    let mut socket = hub.open(request).await.unwrap();
    socket.send_text(HANDSHAKE).await;
    assert_eq!(socket.next_record().await, json!({}));
    socket
}

fn stale() -> Value {
    json!({ "type": 1, "target": "WidgetStale", "arguments": [] })
}

fn session(user: &Client, widget: &str) -> Value {
    json!({ "widget": widget, "userKey": user.user_key, "origin": ORIGIN })
}

async fn terminate(app: &TestApp, admin: &Client) {
    let policy = app.policy("P-1").insert().await;
    let status = json!({ "version": 1, "status": "Terminated", "statusDate": "2026-11-20" });
    admin
        .post(format!("/allpolicy/{}/status", policy.uuid), status)
        .await
        .ok();
}

#[tokio::test]
async fn a_policy_list_is_notified_of_changes_without_the_changed_record() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let partner = partner(app).await;
    let widget = partner.widget(app, Partner::session_of(&partner.admin)).await;
    let mut list = connected(&hub, &widget).await;
    // This widget does not receive the user's notifications.
    hub.push(&partner.admin, "private").await;
    terminate(app, &partner.admin).await;
    assert_eq!(list.next_record().await, stale());
}

#[tokio::test]
async fn a_report_is_notified_of_stale_totals() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let partner = partner(app).await;
    let all = report(&partner.admin, 2, "All", json!({})).await;
    let mut opened = session(&partner.admin, "reportTotals");
    opened["reportUuid"] = all["uuid"].clone();
    let widget = partner.widget(app, opened).await;
    let mut shown = connected(&hub, &widget).await;
    totals(&partner.admin, &all).await;
    app.policy("P-1").insert().await;
    assert_eq!(shown.next_record().await, stale());
}

#[tokio::test]
async fn a_notifications_widget_receives_its_users_list() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let partner = partner(app).await;
    let widget = partner
        .widget(app, session(&partner.admin, "notifications"))
        .await;
    let mut shown = connected(&hub, &widget).await;
    assert_eq!(shown.next_list().await, [""; 0]);
    let row = json!({ "firm_id": 1, "user_key": partner.admin.user_key, "notification_type": 29,
                      "display_name": "Policy P-1", "is_read": false, "dedup_key": "a",
                      "create_date": "2026-11-20T00:00:00Z" });
    app.insert("user_notification", row).await;
    assert_eq!(shown.next_list().await, ["Policy P-1"]);
}

#[tokio::test]
async fn a_widget_and_the_portal_cannot_use_each_others_connections() {
    let hub = Hub::start().await;
    let partner = partner(&hub.app).await;
    let widget = partner
        .widget(&hub.app, Partner::session_of(&partner.admin))
        .await;
    let of_portal = hub.token(&partner.admin, false).await;
    let of_widget = hub.token(&widget, false).await;
    for (client, token) in [(&widget, of_portal), (&partner.admin, of_widget)] {
        let reply = hub.call(client, Method::GET, &format!("?id={token}"), "").await;
        assert_eq!(reply.status(), 404);
    }
}

#[tokio::test]
async fn widgets_do_not_use_up_the_portals_connections() {
    let hub = Hub::with(|config, _| config.hub.connections = 1).await;
    let partner = partner(&hub.app).await;
    let widget = partner
        .widget(&hub.app, Partner::session_of(&partner.admin))
        .await;
    let mut lists = Vec::new();
    for _ in 0..4 {
        lists.push(connected(&hub, &widget).await);
    }
    let _portal = hub.connected(&partner.admin, false).await;
    let over = hub
        .call(&widget, Method::POST, "/negotiate?negotiateVersion=1", "")
        .await;
    assert_eq!(over.status(), 429);
}

#[tokio::test]
async fn a_revoked_key_closes_the_connections_of_its_widgets() {
    let hub = Hub::start().await;
    let partner = partner(&hub.app).await;
    let widget = partner
        .widget(&hub.app, Partner::session_of(&partner.admin))
        .await;
    let mut list = connected(&hub, &widget).await;
    let partners = partner.admin.get(PARTNERS).await.ok();
    let key = partners[0]["keys"][0]["uuid"].as_str().unwrap();
    let path = format!("{PARTNERS}/{}/keys/{key}", partner.uuid);
    assert_eq!(partner.admin.delete(path).await.status, 204);
    // A client responds to this record by requesting a new client secret and reconnecting.
    let closed = json!({ "type": 7, "allowReconnect": true });
    assert_eq!(list.next_record().await, closed);
}
