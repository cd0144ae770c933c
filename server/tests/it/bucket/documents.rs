//! Documents in a bucket.

use super::{app, large, local_files, store};
use crate::documents::link::{ask_at, open};
use crate::documents::{PDF, upload};
use crate::support::{FIRM, TestApp, wait_until};
use axum::body::Body;
use bytes::Bytes;
use futures_util::FutureExt;
use http::{Method, StatusCode};
use jiff::SignedDuration;
use server::clock::Clock;
use server::files::{Files, round};
use server::router::router;
use server::start;

/// Runs the document jobs with a clock that is a year ahead, so that all objects are old.
async fn round_next_year(app: &TestApp) {
    let now = Clock::System.now() + SignedDuration::from_hours(365 * 24);
    let files = Files {
        clock: Clock::Fixed(now),
        ..app.app.files.clone()
    };
    round(&files).await.unwrap();
}

#[tokio::test]
async fn stores_documents_as_objects_that_all_nodes_can_read() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    let small = store(&app, &admin, "P-1", PDF).await;
    let large_path = store(&app, &admin, "P-2", large()).await;
    let keys = bucket.keys().await;
    assert_eq!(keys.len(), 2);
    for key in &keys {
        assert!(key.starts_with(&format!("{FIRM}/documents/")), "{key}");
        let content = bucket.read(key).await;
        assert!(!content.windows(4).any(|part| part == b"%PDF"), "is encrypted");
    }
    let etags = bucket.etags().await;
    assert!(
        etags.iter().any(|etag| etag.contains("-3")),
        "in three parts: {etags:?}"
    );
    assert_eq!(bucket.incomplete().await, 0);
    assert_eq!(local_files(&app), 0);

    let config = (*app.app.config).clone();
    let second = start::app(
        config,
        &app.database.app_url,
        crate::support::sealers(),
        app.app.clock,
    )
    .unwrap();
    let there = admin.at_router(router(second));
    for client in [&admin, &there] {
        assert_eq!(client.get(&small).await.body, PDF);
        assert!(
            client.get(&large_path).await.body == large(),
            "the large document differs"
        );
    }
    let on_second = store(&app, &there, "P-3", PDF).await;
    assert_eq!(admin.get(on_second).await.body, PDF);
    assert_eq!(local_files(&app), 0);
}

#[tokio::test]
async fn a_link_downloads_an_object_once() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let path = store(&app, &admin, "P-1", large()).await;
    let link = ask_at(&admin, &path).await;
    let reply = open(&app, &link.url, &link.cookie).await;
    assert_eq!(reply.status, 200);
    assert!(reply.body == large(), "the document differs");
    open(&app, &link.url, &link.cookie)
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn never_returns_a_changed_or_truncated_object_as_complete() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    let large = [PDF, &vec![b'x'; 3_000_000]].concat();
    for (number, content) in [("P-1", PDF.to_vec()), ("P-2", large)] {
        let is_small = content.len() < 1_000_000;
        let path = store(&app, &admin, number, content.clone()).await;
        let key = bucket.keys().await.remove(0);
        let whole = bucket.read(&key).await;
        let mut changed = whole.clone();
        changed[whole.len() - 20] ^= 1;
        for damaged in [
            changed,
            whole[..whole.len() - 1].to_vec(),
            whole[..whole.len() / 2].to_vec(),
        ] {
            bucket.write(&key, damaged).await;
            if is_small {
                admin.get(&path).await.refused(422, "stored_file_damaged");
            } else {
                let (status, body) = admin.get_incomplete(&path).await;
                assert_eq!((status, body), (StatusCode::OK, None), "the transfer breaks off");
            }
        }
        bucket.write(&key, whole).await;
        assert!(admin.get(&path).await.body == content);
        bucket.remove(&key).await;
        admin.get(&path).await.refused(422, "stored_file_damaged");
    }
}

#[tokio::test]
async fn rejected_and_interrupted_documents_leave_no_object() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    app.execute(&format!(
        "UPDATE firm SET storage_limit_bytes = {} WHERE firm_id = {FIRM}",
        PDF.len()
    ))
    .await;
    store(&app, &admin, "P-1", PDF).await;
    let policy = app.policy("P-2").insert().await;
    let path = format!("/allpolicy/{}/documents", policy.uuid);
    // Without a content length, the server checks the limit only after the file has arrived.
    let parts = futures_util::stream::iter([Ok::<_, std::io::Error>(PDF)]);
    let over = admin
        .send(
            Method::POST,
            format!("{path}?name=b.pdf"),
            Some(Body::from_stream(parts)),
        )
        .await;
    over.refused(413, "storage_limit");
    app.execute("UPDATE firm SET storage_limit_bytes = NULL").await;
    upload(&admin, &path, "page.html", &b"<script>alert(1)</script>"[..])
        .await
        .invalid("file", "active_content");
    let parts = [Ok(Bytes::from(large())), Err(std::io::Error::other("gone"))];
    let broken = Body::from_stream(futures_util::stream::iter(parts));
    let broken = admin
        .send(Method::POST, format!("{path}?name=c.pdf"), Some(broken))
        .await;
    broken.refused(400, "body_unreadable");
    assert_eq!(bucket.keys().await.len(), 1);
    assert_eq!((bucket.incomplete().await, local_files(&app)), (0, 0));
}

#[tokio::test]
async fn completes_or_removes_an_upload_whose_client_disconnects() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/documents?name=a.pdf", policy.uuid);
    // The upload may complete before the test notices that it started.
    let mut sent = Box::pin(admin.send(Method::POST, path, Some(Body::from(large()))).fuse());
    wait_until("the upload to the bucket has begun", async || {
        _ = futures_util::poll!(&mut sent);
        let has_begun = bucket.incomplete().await > 0 || !bucket.keys().await.is_empty();
        has_begun.then_some(())
    })
    .await;
    drop(sent);
    wait_until("the upload to the bucket has ended", async || {
        (bucket.incomplete().await == 0).then_some(())
    })
    .await;
    round_next_year(&app).await;
    let stored = app.number("SELECT count(*) FROM document").await;
    assert_eq!(bucket.keys().await.len(), usize::try_from(stored).unwrap());
    assert_eq!(local_files(&app), 0);
}

#[tokio::test]
async fn removes_orphans_and_documents_that_were_deleted_long_ago() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    let kept = store(&app, &admin, "P-1", PDF).await;
    let used = bucket.keys().await.remove(0);
    let deleted = store(&app, &admin, "P-2", PDF).await;
    bucket
        .write(&format!("{FIRM}/documents/orphan"), &b"orphan"[..])
        .await;
    assert_eq!(admin.delete(&deleted).await.status, 204);
    round(&app.app.files).await.unwrap();
    assert_eq!(bucket.keys().await.len(), 3, "all are fresh");
    round_next_year(&app).await;
    assert_eq!(bucket.keys().await, [used]);
    assert_eq!(admin.get(&kept).await.body, PDF);
    let restore = format!("{deleted}/restore");
    admin
        .post(restore, serde_json::Value::Null)
        .await
        .refused(404, "not_found");
}
