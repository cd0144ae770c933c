//! The words of the audit log: details, names of records, and entries that were written before a detail had words.

use crate::support::{Client, FIRM, TestApp};
use serde_json::{Value, json};
use uuid::Uuid;

/// Inserts an entry, and returns the newest row of the list.
async fn listed(app: &TestApp, admin: &Client, entry: Value) -> Value {
    let mut row =
        json!({ "firm_id": FIRM, "actor_key": admin.user_key, "action": "change", "subject_type": "user" });
    row.as_object_mut()
        .unwrap()
        .extend(entry.as_object().unwrap().clone());
    app.insert("audit_log", row).await;
    let newest = "SELECT uuid::text FROM audit_log ORDER BY id DESC LIMIT 1";
    let uuid = app.text(newest).await.unwrap();
    let columns = ["action", "record", "recordDeleted", "details"];
    let query =
        json!({ "selectColumns": columns, "filter": [{ "column": "entryId", "op": "eq", "value": uuid }] });
    admin.post("/AuditLog/search", query).await.ok()["items"][0].clone()
}

#[tokio::test]
async fn details_name_people_records_and_fields() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, bo) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bo Lee").insert().await,
    );
    let policy = app.policy("P-1").insert().await;
    let at = "2026-11-30T12:37:26.609064Z";
    for (details, expected) in [
        (json!({ "adminUserKey": "staff-1", "version": 2 }), Value::Null),
        (
            json!({ "reason": "Ticket 4711", "mayWrite": false, "expiresAt": "2026-11-30T12:52:26.609064Z" }),
            json!("Reason: Ticket 4711; Can make changes: No; Minutes: 15"),
        ),
        (
            json!({ "host": "alder.example", "fields": ["supportUrl", "primaryColor"], "version": 3 }),
            json!("Changed: Help center URL, Primary color; Host name: alder.example"),
        ),
        (
            json!({ "fields": ["paidToDate", "modalPremium", "issueState", "loanRate", "notes"], "changes": [
                { "field": "paidToDate", "from": "2026-12-01", "to": null },
                { "field": "modalPremium", "from": "-1", "to": "1234.5" },
                { "field": "issueState", "from": "TX", "to": "OH" },
                { "field": "loanRate", "from": null, "to": "5.25" }] }),
            json!(
                "Paid to: 12/01/2026 → empty; Modal premium: -$1.00 → $1,234.50; Issue state: Texas → Ohio; \
                   Loan rate: empty → 5.25%; Changed: Notes"
            ),
        ),
        (
            json!({ "merge": Uuid::nil(), "about": "Lee, Bo", "merged": [bo.uuid],
                    "before": { "externalId": null, "taxId": null, "customFields.Club ID": "1" },
                    "after": { "externalId": "C-1", "taxId": bo.uuid, "customFields.Club ID": "2" } }),
            json!(
                "Merged contacts: Lee, Bo; Tax ID: from a merged contact; External ID: empty → C-1; Club ID: 1 → 2"
            ),
        ),
        (json!({ "mergedInto": ada.uuid }), json!("Merged into: Lee, Ada")),
        (
            json!({ "contract": policy.uuid, "other": Uuid::nil() }),
            json!("Other contact: deleted record; Contract: P-1"),
        ),
        (
            json!({ "added": 1, "addedKeys": [admin.user_key, "gone"], "withdrawnKeys": [] }),
            json!("Added: 1; Shared with: Dana Account Administrator, gone"),
        ),
        (
            json!({ "mode": "addOnly", "added": 1200, "cohort": null }),
            json!("Mode: Add new records only; Added: 1,200"),
        ),
        (
            json!({ "fields": ["owner"], "before": admin.user_key }),
            json!("Former owner: Dana Account Administrator; Changed: Owner"),
        ),
        (
            json!({ "newDetail": "x", "nested": { "a": 1 } }),
            json!("New detail: x"),
        ),
    ] {
        let entry = json!({ "at": at, "details": details });
        assert_eq!(
            listed(&app, &admin, entry).await["details"],
            expected,
            "{details}"
        );
    }
}

#[tokio::test]
async fn records_keep_the_name_that_they_were_deleted_under() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    let report = Uuid::now_v7();
    let of_report = |action: &str, details: Value| json!({ "action": action, "subject_type": "report", "subject_uuid": report, "details": details });
    listed(
        &app,
        &admin,
        of_report("delete", json!({ "name": "Active policies" })),
    )
    .await;
    let changed = listed(&app, &admin, of_report("change", json!({ "fields": ["query"] }))).await;
    assert_eq!(
        (&changed["record"], &changed["recordDeleted"]),
        (&json!("Active policies"), &json!(true))
    );
    let of_agent = json!({ "subject_type": "agent", "subject_uuid": agent.uuid });
    assert_eq!(
        listed(&app, &admin, of_agent.clone()).await["recordDeleted"],
        json!(false)
    );
    admin.delete(format!("/FirmAgent/1/agent/{}", agent.uuid)).await;
    let deleted = listed(&app, &admin, of_agent).await;
    assert_eq!(
        (&deleted["record"], &deleted["recordDeleted"]),
        (&json!("Lee, Ada"), &json!(true))
    );
    let none = json!({ "subject_type": "firm" });
    assert_eq!(listed(&app, &admin, none).await["recordDeleted"], Value::Null);
}
