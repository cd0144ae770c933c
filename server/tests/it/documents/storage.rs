//! A firm's storage limit for documents.

use super::{PDF, app, documents_path, files_in, upload, upload_once};
use crate::support::{FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn set_limit(app: &TestApp, files: usize) {
    let bytes = files * PDF.len();
    app.execute(&format!(
        "UPDATE firm SET storage_limit_bytes = {bytes} WHERE firm_id = {FIRM}"
    ))
    .await;
}

/// Returns the kinds of a user's notifications, in order.
async fn notified(app: &TestApp, user_key: &str) -> String {
    app.text(&format!(
        "SELECT string_agg(notification_type::text, ' ' ORDER BY user_notification_history_id)
         FROM user_notification WHERE user_key = '{user_key}'"
    ))
    .await
    .unwrap_or_default()
}

async fn used(app: &TestApp) -> (i64, i64) {
    let used = format!("SELECT used_bytes FROM firm_storage WHERE firm_id = {FIRM}");
    let sum = format!(
        "SELECT coalesce(sum(size_bytes), 0) FROM document WHERE firm_id = {FIRM} AND deleted_at IS NULL"
    );
    (app.number(&used).await, app.number(&sum).await)
}

#[tokio::test]
async fn rejects_documents_beyond_the_limit_and_notifies_administrators() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let policy = app.policy("P-1").insert().await;
    let path = documents_path(&policy);
    let default = json!({ "usedBytes": 0, "limitBytes": 10_000_000_000_i64 });
    assert_eq!(viewer.get("/Document/storage").await.ok(), default);
    set_limit(&app, 5).await;
    let mut stored = Vec::new();
    for (number, kinds) in [(1, ""), (2, ""), (3, ""), (4, "30"), (5, "30 31")] {
        stored.push(upload(&admin, &path, "a.pdf", PDF).await.ok());
        assert_eq!(notified(&app, &admin.user_key).await, kinds, "after {number}");
    }
    let size = i64::try_from(PDF.len()).unwrap();
    let full = json!({ "usedBytes": 5 * size, "limitBytes": 5 * size });
    assert_eq!(viewer.get("/Document/storage").await.ok(), full);
    // Without a content length, the server checks the limit only after the file has arrived.
    let parts = futures_util::stream::iter([Ok::<_, std::io::Error>(PDF)]);
    let body = axum::body::Body::from_stream(parts);
    let streamed = admin
        .send(http::Method::POST, format!("{path}?name=b.pdf"), Some(body))
        .await;
    streamed.refused(413, "storage_limit");
    upload(&admin, &path, "b.pdf", PDF)
        .await
        .refused(413, "storage_limit");
    // With a content length, the server rejects the request without reading the file.
    let never = futures_util::stream::pending::<Result<&[u8], std::io::Error>>();
    let body = axum::body::Body::from_stream(never);
    let announced = admin.with_header("content-length", &PDF.len().to_string());
    let unread = announced
        .send(http::Method::POST, format!("{path}?name=b.pdf"), Some(body))
        .await;
    unread.refused(413, "storage_limit");
    assert_eq!(files_in(&dir), 5, "rejected files are removed");
    assert_eq!(notified(&app, &admin.user_key).await, "30 31", "once a day");
    let others = notified(&app, &viewer.user_key).await;
    assert!(!others.contains("30") && !others.contains("31"), "{others}");

    // Deleting a document frees space. Restoring it requires space again.
    let first = format!("/Document/{}", stored[0]["uuid"].as_str().unwrap());
    assert_eq!(admin.delete(&first).await.status, 204);
    upload(&admin, &path, "c.pdf", PDF).await.ok();
    let restore = format!("{first}/restore");
    admin
        .post(&restore, Value::Null)
        .await
        .refused(413, "storage_limit");
    admin.get(&first).await.refused(404, "not_found");
    set_limit(&app, 6).await;
    assert_eq!(admin.post(&restore, Value::Null).await.status, 204);
    let (used, sum) = used(&app).await;
    assert_eq!((used, sum), (6 * size, 6 * size));
    let other = app.other_firm_admin().await;
    let policy = app.policy("P-2").of_firm(OTHER_FIRM).insert().await;
    upload(&other, &documents_path(&policy), "a.pdf", PDF).await.ok();
}

#[tokio::test]
async fn concurrent_uploads_and_deletes_never_exceed_the_limit() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = documents_path(&policy);
    set_limit(&app, 5).await;
    let stored = upload(&admin, &path, "a.pdf", PDF).await.ok();
    let delete = format!("/Document/{}", stored["uuid"].as_str().unwrap());
    let uploads = (0..12).map(|_| upload(&admin, &path, "a.pdf", PDF));
    let (replies, deleted) = tokio::join!(futures_util::future::join_all(uploads), admin.delete(&delete));
    assert_eq!(deleted.status, 204);
    let accepted = replies.iter().filter(|reply| reply.status == 201).count();
    for rejected in replies.into_iter().filter(|reply| reply.status != 201) {
        rejected.refused(413, "storage_limit");
    }
    assert!((4..=5).contains(&accepted), "{accepted}");
    let size = i64::try_from(PDF.len() * accepted).unwrap();
    assert_eq!(used(&app).await, (size, size));
    assert_eq!(files_in(&dir), accepted + 1);
}

#[tokio::test]
async fn a_repeated_upload_counts_once() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    set_limit(&app, 1).await;
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let repeated = upload_once(&admin, key, &documents_path(&policy), "a.pdf", PDF).await;
        assert_eq!(repeated.status, 201);
    }
    let size = i64::try_from(PDF.len()).unwrap();
    assert_eq!(used(&app).await, (size, size));
}
