//! The server is killed during imports and undos; the next process completes them.

use super::contracts::{POLICIES, assert_kept_totals};
use super::support::{AGENT, Wizard, assert_totals_correct, counts, many_agents};
use crate::support::{Client, ServerProcess, TestApp, wait_until};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use nix::sys::signal::Signal;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::path::Path;
use std::time::{Duration, Instant};

/// Rows per import. Set `FIRMBOOK_IMPORT_ROWS=100000` for a long run.
const ROWS: usize = 1_000;
const KILLS: u64 = 20;
const SEED: u64 = 7;

/// Returns a router that forwards requests to the server process over HTTP.
fn router_to(running: &ServerProcess) -> Router {
    let base = format!("http://{}", running.address);
    let http = reqwest::Client::builder()
        .timeout(Duration::from_secs(60))
        .build()
        .unwrap();
    Router::new().fallback(move |request: Request| {
        let (base, http) = (base.clone(), http.clone());
        async move {
            let (parts, body) = request.into_parts();
            let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
            let sent = http
                .request(parts.method, format!("{base}{}", parts.uri))
                .headers(parts.headers)
                .body(body)
                .send()
                .await;
            let Ok(answer) = sent else {
                // The server was killed during the request.
                return Response::builder().status(503).body(Body::empty()).unwrap();
            };
            let mut response = Response::builder().status(answer.status());
            for (name, value) in answer.headers() {
                response = response.header(name, value);
            }
            response
                .body(Body::from(answer.bytes().await.unwrap_or_default()))
                .unwrap()
        }
    })
}

struct Node<'a> {
    app: &'a TestApp,
    dir: String,
    running: ServerProcess,
}

impl<'a> Node<'a> {
    async fn start(app: &'a TestApp, dir: &Path) -> Self {
        let dir = dir.to_str().unwrap().to_owned();
        let running = Self::run(app, &dir).await;
        Self { app, dir, running }
    }

    async fn run(app: &TestApp, dir: &str) -> ServerProcess {
        ServerProcess::with(app, &[("FIRMBOOK_DATA_DIR", dir)]).await
    }

    async fn kill_and_restart(&mut self) {
        self.running.signal(Signal::SIGKILL);
        self.running.wait_for_exit().await;
        self.running = Self::run(self.app, &self.dir).await;
    }

    fn client(&self, client: &Client) -> Client {
        client.at_router(router_to(&self.running))
    }
}

#[tokio::test]
async fn import_killed_at_any_point_ends_as_previewed() {
    let rows = std::env::var("FIRMBOOK_IMPORT_ROWS").map_or(ROWS, |rows| rows.parse().unwrap());
    // This app provides the database and the users. Its own workers are idle.
    let app = TestApp::idle().await;
    let admin = app.admin().await;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uploads-{}", server::ids::new_uuid()));
    let mut node = Node::start(&app, &dir).await;
    let file = many_agents(rows);
    let previewed = counts(&[("new", rows as u32), ("total", rows as u32)]);
    let mut random = SmallRng::seed_from_u64(SEED);
    let mut took = Duration::from_millis(200);
    let there = "SELECT count(*) || ' ' || count(DISTINCT npn) FROM contact WHERE deleted_at IS NULL";
    for kill in 0..=KILLS {
        let wizard = Wizard::begin(&node.client(&admin), AGENT, &file)
            .await
            .matching_by(&["npn"]);
        assert_eq!(wizard.counts().await, previewed, "{kill}");
        wizard.try_submit(&previewed).await.ok();
        let start = Instant::now();
        if kill > 0 {
            tokio::time::sleep(took.mul_f64(random.random_range(0.0..1.1))).await;
            node.kill_and_restart().await;
        }
        let wizard = Wizard {
            client: node.client(&admin),
            ..wizard
        };
        assert_eq!(wait_for_final_state(&wizard).await, "Done", "{kill}");
        if kill == 0 {
            took = start.elapsed();
        }
        let all = format!("{rows} {rows}");
        assert_eq!(app.text(there).await, Some(all), "{kill}: each contact once");
        let rights = "SELECT count(*) FROM upload_effect e JOIN upload USING (firm_id, storage_guid) WHERE state = 'Done' AND is_new";
        assert_eq!(app.number(rights).await, rows as i64, "{kill}");
        let audited = format!(
            "SELECT count(*) FROM audit_log WHERE action = 'import' AND subject_uuid = '{}'",
            wizard.guid
        );
        assert_eq!(app.number(&audited).await, 1, "{kill}");

        assert_eq!(
            wizard
                .client
                .post(wizard.path("/undo"), serde_json::json!({}))
                .await
                .status,
            202
        );
        if kill > 0 && kill % 2 == 0 {
            tokio::time::sleep(took.mul_f64(random.random_range(0.0..0.8))).await;
            node.kill_and_restart().await;
        }
        let wizard = Wizard {
            client: node.client(&admin),
            ..wizard
        };
        assert_eq!(wait_for_final_state(&wizard).await, "Undone", "{kill}");
        assert_eq!(app.text(there).await.as_deref(), Some("0 0"), "{kill}");
        // Removes the deleted contacts, so that the next import does not match them.
        app.execute("DELETE FROM contact WHERE deleted_at IS NOT NULL; DELETE FROM upload_effect")
            .await;
    }
    assert_totals_correct(&app).await;
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    // The running server takes some locks briefly.
    wait_until("all advisory locks are released", async || {
        (app.number(held).await == 0).then_some(())
    })
    .await;
}

async fn wait_for_final_state(wizard: &Wizard) -> String {
    let path = wizard.path("");
    let end = async {
        loop {
            let reply = wizard.client.get(&path).await;
            let state = if reply.status == 200 {
                reply.json()["upload"]["state"].as_str().unwrap().to_owned()
            } else {
                "Submitted".into()
            };
            if state != "Submitted" && state != "Undoing" {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), end)
        .await
        .expect("timed out waiting for the import")
}

/// Number of rows in the policy import, which writes more per row.
const POLICY_ROWS: usize = 300;
const POLICY_KILLS: u64 = 6;

#[tokio::test]
async fn policy_import_killed_at_any_point_ends_as_previewed() {
    let app = TestApp::idle().await;
    let admin = app.admin().await;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uploads-{}", server::ids::new_uuid()));
    let mut node = Node::start(&app, &dir).await;
    let owner = app.owner("Ada Byron").insert().await;
    let stored = app.policy("P-0").with("cash_value", "7").insert().await;
    app.link(&stored, &owner).await;
    let mut file = String::from("Policy Number,Carrier,Status,Product Type,Death Benefit,Cash Value,Owner\n");
    for row in 0..POLICY_ROWS {
        file += &format!("P-{row},Cedar Life,In Force,Term,1000,{row}.50,Ada Byron\n");
    }
    let new = POLICY_ROWS as u32 - 1;
    let previewed = counts(&[("new", new), ("update", 1), ("total", new + 1)]);
    let mut random = SmallRng::seed_from_u64(SEED);
    let mut took = Duration::from_millis(200);
    let there = "SELECT count(*) || ' ' || count(DISTINCT number_key) || ' ' || sum(cash_value) FROM policy
                 WHERE deleted_at IS NULL";
    let before = app.text(there).await;
    for kill in 0..=POLICY_KILLS {
        let wizard = Wizard::begin(&node.client(&admin), POLICIES, &file)
            .await
            .in_mode("update");
        assert_eq!(wizard.counts().await, previewed, "{kill}");
        wizard.try_submit(&previewed).await.ok();
        let start = Instant::now();
        if kill > 0 {
            tokio::time::sleep(took.mul_f64(random.random_range(0.0..1.1))).await;
            node.kill_and_restart().await;
        }
        let wizard = Wizard {
            client: node.client(&admin),
            ..wizard
        };
        assert_eq!(wait_for_final_state(&wizard).await, "Done", "{kill}");
        if kill == 0 {
            took = start.elapsed();
        }
        let sum = (0..POLICY_ROWS).sum::<usize>() + POLICY_ROWS / 2;
        let all = format!("{POLICY_ROWS} {POLICY_ROWS} {sum}.00");
        assert_eq!(app.text(there).await, Some(all), "{kill}: each policy once");
        let links = "SELECT count(*) FROM contract_party WHERE deleted_at IS NULL";
        assert_eq!(app.number(links).await, POLICY_ROWS as i64, "{kill}");
        wizard
            .client
            .post(wizard.path("/undo"), serde_json::json!({}))
            .await
            .ok();
        if kill % 2 == 0 {
            tokio::time::sleep(took.mul_f64(random.random_range(0.0..0.8))).await;
            node.kill_and_restart().await;
        }
        let wizard = Wizard {
            client: node.client(&admin),
            ..wizard
        };
        assert_eq!(wait_for_final_state(&wizard).await, "Undone", "{kill}");
        assert_eq!(app.text(there).await, before, "{kill}");
    }
    assert_kept_totals(&app).await;
}
