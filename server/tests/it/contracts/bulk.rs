//! Changing several contracts at once, and undoing the change.

use super::LINES;
use crate::support::{FIRM, NewRow, Row, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

fn new<'a>(app: &'a TestApp, noun: &str, number: &str) -> NewRow<'a> {
    let row = match noun {
        "policy" => app.policy(number),
        _ => app.annuity(number),
    };
    row.with("death_benefit", "5.00").with("issue_date", "2020-01-01")
}

async fn two_policies(app: &TestApp) -> (Row, Row) {
    (
        new(app, "policy", "1").insert().await,
        new(app, "policy", "2").insert().await,
    )
}

fn named(rows: &[&Row]) -> Value {
    let uuids: Vec<Uuid> = rows.iter().map(|row| row.uuid).collect();
    json!({ "rowUuids": uuids })
}

fn status(contracts: &Value, status: &str) -> Value {
    json!({ "contracts": contracts,
            "change": { "kind": "status", "status": status, "statusDate": "2026-10-01" } })
}

fn field(contracts: &Value, field: &str, value: &Value) -> Value {
    json!({ "contracts": contracts, "change": { "kind": "field", "field": field, "value": value } })
}

/// Counts the contracts with a status.
async fn in_status(app: &TestApp, noun: &str, status: &str) -> i64 {
    app.number(&format!("SELECT count(*) FROM {noun} WHERE status = '{status}'"))
        .await
}

#[tokio::test]
async fn applies_the_previewed_change_and_undoes_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (resource, noun, _) in LINES {
        let (a, b, done) = (
            new(&app, noun, "1").insert().await,
            new(&app, noun, "2").insert().await,
            new(&app, noun, "3").with("status", "Surrendered").insert().await,
        );
        let other = new(&app, noun, "4").insert().await;
        let owner = app.owner("Ada Lee").insert().await;
        app.link(&a, &owner).await;
        app.link(&b, &owner).await;
        let records = async || {
            let mut all = Vec::new();
            for row in [&a, &b, &done, &other] {
                let record = admin.get(format!("/{resource}/{}", row.uuid)).await.ok();
                all.push(record["contract"].clone());
            }
            all
        };
        let before = records().await;
        let request = status(&named(&[&a, &b, &done]), "Surrendered");
        let preview = admin
            .post(format!("/{resource}/bulk/preview"), request.clone())
            .await
            .ok();
        assert_eq!(
            preview,
            json!({ "selected": 3, "changed": 2, "unchanged": 1, "problems": [],
                    "current": [{ "value": "InForce", "contracts": 2 }] })
        );
        assert_eq!(records().await, before, "a preview changes nothing");
        let edit = admin.post(format!("/{resource}/bulk"), request).await.ok();
        assert_eq!(edit["result"], preview);
        let after = records().await;
        for (index, is_changed) in [(0, true), (1, true), (2, false), (3, false)] {
            let mut expected = before[index].clone();
            if is_changed {
                (expected["status"], expected["statusDate"]) = (json!("Surrendered"), json!("2026-10-01"));
            }
            assert_eq!(after[index], expected, "contract {index}");
        }
        let undo = format!("/{resource}/bulk/{}/undo", edit["uuid"].as_str().unwrap());
        let undone = admin.post(&undo, json!({})).await.ok();
        assert_eq!(undone, json!({ "restored": 2, "skipped": 0 }));
        assert_eq!(records().await, before);
        admin.post(&undo, json!({})).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn activity_and_audit_log_show_the_change() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (a, b) = two_policies(&app).await;
    let request = field(&named(&[&a, &b]), "riskClass", &json!("Preferred"));
    admin.post("/allpolicy/bulk", request).await.ok();
    let activity = admin.get(format!("/allpolicy/{}/activity", a.uuid)).await.ok();
    let entry = &activity["items"][0];
    assert_eq!(entry["fields"], json!(["riskClass"]));
    assert_eq!(
        entry["changes"],
        json!([{ "field": "riskClass", "from": null, "to": "Preferred" }])
    );
    let chains = app
        .number("SELECT count(*) FROM audit_log WHERE action = 'change' AND hash IS NOT NULL")
        .await;
    assert_eq!(chains, 2);
}

#[tokio::test]
async fn a_new_premium_mode_changes_the_annualized_premium_and_undo_restores_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = new(&app, "policy", "1")
        .with("premium_mode", "Monthly")
        .with("modal_premium", "100.00")
        .with("annualized_premium", "1190.00")
        .insert()
        .await;
    let annualized = async || {
        let record = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
        record["contract"]["annualizedPremium"].clone()
    };
    let request = field(&named(&[&policy]), "premiumMode", &json!("Quarterly"));
    let edit = admin.post("/allpolicy/bulk", request).await.ok();
    assert_eq!(annualized().await, "400.00");
    let undo = format!("/allpolicy/bulk/{}/undo", edit["uuid"].as_str().unwrap());
    admin.post(&undo, json!({})).await.ok();
    assert_eq!(annualized().await, "1190.00");
}

#[tokio::test]
async fn skips_contracts_that_would_become_invalid() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Ada Lee").insert().await;
    let pending = |number: &'static str| new(&app, "policy", number).with("status", "Pending");
    let (owned, orphan) = (pending("1").insert().await, pending("2").insert().await);
    app.link(&owned, &owner).await;
    let request = status(&named(&[&owned, &orphan]), "InForce");
    let edit = admin.post("/allpolicy/bulk", request).await.ok();
    let result = &edit["result"];
    assert_eq!((&result["changed"], &result["selected"]), (&json!(1), &json!(2)));
    assert_eq!(
        result["problems"],
        json!([{ "message": "A contract needs an owner before it can be in force. Add an owner first.",
                 "contracts": 1, "numbers": ["2"] }])
    );
    assert_eq!(in_status(&app, "policy", "Pending").await, 1);
}

#[tokio::test]
async fn query_selects_all_matching_contracts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for number in ["1", "2", "3"] {
        new(&app, "policy", number).insert().await;
    }
    new(&app, "policy", "9")
        .with("product_type", "WholeLife")
        .insert()
        .await;
    let all = json!({ "filter": [{ "column": "productType", "op": "eq", "value": "Term" }] });
    let edit = admin.post("/allpolicy/bulk", status(&all, "Lapsed")).await.ok();
    assert_eq!(edit["result"]["changed"], 3);
    assert_eq!(in_status(&app, "policy", "Lapsed").await, 3);
    assert_eq!(in_status(&app, "policy", "InForce").await, 1);
}

#[tokio::test]
async fn undo_keeps_later_changes() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (a, b) = two_policies(&app).await;
    let request = field(&named(&[&a, &b]), "riskClass", &json!("Preferred"));
    let edit = admin.post("/allpolicy/bulk", request).await.ok();
    let request = field(&named(&[&b]), "riskClass", &json!("Standard"));
    admin.post("/allpolicy/bulk", request).await.ok();
    let undo = format!("/allpolicy/bulk/{}/undo", edit["uuid"].as_str().unwrap());
    let undone = admin.post(undo, json!({})).await.ok();
    assert_eq!(undone, json!({ "restored": 1, "skipped": 1 }));
    let classes = app
        .text("SELECT string_agg(coalesce(risk_class, '-'), ' ' ORDER BY policy_number) FROM policy")
        .await;
    assert_eq!(classes.as_deref(), Some("- Standard"));
}

#[tokio::test]
async fn undo_leaves_no_contract_in_force_without_an_owner() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Ada Lee").insert().await;
    let (owned, orphan) = two_policies(&app).await;
    for policy in [&owned, &orphan] {
        app.link(policy, &owner).await;
    }
    let request = status(&named(&[&owned, &orphan]), "Lapsed");
    let edit = admin.post("/allpolicy/bulk", request).await.ok();
    let detached = format!("/FirmOwner/{FIRM}/policy/{}/contact/{}", orphan.uuid, owner.uuid);
    assert!(admin.delete(detached).await.status.is_success());
    let undo = format!("/allpolicy/bulk/{}/undo", edit["uuid"].as_str().unwrap());
    let undone = admin.post(undo, json!({})).await.ok();
    assert_eq!(undone, json!({ "restored": 1, "skipped": 1 }));
    assert_eq!(in_status(&app, "policy", "InForce").await, 1);
}

#[tokio::test]
async fn repeated_request_has_no_further_effect() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let a = new(&app, "policy", "1").insert().await;
    let key = Uuid::from_u128(7);
    let request = field(&named(&[&a]), "riskClass", &json!("Preferred"));
    let first = admin.post_once(key, "/allpolicy/bulk", &request).await.ok();
    assert_eq!(first["uuid"], json!(key));
    let second = admin.post_once(key, "/allpolicy/bulk", &request).await.ok();
    assert_eq!(first, second);
    assert_eq!(app.number("SELECT version::bigint FROM policy").await, 2);
    let other = field(&named(&[&a]), "riskClass", &json!("Standard"));
    admin
        .post_once(key, "/allpolicy/bulk", &other)
        .await
        .refused(422, "idempotency_key_reused");
}

#[tokio::test]
async fn changes_only_visible_contracts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (agent, own, hidden) = (
        app.agent("Kim Ames").insert().await,
        new(&app, "policy", "1").insert().await,
        new(&app, "policy", "2").insert().await,
    );
    app.link(&own, &agent).await;
    let foreign = new(&app, "policy", "3").of_firm(2).insert().await;
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    let request = status(&named(&[&own, &hidden, &foreign]), "Lapsed");
    let edit = advisor.post("/allpolicy/bulk", request.clone()).await.ok();
    assert_eq!(edit["result"]["selected"], 1);
    assert_eq!(in_status(&app, "policy", "Lapsed").await, 1);
    let everything = status(&json!({}), "Lapsed");
    let preview = advisor.post("/allpolicy/bulk/preview", everything).await.ok();
    assert_eq!(preview["selected"], 1);
    let undo = format!("/allpolicy/bulk/{}/undo", edit["uuid"].as_str().unwrap());
    for other in [&admin, &app.other_firm_admin().await] {
        other.post(&undo, json!({})).await.refused(404, "not_found");
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    for path in ["/allpolicy/bulk", "/allpolicy/bulk/preview", undo.as_str()] {
        viewer.post(path, request.clone()).await.refused(403, "forbidden");
    }
}

#[tokio::test]
async fn undo_skips_contracts_that_are_no_longer_visible() {
    let app = TestApp::new().await;
    let agent = app.agent("Kim Ames").insert().await;
    let policy = new(&app, "policy", "1").insert().await;
    app.link(&policy, &agent).await;
    app.link(&policy, &app.owner("Ada Lee").insert().await).await;
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    let request = status(&named(&[&policy]), "Lapsed");
    let edit = advisor.post("/allpolicy/bulk", request).await.ok();
    // Removes links instead of changing the block, because the server caches the viewer's block for a while.
    app.execute("UPDATE contract_party SET deleted_at = now() WHERE kind = 1")
        .await;
    let undo = format!("/allpolicy/bulk/{}/undo", edit["uuid"].as_str().unwrap());
    let undone = advisor.post(undo, json!({})).await.ok();
    assert_eq!(undone, json!({ "restored": 0, "skipped": 1 }));
    assert_eq!(in_status(&app, "policy", "Lapsed").await, 1);
}

#[tokio::test]
async fn rejects_invalid_requests() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let a = new(&app, "policy", "1").insert().await;
    for (body, at, code) in [
        (
            status(&json!({ "rowUuids": vec![a.uuid; 1001] }), "Lapsed"),
            "contracts.rowUuids",
            "too_many",
        ),
        (
            status(
                &json!({ "filter": [{ "column": "moon", "op": "eq", "value": 1 }] }),
                "Lapsed",
            ),
            "contracts.filter[0].column",
            "unknown_column",
        ),
        (
            field(&named(&[&a]), "deathBenefit", &json!("1")),
            "change.field",
            "not_a_choice",
        ),
        (
            field(&named(&[&a]), "taxType", &json!("IRA")),
            "change.field",
            "not_a_choice",
        ),
    ] {
        for path in ["/allpolicy/bulk", "/allpolicy/bulk/preview"] {
            admin.post(path, body.clone()).await.invalid(at, code);
        }
    }
    assert_eq!(in_status(&app, "policy", "InForce").await, 1);
}

#[tokio::test]
async fn lapse_alarms_are_sent_and_withdrawn_by_undo() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Ada Lee").insert().await;
    let mut policies = Vec::new();
    for number in ["1", "2"] {
        let policy = new(&app, "policy", number).insert().await;
        app.link(&policy, &owner).await;
        policies.push(policy);
    }
    let alarms = async || {
        admin
            .get("/UserNotification")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len()
    };
    let mut request = status(&named(&policies.iter().collect::<Vec<_>>()), "LapsePending");
    request["change"]["statusDate"] = json!("2026-11-20");
    let edit = admin.post("/allpolicy/bulk", request).await.ok();
    assert_eq!(alarms().await, 2);
    let undo = format!("/allpolicy/bulk/{}/undo", edit["uuid"].as_str().unwrap());
    admin.post(undo, json!({})).await.ok();
    assert_eq!(alarms().await, 0);
}

#[tokio::test]
async fn limits_the_contracts_that_a_query_selects() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let all = status(&json!({}), "Lapsed");
    let mut first = 1;
    for (last, is_allowed) in [(10_000, true), (10_001, false)] {
        app.execute(&format!(
            "INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, death_benefit)
             SELECT {FIRM}, gen_random_uuid(), 'P' || n, uuid, name, 'Term', 'InForce', 5
             FROM (SELECT * FROM carrier LIMIT 1) carrier, generate_series({first}, {last}) n"
        ))
        .await;
        first = last + 1;
        let reply = admin.post("/allpolicy/bulk/preview", all.clone()).await;
        if is_allowed {
            assert_eq!(reply.ok()["changed"], last);
        } else {
            reply.refused(422, "too_many_contracts");
        }
    }
    admin
        .post("/allpolicy/bulk", all)
        .await
        .refused(422, "too_many_contracts");
    assert_eq!(in_status(&app, "policy", "Lapsed").await, 0);
}
