//! The list of the transactions of all policies and annuities.

use crate::support::{Client, OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};
use shared::permission::{AdminUserType, FirmUserType};
use uuid::Uuid;

const SEARCH: &str = "/Transaction/search";

/// Inserts a withdrawal from a contract of line 1 or 2.
async fn withdraw(app: &TestApp, (line, contract): (i16, &Row), note: &str, created_by: &str) {
    let row = json!({ "firm_id": contract.firm, "uuid": Uuid::now_v7(), "contract_uuid": contract.uuid, "line": line,
                      "kind": "Withdrawal", "transaction_date": "2026-11-20", "amount": "7.00", "note": note,
                      "created_by": created_by });
    app.insert("contract_transaction", row).await;
}

/// Returns the notes of the transactions that a user finds, by note.
async fn notes(client: &Client, mut query: Value) -> Vec<String> {
    query["selectColumns"] = json!(["note"]);
    query["sort"] = json!([{ "column": "note", "direction": "asc" }]);
    let page = client.post(SEARCH, query).await.ok();
    let rows = page["items"].as_array().unwrap();
    assert_eq!(page["totalRecords"], rows.len());
    rows.iter()
        .map(|row| row["note"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn the_list_shows_transactions_of_both_lines_with_their_contract() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let insured = app
        .insured("Dee Lee")
        .with("display_name", "Lee, Dee")
        .insert()
        .await;
    let owner = app.owner("Lee Trust").insert().await;
    let policy = app.policy("P-1 7").with("status", "LapsePending").insert().await;
    let annuity = app.annuity("A-2").insert().await;
    app.link(&policy, &insured).await;
    app.link(&annuity, &owner).await;
    let (of_policy, of_annuity) = (
        format!("/allpolicy/{}/transactions", policy.uuid),
        format!("/allannuity/{}/transactions", annuity.uuid),
    );
    let loan = json!({ "kind": "Loan", "transactionDate": "03/01/2024", "amount": "5000", "note": "Roof in Zürich" });
    let loan = admin.post(&of_policy, loan).await.ok();
    let withdrawal = json!({ "kind": "Withdrawal", "transactionDate": "11/20/2026", "amount": "100",
                             "surrenderCharge": "7.5", "taxWithheld": "10", "note": "Car" });
    let withdrawal = admin.post(&of_annuity, withdrawal).await.ok();
    app.execute("UPDATE app_user SET first_name = 'Ada', last_name = 'Ray'")
        .await;

    let columns = [
        "transactionDate",
        "kind",
        "amount",
        "contractNumber",
        "carrier",
        "insured",
        "owner",
        "createdBy",
        "surrenderCharge",
        "taxWithheld",
        "note",
        "contractStatus",
        "policyId",
        "annuityId",
    ];
    let page = admin.post(SEARCH, json!({ "selectColumns": columns })).await.ok();
    // Newest first.
    let expected = json!([
        { "uuid": withdrawal["uuid"], "transactionDate": "2026-11-20", "kind": "Withdrawal", "amount": "100.00",
          "contractNumber": "A-2", "carrier": "Cedar Life", "insured": null, "owner": "Trust, Lee",
          "createdBy": "Ada Ray", "surrenderCharge": "7.50", "taxWithheld": "10.00", "note": "Car",
          "contractStatus": "InForce", "policyId": null, "annuityId": annuity.uuid },
        { "uuid": loan["uuid"], "transactionDate": "2024-03-01", "kind": "Loan", "amount": "5000.00",
          "contractNumber": "P-1 7", "carrier": "Cedar Life", "insured": "Lee, Dee", "owner": null,
          "createdBy": "Ada Ray", "surrenderCharge": null, "taxWithheld": null, "note": "Roof in Zürich",
          "contractStatus": "LapsePending", "policyId": policy.uuid, "annuityId": null },
    ]);
    assert_eq!(page["items"], expected);

    // The search box finds notes and the texts of the contract.
    for (text, found) in [
        ("zurich", vec!["Roof in Zürich"]),
        ("p17", vec!["Roof in Zürich"]),
        ("dee roof", vec!["Roof in Zürich"]),
        ("lee", vec!["Car", "Roof in Zürich"]),
        ("cedar a-2", vec!["Car"]),
        ("ray", vec![]),
    ] {
        assert_eq!(
            notes(&admin, json!({ "searchText": text })).await,
            found,
            "{text}"
        );
    }

    // The list follows the contract and its transactions.
    app.execute("UPDATE annuity SET status = 'Surrendered'").await;
    let ended = json!([{ "column": "contractStatus", "op": "in", "value": ["Surrendered"] }]);
    assert_eq!(notes(&admin, json!({ "filter": ended })).await, ["Car"]);
    app.execute("UPDATE annuity SET deleted_at = now()").await;
    assert_eq!(notes(&admin, json!({})).await, ["Roof in Zürich"]);
    let gone = format!("{of_policy}/{}?version=1", loan["uuid"].as_str().unwrap());
    assert_eq!(admin.delete(gone).await.status, 204);
    assert!(notes(&admin, json!({})).await.is_empty());
}

#[tokio::test]
async fn the_list_shows_the_transactions_of_visible_contracts() {
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
    withdraw(&app, (1, &policy), "Of the policy", "someone").await;
    withdraw(&app, (2, &annuity), "Of the annuity", "someone").await;
    // The advisor entered them when the contracts were still in the block.
    withdraw(&app, (1, &others_policy), "Of another agent", key).await;
    withdraw(&app, (2, &unassigned), "Of no agent", key).await;
    let foreign = app.policy("P-1").of_firm(OTHER_FIRM).insert().await;
    withdraw(&app, (1, &foreign), "Of another firm", key).await;

    let all = [
        "Of another agent",
        "Of no agent",
        "Of the annuity",
        "Of the policy",
    ];
    for client in [&admin, &app.as_role(FirmUserType::ViewOnly).await] {
        assert_eq!(notes(client, json!({})).await, all);
    }
    assert_eq!(
        notes(&advisor, json!({})).await,
        ["Of the annuity", "Of the policy"]
    );
    let stranger = app.other_firm_admin().await;
    assert_eq!(notes(&stranger, json!({})).await, ["Of another firm"]);
    // The list agrees with the tabs of the contracts.
    for (path, is_visible) in [
        (format!("/allpolicy/{}/transactions", policy.uuid), true),
        (format!("/allannuity/{}/transactions", annuity.uuid), true),
        (format!("/allpolicy/{}/transactions", others_policy.uuid), false),
        (format!("/allannuity/{}/transactions", unassigned.uuid), false),
    ] {
        assert_eq!(advisor.get(&path).await.status == 200, is_visible, "{path}");
    }

    app.execute("UPDATE contract_party SET deleted_at = now() WHERE line = 2")
        .await;
    assert_eq!(notes(&advisor, json!({})).await, ["Of the policy"]);
}

/// Every role can read policies, so every role has the feature of this list.
#[tokio::test]
async fn outside_advisors_and_staff_without_a_firm_see_no_transactions() {
    let app = TestApp::new().await;
    let policy = app.policy("P-1").insert().await;
    withdraw(&app, (1, &policy), "Roof", "someone").await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    assert!(notes(&outside, json!({})).await.is_empty());
    let staff = app.staff(AdminUserType::Auditor).await;
    for call in ["search", "export"] {
        let reply = staff.post(format!("/Transaction/{call}"), json!({})).await;
        assert!(!reply.text().contains("Roof"), "{}", reply.text());
    }
    for client in [&outside, &staff] {
        client
            .post("/Transaction/export", json!({}))
            .await
            .refused(403, "forbidden");
    }
}
