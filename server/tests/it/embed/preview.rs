//! Widget previews in the portal.

use super::{PARTNERS, partner, policies};
use crate::support::TestApp;
use crate::web::{app_with_dist, fetch};
use http::Method;
use serde_json::json;
use shared::permission::FirmUserType;

const PORTAL: &str = "http://localhost:4000";

#[tokio::test]
async fn administrators_preview_a_widget_as_themselves() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    app.policy("P-1").insert().await;
    let path = format!("{PARTNERS}/{}/preview", partner.uuid);
    let portal = partner.admin.with_header("origin", PORTAL);
    let created = portal.post(&path, json!({ "widget": "policyList" })).await.ok();
    let secret = app
        .anonymous()
        .with_token(created["clientSecret"].as_str().unwrap());
    let page = json!({ "widget": "policyList", "origin": PORTAL });
    let opened = secret.post("/Embed/token", page).await.ok();
    let widget = app
        .anonymous()
        .with_token(opened["accessToken"].as_str().unwrap());
    assert_eq!(policies(&widget).await, ["P-1"]);
    let sessions = partner
        .admin
        .get(format!("{PARTNERS}/{}/sessions", partner.uuid))
        .await
        .ok();
    assert_eq!(sessions[0]["keyEnding"], json!(null));
    assert_eq!(sessions[0]["origin"], PORTAL);
    // Revoked keys do not end previews, but deactivating the partner does.
    app.execute("UPDATE partner_key SET revoked_at = now()").await;
    assert_eq!(policies(&widget).await, ["P-1"]);
    app.execute("UPDATE partner SET is_active = false").await;
    assert_eq!(widget.post("/allpolicy/search", json!({})).await.status, 401);
}

#[tokio::test]
async fn a_preview_does_not_open_in_another_page() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let path = format!("{PARTNERS}/{}/preview", partner.uuid);
    let portal = partner.admin.with_header("origin", PORTAL);
    let created = portal.post(&path, json!({ "widget": "policyList" })).await.ok();
    let secret = app
        .anonymous()
        .with_token(created["clientSecret"].as_str().unwrap());
    super::open(&secret).await.refused(403, "origin_not_allowed");
}

#[tokio::test]
async fn previews_need_write_access_to_the_partner() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let path = format!("{PARTNERS}/{}/preview", partner.uuid);
    let body = json!({ "widget": "policyList" });
    let advisor = app.as_role(FirmUserType::Professional).await;
    advisor.post(&path, body.clone()).await.refused(403, "forbidden");
    let other_firm = app.other_firm_admin().await;
    other_firm
        .post(&path, body.clone())
        .await
        .refused(404, "not_found");
    let report = json!({ "widget": "reportTotals", "reportUuid": partner.uuid });
    partner
        .admin
        .post(&path, report)
        .await
        .refused(403, "report_not_allowed");
    partner
        .admin
        .post(&path, json!({ "widget": "import" }))
        .await
        .invalid("scopes", "required");
}

#[tokio::test]
async fn only_the_portal_can_frame_a_preview() {
    let (app, _dist) = app_with_dist().await;
    let page = fetch(&app, Method::GET, "/embed/preview/report-totals").await;
    assert_eq!(page.status, 200, "{}", page.text());
    let policy = page.header("content-security-policy");
    assert!(policy.contains("frame-ancestors 'self'; sandbox"), "{policy}");
    let unknown = fetch(&app, Method::GET, "/embed/preview/accounts").await;
    unknown.refused(404, "not_found");
}
