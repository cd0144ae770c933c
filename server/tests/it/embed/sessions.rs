//! Data that a widget's access token gives access to.

use super::{ORIGIN, Partner, open, partner, policies};
use crate::support::TestApp;
use serde_json::json;

#[tokio::test]
async fn a_widget_lists_the_policies_of_its_user() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let own = app.policy("P-1").insert().await;
    app.policy("P-2").insert().await;
    app.link(&own, &agent).await;
    let widget = partner.widget(&app, Partner::session_of(&advisor)).await;
    assert_eq!(policies(&widget).await, ["P-1"]);
    let all = partner.widget(&app, Partner::session_of(&partner.admin)).await;
    assert_eq!(policies(&all).await, ["P-1", "P-2"]);
    let totals = widget.post("/allpolicy/totals", json!({})).await.ok();
    assert_eq!(totals["policyCount"], 1);
}

#[tokio::test]
async fn a_session_can_be_limited_to_a_contact() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let owner = app.owner("Ada Lee").insert().await;
    let own = app.policy("P-1").insert().await;
    app.policy("P-2").insert().await;
    app.link(&own, &owner).await;
    let mut session = Partner::session_of(&partner.admin);
    session["contactType"] = json!(2);
    session["contactUuid"] = json!(owner.uuid);
    let widget = partner.widget(&app, session).await;
    assert_eq!(policies(&widget).await, ["P-1"]);
    // The page cannot choose another contact.
    for other in [
        json!({ "uuid": owner.uuid, "contactType": 2 }),
        json!({ "reportUuid": owner.uuid }),
        json!({ "cohortUuid": owner.uuid }),
        json!({ "partySet": "owners" }),
    ] {
        let reply = widget.post("/allpolicy/search", other.clone()).await;
        assert!(
            [400, 403].contains(&reply.status.as_u16()),
            "{other}: {}",
            reply.text()
        );
    }
}

#[tokio::test]
async fn changes_to_the_users_block_apply_immediately() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &agent).await;
    let widget = partner.widget(&app, Partner::session_of(&advisor)).await;
    assert_eq!(policies(&widget).await, [""; 0]);
    app.give_block(&advisor, &[&agent]).await;
    assert_eq!(policies(&widget).await, ["P-1"]);
}

#[tokio::test]
async fn a_token_lasts_as_long_as_its_session() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let mut session = Partner::session_of(&partner.admin);
    session["ttlSeconds"] = json!(90);
    let created = partner.backend.post("/Embed/session", session.clone()).await.ok();
    assert_eq!(created["expiresAt"], "2026-11-21T17:01:30Z");
    let opened = open(&partner.secret(&app, session.clone()).await).await.ok();
    assert_eq!(opened["expiresIn"], 90);
    session["ttlSeconds"] = json!(901);
    partner
        .backend
        .post("/Embed/session", session)
        .await
        .invalid("ttlSeconds", "out_of_range");
}

#[tokio::test]
async fn the_database_contains_no_secrets() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let secret = partner.secret(&app, Partner::session_of(&partner.admin)).await;
    let token = open(&secret).await.ok()["accessToken"]
        .as_str()
        .unwrap()
        .to_owned();
    let stored = app
        .text("SELECT string_agg(s::text, '') FROM embed_session s")
        .await
        .unwrap();
    let log = app
        .text("SELECT string_agg(a::text, '') FROM audit_log a")
        .await
        .unwrap();
    for secret in [secret.token.unwrap(), token, partner.backend.token.unwrap()] {
        let random = secret.split_once('-').unwrap().1;
        assert!(!stored.contains(random) && !log.contains(random));
    }
}

#[tokio::test]
async fn a_notifications_widget_shows_only_its_users_notifications() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let (user, colleague) = (app.admin().await, app.admin().await);
    for (client, name) in [(&user, "Policy P-1"), (&colleague, "Policy P-2")] {
        let row = json!({ "firm_id": 1, "user_key": client.user_key, "notification_type": 29,
                          "display_name": name, "is_read": false, "dedup_key": name,
                          "create_date": "2026-11-20T00:00:00Z" });
        app.insert("user_notification", row).await;
    }
    let session = json!({ "widget": "notifications", "userKey": user.user_key, "origin": ORIGIN });
    let widget = partner.widget(&app, session).await;
    let shown = widget.get("/UserNotification/digest").await.ok();
    assert_eq!(shown["totalRecords"], 1);
    assert_eq!(shown["items"][0]["displayName"], "Policy P-1");
    for call in [
        widget.put("/UserNotification/isRead", json!({})).await,
        widget.post("/allpolicy/search", json!({})).await,
    ] {
        call.refused(403, "forbidden");
    }
}
