//! Unusable buckets and the server's error messages.

use super::{app, app_with, local_files, store};
use crate::documents::{PDF, upload};
use crate::support::{Moto, TestApp, sealing_key, server};
use crate::uploads::support::{AGENT, map_path, multipart, send};
use axum::Router;
use http::StatusCode;
use serde_json::json;
use server::config::{Bucket, Hidden};

/// Asserts that calls that need files fail with 503 and that others work.
async fn assert_unavailable(app: &TestApp, document: &str) {
    let admin = app.admin().await;
    let policy = app.policy("P-9").insert().await;
    let documents = format!("/allpolicy/{}/documents", policy.uuid);
    let refused = upload(&admin, &documents, "a.pdf", PDF).await;
    assert_eq!(refused.header("retry-after"), "2");
    refused.refused(503, "storage_unavailable");
    admin.get(document).await.refused(503, "storage_unavailable");
    let file = multipart("people.csv", b"First Name,Last Name\nAda,Lee\n");
    let bulk = send(&admin, &map_path(&admin, AGENT), file).await;
    bulk.refused(503, "storage_unavailable");
    admin.post("/FirmAgent/search", json!({})).await.ok();
    assert_eq!(local_files(app), 0);
    let (status, text) = app.readyz().await;
    assert_eq!(status, 200, "the rest works");
    assert!(text.contains("storage_unavailable"), "{text}");
}

#[tokio::test]
async fn unreachable_bucket_fails_calls_with_503_until_it_is_back() {
    let (here, bucket) = app().await;
    assert_eq!(here.readyz().await, (200, "ready".to_owned()));
    let admin = here.admin().await;
    let document = store(&here, &admin, "P-1", PDF).await;
    let mut config = (*here.app.config).clone();
    config.bucket.as_mut().unwrap().endpoint = Some("http://127.0.0.1:1".parse().unwrap());
    let app = server::start::app(
        config,
        &here.database.app_url,
        crate::support::sealers(),
        here.app.clock,
    )
    .unwrap();
    let away = TestApp {
        router: server::router::router(app.clone()),
        app,
        ..here
    };
    assert_unavailable(&away, &document).await;
    assert_eq!(bucket.keys().await.len(), 1);
    assert_eq!(admin.get(&document).await.body, PDF, "another node still works");
}

#[tokio::test]
async fn wrong_secret_and_missing_bucket_fail_calls_with_503() {
    let moto = Moto::start().await;
    let mut bucket = moto.bucket().await;
    let (key_id, secret) = moto.require_key().await;
    bucket.config.key_id = key_id;
    bucket.config.secret = Hidden(secret);
    let right = app_with(&bucket, |_| {}).await;
    let document = store(&right, &right.admin().await, "P-1", PDF).await;
    let (status, line) = check(&right, &bucket.config).await;
    assert_eq!(status, Some(0), "{line}");
    assert!(line.starts_with("ok      storage: The bucket"), "{line}");
    for (wrong, sentence) in [
        (
            Bucket {
                secret: Hidden("not-the-secret".into()),
                ..bucket.config.clone()
            },
            "rejects FIRMBOOK_STORAGE_KEY_ID",
        ),
        (
            Bucket {
                name: "nowhere".into(),
                ..bucket.config.clone()
            },
            "The bucket nowhere of FIRMBOOK_STORAGE_URL does not exist",
        ),
    ] {
        let mut config = (*right.app.config).clone();
        config.bucket = Some(wrong.clone());
        let app = server::start::app(
            config,
            &right.database.app_url,
            crate::support::sealers(),
            right.app.clock,
        )
        .unwrap();
        let admin = right.admin().await.at_router(server::router::router(app));
        admin.get(&document).await.refused(503, "storage_unavailable");
        let (status, line) = check(&right, &wrong).await;
        assert_eq!(status, Some(1), "{line}");
        assert!(
            line.starts_with("failed  storage: ") && line.contains(sentence),
            "{line}"
        );
        assert!(!line.contains("secret"), "{line}");
    }
    let unreachable = Bucket {
        endpoint: Some("http://127.0.0.1:1".parse().unwrap()),
        ..bucket.config.clone()
    };
    let (_, line) = check(&right, &unreachable).await;
    assert!(line.contains("does not respond: Connection refused"), "{line}");
    assert_eq!(local_files(&right), 0);
}

/// Runs `server check` with a bucket. Returns the exit code and the lines about the storage.
async fn check(app: &TestApp, bucket: &Bucket) -> (Option<i32>, String) {
    let mut command = server();
    command
        .env("DATABASE_URL", &app.database.owner_url)
        .env("DATABASE_APP_URL", &app.database.app_url)
        .env("FIRMBOOK_DATA_DIR", &app.app.config.data_dir)
        .env("FIRMBOOK_SEALING_KEY", sealing_key())
        .env(
            "FIRMBOOK_STORAGE_URL",
            format!("s3://{}/{}", bucket.name, bucket.prefix),
        )
        .env(
            "FIRMBOOK_STORAGE_ENDPOINT",
            bucket.endpoint.as_ref().unwrap().as_str(),
        )
        .env("FIRMBOOK_STORAGE_KEY_ID", &bucket.key_id)
        .env("FIRMBOOK_STORAGE_SECRET", &bucket.secret.0)
        .arg("check");
    let output = tokio::task::spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    // Includes the lines of the bucket's response.
    let about = printed.lines().skip_while(|line| !line.contains("storage: "));
    let about = about.collect::<Vec<_>>().join("\n");
    let about = if about.is_empty() { printed } else { about };
    (output.status.code(), about)
}

#[tokio::test]
async fn full_bucket_is_reported_like_a_full_disk() {
    let mut bucket = Moto::shared().await.bucket().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    bucket.config.endpoint = Some(format!("http://{address}").parse().unwrap());
    let full = Router::new().fallback(async || StatusCode::INSUFFICIENT_STORAGE);
    tokio::spawn(async move { axum::serve(listener, full).await });
    let app = app_with(&bucket, |_| {}).await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/documents", policy.uuid);
    let refused = upload(&admin, &path, "a.pdf", PDF).await;
    refused.refused(422, "storage_full");
    assert_eq!(local_files(&app), 0);
}
