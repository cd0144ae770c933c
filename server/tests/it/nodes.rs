//! Two servers on one database: what one of them does, the other one knows.

use crate::support::{Client, FIRM, OTHER_FIRM, TestApp, config, sealing_key, until};
use serde_json::json;
use server::app::{App, router};
use server::crypto::Sealer;
use shared::permission::FirmUserType;

/// The same caller at another server on the same database.
fn at_another_node(app: &TestApp, client: &Client) -> Client {
    let other = App::new(
        config(&app.idp),
        &app.database.app_url,
        Sealer::new(&sealing_key()).unwrap(),
        app.app.clock,
    )
    .unwrap();
    client.at_router(router(other))
}

#[tokio::test]
async fn a_page_that_has_just_chosen_is_right_at_every_node() {
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
        // Never refused because the other node has not heard yet, never with the rows of the firm before.
        let page = here.in_a_tab().await;
        let page = there.like(&page);
        let query = json!({ "selectColumns": ["name"] });
        let rows = page.post("/FirmAgent/search", query).await.ok();
        assert_eq!(rows["items"][0]["name"], name);
        if let Some(stale) = stale.replace(page) {
            until("the page before is refused there too", async || {
                let reply = stale.get("/User/details").await;
                if reply.status == 200 {
                    assert_ne!(reply.ok()["firmId"], firm, "a page is never told of another firm");
                }
                (reply.status == 409).then(|| reply.refused(409, "account_changed"))
            })
            .await;
        }
    }
}

#[tokio::test]
async fn who_signs_out_here_is_out_there() {
    let app = TestApp::new().await;
    let here = app.admin().await;
    let there = at_another_node(&app, &here);
    there.get("/User/details").await.ok();
    assert_eq!(here.delete("/Session/me").await.ok(), json!(true));
    until("the other node has heard of it", async || {
        let reply = there.get("/User/details").await;
        (reply.status == 401).then(|| reply.refused(401, "session_ended"))
    })
    .await;
}
