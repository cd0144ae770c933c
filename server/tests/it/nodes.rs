//! Two servers on one database: session changes on one node apply on the other.

use crate::support::{Client, FIRM, OTHER_FIRM, TestApp, config, sealers, wait_until};
use serde_json::json;
use server::router::router;
use server::start;
use shared::permission::FirmUserType;

/// Returns the same client on another server with the same database.
fn at_another_node(app: &TestApp, client: &Client) -> Client {
    let other = start::app(config(&app.idp), &app.database.app_url, sealers(), app.app.clock).unwrap();
    client.at_router(router(other))
}

#[tokio::test]
async fn account_switch_applies_to_every_node_immediately() {
    let app = TestApp::new().await;
    let here = app.as_role(FirmUserType::ViewOnly).await;
    app.assign(&here.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let there = at_another_node(&app, &here);
    let mut stale = None;
    for round in 0..12 {
        let (firm, name) = if round % 2 == 0 {
            (FIRM, "Own, Ada")
        } else {
            (OTHER_FIRM, "Other, Eve")
        };
        here.put(format!("/Account/firm/{firm}"), json!({})).await.ok();
        // The other node accepts the new page immediately and returns only rows of the new firm.
        let page = here.as_loaded_page().await;
        let page = there.with_headers_of(&page);
        let query = json!({ "selectColumns": ["name"] });
        let rows = page.post("/FirmAgent/search", query).await.ok();
        assert_eq!(rows["items"][0]["name"], name);
        if let Some(stale) = stale.replace(page) {
            wait_until("the other node rejects the previous page", async || {
                let reply = stale.get("/User/details").await;
                if reply.status == 200 {
                    assert_ne!(
                        reply.ok()["firmId"],
                        firm,
                        "a page never gets data of another firm"
                    );
                }
                (reply.status == 409).then(|| reply.refused(409, "account_changed"))
            })
            .await;
        }
    }
}

#[tokio::test]
async fn sign_out_applies_to_every_node() {
    let app = TestApp::new().await;
    let here = app.admin().await;
    let there = at_another_node(&app, &here);
    there.get("/User/details").await.ok();
    assert_eq!(here.delete("/Session/me").await.ok(), json!(true));
    wait_until("the other node ends the session", async || {
        let reply = there.get("/User/details").await;
        (reply.status == 401).then(|| reply.refused(401, "session_ended"))
    })
    .await;
}
