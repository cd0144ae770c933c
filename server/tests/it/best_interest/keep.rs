use super::{Setting, signature};
use crate::documents::{PDF, upload};
use crate::resolution::{merge, undo};
use crate::support::TestApp;
use serde_json::json;
use shared::contact::ContactKind::Owner;
use shared::permission::FirmUserType;

#[tokio::test]
async fn rejects_deleting_documents_of_signed_forms() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let documents = format!("/FirmOwner/owner/{}/documents", ada.owner.uuid);
    let paper = upload(&admin, &documents, "signed.pdf", PDF).await.ok();
    let draft = ada.create(&admin, true).await;
    let mut signatures = signature(&draft);
    signatures["documentId"] = paper["uuid"].clone();
    admin.post(ada.of(&draft, "/signature"), signatures).await.ok();
    let path = format!("/Document/{}", paper["uuid"].as_str().unwrap());
    admin.delete(&path).await.refused(422, "signed_form");
    let other = upload(&admin, &documents, "other.pdf", PDF).await.ok();
    let path = format!("/Document/{}", other["uuid"].as_str().unwrap());
    assert_eq!(admin.delete(&path).await.status, 204);
}

#[tokio::test]
async fn forms_move_with_a_merge_and_return_with_its_undo() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    let signed = ada.sign(&admin, &ada.create(&admin, true).await).await;
    let twin = app.owner("Lee, Ada").with("owner_type", 1).insert().await;
    let selection = json!({ "firmOwnersIds": [twin.uuid, ada.owner.uuid] });
    let affected = admin
        .post("/OwnerResolution/AffectedOwners", selection)
        .await
        .ok();
    assert_eq!(
        (&affected[0]["forms"], &affected[1]["forms"]),
        (&json!(0), &json!(1))
    );
    let id = merge(&admin, Owner, &[twin.uuid, ada.owner.uuid]).await;
    let path = format!("/PolicyOwner/1/{}/BestInterest", twin.uuid);
    let moved = admin.get(&path).await.ok();
    assert_eq!(moved["versions"], json!([signed]));
    let status =
        |owner: uuid::Uuid| format!("SELECT best_interest_status FROM contact WHERE uuid = '{owner}'");
    assert_eq!(app.text(&status(twin.uuid)).await.as_deref(), Some("Signed"));
    undo(&admin, Owner, &id).await;
    assert_eq!(ada.load(&admin).await["versions"], json!([signed]));
    assert_eq!(admin.get(&path).await.ok()["versions"], json!([]));
    assert_eq!(app.text(&status(twin.uuid)).await, None);
}

#[tokio::test]
async fn advisors_see_only_the_forms_of_their_block() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let ada = Setting::new(&app).await;
    ada.create(&admin, false).await;
    let agent = app.agent("Dana Whitfield").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    advisor.get(&ada.path).await.refused(404, "not_found");
    let annuity = app.annuity("A-2").insert().await;
    app.link(&annuity, &ada.owner).await;
    app.link(&annuity, &agent).await;
    let file = ada.load(&advisor).await;
    assert_eq!(file["versions"][0]["state"], "Draft");
    // The owner's other contracts stay hidden.
    assert_eq!(file["contracts"].as_array().unwrap().len(), 1);

    let reader = app.as_role(FirmUserType::ViewOnly).await;
    assert_eq!(ada.load(&reader).await["versions"].as_array().unwrap().len(), 1);
    reader
        .post(&ada.path, json!({ "form": {} }))
        .await
        .refused(403, "forbidden");
}
