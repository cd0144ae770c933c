//! The server binary: startup, shutdown and startup errors.

use crate::support::{Client, ServerProcess, TestApp, http_client, sealing_key, server, wait_until};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};

async fn search(server: &ServerProcess, client: &Client) -> reqwest::Result<reqwest::Response> {
    let call = http_client()
        .post(format!("http://{}/api/FirmAgent/search", server.address))
        .json(&json!({}));
    call.bearer_auth(client.token.as_deref().unwrap()).send().await
}

#[tokio::test]
async fn finishes_requests_in_flight_before_exiting() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut running = ServerProcess::start(&app).await;
        assert_eq!(search(&running, &admin).await.unwrap().status(), 200);
        app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
            .await;
        let stop = async {
            app.wait_for_blocked_statement().await;
            running.signal(signal);
            wait_until("new connections are refused", async || {
                TcpStream::connect(running.address).is_err().then_some(())
            })
            .await;
            app.execute("ROLLBACK").await;
        };
        let (reply, ()) = tokio::join!(search(&running, &admin), stop);
        let reply = reply.unwrap();
        assert_eq!(reply.status(), 200);
        assert_eq!(reply.json::<Value>().await.unwrap()["totalRecords"], 1);
        assert_eq!(running.wait_for_exit().await.code(), Some(0), "{signal}");
    }
}

fn run(command: &mut Command) -> (Output, String) {
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, stderr)
}

#[tokio::test]
async fn reports_a_port_in_use_with_advice() {
    let app = TestApp::new().await;
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = server();
    command
        .env("DATABASE_URL", &app.database.owner_url)
        .env("FIRMBOOK_ADDRESS", taken.local_addr().unwrap().to_string())
        .env("FIRMBOOK_SEALING_KEY", sealing_key());
    let (output, stderr) = run(&mut command);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.contains("Cannot listen on") && stderr.contains("FIRMBOOK_ADDRESS"),
        "{stderr}"
    );
}

#[test]
fn names_invalid_settings() {
    for (name, value) in [
        ("FIRMBOOK_ADDRESS", "here"),
        ("FIRMBOOK_POOL_SIZE", "many"),
        ("FIRMBOOK_WORKER_POOL_SIZE", "3"),
        ("FIRMBOOK_DEMO", "huge"),
        ("FIRMBOOK_DATABASE", "mysql"),
        ("FIRMBOOK_LOG_FORMAT", "xml"),
        ("FIRMBOOK_METRICS_ADDRESS", "here"),
        ("FIRMBOOK_STORAGE_URL", "https://files.example"),
        ("FIRMBOOK_STORAGE_SECRET", "hush"),
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing"),
    ] {
        let (output, stderr) = run(server().env(name, value));
        assert_eq!(output.status.code(), Some(1), "{name}");
        let word = if name == "DATABASE_URL" { "database" } else { name };
        assert!(
            stderr.contains(word) && !stderr.contains("panicked"),
            "{name}: {stderr}"
        );
    }
}

#[test]
fn refuses_to_start_without_a_database_setting() {
    let (output, stderr) = run(&mut server());
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.contains("Set DATABASE_URL, or set FIRMBOOK_DATABASE=embedded"),
        "{stderr}"
    );
}

#[tokio::test]
async fn json_log_has_the_request_id_in_every_line_of_a_request() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut child = server()
        .env("DATABASE_URL", &app.database.owner_url)
        .env("DATABASE_APP_URL", &app.database.app_url)
        .env("FIRMBOOK_ADDRESS", address.to_string())
        .env("FIRMBOOK_OIDC_ISSUER", &app.idp.issuer)
        .env("FIRMBOOK_SEALING_KEY", sealing_key())
        .env("FIRMBOOK_LOG_FORMAT", "json")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the server listens", async || TcpStream::connect(address).ok()).await;
    app.execute("ALTER TABLE contact RENAME TO elsewhere").await;
    let http = http_client();
    let call = http
        .post(format!("http://{address}/api/FirmAgent/search"))
        .json(&json!({}));
    let reply = call
        .bearer_auth(admin.token.as_deref().unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!(reply.status(), 500);
    let problem: Value = reply.json().await.unwrap();
    kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    let output = tokio::task::spawn_blocking(move || {
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        child.wait().unwrap();
        text
    })
    .await
    .unwrap();
    let lines: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let failed: Vec<&Value> = lines
        .iter()
        .filter(|line| line["message"] == "request failed")
        .collect();
    assert_eq!(failed.len(), 1, "{output}");
    assert_eq!(failed[0]["span"]["trace.id"], problem["traceId"]);
    assert_eq!(failed[0]["path"], "/api/FirmAgent/search");
}

#[test]
fn rejects_an_unknown_command() {
    let (output, stderr) = run(server().arg("frobnicate"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("'frobnicate'"), "{stderr}");
}

#[test]
fn help_describes_every_command_and_argument() {
    let (output, _) = run(server().arg("--help"));
    let help = String::from_utf8(output.stdout).unwrap();
    for (name, arguments) in [
        ("serve", ""),
        ("openapi", ""),
        ("check", ""),
        (
            "load-book",
            "<DIRECTORY> --firm --mapping --administrator --demo --update-as",
        ),
        ("verify-audit", "--against"),
        ("rotate-key", ""),
        ("notify", "<USER> --count --size --mark --list"),
        ("report-digest", "<USER>"),
    ] {
        let line = help
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{name} ")));
        assert!(
            line.is_some_and(|line| line.split_whitespace().count() > 3),
            "{name}: {help}"
        );
        let (output, _) = run(server().args([name, "--help"]));
        let help = String::from_utf8(output.stdout).unwrap();
        for argument in arguments.split_whitespace() {
            let mut lines = help
                .lines()
                .skip_while(|line| !line.trim_start().starts_with(argument));
            let text = lines.next().unwrap_or_default();
            assert!(text.split_whitespace().count() > 3, "{name} {argument}: {help}");
        }
    }
    assert!(!help.contains("read-workbook"), "{help}");
}

#[test]
fn openapi_command_prints_the_document() {
    let (output, _) = run(server().arg("openapi"));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed, serde_json::to_value(server::routes::document()).unwrap());
}
