//! Stored files: encryption, permissions, and the jobs that encrypt old files and remove orphans.

use super::{PDF, app, documents_path, files_in, only_file, upload};
use crate::support::{FIRM, NOW, TestApp};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use server::files::round;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Returns all files and folders below a folder.
fn paths_in(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            let below = if path.is_dir() {
                paths_in(&path)
            } else {
                Vec::new()
            };
            [vec![path], below].concat()
        })
        .collect()
}

fn path_of(stored: &Value) -> String {
    format!("/Document/{}", stored["uuid"].as_str().unwrap())
}

async fn key_of(app: &TestApp, stored: &Value) -> String {
    let uuid = stored["uuid"].as_str().unwrap();
    app.text(&format!("SELECT storage_key FROM document WHERE uuid = '{uuid}'"))
        .await
        .unwrap()
}

/// Backdates a file by the given number of days.
fn set_age(path: &Path, days: i64) {
    let time = NOW.parse::<Timestamp>().unwrap() - SignedDuration::from_hours(24 * days);
    let file = File::options().append(true).open(path).unwrap();
    file.set_modified(SystemTime::from(time)).unwrap();
}

#[tokio::test]
async fn a_copy_of_the_folder_reveals_neither_names_nor_contents() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let stored = upload(&admin, &documents_path(&policy), "Ada.pdf", PDF)
        .await
        .ok();
    upload(&admin, &documents_path(&policy), "Ada.pdf", PDF)
        .await
        .ok();
    let hash = app
        .text("SELECT encode(content_hash, 'hex') FROM document LIMIT 1")
        .await
        .unwrap();
    let (mut files, uuid) = (Vec::new(), stored["uuid"].as_str().unwrap().replace('-', ""));
    for path in paths_in(&dir.join("files")) {
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        if path.is_dir() {
            assert_eq!(mode, 0o700, "{}", path.display());
            continue;
        }
        assert_eq!(mode, 0o600, "{}", path.display());
        let content = fs::read(&path).unwrap();
        assert!(!content.windows(4).any(|part| part == b"%PDF"));
        let name = path.display().to_string();
        assert!(!name.contains("Ada") && !name.contains(&hash) && !name.contains(&uuid));
        files.push(content);
    }
    assert_eq!(files.len(), 2);
    assert_ne!(files[0], files[1], "equal contents are not recognizable");
}

#[tokio::test]
async fn a_file_can_be_read_only_as_its_own_document() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let one = upload(&admin, &documents_path(&policy), "a.pdf", PDF).await.ok();
    let other = upload(&admin, &documents_path(&policy), "b.pdf", PDF).await.ok();
    let keys = [key_of(&app, &one).await, key_of(&app, &other).await];
    let files = keys.map(|key| dir.join("files").join(key));
    fs::copy(&files[0], &files[1]).unwrap();
    assert_eq!(admin.get(path_of(&one)).await.body, PDF);
    admin
        .get(path_of(&other))
        .await
        .refused(422, "stored_file_damaged");
}

/// Replaces a document's file with an unencrypted file as stored by earlier versions.
async fn make_plain(app: &TestApp, dir: &Path, stored: &Value, content: &[u8]) -> PathBuf {
    let uuid = stored["uuid"].as_str().unwrap();
    fs::remove_file(dir.join("files").join(key_of(app, stored).await)).unwrap();
    let hash = app
        .text(&format!(
            "SELECT encode(content_hash, 'hex') FROM document WHERE uuid = '{uuid}'"
        ))
        .await
        .unwrap();
    let key = format!("{FIRM}/{}/{hash}", &hash[..2]);
    app.execute(&format!(
        "UPDATE document SET storage_key = '{key}' WHERE uuid = '{uuid}'"
    ))
    .await;
    let path = dir.join("files").join(key);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    set_age(&path, 2);
    path
}

#[tokio::test]
async fn encrypts_files_of_earlier_versions_and_removes_them_a_round_later() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = documents_path(&policy);
    let (one, twin) = (
        upload(&admin, &path, "a.pdf", PDF).await.ok(),
        upload(&admin, &path, "b.pdf", PDF).await.ok(),
    );
    let deleted = upload(&admin, &path, "c.pdf", &b"%PDF- deleted"[..]).await.ok();
    let damaged = upload(&admin, &path, "d.pdf", &b"%PDF- damaged"[..]).await.ok();
    let plain = make_plain(&app, &dir, &one, PDF).await;
    assert_eq!(make_plain(&app, &dir, &twin, PDF).await, plain);
    make_plain(&app, &dir, &deleted, b"%PDF- deleted").await;
    let changed = make_plain(&app, &dir, &damaged, b"%PDF- dAmaged").await;
    assert_eq!(admin.delete(path_of(&deleted)).await.status, 204);
    fs::set_permissions(dir.join("files"), fs::Permissions::from_mode(0o755)).unwrap();

    assert_eq!(admin.get(path_of(&one)).await.body, PDF, "is readable before");
    admin
        .get(path_of(&damaged))
        .await
        .refused(422, "stored_file_damaged");
    round(&app.app.files).await.unwrap();
    assert!(plain.exists(), "a download may have started");
    let mode = fs::metadata(dir.join("files")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    // On a busy machine, one of these may begin after the other has ended.
    let both = tokio::join!(round(&app.app.files), round(&app.app.files));
    assert!(both.0.is_ok() && both.1.is_ok());

    assert!(!plain.exists());
    assert!(changed.exists(), "a damaged file is kept as it is");
    fs::remove_file(&changed).unwrap();
    for file in paths_in(&dir.join("files")).iter().filter(|path| path.is_file()) {
        let content = fs::read(file).unwrap();
        assert!(!content.windows(4).any(|part| part == b"%PDF"));
    }
    assert_eq!(files_in(&dir), 3);
    assert_eq!(
        admin
            .post(format!("{}/restore", path_of(&deleted)), Value::Null)
            .await
            .status,
        204
    );
    for (document, content) in [(&one, PDF), (&twin, PDF), (&deleted, b"%PDF- deleted")] {
        assert_eq!(admin.get(path_of(document)).await.body, content);
    }
}

#[tokio::test]
async fn removes_files_without_a_row_after_a_day() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let stored = upload(&admin, &documents_path(&policy), "a.pdf", PDF).await.ok();
    let file = only_file(&dir);
    let (orphan, fresh) = (file.with_file_name("orphan"), file.with_file_name("fresh"));
    for copy in [&orphan, &fresh] {
        fs::copy(&file, copy).unwrap();
    }
    for old in [&file, &orphan] {
        set_age(old, 2);
    }
    round(&app.app.files).await.unwrap();
    assert_eq!((orphan.exists(), fresh.exists()), (false, true));
    assert_eq!(admin.get(path_of(&stored)).await.body, PDF);
}

#[tokio::test]
async fn removes_deleted_documents_after_thirty_days() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = documents_path(&policy);
    let mut stored = Vec::new();
    for days in [0, 29, 31] {
        let document = upload(&admin, &path, "a.pdf", PDF).await.ok();
        set_age(&dir.join("files").join(key_of(&app, &document).await), 40);
        if days > 0 {
            assert_eq!(admin.delete(path_of(&document)).await.status, 204);
            app.execute(&format!(
                "UPDATE document SET deleted_at = timestamptz '{NOW}' - interval '{days} days' WHERE uuid = '{}'",
                document["uuid"].as_str().unwrap()
            ))
            .await;
        }
        stored.push(document);
    }
    round(&app.app.files).await.unwrap();
    assert_eq!(files_in(&dir), 2);
    assert_eq!(app.number("SELECT count(*) FROM document").await, 2);
    let restore = |document: &Value| format!("{}/restore", path_of(document));
    assert_eq!(admin.post(restore(&stored[1]), Value::Null).await.status, 204);
    admin
        .post(restore(&stored[2]), Value::Null)
        .await
        .refused(404, "not_found");
    for document in &stored[..2] {
        assert_eq!(admin.get(path_of(document)).await.body, PDF);
    }
    let used = format!("SELECT used_bytes FROM firm_storage WHERE firm_id = {FIRM}");
    assert_eq!(app.number(&used).await, i64::try_from(2 * PDF.len()).unwrap());
}
