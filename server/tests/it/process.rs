//! The program itself: how it starts, how it stops, what it says when it cannot.

use crate::support::{Client, TestApp, sealing_key, until};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};

fn server() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command
        .env_clear()
        .env("RUST_LOG", "info")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running server on the test's database; killed with this value.
struct Running {
    child: Child,
    address: SocketAddr,
}

impl Running {
    async fn start(app: &TestApp) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let child = server()
            .env("DATABASE_URL", &app.database.owner_url)
            .env("DATABASE_APP_URL", &app.database.app_url)
            .env("FIRMBOOK_ADDRESS", address.to_string())
            .env("FIRMBOOK_OIDC_ISSUER", &app.idp.issuer)
            .env("FIRMBOOK_SEALING_KEY", sealing_key())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let running = Self { child, address };
        until("the server listens", async || TcpStream::connect(address).ok()).await;
        running
    }

    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }

    async fn search(&self, client: &Client) -> reqwest::Result<reqwest::Response> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let call = http
            .post(format!("http://{}/api/FirmAgent/search", self.address))
            .header("cache-control", "no-cache")
            .json(&json!({}));
        call.bearer_auth(client.token.as_deref().unwrap()).send().await
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[tokio::test]
async fn a_request_in_flight_is_answered_before_the_process_ends() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut running = Running::start(&app).await;
        assert_eq!(running.search(&admin).await.unwrap().status(), 200);
        app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
            .await;
        let stop = async {
            app.until_a_statement_waits().await;
            running.signal(signal);
            until("nobody new is let in", async || {
                TcpStream::connect(running.address).is_err().then_some(())
            })
            .await;
            app.execute("ROLLBACK").await;
        };
        let (reply, ()) = tokio::join!(running.search(&admin), stop);
        let reply = reply.unwrap();
        assert_eq!(reply.status(), 200);
        assert_eq!(reply.json::<Value>().await.unwrap()["totalRecords"], 1);
        let ended = until("the process ends", async || running.child.try_wait().unwrap()).await;
        assert_eq!(ended.code(), Some(0), "{signal}");
    }
}

fn run(command: &mut Command) -> (Output, String) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, said)
}

#[tokio::test]
async fn a_taken_port_ends_with_a_sentence_that_says_what_to_do() {
    let app = TestApp::new().await;
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = server();
    command
        .env("DATABASE_URL", &app.database.owner_url)
        .env("FIRMBOOK_ADDRESS", taken.local_addr().unwrap().to_string())
        .env("FIRMBOOK_SEALING_KEY", sealing_key());
    let (output, said) = run(&mut command);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("is taken") && said.contains("FIRMBOOK_ADDRESS"),
        "{said}"
    );
}

#[test]
fn settings_that_cannot_be_read_are_named() {
    for (name, value) in [
        ("FIRMBOOK_ADDRESS", "here"),
        ("FIRMBOOK_POOL_SIZE", "many"),
        ("FIRMBOOK_DEMO", "huge"),
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing"),
    ] {
        let (output, said) = run(server().env(name, value));
        assert_eq!(output.status.code(), Some(1), "{name}");
        let word = if name == "DATABASE_URL" { "database" } else { name };
        assert!(
            said.contains(word) && !said.contains("panicked"),
            "{name}: {said}"
        );
    }
    let (output, said) = run(server().arg("frobnicate"));
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("frobnicate"), "{said}");
}

#[test]
fn the_program_prints_its_documentation() {
    let (output, _) = run(server().arg("openapi"));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed, serde_json::to_value(server::routes::document()).unwrap());
}
