use super::{Insured, app, latest};
use crate::documents::upload;
use crate::sealing::{command, stderr, unlock_set};
use crate::support::{TestApp, medical_key, sealers, sealing_key};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::json;
use server::crypto::{KeySet, Sealer, Sealers, key_id_of};
use server::router::router;
use server::start;
use std::fs::{self, File};
use std::sync::Arc;

fn second_key() -> String {
    STANDARD.encode([10; 32])
}

fn both_keys() -> String {
    format!("2:{},1:{}", second_key(), medical_key())
}

/// Returns whether a table contains a text anywhere.
async fn contains(app: &TestApp, table: &str, text: &str) -> bool {
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    let sql = format!(
        "SELECT count(*) FROM {table} t WHERE to_jsonb(t)::text LIKE '%{text}%' OR to_jsonb(t)::text LIKE '%{hex}%'"
    );
    app.number(&sql).await > 0
}

#[tokio::test]
async fn medical_data_is_encrypted_with_a_separate_key() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let path = format!("{}/documents", ada.request_path(&sent));
    upload(&admin, &path, "Zebra.pdf", &b"%PDF-1.7 zebra diagnosis"[..])
        .await
        .ok();
    for table in [
        "medical_request",
        "medical_document",
        "medical_letter",
        "audit_log",
    ] {
        for text in ["Mercy", "Zebra", "HIPAA"] {
            assert!(!contains(&app, table, text).await, "{table} contains {text}");
        }
    }
    for file in fs::read_dir(dir.join("files/1/documents")).unwrap() {
        let content = fs::read(file.unwrap().path()).unwrap();
        assert!(content.starts_with(b"FbS1") && !content.windows(5).any(|part| part == b"zebra"));
    }
    // The general key can decrypt neither a request nor a file.
    let config = (*app.app.config).clone();
    let wrong = Sealers {
        medical: Arc::new(Sealer::of_set(KeySet::Medical, &sealing_key()).unwrap()),
        ..sealers()
    };
    let node = start::app(config, &app.database.app_url, wrong, app.app.clock).unwrap();
    let node = admin.at_router(router(node));
    node.get(ada.view()).await.refused(422, "sealed_value_damaged");
    let document = format!("{}/document/{}?reason=Claim", ada.path(), ada.authorization);
    node.get(document).await.refused(422, "sealed_value_damaged");
    // A row that was copied to another request fails to decrypt.
    let other = ada.draft(&admin).await;
    app.execute(&format!(
        "UPDATE medical_request SET content = (SELECT content FROM medical_request WHERE uuid = '{}')
         WHERE uuid = '{}'",
        sent["uuid"].as_str().unwrap(),
        other["uuid"].as_str().unwrap()
    ))
    .await;
    admin.get(ada.view()).await.refused(422, "sealed_value_damaged");
}

#[tokio::test]
async fn server_checks_the_medical_key_at_start() {
    let (app, _) = app().await;
    unlock_set(&app, KeySet::Medical, &medical_key()).await.unwrap();
    unlock_set(&app, KeySet::General, &sealing_key()).await.unwrap();
    for (setting, sentence) in [
        (
            second_key(),
            "The sealing key with the id 1 is not the one that encrypted this database. Set FIRMBOOK_MEDICAL_KEY",
        ),
        (
            format!("2:{}", second_key()),
            "FIRMBOOK_MEDICAL_KEY lacks the key with the id 1",
        ),
        (
            sealing_key(),
            "FIRMBOOK_SEALING_KEY and FIRMBOOK_MEDICAL_KEY have the same key",
        ),
    ] {
        let mut command = command(&app, &[], &sealing_key());
        let output = command.env("FIRMBOOK_MEDICAL_KEY", setting).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
    }
}

#[tokio::test]
async fn rotation_reencrypts_medical_data() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    unlock_set(&app, KeySet::Medical, &medical_key()).await.unwrap();
    unlock_set(&app, KeySet::General, &sealing_key()).await.unwrap();
    let ada = Insured::new(&app, &admin).await;
    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let mut command = command(&app, &["rotate-key"], &sealing_key());
    let output = command.env("FIRMBOOK_MEDICAL_KEY", both_keys()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("all medical data is sealed with key 2; remove key 1 from FIRMBOOK_MEDICAL_KEY"),
        "{said}"
    );
    for table in ["medical_request", "medical_document"] {
        let old = format!("SELECT count(*) FROM {table} WHERE content_key_id <> 2");
        assert_eq!(app.number(&old).await, 0, "{table}");
    }
    for file in fs::read_dir(dir.join("files/1/documents")).unwrap() {
        let file = File::open(file.unwrap().path()).unwrap();
        assert_eq!(key_id_of(file).unwrap(), Some(2));
    }
    // A node with only the new key can read everything. A node with the old key cannot store medical data.
    let only = Sealers {
        medical: Arc::new(
            unlock_set(&app, KeySet::Medical, &format!("2:{}", second_key()))
                .await
                .unwrap(),
        ),
        ..sealers()
    };
    let config = (*app.app.config).clone();
    let node = start::app(config, &app.database.app_url, only, app.app.clock).unwrap();
    let node = admin.at_router(router(node));
    assert_eq!(latest(&node.get(ada.view()).await.ok()), sent);
    let bo = app.insured("Bo Lee").insert().await;
    let mut input = ada.input();
    input["authorization"] = json!(null);
    let path = format!("/FirmInsuredMedical/request/{}", bo.uuid);
    admin.post(path, input).await.refused(500, "unknown");
}
