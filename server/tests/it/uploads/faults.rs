//! Database outages and a full disk during uploads.

use super::support::{AGENT, Wizard, app_with, assert_totals_correct, many_agents, map_path, multipart};
use crate::support::{FIRM, Link, Proxy, TestApp, sealing_key, server, wait_until};
use http::header;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[tokio::test]
async fn import_resumes_after_a_database_outage() {
    let proxy = Proxy::start().await;
    let (app, _) = app_with(|config, url| {
        config.database_deadline = Duration::from_secs(1);
        let database = url.rsplit('/').next().unwrap().to_owned();
        *url = proxy.app_url(&database);
    })
    .await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(500))
        .await
        .matching_by(&["npn"]);
    let seen = wizard.counts().await;
    // The lock stops the import after it wrote the rows and before it writes the audit entry.
    app.execute("BEGIN; LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE")
        .await;
    wizard.try_submit(&seen).await.ok();
    app.wait_for_blocked_statement().await;
    proxy.set(Link::Down).await;
    app.execute("ROLLBACK").await;
    wait_until("the partial import is rolled back", async || {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('firmbook workers', 'firmbook job imports')";
        (app.number(sql).await == 0).then_some(())
    })
    .await;
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 0);
    // Retries during the outage fail.
    tokio::time::sleep(Duration::from_secs(2)).await;
    proxy.set(Link::Up).await;
    wait_until("the import is done", async || {
        let reply = admin.get(wizard.path("")).await;
        (reply.status == 200 && reply.json()["upload"]["state"] == "Done").then_some(())
    })
    .await;
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 500);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'import'")
            .await,
        1
    );
    assert_totals_correct(&app).await;
}

#[tokio::test]
async fn preview_returns_503_during_an_outage_and_works_afterwards() {
    let proxy = Proxy::start().await;
    let (app, _) = app_with(|config, url| {
        config.database_deadline = Duration::from_secs(1);
        let database = url.rsplit('/').next().unwrap().to_owned();
        *url = proxy.app_url(&database);
    })
    .await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(200)).await;
    app.execute("BEGIN; LOCK TABLE upload_row IN ACCESS EXCLUSIVE MODE")
        .await;
    let previewing = tokio::spawn({
        let (client, path, mapping) = (
            admin.clone(),
            format!("/Cohort/bulk/preview/{}", wizard.guid),
            wizard.mapping.clone(),
        );
        async move { client.post(path, serde_json::json!({ "mapping": mapping })).await }
    });
    app.wait_for_blocked_statement().await;
    proxy.set(Link::Down).await;
    previewing.await.unwrap().refused(503, "unavailable");
    app.execute("ROLLBACK").await;
    proxy.set(Link::Up).await;
    wait_until("the preview works again", async || {
        (wizard.try_preview().await.status == 200).then_some(())
    })
    .await;
}

/// Simulates a full disk with a file size limit in blocks of 512 bytes, which works on any file system and as
/// any user.
#[tokio::test]
async fn full_disk_rejects_the_file_without_leftovers() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uploads-{}", server::ids::new_uuid()));
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let program = server();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "trap '' XFSZ; ulimit -f 200; exec \"$0\""])
        .arg(program.get_program())
        .env_clear()
        .env("DATABASE_URL", &app.database.owner_url)
        .env("DATABASE_APP_URL", &app.database.app_url)
        .env("FIRMBOOK_ADDRESS", address.to_string())
        .env("FIRMBOOK_OIDC_ISSUER", &app.idp.issuer)
        .env("FIRMBOOK_SEALING_KEY", sealing_key())
        .env("FIRMBOOK_DATA_DIR", &dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    let mut child = KillOnDrop(shell.spawn().unwrap());
    wait_until("the server listens", async || TcpStream::connect(address).ok()).await;
    let file = |rows| multipart("people.csv", many_agents(rows).as_bytes());
    let upload = async |body: Vec<u8>| {
        let path = format!("http://{address}/api{}", map_path(&admin, AGENT));
        reqwest::Client::builder()
            .timeout(Duration::from_secs(60))
            .build()
            .unwrap()
            .post(path)
            .header(
                header::AUTHORIZATION,
                format!("Bearer {}", admin.token.as_ref().unwrap()),
            )
            .header(
                header::CONTENT_TYPE,
                format!("multipart/form-data; boundary={}", super::support::BOUNDARY),
            )
            .body(body)
            .send()
            .await
            .unwrap()
    };
    let refused = upload(file(20_000)).await;
    assert_eq!(refused.status(), 422);
    let body: serde_json::Value = refused.json().await.unwrap();
    assert_eq!(body["code"], "storage_full", "{body}");
    let left = std::fs::read_dir(dir.join("files/incoming")).unwrap().count();
    assert_eq!(left, 0, "no partial file remains");
    assert_eq!(
        app.number(&format!("SELECT count(*) FROM upload WHERE firm_id = {FIRM}"))
            .await,
        0
    );
    assert_eq!(upload(file(20)).await.status(), 201, "a smaller file is accepted");
    assert!(
        child.0.try_wait().unwrap().is_none(),
        "the server is still running"
    );
}

struct KillOnDrop(std::process::Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}
