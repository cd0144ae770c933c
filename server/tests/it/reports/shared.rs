//! Trusted advisors see the rows of reports shared with them, within the owner's scope, and no others.

use super::{in_force, report, share, share_records};
use crate::support::{Client, FIRM, OTHER_FIRM, Row, TestApp, wait_until};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn numbers(client: &Client, path: &str, body: Value) -> Vec<String> {
    let page = client.post(path, body).await.ok();
    let mut numbers: Vec<String> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let name = [&row["policyNumber"], &row["name"]];
            name.iter().find_map(|value| value.as_str()).unwrap().to_owned()
        })
        .collect();
    assert_eq!(page["totalRecords"], numbers.len());
    numbers.sort();
    numbers
}

const POLICIES: &str = "/allpolicy/search";

#[tokio::test]
async fn trusted_advisor_sees_only_rows_of_shared_reports() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let owner = app.owner("Olga Holt").insert().await;
    for (number, status, has_agent, death) in [
        ("P-1", "InForce", true, "1.00"),
        ("P-2", "InForce", false, "2.00"),
        ("P-3", "Lapsed", true, "4.00"),
        ("P-4", "Matured", false, "8.00"),
    ] {
        let policy = app
            .policy(number)
            .with("status", status)
            .with("death_benefit", death)
            .insert()
            .await;
        app.link(&policy, &owner).await;
        if has_agent {
            app.link(&policy, &agent).await;
        }
    }
    assert_eq!(numbers(&outside, POLICIES, json!({})).await, [""; 0]);
    let running = report(&advisor, 1, "Running", in_force()).await;
    let matured = json!({ "filter": [{ "column": "status", "op": "eq", "value": "Matured" }] });
    let matured = report(&admin, 2, "Matured", matured).await;
    share(&advisor, &running, &[&outside]).await;
    assert_eq!(
        numbers(&outside, POLICIES, json!({})).await,
        ["P-1"],
        "only rows of the owner's block"
    );
    share(&admin, &matured, &[&outside]).await;
    assert_eq!(numbers(&outside, POLICIES, json!({})).await, ["P-1", "P-4"]);
    let sums = outside.post("/allpolicy/totals", json!({})).await.ok();
    assert_eq!(
        (&sums["policyCount"], &sums["deathBenefit"]),
        (&json!(2), &json!("9.00"))
    );
    for (report, rows, death) in [(&running, "P-1", "1.00"), (&matured, "P-4", "8.00")] {
        let query = json!({ "reportUuid": report["uuid"] });
        assert_eq!(numbers(&outside, POLICIES, query.clone()).await, [rows]);
        let sums = outside.post("/allpolicy/totals", query).await.ok();
        assert_eq!(
            (&sums["policyCount"], &sums["deathBenefit"]),
            (&json!(1), &json!(death))
        );
    }
    let lapsed = json!({ "filter": [{ "column": "status", "op": "eq", "value": "Lapsed" }] });
    assert_eq!(
        numbers(&outside, POLICIES, lapsed).await,
        [""; 0],
        "a filter never adds rows"
    );
    // Contacts are not part of policy reports.
    for list in ["/FirmAgent/search", "/FirmOwner/search", "/FirmInsured/search"] {
        assert_eq!(numbers(&outside, list, json!({})).await, [""; 0], "{list}");
    }
    // Reports that are not shared or that belong to another list give no access.
    let mine = report(&admin, 1, "Mine", json!({})).await;
    for (path, report) in [
        (POLICIES, &mine),
        ("/allannuity/search", &matured),
        ("/FirmOwner/search", &matured),
    ] {
        outside
            .post(path, json!({ "reportUuid": report["uuid"] }))
            .await
            .refused(404, "not_found");
    }
    // Withdrawing access and changing the query apply to the advisor.
    share(&admin, &matured, &[]).await;
    assert_eq!(numbers(&outside, POLICIES, json!({})).await, ["P-1"]);
    let lapsed = json!({ "version": 1, "name": "Running", "query":
        { "filter": [{ "column": "status", "op": "eq", "value": "Lapsed" }] } });
    advisor.put(super::path(&running), lapsed.clone()).await.ok();
    wait_until("the changed filter applies", async || {
        numbers(&outside, POLICIES, json!({}))
            .await
            .is_empty()
            .then_some(())
    })
    .await;
    // Reports of type 1 contain only active policies, and reports of type 2 contain all policies.
    let ended = report(&advisor, 2, "Ended", lapsed["query"].clone()).await;
    share(&advisor, &ended, &[&outside]).await;
    assert_eq!(numbers(&outside, POLICIES, json!({})).await, ["P-3"]);
}

#[tokio::test]
async fn shared_contact_report_uses_the_owners_sums() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let holt = app.owner("Olga Holt").insert().await;
    let own = app.policy("P-1").with("death_benefit", "1.00").insert().await;
    app.link(&own, &agent).await;
    app.link(&own, &holt).await;
    let other = app.policy("P-2").with("death_benefit", "2.00").insert().await;
    app.link(&other, &holt).await;
    let of_block = report(&advisor, 6, "Block", json!({})).await;
    let of_firm = report(&admin, 6, "Firm", json!({})).await;
    share_records(&advisor, &of_block, &[&outside]).await;
    share_records(&admin, &of_firm, &[&outside]).await;
    for (report, death) in [(&of_block, "1.00"), (&of_firm, "3.00")] {
        let query = json!({ "reportUuid": report["uuid"], "selectColumns": ["name", "deathBenefit"] });
        let page = outside.post("/FirmOwner/search", query.clone()).await.ok();
        assert_eq!(page["items"][0]["deathBenefit"], death);
        let sums = outside.post("/FirmOwner/totals", query).await.ok();
        assert_eq!(sums["deathBenefit"], death);
    }
    assert_eq!(
        numbers(&outside, "/FirmOwner/search", json!({})).await,
        ["Holt, Olga"]
    );
    // The record shows the amounts of the reports, although no contract is shared.
    let record = outside.get(format!("/FirmOwner/owner/{}", holt.uuid)).await.ok();
    assert_eq!(record["totals"]["deathBenefit"], "3.00");
    outside
        .get(format!("/allpolicy/{}", own.uuid))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn shared_records_can_be_opened_until_access_is_withdrawn() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    let elsewhere = app.user(FirmUserType::TrustedAdvisor, OTHER_FIRM).await;
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let mut policies = Vec::new();
    for (number, status, has_agent) in [
        ("P-1", "InForce", true),
        ("P-2", "InForce", false),
        ("P-3", "Lapsed", true),
    ] {
        let policy = app.policy(number).with("status", status).insert().await;
        if has_agent {
            app.link(&policy, &agent).await;
        }
        policies.push(policy);
    }
    let files = json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "subject_type": "policy", "subject_uuid": policies[0].uuid,
        "name": "a.pdf", "media_type": "application/pdf", "size_bytes": 1, "content_hash": "\\x00", "storage_key": "none" });
    app.insert("document", files).await;
    let running = report(&advisor, 1, "Running", in_force()).await;
    let calls = |policy: &Row| {
        let record = format!("/allpolicy/{}", policy.uuid);
        ["", "/activity", "/documents", "/guidelines"].map(|call| format!("{record}{call}"))
    };
    let sees_nothing_of = async |client: &Client, policy: &Row| {
        for call in calls(policy) {
            client.get(call).await.refused(404, "not_found");
        }
    };
    sees_nothing_of(&outside, &policies[0]).await;
    share_records(&advisor, &running, &[&outside]).await;
    for call in calls(&policies[0]) {
        outside.get(call).await.ok();
    }
    let record = outside.get(&calls(&policies[0])[0]).await.ok();
    assert_eq!(
        record["parties"][0]["canOpen"], false,
        "the agent is not part of any shared report"
    );
    let documents = outside.get(&calls(&policies[0])[2]).await.ok();
    assert_eq!(documents[0]["name"], "a.pdf");
    // Policies outside the block or the filter are hidden, and users of another firm see nothing.
    sees_nothing_of(&outside, &policies[1]).await;
    sees_nothing_of(&outside, &policies[2]).await;
    sees_nothing_of(&elsewhere, &policies[0]).await;
    outside
        .get(format!("/FirmAgent/agent/{}", agent.uuid))
        .await
        .refused(404, "not_found");
    // Shared records are read-only.
    let path = &calls(&policies[0])[0];
    outside
        .post(
            path,
            json!({ "contract": record["contract"], "version": record["version"] }),
        )
        .await
        .refused(403, "forbidden");
    // A record that no longer matches the report cannot be opened.
    app.execute("UPDATE policy SET status = 'Lapsed' WHERE policy_number = 'P-1'")
        .await;
    sees_nothing_of(&outside, &policies[0]).await;
    app.execute("UPDATE policy SET status = 'InForce' WHERE policy_number = 'P-1'")
        .await;
    outside.get(path).await.ok();
    share(&advisor, &running, &[]).await;
    sees_nothing_of(&outside, &policies[0]).await;
    // Deleting the report withdraws access too.
    let other = report(&admin, 2, "Everything", json!({})).await;
    share_records(&admin, &other, &[&outside]).await;
    outside.get(&calls(&policies[1])[0]).await.ok();
    admin.delete(format!("{}?version=1", super::path(&other))).await;
    sees_nothing_of(&outside, &policies[1]).await;
}

#[tokio::test]
async fn two_trusted_advisors_never_see_each_others_totals() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (first, second) = (
        app.as_role(FirmUserType::TrustedAdvisor).await,
        app.as_role(FirmUserType::TrustedAdvisor).await,
    );
    for (number, status, death) in [("P-1", "InForce", "1.00"), ("P-2", "Matured", "2.00")] {
        let policy = app
            .policy(number)
            .with("status", status)
            .with("death_benefit", death);
        policy.insert().await;
    }
    let running = report(&admin, 2, "Running", in_force()).await;
    let all = report(&admin, 2, "All", json!({})).await;
    share(&admin, &running, &[&first, &second]).await;
    share(&admin, &all, &[&second]).await;
    // The advisors take turns, so that a leak of one advisor's cached result to the other would show.
    for (client, death) in [(&second, "3.00"), (&first, "1.00"), (&second, "3.00")] {
        let sums = client.post("/allpolicy/totals", json!({})).await.ok();
        assert_eq!(sums["deathBenefit"], death);
        let query = json!({ "reportUuid": running["uuid"] });
        let sums = client.post("/allpolicy/totals", query).await.ok();
        assert_eq!(sums["deathBenefit"], "1.00");
        // Outside advisors do not get the cached totals.
        for saved in [&running, &all] {
            let totals = format!("{}/totals", super::path(saved));
            client.post(totals, json!({})).await.refused(403, "forbidden");
            client.get(super::path(saved)).await.refused(403, "forbidden");
        }
    }
    let unshared = json!({ "reportUuid": all["uuid"] });
    first
        .post("/allpolicy/totals", unshared)
        .await
        .refused(404, "not_found");
    assert_eq!(app.number("SELECT count(*) FROM report_count").await, 0);
}
