use super::{Insured, app, id, latest};
use crate::documents::{files_in, upload};
use serde_json::{Value, json};
use shared::document::MAX_DOCUMENT_BYTES;
use uuid::Uuid;

const RECORD: &[u8] = b"%PDF-1.7 zebra diagnosis";

#[tokio::test]
async fn stores_received_records_and_notifies_without_names() {
    let (app, _) = app().await;
    let (admin, other, advisor) = (app.admin().await, app.admin().await, app.advisor().await);
    let ada = Insured::new(&app, &admin).await;
    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let path = format!("{}/documents", ada.request_path(&sent));
    let received = latest(&upload(&admin, &path, "Zebra.pdf", RECORD).await.ok());
    assert_eq!(
        (
            &received["state"],
            &received["dueOn"],
            &received["records"][0]["name"]
        ),
        (&json!("Received"), &json!(null), &json!("Zebra.pdf"))
    );
    // Stores more records for the same request.
    let more = latest(
        &upload(&admin, &path, "Page 2.pdf".replace(' ', "%20").as_str(), RECORD)
            .await
            .ok(),
    );
    assert_eq!(more["records"].as_array().unwrap().len(), 2);

    let document = id(&received["records"][0]["documentId"]);
    let file = other
        .get(format!("{}/document/{document}?reason=Underwriting", ada.path()))
        .await;
    assert_eq!(file.body, RECORD);
    assert_eq!(file.header("cache-control"), "no-store");

    let list = other.get("/UserNotification").await.ok();
    let text = list.to_string();
    assert_eq!(text.matches("A medical document arrived").count(), 2, "{text}");
    assert!(
        !text.contains("Zebra") && !text.contains("Ada") && !text.contains("Lee"),
        "{text}"
    );
    for client in [&admin, &advisor] {
        let list = client.get("/UserNotification").await.ok().to_string();
        assert!(!list.contains("medical"), "{list}");
    }
    let sent = "SELECT coalesce(string_agg(t::text, ' '), '') FROM (SELECT * FROM hub_outbox) t";
    let pushes = app.text(sent).await.unwrap();
    assert!(!pushes.contains("Zebra") && !pushes.contains("Mercy"), "{pushes}");
}

#[tokio::test]
async fn rejects_invalid_files_without_side_effects() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let draft = ada.draft(&admin).await;
    let files = files_in(&dir);
    let path = format!("{}/documents", ada.request_path(&draft));
    upload(&admin, &path, "Record.pdf", RECORD)
        .await
        .refused(422, "not_sent");
    let sent = ada.send(&admin, &draft).await;
    upload(&admin, &path, "Record.exe", &b"MZ\x90\x00"[..])
        .await
        .refused(400, "invalid");
    upload(&admin, &path, "Record.pdf", &b"no pdf"[..])
        .await
        .refused(400, "invalid");
    let large = vec![b' '; MAX_DOCUMENT_BYTES as usize + 1];
    upload(&admin, &path, "Record.txt", large)
        .await
        .refused(413, "too_large");
    assert_eq!(latest(&admin.get(ada.view()).await.ok()), sent);
    // The letter is the only new file.
    assert_eq!(files_in(&dir), files + 1);
}

#[tokio::test]
async fn a_repeated_upload_stores_one_record() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let path = format!("{}/documents", ada.request_path(&sent));
    let once = admin.with_header("idempotency-key", &Uuid::now_v7().to_string());
    let first = upload(&once, &path, "Record.pdf", RECORD).await.ok();
    assert_eq!(upload(&once, &path, "Record.pdf", RECORD).await.ok(), first);
    upload(&once, &path, "Other.pdf", RECORD)
        .await
        .refused(422, "idempotency_key_reused");
    let records: &Value = &first["requests"][0]["records"];
    assert_eq!(records.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn other_document_lists_contain_no_medical_documents() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let listed = admin
        .get(format!("/FirmInsured/insured/{}/documents", ada.uuid))
        .await
        .ok();
    assert_eq!(listed, json!([]));
    admin
        .get(format!("/Document/{}", ada.authorization))
        .await
        .refused(404, "not_found");
    assert!(
        app.number("SELECT used_bytes FROM firm_storage WHERE firm_id = 1")
            .await
            > 0
    );
}
