//! `server rotate-key` and stored documents.

use super::{at_node_with, both_keys, run, second_key, stderr, unlock};
use crate::cohort_sends::archive::files;
use crate::cohort_sends::{FIRST, client, cohort_of, monthly, path, schedule, send};
use crate::documents::{PDF, upload};
use crate::support::{FIRM, MailServer, TestApp, mail_at, sealing_key};
use server::crypto::key_id_of;
use server::mail::Mailer;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Starts an app with a separate data directory that sends its mail to `server`.
async fn app_with(server: &MailServer) -> (TestApp, PathBuf) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rotated-{}", server::ids::new_uuid()));
    let port = server.port;
    let app = TestApp::with(|config, _| {
        config.data_dir.clone_from(&dir);
        config.mail = Some(mail_at(port));
    })
    .await;
    unlock(&app, &sealing_key()).await.unwrap();
    (app, dir.join("files"))
}

fn key_ids(files: &Path) -> Vec<Option<i16>> {
    let documents = files.join(format!("{FIRM}/documents"));
    fs::read_dir(documents)
        .unwrap()
        .map(|entry| key_id_of(File::open(entry.unwrap().path()).unwrap()).unwrap())
        .collect()
}

#[tokio::test]
async fn rotation_seals_documents_and_sent_attachments_with_the_new_key() {
    let server = MailServer::start().await;
    let (app, dir) = app_with(&server).await;
    let admin = app.admin().await;
    let documents = format!("/allpolicy/{}/documents", app.policy("P-1").insert().await.uuid);
    let large = [PDF, &vec![b'x'; 300_000]].concat();
    let mut stored = Vec::new();
    for content in [PDF, &large[..], &b"%PDF- deleted"[..], &b"%PDF- plain"[..]] {
        let document = upload(&admin, &documents, "a.pdf", content.to_vec()).await.ok();
        let path = format!("/Document/{}", document["uuid"].as_str().unwrap());
        stored.push((path, content));
    }
    admin.delete(&stored[2].0).await;
    // Turns one document into an unencrypted one, as earlier versions stored it.
    let uuid = stored[3].0.trim_start_matches("/Document/").to_owned();
    let of_row = async |column: &str| {
        app.text(&format!("SELECT {column} FROM document WHERE uuid = '{uuid}'"))
            .await
            .unwrap()
    };
    let (key, hash) = (
        of_row("storage_key").await,
        of_row("encode(content_hash, 'hex')").await,
    );
    let plain = format!("{FIRM}/{}/{hash}", &hash[..2]);
    fs::remove_file(dir.join(&key)).unwrap();
    fs::create_dir_all(dir.join(&plain).parent().unwrap()).unwrap();
    fs::write(dir.join(&plain), stored[3].1).unwrap();
    app.execute(&format!(
        "UPDATE document SET storage_key = '{plain}' WHERE uuid = '{uuid}'"
    ))
    .await;
    let ada = client(&app, "Ada Lee").await;
    let cohort = cohort_of(&admin, &[ada]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    let mailer = Mailer::of(&app.app.config).unwrap().unwrap();
    send(&app, &mailer, FIRST).await;
    let sent = format!("{}/document?sendDate=2026-11-30", path(&saved));
    let archive = files(&admin, sent.clone()).await;
    assert_eq!(key_ids(&dir), [Some(1); 4]);

    let output = run(&app, &["rotate-key"], &both_keys());
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("documents: 4 sealed, 0 unreadable"),
        "{}",
        stderr(&output)
    );
    assert_eq!(key_ids(&dir), [Some(2); 5], "including the unencrypted one");
    let only = at_node_with(&app, &admin, &format!("2:{}", second_key())).await;
    only.post(format!("{}/restore", stored[2].0), serde_json::Value::Null)
        .await;
    for (path, content) in &stored {
        assert_eq!(only.get(path).await.body, *content);
    }
    assert_eq!(files(&only, sent).await, archive);
    assert_eq!(fs::read_dir(dir.join("incoming")).unwrap().count(), 0);
}

#[tokio::test]
async fn rotation_continues_after_unreadable_documents_and_keeps_the_old_key() {
    let server = MailServer::start().await;
    let (app, dir) = app_with(&server).await;
    let admin = app.admin().await;
    let documents = format!("/allpolicy/{}/documents", app.policy("P-1").insert().await.uuid);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        upload(&admin, &documents, name, PDF).await.ok();
    }
    let key = async |name: &str| {
        app.text(&format!("SELECT storage_key FROM document WHERE name = '{name}'"))
            .await
            .unwrap()
    };
    let (damaged, missing) = (key("a.pdf").await, key("b.pdf").await);
    let original = fs::read(dir.join(&damaged)).unwrap();
    let mut changed = original.clone();
    *changed.last_mut().unwrap() ^= 1;
    fs::write(dir.join(&damaged), &changed).unwrap();
    fs::remove_file(dir.join(&missing)).unwrap();

    let output = run(&app, &["rotate-key"], &both_keys());
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    for part in [
        "documents: 1 sealed, 1 unreadable",
        "1 values or files could not be decrypted",
        &damaged,
        &missing,
    ] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    assert_eq!(
        fs::read(dir.join(&damaged)).unwrap(),
        changed,
        "is left as it was"
    );
    let retired = "SELECT count(*) FROM sealing_key WHERE retired_at IS NOT NULL";
    assert_eq!(app.number(retired).await, 0);

    // After the file is restored from a backup, the rotation seals only the remaining file.
    fs::write(dir.join(&damaged), original).unwrap();
    let again = run(&app, &["rotate-key"], &both_keys());
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(
        stderr(&again).contains("documents: 1 sealed, 0 unreadable"),
        "{}",
        stderr(&again)
    );
    assert_eq!(app.number(retired).await, 1);
}
