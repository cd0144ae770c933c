//! Beneficiaries of policies and annuities.

use crate::support::{FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

fn primary(name: &str, share: &str) -> Value {
    json!({ "class": "Primary", "name": name, "sharePercent": share })
}

fn names(record: &Value) -> Vec<&str> {
    let all = record["beneficiaries"].as_array().unwrap();
    all.iter().map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn adds_changes_deletes_and_restores_beneficiaries_of_both_lines() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, annuity) = (
        app.policy("P-1").insert().await,
        app.annuity("A-1").insert().await,
    );
    let spouse = app.owner("Bo Lee").insert().await;
    for (contract, kind) in [
        (format!("/allpolicy/{}", policy.uuid), "Policy"),
        (format!("/allannuity/{}", annuity.uuid), "Annuity"),
    ] {
        let path = format!("{contract}/beneficiary");
        let mut body = json!({ "class": "Primary", "name": " Bo  Lee ", "relationship": "Spouse",
            "birthDate": "03/04/1970", "sharePercent": "100", "isIrrevocable": true, "contactUuid": spouse.uuid });
        let added = admin.post(&path, body.clone()).await;
        assert_eq!(added.status, 201, "{kind}");
        let added = added.ok();
        let expected = json!({ "uuid": added["uuid"], "class": "Primary", "name": "Bo Lee", "relationship": "Spouse",
            "birthDate": "1970-03-04", "sharePercent": "100", "isIrrevocable": true, "isPerStirpes": false,
            "contactUuid": spouse.uuid, "contactType": 2, "version": 1 });
        assert_eq!(added, expected);
        let child = json!({ "class": "Contingent", "name": "Ada Lee" });
        admin.post(&path, child).await.ok();
        let record = admin.get(&contract).await.ok();
        assert_eq!(names(&record), ["Bo Lee", "Ada Lee"]);

        let one = format!("{path}/{}", added["uuid"].as_str().unwrap());
        body["version"] = json!(1);
        body["sharePercent"] = json!("33.3333");
        let changed = admin.put(&one, body.clone()).await.ok();
        assert_eq!(
            (&changed["sharePercent"], &changed["version"]),
            (&json!("33.3333"), &json!(2))
        );
        let conflict = admin.put(&one, body).await.refused(409, "version_conflict");
        assert_eq!(conflict["current"], changed);
        admin
            .delete(format!("{one}?version=1"))
            .await
            .refused(409, "version_conflict");
        admin.delete(&one).await.invalid("version", "required");
        assert_eq!(admin.delete(format!("{one}?version=2")).await.status, 204);
        assert_eq!(names(&admin.get(&contract).await.ok()), ["Ada Lee"]);
        let restored = admin.post(format!("{one}/restore"), json!({})).await.ok();
        assert_eq!(
            (&restored["name"], &restored["version"]),
            (&json!("Bo Lee"), &json!(4))
        );
        admin
            .post(format!("{one}/restore"), json!({}))
            .await
            .refused(404, "not_found");

        let activity = admin.get(format!("{contract}/activity")).await.ok().to_string();
        for expected in ["primaryBeneficiary", "contingentBeneficiary", "33.3333"] {
            assert!(activity.contains(expected), "{kind} {expected}: {activity}");
        }
    }
}

#[tokio::test]
async fn shares_of_a_class_never_exceed_100_percent() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/beneficiary", policy.uuid);
    let ada = admin.post(&path, primary("Ada Lee", "60")).await.ok();
    let (first, second) = tokio::join!(
        admin.post(&path, primary("Bo Lee", "30")),
        admin.post(&path, primary("Cy Lee", "30"))
    );
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400], "the second one waits for the first one");
    let contingent = json!({ "class": "Contingent", "name": "Di Lee", "sharePercent": "100" });
    admin.post(&path, contingent).await.ok();

    let one = format!("{path}/{}", ada["uuid"].as_str().unwrap());
    let mut larger = primary("Ada Lee", "70.0001");
    larger["version"] = json!(1);
    admin
        .put(&one, larger.clone())
        .await
        .invalid("sharePercent", "shares_exceed_100");
    larger["sharePercent"] = json!("70");
    admin.put(&one, larger).await.ok();
    admin.delete(format!("{one}?version=2")).await.ok();
    admin.post(&path, primary("Ed Lee", "1")).await.ok();
    admin
        .post(format!("{one}/restore"), json!({}))
        .await
        .refused(422, "shares_exceed_100");
}

#[tokio::test]
async fn rejects_invalid_beneficiaries_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let foreign = app.insured("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let (insured, policy, annuity) = (
        app.insured("Ada Lee").insert().await,
        app.policy("P-1").insert().await,
        app.annuity("A-1").insert().await,
    );
    app.link(&policy, &insured).await;
    app.link(&annuity, &insured).await;
    let path = format!("/allpolicy/{}/beneficiary", policy.uuid);
    for (field, value, code) in [
        ("class", json!("Tertiary"), "unknown_class"),
        ("name", json!(" "), "required"),
        ("relationship", json!("Cat"), "unknown_relationship"),
        ("birthDate", json!("11/22/2026"), "future"),
        ("sharePercent", json!("100.0001"), "share_out_of_range"),
        ("contactUuid", json!(foreign.uuid), "unknown_contact"),
        ("contactUuid", json!(Uuid::now_v7()), "unknown_contact"),
        ("contactUuid", json!(insured.uuid), "is_insured"),
    ] {
        let mut body = primary("Bo Lee", "50");
        body[field] = value;
        admin.post(&path, body).await.invalid(field, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM beneficiary").await, 0);

    // An annuitant can be the beneficiary of someone else's annuity.
    let mut body = primary("Ada Lee", "100");
    body["contactUuid"] = json!(insured.uuid);
    let path = format!("/allannuity/{}/beneficiary", annuity.uuid);
    assert_eq!(admin.post(path, body).await.status, 201);
}

#[tokio::test]
async fn concurrent_requests_with_the_same_key_add_one_beneficiary() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/beneficiary", policy.uuid);
    let key = Uuid::now_v7();
    let body = primary("Ada Lee", "60");
    let (first, second) = tokio::join!(
        admin.post_once(key, &path, &body),
        admin.post_once(key, &path, &body)
    );
    let added = first.ok();
    assert_eq!((&second.ok(), &added["uuid"]), (&added, &json!(key)));
    let record = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    assert_eq!(record["beneficiaries"], json!([added]));
    admin
        .post_once(key, &path, &primary("Bo Lee", "1"))
        .await
        .refused(422, "idempotency_key_reused");
}

#[tokio::test]
async fn a_contract_has_a_limited_number_of_beneficiaries() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    app.execute(&format!(
        "INSERT INTO beneficiary (firm_id, uuid, contract_uuid, line, class, name)
         SELECT 1, gen_random_uuid(), '{}', 1, 'Primary', 'Ada ' || n FROM generate_series(1, 49) n",
        policy.uuid
    ))
    .await;
    let path = format!("/allpolicy/{}/beneficiary", policy.uuid);
    admin.post(&path, primary("Last", "")).await.ok();
    admin
        .post(&path, primary("Too Many", ""))
        .await
        .refused(422, "too_many_beneficiaries");
}

#[tokio::test]
async fn changes_need_permission_and_a_visible_contract() {
    let app = TestApp::new().await;
    let (admin, advisor, stranger) = (
        app.admin().await,
        app.advisor().await,
        app.other_firm_admin().await,
    );
    let (policy, other) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    let path = format!("/allpolicy/{}/beneficiary", policy.uuid);
    let ada = admin.post(&path, primary("Ada Lee", "60")).await.ok();
    let uuid = ada["uuid"].as_str().unwrap();
    let one = format!("{path}/{uuid}");
    let of_other = format!("/allpolicy/{}/beneficiary/{uuid}", other.uuid);
    let as_annuity = format!("/allannuity/{}/beneficiary/{uuid}", policy.uuid);
    let mut body = primary("Ada Ng", "1");
    body["version"] = json!(1);
    for (client, one, status, code) in [
        (&stranger, &one, 404, "not_found"),
        (&advisor, &one, 404, "not_found"),
        (&admin, &of_other, 404, "not_found"),
        (&admin, &as_annuity, 404, "not_found"),
        (&app.as_role(FirmUserType::ViewOnly).await, &one, 403, "forbidden"),
    ] {
        client.put(one, body.clone()).await.refused(status, code);
        client
            .delete(format!("{one}?version=1"))
            .await
            .refused(status, code);
        client
            .post(format!("{one}/restore"), json!({}))
            .await
            .refused(status, code);
    }
    stranger
        .post(&path, primary("Eve", "1"))
        .await
        .refused(404, "not_found");
    let record = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    assert_eq!(record["beneficiaries"], json!([ada]));
}

#[tokio::test]
async fn contacts_are_linked_only_for_viewers_who_can_open_them() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (policy, hidden) = (
        app.policy("P-1").insert().await,
        app.owner("Bo Lee").insert().await,
    );
    app.link(&policy, &agent).await;
    let mut body = primary("Bo Lee", "60");
    body["contactUuid"] = json!(hidden.uuid);
    let path = format!("/allpolicy/{}", policy.uuid);
    let added = admin.post(format!("{path}/beneficiary"), body.clone()).await.ok();
    assert_eq!(added["contactType"], json!(2));
    let seen = advisor.get(&path).await.ok();
    assert_eq!(
        (
            &seen["beneficiaries"][0]["name"],
            &seen["beneficiaries"][0]["contactType"]
        ),
        (&json!("Bo Lee"), &Value::Null)
    );
    advisor
        .post(format!("{path}/beneficiary"), body.clone())
        .await
        .invalid("contactUuid", "unknown_contact");
    // The beneficiary keeps the contact if the advisor changes another field.
    body["version"] = json!(1);
    body["sharePercent"] = json!("50");
    let one = format!("{path}/beneficiary/{}", added["uuid"].as_str().unwrap());
    assert_eq!(
        advisor.put(one, body).await.ok()["contactUuid"],
        json!(hidden.uuid)
    );
}

/// A beneficiary does not own the policy.
#[tokio::test]
async fn contract_does_not_count_for_its_beneficiary() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (parent, child) = (
        app.owner("Ada Lee").insert().await,
        app.owner("Bo Lee").insert().await,
    );
    let policy = app.policy("P-1").with("death_benefit", "100.00").insert().await;
    app.link(&policy, &parent).await;
    let mut body = primary("Bo Lee", "100");
    body["contactUuid"] = json!(child.uuid);
    admin
        .post(format!("/allpolicy/{}/beneficiary", policy.uuid), body)
        .await
        .ok();
    let totals = |uuid: Uuid| {
        let path = format!("/FirmOwner/owner/{uuid}");
        let admin = &admin;
        async move { admin.get(path).await.ok()["totals"]["policyCount"].clone() }
    };
    assert_eq!(
        (totals(parent.uuid).await, totals(child.uuid).await),
        (json!(1), json!(0))
    );
    let query = json!({ "uuid": child.uuid, "contactType": 2 });
    let found = admin.post("/allpolicy/search", query).await.ok();
    assert_eq!(found["totalRecords"], 0);
    let owner = format!("SELECT owner_name FROM policy WHERE firm_id = {FIRM}");
    assert_eq!(app.text(&owner).await.as_deref(), Some("Lee, Ada"));
}
