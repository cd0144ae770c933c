//! Retention of letters and their documents.

use super::{Setting, delivery};
use crate::resolution::merge;
use crate::support::{Client, TestApp};
use http::Method;
use serde_json::{Value, json};
use shared::contact::ContactKind;

/// Uploads a document to the trust.
async fn upload(admin: &Client, lee: &Setting) -> Value {
    let path = format!("/FirmOwner/owner/{}/documents?name=signed.pdf", lee.trust);
    let file = admin
        .send(Method::POST, path, Some("%PDF-1.7 signed".into()))
        .await;
    file.ok()
}

#[tokio::test]
async fn a_document_of_the_trust_proves_the_delivery() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, cy] = lee.create(&admin).await;
    let path = format!("{}/proof", lee.letter(&ada));
    let set = |document: &Value, version: i32| json!({ "documentId": document, "version": version });
    let signed = upload(&admin, &lee).await;
    let proven = admin.put(&path, set(&signed["uuid"], 1)).await.ok();
    assert_eq!(
        proven["proof"],
        json!({ "documentId": signed["uuid"], "name": "signed.pdf" })
    );
    admin
        .put(&path, set(&signed["uuid"], 1))
        .await
        .refused(409, "version_conflict");
    // A letter cannot be a proof, and neither can another record's document.
    let letter = &cy["document"]["documentId"];
    admin
        .put(&path, set(letter, 2))
        .await
        .refused(422, "unknown_document");
    let policy = format!("/allpolicy/{}/documents?name=x.pdf", lee.policy);
    let other = admin
        .send(Method::POST, policy, Some("%PDF-1.7 other".into()))
        .await
        .ok();
    admin
        .put(&path, set(&other["uuid"], 2))
        .await
        .refused(422, "unknown_document");
    let removed = admin.put(&path, set(&json!(null), 2)).await.ok();
    assert_eq!(removed["proof"], json!(null));

    admin.put(&path, set(&signed["uuid"], 3)).await.ok();
    admin
        .delete(format!("/Document/{}", signed["uuid"].as_str().unwrap()))
        .await
        .ok();
    assert_eq!(lee.load(&admin).await["letters"][0]["proof"], json!(null));
}

#[tokio::test]
async fn letters_and_gifts_with_letters_cannot_be_deleted_after_delivery() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    let [ada, cy] = lee.create(&admin).await;
    let file = format!("/Document/{}", ada["document"]["documentId"].as_str().unwrap());
    admin.delete(&file).await.refused(422, "letter_document");
    admin.delete(lee.gift_path()).await.refused(422, "has_letters");
    let other = super::trust(&app, "Kim Trust").await;
    let mut moved = json!({ "trustUuid": other.uuid, "amount": "10000.01", "giftDate": "11/20/2026",
        "letterDate": "11/23/2026", "premiumDue": "01/15/2027", "receivedOn": "11/20/2026", "version": 1 });
    admin
        .put(lee.gift_path(), moved.clone())
        .await
        .invalid("trustUuid", "has_letters");

    let path = format!("{}/delivery", lee.letters());
    admin
        .post(&path, delivery("Hand", "11/21/2026", &[&cy]))
        .await
        .ok();
    admin
        .delete(format!("{}?version=2", lee.letter(&cy)))
        .await
        .refused(422, "already_delivered");

    // A letter that was not delivered can be deleted together with its document.
    let one = lee.letter(&ada);
    admin.delete(&one).await.invalid("version", "required");
    admin
        .delete(format!("{one}?version=9"))
        .await
        .refused(409, "version_conflict");
    assert_eq!(admin.delete(format!("{one}?version=1")).await.status, 204);
    admin
        .delete(format!("{one}?version=1"))
        .await
        .refused(404, "not_found");
    admin.get(&file).await.refused(404, "not_found");
    let left = lee.load(&admin).await;
    assert_eq!(left["letters"].as_array().unwrap().len(), 1);
    assert_eq!(left["recipients"][0]["personUuid"], json!(lee.ada));

    // The letter is outdated because it states the old amount.
    moved["trustUuid"] = json!(lee.trust);
    moved["amount"] = json!("9000");
    admin.put(lee.gift_path(), moved).await.ok();
    assert_eq!(lee.load(&admin).await["letters"][0]["isOutdated"], json!(true));
}

#[tokio::test]
async fn merged_trusts_keep_their_letters() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lee = Setting::new(&app, &admin).await;
    lee.create(&admin).await;
    let before = lee.load(&admin).await["letters"].clone();
    let kept = app
        .owner("Lee Trust")
        .with("owner_type", 2)
        .with("display_name", "Lee Trust")
        .with("organization_name", "Lee Trust")
        .with("first_name", Value::Null)
        .with("last_name", Value::Null)
        .insert()
        .await;
    let policy = app.policy("P-2").insert().await;
    app.link(&policy, &kept).await;
    admin.put(super::path_of(kept.uuid), super::ilit(0)).await.ok();
    merge(&admin, ContactKind::Owner, &[kept.uuid, lee.trust]).await;
    let all = admin
        .get(format!("{}/letters", super::path_of(kept.uuid)))
        .await
        .ok();
    assert_eq!(all["gifts"][0]["letters"], before);
}
