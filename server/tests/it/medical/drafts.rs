use super::{Insured, app, latest};
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn adds_shows_and_changes_a_draft() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let draft = ada.draft(&admin).await;
    assert_eq!(
        (&draft["state"], &draft["version"], &draft["nextLetter"]),
        (&json!("Draft"), &json!(1), &json!("Request"))
    );
    assert_eq!(draft["gaps"], json!([]));
    assert_eq!(draft["provider"]["fax"], "+14155550100");
    assert_eq!(draft["createdBy"], "Dana Account Administrator");
    assert_eq!(draft["authorization"]["expiresOn"], "2026-12-31");

    let mut changed = ada.input();
    changed["version"] = json!(1);
    changed["notes"] = json!("");
    changed["authorization"]["recipient"] = json!("");
    let path = ada.request_path(&draft);
    let saved = latest(&admin.put(&path, changed.clone()).await.ok());
    assert_eq!((&saved["version"], &saved["notes"]), (&json!(2), &json!(null)));
    assert_eq!(saved["gaps"][0]["element"], "recipient");
    let stale = admin.put(&path, changed).await.refused(409, "version_conflict");
    // A conflict returns no medical data, because every view must be recorded with a reason.
    assert_eq!(stale["current"], json!(null));
    assert_eq!(latest(&admin.get(ada.view()).await.ok()), saved);
}

#[tokio::test]
async fn rejects_invalid_drafts_with_the_field() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let mut order = ada.input();
    order["dateTo"] = json!("12/31/2019");
    admin.post(ada.add_path(), order).await.invalid("dateTo", "order");
    let mut unknown = ada.input();
    unknown["authorization"]["documentId"] = json!(Uuid::from_u128(7));
    admin
        .post(ada.add_path(), unknown)
        .await
        .invalid("authorization.documentId", "unknown_document");
    let other = Insured::new(&app, &admin).await;
    let mut foreign = ada.input();
    foreign["authorization"]["documentId"] = json!(other.authorization);
    admin
        .post(ada.add_path(), foreign)
        .await
        .invalid("authorization.documentId", "unknown_document");
    admin
        .post(ada.add_path(), json!({ "requestType": "APS", "shoeSize": 44 }))
        .await
        .invalid("shoeSize", "type");
    assert_eq!(app.number("SELECT count(*) FROM medical_request").await, 0);
}

#[tokio::test]
async fn a_repeated_request_adds_one_draft() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let key = Uuid::now_v7();
    let (path, input) = (ada.add_path(), ada.input());
    let (one, other) = tokio::join!(
        admin.post_once(key, &path, &input),
        admin.post_once(key, &path, &input)
    );
    assert_eq!(one.ok(), other.ok());
    assert_eq!(app.number("SELECT count(*) FROM medical_request").await, 1);
    let mut changed = ada.input();
    changed["purpose"] = json!("Claim");
    admin
        .post_once(key, &path, &changed)
        .await
        .refused(422, "idempotency_key_reused");
}

#[tokio::test]
async fn closes_requests_with_a_reason() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let draft = ada.draft(&admin).await;
    let path = format!("{}/close", ada.request_path(&draft));
    let close = |state: &str, because: &str| json!({ "version": 1, "state": state, "because": because });
    admin
        .post(&path, close("Refused", "No"))
        .await
        .invalid("state", "wrong_state");
    admin
        .post(&path, close("Cancelled", ""))
        .await
        .invalid("because", "required");
    let cancelled = latest(&admin.post(&path, close("Cancelled", "Not needed")).await.ok());
    assert_eq!(
        (&cancelled["state"], &cancelled["closedBecause"]),
        (&json!("Cancelled"), &json!("Not needed"))
    );
    admin
        .post(&path, close("Cancelled", "Again"))
        .await
        .refused(409, "version_conflict");

    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let path = format!("{}/close", ada.request_path(&sent));
    let body = json!({ "version": sent["version"], "state": "Refused", "because": "No such patient" });
    let refused = latest(&admin.post(&path, body).await.ok());
    assert_eq!(
        (&refused["state"], &refused["dueOn"], &refused["canReceive"]),
        (&json!("Refused"), &json!(null), &json!(false))
    );
    let mut change = ada.input();
    change["version"] = refused["version"].clone();
    admin
        .put(ada.request_path(&refused), change)
        .await
        .refused(422, "not_draft");
}
