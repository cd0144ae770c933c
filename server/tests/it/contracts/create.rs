//! Adding a contract.

use super::{LINES, pending};
use crate::support::{CARRIER, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

#[tokio::test]
async fn creates_a_contract_with_parties_values_and_audit_entry() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (agent, owner) = (
        app.agent("Ada Agent").insert().await,
        app.owner("Olga Owner").insert().await,
    );
    for (resource, noun, number) in LINES {
        let mut contract = pending(resource, " ab-001 ");
        contract["status"] = json!("InForce");
        contract["deathBenefit"] = json!("$ 250,000");
        let parties = json!([{ "kind": 1, "uuid": agent.uuid, "typeId": 2 }, { "kind": 2, "uuid": owner.uuid, "typeId": 1 }]);
        let added = admin
            .post(
                format!("/{resource}"),
                json!({ "contract": contract, "parties": parties }),
            )
            .await;
        assert_eq!(added.status, 201);
        let added = added.json();
        assert_eq!(
            (&added["contract"][number], &added["version"]),
            (&json!("ab-001"), &json!(1))
        );
        let labels: Vec<_> = added["parties"]
            .as_array()
            .unwrap()
            .iter()
            .map(|party| &party["roleLabel"])
            .collect();
        assert_eq!(labels, ["Servicing Agent", "Owner"]);
        assert_eq!(added["values"][0]["asOf"], "2026-11-21");
        assert_eq!(added["values"][0]["values"]["deathBenefit"], "250000.00");
        let read = admin
            .get(format!("/{resource}/{}", added["uuid"].as_str().unwrap()))
            .await
            .ok();
        assert_eq!(read, added);
        let logged =
            format!("SELECT count(*) FROM audit_log WHERE action = 'add' AND subject_type = '{noun}'");
        assert_eq!(app.number(&logged).await, 1);
        let shown = format!("SELECT owner_name FROM {noun}");
        assert_eq!(app.text(&shown).await.as_deref(), Some("Owner, Olga"));
    }
}

#[tokio::test]
async fn repeated_request_with_the_same_key_adds_one_contract() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (resource, noun, _) in LINES {
        let (key, path) = (Uuid::now_v7(), format!("/{resource}"));
        let body = json!({ "contract": pending(resource, "1") });
        let first = admin.post_once(key, &path, &body).await.ok();
        assert_eq!(first["uuid"], key.to_string());
        assert_eq!(admin.post_once(key, &path, &body).await.ok(), first);
        assert_eq!(app.number(&format!("SELECT count(*) FROM {noun}")).await, 1);
    }
}

#[tokio::test]
async fn rejects_the_same_key_with_a_different_request() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Agent").insert().await;
    let imported = [
        app.policy("P-1").insert().await.uuid,
        app.annuity("A-1").insert().await.uuid,
    ];
    for ((resource, noun, number), imported) in LINES.into_iter().zip(imported) {
        let (key, path) = (Uuid::now_v7(), format!("/{resource}"));
        let body = json!({ "contract": pending(resource, "1") });
        let first = admin.post_once(key, &path, &body).await.ok();
        let with = |field: &str, value: Value| {
            let mut other = body.clone();
            other["contract"][field] = value;
            other
        };
        let mut with_agent = body.clone();
        with_agent["parties"] = json!([{ "kind": 1, "uuid": agent.uuid, "typeId": 1 }]);
        for other in [
            with(number, json!("2")),
            with("issueState", json!("CA")),
            with_agent,
        ] {
            admin
                .post_once(key, &path, &other)
                .await
                .refused(422, "idempotency_key_reused");
        }
        // A key that equals the uuid of a record that was created in another way is rejected too.
        admin
            .post_once(imported, &path, &with(number, json!("3")))
            .await
            .refused(422, "idempotency_key_reused");
        assert_eq!(admin.post_once(key, &path, &body).await.ok(), first);
        assert_eq!(app.number(&format!("SELECT count(*) FROM {noun}")).await, 2);
    }
    assert_eq!(app.number("SELECT count(*) FROM contract_party").await, 0);
}

#[tokio::test]
async fn rejects_invalid_contracts_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let foreign = app.owner("Eve Foe").of_firm(OTHER_FIRM).insert().await;
    let owner = app.owner("Olga Owner").insert().await;
    for (resource, noun, number) in LINES {
        let path = format!("/{resource}");
        for (field, value, code) in [
            (number, json!(" - "), "required"),
            ("carrierUuid", Value::Null, "required"),
            ("carrierUuid", json!(Uuid::now_v7()), "unknown_code"),
            ("status", json!("InForce"), "owner_required"),
            ("productType", json!("Bicycle"), "unknown_code"),
            ("issueDate", json!("2027-11-22"), "too_late"),
            ("deathBenefit", json!("-1"), "type"),
            ("deathBenefit", json!("1.234.567.890.12"), "type"),
            ("deathBenefit", json!(1.1), "type"),
        ] {
            let mut contract = pending(resource, "1");
            contract["deathBenefit"] = json!("1.00");
            contract[field] = value;
            admin
                .post(&path, json!({ "contract": contract }))
                .await
                .invalid(&format!("contract.{field}"), code);
        }
        let with = |parties: Value| json!({ "contract": pending(resource, "1"), "parties": parties });
        let once = json!({ "kind": 2, "uuid": owner.uuid, "typeId": 1 });
        admin
            .post(&path, with(json!([once, once])))
            .await
            .invalid("parties[1]", "already_attached");
        admin
            .post(&path, with(json!(vec![once.clone(); 21])))
            .await
            .invalid("parties", "too_many");
        let odd = json!([{ "kind": 2, "uuid": owner.uuid, "typeId": 9 }]);
        admin
            .post(&path, with(odd))
            .await
            .invalid("typeId", "unknown_choice");
        let strange = json!([{ "kind": 2, "uuid": foreign.uuid, "typeId": 1 }]);
        admin.post(&path, with(strange)).await.refused(404, "not_found");
        admin
            .post(&path, json!({ "contract": { "salary": 1 } }))
            .await
            .invalid("contract.salary", "type");
        assert_eq!(app.number(&format!("SELECT count(*) FROM {noun}")).await, 0);
    }
}

#[tokio::test]
async fn contract_number_is_unique_per_carrier_and_firm() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute(
        "INSERT INTO carrier (uuid, name, short_name, naic_code)
                 VALUES ('00000000-0000-0000-0000-00000000000b', 'Ash Life', 'Ash', '99997')",
    )
    .await;
    for (resource, _, number) in LINES {
        let path = format!("/{resource}");
        admin
            .post(&path, json!({ "contract": pending(resource, "AB-001") }))
            .await
            .ok();
        let taken = admin
            .post(&path, json!({ "contract": pending(resource, "ab 001") }))
            .await;
        let taken = taken.refused(409, "taken");
        assert_eq!(taken["errors"][0]["field"], format!("contract.{number}"));
        assert!(taken["message"].as_str().unwrap().contains("Cedar Life"));
        let mut elsewhere = pending(resource, "AB-001");
        elsewhere["carrierUuid"] = json!("00000000-0000-0000-0000-00000000000b");
        admin.post(&path, json!({ "contract": elsewhere })).await.ok();
        admin
            .post(&path, json!({ "contract": pending(resource, "AB-0001") }))
            .await
            .ok();
        // Other firms can use the same number.
        app.other_firm_admin()
            .await
            .post(&path, json!({ "contract": pending(resource, "AB-001") }))
            .await
            .ok();
    }
    assert_eq!(CARRIER, "00000000-0000-0000-0000-00000000000a");
}

#[tokio::test]
async fn professional_can_only_add_contracts_for_agents_of_the_block() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let (mine, other) = (
        app.agent("Mia Mine").insert().await,
        app.agent("Otto Other").insert().await,
    );
    app.give_block(&advisor, &[&mine]).await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    for (resource, noun, _) in LINES {
        let path = format!("/{resource}");
        let with = |agents: Value| json!({ "contract": pending(resource, "1"), "parties": agents });
        let own = json!({ "kind": 1, "uuid": mine.uuid, "typeId": 1 });
        advisor
            .post(&path, with(json!([])))
            .await
            .invalid("parties", "agent_required");
        let theirs = json!({ "kind": 1, "uuid": other.uuid, "typeId": 1 });
        advisor
            .post(&path, with(json!([theirs])))
            .await
            .invalid("parties", "agent_required");
        advisor
            .post(&path, with(json!([own, theirs])))
            .await
            .refused(404, "not_found");
        let added = advisor.post(&path, with(json!([own]))).await.ok();
        advisor
            .get(format!("/{resource}/{}", added["uuid"].as_str().unwrap()))
            .await
            .ok();
        viewer
            .post(&path, with(json!([own])))
            .await
            .refused(403, "forbidden");
        assert_eq!(app.number(&format!("SELECT count(*) FROM {noun}")).await, 1);
    }
}
