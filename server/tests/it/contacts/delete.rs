//! Deleting and restoring a contact.

use super::{KINDS, agent_with_npn, resource};
use crate::support::{FIRM, OTHER_FIRM, TestApp, without_trace_id};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

#[tokio::test]
async fn restores_a_deleted_contact_with_its_links_and_totals() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let resource = resource(kind);
        let contact = app.contact(kind, "Ada Lee").with("owner_type", 1).insert().await;
        let policy = app
            .policy(&format!("P-{resource}"))
            .with("status", "Lapsed")
            .with("death_benefit", "100.50");
        let policy = policy.insert().await;
        app.link(&policy, &contact).await;
        let read = format!("/{resource}/{}/{}", kind.noun(), contact.uuid);
        let record = format!("/{resource}/{FIRM}/{}/{}", kind.noun(), contact.uuid);
        let before = admin.get(&read).await.ok();
        assert_eq!(before["totals"]["deathBenefit"], "100.50");
        let totals = admin.post(format!("/{resource}/totals"), json!({})).await.ok();

        assert_eq!(admin.delete(&record).await.status, 204);
        admin.get(&read).await.refused(404, "not_found");
        admin.delete(&record).await.refused(404, "not_found");
        admin
            .post(format!("/{resource}/Policies/{}", contact.uuid), json!({}))
            .await
            .refused(404, "not_found");
        let page = admin.post(format!("/{resource}/search"), json!({})).await.ok();
        assert_eq!(page, json!({ "items": [], "totalRecords": 0, "cursor": null }));
        assert_eq!(admin.get(format!("/{resource}")).await.ok(), json!([]));
        assert_eq!(
            admin.post(format!("/{resource}/totals"), json!({})).await.ok()["policyCount"],
            0
        );

        let back = admin.post(format!("{record}/restore"), json!({})).await.ok();
        assert_eq!(
            (&back["totals"], &back["person"]),
            (&before["totals"], &before["person"])
        );
        assert_eq!(back["version"], 3);
        assert_eq!(
            admin.post(format!("/{resource}/totals"), json!({})).await.ok(),
            totals
        );
        admin
            .post(format!("{record}/restore"), json!({}))
            .await
            .refused(404, "not_found");
        let audited = format!(
            "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log
             WHERE subject_uuid = '{}' AND action <> 'denied'",
            contact.uuid
        );
        assert_eq!(app.text(&audited).await.as_deref(), Some("delete restore"));
    }
}

#[tokio::test]
async fn restores_no_links_that_were_detached_before_the_deletion() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    for number in ["P-1", "P-2"] {
        let policy = app.policy(number).with("status", "Lapsed").insert().await;
        app.link(&policy, &agent).await;
        if number == "P-1" {
            let taken = format!("/FirmAgent/{FIRM}/policy/{}/contact/{}", policy.uuid, agent.uuid);
            assert_eq!(admin.delete(taken).await.status, 204);
        }
    }
    let record = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    admin.delete(&record).await.ok();
    let back = admin.post(format!("{record}/restore"), json!({})).await.ok();
    assert_eq!(back["totals"]["policyCount"], 1);
}

#[tokio::test]
async fn rejects_deleting_a_party_to_in_force_contracts_without_reassignment() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let contact = app.contact(kind, "Ada Lee").with("owner_type", 1).insert().await;
        let policy = app.policy(&format!("P-{kind:?}")).insert().await;
        let annuity = app
            .annuity(&format!("A-{kind:?}"))
            .with("status", "Annuitized")
            .insert()
            .await;
        let record = format!("/{}/{FIRM}/{}/{}", resource(kind), kind.noun(), contact.uuid);
        app.link(&policy, &contact).await;
        let refusal = admin.delete(&record).await.refused(422, "in_force_contracts");
        assert_eq!(
            refusal["message"],
            "Lee, Ada is a party to 1 contract in force. Select a contact to take over."
        );
        app.link(&annuity, &contact).await;
        let refusal = admin.delete(&record).await.refused(422, "in_force_contracts");
        assert_eq!(
            refusal["message"],
            "Lee, Ada is a party to 2 contracts in force. Select a contact to take over."
        );
    }
    assert_eq!(
        app.number("SELECT count(*) FROM contact WHERE deleted_at IS NOT NULL")
            .await,
        0
    );
}

#[tokio::test]
async fn reassigns_contracts_on_delete_and_returns_them_on_restore() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (old, heir) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bo Lee").insert().await,
    );
    let (shared, own) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    for policy in [&shared, &own] {
        app.link(policy, &old).await;
    }
    app.link(&shared, &heir).await;
    let count = async |agent: Uuid| {
        admin.get(format!("/FirmAgent/agent/{agent}")).await.ok()["totals"]["policyCount"].as_i64()
    };
    let record = format!("/FirmAgent/{FIRM}/agent/{}", old.uuid);
    assert_eq!(
        admin
            .delete(format!("{record}?reassignTo={}", heir.uuid))
            .await
            .status,
        204
    );
    assert_eq!(count(heir.uuid).await, Some(2));
    assert_eq!(
        app.text("SELECT agent_name FROM policy WHERE policy_number = 'P-2'")
            .await
            .as_deref(),
        Some("Lee, Bo")
    );

    admin.post(format!("{record}/restore"), json!({})).await.ok();
    assert_eq!(count(old.uuid).await, Some(2));
    assert_eq!(
        count(heir.uuid).await,
        Some(1),
        "Bo keeps his own link to the shared policy"
    );
    assert_eq!(
        app.text("SELECT agent_name FROM policy WHERE policy_number = 'P-2'")
            .await
            .as_deref(),
        Some("Lee, Ada")
    );
}

#[tokio::test]
async fn rejects_restoring_a_second_primary_insured() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (first, second) = (
        app.insured("Ada Lee").insert().await,
        app.insured("Bo Lee").insert().await,
    );
    let policy = app.policy("P-1").with("status", "Lapsed").insert().await;
    app.link(&policy, &first).await;
    let record = format!("/FirmInsured/{FIRM}/insured/{}", first.uuid);
    admin.delete(&record).await.ok();
    app.link(&policy, &second).await;
    let refusal = admin
        .post(format!("{record}/restore"), json!({}))
        .await
        .refused(422, "second_primary");
    assert_eq!(
        refusal["message"],
        "Lee, Bo is now the primary insured on one of the contracts. Change that role first."
    );
    assert_eq!(
        app.number("SELECT count(*) FROM contact WHERE deleted_at IS NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn rejects_reassignment_to_another_kind_firm_or_the_contact_itself() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &agent).await;
    let owner = app.owner("Bo Lee").insert().await;
    let foreign = app.agent("Eve Foe").of_firm(OTHER_FIRM).insert().await;
    let record = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    for heir in [agent.uuid, owner.uuid, foreign.uuid, Uuid::now_v7()] {
        admin
            .delete(format!("{record}?reassignTo={heir}"))
            .await
            .refused(404, "not_found");
    }
    admin
        .delete(format!("{record}?reassignTo=somebody"))
        .await
        .refused(400, "query");
    assert_eq!(
        app.number("SELECT count(*) FROM contract_party WHERE deleted_at IS NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn rejects_restoring_an_agent_whose_npn_is_taken() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let added = admin
        .post(format!("/FirmAgent/{FIRM}"), agent_with_npn("Ada", "111"))
        .await
        .ok();
    let record = format!("/FirmAgent/{FIRM}/agent/{}", added["uuid"].as_str().unwrap());
    admin.delete(&record).await.ok();
    admin
        .post(format!("/FirmAgent/{FIRM}"), agent_with_npn("Bo", "0111"))
        .await
        .ok();
    let taken = admin
        .post(format!("{record}/restore"), json!({}))
        .await
        .refused(409, "taken");
    assert_eq!(taken["errors"][0]["field"], "person.npn");
}

#[tokio::test]
async fn rejects_deleting_in_other_firms_or_without_permission() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.as_role(FirmUserType::OfficeManager).await);
    for kind in KINDS {
        let foreign = app
            .contact(kind, "Eve Foe")
            .of_firm(OTHER_FIRM)
            .with("owner_type", 1)
            .insert()
            .await;
        let own = app.contact(kind, "Ada Lee").with("owner_type", 1).insert().await;
        let path = |firm: i32, uuid: Uuid| format!("/{}/{firm}/{}/{uuid}", resource(kind), kind.noun());
        let without = |body: Value| without_trace_id(body);
        let unknown = without(
            admin
                .delete(path(FIRM, Uuid::now_v7()))
                .await
                .refused(404, "not_found"),
        );
        assert_eq!(
            without(
                admin
                    .delete(path(FIRM, foreign.uuid))
                    .await
                    .refused(404, "not_found")
            ),
            unknown
        );
        admin
            .delete(path(OTHER_FIRM, foreign.uuid))
            .await
            .refused(404, "not_found");
        advisor
            .delete(path(FIRM, own.uuid))
            .await
            .refused(403, "forbidden");
        let restore = format!("{}/restore", path(FIRM, own.uuid));
        advisor.post(restore, json!({})).await.refused(403, "forbidden");
        app.execute(&format!(
            "UPDATE contact SET deleted_at = now() WHERE uuid = '{}'",
            foreign.uuid
        ))
        .await;
        let restore = format!("{}/restore", path(FIRM, foreign.uuid));
        admin.post(restore, json!({})).await.refused(404, "not_found");
    }
    assert_eq!(
        app.number("SELECT count(*) FROM contact WHERE firm_id = 1 AND deleted_at IS NOT NULL")
            .await,
        0
    );
}
