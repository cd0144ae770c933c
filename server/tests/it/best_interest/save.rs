use super::{Setting, update};
use crate::documents::{PDF, upload};
use crate::support::TestApp;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn saves_drafts_and_complete_forms_with_values_from_the_book() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let empty = ada.load(&admin).await;
    assert_eq!((&empty["versions"], &empty["age"]), (&json!([]), &json!(67)));
    assert_eq!(empty["producer"], "Dana Account Administrator");
    let numbers: Vec<_> = empty["contracts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["number"])
        .collect();
    assert_eq!(numbers, ["A-0", "A-1"]);

    let draft = json!({ "form": { "consumerProfile": { "age": "67" } } });
    let draft = admin.post(&ada.path, draft).await.json();
    assert_eq!(
        (
            &draft["state"],
            &draft["number"],
            &draft["version"],
            &draft["hash"]
        ),
        (&json!("Draft"), &json!(1), &json!(1), &json!(null))
    );
    let incomplete = update(&draft, true);
    admin
        .put(&ada.path, incomplete)
        .await
        .invalid("form.recommendation.basis", "required");
    let mut full = update(&draft, true);
    full["form"] = ada.form();
    let saved = admin.put(&ada.path, full).await.ok();
    assert_eq!(
        (&saved["state"], &saved["version"]),
        (&json!("Complete"), &json!(2))
    );
    let content = &saved["content"];
    assert_eq!(content["form"]["consumerProfile"]["annualIncome"], "85000.00");
    assert_eq!(content["form"]["recommendation"]["date"], "2026-11-18");
    assert_eq!(content["recommended"]["number"], "A-1");
    // No surrender value is recorded.
    assert_eq!(content["recommended"]["surrenderValue"], json!(null));
    assert_eq!(
        (
            &content["replaced"]["value"],
            &content["replaced"]["surrenderValue"],
            &content["replaced"]["riders"]
        ),
        (&json!("100000.00"), &json!("94000.50"), &json!(["GLWB"]))
    );
    assert_eq!(ada.load(&admin).await["versions"], json!([saved]));
    let status = format!(
        "SELECT best_interest_status FROM contact WHERE uuid = '{}'",
        ada.owner.uuid
    );
    assert_eq!(app.text(&status).await.as_deref(), Some("Complete"));

    admin
        .delete(format!("{}?version=1", ada.of(&saved, "")))
        .await
        .refused(409, "version_conflict");
    let deleted = admin.delete(format!("{}?version=2", ada.of(&saved, ""))).await;
    assert_eq!(deleted.status, 204);
    assert_eq!(ada.load(&admin).await["versions"], json!([]));
    assert_eq!(app.text(&status).await, None);
}

#[tokio::test]
async fn refuses_foreign_contracts_and_documents() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let foreign = app.annuity("A-9").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &ada.owner).await;
    let elsewhere = app.owner("Bo").insert().await;
    let document = upload(
        &admin,
        &format!("/FirmOwner/owner/{}/documents", elsewhere.uuid),
        "a.pdf",
        PDF,
    )
    .await
    .ok();
    let refused = async |pointer: &str, value: serde_json::Value, field: &str, code: &str| {
        let mut input = json!({ "form": ada.form() });
        *input.pointer_mut(pointer).unwrap() = value;
        admin.post(&ada.path, input).await.invalid(field, code);
    };
    let annuity = "form.recommendation.annuityUuid";
    for uuid in [foreign.uuid, policy.uuid, Uuid::nil()] {
        refused(
            "/form/recommendation/annuityUuid",
            json!(uuid),
            annuity,
            "unknown_contract",
        )
        .await;
    }
    let replaced = "form.replacement.replacedUuid";
    refused(
        "/form/replacement/replacedUuid",
        json!(foreign.uuid),
        replaced,
        "unknown_contract",
    )
    .await;
    let mut input = json!({ "form": ada.form() });
    input["form"]["consumerStatements"] =
        json!({ "refusedInformation": { "signedOn": "11/18/2026", "documentId": document["uuid"] } });
    let field = "form.consumerStatements.refusedInformation.documentId";
    admin
        .post(&ada.path, input)
        .await
        .invalid(field, "unknown_document");
    assert_eq!(ada.load(&admin).await["versions"], json!([]));
}

#[tokio::test]
async fn an_owner_has_at_most_one_unsigned_form() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let key = Uuid::now_v7();
    let body = json!({ "form": {} });
    let first = admin.post_once(key, &ada.path, &body).await.json();
    let again = admin.post_once(key, &ada.path, &body).await.json();
    assert_eq!(first, again);
    admin
        .post_once(
            key,
            &ada.path,
            &json!({ "form": {}, "isComplete": false, "version": 3 }),
        )
        .await
        .refused(422, "idempotency_key_reused");
    admin.post(&ada.path, body).await.refused(422, "open_form");
    let path = ada.path.replace("/PolicyOwner/1/", "/PolicyOwner/2/");
    admin.get(path).await.refused(404, "not_found");
    admin
        .put(&ada.path, json!({ "form": {} }))
        .await
        .invalid("uuid", "required");
}

#[tokio::test]
async fn two_users_do_not_overwrite_each_other() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let form = ada.create(&admin, false).await;
    let saved = admin.put(&ada.path, update(&form, false)).await.ok();
    let conflict = admin.put(&ada.path, update(&form, false)).await;
    conflict.refused(409, "version_conflict");
    assert_eq!(conflict.json()["current"], saved);
}
