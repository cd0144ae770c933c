//! The effects of a merge and their preview.

use super::{
    KINDS, merge, new_contact, path, policy_of, record, request, selection, snapshot, totals_are_exact, undo,
};
use crate::support::{FIRM, Row, TestApp};
use serde_json::{Value, json};
use server::ids::new_uuid;
use shared::contact::ContactKind;
use uuid::Uuid;

#[tokio::test]
async fn moves_contracts_and_combines_links_to_the_same_contract() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let noun = kind.noun();
        let ada = new_contact(&app, kind, "Ada Lee").insert().await;
        let twin = new_contact(&app, kind, "A. Lee").insert().await;
        policy_of(&app, &format!("{noun}-1"), &[&ada]).await;
        policy_of(&app, &format!("{noun}-2"), &[&twin]).await;
        let both = policy_of(&app, &format!("{noun}-3"), &[&ada, &twin]).await;
        app.execute(&format!(
            "UPDATE contract_party SET share_percent = 40 WHERE contract_uuid = '{}'",
            both.uuid
        ))
        .await;

        merge(&admin, kind, &[ada.uuid, twin.uuid]).await;
        let merged = admin.get(record(kind, ada.uuid)).await.ok();
        assert_eq!(merged["totals"]["policyCount"], 3);
        assert_eq!(merged["totals"]["deathBenefit"], "300.00");
        let links = format!(
            "SELECT string_agg(share_percent::text, ' ') FROM contract_party WHERE contract_uuid = '{}'",
            both.uuid
        );
        assert_eq!(app.text(&links).await.as_deref(), Some("80.0000"));
        totals_are_exact(&app).await;
        let activity = admin
            .get(format!("{}/activity", record(kind, ada.uuid)))
            .await
            .ok();
        let newest = &activity["items"][0];
        assert_eq!(
            (&newest["label"], &newest["about"]),
            (&json!("Merged"), &json!("Lee, A."))
        );
    }
}

#[tokio::test]
async fn moves_memberships_documents_and_blocks() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let advisor = app.advisor().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    let policy = policy_of(&app, "P-1", &[&twin]).await;
    app.give_block(&advisor, &[&twin]).await;
    for name in ["Shared", "Own"] {
        let mut contacts = vec![twin.uuid];
        if name == "Shared" {
            contacts.push(ada.uuid);
        }
        let cohort_uuid = new_uuid();
        app.insert(
            "cohort",
            json!({ "firm_id": FIRM, "uuid": cohort_uuid, "name": name, "contact_kind": 1,
                                      "kind": "Static" }),
        )
        .await;
        for contact in contacts {
            app.insert(
                "cohort_contact",
                json!({ "firm_id": FIRM, "cohort_uuid": cohort_uuid, "contact_uuid": contact }),
            )
            .await;
        }
    }
    app.insert(
        "document",
        json!({ "firm_id": FIRM, "uuid": new_uuid(), "subject_type": "agent",
        "subject_uuid": twin.uuid, "name": "License.pdf", "media_type": "application/pdf", "size_bytes": 1,
        "content_hash": "\\x00", "storage_key": "k" }),
    )
    .await;
    let affected = admin
        .post(
            "/AgentResolution/AffectedAgents",
            selection(ContactKind::Agent, &[ada.uuid, twin.uuid]),
        )
        .await
        .ok();
    assert_eq!(
        (
            &affected[1]["documents"],
            &affected[1]["cohorts"],
            &affected[1]["gifts"]
        ),
        (&json!(1), &json!(2), &json!(0))
    );

    merge(&admin, ContactKind::Agent, &[ada.uuid, twin.uuid]).await;
    let counts = "SELECT string_agg(name || ' ' || contact_count, ', ' ORDER BY name) FROM cohort";
    assert_eq!(app.text(counts).await.as_deref(), Some("Own 1, Shared 1"));
    let documents = admin
        .get(format!("{}/documents", record(ContactKind::Agent, ada.uuid)))
        .await
        .ok();
    assert_eq!(documents[0]["name"], "License.pdf");
    let seen = advisor.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    assert_eq!(seen["parties"][0]["uuid"], json!(ada.uuid));
    assert_eq!(
        advisor.get(record(ContactKind::Agent, ada.uuid)).await.status,
        200
    );
}

#[tokio::test]
async fn blocks_and_favorites_follow_a_merge_and_its_undo() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let advisor = app.advisor().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    app.give_block(&advisor, &[&ada, &twin]).await;
    let favorite = |row: &Row| format!("/Favorite/agent/{}", row.uuid);
    assert_eq!(admin.put(favorite(&twin), Value::Null).await.status, 204);
    for row in [&ada, &twin] {
        assert_eq!(advisor.put(favorite(row), Value::Null).await.status, 204);
    }
    let titles = |list: Value| -> Vec<String> {
        let all = list.as_array().unwrap().iter();
        all.map(|one| one["title"].as_str().unwrap().to_owned()).collect()
    };

    let id = merge(&admin, ContactKind::Agent, &[ada.uuid, twin.uuid]).await;
    assert_eq!(titles(admin.get("/Favorite").await.ok()), ["Lee, Ada"]);
    assert_eq!(titles(advisor.get("/Favorite").await.ok()), ["Lee, Ada"]);

    undo(&admin, ContactKind::Agent, &id).await;
    assert_eq!(titles(admin.get("/Favorite").await.ok()), ["Lee, A."]);
    assert_eq!(
        titles(advisor.get("/Favorite").await.ok()),
        ["Lee, A.", "Lee, Ada"]
    );
    for row in [&ada, &twin] {
        let opened = advisor.get(record(ContactKind::Agent, row.uuid)).await;
        assert_eq!(opened.status, 200);
    }
}

#[tokio::test]
async fn merged_contact_redirects_until_the_merge_is_undone() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let ada = new_contact(&app, kind, "Ada Lee").insert().await;
        let twin = new_contact(&app, kind, "A. Lee").insert().await;
        let third = new_contact(&app, kind, "Lee, A").insert().await;
        merge(&admin, kind, &[ada.uuid, twin.uuid]).await;
        merge(&admin, kind, &[third.uuid, ada.uuid]).await;
        let reply = admin.get(record(kind, twin.uuid)).await;
        assert_eq!(reply.status, 301);
        assert_eq!(reply.header("location"), third.uuid.to_string());
        assert_eq!(
            reply.header("cache-control"),
            "no-store",
            "undoing the merge ends the redirect"
        );
        assert_eq!(reply.json(), json!({ "uuid": third.uuid }));
        app.other_firm_admin()
            .await
            .get(record(kind, twin.uuid))
            .await
            .refused(404, "not_found");
        let restore = match kind {
            ContactKind::Agent => format!("/FirmAgent/{FIRM}/agent/{}/restore", twin.uuid),
            _ => format!("/FirmOwner/{FIRM}/owner/{}/restore", twin.uuid),
        };
        admin.post(restore, json!({})).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn takes_over_values_and_the_npn_of_the_merged_agent() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app.agent("Ada Lee").insert().await;
    let twin = app
        .agent("A. Lee")
        .with("npn", "1234567")
        .with("email", "ada@mail.example")
        .insert()
        .await;
    let current = admin.get(record(ContactKind::Agent, ada.uuid)).await.ok();
    let mut request = request(ContactKind::Agent, &current, &[ada.uuid, twin.uuid]);
    request["agentData"]["person"]["npn"] = json!("1234567");
    request["agentData"]["person"]["email"] = json!("ada@mail.example");
    let done = admin.post("/AgentResolution", request).await.ok();
    assert_eq!(done["contact"]["person"]["npn"], "1234567");
    assert_eq!(done["contact"]["person"]["email"], "ada@mail.example");
    let id = done["uuid"].as_str().unwrap();
    let undone = super::undo(&admin, ContactKind::Agent, id).await;
    assert_eq!(undone["contact"]["person"], current["person"]);
    let back = admin.get(record(ContactKind::Agent, twin.uuid)).await.ok();
    assert_eq!(back["person"]["npn"], "1234567");
}

#[tokio::test]
async fn takes_over_a_tax_id_and_returns_it_on_undo() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let new = |tax_id| json!({ "person": { "firstName": "Ada", "lastName": "Lee", "taxId": tax_id } });
    let ada = admin
        .post(format!("/FirmAgent/{FIRM}"), new(json!(null)))
        .await
        .ok();
    let twin = admin
        .post(format!("/FirmAgent/{FIRM}"), new(json!("123-45-6789")))
        .await
        .ok();
    let uuids = [&ada, &twin].map(|contact| contact["uuid"].as_str().unwrap().parse::<Uuid>().unwrap());
    let mut request = request(ContactKind::Agent, &ada, &uuids);
    request["agentData"]["taxIdFrom"] = json!(uuids[0]);
    admin
        .post("/AgentResolution", request.clone())
        .await
        .refused(422, "tax_id");
    request["agentData"]["taxIdFrom"] = json!(uuids[1]);
    let done = admin.post("/AgentResolution", request).await.ok();
    let reveal = format!("{}/reveal", record(ContactKind::Agent, uuids[0]));
    assert_eq!(admin.post(&reveal, json!({})).await.ok()["taxId"], "123-45-6789");
    super::undo(&admin, ContactKind::Agent, done["uuid"].as_str().unwrap()).await;
    admin.post(&reveal, json!({})).await.refused(404, "not_found");
    let reveal = format!("{}/reveal", record(ContactKind::Agent, uuids[1]));
    assert_eq!(admin.post(&reveal, json!({})).await.ok()["taxId"], "123-45-6789");
}

#[tokio::test]
async fn lists_affected_contracts_and_users() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let advisor = app.advisor().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    let owner = app.owner("Kim Ames").with("owner_type", 1).insert().await;
    let policy = policy_of(&app, "P-1", &[&ada, &twin, &owner]).await;
    let annuity = app.annuity("A-1").insert().await;
    app.link(&annuity, &twin).await;
    app.give_block(&advisor, &[&twin]).await;
    let agents = selection(ContactKind::Agent, &[ada.uuid, twin.uuid]);
    let contracts = admin
        .post("/AgentResolution/AffectedPolicies", agents.clone())
        .await
        .ok();
    assert_eq!(
        (&contracts["policyCount"], &contracts["annuityCount"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(contracts["contracts"][0]["number"], "A-1");
    assert_eq!(contracts["contracts"][1]["uuid"], json!(policy.uuid));
    assert_eq!(
        contracts["contracts"][1]["contactUuids"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let users = admin.post("/AgentResolution/AffectedUsers", agents).await.ok();
    assert_eq!(users.as_array().unwrap().len(), 1);
    assert_eq!(users[0]["role"], "Professional");
    let owners = selection(ContactKind::Owner, &[owner.uuid]);
    let users = admin.post("/OwnerResolution/AffectedUsers", owners).await.ok();
    assert_eq!(
        users.as_array().unwrap().len(),
        1,
        "the owner's policy has an agent of the user's block"
    );
}

#[tokio::test]
async fn a_repeated_request_merges_once() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, twin) = (
        app.agent("Ada Lee").insert().await,
        app.agent("A. Lee").insert().await,
    );
    let current = admin.get(record(ContactKind::Agent, ada.uuid)).await.ok();
    let body = request(ContactKind::Agent, &current, &[ada.uuid, twin.uuid]);
    let key = new_uuid();
    for _ in 0..2 {
        let done = admin.post_once(key, path(ContactKind::Agent), &body).await.ok();
        assert_eq!(done["uuid"], json!(key));
    }
    let history = admin.get("/AgentResolution/history").await.ok();
    assert_eq!(history["items"].as_array().unwrap().len(), 1);
    assert_eq!(history["items"][0]["mergedNames"], json!(["Lee, A."]));
    let mut other = body.clone();
    other["agentData"]["confirmDifferences"] = json!(true);
    admin
        .post_once(key, path(ContactKind::Agent), &other)
        .await
        .refused(422, "idempotency_key_reused");
}

/// Statements that compared the rows of both agents with each other exceeded the time limit.
#[tokio::test]
async fn merges_and_restores_agents_with_ten_thousand_policies() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let kind = ContactKind::Agent;
    let ann = new_contact(&app, kind, "Ann Able").insert().await;
    let bob = new_contact(&app, kind, "Bob Able").insert().await;
    let policy = policy_of(&app, "P-1", &[]).await;
    // The agents share every third policy. PostgreSQL plans for the many links with the statistics of the few.
    for numbers in ["1, 30", "31, 10000"] {
        app.execute(&format!(
            "INSERT INTO policy
               (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, death_benefit)
             SELECT firm_id, gen_random_uuid(), 'M-' || i, carrier_uuid, carrier_name, product_type, status, i
             FROM policy, generate_series({numbers}) i WHERE uuid = '{}';
             INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
             SELECT 1, uuid, agent, 1, 1, 'Agent', 1
             FROM generate_series({numbers}) i JOIN policy ON policy_number = 'M-' || i
             JOIN (VALUES (0, '{ann}'::uuid), (1, '{bob}')) owner (rest, agent) ON i % 3 IN (2, rest);
             ANALYZE contact, contract_party, policy",
            policy.uuid,
            ann = ann.uuid,
            bob = bob.uuid
        ))
        .await;
    }
    let before = snapshot(&app).await;
    let done = merge(&admin, kind, &[ann.uuid, bob.uuid]).await;
    let record = admin.get(format!("/FirmAgent/agent/{}", ann.uuid)).await.ok();
    assert_eq!(record["totals"]["policyCount"], 10_000);
    undo(&admin, kind, &done).await;
    assert!(before == snapshot(&app).await, "every row is restored");
    totals_are_exact(&app).await;
}
