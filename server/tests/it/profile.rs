//! Profile settings of users.

use crate::support::{FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::{AdminUserType, FirmUserType};

fn profile() -> Value {
    json!({ "firstName": " Grace ", "lastName": "Hopper-O'Neil", "timeZone": "Pacific/Honolulu", "theme": "dark",
            "density": "compact" })
}

#[tokio::test]
async fn saves_the_profile_and_returns_it_immediately() {
    let app = TestApp::new().await;
    let (client, colleague) = (app.as_role(FirmUserType::ViewOnly).await, app.admin().await);
    let before = client.get("/User/details").await.ok();
    assert_eq!(
        (&before["theme"], &before["density"], &before["timeZone"]),
        (&json!("auto"), &json!("comfortable"), &json!("America/New_York"))
    );
    let saved = client.put("/User/profile", profile()).await.ok();
    for (field, value) in [
        ("firmUserFirstName", "Grace"),
        ("firmUserLastName", "Hopper-O'Neil"),
        ("timeZone", "Pacific/Honolulu"),
        ("theme", "dark"),
        ("density", "compact"),
    ] {
        assert_eq!(saved[field], value, "{field}");
    }
    assert_eq!(saved["account"], before["account"], "the account is unchanged");
    assert_eq!(client.get("/User/details").await.ok(), saved);
    assert_eq!(colleague.get("/User/details").await.ok()["theme"], "auto");
    let again = client.put("/User/profile", profile()).await.ok();
    assert_eq!(again, saved);
    let entries = colleague.post("/AuditLog/search", json!({})).await.ok();
    assert_eq!(entries["totalRecords"], 1, "the second save changes nothing");
    let entry = &entries["items"][0];
    let details = format!(
        "Density: comfortable → compact; First name: {} → Grace; Last name: {} → Hopper-O'Neil; Theme: auto → dark; \
         Time zone: America/New_York → Pacific/Honolulu",
        before["firmUserFirstName"].as_str().unwrap(),
        before["firmUserLastName"].as_str().unwrap()
    );
    assert_eq!(
        (&entry["record"], &entry["details"]),
        (&json!("Grace Hopper-O'Neil"), &json!(details))
    );
}

#[tokio::test]
async fn rejects_invalid_profiles_by_field() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    for (field, value, code) in [
        ("firstName", json!(" "), "required"),
        ("lastName", json!("x".repeat(61)), "too_long"),
        ("lastName", json!("123"), "no_letter"),
        ("timeZone", json!(""), "unknown_time_zone"),
        ("timeZone", json!("Mars/Olympus"), "unknown_time_zone"),
        ("timeZone", json!("america/new_york"), "unknown_time_zone"),
        ("timeZone", json!("EST5EDT4,M3"), "unknown_time_zone"),
        ("timeZone", json!("../../etc/passwd"), "unknown_time_zone"),
        ("timeZone", json!("Etc/Unknown"), "unknown_time_zone"),
        ("timeZone", json!("UTC\0"), "unknown_time_zone"),
        ("theme", json!("sepia"), "type"),
        ("density", json!("dense"), "type"),
        ("email", json!("new@example.com"), "type"),
    ] {
        let mut body = profile();
        body[field] = value;
        client.put("/User/profile", body).await.invalid(field, code);
    }
    assert_eq!(
        client.get("/User/details").await.ok()["timeZone"],
        "America/New_York"
    );
}

#[tokio::test]
async fn every_accepted_time_zone_works_in_the_audit_log() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    for zone in [
        "UTC",
        "Asia/Kathmandu",
        "Pacific/Kiritimati",
        "US/Eastern",
        "Europe/Kiev",
    ] {
        let mut body = profile();
        body["timeZone"] = json!(zone);
        assert_eq!(client.put("/User/profile", body).await.ok()["timeZone"], zone);
        let query = json!({ "selectColumns": ["date"],
                            "filter": [{ "column": "date", "op": "gt", "value": "2000-01-01" }] });
        assert_ne!(
            client.post("/AuditLog/search", query).await.ok()["totalRecords"],
            0
        );
    }
}

#[tokio::test]
async fn staff_can_save_a_profile_except_auditors() {
    let app = TestApp::new().await;
    let staff = app.staff(AdminUserType::CustomerSuccess).await;
    assert_eq!(staff.put("/User/profile", profile()).await.ok()["theme"], "dark");
    staff.put(format!("/Account/firm/{FIRM}"), json!({})).await.ok();
    assert_eq!(staff.get("/User/details").await.ok()["density"], "compact");
    // Staff can see the users of an opened firm but not change them.
    staff.get("/FirmUser").await.ok();
    staff.post("/FirmUser", json!({})).await.refused(403, "forbidden");

    let auditor = app.staff(AdminUserType::Auditor).await;
    auditor
        .put("/User/profile", profile())
        .await
        .refused(403, "forbidden");
    auditor.put(format!("/Account/firm/{FIRM}"), json!({})).await.ok();
    // Auditors can read the log but not export it.
    let entries = auditor.post("/AuditLog/search", json!({})).await.ok();
    assert!(entries["totalRecords"].as_i64().unwrap() > 0);
    auditor
        .post("/AuditLog/export", json!({}))
        .await
        .refused(403, "forbidden");
}
