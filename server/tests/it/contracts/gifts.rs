//! Premium gifts to the trusts that own a policy.

use crate::support::{OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

/// Request body of a gift due in ten days. The tests run on 11/21/2026.
fn gift(trust: Uuid) -> Value {
    json!({ "trustUuid": trust, "amount": "$ 12,500", "giftDate": "12/01/2026", "letterDate": "2026-12-04",
            "premiumDue": "01/15/2027" })
}

async fn trust(app: &TestApp) -> crate::support::Row {
    app.owner("Lee Trust")
        .with("owner_type", 2)
        .with("display_name", "Lee Family Trust")
        .insert()
        .await
}

#[tokio::test]
async fn plans_updates_and_deletes_a_gift() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, trust) = (app.policy("P-1").insert().await, trust(&app).await);
    app.link(&policy, &trust).await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    let none = json!({ "gifts": [], "trusts": [{ "uuid": trust.uuid, "name": "Lee Family Trust" }] });
    assert_eq!(admin.get(&path).await.ok(), none);

    let added = admin.post(&path, gift(trust.uuid)).await.ok();
    let one = format!("{path}/{}", added["uuid"].as_str().unwrap());
    assert_eq!(
        added,
        json!({ "uuid": added["uuid"], "version": 1, "trustUuid": trust.uuid, "trustName": "Lee Family Trust",
                "amount": "12500.00", "giftDate": "2026-12-01", "letterDate": "2026-12-04",
                "windowEnds": "2027-01-03", "premiumDue": "2027-01-15", "receivedOn": null, "lettersSentOn": null,
                "state": "Planned", "stateLabel": "Planned" })
    );
    assert_eq!(admin.get(&path).await.ok()["gifts"], json!([added]));

    let mut received = gift(trust.uuid);
    received["receivedOn"] = json!("11/20/2026");
    received["version"] = json!(1);
    let after = admin.put(&one, received.clone()).await.ok();
    assert_eq!(
        (&after["state"], &after["version"]),
        (&json!("Received"), &json!(2))
    );
    let conflict = admin.put(&one, received).await.refused(409, "version_conflict");
    assert_eq!(conflict["current"], after);

    admin.delete(&one).await.ok();
    admin.delete(&one).await.refused(404, "not_found");
    assert_eq!(admin.get(&path).await.ok(), none);
}

#[tokio::test]
async fn concurrent_requests_with_the_same_key_add_one_gift() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, other, trust) = (
        app.policy("P-1").insert().await,
        app.policy("P-2").insert().await,
        trust(&app).await,
    );
    app.link(&policy, &trust).await;
    app.link(&other, &trust).await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    let key = uuid::Uuid::now_v7();
    let body = gift(trust.uuid);
    let (first, second) = tokio::join!(
        admin.post_once(key, &path, &body),
        admin.post_once(key, &path, &body)
    );
    let added = first.ok();
    assert_eq!(second.ok(), added);
    assert_eq!(admin.get(&path).await.ok()["gifts"], json!([added]));

    let mut larger = body.clone();
    larger["amount"] = json!("13000");
    for (path, body) in [(path, larger), (format!("/allpolicy/{}/gifts", other.uuid), body)] {
        admin
            .post_once(key, &path, &body)
            .await
            .refused(422, "idempotency_key_reused");
    }
}

#[tokio::test]
async fn adding_a_gift_sends_notifications_with_a_link() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, trust) = (app.policy("P-1").insert().await, trust(&app).await);
    app.link(&policy, &trust).await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    admin.post(&path, gift(trust.uuid)).await.ok();
    let list = admin.get("/UserNotification").await.ok();
    assert_eq!(list[0]["notificationTypeName"], "PremiumGift10Day");
    assert_eq!(
        list[0]["displayName"],
        "P-1: Lee Family Trust, gift due 12/01/2026"
    );
    assert_eq!(
        list[0]["applicationUrl"],
        format!("/business/policies/{}?tab=gifts", policy.uuid)
    );
    let window = json!({ "from": "2026-09-01", "to": "2026-12-31" });
    let preview = admin.post("/UserNotification/rules/preview", window).await.ok();
    let dates: Vec<(i64, &str)> = preview["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["notificationType"].as_i64().unwrap(),
                item["told"].as_str().unwrap(),
            )
        })
        .collect();
    // The gift is announced 90, 45, 10 and 0 days before its date, and the letters three days after each of these.
    assert_eq!(
        dates,
        [
            (40, "2026-09-02"),
            (43, "2026-09-05"),
            (39, "2026-10-17"),
            (42, "2026-10-20"),
            (38, "2026-11-21"),
            (41, "2026-11-24"),
            (23, "2026-12-01"),
            (26, "2026-12-04"),
        ]
    );
}

#[tokio::test]
async fn rejects_invalid_gifts_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, trust) = (app.policy("P-1").insert().await, trust(&app).await);
    let person = app.owner("Ada Lee").insert().await;
    app.link(&policy, &trust).await;
    app.link(&policy, &person).await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    for (name, value, code) in [
        ("trustUuid", json!(null), "required"),
        ("trustUuid", json!(person.uuid), "no_owner"),
        ("trustUuid", json!(Uuid::now_v7()), "no_owner"),
        ("amount", json!("0"), "out_of_range"),
        ("giftDate", json!("13/01/2026"), "date_day_first"),
        ("letterDate", json!("11/30/2026"), "order"),
        ("premiumDue", json!("12/01/2026"), "order"),
        ("receivedOn", json!("11/22/2026"), "future"),
    ] {
        let mut body = gift(trust.uuid);
        body[name] = value;
        admin.post(&path, body).await.invalid(name, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM premium_gift").await, 0);
}

#[tokio::test]
async fn rejects_users_without_permission_or_scope() {
    let app = TestApp::new().await;
    let (policy, trust) = (app.policy("P-1").insert().await, trust(&app).await);
    app.link(&policy, &trust).await;
    let foreign = app.policy("P-2").of_firm(OTHER_FIRM).insert().await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.get(&path).await.ok();
    viewer
        .post(&path, gift(trust.uuid))
        .await
        .refused(403, "forbidden");
    let advisor = app.advisor().await;
    advisor.get(&path).await.refused(404, "not_found");
    advisor
        .post(&path, gift(trust.uuid))
        .await
        .refused(404, "not_found");
    let admin = app.admin().await;
    let path = format!("/allpolicy/{}/gifts", foreign.uuid);
    admin.get(&path).await.refused(404, "not_found");
    admin
        .post(&path, gift(trust.uuid))
        .await
        .refused(404, "not_found");
}
