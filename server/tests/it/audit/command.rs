//! `server verify-audit`, as an operator runs it.

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

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[tokio::test]
async fn whole_chains_are_listed_and_a_broken_one_is_named_with_its_first_row() {
    let app = with_rows().await;
    let whole = run(&app, &[]);
    let (listed, complaint) = said(&whole);
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
    let (_, complaint) = said(&broken);
    assert_eq!(broken.status.code(), Some(1));
    assert!(
        complaint.contains("firm 2: row 4 is not what was written") && complaint.contains("1 of 2 chains"),
        "{complaint}"
    );

    std::fs::write(&noted, "firm one\n").unwrap();
    let (_, complaint) = said(&run(&app, &["--against", file]));
    assert!(complaint.contains("“firm one”"), "{complaint}");
    std::fs::remove_file(&noted).unwrap();
    assert_eq!(run(&app, &["--quick"]).status.code(), Some(1));
}
