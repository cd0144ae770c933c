//! Grants of shared reports, and when they take effect.

use super::{Share, share_opening};
use crate::reports::{path, report, share};
use crate::support::{Client, TestApp, wait_until};
use serde_json::{Value, json};
use shared::permission::FirmUserType::{TrustedAdvisor, ViewOnly};

/// Formats the access of users as `key records documents`.
async fn opens(owner: &Client, report: &Value, of: &Client) -> String {
    let access = owner.get(format!("{}/access", path(report))).await.ok();
    let users = access["data"].as_array().unwrap();
    let user = users.iter().find(|user| user["userKey"] == of.user_key).unwrap();
    format!(
        "{} {} {}",
        user["hasAccess"], user["opensRecords"], user["opensDocuments"]
    )
}

#[tokio::test]
async fn grants_are_off_by_default_listed_and_audited() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    let outside = app.as_role(TrustedAdvisor).await;
    let viewer = app.as_role(ViewOnly).await;
    let saved = report(&owner, 1, "Mine", json!({})).await;
    assert_eq!(opens(&owner, &saved, &outside).await, "false false false");
    share(&owner, &saved, &[&outside, &viewer]).await;
    assert_eq!(opens(&owner, &saved, &outside).await, "true false false");
    for (share, expected) in [
        (Share::Records, "true true false"),
        (Share::Documents, "true true true"),
        (Share::Documents, "true true true"),
        (Share::Rows, "true false false"),
    ] {
        share_opening(&owner, &saved, &outside, share).await;
        assert_eq!(opens(&owner, &saved, &outside).await, expected);
    }
    let access = owner.get(format!("{}/access", path(&saved))).await.ok();
    for user in access["data"].as_array().unwrap() {
        assert_eq!(
            user["isOutsideAdvisor"],
            user["userKey"] == outside.user_key,
            "{user}"
        );
    }
    let entries = format!(
        "SELECT string_agg(concat_ws(' ', action, details->>'changed',
           replace(coalesce(details->>'recordsKeys', ''), '{key}', 'R'),
           replace(coalesce(details->>'recordsAndDocumentsKeys', ''), '{key}', 'D'),
           replace(coalesce(details->>'rowsOnlyKeys', ''), '{key}', 'N')), ', ' ORDER BY id)
         FROM audit_log WHERE action = 'grant'",
        key = outside.user_key
    );
    assert_eq!(
        app.text(&entries).await.as_deref(),
        Some(r#"grant 1 ["R"] [] [], grant 1 [] ["D"] [], grant 1 [] [] ["N"]"#)
    );
    // Sharing a report again does not restore withdrawn grants.
    share_opening(&owner, &saved, &outside, Share::Documents).await;
    share(&owner, &saved, &[]).await;
    share(&owner, &saved, &[&outside]).await;
    assert_eq!(opens(&owner, &saved, &outside).await, "true false false");
}

#[tokio::test]
async fn rejects_invalid_grants() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    let (outside, viewer) = (app.as_role(TrustedAdvisor).await, app.as_role(ViewOnly).await);
    let saved = report(&owner, 1, "Mine", json!({})).await;
    let grant = |client: &Client, records: bool, documents: bool| json!({ "userKey": client.user_key, "opensRecords": records, "opensDocuments": documents });
    for (grants, field, code) in [
        (
            json!([grant(&outside, false, true)]),
            "grants[0].opensDocuments",
            "needs_records",
        ),
        (
            json!([grant(&viewer, true, false)]),
            "grants[0].userKey",
            "not_outside_advisor",
        ),
        (
            json!([grant(&owner, true, false)]),
            "grants[0].userKey",
            "no_access",
        ),
    ] {
        let body = json!({ "userKeys": [outside.user_key, viewer.user_key], "grants": grants });
        let access = format!("{}/access", path(&saved));
        owner.post(access, body).await.invalid(field, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM report_access").await, 0);
    let documents = format!(
        "INSERT INTO report_access VALUES (1, '{}', '{}', false, true)",
        saved["uuid"].as_str().unwrap(),
        outside.user_key
    );
    let refused = app.owner.batch_execute(&documents).await.unwrap_err();
    let constraint = refused.as_db_error().and_then(|error| error.constraint());
    assert_eq!(constraint, Some("report_access_documents_need_records"));
}

#[tokio::test]
async fn grants_apply_to_the_next_call() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    let outside = app.as_role(TrustedAdvisor).await;
    let policy = app.policy("P-1").insert().await;
    let saved = report(&owner, 1, "Mine", json!({})).await;
    let record = format!("/allpolicy/{}", policy.uuid);
    share(&owner, &saved, &[&outside]).await;
    outside.get(&record).await.refused(404, "not_found");
    share_opening(&owner, &saved, &outside, Share::Records).await;
    outside.get(&record).await.ok();
    outside
        .get(format!("{record}/documents"))
        .await
        .refused(404, "not_found");
    share_opening(&owner, &saved, &outside, Share::Documents).await;
    outside.get(format!("{record}/documents")).await.ok();
    share_opening(&owner, &saved, &outside, Share::Rows).await;
    outside.get(&record).await.refused(404, "not_found");
    // Another node changes the share.
    app.execute("UPDATE report_access SET opens_records = true").await;
    wait_until("the record opens", async || {
        (outside.get(&record).await.status == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn home_and_quick_search_contain_only_records_that_can_be_opened() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    let outside = app.as_role(TrustedAdvisor).await;
    app.policy("P-1")
        .with("next_premium_date", "2026-11-25")
        .insert()
        .await;
    app.owner("Olga Holt").insert().await;
    let policies = report(&owner, 1, "Policies", json!({})).await;
    let owners = report(&owner, 6, "Owners", json!({})).await;
    for (share, count) in [(Share::Rows, 0), (Share::Records, 1), (Share::Rows, 0)] {
        share_opening(&owner, &policies, &outside, share).await;
        share_opening(&owner, &owners, &outside, share).await;
        let home = outside.get("/Home").await.ok();
        let due = home["kinds"]
            .as_array()
            .unwrap()
            .iter()
            .find(|kind| kind["kind"] == "premiumsDue");
        // The home page omits kinds whose rows are shared but cannot be opened.
        let total = due.map(|due| (due["total"].clone(), due["list"].clone()));
        assert_eq!(
            total,
            (count > 0).then(|| (json!(count), Value::Null)),
            "{share:?}"
        );
        for (text, group) in [("P-1", "policies"), ("holt", "people")] {
            let found = outside.get(format!("/QuickSearch?text={text}")).await.ok();
            assert_eq!(found[group].as_array().unwrap().len(), count, "{share:?} {text}");
        }
        let options = outside.get("/FirmOwner?searchText=holt").await.ok();
        assert_eq!(options.as_array().unwrap().len(), count, "{share:?}");
    }
}

#[tokio::test]
async fn the_shared_reports_are_listed_by_name_and_open_as_lists() {
    let app = TestApp::new().await;
    let (owner, colleague) = (app.admin().await, app.as_role(ViewOnly).await);
    let outside = app.as_role(TrustedAdvisor).await;
    for number in ["A-1", "B-1"] {
        app.policy(number).insert().await;
    }
    let by_benefit = json!({ "column": "deathBenefit", "direction": "desc" });
    let only = |number: &str| {
        json!({ "selectColumns": ["policyNumber", "deathBenefit"],
                "customLabels": { "deathBenefit": "Face amount", "issueDate": "Issued" },
                "sort": [{ "column": "issueDate", "direction": "asc" }, by_benefit],
                "filter": [{ "column": "policyNumber", "op": "eq", "value": number }] })
    };
    let second = report(&owner, 2, "Second", only("B-1")).await;
    let first = report(&owner, 2, "First", only("A-1")).await;
    report(&owner, 2, "Not shared", only("A-1")).await;
    for saved in [&second, &first] {
        share(&owner, saved, &[&outside, &colleague]).await;
    }
    let listed = outside.get("/report/shared").await.ok();
    let entry = |report: &Value| {
        json!({ "uuid": report["uuid"], "name": report["name"], "ownerName": first["ownerName"], "list": "policies",
                "columns": ["policyNumber", "deathBenefit"], "customLabels": { "deathBenefit": "Face amount" },
                "sort": [by_benefit] })
    };
    assert_eq!(listed["data"], json!([entry(&first), entry(&second)]));
    for user in [&owner, &colleague] {
        assert_eq!(user.get("/report/shared").await.ok()["data"], json!([]));
    }

    let notice = app
        .text(&format!(
            "SELECT string_agg(application_url, ' ' ORDER BY application_url) FROM user_notification
             WHERE user_key = '{}'",
            outside.user_key
        ))
        .await
        .unwrap();
    let query = |report: &Value| format!("/business/policies?report={}", report["uuid"].as_str().unwrap());
    let mut expected = [query(&first), query(&second)];
    expected.sort();
    assert_eq!(notice, expected.join(" "));
    let shown = json!({ "reportUuid": second["uuid"], "selectColumns": ["policyNumber"] });
    let page = outside.post("/allpolicy/search", shown).await.ok();
    assert_eq!(page["totalRecords"], 1);
    assert_eq!(page["items"][0]["policyNumber"], "B-1");

    share(&owner, &second, &[]).await;
    let listed = outside.get("/report/shared").await.ok();
    assert_eq!(listed["data"], json!([entry(&first)]));
}
