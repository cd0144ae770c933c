//! Premium gifts to trusts that own a policy.

use crate::support::{Client, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Returns the request body of a gift due in ten days. The tests run on 11/21/2026.
fn gift(trust: Uuid) -> Value {
    json!({ "trustUuid": trust, "amount": "$ 12,500", "giftDate": "12/01/2026", "letterDate": "2026-12-04",
            "premiumDue": "01/15/2027" })
}

async fn trust(app: &TestApp) -> crate::support::Row {
    let trust = app
        .owner("Lee Trust")
        .with("owner_type", 2)
        .with("display_name", "Lee Family Trust")
        .insert()
        .await;
    allow_letters(app, trust.uuid).await;
    trust
}

/// Sets the trust's type and adds a beneficiary with a withdrawal right.
async fn allow_letters(app: &TestApp, trust: Uuid) {
    app.execute(&format!(
        "INSERT INTO trust (firm_id, contact_uuid, trust_type)
           SELECT firm_id, uuid, 'Ilit' FROM contact WHERE uuid = '{trust}';
         INSERT INTO trust_person (firm_id, uuid, trust_uuid, role, name, has_withdrawal_right)
           SELECT firm_id, gen_random_uuid(), uuid, 'Beneficiary', 'Bo Lee', true FROM contact WHERE uuid = '{trust}'"
    ))
    .await;
}

#[tokio::test]
async fn plans_updates_and_deletes_a_gift() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, trust) = (app.policy("P-1").insert().await, trust(&app).await);
    app.link(&policy, &trust).await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    let none = json!({ "gifts": [], "trusts": [{ "uuid": trust.uuid, "name": "Lee Family Trust" }], "next": null,
                       "warnings": [] });
    assert_eq!(admin.get(&path).await.ok(), none);

    let added = admin.post(&path, gift(trust.uuid)).await.ok();
    let one = format!("{path}/{}", added["uuid"].as_str().unwrap());
    assert_eq!(
        added,
        json!({ "uuid": added["uuid"], "version": 1, "trustUuid": trust.uuid, "trustName": "Lee Family Trust",
                "amount": "12500.00", "giftDate": "2026-12-01", "letterDate": "2026-12-04",
                "windowEnds": "2027-01-03", "premiumDue": "2027-01-15", "receivedOn": null, "lettersSentOn": null,
                "premiumPaidOn": null, "state": "Planned", "stateLabel": "Planned" })
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
async fn plans_the_next_gift_from_the_next_premium() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let trust = trust(&app).await;
    let policy = app
        .policy("P-1")
        .with("next_premium_date", "2027-01-15")
        .with("premium_mode", "Annual")
        .with("annualized_premium", "12500.00")
        .insert()
        .await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    assert_eq!(admin.get(&path).await.ok()["next"], Value::Null, "no trust");
    app.link(&policy, &trust).await;
    let next = admin.get(&path).await.ok()["next"].clone();
    assert_eq!(
        next,
        json!({ "trustUuid": trust.uuid, "amount": "12500.00", "giftDate": "2026-12-01",
                "letterDate": "2026-12-04", "premiumDue": "2027-01-15" })
    );
    admin.post(&path, next).await.ok();
    let after = admin.get(&path).await.ok();
    assert_eq!(after["next"]["premiumDue"], "2028-01-15");
}

#[tokio::test]
async fn a_gift_is_complete_once_the_premium_is_paid() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, trust) = (app.policy("P-1").insert().await, trust(&app).await);
    app.link(&policy, &trust).await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    let mut paid = json!({ "trustUuid": trust.uuid, "amount": "500", "giftDate": "2026-09-01",
        "letterDate": "2026-09-04", "premiumDue": "2026-10-15", "receivedOn": "2026-09-01",
        "premiumPaidOn": "2026-10-14" });
    admin
        .post(&path, paid.clone())
        .await
        .invalid("lettersSentOn", "required");
    paid["lettersSentOn"] = json!("2026-09-04");
    let saved = admin.post(&path, paid).await.ok();
    assert_eq!(
        (&saved["state"], &saved["premiumPaidOn"]),
        (&json!("PremiumPaid"), &json!("2026-10-14"))
    );
}

/// Counts the gifts of all of a trust's policies that the viewer can see.
#[tokio::test]
async fn warns_about_gifts_above_the_annual_limits() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (first, second, trust) = (
        app.policy("P-1").insert().await,
        app.policy("P-2").insert().await,
        trust(&app).await,
    );
    app.link(&first, &agent).await;
    for (policy, amount) in [(&first, "19000"), (&second, "0.01")] {
        app.link(policy, &trust).await;
        let mut gift = gift(trust.uuid);
        gift["amount"] = json!(amount);
        admin
            .post(format!("/allpolicy/{}/gifts", policy.uuid), gift)
            .await
            .ok();
    }
    let exclusion = "2026 gifts to Lee Family Trust total $19,000.01, above the annual exclusion of $19,000.00 ($19,000.00 \
                     to one beneficiary with a withdrawal right).";
    let gifts = format!("/allpolicy/{}/gifts", first.uuid);
    let warnings = admin.get(&gifts).await.ok()["warnings"].clone();
    assert_eq!(warnings[0], exclusion);
    assert_eq!(warnings.as_array().unwrap().len(), 2, "{warnings}");
    let record = admin.get(format!("/Trust/{}", trust.uuid)).await.ok();
    assert_eq!(record["warnings"], warnings);
    let seen = advisor.get(&gifts).await.ok()["warnings"].to_string();
    assert!(!seen.contains("annual exclusion"), "{seen}");

    // There are no warnings for past years.
    app.execute("UPDATE premium_gift SET gift_date = '2025-12-31'")
        .await;
    assert_eq!(admin.get(&gifts).await.ok()["warnings"], json!([]));
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
    // Reminders of the gift are due 90, 45, 10 and 0 days before its date, and those of the letters three days later.
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

/// Returns the rows of the gift list, ordered by gift date.
async fn listed(client: &Client) -> Vec<Value> {
    let columns = ["giftDate", "state", "trust", "policyNumber", "windowEnds"];
    let found = client
        .post("/PremiumGift/search", json!({ "selectColumns": columns }))
        .await
        .ok();
    found["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn gift_list_matches_the_gifts_of_a_policy() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, trust) = (app.policy("P-1").insert().await, trust(&app).await);
    app.link(&policy, &trust).await;
    // Every combination of dates and finished steps around the test's date.
    app.execute(&format!(
        "INSERT INTO premium_gift (firm_id, uuid, policy_uuid, trust_uuid, amount, gift_date, letter_date, premium_due,
           received_on, letters_sent_on, premium_paid_on)
         SELECT 1, gen_random_uuid(), '{}', '{}', 10, gift, gift + letters, gift + letters + days, received, sent, paid
         FROM generate_series(date '2026-10-20', date '2026-11-23', interval '1 day') AS day(at),
           LATERAL (SELECT at::date AS gift) g, (VALUES (0), (1), (31)) AS l(letters), (VALUES (20), (45)) AS p(days),
           LATERAL (VALUES (NULL::date, NULL::date, NULL::date), (gift, NULL, NULL), (gift, gift + 1, NULL),
             (gift, gift + 1, gift + 40)) AS s(received, sent, paid)",
        policy.uuid, trust.uuid
    ))
    .await;
    let path = format!("/allpolicy/{}/gifts", policy.uuid);
    let of_policy = admin.get(&path).await.ok()["gifts"].clone();
    let mut expected: Vec<String> = of_policy
        .as_array()
        .unwrap()
        .iter()
        .map(|gift| format!("{} {} {}", gift["uuid"], gift["state"], gift["windowEnds"]))
        .collect();
    let mut found = Vec::new();
    for offset in (0..900).step_by(100) {
        let query = json!({ "selectColumns": ["giftDate", "state", "windowEnds"],
                            "limit": { "offset": offset, "rowCount": 100 } });
        let page = admin.post("/PremiumGift/search", query).await.ok();
        let line = |row: &Value| format!("{} {} {}", row["uuid"], row["state"], row["windowEnds"]);
        found.extend(page["items"].as_array().unwrap().iter().map(line));
    }
    expected.sort();
    found.sort();
    assert_eq!(found.len(), 840);
    assert_eq!(found, expected);
    let states: BTreeSet<&str> = of_policy
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|gift| gift["state"].as_str())
        .collect();
    assert_eq!(states.len(), 6, "{states:?}");
}

#[tokio::test]
async fn gift_list_shows_only_gifts_of_visible_policies() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let trust = trust(&app).await;
    let agent = app.agent("Grace Hopper").insert().await;
    let mut policies = Vec::new();
    for number in ["P-1", "P-2", "P-3"] {
        let policy = app.policy(number).insert().await;
        app.link(&policy, &trust).await;
        let path = format!("/allpolicy/{}/gifts", policy.uuid);
        admin.post(&path, gift(trust.uuid)).await.ok();
        policies.push(policy);
    }
    // The other policy has an agent outside the block.
    app.link(&policies[0], &app.agent("Ada Lovelace").insert().await)
        .await;
    app.link(&policies[1], &agent).await;
    app.give_block(&advisor, &[&agent]).await;
    app.execute("UPDATE policy SET deleted_at = now() WHERE policy_number = 'P-3'")
        .await;
    let numbers = |rows: Vec<Value>| -> BTreeSet<String> {
        rows.iter()
            .map(|row| row["policyNumber"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        numbers(listed(&admin).await),
        ["P-1", "P-2"].map(String::from).into()
    );
    assert_eq!(numbers(listed(&advisor).await), ["P-2"].map(String::from).into());
    let row = listed(&advisor).await.remove(0);
    assert_eq!(
        (&row["trust"], &row["state"], &row["windowEnds"]),
        (
            &json!("Lee Family Trust"),
            &json!("Planned"),
            &json!("2027-01-03")
        )
    );
    let stranger = app.user(FirmUserType::AccountAdministrator, OTHER_FIRM).await;
    assert_eq!(listed(&stranger).await, Vec::<Value>::new());
}
