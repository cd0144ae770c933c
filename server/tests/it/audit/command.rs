//! The `server verify-audit` command.

use super::with_rows;
use crate::support::TestApp;
use std::process::{Command, Output};

fn run(app: &TestApp, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_server"))
        .env_clear()
        .env("DATABASE_URL", &app.database.owner_url)
        .arg("verify-audit")
        .args(arguments)
        .output()
        .unwrap()
}

fn stdout_and_stderr(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[tokio::test]
async fn lists_intact_chains_and_names_the_first_broken_row() {
    let app = with_rows().await;
    let whole = run(&app, &[]);
    let (listed, complaint) = stdout_and_stderr(&whole);
    assert!(whole.status.success(), "{complaint}");
    let lines: Vec<Vec<&str>> = listed.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0][0], lines[0][1], lines[0][2].len()), ("1", "6", 64));

    let noted =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.audit", app.database.name));
    std::fs::write(&noted, &listed).unwrap();
    let file = noted.to_str().unwrap();
    assert!(run(&app, &["--against", file]).status.success());

    app.execute("UPDATE audit_log SET actor_key = 'eve' WHERE firm_id = 2 AND id = 4")
        .await;
    let broken = run(&app, &[]);
    let (_, complaint) = stdout_and_stderr(&broken);
    assert_eq!(broken.status.code(), Some(1));
    assert!(
        complaint.contains("firm 2: row 4 was changed") && complaint.contains("1 of 2 chains"),
        "{complaint}"
    );

    std::fs::write(&noted, "firm one\n").unwrap();
    let (_, complaint) = stdout_and_stderr(&run(&app, &["--against", file]));
    assert!(complaint.contains("“firm one”"), "{complaint}");
    std::fs::remove_file(&noted).unwrap();
    assert_eq!(run(&app, &["--quick"]).status.code(), Some(2));
}
