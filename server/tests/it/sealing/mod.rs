//! A database's sealing keys: checks at startup, rotation, and values of earlier versions.

mod documents;
mod headless;
mod rotate;

use crate::support::{Client, FIRM, ServerProcess, TestApp, sealers, sealing_key, server};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::json;
use server::crypto::{KeySet, Keyring, Sealer, Sealers};
use server::router::router;
use server::{sealing, start};
use std::process::{Command, Output};
use std::sync::Arc;

/// Returns the second key, which replaces [`sealing_key`].
pub fn second_key() -> String {
    STANDARD.encode([8; 32])
}

/// Returns the key setting during a rotation, in which the second key is the current one.
pub fn both_keys() -> String {
    format!("2:{},1:{}", second_key(), sealing_key())
}

pub async fn unlock(app: &TestApp, setting: &str) -> Result<Sealer, String> {
    unlock_set(app, KeySet::General, setting).await
}

pub async fn unlock_set(app: &TestApp, set: KeySet, setting: &str) -> Result<Sealer, String> {
    let keys = Keyring::parse(set, setting).unwrap();
    sealing::unlock(&app.database.owner_url, keys)
        .await
        .map_err(|error| error.to_string())
}

/// Returns the client on another node that uses these keys.
pub async fn at_node_with(app: &TestApp, client: &Client, setting: &str) -> Client {
    let sealers = Sealers {
        general: Arc::new(unlock(app, setting).await.unwrap()),
        ..sealers()
    };
    let config = (*app.app.config).clone();
    let node = start::app(config, &app.database.app_url, sealers, app.app.clock).unwrap();
    client.at_router(router(node))
}

/// Adds an agent with a tax number and returns the path of its reveal.
async fn add(client: &Client, name: &str, digits: &str) -> String {
    let body = json!({ "person": { "firstName": name, "lastName": "Lee", "taxId": digits } });
    let added = client.post(format!("/FirmAgent/{FIRM}"), body).await.ok();
    format!("/FirmAgent/agent/{}/reveal", added["uuid"].as_str().unwrap())
}

/// Runs a server command, or the server itself, with these keys.
fn run(app: &TestApp, arguments: &[&str], setting: &str) -> Output {
    command(app, arguments, setting).output().unwrap()
}

pub fn command(app: &TestApp, arguments: &[&str], setting: &str) -> Command {
    let mut command = server();
    command
        .env("DATABASE_URL", &app.database.owner_url)
        .env("DATABASE_APP_URL", &app.database.app_url)
        // An address of another machine, so that the server exits even if it wrongly accepts the keys.
        .env("FIRMBOOK_ADDRESS", "192.0.2.1:1")
        .env("FIRMBOOK_DATA_DIR", &app.app.config.data_dir)
        .env("FIRMBOOK_OIDC_ISSUER", &app.idp.issuer)
        .env("FIRMBOOK_SEALING_KEY", setting)
        .args(arguments);
    command
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test]
async fn server_with_a_wrong_key_does_not_start() {
    let app = TestApp::new().await;
    let mut running = ServerProcess::start(&app).await;
    running.signal(nix::sys::signal::Signal::SIGTERM);
    running.wait_for_exit().await;
    for (setting, sentence) in [
        (
            second_key(),
            "The sealing key with the id 1 is not the one that encrypted this database.",
        ),
        (
            format!("2:{}", second_key()),
            "FIRMBOOK_SEALING_KEY lacks the key with the id 1, which encrypts stored values.",
        ),
        (
            format!("2:{},1:{}", sealing_key(), second_key()),
            "The sealing key with the id 1 is not the one that encrypted this database.",
        ),
        ("1:AAAA".into(), "the key with the id 1 must have 32 bytes, not 3"),
    ] {
        let output = run(&app, &[], &setting);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
    }
    assert_eq!(app.number("SELECT count(*) FROM sealing_key").await, 1);
    ServerProcess::with(&app, &[("FIRMBOOK_SEALING_KEY", &both_keys())]).await;
    let output = run(&app, &[], &format!("2:{0},1:{0}", sealing_key()));
    assert!(
        stderr(&output).contains("The sealing key with the id 2 is not"),
        "the second key is known now"
    );
}

/// A database of an earlier version has sealed values but no registered keys.
#[tokio::test]
async fn wrong_key_is_detected_at_the_first_start_after_an_update() {
    let app = TestApp::new().await;
    let other = app.other_firm_admin().await;
    let body = json!({ "person": { "firstName": "Ada", "lastName": "Lee", "taxId": "523861947" } });
    other.post("/FirmAgent/2", body).await.ok();
    let wrong = unlock(&app, &second_key()).await.err().unwrap();
    assert!(
        wrong.contains("is not the one that encrypted this database"),
        "{wrong}"
    );
    assert_eq!(app.number("SELECT count(*) FROM sealing_key").await, 0);
    unlock(&app, &sealing_key()).await.unwrap();
    assert_eq!(app.number("SELECT count(*) FROM sealing_key").await, 1);
}

#[tokio::test]
async fn first_starts_at_the_same_time_register_a_key_once() {
    let app = TestApp::new().await;
    let starts = (0..4).map(async |_| unlock(&app, &both_keys()).await.unwrap());
    let sealers = futures_util::future::join_all(starts).await;
    let hashes: std::collections::BTreeSet<Vec<u8>> = sealers
        .iter()
        .map(|sealer| sealer.hash(FIRM, "523861947"))
        .collect();
    assert_eq!(hashes.len(), 1);
    assert_eq!(app.number("SELECT count(*) FROM sealing_key").await, 2);
}
