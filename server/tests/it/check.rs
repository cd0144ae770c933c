//! The `server check` command.

use crate::support::{MailServer, ServerProcess, TestApp, sealing_key, server};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

async fn app() -> (TestApp, PathBuf) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, _| config.data_dir.clone_from(&dir)).await;
    (app, dir)
}

/// Runs the command and returns its exit code and output lines.
async fn check(app: &TestApp, settings: &[(&str, &str)]) -> (Option<i32>, Vec<String>) {
    let mut command = server();
    command
        .env("DATABASE_URL", &app.database.owner_url)
        .env("DATABASE_APP_URL", &app.database.app_url)
        .env("FIRMBOOK_DATA_DIR", &app.app.config.data_dir)
        .env("FIRMBOOK_SEALING_KEY", sealing_key())
        .envs(settings.iter().copied())
        .arg("check");
    // Runs on another thread, because the mail server uses the test's thread.
    let output = tokio::task::spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), printed.lines().map(str::to_owned).collect())
}

/// Asserts that one check fails and all others pass.
async fn assert_fails(app: &TestApp, settings: &[(&str, &str)], name: &str, sentence: &str) {
    let (status, lines) = check(app, settings).await;
    assert_eq!(status, Some(1), "{lines:?}");
    let failed: Vec<&String> = lines.iter().filter(|line| !line.starts_with("ok ")).collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    let start = format!("failed  {name}: ");
    assert!(
        failed[0].starts_with(&start) && failed[0].contains(sentence),
        "{failed:?}"
    );
}

#[tokio::test]
async fn prints_a_line_per_check_and_explains_each_failure() {
    let (app, dir) = app().await;
    let mail = MailServer::start().await;
    ServerProcess::with(&app, &[("FIRMBOOK_DATA_DIR", dir.to_str().unwrap())]).await;
    let smtp = format!("smtp://127.0.0.1:{}", mail.port);
    let (status, lines) = check(&app, &[("FIRMBOOK_SMTP_URL", &smtp)]).await;
    assert_eq!(status, Some(0), "{lines:?}");
    let names: Vec<&str> = lines
        .iter()
        .map(|line| line.strip_prefix("ok      ").unwrap().split(':').next().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "settings",
            "database",
            "role",
            "row security",
            "extensions",
            "clock",
            "encryption keys",
            "medical encryption keys",
            "storage",
            "mail"
        ]
    );

    assert_fails(
        &app,
        &[("FIRMBOOK_POOL_SIZE", "many")],
        "settings",
        "FIRMBOOK_POOL_SIZE",
    )
    .await;
    let nowhere = "postgres://nobody@127.0.0.1:1/nothing";
    assert_fails(
        &app,
        &[("DATABASE_URL", nowhere)],
        "database",
        "Cannot connect to DATABASE_URL",
    )
    .await;
    assert_fails(&app, &[("DATABASE_APP_URL", nowhere)], "role", "DATABASE_APP_URL").await;
    let smtp = [("FIRMBOOK_SMTP_URL", "smtp://127.0.0.1:1")];
    assert_fails(&app, &smtp, "mail", "FIRMBOOK_SMTP_URL").await;
    let other = STANDARD.encode([8; 32]);
    assert_fails(
        &app,
        &[("FIRMBOOK_SEALING_KEY", &other)],
        "encryption keys",
        "is not the one that encrypted this database",
    )
    .await;
    app.execute("ALTER TABLE policy NO FORCE ROW LEVEL SECURITY")
        .await;
    assert_fails(&app, &[], "row security", "is not forced on policy.").await;
    app.execute("ALTER TABLE policy FORCE ROW LEVEL SECURITY").await;
    let files = dir.join("files");
    fs::create_dir_all(&files).unwrap();
    fs::set_permissions(&files, fs::Permissions::from_mode(0o755)).unwrap();
    assert_fails(&app, &[], "storage", "Run chmod 700").await;
    fs::set_permissions(&files, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(check(&app, &[]).await.0, Some(0));
    assert_eq!(
        fs::read_dir(&files)
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().path().is_file())
            .count(),
        0
    );
}
