//! Notification preferences: defaults, saved values, and separate values per user.

use crate::support::TestApp;
use serde_json::{Value, json};
use shared::permission::{AdminUserType, FirmUserType};

const PATH: &str = "/UserNotification/preferences";

fn preference(preferences: &Value, number: i64) -> Value {
    let kinds = preferences["kinds"].as_array().unwrap();
    kinds
        .iter()
        .find(|kind| kind["notificationType"] == number)
        .unwrap()
        .clone()
}

#[tokio::test]
async fn saves_own_preferences_and_keeps_defaults_for_the_rest() {
    let app = TestApp::new().await;
    let (outsider, colleague) = (
        app.as_role(FirmUserType::TrustedAdvisor).await,
        app.advisor().await,
    );
    let usual = outsider.get(PATH).await.ok();
    assert_eq!(
        usual["digest"],
        json!({ "frequency": "Daily", "weekday": 1, "hour": 7 })
    );
    assert_eq!(usual["kinds"].as_array().unwrap().len(), 36);
    assert_eq!(
        preference(&usual, 29),
        json!({ "notificationType": 29, "isPushed": true, "email": "Immediate" })
    );
    let own = json!({ "digest": { "frequency": "Weekly", "weekday": 5, "hour": 16 },
        "kinds": [{ "notificationType": 29, "isPushed": false, "email": "Digest" }] });
    let saved = outsider.put(PATH, own).await.ok();
    assert_eq!(saved["digest"]["hour"], 16);
    assert_eq!(preference(&saved, 29)["email"], "Digest");
    assert_eq!(preference(&saved, 25), preference(&usual, 25));
    assert_eq!(outsider.get(PATH).await.ok(), saved);
    assert_eq!(colleague.get(PATH).await.ok(), usual);
    let written = "SELECT action || ' ' || subject_type || ' ' || details::text FROM audit_log ORDER BY id DESC LIMIT 1";
    assert_eq!(
        app.text(written).await.as_deref(),
        Some(r#"change user {"fields": ["notificationPreferences"]}"#)
    );
}

#[tokio::test]
async fn rejects_invalid_preferences() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let digest = json!({ "frequency": "Daily", "weekday": 1, "hour": 7 });
    let kind = |number: i64| json!({ "notificationType": number, "isPushed": true, "email": "Off" });
    admin
        .put(PATH, json!({ "digest": digest, "kinds": [kind(4711)] }))
        .await
        .invalid("kinds[0].notificationType", "unknown_code");
    admin
        .put(
            PATH,
            json!({ "digest": { "frequency": "Daily", "weekday": 8, "hour": 7 }, "kinds": [] }),
        )
        .await
        .invalid("digest.weekday", "out_of_range");
    for bad in [
        json!({}),
        json!({ "digest": { "frequency": "Hourly", "weekday": 1, "hour": 7 }, "kinds": [] }),
        json!({ "digest": digest, "kinds": [{ "notificationType": 29, "isPushed": true, "email": "Fax" }] }),
        json!({ "digest": digest, "kinds": [], "firmId": 2 }),
    ] {
        assert_eq!(admin.put(PATH, bad.clone()).await.status, 400, "{bad}");
    }
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    staff
        .put(PATH, json!({ "digest": digest, "kinds": [] }))
        .await
        .refused(422, "no_firm");
}
