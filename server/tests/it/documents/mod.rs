//! Documents attached to records.

mod files;
pub mod link;
mod scan;
mod storage;

use crate::support::{Client, OTHER_FIRM, Reply, Row, TestApp};
use bytes::Bytes;
use http::Method;
use serde_json::{Value, json};
use server::config::Config;
use shared::document::MAX_DOCUMENT_BYTES;
use shared::permission::FirmUserType;
use std::path::Path;
use uuid::Uuid;

pub const PDF: &[u8] = b"%PDF-1.7 in force illustration";

fn documents_path(policy: &Row) -> String {
    format!("/allpolicy/{}/documents", policy.uuid)
}

pub async fn upload(client: &Client, path: &str, name: &str, content: impl Into<Bytes>) -> Reply {
    let path = format!("{path}?name={name}");
    client
        .send(Method::POST, &path, Some(axum::body::Body::from(content.into())))
        .await
}

pub fn files_in(dir: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return 0;
    };
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| if path.is_dir() { files_in(&path) } else { 1 })
        .sum()
}

/// Uploads with an idempotency key.
async fn upload_once(client: &Client, key: Uuid, path: &str, name: &str, content: &'static [u8]) -> Reply {
    let client = client.with_header("idempotency-key", &key.to_string());
    upload(&client, path, name, content).await
}

/// Starts an app with a separate data directory.
async fn app() -> (TestApp, std::path::PathBuf) {
    app_with(|_| {}).await
}

async fn app_with(set: impl FnOnce(&mut Config)) -> (TestApp, std::path::PathBuf) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, _| {
        config.data_dir.clone_from(&dir);
        set(config);
    })
    .await;
    (app, dir)
}

#[tokio::test]
async fn stores_lists_downloads_deletes_and_restores_a_file() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let stored = upload(
        &admin,
        &documents_path(&policy),
        "In%20force%20Gr%C3%B6%C3%9Fe.pdf",
        PDF,
    )
    .await;
    assert_eq!(stored.status, 201);
    let stored = stored.json();
    assert_eq!(stored["name"], "In force Größe.pdf");
    assert_eq!(stored["mediaType"], "application/pdf");
    assert_eq!(stored["sizeBytes"], PDF.len());
    assert_eq!(stored["storedBy"], "Dana Account Administrator");
    assert_eq!(admin.get(documents_path(&policy)).await.ok(), json!([stored]));

    let path = format!("/Document/{}", stored["uuid"].as_str().unwrap());
    let opened = admin.get(&path).await;
    assert_eq!(opened.body, PDF);
    assert_eq!(opened.header("content-type"), "application/pdf");
    assert_eq!(opened.header("x-content-type-options"), "nosniff");
    assert_eq!(
        opened.header("content-disposition"),
        "attachment; filename=\"In force Gr__e.pdf\"; filename*=UTF-8''In%20force%20Gr%C3%B6%C3%9Fe.pdf"
    );

    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(admin.get(documents_path(&policy)).await.ok(), json!([]));
    admin.get(&path).await.refused(404, "not_found");
    admin.delete(&path).await.refused(404, "not_found");
    assert_eq!(admin.post(format!("{path}/restore"), json!({})).await.status, 204);
    admin
        .post(format!("{path}/restore"), json!({}))
        .await
        .refused(404, "not_found");
    assert_eq!(admin.get(&path).await.body, PDF);

    upload(&admin, &documents_path(&policy), "again.pdf", PDF)
        .await
        .ok();
    assert_eq!(files_in(&dir), 2);
    let activity = admin
        .get(format!("/allpolicy/{}/activity", policy.uuid))
        .await
        .ok();
    let actions: Vec<_> = activity["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["action"])
        .collect();
    assert_eq!(
        actions,
        ["upload", "download", "recover", "discard", "download", "upload"]
    );
    assert_eq!(activity["items"][0]["about"], "again.pdf");
}

#[tokio::test]
async fn stores_a_repeated_upload_with_the_same_key_once() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let (policy, other) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    let (path, key) = (documents_path(&policy), Uuid::now_v7());
    let both = tokio::join!(
        upload_once(&admin, key, &path, "a.pdf", PDF),
        upload_once(&admin, key, &path, "a.pdf", PDF),
    );
    let stored = both.0.ok();
    assert_eq!(
        (stored["uuid"].clone(), both.1.ok()),
        (json!(key), stored.clone())
    );
    assert_eq!(upload_once(&admin, key, &path, "a.pdf", PDF).await.status, 201);
    assert_eq!(admin.get(&path).await.ok(), json!([stored]));
    let uploads = "SELECT count(*) FROM audit_log WHERE action = 'upload'";
    assert_eq!(app.number(uploads).await, 1);

    let colleague = app.admin().await;
    for reply in [
        upload_once(&admin, key, &path, "b.pdf", PDF).await,
        upload_once(&admin, key, &path, "a.pdf", b"%PDF-1.7 another file").await,
        upload_once(&admin, key, &documents_path(&other), "a.pdf", PDF).await,
        upload_once(&colleague, key, &path, "a.pdf", PDF).await,
    ] {
        reply.refused(422, "idempotency_key_reused");
    }
    let file = admin.get(format!("/Document/{key}")).await;
    assert_eq!(file.body, PDF, "a refused upload does not change the file");
    assert_eq!(files_in(&dir), 1, "refused uploads leave no file");
    // Without a key, equal files are separate documents.
    upload(&admin, &path, "a.pdf", PDF).await.ok();
    assert_eq!(admin.get(&path).await.ok().as_array().unwrap().len(), 2);

    // Repeating the upload does not bring back a deleted document.
    assert_eq!(admin.delete(format!("/Document/{key}")).await.status, 204);
    upload_once(&admin, key, &path, "a.pdf", PDF)
        .await
        .refused(404, "not_found");
}

/// Returns the only file in a folder.
fn only_file(dir: &Path) -> std::path::PathBuf {
    let mut path = dir.to_owned();
    while path.is_dir() {
        let entries = std::fs::read_dir(&path)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let filled: Vec<_> = entries.filter(|path| files_in_or_one(path) > 0).collect();
        assert_eq!(filled.len(), 1, "{filled:?}");
        path = filled.into_iter().next().unwrap();
    }
    path
}

fn files_in_or_one(path: &Path) -> usize {
    if path.is_dir() { files_in(path) } else { 1 }
}

#[tokio::test]
async fn never_returns_a_damaged_or_truncated_file_as_complete() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let large: Vec<u8> = (0..3_000_000_u32).map(|i| (i % 251) as u8).collect();
    for content in [PDF.to_vec(), large] {
        let stored = upload(&admin, &documents_path(&policy), "a.bin", content.clone())
            .await
            .ok();
        let path = format!("/Document/{}", stored["uuid"].as_str().unwrap());
        let range = admin.with_header("range", "bytes=1-2").get(&path).await;
        assert_eq!((range.status.as_u16(), &range.body[..]), (200, &content[..]));
        assert_eq!(range.headers.get("content-range"), None);

        let file = only_file(&dir);
        let whole = std::fs::read(&file).unwrap();
        let mut longer = whole.clone();
        longer.push(0);
        let mut damaged = vec![longer, whole[..whole.len() - 1].to_vec(), Vec::new()];
        for at in [0, whole.len() / 2, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            damaged.push(changed);
        }
        for (number, damaged) in damaged.into_iter().enumerate() {
            std::fs::write(&file, damaged).unwrap();
            if content.len() < 1_000_000 {
                admin.get(&path).await.refused(422, "stored_file_damaged");
            } else {
                let (status, body) = admin.get_incomplete(&path).await;
                assert!(
                    status != 200 || body.is_none(),
                    "damage {number} of a large file was not reported"
                );
            }
        }
        std::fs::write(&file, &whole).unwrap();
        assert_eq!(admin.get(&path).await.body, content);
        // The file is missing.
        std::fs::remove_file(&file).unwrap();
        admin.get(&path).await.refused(422, "stored_file_damaged");
    }
}

#[tokio::test]
async fn rejects_oversized_files_and_programs_without_leftovers() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let most = usize::try_from(MAX_DOCUMENT_BYTES).unwrap();
    upload(&admin, &documents_path(&policy), "much.bin", vec![1; most + 1])
        .await
        .refused(413, "too_large");
    for (name, content, code) in [
        ("run.exe", &b"a text"[..], "program"),
        ("in%20force.pdf", b"MZ\x90", "program"),
        ("notes.bat", b"dir", "program"),
        ("page.html", b"<script>alert(1)</script>", "active_content"),
        ("in%20force.pdf", b"PK\x03\x04", "type_mismatch"),
    ] {
        upload(&admin, &documents_path(&policy), name, content)
            .await
            .invalid("file", code);
    }
    for (name, code) in [("%2F", "required"), (&*"x".repeat(121), "too_long")] {
        upload(&admin, &documents_path(&policy), name, PDF)
            .await
            .invalid("name", code);
    }
    assert_eq!(files_in(&dir), 0);
    upload(&admin, &documents_path(&policy), "most.bin", vec![1; most])
        .await
        .ok();
    assert_eq!(files_in(&dir), 1);
    let nameless = admin
        .send(
            Method::POST,
            &documents_path(&policy),
            Some(axum::body::Body::empty()),
        )
        .await
        .ok();
    assert_eq!(
        (&nameless["name"], &nameless["sizeBytes"]),
        (&json!("document"), &json!(0))
    );
}

#[tokio::test]
async fn serves_html_as_text_and_strips_directories_from_names() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Agent").insert().await;
    let path = format!("/FirmAgent/agent/{}/documents", agent.uuid);
    let stored = upload(
        &admin,
        &path,
        "..%2F..%2Fetc%2Fevil.html",
        &b"<p>A page without a script</p>"[..],
    )
    .await
    .ok();
    assert_eq!(
        (&stored["name"], &stored["mediaType"]),
        (&json!("evil.html"), &json!("text/plain"))
    );
    assert_eq!(files_in(&dir), 1);
    let opened = admin
        .get(format!("/Document/{}", stored["uuid"].as_str().unwrap()))
        .await;
    assert_eq!(
        opened.header("content-security-policy"),
        "default-src 'none'; sandbox"
    );
}

#[tokio::test]
async fn hides_files_of_records_outside_the_scope() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Agent").insert().await;
    let (own, hidden) = (
        app.policy("P-OWN").insert().await,
        app.policy("P-HIDDEN").insert().await,
    );
    app.link(&own, &agent).await;
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    let file = async |policy: &Row| -> String {
        let stored = upload(&admin, &documents_path(policy), "a.pdf", PDF).await.ok();
        format!("/Document/{}", stored["uuid"].as_str().unwrap())
    };
    let (seen, unseen) = (file(&own).await, file(&hidden).await);
    assert_eq!(advisor.get(&seen).await.body, PDF);
    for reply in [
        advisor.get(&unseen).await,
        advisor.delete(&unseen).await,
        advisor.get(documents_path(&hidden)).await,
        upload(&advisor, &documents_path(&hidden), "a.pdf", PDF).await,
        app.other_firm_admin().await.get(&seen).await,
        app.other_firm_admin().await.delete(&seen).await,
        admin
            .get(documents_path(
                &app.policy("F").of_firm(OTHER_FIRM).insert().await,
            ))
            .await,
    ] {
        reply.refused(404, "not_found");
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    assert_eq!(viewer.get(&seen).await.body, PDF);
    viewer.delete(&seen).await.refused(403, "forbidden");
    upload(&viewer, &documents_path(&own), "a.pdf", PDF)
        .await
        .refused(403, "forbidden");
    let documents: Value = admin.get(documents_path(&own)).await.ok();
    assert_eq!(documents.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn notifies_other_readers_of_a_stored_document() {
    let (app, _) = app().await;
    let (admin, advisor, stranger) = (app.admin().await, app.advisor().await, app.advisor().await);
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &agent).await;
    upload(&admin, &documents_path(&policy), "a.pdf", PDF).await.ok();
    let list = advisor.get("/UserNotification").await.ok();
    assert_eq!(
        [
            &list[0]["notificationTypeName"],
            &list[0]["displayName"],
            &list[0]["applicationUrl"]
        ],
        [
            &json!("DocumentUploadedStorage"),
            &json!("P-1: document “a.pdf” was stored"),
            &json!(format!("/business/policies/{}?tab=documents", policy.uuid))
        ]
    );
    for client in [&admin, &stranger] {
        assert_eq!(client.get("/UserNotification").await.ok(), json!([]));
    }
}
