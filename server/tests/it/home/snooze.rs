//! Snoozing rows of the work queue until a given day.

use super::lines;
use crate::support::{OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

#[tokio::test]
async fn hides_a_row_for_the_user_until_the_day_or_a_new_due_date() {
    let app = TestApp::new().await;
    let (admin, colleague) = (app.admin().await, app.admin().await);
    let policy = app
        .policy("P-1")
        .with("next_premium_date", "2026-12-01")
        .insert()
        .await;
    app.policy("P-2")
        .with("next_premium_date", "2026-12-02")
        .insert()
        .await;
    let path = format!("/Home/queue/premiumsDue/{}/snooze", policy.uuid);
    let snooze = |until: &str| json!({ "day": "2026-12-01", "until": until });
    admin.put(&path, snooze("2026-11-28")).await.ok();
    let home = admin.get("/Home").await.ok();
    assert_eq!(lines(&home), ["premiumsDue P-2"]);
    assert_eq!((&home["total"], &home["snoozed"]), (&json!(1), &json!(1)));
    let snoozed = admin.get("/Home?view=snoozed").await.ok();
    for view in [&home, &snoozed] {
        let due = view["kinds"].as_array().unwrap().iter();
        let due = due.clone().find(|kind| kind["kind"] == "premiumsDue").unwrap();
        // The list that the count links to has both rows.
        assert_eq!((&view["open"], &due["total"]), (&json!(1), &json!(2)), "{view}");
    }
    assert_eq!(lines(&snoozed), ["premiumsDue P-1"]);
    assert_eq!(snoozed["items"][0]["snoozedUntil"], "2026-11-28");
    assert_eq!(snoozed["total"], 1);
    assert_eq!(colleague.get("/Home").await.ok()["total"], 2);

    // The next premium is due.
    app.execute("UPDATE policy SET next_premium_date = '2026-12-03' WHERE policy_number = 'P-1'")
        .await;
    let home = admin.get("/Home").await.ok();
    assert_eq!(lines(&home), ["premiumsDue P-2", "premiumsDue P-1"]);
    assert_eq!(home["snoozed"], 0);
    app.execute("UPDATE policy SET next_premium_date = '2026-12-01' WHERE policy_number = 'P-1'")
        .await;
    assert_eq!(admin.get("/Home").await.ok()["snoozed"], 1);

    app.execute("UPDATE work_snooze SET until = '2026-11-21'").await;
    assert_eq!(admin.get("/Home").await.ok()["snoozed"], 0);
    admin.put(&path, snooze("2027-01-15")).await.ok();
    assert_eq!(admin.get("/Home").await.ok()["snoozed"], 1);
    admin.delete(&path).await.ok();
    let home = admin.get("/Home").await.ok();
    assert_eq!((&home["total"], &home["snoozed"]), (&json!(2), &json!(0)));
}

#[tokio::test]
async fn rejects_days_kinds_and_rows_that_cannot_be_snoozed() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app
        .policy("P-1")
        .with("next_premium_date", "2026-12-01")
        .insert()
        .await;
    let foreign = app.policy("P-2").of_firm(OTHER_FIRM).insert().await;
    let path = |kind: &str, uuid: uuid::Uuid| format!("/Home/queue/{kind}/{uuid}/snooze");
    let body = json!({ "day": "2026-12-01", "until": "2026-11-28" });
    let own = path("premiumsDue", policy.uuid);
    for (until, code) in [("2026-11-21", "not_after_today"), ("2027-11-22", "too_late")] {
        let body = json!({ "day": "2026-12-01", "until": until });
        admin.put(&own, body).await.invalid("until", code);
    }
    admin
        .put(path("other", policy.uuid), body.clone())
        .await
        .refused(404, "not_found");
    admin
        .put(path("premiumsDue", foreign.uuid), body.clone())
        .await
        .refused(404, "not_found");
    admin
        .put(path("giftsDue", policy.uuid), body.clone())
        .await
        .refused(404, "not_found");
    admin
        .put(path("medicalDue", policy.uuid), body.clone())
        .await
        .refused(404, "not_found");
    let advisor = app.advisor().await;
    advisor.put(&own, body.clone()).await.refused(404, "not_found");
    // Read-only users have a queue too, but not for medical requests.
    let reader = app.as_role(FirmUserType::ViewOnly).await;
    reader
        .put(path("medicalDue", policy.uuid), body.clone())
        .await
        .refused(403, "forbidden");
    for i in 0..200 {
        let row = json!({ "firm_id": 1, "user_key": admin.user_key, "kind": "premiumsDue",
                          "record_uuid": uuid::Uuid::from_u128(i), "until": "2026-12-31", "day": Value::Null });
        app.insert("work_snooze", row).await;
    }
    admin
        .put(&own, body.clone())
        .await
        .refused(422, "too_many_snoozed");
    // Expired snoozes do not count.
    app.execute("UPDATE work_snooze SET until = '2026-11-21'").await;
    admin.put(&own, body).await.ok();
}
