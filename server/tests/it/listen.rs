//! Missing database notifications: the node reports them, caches nothing, and still delivers pushes.

use crate::hub::support::{Hub, push};
use crate::support::{Database, Link, Proxy, TestApp, sealers, wait_until};
use server::start;

async fn readiness(app: &TestApp) -> (u16, String) {
    let request = http::Request::get("/readyz")
        .body(axum::body::Body::empty())
        .unwrap();
    let reply = app.anonymous().run(request).await;
    (reply.status.as_u16(), reply.text())
}

async fn wait_until_deaf(app: &TestApp) {
    wait_until("the node notices that it hears nothing", async || {
        let (status, text) = readiness(app).await;
        (status == 503).then(|| assert!(text.contains("DATABASE_LISTEN_URL"), "{text}"))
    })
    .await;
}

async fn wait_until_hearing(app: &TestApp) {
    wait_until("notifications arrive on both channels", async || {
        let channels = ["firmbook_viewers", "firmbook_hub"];
        let hears_all = channels.iter().all(|channel| app.app.listener.hears(channel));
        hears_all.then_some(())
    })
    .await;
}

#[tokio::test]
async fn node_without_notifications_is_not_ready_and_caches_nothing() {
    // PostgreSQL does not deliver notifications across databases.
    let elsewhere = Database::create().await;
    let app = TestApp::with(|config, _| config.database_listen_url = Some(elsewhere.app_url.clone())).await;
    let admin = app.admin().await;
    wait_until_deaf(&app).await;
    for round in 0..3 {
        admin.get("/User/details").await.ok();
        // A cached session would still show the previous name.
        app.execute(&format!("UPDATE app_user SET time_zone = 'Etc/GMT+{round}'"))
            .await;
        let details = admin.get("/User/details").await.ok();
        assert_eq!(details["timeZone"], format!("Etc/GMT+{round}"));
    }
    assert!(!app.app.listener.hears("firmbook_viewers"));
}

#[tokio::test]
async fn node_detects_when_notifications_stop_and_resume() {
    let proxy = Proxy::start().await;
    let app = TestApp::with(|config, url| {
        let database = url.rsplit('/').next().unwrap();
        config.database_listen_url = Some(proxy.app_url(database));
    })
    .await;
    wait_until_hearing(&app).await;
    assert_eq!(readiness(&app).await.0, 200);
    proxy.set(Link::Stalled).await;
    wait_until_deaf(&app).await;
    proxy.set(Link::Up).await;
    wait_until_hearing(&app).await;
    assert_eq!(readiness(&app).await, (200, "ready".into()));
}

#[tokio::test]
async fn push_reaches_a_node_without_notifications() {
    let app = TestApp::new().await;
    let elsewhere = Database::create().await;
    let mut config = (*app.app.config).clone();
    config.database_listen_url = Some(elsewhere.app_url.clone());
    let deaf = start::app(config, &app.database.app_url, sealers(), app.app.clock).unwrap();
    let admin = app.admin().await;
    let hub = Hub::of(app, &deaf).await;
    let (mut socket, _) = hub.connected(&admin, true).await;
    for text in ["first", "second"] {
        push(&hub.app.app, &admin.user_key, text).await;
    }
    for text in ["first", "second"] {
        assert_eq!(socket.next_text().await, text);
    }
}
