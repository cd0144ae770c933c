//! Assigning rows of the work queue to users.

use super::{lines, medical_request};
use crate::support::TestApp;
use serde_json::{Value, json};
use shared::permission::FirmUserType;

fn keys(users: &Value) -> Vec<&str> {
    let users = users.as_array().unwrap().iter();
    users.map(|user| user["userKey"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn assigns_a_row_to_a_user_who_can_change_its_record() {
    let app = TestApp::new().await;
    let (admin, advisor, outsider) = (app.admin().await, app.advisor().await, app.advisor().await);
    let reader = app.as_role(FirmUserType::ViewOnly).await;
    let agent = app.agent("Ada Agent").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let policy = app
        .policy("P-1")
        .with("next_premium_date", "2026-12-01")
        .insert()
        .await;
    app.link(&policy, &agent).await;
    app.policy("P-2")
        .with("next_premium_date", "2026-12-02")
        .insert()
        .await;
    let path = format!("/Home/queue/premiumsDue/{}", policy.uuid);
    let offered = admin.get(format!("{path}/assignees")).await.ok();
    let offered = keys(&offered);
    assert!(offered.contains(&admin.user_key.as_str()) && offered.contains(&advisor.user_key.as_str()));
    assert!(!offered.contains(&outsider.user_key.as_str()));
    assert!(!offered.contains(&reader.user_key.as_str()));

    let to = |user_key: &str| json!({ "day": "2026-12-01", "userKey": user_key });
    let assignment = format!("{path}/assignment");
    admin.put(&assignment, to(&advisor.user_key)).await.ok();
    let home = admin.get("/Home").await.ok();
    assert_eq!(home["items"][0]["assignee"]["userKey"], json!(advisor.user_key));
    assert_eq!(home["items"][1]["assignee"], Value::Null);
    assert_eq!(home["mine"], 0);
    let mine = advisor.get("/Home?view=mine").await.ok();
    assert_eq!(lines(&mine), ["premiumsDue P-1"]);
    assert_eq!((&mine["mine"], &mine["total"]), (&json!(1), &json!(1)));
    let activity = admin
        .get(format!("/allpolicy/{}/activity", policy.uuid))
        .await
        .ok();
    let told = &activity["items"][0];
    assert_eq!(told["label"], "Assigned a task");
    assert!(
        told["about"].as_str().unwrap().starts_with("Premium due: "),
        "{told}"
    );

    for unknown in [&outsider.user_key, &reader.user_key, "nobody"] {
        admin
            .put(&assignment, to(unknown))
            .await
            .invalid("userKey", "not_a_choice");
    }
    // The assignment ends with the due date.
    app.execute("UPDATE policy SET next_premium_date = '2026-12-15' WHERE policy_number = 'P-1'")
        .await;
    assert_eq!(advisor.get("/Home").await.ok()["mine"], 0);
    app.execute("UPDATE policy SET next_premium_date = '2026-12-01' WHERE policy_number = 'P-1'")
        .await;
    assert_eq!(advisor.get("/Home").await.ok()["mine"], 1);
    admin.delete(&assignment).await.ok();
    assert_eq!(advisor.get("/Home").await.ok()["mine"], 0);
    admin.delete(&assignment).await.ok();
}

#[tokio::test]
async fn only_users_who_can_change_the_record_assign_it() {
    let app = TestApp::new().await;
    let policy = app
        .policy("P-1")
        .with("next_premium_date", "2026-12-01")
        .insert()
        .await;
    let path = format!("/Home/queue/premiumsDue/{}", policy.uuid);
    let reader = app.as_role(FirmUserType::ViewOnly).await;
    let home = reader.get("/Home").await.ok();
    let mut kinds = home["kinds"].as_array().unwrap().iter();
    assert!(kinds.all(|kind| kind["canAssign"] == false), "{home}");
    let body = json!({ "day": "2026-12-01", "userKey": reader.user_key });
    reader
        .put(format!("{path}/assignment"), body.clone())
        .await
        .refused(403, "forbidden");
    reader
        .delete(format!("{path}/assignment"))
        .await
        .refused(403, "forbidden");
    reader
        .get(format!("{path}/assignees"))
        .await
        .refused(403, "forbidden");
    let outsider = app.advisor().await;
    outsider
        .put(format!("{path}/assignment"), body.clone())
        .await
        .refused(404, "not_found");
    outsider
        .delete(format!("{path}/assignment"))
        .await
        .refused(404, "not_found");
    let other = app.other_firm_admin().await;
    other
        .put(format!("{path}/assignment"), body)
        .await
        .refused(404, "not_found");
    other
        .get(format!("{path}/assignees"))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn only_viewers_of_medical_data_see_that_a_medical_request_was_assigned() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let insured = app.insured("Ivy Insured").insert().await;
    let request = medical_request(&app, &insured).await;
    let path = format!("/Home/queue/medicalDue/{request}/assignment");
    let body = json!({ "day": "2026-11-15", "userKey": admin.user_key });
    admin.put(&path, body).await.ok();
    admin.delete(&path).await.ok();
    let activity = format!("/FirmInsured/insured/{}/activity", insured.uuid);
    let entries = admin.get(&activity).await.ok()["items"].as_array().unwrap().len();
    assert_eq!(entries, 2);
    let reader = app.as_role(FirmUserType::ViewOnly).await;
    assert_eq!(reader.get(&activity).await.ok()["items"], json!([]));
}
