//! The database goes away in the middle, the disk is full.

use super::support::{AGENT, Wizard, app_with, kept_totals_are_right, many_agents, map_path, multipart};
use crate::support::{FIRM, Link, Proxy, TestApp, sealing_key, server, until};
use http::header;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[tokio::test]
async fn an_import_goes_on_when_the_database_is_back() {
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
    // In the middle: rows are written, the audit row is not.
    app.execute("BEGIN; LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE")
        .await;
    wizard.try_submit(&seen).await.ok();
    app.until_a_statement_waits().await;
    proxy.set(Link::Down).await;
    app.execute("ROLLBACK").await;
    until("the half of it is gone", async || {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'firmbook'";
        (app.number(sql).await == 0).then_some(())
    })
    .await;
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 0);
    // Tries meanwhile meet nobody.
    tokio::time::sleep(Duration::from_secs(2)).await;
    proxy.set(Link::Up).await;
    until("the import ends", async || {
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
    kept_totals_are_right(&app).await;
}

#[tokio::test]
async fn a_preview_without_its_database_says_busy_and_works_later() {
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
    app.until_a_statement_waits().await;
    proxy.set(Link::Down).await;
    previewing.await.unwrap().refused(503, "unavailable");
    app.execute("ROLLBACK").await;
    proxy.set(Link::Up).await;
    until("the preview works again", async || {
        (wizard.try_preview().await.status == 200).then_some(())
    })
    .await;
}

/// A server whose files may have so many blocks of 512 bytes: what is written beyond meets what a full disk answers,
/// on whatever file system and as whatever user the tests run.
#[tokio::test]
async fn a_full_disk_refuses_the_file_by_name_and_keeps_no_part_of_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uploads-{}", server::db::new_uuid()));
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
    let mut child = Ended(shell.spawn().unwrap());
    until("the server listens", async || TcpStream::connect(address).ok()).await;
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
    assert_eq!(left, 0, "no part of the file stays");
    assert_eq!(
        app.number(&format!("SELECT count(*) FROM upload WHERE firm_id = {FIRM}"))
            .await,
        0
    );
    assert_eq!(
        upload(file(20)).await.status(),
        201,
        "what there is room for is taken"
    );
    assert!(child.0.try_wait().unwrap().is_none(), "the server goes on");
}

struct Ended(std::process::Child);

impl Drop for Ended {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}
