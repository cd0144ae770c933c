//! Changing the status as a separate action, and riders.

use super::LINES;
use crate::support::TestApp;
use serde_json::{Value, json};

#[tokio::test]
async fn status_action_changes_only_status_and_date() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (resource, noun, _) in LINES {
        let new = match noun {
            "policy" => app.policy("1"),
            _ => app.annuity("1"),
        };
        let row = new
            .with("death_benefit", "5.00")
            .with("issue_date", "2020-01-01")
            .insert()
            .await;
        let path = format!("/{resource}/{}", row.uuid);
        let before = admin.get(&path).await.ok();
        let change =
            json!({ "version": before["version"], "status": "Surrendered", "statusDate": "2026-10-01" });
        let after = admin.post(format!("{path}/status"), change.clone()).await.ok();
        assert_eq!(after["contract"]["status"], "Surrendered");
        assert_eq!(after["contract"]["statusDate"], "2026-10-01");
        let mut same = before["contract"].clone();
        (same["status"], same["statusDate"]) = (json!("Surrendered"), json!("2026-10-01"));
        assert_eq!(after["contract"], same);
        let conflict = admin
            .post(format!("{path}/status"), change)
            .await
            .refused(409, "version_conflict");
        assert_eq!(conflict["current"]["version"], after["version"]);
        for (status, since, field, code) in [
            ("Lapsed", json!("2019-12-31"), "statusDate", "before_issue"),
            ("Lapsed", json!("2026-11-22"), "statusDate", "in_future"),
            ("Lapsed", Value::Null, "statusDate", "required"),
            ("Surrendered", json!("2026-11-20"), "status", "unchanged"),
            ("Frozen", json!("2026-11-20"), "status", "unknown_code"),
            ("InForce", json!("2026-11-20"), "status", "owner_required"),
        ] {
            let body = json!({ "version": after["version"], "status": status, "statusDate": since });
            admin
                .post(format!("{path}/status"), body)
                .await
                .invalid(field, code);
        }
    }
}

#[tokio::test]
async fn saves_riders_and_keeps_them_when_omitted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (resource, _, _) in LINES {
        let riders = json!([
            { "type": "WaiverOfPremium" },
            { "type": "GLWB", "benefitBase": "$ 1,000", "rollUpRate": "5 %", "activated": true },
        ]);
        let body = json!({ "contract": super::pending(resource, "1"), "riders": riders });
        let record = admin.post(format!("/{resource}"), body).await.ok();
        assert_eq!(record["riders"][1]["benefitBase"], "1000.00");
        assert_eq!(record["riders"][1]["rollUpRate"], "5");
        let path = format!("/{resource}/{}", record["uuid"].as_str().unwrap());
        let silent = json!({ "contract": record["contract"], "version": record["version"] });
        let record = admin.post(&path, silent).await.ok();
        assert_eq!(record["riders"].as_array().unwrap().len(), 2);
        let fewer = json!({ "contract": record["contract"], "version": record["version"],
                            "riders": [record["riders"][1]] });
        let record = admin.post(&path, fewer).await.ok();
        assert_eq!(record["riders"].as_array().unwrap().len(), 1);
        let wrong = json!({ "contract": record["contract"], "version": record["version"],
                            "riders": [{ "type": "Sidecar" }] });
        admin
            .post(&path, wrong.clone())
            .await
            .invalid("riders[0].type", "unknown_code");
        let found = admin.post(format!("/{resource}/check"), wrong).await.ok();
        assert_eq!(found[0]["field"], "riders[0].type");
    }
    let fields = app
        .text("SELECT details ->> 'fields' FROM audit_log WHERE action = 'change' ORDER BY id DESC LIMIT 1")
        .await;
    assert_eq!(fields.as_deref(), Some(r#"["riders"]"#));
}

#[tokio::test]
async fn undoing_a_status_change_withdraws_its_alarm() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Ada Lee").insert().await;
    let policy = app.policy("P-1").with("death_benefit", "5.00").insert().await;
    app.link(&policy, &owner).await;
    let path = format!("/allpolicy/{}", policy.uuid);
    let set = async |status: &str| {
        let version = admin.get(&path).await.ok()["version"].clone();
        let change = json!({ "version": version, "status": status, "statusDate": "2026-11-20" });
        admin.post(format!("{path}/status"), change).await.ok();
    };
    let alarms = async || {
        let list = admin.get("/UserNotification").await.ok();
        list.as_array().unwrap().len()
    };
    set("LapsePending").await;
    assert_eq!(alarms().await, 1);
    set("InForce").await;
    assert_eq!(alarms().await, 0);
    set("LapsePending").await;
    assert_eq!(alarms().await, 1, "the cause returned");
}
