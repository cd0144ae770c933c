//! Grantors, trustees and beneficiaries.

use super::{beneficiary, path_of, trust};
use crate::support::{OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

fn names(record: &Value) -> Vec<&str> {
    let people = record["people"].as_array().unwrap();
    people
        .iter()
        .map(|person| person["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn adds_changes_deletes_and_restores_a_person() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    let linked = app.insured("Ada Lee").insert().await;
    let people = format!("{}/person", path_of(lee.uuid));
    let mut body = json!({ "role": "Beneficiary", "name": " Ada  Lee ", "birthDate": "11/22/2008",
        "email": "ada@Mail.example", "phone": "(415) 555-0100", "state": "new york", "sharePercent": "33.3333",
        "guardian": "Kim Lee", "hasWithdrawalRight": true, "contactUuid": linked.uuid });
    let added = admin.post(&people, body.clone()).await;
    assert_eq!(added.status, 201);
    let added = added.ok();
    let expected = json!({ "uuid": added["uuid"], "role": "Beneficiary", "isSuccessor": false, "name": "Ada Lee",
        "birthDate": "2008-11-22", "age": 17, "email": "ada@mail.example", "phone": "+14155550100", "state": "NY",
        "sharePercent": "33.3333", "guardian": "Kim Lee", "hasWithdrawalRight": true, "contactUuid": linked.uuid,
        "contactType": 3, "version": 1 });
    assert_eq!(added, expected);
    let one = format!("{people}/{}", added["uuid"].as_str().unwrap());
    let record = admin.get(path_of(lee.uuid)).await.ok();
    assert_eq!(record["people"], json!([added]));

    body["version"] = json!(1);
    body["sharePercent"] = json!("50");
    let changed = admin.put(&one, body.clone()).await.ok();
    assert_eq!(
        (&changed["sharePercent"], &changed["version"]),
        (&json!("50"), &json!(2))
    );
    let conflict = admin
        .put(&one, body.clone())
        .await
        .refused(409, "version_conflict");
    assert_eq!(conflict["current"], changed);
    let conflict = admin
        .delete(format!("{one}?version=1"))
        .await
        .refused(409, "version_conflict");
    assert_eq!(conflict["current"], changed);
    admin.delete(&one).await.invalid("version", "required");

    assert_eq!(admin.delete(format!("{one}?version=2")).await.status, 204);
    assert_eq!(admin.get(path_of(lee.uuid)).await.ok()["people"], json!([]));
    body["version"] = json!(3);
    admin.put(&one, body).await.refused(404, "not_found");
    let restored = admin.post(format!("{one}/restore"), json!({})).await.ok();
    assert_eq!(
        (&restored["name"], &restored["version"]),
        (&json!("Ada Lee"), &json!(4))
    );
    admin
        .post(format!("{one}/restore"), json!({}))
        .await
        .refused(404, "not_found");

    let activity = admin
        .get(format!("/FirmOwner/owner/{}/activity", lee.uuid))
        .await
        .ok();
    let changes: Vec<&Value> = activity["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["changes"])
        .collect();
    let listed = |from: Value, to: Value| json!([{ "field": "beneficiary", "from": from, "to": to }]);
    assert_eq!(
        changes,
        [
            &listed(json!(null), json!("Ada Lee")),
            &listed(json!("Ada Lee"), json!(null)),
            &json!([{ "field": "sharePercent", "from": "33.3333", "to": "50" }]),
            &listed(json!(null), json!("Ada Lee")),
        ]
    );
    assert_eq!(activity["items"][2]["about"], "Ada Lee");
}

#[tokio::test]
async fn lists_people_by_role_and_name() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    let people = format!("{}/person", path_of(lee.uuid));
    for (role, is_successor, name) in [
        ("Beneficiary", false, "Bo Lee"),
        ("Trustee", true, "Ann Ng"),
        ("Trustee", false, "Zoe Park"),
        ("Beneficiary", false, "ada Lee"),
        ("Grantor", false, "Kim Lee"),
    ] {
        let body = json!({ "role": role, "isSuccessor": is_successor, "name": name });
        admin.post(&people, body).await.ok();
    }
    let record = admin.get(path_of(lee.uuid)).await.ok();
    assert_eq!(
        names(&record),
        ["Kim Lee", "Zoe Park", "Ann Ng", "ada Lee", "Bo Lee"]
    );
}

#[tokio::test]
async fn concurrent_requests_with_the_same_key_add_one_person() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (lee, other) = (trust(&app, "Lee Trust").await, trust(&app, "Other Trust").await);
    let [people, others] = [lee.uuid, other.uuid].map(|uuid| format!("{}/person", path_of(uuid)));
    let key = Uuid::now_v7();
    let body = beneficiary("Ada Lee");
    let (first, second) = tokio::join!(
        admin.post_once(key, &people, &body),
        admin.post_once(key, &people, &body)
    );
    let added = first.ok();
    assert_eq!((&second.ok(), &added["uuid"]), (&added, &json!(key)));
    let record = admin.get(path_of(lee.uuid)).await.ok();
    assert_eq!(record["people"], json!([added]));
    for (path, body) in [(people, beneficiary("Bo Lee")), (others, body)] {
        admin
            .post_once(key, &path, &body)
            .await
            .refused(422, "idempotency_key_reused");
    }
}

#[tokio::test]
async fn rejects_invalid_people_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    let foreign = app.insured("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let people = format!("{}/person", path_of(lee.uuid));
    for (field, value, code) in [
        ("role", json!("Heir"), "unknown_role"),
        ("name", json!(" "), "required"),
        ("birthDate", json!("11/22/2026"), "future"),
        ("email", json!("ada"), "invalid_email"),
        ("sharePercent", json!("100.0001"), "share_out_of_range"),
        ("isSuccessor", json!(true), "not_for_role"),
        ("contactUuid", json!(foreign.uuid), "unknown_contact"),
        ("contactUuid", json!(Uuid::now_v7()), "unknown_contact"),
    ] {
        let mut body = beneficiary("Ada Lee");
        body[field] = value;
        admin.post(&people, body).await.invalid(field, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM trust_person").await, 0);
}

#[tokio::test]
async fn shares_of_all_beneficiaries_never_exceed_100_percent() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    let people = format!("{}/person", path_of(lee.uuid));
    let with_share = |name: &str, share: &str| {
        let mut body = beneficiary(name);
        body["sharePercent"] = json!(share);
        body
    };
    let ada = admin.post(&people, with_share("Ada Lee", "60")).await.ok();
    let one = format!("{people}/{}", ada["uuid"].as_str().unwrap());
    let (first, second) = tokio::join!(
        admin.post(&people, with_share("Bo Lee", "30")),
        admin.post(&people, with_share("Cy Lee", "30"))
    );
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400], "the second one waits for the first one");
    let mut larger = with_share("Ada Lee", "70.0001");
    larger["version"] = json!(1);
    admin
        .put(&one, larger.clone())
        .await
        .invalid("sharePercent", "shares_exceed_100");
    larger["sharePercent"] = json!("70");
    admin.put(&one, larger).await.ok();

    admin.delete(format!("{one}?version=2")).await.ok();
    admin.post(&people, with_share("Di Lee", "1")).await.ok();
    admin
        .post(format!("{one}/restore"), json!({}))
        .await
        .refused(422, "shares_exceed_100");
    let record = admin.get(path_of(lee.uuid)).await.ok();
    assert_eq!(
        record["warnings"],
        json!(["Beneficiary shares total 31%, not 100%."])
    );
}

#[tokio::test]
async fn a_trust_has_a_limited_number_of_people() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = trust(&app, "Lee Family Trust").await;
    app.execute(&format!(
        "INSERT INTO trust_person (firm_id, uuid, trust_uuid, role, name)
         SELECT 1, gen_random_uuid(), '{}', 'Grantor', 'Ada ' || n FROM generate_series(1, 199) n",
        lee.uuid
    ))
    .await;
    let people = format!("{}/person", path_of(lee.uuid));
    admin.post(&people, beneficiary("Last")).await.ok();
    admin
        .post(&people, beneficiary("Too Many"))
        .await
        .refused(422, "too_many_people");
}

#[tokio::test]
async fn changes_need_permission_and_a_visible_trust() {
    let app = TestApp::new().await;
    let (admin, advisor, stranger) = (
        app.admin().await,
        app.advisor().await,
        app.other_firm_admin().await,
    );
    let (lee, other) = (trust(&app, "Lee Trust").await, trust(&app, "Other Trust").await);
    let people = format!("{}/person", path_of(lee.uuid));
    let ada = admin.post(&people, beneficiary("Ada Lee")).await.ok();
    let uuid = ada["uuid"].as_str().unwrap();
    let one = format!("{people}/{uuid}");
    let of_other = format!("{}/person/{uuid}", path_of(other.uuid));
    let mut body = beneficiary("Ada Ng");
    body["version"] = json!(1);
    for (client, one, status, code) in [
        (&stranger, &one, 404, "not_found"),
        (&advisor, &one, 404, "not_found"),
        (&admin, &of_other, 404, "not_found"),
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
        .post(&people, beneficiary("Eve"))
        .await
        .refused(404, "not_found");
    assert_eq!(admin.get(path_of(lee.uuid)).await.ok()["people"], json!([ada]));
}

#[tokio::test]
async fn a_person_keeps_a_contact_that_the_editor_cannot_see() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (lee, hidden) = (
        trust(&app, "Lee Trust").await,
        app.insured("Ada Lee").insert().await,
    );
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &lee).await;
    app.link(&policy, &agent).await;
    let people = format!("{}/person", path_of(lee.uuid));
    let mut body = beneficiary("Ada Lee");
    body["contactUuid"] = json!(hidden.uuid);
    let ada = admin.post(&people, body.clone()).await.ok();
    advisor
        .post(&people, body.clone())
        .await
        .invalid("contactUuid", "unknown_contact");
    body["version"] = json!(1);
    body["name"] = json!("Ada Ng");
    let one = format!("{people}/{}", ada["uuid"].as_str().unwrap());
    let changed = advisor.put(&one, body).await.ok();
    // The contact has no type, because the advisor cannot open it.
    assert_eq!(
        (&changed["contactUuid"], &changed["contactType"]),
        (&json!(hidden.uuid), &Value::Null)
    );
    let record = admin.get(path_of(lee.uuid)).await.ok();
    assert_eq!(record["people"][0]["contactType"], json!(3));
}
