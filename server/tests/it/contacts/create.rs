//! Adding a contact.

use super::{KINDS, agent_with_npn, person, resource};
use crate::support::{FIRM, OTHER_FIRM, PATIENCE, TestApp, wait_until, without_trace_id};
use futures_util::future::join_all;
use serde_json::json;
use shared::contact::ContactKind;
use shared::permission::FirmUserType;
use uuid::Uuid;

#[tokio::test]
async fn creates_stores_and_audits_contacts_of_every_kind() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let mut body = person(kind, "  Zoë ", "Whitfield");
        body["person"]["phone"] = json!("(415) 555-0100 x12");
        body["person"]["address"] = json!({ "city": "Napa", "state": "california", "postalCode": "94558" });
        let reply = admin.post(format!("/{}/{FIRM}", resource(kind)), body).await;
        assert_eq!(reply.status, 201);
        let record = reply.ok();
        assert_eq!(record["displayName"], "Whitfield, Zoë");
        assert_eq!(record["person"]["phone"], "+14155550100x12");
        assert_eq!(record["person"]["address"]["state"], "CA");
        assert_eq!(
            (&record["version"], &record["contactType"]),
            (&json!(1), &json!(kind as u8))
        );
        assert_eq!(record["totals"]["policyCount"], 0);

        let uuid = record["uuid"].as_str().unwrap();
        let read = admin
            .get(format!("/{}/{}/{uuid}", resource(kind), kind.noun()))
            .await;
        assert_eq!(read.ok(), record);
        let stored = format!("SELECT created_by FROM contact WHERE firm_id = 1 AND uuid = '{uuid}'");
        assert_eq!(app.text(&stored).await, Some(admin.user_key.clone()));
        let audited = format!(
            "SELECT actor_key FROM audit_log WHERE firm_id = 1 AND subject_uuid = '{uuid}' AND action = 'add'
               AND subject_type = '{}' AND length(trace_id) = 32",
            kind.noun()
        );
        assert_eq!(app.text(&audited).await, Some(admin.user_key.clone()));
    }
}

#[tokio::test]
async fn rejects_invalid_persons_by_field_and_code() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let person = |field: &str, value: serde_json::Value| {
        let mut person = json!({ "firstName": "Dana", "lastName": "Lee" });
        person[field] = value;
        json!({ "person": person })
    };
    for (body, field, code) in [
        (json!({ "person": {} }), "person.firstName", "required"),
        (
            person("lastName", json!("\u{a0}\t")),
            "person.lastName",
            "required",
        ),
        (person("firstName", json!("12")), "person.firstName", "no_letter"),
        (
            person("firstName", json!("x".repeat(61))),
            "person.firstName",
            "too_long",
        ),
        (person("email", json!("dana@")), "person.email", "invalid_email"),
        (person("phone", json!("555")), "person.phone", "invalid_phone"),
        (person("dob", json!("2026-11-22")), "person.dob", "in_future"),
        (person("dob", json!("1899-12-31")), "person.dob", "too_early"),
        (person("npn", json!("12a")), "person.npn", "invalid_npn"),
        (person("sex", json!("Q")), "person.sex", "unknown_sex"),
        (
            person("taxId", json!("900-12-1234")),
            "person.taxId",
            "invalid_tax_id",
        ),
        (person("ownerType", json!(1)), "person.ownerType", "not_for_kind"),
        (person("dob", json!("yesterday")), "person.dob", "type"),
        (person("firstName", json!(7)), "person.firstName", "type"),
        (person("salary", json!(7)), "person.salary", "type"),
    ] {
        admin
            .post(format!("/FirmAgent/{FIRM}"), body)
            .await
            .invalid(field, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 0);
}

#[tokio::test]
async fn repeated_request_with_the_same_key_adds_one_contact() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (path, body) = (format!("/FirmAgent/{FIRM}"), agent_with_npn("Ada", "17654321"));
    let key = Uuid::now_v7();
    let first = admin.post_once(key, &path, &body).await;
    let second = admin.post_once(key, &path, &body).await;
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (201, 201));
    assert_eq!(first.ok(), second.ok());
    assert_eq!(first.ok()["uuid"], key.to_string());
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'add'")
            .await,
        1
    );

    let insured = person(ContactKind::Insured, "Bo", "Lee");
    admin
        .post_once(key, format!("/FirmInsured/{FIRM}"), &insured)
        .await
        .refused(422, "idempotency_key_reused");
    let mut request = admin.request(http::Method::POST, &path, Some(body.to_string().into()));
    request
        .headers_mut()
        .insert("idempotency-key", "twice".parse().unwrap());
    admin.run(request).await.refused(400, "idempotency_key");
}

#[tokio::test]
async fn rejects_the_same_key_with_a_different_request() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (path, key) = (format!("/FirmAgent/{FIRM}"), Uuid::now_v7());
    let mut body = agent_with_npn("Ada", "17654321");
    body["person"]["taxId"] = json!("523-86-1947");
    let first = admin.post_once(key, &path, &body).await.ok();
    // The same values in another notation are the same request.
    let mut same = body.clone();
    same["person"]["firstName"] = json!("  Ada ");
    same["person"]["npn"] = json!("0017654321");
    same["person"]["taxId"] = json!("523861947");
    assert_eq!(admin.post_once(key, &path, &same).await.ok(), first);

    let other = |field: &str, value: &str| {
        let mut other = body.clone();
        other["person"][field] = json!(value);
        other
    };
    for other in [
        other("firstName", "Bo"),
        other("npn", "17654322"),
        other("taxId", "523861948"),
        other("email", "ada@example.com"),
    ] {
        admin
            .post_once(key, &path, &other)
            .await
            .refused(422, "idempotency_key_reused");
    }
    let policy = app.policy("P-1").insert().await;
    admin
        .post_once(key, format!("{path}?policyUuid={}", policy.uuid), &body)
        .await
        .refused(422, "idempotency_key_reused");
    // A key that equals the uuid of a record that was created in another way is rejected too.
    let imported = app.agent("Cy Lee").insert().await;
    admin
        .post_once(imported.uuid, &path, &agent_with_npn("Cy", "1"))
        .await
        .refused(422, "idempotency_key_reused");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 2);
    assert_eq!(app.number("SELECT count(*) FROM contract_party").await, 0);
    // Keys are separate for each firm.
    app.other_firm_admin()
        .await
        .post_once(
            key,
            format!("/FirmAgent/{OTHER_FIRM}"),
            &agent_with_npn("Di", "2"),
        )
        .await
        .ok();
}

#[tokio::test]
async fn fifty_concurrent_posts_with_one_key_add_one_contact() {
    // On a busy machine, the requests wait for each other for a long time.
    let app = TestApp::with(|config, _| config.database_deadline = PATIENCE).await;
    let admin = app.admin().await;
    let (path, body, key) = (
        format!("/FirmAgent/{FIRM}"),
        agent_with_npn("Ada", "17654321"),
        Uuid::now_v7(),
    );
    // The lock holds back the inserts until several requests have found no existing contact.
    app.execute("BEGIN; LOCK TABLE contact IN SHARE MODE").await;
    let calls = join_all((0..50).map(|_| admin.post_once(key, &path, &body)));
    let unlock = async {
        wait_until("requests wait for the lock", async || {
            (app.blocked_statements().await >= 2).then_some(())
        })
        .await;
        app.execute("COMMIT").await;
    };
    let (replies, ()) = tokio::join!(calls, unlock);
    for reply in &replies {
        assert_eq!(reply.ok(), replies[0].ok());
    }
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
    assert_eq!(
        app.number(
            "SELECT sum(row_count)::bigint FROM firm_list_total WHERE firm_id = 1 AND list = 'agents'"
        )
        .await,
        1
    );
}

#[tokio::test]
async fn links_a_contact_created_for_a_contract() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app
        .policy("P-1")
        .with("death_benefit", "250000.00")
        .insert()
        .await;
    for kind in KINDS {
        let path = format!("/{}/{FIRM}?policyUuid={}", resource(kind), policy.uuid);
        let record = admin.post(path, person(kind, "Ada", "Lee")).await.ok();
        assert_eq!(record["totals"]["policyCount"], 1, "{kind:?}");
        assert_eq!(record["totals"]["deathBenefit"], "250000.00", "{kind:?}");
    }
    assert_eq!(
        app.text("SELECT insured_name FROM policy").await.as_deref(),
        Some("Lee, Ada")
    );
}

#[tokio::test]
async fn links_an_owner_with_the_party_type_of_its_owner_type() {
    let app = TestApp::new().await;
    let policy = app.policy("P-1").insert().await;
    let body = json!({ "person": { "organizationName": "Lee Family Trust", "ownerType": 2 } });
    app.admin()
        .await
        .post(format!("/FirmOwner/{FIRM}?policyUuid={}", policy.uuid), body)
        .await
        .ok();
    assert_eq!(app.number("SELECT type_id FROM contract_party").await, 2);
}

#[tokio::test]
async fn rejects_a_second_primary_insured() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/FirmInsured/{FIRM}?policyUuid={}", policy.uuid);
    admin
        .post(&path, person(ContactKind::Insured, "Ada", "Lee"))
        .await
        .ok();
    let refusal = admin
        .post(&path, person(ContactKind::Insured, "Bo", "Lee"))
        .await
        .refused(422, "second_primary");
    assert_eq!(
        refusal["message"],
        "Lee, Ada is already the primary insured. Select a different role."
    );
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
}

#[tokio::test]
async fn contract_of_another_firm_is_not_found() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let foreign = app.policy("P-1").of_firm(OTHER_FIRM).insert().await;
    let add = async |contract: Uuid| {
        let path = format!("/FirmAgent/{FIRM}?policyUuid={contract}");
        without_trace_id(
            admin
                .post(path, agent_with_npn("Ada", "1"))
                .await
                .refused(404, "not_found"),
        )
    };
    assert_eq!(add(foreign.uuid).await, add(Uuid::now_v7()).await);
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 0);
}

#[tokio::test]
async fn rejects_other_firms_and_missing_permissions() {
    let app = TestApp::new().await;
    let (admin, viewer) = (app.admin().await, app.as_role(FirmUserType::ViewOnly).await);
    for kind in KINDS {
        let body = person(kind, "Ada", "Lee");
        let there = admin
            .post(format!("/{}/{OTHER_FIRM}", resource(kind)), body.clone())
            .await;
        let nowhere = admin.post(format!("/{}/99", resource(kind)), body.clone()).await;
        assert_eq!(
            without_trace_id(there.refused(404, "not_found")),
            without_trace_id(nowhere.refused(404, "not_found"))
        );
        viewer
            .post(format!("/{}/{FIRM}", resource(kind)), body.clone())
            .await
            .refused(403, "forbidden");
        app.anonymous()
            .post(format!("/{}/{FIRM}", resource(kind)), body)
            .await
            .refused(401, "unauthenticated");
    }
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 0);
}

#[tokio::test]
async fn npn_is_unique_per_firm_ignoring_leading_zeros() {
    let app = TestApp::new().await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    admin
        .post(format!("/FirmAgent/{FIRM}"), agent_with_npn("Ada", "0017654321"))
        .await
        .ok();
    for npn in ["17654321", "017654321"] {
        let taken = admin
            .post(format!("/FirmAgent/{FIRM}"), agent_with_npn("Bo", npn))
            .await
            .refused(409, "taken");
        assert_eq!(taken["errors"][0]["field"], "person.npn");
        assert_eq!(taken["errors"][0]["code"], "taken");
        assert_eq!(
            taken["message"],
            "NPN 17654321 is already used by Lee, Ada. Open that agent or enter a different NPN."
        );
    }
    stranger
        .post(
            format!("/FirmAgent/{OTHER_FIRM}"),
            agent_with_npn("Cy", "17654321"),
        )
        .await
        .ok();
}

#[tokio::test]
async fn rejects_concurrent_creation_with_the_same_npn() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let path = format!("/FirmAgent/{FIRM}");
    let replies =
        join_all((0..8).map(|i| admin.post(&path, agent_with_npn(&format!("Ada{i}"), "17654321")))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 201) {
        let taken = reply.refused(409, "taken");
        assert_eq!(taken["errors"][0]["field"], "person.npn");
    }
}
