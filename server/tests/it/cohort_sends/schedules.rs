//! Saving, changing and listing schedules.

use super::{client, cohort_of, monthly, path, reload, schedule, with};
use crate::support::TestApp;
use serde_json::json;
use shared::permission::FirmUserType;
use uuid::Uuid;

#[tokio::test]
async fn saves_and_lists_a_schedule_with_its_next_send_date() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[client(&app, "Ada Lee").await]).await;
    let reply = admin.post(format!("/Cohort/{cohort}/schedule"), monthly()).await;
    assert_eq!(reply.status.as_u16(), 201);
    let saved = reply.ok();
    for (key, value) in [
        ("cohortUuid", json!(cohort)),
        ("version", json!(1)),
        ("firstSendDate", json!("2026-11-30")),
        ("time", json!("09:00")),
        ("nextSendDate", json!("2026-11-30")),
        ("lastSendDate", json!(null)),
        ("status", json!("Active")),
        ("includeAnnuities", json!(false)),
        ("owner", json!("Dana Account Administrator")),
        ("isAbandoned", json!(false)),
    ] {
        assert_eq!(saved[key], value, "{key}");
    }
    assert_eq!(reload(&admin, &saved).await, saved);
    assert_eq!(
        admin.get(format!("/Cohort/{cohort}/schedule/past")).await.ok(),
        json!([])
    );
    let logged =
        "SELECT count(*) FROM audit_log WHERE action = 'addSchedule' AND details->>'schedule' = 'Review'";
    assert_eq!(app.number(logged).await, 1);
}

#[tokio::test]
async fn rejects_invalid_schedules_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[]).await;
    let calls = format!("/Cohort/{cohort}/schedule");
    for (change, field, code) in [
        (json!({ "name": "" }), "name", "length"),
        (
            json!({ "firstSendDate": "11/20/2026" }),
            "firstSendDate",
            "in_past",
        ),
        // It is noon in New York, but not yet in Honolulu.
        (
            json!({ "firstSendDate": "11/21/2026", "time": "11:59" }),
            "firstSendDate",
            "in_past",
        ),
        (
            json!({ "timeZone": "Nowhere/At_All" }),
            "timeZone",
            "not_a_choice",
        ),
        (json!({ "frequency": "Daily" }), "frequency", "type"),
        (json!({ "colour": "red" }), "", "type"),
    ] {
        let body = with(monthly(), &change);
        let reply = admin.post(&calls, body).await.refused(400, "invalid");
        let found = reply["errors"].as_array().unwrap();
        assert!(
            found
                .iter()
                .any(|one| one["code"] == code && (field.is_empty() || one["field"] == field)),
            "{change}: {reply}"
        );
    }
    let elsewhere = json!({ "firstSendDate": "11/21/2026", "time": "11:59", "timeZone": "Pacific/Honolulu" });
    schedule(&admin, &cohort, with(monthly(), &elsewhere)).await;
    assert_eq!(app.number("SELECT count(*) FROM cohort_schedule").await, 1);
}

#[tokio::test]
async fn rejects_stale_versions_and_replays_idempotent_requests() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[]).await;
    let calls = format!("/Cohort/{cohort}/schedule");
    let key = Uuid::now_v7();
    let saved = admin.post_once(key, &calls, &monthly()).await.ok();
    assert_eq!(admin.post_once(key, &calls, &monthly()).await.ok(), saved);
    admin
        .post_once(key, &calls, &with(monthly(), &json!({ "name": "Other" })))
        .await
        .refused(422, "idempotency_key_reused");
    let change = json!({ "scheduleId": saved["scheduleId"], "version": 1, "status": "Paused" });
    let reply = admin.post(&calls, with(monthly(), &change)).await;
    assert_eq!(reply.status.as_u16(), 200);
    let paused = reply.ok();
    assert_eq!(
        (&paused["status"], &paused["nextSendDate"]),
        (&json!("Paused"), &json!(null))
    );
    let late = admin
        .post(&calls, with(monthly(), &change))
        .await
        .refused(409, "version_conflict");
    assert_eq!(late["current"]["version"], 2);
    let resumed = json!({ "scheduleId": saved["scheduleId"], "version": 2 });
    let resumed = admin.post(&calls, with(monthly(), &resumed)).await.ok();
    assert_eq!(resumed["nextSendDate"], "2026-11-30");
}

#[tokio::test]
async fn deletes_and_restores_a_schedule() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    admin.delete(path(&saved)).await.invalid("version", "required");
    admin
        .delete(format!("{}?version=9", path(&saved)))
        .await
        .refused(409, "version_conflict");
    admin.delete(format!("{}?version=1", path(&saved))).await.ok();
    assert_eq!(
        admin.get(format!("/Cohort/{cohort}/schedule")).await.ok(),
        json!([])
    );
    let back = admin
        .post(format!("{}/restore", path(&saved)), json!({}))
        .await
        .ok();
    assert_eq!(
        (&back["nextSendDate"], &back["version"]),
        (&json!("2026-11-30"), &json!(3))
    );
    admin
        .post(format!("{}/restore", path(&saved)), json!({}))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn hides_schedules_from_other_users_and_rejects_changes_without_permission() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    let (stranger, manager) = (
        app.other_firm_admin().await,
        app.as_role(FirmUserType::OfficeManager).await,
    );
    let advisor = app.advisor().await;
    for nobody in [&stranger, &advisor] {
        let calls = format!("/Cohort/{cohort}/schedule");
        nobody.get(&calls).await.refused(404, "not_found");
        nobody
            .get(format!("{calls}/past"))
            .await
            .refused(404, "not_found");
        nobody.post(&calls, monthly()).await.refused(404, "not_found");
        for part in ["/dryRun", "/document", "/send/2026-11-30"] {
            nobody
                .get(format!("{}{part}", path(&saved)))
                .await
                .refused(404, "not_found");
        }
        nobody
            .delete(format!("{}?version=1", path(&saved)))
            .await
            .refused(404, "not_found");
    }
    manager
        .post(format!("/Cohort/{cohort}/schedule"), monthly())
        .await
        .refused(403, "forbidden");
    manager
        .delete(format!("{}?version=1", path(&saved)))
        .await
        .refused(403, "forbidden");
    admin
        .get(format!("{}/send/2026-11-30", path(&saved)))
        .await
        .refused(404, "not_found");
    admin
        .get(format!("{}/send/soon", path(&saved)))
        .await
        .refused(404, "not_found");
}
