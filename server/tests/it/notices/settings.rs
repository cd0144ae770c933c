//! A firm's settings for the notification rules.

use super::{hours_later, names, policy_of};
use crate::contracts::changed;
use crate::support::{Client, TestApp};
use serde_json::json;
use server::notify::rules::round;

const PATH: &str = "/UserNotification/rules/settings";

async fn reminders_at(app: &TestApp, client: &Client, hours: i64) -> Vec<String> {
    round(&app.app.db, hours_later(hours)).await.unwrap();
    let mut listed = names(client).await;
    listed.retain(|name| name.contains("premium due"));
    listed.sort();
    listed
}

#[tokio::test]
async fn saves_the_firms_premium_reminder_days() {
    let app = TestApp::new().await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    assert_eq!(admin.get(PATH).await.ok(), json!({ "premiumReminderDays": 30 }));
    let own = json!({ "premiumReminderDays": 45 });
    assert_eq!(admin.put(PATH, own.clone()).await.ok(), own);
    let count = "SELECT count(*) FROM audit_log WHERE subject_type = 'firm'";
    let saved = app.number(count).await;
    // Saving the same days again changes nothing.
    assert_eq!(admin.put(PATH, own.clone()).await.ok(), own);
    assert_eq!(admin.get(PATH).await.ok(), own);
    assert_eq!(
        stranger.get(PATH).await.ok(),
        json!({ "premiumReminderDays": 30 })
    );
    assert_eq!((saved, app.number(count).await), (1, 1));
    let log = json!({ "selectColumns": ["action", "recordKind", "details"],
                      "filter": [{ "column": "recordKind", "op": "eq", "value": "firm" }] });
    let entry = admin.post("/AuditLog/search", log).await.ok()["items"][0].clone();
    assert_eq!(entry["details"], "Days before a premium is due: 30 → 45");
}

#[tokio::test]
async fn rejects_invalid_days_and_other_roles() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    for days in [0, 91, -30] {
        admin
            .put(PATH, json!({ "premiumReminderDays": days }))
            .await
            .invalid("premiumReminderDays", "out_of_range");
    }
    for body in [
        json!({}),
        json!({ "premiumReminderDays": 30.5 }),
        json!({ "premiumReminderDays": 30, "firmId": 2 }),
    ] {
        assert_eq!(admin.put(PATH, body.clone()).await.status, 400, "{body}");
    }
    advisor.get(PATH).await.refused(403, "forbidden");
    let days = json!({ "premiumReminderDays": 45 });
    advisor.put(PATH, days).await.refused(403, "forbidden");
    assert_eq!(admin.get(PATH).await.ok(), json!({ "premiumReminderDays": 30 }));
}

#[tokio::test]
async fn reminds_earlier_or_later_after_the_days_change() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    for (number, due) in [
        ("NEAR", "2026-12-15"),
        ("NEXT", "2027-01-05"),
        ("LATE", "2027-01-25"),
        ("FAR", "2027-03-25"),
    ] {
        let columns = json!({ "annualized_premium": 1200, "next_premium_date": due,
                              "updated_at": "2026-01-01T00:00:00Z" });
        policy_of(&app, &advisor, number, columns).await;
    }
    // Automatic payments need no reminder.
    let draft =
        json!({ "annualized_premium": 1200, "next_premium_date": "2026-12-15", "payment_method": "EFT" });
    policy_of(&app, &advisor, "DRAFT", draft).await;
    let near = "NEAR, Lee, Ada: premium due 12/15/2026";
    let next = "NEXT, Lee, Ada: premium due 01/05/2027";
    let late = "LATE, Lee, Ada: premium due 01/25/2027";
    assert_eq!(reminders_at(&app, &advisor, 0).await, [near]);

    // The next run sends the reminders that would already have been sent with 90 days, each once.
    admin.put(PATH, json!({ "premiumReminderDays": 90 })).await.ok();
    app.execute("UPDATE firm SET reminder_days_changed_at = reminder_days_changed_at + interval '1 hour'")
        .await;
    assert_eq!(reminders_at(&app, &advisor, 24).await, [late, near, next]);
    assert_eq!(reminders_at(&app, &advisor, 48).await, [late, near, next]);

    // Reducing the days does not repeat reminders.
    admin.put(PATH, json!({ "premiumReminderDays": 7 })).await.ok();
    app.execute("UPDATE firm SET reminder_days_changed_at = reminder_days_changed_at + interval '60 hours'")
        .await;
    assert_eq!(reminders_at(&app, &advisor, 72).await, [late, near, next]);
    assert_eq!(reminders_at(&app, &admin, 96).await, [late, near, next]);
}

#[tokio::test]
async fn changing_a_due_date_reminds_within_the_firms_days() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Olga Owner").insert().await;
    let policy = app.policy("P-90").with("death_benefit", "10.00");
    let policy = policy
        .with("annualized_premium", "1200.00")
        .with("premium_mode", "Annual")
        .with("modal_premium", "1200.00")
        .insert()
        .await;
    app.link(&policy, &owner).await;
    let path = format!("/allpolicy/{}", policy.uuid);
    for (days, due, expected) in [
        (30, "2027-01-15", Vec::new()),
        (90, "2026-12-25", vec!["P-90: premium due 12/25/2026"]),
    ] {
        let settings = json!({ "premiumReminderDays": days });
        admin.put(PATH, settings).await.ok();
        let record = admin.get(&path).await.ok();
        let next = changed(&record, "nextPremiumDate", json!(due));
        admin.post(&path, next).await.ok();
        assert_eq!(names(&admin).await, expected, "{days} days");
    }
}
