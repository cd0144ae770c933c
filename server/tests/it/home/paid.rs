//! Marking premiums as paid.

use super::lines;
use crate::support::TestApp;
use serde_json::{Value, json};

#[tokio::test]
async fn a_paid_premium_leaves_the_queue_and_returns_when_undone() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").with("next_premium_date", "2026-12-01");
    let policy = policy.with("premium_mode", "Quarterly").insert().await;
    let paid = json!({ "contracts": { "rowUuids": [policy.uuid] },
                       "change": { "kind": "premiumPaid", "due": "2026-12-01" } });
    let edit = admin.post("/allpolicy/bulk", paid.clone()).await.ok();
    assert_eq!(edit["result"]["changed"], 1, "{edit}");
    assert_eq!(lines(&admin.get("/Home").await.ok()), [""; 0]);
    let dates = async || {
        let record = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
        ["nextPremiumDate", "paidToDate", "lastPremiumDate"].map(|field| record["contract"][field].clone())
    };
    assert_eq!(
        dates().await,
        ["2027-03-01", "2027-03-01", "2026-11-21"].map(Value::from)
    );

    let again = admin.post("/allpolicy/bulk", paid).await.ok();
    assert_eq!(again["result"]["changed"], 0);
    assert_eq!(
        again["result"]["problems"][0]["message"],
        "This premium is already marked as paid."
    );
    let undo = format!("/allpolicy/bulk/{}/undo", edit["uuid"].as_str().unwrap());
    assert_eq!(admin.post(undo, json!({})).await.ok()["restored"], 1);
    assert_eq!(dates().await, [json!("2026-12-01"), Value::Null, Value::Null]);
    assert_eq!(lines(&admin.get("/Home").await.ok()), ["premiumsDue P-1"]);
}

#[tokio::test]
async fn annuity_premiums_cannot_be_marked_as_paid() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let body = json!({ "contracts": {}, "change": { "kind": "premiumPaid" } });
    admin
        .post("/allannuity/bulk", body)
        .await
        .invalid("change.kind", "not_for_annuities");
}
