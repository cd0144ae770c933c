//! Changing a contract.

use super::{LINES, changed, pending};
use crate::support::{Client, TestApp};
use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::permission::FirmUserType;

async fn added(client: &Client, resource: &str, number: &str) -> (Value, String) {
    let body = json!({ "contract": pending(resource, number) });
    let record = client.post(format!("/{resource}"), body).await.ok();
    let path = format!("/{resource}/{}", record["uuid"].as_str().unwrap());
    (record, path)
}

#[tokio::test]
async fn status_change_sets_the_date_and_is_audited() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Olga Owner").insert().await;
    for (resource, noun, _) in LINES {
        let (record, path) = added(&admin, resource, "1").await;
        let mut draft = changed(&record, "status", json!("InForce"));
        draft["contract"]["deathBenefit"] = json!("10.00");
        admin
            .post(&path, draft.clone())
            .await
            .invalid("contract.status", "owner_required");
        let attach = format!("/FirmOwner/1/policy/{}", record["uuid"].as_str().unwrap());
        admin
            .put(attach, json!({ "uuid": owner.uuid, "typeId": 1 }))
            .await
            .ok();
        let after = admin.post(&path, draft).await.ok();
        assert_eq!(after["contract"]["status"], "InForce");
        assert_eq!(after["contract"]["statusDate"], "2026-11-21");
        let details =
            format!("SELECT details FROM audit_log WHERE action = 'change' AND subject_type = '{noun}'");
        let details: Value = serde_json::from_str(&app.text(&details).await.unwrap()).unwrap();
        assert_eq!(details["status"], json!(["Pending", "InForce"]));
        assert!(
            details["fields"]
                .as_array()
                .unwrap()
                .contains(&json!("deathBenefit"))
        );
        let changes = details["changes"].as_array().unwrap();
        let benefit = changes.iter().find(|change| change["field"] == "deathBenefit");
        assert_eq!(benefit.unwrap()["to"], "10.00", "{details}");
    }
}

#[tokio::test]
async fn value_changes_keep_earlier_snapshots() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (resource, noun, cash) in [
        ("allpolicy", "policy", "policyCashValue"),
        ("allannuity", "annuity", "annuityCashValue"),
    ] {
        // A contract loaded from a file has no snapshots yet.
        let new = match noun {
            "policy" => app.policy("1").with("death_benefit", "5.00"),
            _ => app.annuity("1"),
        };
        let row = new
            .with("cash_value", "100.00")
            .with("values_as_of", "2026-01-31")
            .with("source", "Import")
            .insert()
            .await;
        let path = format!("/{resource}/{}", row.uuid);
        let record = admin.get(&path).await.ok();
        assert_eq!(record["values"], json!([]));
        let days = |record: &Value| -> Vec<String> {
            record["values"]
                .as_array()
                .unwrap()
                .iter()
                .map(|kept| {
                    format!(
                        "{} {} {}",
                        kept["asOf"].as_str().unwrap(),
                        kept["values"]["cashValue"].as_str().unwrap(),
                        kept["source"].as_str().unwrap()
                    )
                })
                .collect()
        };
        let renamed = admin
            .post(&path, changed(&record, "productName", json!("Elite")))
            .await
            .ok();
        assert_eq!(days(&renamed), [""; 0], "a product name change adds no snapshot");
        let mut june = changed(&renamed, cash, json!("110.00"));
        june["contract"]["valuesAsOf"] = json!("2026-06-30");
        let june = admin.post(&path, june).await.ok();
        assert_eq!(
            days(&june),
            ["2026-06-30 110.00 Manual", "2026-01-31 100.00 Import"]
        );
        let today = admin
            .post(&path, changed(&june, cash, json!("120.00")))
            .await
            .ok();
        assert_eq!(today["contract"]["valuesAsOf"], "2026-11-21");
        // Both snapshots of the same day are kept, newest first.
        let mut again = changed(&today, cash, json!("121.00"));
        again["contract"]["valuesAsOf"] = json!("2026-11-21");
        let again = admin.post(&path, again).await.ok();
        assert_eq!(
            days(&again),
            [
                "2026-11-21 121.00 Manual",
                "2026-11-21 120.00 Manual",
                "2026-06-30 110.00 Manual",
                "2026-01-31 100.00 Import"
            ]
        );
        assert_eq!(again["contract"][cash], "121.00");
    }
}

#[tokio::test]
async fn undo_withdraws_the_values_from_the_history() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let other = app.admin().await;
    for (resource, cash) in [
        ("allpolicy", "policyCashValue"),
        ("allannuity", "annuityCashValue"),
    ] {
        let (record, path) = added(&admin, resource, "1").await;
        let mut first = changed(&record, cash, json!("100.00"));
        first["contract"]["valuesAsOf"] = json!("2026-06-30");
        let first = admin.post(&path, first).await.ok();
        let undo = |saved: &Value, before: &Value| json!({ "contract": before["contract"], "version": saved["version"], "isUndo": true });

        let wrong = admin.post(&path, changed(&first, cash, json!("1.00"))).await.ok();
        assert_eq!(wrong["contract"]["valuesAsOf"], "2026-11-21");
        let restored = admin.post(&path, undo(&wrong, &first)).await.ok();
        assert_eq!(restored["contract"], first["contract"]);
        assert_eq!(restored["values"], first["values"]);

        // Values that another user entered stay in the history.
        let theirs = other
            .post(&path, changed(&restored, cash, json!("2.00")))
            .await
            .ok();
        let kept = admin.post(&path, undo(&theirs, &restored)).await.ok();
        let values = kept["values"].as_array().unwrap();
        assert!(
            values
                .iter()
                .any(|snapshot| snapshot["values"]["cashValue"] == "2.00"),
            "{kept}"
        );
    }
}

#[tokio::test]
async fn undo_of_the_first_values_empties_the_history() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let annuity = app.annuity("1").insert().await;
    let path = format!("/allannuity/{}", annuity.uuid);
    let record = admin.get(&path).await.ok();
    assert_eq!(record["values"], json!([]));
    let saved = admin
        .post(&path, changed(&record, "annuityCashValue", json!("5.00")))
        .await
        .ok();
    assert_eq!(saved["values"].as_array().unwrap().len(), 1);
    let undo = json!({ "contract": record["contract"], "version": saved["version"], "isUndo": true });
    let restored = admin.post(&path, undo).await.ok();
    assert_eq!(restored["values"], json!([]));
    assert_eq!(restored["contract"]["valuesAsOf"], Value::Null);
}

#[tokio::test]
async fn one_of_many_concurrent_changes_succeeds() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (resource, ..) in LINES {
        let (record, path) = added(&admin, resource, "1").await;
        let replies = join_all((0..6).map(|i| {
            admin.post(
                &path,
                changed(&record, "productName", json!(format!("Editor {i}"))),
            )
        }))
        .await;
        let saved: Vec<Value> = replies
            .iter()
            .filter(|reply| reply.status == 200)
            .map(|reply| reply.json())
            .collect();
        assert_eq!(saved.len(), 1);
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            assert_eq!(reply.refused(409, "version_conflict")["current"], saved[0]);
        }
    }
}

#[tokio::test]
async fn rejects_a_change_without_version_or_with_invalid_fields() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    for (resource, _, number) in LINES {
        let (record, path) = added(&admin, resource, "1").await;
        added(&admin, resource, "2").await;
        admin
            .post(&path, json!({ "contract": record["contract"] }))
            .await
            .invalid("version", "required");
        admin
            .post(&path, changed(&record, number, json!("")))
            .await
            .invalid(&format!("contract.{number}"), "required");
        admin
            .post(&path, changed(&record, number, json!("2")))
            .await
            .refused(409, "taken");
        let mut people = changed(&record, number, json!("3"));
        people["parties"] = json!([{ "kind": 1, "uuid": record["uuid"], "typeId": 1 }]);
        admin.post(&path, people).await.invalid("parties", "not_here");
        viewer
            .post(&path, changed(&record, number, json!("3")))
            .await
            .refused(403, "forbidden");
        admin
            .post(&path, changed(&record, number, json!("1-")))
            .await
            .ok();
    }
}

#[tokio::test]
async fn check_returns_the_errors_of_a_save_without_saving() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    for (resource, noun, number) in LINES {
        let (record, _) = added(&admin, resource, "1").await;
        let uuid = record["uuid"].as_str().unwrap();
        let path = format!("/{resource}/check");
        let codes = |found: Value| -> Vec<String> {
            found
                .as_array()
                .unwrap()
                .iter()
                .map(|one| {
                    format!(
                        "{} {}",
                        one["field"].as_str().unwrap(),
                        one["code"].as_str().unwrap()
                    )
                })
                .collect()
        };
        let taken = json!({ "contract": record["contract"] });
        assert_eq!(
            codes(admin.post(&path, taken.clone()).await.ok()),
            [format!("contract.{number} taken")]
        );
        assert_eq!(
            codes(
                admin
                    .post(format!("{path}?uuid={uuid}"), taken.clone())
                    .await
                    .ok()
            ),
            [""; 0]
        );
        let forced = changed(&record, "status", json!("Bogus"));
        assert_eq!(
            codes(admin.post(format!("{path}?uuid={uuid}"), forced).await.ok()),
            ["contract.status unknown_code"]
        );
        let unknown = uuid::Uuid::now_v7();
        admin
            .post(format!("{path}?uuid={unknown}"), taken.clone())
            .await
            .refused(404, "not_found");
        viewer.post(&path, taken).await.refused(403, "forbidden");
        assert_eq!(app.number(&format!("SELECT max(version) FROM {noun}")).await, 1);
    }
}
