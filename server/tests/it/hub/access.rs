//! Authentication, ownership and lifetime of hub connections.

use super::support::{HANDSHAKE, Hub, records};
use crate::support::{Client, OTHER_FIRM};
use reqwest::Method;
use serde_json::json;
use server::config::{HubLimits, Rate};
use shared::permission::FirmUserType;
use std::num::NonZeroU32;
use std::time::Duration;

#[tokio::test]
async fn requires_a_token_and_accepts_it_in_the_query_of_hub_routes_only() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let anonymous = Client::new(hub.app.router.clone(), None, 1);
    for (method, query) in [
        (Method::POST, "/negotiate?negotiateVersion=1"),
        (Method::GET, "?id=x"),
        (Method::POST, "?id=x"),
        (Method::DELETE, "?id=x"),
    ] {
        assert_eq!(
            hub.call(&anonymous, method.clone(), query, "").await.status(),
            401
        );
        let with = format!("{query}&access_token={}", admin.token.as_deref().unwrap());
        assert_ne!(hub.call(&anonymous, method, &with, "").await.status(), 401);
    }
    let elsewhere = format!("/User/details?access_token={}", admin.token.as_deref().unwrap());
    assert_eq!(hub.app.anonymous().get(elsewhere).await.status, 401);
    let refused = hub.open(hub.upgrade(&anonymous, "")).await;
    assert!(refused.is_err_and(|error| error.to_string().contains("401")));
    let query = format!("?access_token={}", admin.token.as_deref().unwrap());
    assert!(hub.open(hub.upgrade(&anonymous, &query)).await.is_ok());
}

#[tokio::test]
async fn connection_rejects_other_users_and_transports() {
    let hub = Hub::start().await;
    let (admin, colleague) = (hub.app.admin().await, hub.app.admin().await);
    let (_socket, token) = hub.connected(&admin, false).await;
    let query = format!("?id={token}");
    for (client, method, query, status, words) in [
        (&admin, Method::GET, "", 400, "Connection ID required"),
        (&admin, Method::POST, "", 400, "Connection ID required"),
        (
            &admin,
            Method::GET,
            "?id=unknown",
            404,
            "No Connection with that ID",
        ),
        (&colleague, Method::GET, &query, 404, "No Connection with that ID"),
        (
            &colleague,
            Method::POST,
            &query,
            404,
            "No Connection with that ID",
        ),
        (
            &admin,
            Method::GET,
            &query,
            400,
            "Cannot change transports mid-connection",
        ),
        (&admin, Method::POST, &query, 405, ""),
        (
            &admin,
            Method::DELETE,
            &query,
            400,
            "Only long-polling connections can be ended with DELETE",
        ),
    ] {
        let response = hub.call(client, method.clone(), query, "").await;
        assert_eq!(response.status(), status, "{method} {query}");
        assert_eq!(response.text().await.unwrap(), words);
    }
    let second = hub.open(hub.upgrade(&admin, &query)).await;
    assert!(second.is_err_and(|error| error.to_string().contains("409")));
}

#[tokio::test]
async fn negotiation_with_another_method_returns_the_usual_error_body() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    for path in ["/notify/negotiate", "/notify/negotiate/"] {
        let reply = admin.get(path).await;
        reply.refused(405, "method_not_allowed");
        assert_eq!(reply.header("allow"), "POST");
        assert_eq!(reply.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn rejects_web_sockets_from_other_origins() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let own = format!("http://{}", hub.address);
    for (origin, is_allowed) in [
        (own.as_str(), true),
        (hub.app.app.config.public_url.as_str(), true),
        ("https://elsewhere.example", false),
        ("null", false),
    ] {
        let mut request = hub.upgrade(&admin, "");
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(hub.open(request).await.is_ok(), is_allowed, "{origin}");
    }
}

#[tokio::test]
async fn pushes_reach_only_their_user_and_firm() {
    let hub = Hub::start().await;
    let (admin, colleague) = (hub.app.admin().await, hub.app.admin().await);
    let elsewhere = hub.app.as_role(FirmUserType::ViewOnly).await;
    hub.app
        .execute(&format!(
            "UPDATE firm_assignment SET firm_id = {OTHER_FIRM} WHERE user_key = '{}'",
            elsewhere.user_key
        ))
        .await;
    let (mut mine, _) = hub.connected(&admin, false).await;
    let (mut second, _) = hub.connected(&admin, true).await;
    let (mut theirs, _) = hub.connected(&colleague, false).await;
    let (mut foreign, _) = hub.connected(&elsewhere, false).await;
    // The push is for firm 1, but this user is assigned to firm 2.
    hub.push(&elsewhere, "for the other firm").await;
    hub.push(&admin, "for me").await;
    assert_eq!(mine.next_text().await, "for me");
    assert_eq!(second.next_text().await, "for me");
    hub.push(&colleague, "for the colleague").await;
    assert_eq!(theirs.next_text().await, "for the colleague");
    foreign.send_text("{\"type\":7}|").await;
    let mut last = foreign.next_event().await;
    while last["type"] != 7 {
        assert_ne!(last["target"], "TransientNotification");
        last = foreign.next_event().await;
    }
}

#[tokio::test]
async fn closes_connections_when_the_session_or_permissions_change() {
    let hub = Hub::start().await;
    let (disabled, signed_out) = (hub.app.admin().await, hub.app.admin().await);
    let (mut first, _) = hub.connected(&disabled, true).await;
    let (mut second, _) = hub.connected(&signed_out, false).await;
    hub.app
        .execute(&format!(
            "UPDATE app_user SET is_disabled = true WHERE user_key = '{}';
             UPDATE user_session SET ended_at = now() WHERE user_key = '{}'",
            disabled.user_key, signed_out.user_key
        ))
        .await;
    for socket in [&mut first, &mut second] {
        assert_eq!(
            socket.next_event().await,
            json!({ "type": 7, "error": "The session has ended." })
        );
        assert_eq!(socket.next_close_code().await, Some(1000));
    }
    let mover = hub.app.admin().await;
    hub.app
        .assign(&mover.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    mover.put("/Account/firm/1", json!({})).await.ok();
    let (mut socket, _) = hub.connected(&mover, true).await;
    mover
        .put(format!("/Account/firm/{OTHER_FIRM}"), json!({}))
        .await
        .ok();
    assert_eq!(
        socket.next_event().await,
        json!({ "type": 7, "allowReconnect": true })
    );
    // A changed role closes the connection too.
    let (mut socket, _) = hub.connected(&mover, true).await;
    hub.app
        .execute(&format!(
            "UPDATE firm_assignment SET firm_user_type = 4 WHERE user_key = '{}'",
            mover.user_key
        ))
        .await;
    assert_eq!(
        socket.next_event().await,
        json!({ "type": 7, "allowReconnect": true })
    );
}

#[tokio::test]
async fn limits_connections_and_connection_rate_per_user() {
    let few = HubLimits {
        connections: 2,
        opened: Rate {
            burst: NonZeroU32::new(4).unwrap(),
            period: Duration::from_secs(100),
        },
    };
    let hub = Hub::with(|config, _| config.hub = few).await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let negotiate = |client| hub.call(client, Method::POST, "/negotiate?negotiateVersion=1", "");
    let (_kept, _) = hub.connected(&admin, false).await;
    let (left, _) = hub.connected(&admin, false).await;
    let refused = negotiate(&admin).await;
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(negotiate(&other).await.status(), 200, "others are not affected");
    drop(left);
    hub.wait_for_connections(2).await;
    let mut last = 0;
    for _ in 0..3 {
        let response = negotiate(&admin).await;
        last = response.status().as_u16();
        if last == 200 {
            let token: serde_json::Value = response.json().await.unwrap();
            let query = format!("?id={}", token["connectionToken"].as_str().unwrap());
            hub.call(&admin, Method::GET, &query, "").await;
            hub.call(&admin, Method::DELETE, &query, "").await;
        }
    }
    assert_eq!(last, 429, "too many connections in a short time");
}

#[tokio::test]
async fn shutdown_tells_clients_to_reconnect() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut plain, _) = hub.connected(&admin, false).await;
    let (mut stateful, _) = hub.connected(&admin, true).await;
    let query = format!("?id={}", hub.token(&admin, false).await);
    hub.call(&admin, Method::GET, &query, "").await;
    hub.call(&admin, Method::POST, &query, HANDSHAKE).await;
    hub.app.app.hub.shut_down();
    for socket in [&mut plain, &mut stateful] {
        assert_eq!(
            socket.next_event().await,
            json!({ "type": 7, "allowReconnect": true })
        );
        assert_eq!(socket.next_close_code().await, Some(1000));
    }
    let mut polled = String::new();
    while !polled.contains("\"type\":7") {
        let response = hub.call(&admin, Method::GET, &query, "").await;
        assert_eq!(response.status(), 200);
        polled += &response.text().await.unwrap();
    }
    assert_eq!(records(&polled).last().unwrap()["allowReconnect"], true);
    let late = hub
        .call(&admin, Method::POST, "/negotiate?negotiateVersion=1", "")
        .await;
    assert_eq!(late.status(), 503);
    drop((plain, stateful));
    let gone = hub.call(&admin, Method::GET, &query, "").await;
    assert!([204, 404].contains(&gone.status().as_u16()));
    hub.wait_for_connections(0).await;
}
