//! Cards and unread notifications of the home page.

use crate::support::{OTHER_FIRM, TestApp};
use serde_json::{Value, json};

/// Formats cards as `premiumsDue 2: P-1 P-2`.
fn card_lines(home: &Value) -> Vec<String> {
    home["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| {
            let rows = card["rows"].as_array().unwrap();
            let numbers: Vec<_> = rows.iter().map(|row| row["number"].as_str().unwrap()).collect();
            format!(
                "{} {}: {}",
                card["kind"].as_str().unwrap(),
                card["total"],
                numbers.join(" ")
            )
        })
        .collect()
}

#[tokio::test]
async fn cards_show_the_most_urgent_rows_and_match_their_lists() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Agent").insert().await;
    for (number, status, column, day) in [
        ("LATE", "GracePeriod", "grace_period_end_date", "2026-12-01"),
        ("LAPSING", "LapsePending", "grace_period_end_date", "2026-11-20"),
        ("TODAY", "InForce", "next_premium_date", "2026-11-21"),
        ("SOON", "InForce", "next_premium_date", "2026-12-21"),
        ("LATER", "InForce", "next_premium_date", "2026-12-22"),
        ("PAST", "InForce", "next_premium_date", "2026-11-20"),
        ("ENDED", "Lapsed", "next_premium_date", "2026-11-25"),
        ("TERM", "InForce", "level_period_end_date", "2027-05-20"),
        ("CONVERT", "InForce", "conversion_expiry_date", "2027-02-19"),
    ] {
        let policy = app
            .policy(number)
            .with("status", status)
            .with(column, day)
            .insert()
            .await;
        if number == "SOON" {
            app.link(&policy, &agent).await;
        }
    }
    for (number, day) in [("FREE", "2026-12-24"), ("BOUND", "2030-01-01")] {
        let new = app.annuity(number).with("surrender_period_end_date", day);
        new.with("contract_value", "1234.56").insert().await;
    }
    app.policy("FOREIGN")
        .of_firm(OTHER_FIRM)
        .with("next_premium_date", "2026-11-25")
        .insert()
        .await;
    let home = admin.get("/Home").await.ok();
    assert_eq!(
        card_lines(&home),
        [
            "lapsePending 2: LAPSING LATE",
            "premiumsDue 2: TODAY SOON",
            "termsEnding 1: TERM",
            "conversionsEnding 1: CONVERT",
            "surrenderEnding 1: FREE",
        ]
    );
    let surrender = &home["cards"][4];
    assert_eq!(surrender["rows"][0]["amount"], "1234.56");
    assert_eq!(surrender["rows"][0]["day"], "2026-12-24");
    for card in home["cards"].as_array().unwrap() {
        let resource = if card["list"] == "annuities" {
            "allannuity"
        } else {
            "allpolicy"
        };
        let query = json!({ "filter": card["filter"], "sort": card["sort"] });
        let page = admin.post(format!("/{resource}/search"), query).await.ok();
        assert_eq!(page["totalRecords"], card["total"]);
        assert_eq!(page["items"][0]["uuid"], card["rows"][0]["uuid"]);
    }
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    let own = advisor.get("/Home").await.ok();
    assert_eq!(card_lines(&own)[1], "premiumsDue 1: SOON");
    let lines = card_lines(&app.other_firm_admin().await.get("/Home").await.ok());
    assert_eq!(lines[1], "premiumsDue 1: FOREIGN");
}

#[tokio::test]
async fn shows_the_end_of_the_grace_period() {
    let app = TestApp::new().await;
    let policy = app.policy("LATE").with("status", "GracePeriod");
    policy.with("grace_period_end_date", "2026-12-01").insert().await;
    let home = app.admin().await.get("/Home").await.ok();
    let lapsing = &home["cards"][0];
    assert_eq!(lapsing["dayLabel"], "Grace Period Ends");
    assert_eq!(lapsing["rows"][0]["day"], "2026-12-01");
}

#[tokio::test]
async fn shows_gifts_and_letters_that_are_due_or_overdue() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let trust = app.owner("Lee Family Trust").insert().await;
    for (number, status, gift, letter, received) in [
        ("OVERDUE", "InForce", "2026-11-20", "2026-12-20", Value::Null),
        ("SOON", "InForce", "2027-01-05", "2027-02-20", Value::Null),
        ("LATER", "InForce", "2027-01-06", "2027-02-21", Value::Null),
        (
            "RECEIVED",
            "InForce",
            "2026-11-22",
            "2026-11-30",
            json!("2026-11-19"),
        ),
        ("ENDED", "Lapsed", "2026-11-22", "2026-11-30", Value::Null),
    ] {
        let policy = app.policy(number).with("status", status).insert().await;
        let row = json!({ "firm_id": 1, "uuid": uuid::Uuid::now_v7(), "policy_uuid": policy.uuid,
                          "trust_uuid": trust.uuid, "amount": "500.00", "gift_date": gift, "letter_date": letter,
                          "premium_due": "2027-06-01", "received_on": received });
        app.insert("premium_gift", row).await;
    }
    let home = admin.get("/Home").await.ok();
    let lines = |place: usize| -> Vec<String> {
        let card = &home["due"][place];
        assert_eq!(card["total"], card["rows"].as_array().unwrap().len());
        let rows = card["rows"].as_array().unwrap().iter();
        rows.map(|row| {
            format!("{} {} {}", row["policyNumber"], row["trustName"], row["day"]).replace('"', "")
        })
        .collect()
    };
    assert_eq!(
        lines(0),
        [
            "OVERDUE Family Trust, Lee 2026-11-20",
            "SOON Family Trust, Lee 2027-01-05"
        ]
    );
    assert_eq!(
        lines(1),
        [
            "RECEIVED Family Trust, Lee 2026-11-30",
            "OVERDUE Family Trust, Lee 2026-12-20"
        ]
    );
    assert_eq!(home["due"][1]["rows"][0]["trustUuid"], json!(trust.uuid));
    let own = app.advisor().await.get("/Home").await.ok();
    assert_eq!(own["due"][0]["total"], 0);
}

#[tokio::test]
async fn counts_unread_notifications_like_the_bell_and_the_account_card() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let hidden = app.policy("P-1").insert().await;
    for (key, day, collapsed, contract) in [
        ("recent", "2026-11-20", false, Value::Null),
        ("old", "2026-09-01", false, Value::Null),
        ("collapsed", "2026-11-20", true, Value::Null),
        ("hidden", "2026-11-20", false, json!(hidden.uuid)),
    ] {
        let row = json!({ "firm_id": 1, "user_key": admin.user_key, "notification_type": 29, "display_name": key,
                          "dedup_key": key, "is_collapsed": collapsed, "contract_uuid": contract,
                          "create_date": format!("{day}T00:00:00Z") });
        app.insert("user_notification", row).await;
    }
    let unread = admin.get("/Home").await.ok()["unreadCount"].clone();
    let bell = admin.get("/UserNotification/digest").await.ok()["unreadRecords"].clone();
    let card = admin.get("/Account").await.ok()[0]["unreadNotificationCount"].clone();
    assert_eq!(
        [&unread, &bell, &card],
        [2, 2, 2].map(|count| json!(count)).each_ref()
    );
}

#[tokio::test]
async fn shows_unread_notifications_of_the_user() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for i in 0..7 {
        let row = json!({ "firm_id": 1, "user_key": admin.user_key, "notification_type": 29,
                          "display_name": format!("Policy {i}"), "is_read": i == 6, "dedup_key": i.to_string(),
                          "create_date": format!("2026-11-2{}T00:00:00Z", i % 2) });
        app.insert("user_notification", row).await;
    }
    let home = admin.get("/Home").await.ok();
    assert_eq!(home["unreadCount"], 6);
    assert_eq!(home["unread"].as_array().unwrap().len(), 5);
    assert_eq!(home["unread"][0]["displayName"], "Policy 5");
    let other = app.admin().await.get("/Home").await.ok();
    assert_eq!(other["unreadCount"], 0);
    // A notification about a contract is left out once the user loses access to the contract.
    let (advisor, agent) = (app.advisor().await, app.agent("Ada Agent").insert().await);
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &agent).await;
    let row = json!({ "firm_id": 1, "user_key": advisor.user_key, "notification_type": 29, "dedup_key": "P-1",
                      "display_name": "P-1", "contract_uuid": policy.uuid, "create_date": "2026-11-20T00:00:00Z" });
    app.insert("user_notification", row).await;
    assert_eq!(advisor.get("/Home").await.ok()["unreadCount"], 0);
    app.give_block(&advisor, &[&agent]).await;
    let home = advisor.get("/Home").await.ok();
    assert_eq!(
        (&home["unreadCount"], &home["unread"][0]["displayName"]),
        (&json!(1), &json!("P-1"))
    );
}
