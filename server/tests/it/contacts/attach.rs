//! Attaching contacts to contracts and detaching them.

use super::{KINDS, resource};
use crate::support::{Client, FIRM, OTHER_FIRM, Reply, Row, TestApp, without_trace_id};
use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::permission::FirmUserType;
use uuid::Uuid;

/// Sends an attach request. The type is in the body for owners and in the path for the other kinds.
async fn attach(
    client: &Client,
    kind: ContactKind,
    firm: i32,
    contract: Uuid,
    contact: Uuid,
    type_id: u8,
) -> Reply {
    let path = format!("/{}/{firm}/policy/{contract}", resource(kind));
    if kind == ContactKind::Owner {
        client
            .put(path, json!({ "uuid": contact, "typeId": type_id }))
            .await
    } else {
        client
            .put(format!("{path}/type/{type_id}"), json!({ "uuid": contact }))
            .await
    }
}

async fn contact(app: &TestApp, kind: ContactKind, name: &str) -> Row {
    app.contact(kind, name).with("owner_type", 1).insert().await
}

#[tokio::test]
async fn attaching_updates_totals_and_contract_names() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").with("death_benefit", "100.10").insert().await;
    let annuity = app.annuity("A-1").with("contract_value", "50.05").insert().await;
    for kind in KINDS {
        let person = contact(&app, kind, "Ada Lee").await;
        let record = attach(&admin, kind, FIRM, policy.uuid, person.uuid, 1).await.ok();
        assert_eq!(record["totals"]["deathBenefit"], "100.10");
        let record = attach(&admin, kind, FIRM, annuity.uuid, person.uuid, 1)
            .await
            .ok();
        assert_eq!(record["totals"]["contractValue"], "50.05");
        let audited = format!(
            "SELECT count(*) FROM audit_log WHERE action = 'attach' AND subject_uuid = '{}'",
            person.uuid
        );
        assert_eq!(app.number(&audited).await, 2);
    }
    let names = "SELECT concat_ws(';', agent_name, owner_name, insured_name, party_kinds) FROM policy";
    assert_eq!(
        app.text(names).await.as_deref(),
        Some("Lee, Ada;Lee, Ada;Lee, Ada;7")
    );
    let role = "SELECT role FROM contract_party WHERE kind = 3 AND line = 2";
    assert_eq!(app.text(role).await.as_deref(), Some("Annuitant"));
}

#[tokio::test]
async fn rejects_a_duplicate_link_but_allows_another_type() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    for kind in [ContactKind::Agent, ContactKind::Owner] {
        let person = contact(&app, kind, "Ada Lee").await;
        attach(&admin, kind, FIRM, policy.uuid, person.uuid, 1).await.ok();
        attach(&admin, kind, FIRM, policy.uuid, person.uuid, 1)
            .await
            .refused(422, "already_attached");
        let record = attach(&admin, kind, FIRM, policy.uuid, person.uuid, 2).await.ok();
        assert_eq!(record["totals"]["policyCount"], 1, "a contract counts once");
        attach(&admin, kind, FIRM, policy.uuid, person.uuid, 9)
            .await
            .invalid("typeId", "unknown_choice");
    }
}

#[tokio::test]
async fn concurrent_attaches_leave_one_primary_insured() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let mut people = Vec::new();
    for i in 0..6 {
        people.push(contact(&app, ContactKind::Insured, &format!("Ada{i} Lee")).await);
    }
    let replies = join_all(
        people
            .iter()
            .map(|person| attach(&admin, ContactKind::Insured, FIRM, policy.uuid, person.uuid, 1)),
    );
    let replies = replies.await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.refused(422, "second_primary");
    }
    for (person, type_id) in people.iter().zip([2, 3, 2, 3, 2, 3]) {
        attach(
            &admin,
            ContactKind::Insured,
            FIRM,
            policy.uuid,
            person.uuid,
            type_id,
        )
        .await
        .ok();
    }
}

#[tokio::test]
async fn detaching_updates_totals_and_allows_reattaching() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    for kind in KINDS {
        let person = contact(&app, kind, "Ada Lee").await;
        attach(&admin, kind, FIRM, policy.uuid, person.uuid, 1).await.ok();
        let link = format!(
            "/{}/{FIRM}/policy/{}/contact/{}",
            resource(kind),
            policy.uuid,
            person.uuid
        );
        assert_eq!(admin.delete(&link).await.status, 204);
        admin.delete(&link).await.refused(404, "not_found");
        let record = admin
            .get(format!("/{}/{}/{}", resource(kind), kind.noun(), person.uuid))
            .await
            .ok();
        assert_eq!(record["totals"]["policyCount"], 0);
        let again = attach(&admin, kind, FIRM, policy.uuid, person.uuid, 1).await.ok();
        assert_eq!(again["totals"]["policyCount"], 1);
    }
}

#[tokio::test]
async fn detaches_one_type_and_restores_the_last_detached_types() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let agent = contact(&app, ContactKind::Agent, "Ada Lee").await;
    for type_id in [1, 2, 3] {
        attach(&admin, ContactKind::Agent, FIRM, policy.uuid, agent.uuid, type_id)
            .await
            .ok();
    }
    let link = format!("/FirmAgent/{FIRM}/policy/{}/contact/{}", policy.uuid, agent.uuid);
    let types = async || {
        let sql = "SELECT coalesce(string_agg(type_id::text, ' ' ORDER BY type_id), '') FROM contract_party
                   WHERE deleted_at IS NULL";
        app.text(sql).await.unwrap()
    };
    assert_eq!(admin.delete(format!("{link}?typeId=2")).await.status, 204);
    assert_eq!(types().await, "1 3");
    admin
        .delete(format!("{link}?typeId=2"))
        .await
        .refused(404, "not_found");
    assert_eq!(admin.delete(&link).await.status, 204);
    assert_eq!(types().await, "");
    let record = admin.post(format!("{link}/restore"), json!({})).await.ok();
    assert_eq!(
        (types().await.as_str(), &record["totals"]["policyCount"]),
        ("1 3", &json!(1))
    );
}

#[tokio::test]
async fn professional_detaches_and_restores_the_agent_of_the_block() {
    let app = TestApp::new().await;
    let (policy, agent) = (
        app.policy("P-1").insert().await,
        contact(&app, ContactKind::Agent, "Ada Lee").await,
    );
    app.link(&policy, &agent).await;
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    let link = format!("/FirmAgent/{FIRM}/policy/{}/contact/{}", policy.uuid, agent.uuid);
    assert_eq!(advisor.delete(&link).await.status, 204);
    advisor.post("/allpolicy/search", json!({})).await.ok();
    let record = advisor.post(format!("{link}/restore"), json!({})).await.ok();
    assert_eq!(record["totals"]["policyCount"], 1);
}

#[tokio::test]
async fn professional_restores_only_own_links_to_contacts_outside_the_block() {
    let app = TestApp::new().await;
    let policy = app.policy("P-1").insert().await;
    let agent = contact(&app, ContactKind::Agent, "Ada Lee").await;
    app.link(&policy, &agent).await;
    let (advisor, admin) = (app.advisor().await, app.admin().await);
    app.give_block(&advisor, &[&agent]).await;
    for (kind, resource) in [(ContactKind::Owner, "Owner"), (ContactKind::Insured, "Insured")] {
        let person = contact(&app, kind, "Grace Kim").await;
        attach(&admin, kind, FIRM, policy.uuid, person.uuid, 1).await.ok();
        let record = format!("/Firm{resource}/{}/{}", resource.to_lowercase(), person.uuid);
        let link = format!(
            "/Firm{resource}/{FIRM}/policy/{}/contact/{}",
            policy.uuid, person.uuid
        );
        assert_eq!(advisor.delete(&link).await.status, 204);
        advisor.get(&record).await.refused(404, "not_found");
        let restored = advisor.post(format!("{link}/restore"), json!({})).await.ok();
        assert_eq!(restored["totals"]["policyCount"], 1);
        advisor.get(&record).await.ok();
        assert_eq!(admin.delete(&link).await.status, 204);
        let restored = advisor.post(format!("{link}/restore"), json!({})).await;
        restored.refused(404, "not_found");
        advisor.get(&record).await.refused(404, "not_found");
        admin.post(format!("{link}/restore"), json!({})).await.ok();
    }
}

#[tokio::test]
async fn contracts_and_contacts_of_other_firms_are_not_found() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let own = app.policy("P-1").insert().await;
    let foreign = app.policy("P-1").of_firm(OTHER_FIRM).insert().await;
    for kind in KINDS {
        let person = contact(&app, kind, "Ada Lee").await;
        let stranger = app
            .contact(kind, "Eve Foe")
            .of_firm(OTHER_FIRM)
            .with("owner_type", 1)
            .insert()
            .await;
        let body = |reply: &Reply| -> Value { without_trace_id(reply.refused(404, "not_found")) };
        let unknown = attach(&admin, kind, FIRM, Uuid::now_v7(), person.uuid, 1).await;
        assert_eq!(
            body(&attach(&admin, kind, FIRM, foreign.uuid, person.uuid, 1).await),
            body(&unknown)
        );
        let unknown = attach(&admin, kind, FIRM, own.uuid, Uuid::now_v7(), 1).await;
        assert_eq!(
            body(&attach(&admin, kind, FIRM, own.uuid, stranger.uuid, 1).await),
            body(&unknown)
        );
        attach(&admin, kind, OTHER_FIRM, foreign.uuid, stranger.uuid, 1)
            .await
            .refused(404, "not_found");
        app.link(&foreign, &stranger).await;
        let link = format!(
            "/{}/{FIRM}/policy/{}/contact/{}",
            resource(kind),
            foreign.uuid,
            stranger.uuid
        );
        admin.delete(link).await.refused(404, "not_found");
        let viewer = app.as_role(FirmUserType::ViewOnly).await;
        attach(&viewer, kind, FIRM, own.uuid, person.uuid, 1)
            .await
            .refused(403, "forbidden");
        let link = format!(
            "/{}/{FIRM}/policy/{}/contact/{}",
            resource(kind),
            own.uuid,
            person.uuid
        );
        viewer.delete(link).await.refused(403, "forbidden");
    }
    assert_eq!(
        app.number("SELECT count(*) FROM contract_party WHERE firm_id = 1")
            .await,
        0
    );
}

#[tokio::test]
async fn accepts_requests_that_repeat_the_path() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    for (kind, resource, key, type_key, address) in [
        (
            ContactKind::Agent,
            "FirmAgent",
            "agentUuid",
            "agentTypeId",
            "/type/1",
        ),
        (ContactKind::Owner, "FirmOwner", "ownerUuid", "ownerTypeId", ""),
        (
            ContactKind::Insured,
            "FirmInsured",
            "insuredUuid",
            "isPrimary",
            "/type/1",
        ),
    ] {
        let contact = contact(&app, kind, "Ada Lee").await;
        let path = format!("/{resource}/{FIRM}/policy/{}{address}", policy.uuid);
        let mut body = json!({ "firmId": FIRM, key: contact.uuid, "policyUuid": policy.uuid,
                               type_key: if kind == ContactKind::Insured { json!(true) } else { json!(1) } });
        admin.put(&path, body.clone()).await.ok();
        body["policyUuid"] = json!(contact.uuid);
        admin
            .put(&path, body.clone())
            .await
            .invalid("policyUuid", "mismatch");
        body["firmId"] = json!(FIRM + 1);
        admin.put(&path, body).await.invalid("firmId", "mismatch");
    }
    let agent = contact(&app, ContactKind::Agent, "Bob Lee").await;
    let path = format!("/FirmAgent/{FIRM}/policy/{}/type/1", policy.uuid);
    let body = json!({ "uuid": agent.uuid, "agentTypeId": 2 });
    admin.put(&path, body).await.invalid("agentTypeId", "mismatch");
    let toggle = json!({ "firmAgentUuid": agent.uuid, "enabled": true, "annuityUuids": [] });
    let switch = format!("/FirmAgent/agent/{}/agentIntegration", agent.uuid);
    admin.put(format!("{switch}/true"), toggle.clone()).await.ok();
    admin
        .put(format!("{switch}/false"), toggle)
        .await
        .invalid("enabled", "mismatch");
}

#[tokio::test]
async fn creates_and_changes_owners_with_the_firm_and_uuid_in_the_body() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let person = json!({ "firstName": "Ada", "lastName": "Lee", "ownerType": 1 });
    let mut body = json!({ "firmId": FIRM, "owner": person, "policyUuid": policy.uuid });
    let created = admin.post(format!("/FirmOwner/{FIRM}"), body.clone()).await.ok();
    assert_eq!(created["totals"]["policyCount"], 1);
    body.as_object_mut().unwrap().remove("policyUuid");
    body["uuid"] = created["uuid"].clone();
    body["version"] = created["version"].clone();
    body["owner"]["firstName"] = json!("Eve");
    let address = format!("/FirmOwner/{FIRM}/owner/{}", created["uuid"].as_str().unwrap());
    let changed = admin.post(&address, body.clone()).await.ok();
    assert_eq!(changed["displayName"], "Lee, Eve");
    body["firmId"] = json!(FIRM + 1);
    admin.post(&address, body).await.invalid("firmId", "mismatch");
}

#[tokio::test]
async fn rejects_invalid_attach_requests() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/FirmAgent/{FIRM}/policy/{}/type/1", policy.uuid);
    admin
        .put(&path, json!({ "uuid": "Ada" }))
        .await
        .invalid("uuid", "type");
    admin.put(&path, json!({})).await.refused(400, "invalid");
    admin
        .put(&path, json!({ "uuid": Uuid::nil(), "typeId": 1 }))
        .await
        .invalid("typeId", "type");
    let owner = format!("/FirmOwner/{FIRM}/policy/{}", policy.uuid);
    admin
        .put(&owner, json!({ "uuid": Uuid::nil(), "typeId": 300 }))
        .await
        .invalid("typeId", "type");
    admin
        .put(path.replace("type/1", "type/300"), json!({ "uuid": Uuid::nil() }))
        .await
        .refused(400, "path");
}
