//! The work queue and unread notifications of the home page.

mod assign;
mod paid;
mod snooze;

use crate::support::{OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};

/// Formats the rows of the queue as `premiumsDue P-1`.
fn lines(home: &Value) -> Vec<String> {
    let items = home["items"].as_array().unwrap().iter();
    items
        .map(|item| {
            // Forms and medical requests have no number, and name their person.
            let is_numbered =
                !["bestInterestReviews", "medicalDue"].contains(&item["kind"].as_str().unwrap());
            let name = if is_numbered { &item["name"] } else { &item["who"] };
            format!("{} {name}", item["kind"]).replace('"', "")
        })
        .collect()
}

/// Returns the total of a kind of work.
fn total<'a>(home: &'a Value, kind: &str) -> &'a Value {
    let mut kinds = home["kinds"].as_array().unwrap().iter();
    &kinds.find(|one| one["kind"] == kind).unwrap()["total"]
}

#[tokio::test]
async fn lists_work_by_date_and_totals_match_the_lists() {
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
    app.policy("AUTOMATIC")
        .with("next_premium_date", "2026-11-22")
        .with("payment_method", "EFT")
        .insert()
        .await;
    app.policy("NO-DATE").with("status", "GracePeriod").insert().await;
    for (number, day) in [("FREE", "2026-12-24"), ("BOUND", "2030-01-01")] {
        let new = app.annuity(number).with("surrender_period_end_date", day);
        new.with("contract_value", "1234.56").insert().await;
    }
    for (name, day) in [
        ("OWNER-1", "2026-01-05"),
        ("OWNER-2", "2026-12-20"),
        ("OWNER-3", "2026-12-22"),
    ] {
        let owner = app.owner(name).with("best_interest_review_due", day);
        owner.with("display_name", name).insert().await;
    }
    app.policy("FOREIGN")
        .of_firm(OTHER_FIRM)
        .with("next_premium_date", "2026-11-25")
        .insert()
        .await;
    let home = admin.get("/Home").await.ok();
    assert_eq!(
        lines(&home),
        [
            "bestInterestReviews OWNER-1",
            "lapsePending LAPSING",
            "premiumsDue TODAY",
            "lapsePending LATE",
            "bestInterestReviews OWNER-2",
            "premiumsDue SOON",
            "surrenderEnding FREE",
            "conversionsEnding CONVERT",
            "termsEnding TERM",
            "lapsePending NO-DATE",
        ]
    );
    let urgencies: Vec<&Value> = home["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["urgency"])
        .collect();
    assert_eq!(
        urgencies,
        [
            "overdue", "overdue", "week", "month", "month", "month", "later", "later", "later", "undated"
        ]
    );
    let review = &home["items"][0];
    assert_eq!(
        (&review["name"], &review["who"], &review["amountLabel"]),
        (
            &json!("Best interest form"),
            &json!("OWNER-1"),
            &json!("Contract Value")
        )
    );
    let free = &home["items"][6];
    assert_eq!(free["task"], "Surrender charges end");
    assert_eq!(free["record"]["kind"], "annuity");
    assert_eq!(free["amount"], "1234.56");
    assert_eq!(free["amountLabel"], "Contract Value");
    assert_eq!(free["day"], "2026-12-24");
    assert_eq!(home["total"], 10);
    for kind in home["kinds"].as_array().unwrap() {
        let resource = match kind["list"].as_str() {
            Some("annuities") => "allannuity",
            Some("owners") => "FirmOwner",
            Some("premiumGifts") => "PremiumGift",
            Some(_) => "allpolicy",
            None => continue,
        };
        let query = json!({ "filter": kind["filter"], "sort": kind["sort"] });
        let page = admin.post(format!("/{resource}/search"), query).await.ok();
        assert_eq!(page["totalRecords"], kind["total"]);
    }
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    assert_eq!(lines(&advisor.get("/Home").await.ok()), ["premiumsDue SOON"]);
    let other = app.other_firm_admin().await.get("/Home").await.ok();
    assert_eq!(lines(&other), ["premiumsDue FOREIGN"]);
}

#[tokio::test]
async fn shows_the_first_rows_and_omits_hidden_kinds() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (number, column, day) in [
        ("PREMIUM-1", "next_premium_date", "2026-11-22"),
        ("TERM", "level_period_end_date", "2026-11-23"),
        ("PREMIUM-2", "next_premium_date", "2026-11-24"),
    ] {
        app.policy(number).with(column, day).insert().await;
    }
    let home = admin.get("/Home?rows=2").await.ok();
    assert_eq!(lines(&home), ["premiumsDue PREMIUM-1", "termsEnding TERM"]);
    assert_eq!(home["total"], 3);
    let home = admin.get("/Home?hidden=premiumsDue,unknown").await.ok();
    assert_eq!(lines(&home), ["termsEnding TERM"]);
    assert_eq!(home["total"], 1);
    assert_eq!(total(&home, "premiumsDue"), &Value::Null);
    for (query, field, code) in [
        ("rows=0", "rows", "out_of_range"),
        ("rows=201", "rows", "out_of_range"),
        ("view=mein", "view", "not_a_choice"),
    ] {
        admin.get(format!("/Home?{query}")).await.invalid(field, code);
    }
}

/// Adds a medical request whose follow-up is overdue.
async fn medical_request(app: &TestApp, insured: &Row) -> uuid::Uuid {
    let (authorization, request) = (uuid::Uuid::now_v7(), uuid::Uuid::now_v7());
    let document = json!({ "firm_id": 1, "uuid": authorization, "insured_uuid": insured.uuid, "kind": "Authorization",
                           "content": "\\x00", "content_key_id": 1, "media_type": "text/plain", "size_bytes": 1,
                           "content_hash": "\\x00", "storage_key": authorization.to_string() });
    app.insert("medical_document", document).await;
    let row = json!({ "firm_id": 1, "uuid": request, "insured_uuid": insured.uuid, "state": "Sent",
                      "sent_on": "2026-11-01", "due_on": "2026-11-15", "content": "\\x00", "content_key_id": 1,
                      "authorization_uuid": authorization });
    app.insert("medical_request", row).await;
    request
}

#[tokio::test]
async fn filters_by_agent_across_all_kinds() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agents = [
        app.agent("Ada Agent").insert().await,
        app.agent("Bo Agent").insert().await,
    ];
    for (agent, name) in agents.iter().zip(["ADA", "BO"]) {
        let policy = app.policy(name).with("next_premium_date", "2026-11-22");
        let policy = policy.insert().await;
        app.link(&policy, agent).await;
        let owner = app.owner(name).with("best_interest_review_due", "2026-11-23");
        let owner = owner.with("display_name", name).insert().await;
        app.link(&policy, &owner).await;
        let insured = app.insured(name).with("display_name", name).insert().await;
        app.link(&policy, &insured).await;
        let gift = json!({ "firm_id": 1, "uuid": uuid::Uuid::now_v7(), "policy_uuid": policy.uuid,
                           "trust_uuid": owner.uuid, "amount": "500.00", "gift_date": "2026-11-24",
                           "letter_date": "2027-06-01", "premium_due": "2027-06-01" });
        app.insert("premium_gift", gift).await;
        medical_request(&app, &insured).await;
    }
    let both = admin.get("/Home").await.ok();
    assert_eq!(both["total"], 8);
    let home = admin
        .get(format!("/Home?agentUuid={}", agents[1].uuid))
        .await
        .ok();
    assert_eq!(
        lines(&home),
        [
            "medicalDue BO",
            "premiumsDue BO",
            "bestInterestReviews BO",
            "giftsDue BO"
        ]
    );
    let foreign = app.agent("Fay Foreign").of_firm(OTHER_FIRM).insert().await;
    let outsider = app.advisor().await;
    for (client, agent) in [(&admin, &foreign), (&outsider, &agents[0])] {
        client
            .get(format!("/Home?agentUuid={}", agent.uuid))
            .await
            .refused(404, "not_found");
    }
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
    let items = home["items"].as_array().unwrap().iter();
    let shown: Vec<String> = items
        .map(|item| {
            format!(
                "{} {} {} {}",
                item["kind"], item["name"], item["who"], item["day"]
            )
            .replace('"', "")
        })
        .collect();
    assert_eq!(
        shown,
        [
            "giftsDue OVERDUE Family Trust, Lee 2026-11-20",
            "lettersDue RECEIVED Family Trust, Lee 2026-11-30",
            "lettersDue OVERDUE Family Trust, Lee 2026-12-20",
            "giftsDue SOON Family Trust, Lee 2027-01-05",
        ]
    );
    for kind in ["giftsDue", "lettersDue"] {
        assert_eq!(total(&home, kind), 2);
        let mut kinds = home["kinds"].as_array().unwrap().iter();
        let linked = kinds.find(|one| one["kind"] == kind).unwrap();
        let query = json!({ "filter": linked["filter"], "sort": linked["sort"] });
        let list = admin.post("/PremiumGift/search", query).await.ok();
        assert_eq!(list["totalRecords"], 2, "{kind}");
    }
    assert_eq!(home["items"][0]["trustUuid"], json!(trust.uuid));
    let own = app.advisor().await.get("/Home").await.ok();
    assert_eq!(total(&own, "giftsDue"), 0);
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
    // A notification about a contract is omitted once the user loses access to the contract.
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
