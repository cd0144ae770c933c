//! Daily notification rules, and their preview.

use super::{hours_later, names, now, policy_of};
use crate::support::{CARRIER, FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use server::notify::rules::round;
use shared::notification::NotificationKind::LapsePending;

async fn round_at(app: &TestApp, hours: i64) {
    round(&app.app.db, hours_later(hours)).await.unwrap();
}

#[tokio::test]
async fn concurrent_nodes_run_the_rules_once_per_day() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    policy_of(
        &app,
        &advisor,
        "P-1",
        json!({ "annualized_premium": 1200, "next_premium_date": "2026-12-10" }),
    )
    .await;
    // Three nodes run concurrently.
    let db = &app.app.db;
    let (a, b, c) = tokio::join!(round(db, now()), round(db, now()), round(db, now()));
    a.and(b).and(c).unwrap();
    round_at(&app, 1).await;
    round_at(&app, 24).await;
    for client in [&admin, &advisor] {
        let listed = names(client).await;
        let listed: Vec<_> = listed.iter().filter(|name| name.starts_with("P-1")).collect();
        assert_eq!(listed, ["P-1, Lee, Ada: premium due 12/10/2026"]);
    }
    assert_eq!(
        app.text("SELECT day::text FROM rules_run WHERE firm_id = 1")
            .await
            .as_deref(),
        Some("2026-11-22")
    );
}

#[tokio::test]
async fn runs_at_five_in_the_firms_time_zone() {
    let app = TestApp::new().await;
    app.execute("UPDATE firm SET office_time_zone = 'Pacific/Auckland' WHERE firm_id = 2")
        .await;
    // 17:00 UTC is noon in New York and 6 a.m. the next day in Auckland.
    round_at(&app, 0).await;
    let days = "SELECT string_agg(day::text, ' ' ORDER BY firm_id) FROM rules_run";
    assert_eq!(app.text(days).await.as_deref(), Some("2026-11-21 2026-11-22"));
    // 09:59 UTC is 4:59 a.m. in New York.
    round_at(&app, 16).await;
    assert_eq!(app.text(days).await.as_deref(), Some("2026-11-21 2026-11-22"));
    round_at(&app, 17).await;
    assert_eq!(app.text(days).await.as_deref(), Some("2026-11-22 2026-11-22"));
}

#[tokio::test]
async fn catches_up_missed_days_and_contracts_loaded_late() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    app.insert(
        "rules_run",
        json!({ "firm_id": FIRM, "day": "2026-11-10", "ran_at": "2026-11-10T12:00:00Z" }),
    )
    .await;
    let old = "2026-01-01T00:00:00Z";
    let premium = |next: &str, updated: &str| json!({ "annualized_premium": 1200, "next_premium_date": next, "updated_at": updated });
    // TOLD-1 was due for a notification on the 8th, before the last run; MISSED-1 on the 15th, a day without
    // a run.
    policy_of(&app, &advisor, "TOLD-1", premium("2026-12-08", old)).await;
    policy_of(&app, &advisor, "MISSED-1", premium("2026-12-15", old)).await;
    // LOADED-1 was loaded after its day and is caught up. OVER-1 is already past due and causes no
    // notification.
    policy_of(
        &app,
        &advisor,
        "LOADED-1",
        premium("2026-12-08", "2026-11-20T00:00:00Z"),
    )
    .await;
    policy_of(
        &app,
        &advisor,
        "OVER-1",
        premium("2026-11-20", "2026-11-20T00:00:00Z"),
    )
    .await;
    round_at(&app, 0).await;
    let mut listed = names(&advisor).await;
    listed.sort();
    assert_eq!(
        listed,
        [
            "LOADED-1, Lee, Ada: premium due 12/08/2026",
            "MISSED-1, Lee, Ada: premium due 12/15/2026"
        ]
    );
}

#[tokio::test]
async fn notifies_of_gifts_guidelines_annuities_and_lapses() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let trust = app
        .owner("Lee Trust")
        .with("owner_type", 2)
        .with("display_name", "Lee Family Trust")
        .insert()
        .await;
    let policy = app
        .policy("P-1")
        .with("death_benefit", "900000.00")
        .with("values_as_of", "2026-11-20")
        .insert()
        .await;
    app.insert(
        "policy_guideline",
        json!({ "firm_id": FIRM, "policy_uuid": policy.uuid, "parameter": "deathBenefit", "minimum": 1000000 }),
    )
    .await;
    app.insert(
        "premium_gift",
        json!({ "firm_id": FIRM, "uuid": policy.uuid, "policy_uuid": policy.uuid, "trust_uuid": trust.uuid,
                "amount": 5000, "gift_date": "2026-12-01", "letter_date": "2026-12-01", "premium_due": "2027-01-15" }),
    )
    .await;
    app.policy("P-2")
        .with("status", "GracePeriod")
        .with("status_date", "2026-11-20")
        .with("grace_period_end_date", "2026-12-05")
        .insert()
        .await;
    app.annuity("A-1")
        .with("surrender_period_end_date", "2026-12-15")
        .with("guaranteed_rate_end_date", "2026-12-16")
        .insert()
        .await;
    for (number, taken) in [("A-2", "40"), ("A-3", "100")] {
        app.annuity(number)
            .with("rmd_due_date", "2026-12-31")
            .with("rmd_amount", "100")
            .with("rmd_taken", taken)
            .insert()
            .await;
    }
    app.policy("P-3")
        .with("conversion_expiry_date", "2026-12-17")
        .insert()
        .await;
    // Contracts of another firm are not reported.
    app.policy("Q-1")
        .of_firm(OTHER_FIRM)
        .with("carrier_uuid", CARRIER)
        .with("level_period_end_date", "2026-12-15")
        .insert()
        .await;
    round_at(&app, 0).await;
    let mut listed = names(&admin).await;
    listed.sort();
    assert_eq!(
        listed,
        [
            "A-1: guaranteed rate ends 12/16/2026",
            "A-1: surrender period ends 12/15/2026",
            "A-2: required minimum distribution due 12/31/2026",
            "P-1: Lee Family Trust, Crummey letters due 12/01/2026",
            "P-1: Lee Family Trust, gift due 12/01/2026",
            "P-1: death benefit $900,000 is below the guideline of $1,000,000",
            "P-2: lapses unless paid by 12/05/2026",
            "P-3: conversion right ends 12/17/2026",
        ]
    );
}

#[tokio::test]
async fn failed_run_is_rolled_back_and_repeated() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.policy("P-1")
        .with("level_period_end_date", "2026-12-15")
        .insert()
        .await;
    // The constraint makes the run fail when it marks the day as done.
    app.execute("ALTER TABLE rules_run ADD CONSTRAINT broken CHECK (day < '2000-01-01')")
        .await;
    round_at(&app, 0).await;
    assert_eq!(names(&admin).await, [""; 0]);
    assert_eq!(app.number("SELECT count(*) FROM hub_outbox").await, 0);
    app.execute("ALTER TABLE rules_run DROP CONSTRAINT broken").await;
    round_at(&app, 0).await;
    assert_eq!(names(&admin).await, ["P-1: level term ends 12/15/2026"]);
}

#[tokio::test]
async fn deletes_notifications_after_a_year() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (key, hours) in [("young", -24 * 364), ("old", -24 * 366)] {
        super::send_at(
            &app,
            hours_later(hours),
            &[super::notice(LapsePending, key, super::to(&admin))],
        )
        .await;
    }
    round_at(&app, 0).await;
    let left = "SELECT string_agg(display_name, ' ') FROM user_notification";
    assert_eq!(app.text(left).await.as_deref(), Some("young"));
}

#[tokio::test]
async fn change_notifies_immediately_and_the_daily_run_does_not_repeat_it() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let draft = crate::contracts::pending("allpolicy", "P-1");
    let added = admin.post("/allpolicy", json!({ "contract": draft })).await;
    assert_eq!(added.status, 201, "{}", added.text());
    let path = format!("/allpolicy/{}", added.json()["uuid"].as_str().unwrap());
    let owner = app.owner("Ada Lee").insert().await;
    app.insert(
        "contract_party",
        json!({ "firm_id": FIRM, "contract_uuid": added.json()["uuid"], "contact_uuid": owner.uuid, "line": 1, "kind": 2,
                "role": "Owner", "type_id": 1 }),
    )
    .await;
    assert_eq!(names(&admin).await, [""; 0]);
    let mut body = crate::contracts::changed(&added.json(), "status", json!("LapsePending"));
    body["contract"]["deathBenefit"] = json!("1000.00");
    body["contract"]["gracePeriodEndDate"] = json!("2027-01-10");
    let changed = admin.post(&path, body).await.ok();
    let listed = ["P-1: lapses unless paid by 01/10/2027"];
    assert_eq!(names(&admin).await, listed);
    assert_eq!(names(&advisor).await, [""; 0]);
    // Saves again and runs the daily rules.
    let again = admin.get(&path).await.ok();
    admin
        .post(
            &path,
            json!({ "contract": again["contract"], "version": changed["version"] }),
        )
        .await
        .ok();
    round_at(&app, 0).await;
    assert_eq!(names(&admin).await, listed);
}

#[tokio::test]
async fn reminder_is_withdrawn_when_its_cause_is_gone() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let columns = json!({ "annualized_premium": 1200, "next_premium_date": "2026-12-05", "payment_method": "EFT",
                          "death_benefit": "10.00" });
    let policy = policy_of(&app, &advisor, "P-1", columns).await;
    let path = format!("/allpolicy/{}", policy.uuid);
    let save = async |field: &str, value: Value| {
        let before = admin.get(&path).await.ok();
        let body = crate::contracts::changed(&before, field, value);
        admin.post(&path, body).await.ok();
        names(&admin).await
    };
    let reminder = ["P-1, Lee, Ada: premium due 12/05/2026"];
    assert_eq!(save("paymentMethod", json!("Direct Bill")).await, reminder);
    assert_eq!(save("paymentMethod", json!("EFT")).await, [""; 0], "undone");
    assert_eq!(
        save("paymentMethod", json!("Direct Bill")).await,
        reminder,
        "again"
    );
    assert_eq!(
        save("nextPremiumDate", json!("2027-12-05")).await,
        [""; 0],
        "paid"
    );
}

#[tokio::test]
async fn preview_lists_future_notifications_without_sending() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let policy = policy_of(
        &app,
        &advisor,
        "P-1",
        json!({ "level_period_end_date": "2027-03-01" }),
    )
    .await;
    const ASK: &str = "/UserNotification/rules/preview";
    let preview = admin
        .post(ASK, json!({ "from": "2026-11-01", "to": "2027-02-01" }))
        .await
        .ok();
    let recipients = preview["items"][0]["recipientNames"].clone();
    assert_eq!(recipients.as_array().map(Vec::len), Some(2), "{recipients}");
    let item = |date: &str| {
        json!({ "notificationType": 33, "told": date, "displayName": "P-1, Lee, Ada: level term ends 03/01/2027",
                "applicationUrl": format!("/business/policies/{}", policy.uuid), "recipients": 2,
                "recipientNames": recipients })
    };
    assert_eq!(
        preview,
        json!({ "items": [item("2026-12-01"), item("2027-01-30")], "total": 2,
                "kinds": [{ "notificationType": 33, "count": 2 }] })
    );
    let page = admin
        .post(
            ASK,
            json!({ "from": "2026-11-01", "to": "2027-02-01", "notificationType": 33, "offset": 1 }),
        )
        .await
        .ok();
    assert_eq!(
        (&page["items"], &page["total"]),
        (&json!([item("2027-01-30")]), &json!(2))
    );
    let other = admin
        .post(
            ASK,
            json!({ "from": "2026-11-01", "to": "2027-02-01", "notificationType": 25 }),
        )
        .await
        .ok();
    assert_eq!((&other["items"], &other["total"]), (&json!([]), &json!(0)));
    assert_eq!(other["kinds"], preview["kinds"], "all types are offered");
    assert_eq!(names(&admin).await, [""; 0], "nothing was sent");
    let stranger = app.other_firm_admin().await;
    let theirs = stranger
        .post(ASK, json!({ "from": "2026-11-01", "to": "2027-02-01" }))
        .await
        .ok();
    assert_eq!(theirs["total"], 0);
    advisor
        .post(ASK, json!({ "from": "2026-11-01", "to": "2026-11-02" }))
        .await
        .refused(403, "forbidden");
    admin
        .post(ASK, json!({ "from": "2026-11-02", "to": "2026-11-01" }))
        .await
        .invalid("to", "before_from");
    admin
        .post(ASK, json!({ "from": "2026-11-02", "to": "2028-11-01" }))
        .await
        .invalid("to", "too_long");
    assert_eq!(
        admin
            .post(ASK, json!({ "from": "yesterday", "to": "2028-11-01" }))
            .await
            .status,
        400
    );
}
