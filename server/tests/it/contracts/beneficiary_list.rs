//! The list of beneficiaries of all policies and annuities.

use crate::support::{Client, OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};
use shared::permission::{AdminUserType, FirmUserType};
use uuid::Uuid;

const SEARCH: &str = "/Beneficiary/search";

/// Inserts a beneficiary of a policy (line 1) or an annuity (line 2).
async fn name(app: &TestApp, (line, contract): (i16, &Row), name: &str, created_by: &str) {
    let row = json!({ "firm_id": contract.firm, "uuid": Uuid::now_v7(), "contract_uuid": contract.uuid, "line": line,
                      "class": "Primary", "name": name, "created_by": created_by });
    app.insert("beneficiary", row).await;
}

/// Returns the names on the list that a user sees, in the default order.
async fn names(client: &Client, query: Value) -> Vec<String> {
    let page = client.post(SEARCH, query).await.ok();
    let rows = page["items"].as_array().unwrap();
    assert_eq!(page["totalRecords"], rows.len());
    rows.iter()
        .map(|row| row["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn the_list_shows_beneficiaries_of_both_lines_with_their_contract() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let insured = app
        .insured("Dee Lee")
        .with("display_name", "Lee, Dee")
        .insert()
        .await;
    let policy = app.policy("P-1 7").with("status", "LapsePending").insert().await;
    let annuity = app.annuity("A-2").insert().await;
    app.link(&policy, &insured).await;
    let (of_policy, of_annuity) = (
        format!("/allpolicy/{}/beneficiary", policy.uuid),
        format!("/allannuity/{}/beneficiary", annuity.uuid),
    );
    let spouse = json!({ "class": "Primary", "name": "Zoë Lee", "relationship": "Spouse", "sharePercent": "33.3333",
                         "birthDate": "1970-03-04" });
    let spouse = admin.post(&of_policy, spouse).await.ok();
    let child = json!({ "class": "Contingent", "name": "ann Lee" });
    let child = admin.post(&of_annuity, child).await.ok();

    let columns = [
        "name",
        "class",
        "relationship",
        "sharePercent",
        "contractNumber",
        "carrier",
        "insured",
        "contractStatus",
        "policyId",
        "annuityId",
    ];
    let page = admin.post(SEARCH, json!({ "selectColumns": columns })).await.ok();
    let expected = json!([
        { "uuid": child["uuid"], "name": "Lee, ann", "class": "Contingent", "relationship": null,
          "sharePercent": null, "contractNumber": "A-2", "carrier": "Cedar Life", "insured": null,
          "contractStatus": "InForce", "policyId": null, "annuityId": annuity.uuid },
        { "uuid": spouse["uuid"], "name": "Lee, Zoë", "class": "Primary", "relationship": "Spouse",
          "sharePercent": "33.3333", "contractNumber": "P-1 7", "carrier": "Cedar Life", "insured": "Lee, Dee",
          "contractStatus": "LapsePending", "policyId": policy.uuid, "annuityId": null },
    ]);
    assert_eq!(page["items"], expected);

    for (text, found) in [
        ("zoe", vec!["Lee, Zoë"]),
        ("lee", vec!["Lee, ann", "Lee, Zoë"]),
        // Finds a person in both orders.
        ("lee, zo", vec!["Lee, Zoë"]),
        ("zoë lee", vec!["Lee, Zoë"]),
        // The search ignores the contract.
        ("p-1", vec![]),
        ("dee", vec![]),
        ("cedar", vec![]),
    ] {
        assert_eq!(
            names(&admin, json!({ "searchText": text })).await,
            found,
            "{text}"
        );
    }

    // The list reflects changes of the contract and its beneficiaries.
    app.execute("UPDATE annuity SET status = 'Surrendered'").await;
    let ended = json!([{ "column": "contractStatus", "op": "in", "value": ["Surrendered"] }]);
    assert_eq!(names(&admin, json!({ "filter": ended })).await, ["Lee, ann"]);
    app.execute("UPDATE annuity SET deleted_at = now()").await;
    assert_eq!(names(&admin, json!({})).await, ["Lee, Zoë"]);
    let gone = format!("{of_policy}/{}?version=1", spouse["uuid"].as_str().unwrap());
    assert_eq!(admin.delete(gone).await.status, 204);
    assert!(names(&admin, json!({})).await.is_empty());
}

#[tokio::test]
async fn the_list_omits_birth_dates_and_tax_ids() {
    let app = TestApp::new().await;
    let columns = app
        .admin()
        .await
        .get("/Beneficiary/columns")
        .await
        .ok()
        .to_string();
    for hidden in ["birthDate", "taxId", "age"] {
        assert!(!columns.contains(&format!("\"{hidden}\"")), "{columns}");
    }
}

#[tokio::test]
async fn the_list_shows_the_beneficiaries_of_visible_contracts() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let (agent, other) = (
        app.agent("Grace Hopper").insert().await,
        app.agent("Alan Turing").insert().await,
    );
    app.give_block(&advisor, &[&agent]).await;
    let policy = app.policy("P-1").insert().await;
    let annuity = app.annuity("A-1").insert().await;
    app.link(&policy, &agent).await;
    app.link(&annuity, &agent).await;
    let others_policy = app.policy("P-2").insert().await;
    app.link(&others_policy, &other).await;
    let unassigned = app.annuity("A-2").insert().await;
    let key = advisor.user_key.as_str();
    name(&app, (1, &policy), "Of the policy", "someone").await;
    name(&app, (2, &annuity), "Of the annuity", "someone").await;
    // The advisor added these while the contracts were still in the block.
    name(&app, (1, &others_policy), "Of another agent", key).await;
    name(&app, (2, &unassigned), "Of no agent", key).await;
    let foreign = app.policy("P-1").of_firm(OTHER_FIRM).insert().await;
    name(&app, (1, &foreign), "Of another firm", key).await;

    let all = [
        "Of another agent",
        "Of no agent",
        "Of the annuity",
        "Of the policy",
    ];
    for client in [&admin, &app.as_role(FirmUserType::ViewOnly).await] {
        assert_eq!(names(client, json!({})).await, all);
    }
    assert_eq!(
        names(&advisor, json!({})).await,
        ["Of the annuity", "Of the policy"]
    );
    let stranger = app.other_firm_admin().await;
    assert_eq!(names(&stranger, json!({})).await, ["Of another firm"]);
    // The list matches access to the contracts' pages.
    for (path, is_visible) in [
        (format!("/allpolicy/{}", policy.uuid), true),
        (format!("/allannuity/{}", annuity.uuid), true),
        (format!("/allpolicy/{}", others_policy.uuid), false),
        (format!("/allannuity/{}", unassigned.uuid), false),
    ] {
        assert_eq!(advisor.get(&path).await.status == 200, is_visible, "{path}");
    }

    app.execute("UPDATE contract_party SET deleted_at = now() WHERE line = 2")
        .await;
    assert_eq!(names(&advisor, json!({})).await, ["Of the policy"]);
}

/// Every role can read policies and therefore has the permission for this list.
#[tokio::test]
async fn outside_advisors_and_staff_without_a_firm_see_no_beneficiaries() {
    let app = TestApp::new().await;
    let policy = app.policy("P-1").insert().await;
    name(&app, (1, &policy), "Ada Lee", "someone").await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    assert!(names(&outside, json!({})).await.is_empty());
    let staff = app.staff(AdminUserType::Auditor).await;
    for call in ["search", "export"] {
        let reply = staff.post(format!("/Beneficiary/{call}"), json!({})).await;
        assert!(!reply.text().contains("Ada Lee"), "{}", reply.text());
    }
    for client in [&outside, &staff] {
        client
            .post("/Beneficiary/export", json!({}))
            .await
            .refused(403, "forbidden");
    }
}
