//! The premium gift calendar.

use super::trust;
use crate::support::{OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

const DECEMBER: &str = "/PremiumGift/calendar?from=2026-12-01&to=2026-12-31";

/// Adds a gift with letters due on 12/01/2026.
pub async fn gift(app: &TestApp, policy: &Row, trust: &Row, firm: i32) -> Uuid {
    let uuid = Uuid::now_v7();
    let row = json!({ "firm_id": firm, "uuid": uuid, "policy_uuid": policy.uuid, "trust_uuid": trust.uuid,
                      "amount": 500, "gift_date": "2026-11-20", "letter_date": "2026-12-01",
                      "premium_due": "2027-01-15" });
    app.insert("premium_gift", row).await;
    uuid
}

fn shown(calendar: &Value) -> Vec<String> {
    let events = calendar["events"].as_array().unwrap();
    let line = |event: &Value| {
        let [day, step, number] = ["day", "step", "policyNumber"].map(|key| event[key].as_str().unwrap());
        format!("{day} {step} {number}")
    };
    events.iter().map(line).collect()
}

#[tokio::test]
async fn lists_the_dates_of_visible_policies_in_force() {
    let app = TestApp::new().await;
    let (admin, advisor, stranger) = (
        app.admin().await,
        app.advisor().await,
        app.other_firm_admin().await,
    );
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let lee = trust(&app, "Lee Trust").await;
    let (own, other, lapsed) = (
        app.policy("P-1").insert().await,
        app.policy("P-2").insert().await,
        app.policy("P-3").with("status", "Lapsed").insert().await,
    );
    app.link(&own, &agent).await;
    let uuid = gift(&app, &own, &lee, 1).await;
    for policy in [&other, &lapsed] {
        gift(&app, policy, &lee, 1).await;
    }
    let foreign = app.policy("F-1").of_firm(OTHER_FIRM).insert().await;
    let of_other = app.owner("Eve Trust").of_firm(OTHER_FIRM).insert().await;
    gift(&app, &foreign, &of_other, OTHER_FIRM).await;

    let calendar = admin.get(DECEMBER).await.ok();
    let mut found = shown(&calendar);
    found.sort();
    assert_eq!(
        found,
        [
            "2026-12-01 Letters P-1",
            "2026-12-01 Letters P-2",
            "2026-12-31 WindowEnds P-1",
            "2026-12-31 WindowEnds P-2",
        ]
    );
    assert_eq!(calendar["isComplete"], true);
    let seen = advisor.get(DECEMBER).await.ok();
    assert_eq!(
        shown(&seen),
        ["2026-12-01 Letters P-1", "2026-12-31 WindowEnds P-1"]
    );
    assert_eq!(
        seen["events"][0],
        json!({ "day": "2026-12-01", "step": "Letters", "stepLabel": "Letters due", "isDone": false,
                "isOverdue": false, "giftUuid": uuid, "policyUuid": own.uuid, "policyNumber": "P-1",
                "trustName": "Lee Trust", "amount": "500.00" })
    );
    assert_eq!(
        shown(&stranger.get(DECEMBER).await.ok()),
        ["2026-12-01 Letters F-1", "2026-12-31 WindowEnds F-1"]
    );
    let november = "/PremiumGift/calendar?from=2026-11-01&to=2026-11-30";
    let overdue = admin.get(november).await.ok();
    assert_eq!(overdue["events"][0]["isOverdue"], true);
}

#[tokio::test]
async fn rejects_invalid_and_too_long_ranges() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (query, field, code) in [
        ("", "from", "required"),
        ("?from=2026-12-01", "to", "required"),
        ("?from=12/01/2026&to=2026-12-31", "from", "required"),
        ("?from=2026-12-31&to=2026-12-01", "to", "order"),
        ("?from=2026-01-01&to=2027-01-02", "to", "too_many_days"),
    ] {
        let path = format!("/PremiumGift/calendar{query}");
        admin.get(path).await.invalid(field, code);
    }
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    outside.get(DECEMBER).await.refused(403, "forbidden");
}
