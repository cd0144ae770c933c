//! Adding, changing and deleting reports, and rejected requests.

use super::{in_force, path, report, share};
use crate::support::{TestApp, without_trace_id};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn names(client: &crate::support::Client, query: &str) -> Vec<String> {
    let reports = client.get(format!("/report?{query}")).await.ok();
    let data = reports["data"].as_array().unwrap();
    assert_eq!(reports["total"], data.len());
    data.iter()
        .map(|report| report["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn saves_a_report_and_lists_reports_by_name() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    let query = json!({ "customLabels": { "name": "Who" }, "selectColumns": ["name", "state"],
        "filter": [{ "column": "state", "op": "in", "value": ["TX", "OK"] }],
        "sort": [{ "column": "name", "direction": "desc" }], "searchText": "lee" });
    let saved = dana
        .post(
            "/report",
            json!({ "reportType": 4, "name": "  In  Texas ", "description": "south", "query": query }),
        )
        .await
        .ok();
    assert_eq!(
        (&saved["name"], &saved["description"]),
        (&json!("In Texas"), &json!("south"))
    );
    assert_eq!(saved["query"], query);
    for (key, value) in [
        ("version", json!(1)),
        ("reportType", json!(4)),
        ("ownerKey", json!(dana.user_key)),
        ("ownerName", json!("Dana Professional")),
        ("isOwner", json!(true)),
        ("isOwnerActive", json!(true)),
        ("sharedCount", json!(0)),
        ("subscriptionCount", json!(0)),
        ("isSubscribed", json!(false)),
        ("isTotalStale", json!(true)),
        ("totalsAsOf", json!(null)),
        ("problem", json!(null)),
        ("createdAt", json!("2026-11-21T17:00:00Z")),
    ] {
        assert_eq!(saved[key], value, "{key}");
    }
    assert!(saved["totals"].as_object().unwrap().values().all(Value::is_null));
    assert_eq!(saved["totals"].as_object().unwrap().len(), 10);
    assert_eq!(dana.get(path(&saved)).await.ok(), saved);
    report(&dana, 4, "Élan", json!({})).await;
    report(&dana, 4, "apex", json!({})).await;
    report(&dana, 1, "Policies", json!({})).await;
    assert_eq!(names(&dana, "reportType=4").await, ["apex", "Élan", "In Texas"]);
    assert_eq!(names(&dana, "reportType=1").await, ["Policies"]);
    assert_eq!(names(&dana, "reportType=2").await, [""; 0]);
    assert_eq!(
        names(&app.admin().await, "reportType=4").await,
        [""; 0],
        "not shared"
    );
    for query in ["", "?reportType=0", "?reportType=7", "?reportType=all"] {
        dana.get(format!("/report{query}"))
            .await
            .invalid("reportType", "not_a_choice");
    }
}

#[tokio::test]
async fn rejects_invalid_reports_by_field() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    for (body, field, code) in [
        (
            json!({ "reportType": 9, "name": "a" }),
            "reportType",
            "not_a_choice",
        ),
        (json!({ "reportType": 1, "name": " " }), "name", "length"),
        (
            json!({ "reportType": 1, "name": "x".repeat(81) }),
            "name",
            "length",
        ),
        (
            json!({ "reportType": 1, "name": "a", "description": "x".repeat(501) }),
            "description",
            "too_long",
        ),
        (
            json!({ "reportType": 1, "name": "a", "query": { "filter": [{ "column": "npn", "op": "eq", "value": "1" }] } }),
            "query.filter[0].column",
            "unknown_column",
        ),
        (
            json!({ "reportType": 3, "name": "a", "query": { "sort": [{ "column": "insured", "direction": "asc" }] } }),
            "query.sort[0].column",
            "unknown_column",
        ),
    ] {
        dana.post("/report", body.clone()).await.invalid(field, code);
    }
    let limit = json!({ "reportType": 1, "name": "a", "query": { "limit": { "rowCount": 5 } } });
    dana.post("/report", limit).await.refused(400, "invalid");
    assert_eq!(app.number("SELECT count(*) FROM report").await, 0);
}

#[tokio::test]
async fn names_are_unique_per_owner_and_type() {
    let app = TestApp::new().await;
    let (dana, admin) = (app.advisor().await, app.admin().await);
    report(&dana, 1, "Élan", json!({})).await;
    let again = json!({ "reportType": 1, "name": "elan" });
    dana.post("/report", again.clone())
        .await
        .refused(422, "name_taken");
    admin.post("/report", again).await.ok();
    let other = report(&dana, 3, "elan", json!({})).await;
    report(&dana, 3, "b", json!({})).await;
    dana.put(path(&other), json!({ "version": 1, "name": "B", "query": {} }))
        .await
        .refused(422, "name_taken");
}

#[tokio::test]
async fn repeated_request_with_the_same_key_adds_one_report() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    let (key, body) = (
        Uuid::now_v7(),
        json!({ "reportType": 1, "name": "Once", "query": in_force() }),
    );
    let first = dana.post_once(key, "/report", &body).await.ok();
    assert_eq!(first["uuid"], json!(key));
    assert_eq!(dana.post_once(key, "/report", &body).await.ok(), first);
    let other = json!({ "reportType": 1, "name": "Twice", "query": in_force() });
    dana.post_once(key, "/report", &other)
        .await
        .refused(422, "idempotency_key_reused");
    let added = "SELECT count(*) FROM audit_log WHERE action = 'add' AND subject_type = 'report'";
    assert_eq!(app.number(added).await, 1);
    // A key used by another user is rejected.
    app.admin()
        .await
        .post_once(key, "/report", &body)
        .await
        .refused(422, "idempotency_key_reused");
}

#[tokio::test]
async fn rejects_stale_versions_with_the_current_report() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    let saved = report(&dana, 1, "Mine", in_force()).await;
    let first = json!({ "version": 1, "name": "First tab", "description": "kept", "query": in_force() });
    let after = dana.put(path(&saved), first).await.ok();
    assert_eq!(
        (&after["version"], &after["name"]),
        (&json!(2), &json!("First tab"))
    );
    let second = json!({ "version": 1, "name": "Second tab", "query": {} });
    let refused = dana
        .put(path(&saved), second)
        .await
        .refused(409, "version_conflict");
    assert_eq!(
        refused["current"], after,
        "the conflict returns what the first tab saved"
    );
    assert_eq!(dana.get(path(&saved)).await.ok(), after);
    dana.delete(format!("{}?version=1", path(&saved)))
        .await
        .refused(409, "version_conflict");
    dana.delete(path(&saved)).await.invalid("version", "required");
    dana.delete(format!("{}?version=2", path(&saved))).await.ok();
    dana.get(path(&saved)).await.refused(404, "not_found");
    let actions = "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE subject_type = 'report'";
    assert_eq!(app.text(actions).await.as_deref(), Some("add change delete"));
}

/// A stored query can become invalid when a later version removes a column.
#[tokio::test]
async fn reports_a_problem_for_a_removed_column() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    app.policy("P-1").insert().await;
    let broken = report(&dana, 1, "Broken", in_force()).await;
    report(&dana, 1, "Whole", in_force()).await;
    for (query, field, code) in [
        (
            r#"{"filter": [{"column": "shoeSize", "op": "eq", "value": 44}]}"#,
            "filter[0].column",
            "unknown_column",
        ),
        (r#"{"colours": ["red"]}"#, "query", "unreadable"),
    ] {
        app.execute(&format!(
            "UPDATE report SET query = '{query}' WHERE name = 'Broken'"
        ))
        .await;
        let shown = dana.get(path(&broken)).await.ok();
        assert_eq!(
            (&shown["problem"]["field"], &shown["problem"]["code"]),
            (&json!(field), &json!(code))
        );
        let uuid = &broken["uuid"];
        for (path, body) in [
            (format!("{}/totals", path(&broken)), json!({})),
            (format!("{}/export", path(&broken)), json!({ "format": "xlsx" })),
            ("/allpolicy/search".into(), json!({ "reportUuid": uuid })),
            ("/allpolicy/totals".into(), json!({ "reportUuid": uuid })),
        ] {
            let refused = dana.post(&path, body).await.refused(422, "report_problem");
            assert!(
                refused["message"]
                    .as_str()
                    .unwrap()
                    .starts_with("This report cannot be run: "),
                "{refused}"
            );
        }
        assert_eq!(
            names(&dana, "reportType=1").await,
            ["Broken", "Whole"],
            "other reports are still listed"
        );
        assert_eq!(names(&dana, "stale=true").await, ["Broken"]);
    }
    // Saving a valid query repairs the report.
    let repaired = json!({ "version": 1, "name": "Repaired", "query": in_force() });
    assert_eq!(
        dana.put(path(&broken), repaired).await.ok()["problem"],
        json!(null)
    );
    assert_eq!(names(&dana, "stale=true").await, [""; 0]);
}

#[tokio::test]
async fn lists_reports_not_opened_for_90_days_as_stale() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    let old = report(&dana, 1, "Old", json!({})).await;
    report(&dana, 4, "Just not", json!({})).await;
    report(&dana, 6, "New", json!({})).await;
    app.execute(
        "UPDATE report SET last_opened_at = '2026-08-23T17:00:00Z' WHERE name = 'Old';
         UPDATE report SET last_opened_at = '2026-08-23T17:00:01Z' WHERE name = 'Just not'",
    )
    .await;
    assert_eq!(names(&dana, "stale=true").await, ["Old"]);
    dana.post("/allpolicy/search", json!({ "reportUuid": old["uuid"] }))
        .await
        .ok();
    assert_eq!(
        names(&dana, "stale=true").await,
        [""; 0],
        "searching with the report counts as opening it"
    );
    let opened = dana.get(path(&old)).await.ok();
    assert_eq!(opened["lastOpenedAt"], "2026-11-21T17:00:00Z");
}

#[tokio::test]
async fn report_of_another_firm_is_not_found() {
    let app = TestApp::new().await;
    let (dana, stranger) = (app.admin().await, app.other_firm_admin().await);
    let foreign = report(&stranger, 1, "Theirs", json!({})).await;
    let unknown = json!({ "uuid": Uuid::now_v7() });
    let change = json!({ "version": 1, "name": "Mine", "query": {} });
    let answers = async |report: &Value| {
        let path = path(report);
        let search = json!({ "reportUuid": report["uuid"] });
        [
            dana.get(&path).await,
            dana.put(&path, change.clone()).await,
            dana.delete(format!("{path}?version=1")).await,
            dana.post(format!("{path}/totals"), json!({})).await,
            dana.get(format!("{path}/access")).await,
            dana.post(format!("{path}/access"), json!({ "userKeys": [] }))
                .await,
            dana.put(
                format!("{path}/subscription"),
                json!({ "isDigest": false, "subscribedUserKeys": [dana.user_key] }),
            )
            .await,
            dana.post("/allpolicy/search", search.clone()).await,
            dana.post("/allpolicy/totals", search.clone()).await,
            dana.post("/allpolicy/export", search).await,
        ]
        .map(|reply| without_trace_id(reply.refused(404, "not_found")))
    };
    assert_eq!(answers(&foreign).await, answers(&unknown).await);
    assert_eq!(stranger.get(path(&foreign)).await.ok()["name"], "Theirs");
}

#[tokio::test]
async fn enforces_permissions_per_role() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    let shared = report(&owner, 1, "Shared", json!({})).await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let manager = app.as_role(FirmUserType::OfficeManager).await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    share(&owner, &shared, &[&viewer, &manager, &outside]).await;
    let new = json!({ "reportType": 1, "name": "Mine", "query": {} });
    viewer
        .post("/report", new.clone())
        .await
        .refused(403, "forbidden");
    outside
        .post("/report", new.clone())
        .await
        .refused(403, "forbidden");
    outside.get(path(&shared)).await.refused(403, "forbidden");
    let own = manager.post("/report", new).await.ok();
    manager
        .post(format!("{}/access", path(&own)), json!({ "userKeys": [] }))
        .await
        .refused(403, "forbidden");
    for reader in [&viewer, &manager] {
        assert_eq!(reader.get(path(&shared)).await.ok()["isOwner"], false);
        reader
            .post(format!("{}/totals", path(&shared)), json!({}))
            .await
            .ok();
        let change = json!({ "version": 1, "name": "Taken over", "query": {} });
        reader.put(path(&shared), change).await.refused(403, "forbidden");
        reader
            .delete(format!("{}?version=1", path(&shared)))
            .await
            .refused(403, "forbidden");
    }
    let professional = app.advisor().await;
    share(&owner, &shared, &[&professional]).await;
    let access = format!("{}/access", path(&shared));
    professional.get(&access).await.refused(403, "forbidden");
    professional
        .post(&access, json!({ "userKeys": [] }))
        .await
        .refused(403, "forbidden");
    viewer.get(path(&shared)).await.refused(404, "not_found");
}
