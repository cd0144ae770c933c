//! The program itself: how it starts, how it stops, what it says when it cannot.

use crate::support::{Client, Running, TestApp, sealing_key, server, until};
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};

async fn search(server: &Running, client: &Client) -> reqwest::Result<reqwest::Response> {
    let http = reqwest::Client::builder().no_proxy().build()?;
    let call = http
        .post(format!("http://{}/api/FirmAgent/search", server.address))
        .header("cache-control", "no-cache")
        .json(&json!({}));
    call.bearer_auth(client.token.as_deref().unwrap()).send().await
}

#[tokio::test]
async fn a_request_in_flight_is_answered_before_the_process_ends() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut running = Running::start(&app).await;
        assert_eq!(search(&running, &admin).await.unwrap().status(), 200);
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
        let (reply, ()) = tokio::join!(search(&running, &admin), stop);
        let reply = reply.unwrap();
        assert_eq!(reply.status(), 200);
        assert_eq!(reply.json::<Value>().await.unwrap()["totalRecords"], 1);
        assert_eq!(running.ends().await.code(), Some(0), "{signal}");
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
        said.contains("Cannot listen on") && said.contains("FIRMBOOK_ADDRESS"),
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
