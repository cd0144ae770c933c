//! The widget that shows a saved report's totals.

use super::{ORIGIN, Partner, partner};
use crate::reports::{path, report, share};
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use uuid::Uuid;

fn session_of(user: &Client, report: &Value) -> Value {
    json!({ "widget": "reportTotals", "userKey": user.user_key, "origin": ORIGIN, "reportUuid": report["uuid"] })
}

async fn refused(partner: &Partner, session: Value) {
    let reply = partner.backend.post("/Embed/session", session).await;
    reply.refused(403, "report_not_allowed");
}

#[tokio::test]
async fn shows_the_totals_of_its_own_report_only() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    app.policy("P-1").with("death_benefit", "100").insert().await;
    let all = report(&partner.admin, 2, "All", json!({})).await;
    let other = report(&partner.admin, 2, "Other", json!({})).await;
    let widget = partner.widget(&app, session_of(&partner.admin, &all)).await;
    assert_eq!(widget.get(path(&all)).await.ok()["name"], "All");
    let counted = widget
        .post(format!("{}/totals", path(&all)), json!({}))
        .await
        .ok();
    assert_eq!(counted["totals"]["deathBenefit"], "100.00");
    widget.get(path(&other)).await.refused(404, "not_found");
    let totals = widget.post(format!("{}/totals", path(&other)), json!({})).await;
    totals.refused(404, "not_found");
}

#[tokio::test]
async fn counts_only_rows_that_its_user_can_see() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let own = app.policy("P-1").with("death_benefit", "100").insert().await;
    app.policy("P-2").with("death_benefit", "900").insert().await;
    app.link(&own, &agent).await;
    let all = report(&partner.admin, 2, "All", json!({})).await;
    refused(&partner, session_of(&advisor, &all)).await;
    share(&partner.admin, &all, &[&advisor]).await;
    let widget = partner.widget(&app, session_of(&advisor, &all)).await;
    let counted = widget
        .post(format!("{}/totals", path(&all)), json!({}))
        .await
        .ok();
    assert_eq!(counted["totals"]["deathBenefit"], "100.00");
    // The owner stops sharing the report.
    share(&partner.admin, &all, &[]).await;
    widget.get(path(&all)).await.refused(404, "not_found");
}

#[tokio::test]
async fn sessions_need_a_report_of_the_firm_that_the_user_can_open() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let foreign = report(&app.other_firm_admin().await, 2, "All", json!({})).await;
    refused(&partner, session_of(&partner.admin, &foreign)).await;
    let unknown = json!({ "uuid": Uuid::now_v7() });
    refused(&partner, session_of(&partner.admin, &unknown)).await;
    let session = session_of(&partner.admin, &json!({}));
    partner
        .backend
        .post("/Embed/session", session)
        .await
        .invalid("reportUuid", "required");
}
