//! Test fixtures: a database per test, the router, an identity provider, and clients of every role.

mod clamd;
mod client;
mod cluster;
mod documented;
mod haproxy;
mod idp;
mod moto;
mod own_cluster;
mod pgbouncer;
mod process;
mod program;
mod proxy;
mod rows;
mod smtp;

pub use clamd::{ClamdBehavior, FakeClamd};
pub use client::{Client, Reply};
pub use cluster::{Database, Filled, cluster};
pub use haproxy::HaProxy;
pub use idp::{Idp, Mode, SigningKey};
pub use moto::{Moto, TestBucket};
pub use own_cluster::{OwnCluster, run};
pub use pgbouncer::PgBouncer;
pub use process::{ServerProcess, server};
pub use program::Program;
pub use proxy::{Link, Proxy};
pub use rows::{CARRIER, NewRow, Row};
pub use smtp::{MailBehavior, MailServer, mail_at};

use axum::Router;
use axum::body::{Body, to_bytes};
use base64::{Engine, engine::general_purpose::STANDARD};
use http::Request;
use serde_json::{Value, json};
use server::app::App;
use server::clock::Clock;
use server::config::{Config, Oidc, QueryLimits, Rate};
use server::crypto::{KeySet, Sealer, Sealers};
use server::router::router;
use server::start;
use shared::permission::{AdminUserType, FirmUserType};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower::ServiceExt;

/// The default firm of clients. Every database has this firm and [`OTHER_FIRM`].
pub const FIRM: i32 = 1;
pub const OTHER_FIRM: i32 = 2;
/// Fixed clock of the app: November 21, 2026.
pub const NOW: &str = "2026-11-21T17:00:00Z";

/// Returns a client that ignores the machine's proxy settings.
pub fn http_client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

/// A server with a separate database. Tests share only the cluster.
pub struct TestApp {
    pub app: App,
    pub router: Router,
    /// Superuser connection that bypasses row security.
    pub owner: tokio_postgres::Client,
    pub idp: Idp,
    pub database: Database,
}

impl TestApp {
    pub async fn new() -> Self {
        Self::with(|_, _| {}).await
    }

    /// Starts an app whose background workers do nothing, for tests in which other servers work on its database.
    pub async fn idle() -> Self {
        Self::with(|_, url| *url = "postgres://firmbook_app@127.0.0.1:1/nobody".into()).await
    }

    /// Starts an app with changed settings or another database URL.
    pub async fn with(set: impl FnOnce(&mut Config, &mut String)) -> Self {
        Self::start(Database::create().await, set).await
    }

    /// Starts an app on an existing database.
    pub async fn of(database: Database) -> Self {
        Self::start(database, |_, _| {}).await
    }

    async fn start(database: Database, set: impl FnOnce(&mut Config, &mut String)) -> Self {
        let idp = Idp::start().await;
        let mut config = config(&idp);
        let mut app_url = database.app_url.clone();
        set(&mut config, &mut app_url);
        let app = start::app(config, &app_url, sealers(), Clock::Fixed(NOW.parse().unwrap())).unwrap();
        let owner = database.owner().await;
        Self {
            router: router(app.clone()),
            app,
            owner,
            idp,
            database,
        }
    }

    /// Returns a client without a token.
    pub fn anonymous(&self) -> Client {
        Client::new(self.router.clone(), None, FIRM)
    }

    /// Signs in a new account administrator, who has full access to the firm.
    pub async fn admin(&self) -> Client {
        self.as_role(FirmUserType::AccountAdministrator).await
    }

    /// Signs in a new professional with an empty block.
    pub async fn advisor(&self) -> Client {
        self.as_role(FirmUserType::Professional).await
    }

    /// Signs in a new account administrator of the other firm.
    pub async fn other_firm_admin(&self) -> Client {
        self.user(FirmUserType::AccountAdministrator, OTHER_FIRM).await
    }

    pub async fn as_role(&self, role: FirmUserType) -> Client {
        self.user(role, FIRM).await
    }

    /// Signs in a new user of a firm.
    pub async fn user(&self, role: FirmUserType, firm: i32) -> Client {
        let user = server::ids::new_uuid().simple().to_string();
        self.insert(
            "app_user",
            json!({ "user_key": user, "issuer": self.idp.issuer, "subject": user, "first_name": "Dana",
                    "last_name": role.label(), "time_zone": "America/New_York" }),
        )
        .await;
        self.assign(&user, role, firm).await;
        Client::new(self.router.clone(), Some(self.idp.token_for(&user)), firm).of_user(user)
    }

    /// Signs in a new staff member without an open firm.
    pub async fn staff(&self, role: AdminUserType) -> Client {
        let user = server::ids::new_uuid().simple().to_string();
        self.insert(
            "app_user",
            json!({ "user_key": user, "issuer": self.idp.issuer, "subject": user, "first_name": "Vera",
                    "last_name": role.label(), "time_zone": "America/New_York" }),
        )
        .await;
        self.make_staff(&user, role).await;
        Client::new(self.router.clone(), Some(self.idp.token_for(&user)), 0).of_user(user)
    }

    /// Adds a staff account with the key `staff-{user}` for a user.
    pub async fn make_staff(&self, user: &str, role: AdminUserType) {
        let row = json!({ "admin_user_key": format!("staff-{user}"), "user_key": user,
                          "admin_user_type": role.number() });
        self.insert("admin_account", row).await;
    }

    /// Returns the client in another session of the same user.
    pub fn in_another_session(&self, client: &Client, session_id: &str) -> Client {
        let mut claims = self.idp.claims(&client.user_key);
        claims["sid"] = session_id.into();
        client.with_token(self.idp.sign(&self.idp.header(), &claims))
    }

    pub async fn assign(&self, user: &str, role: FirmUserType, firm: i32) {
        let row = json!({ "firm_id": firm, "user_key": user, "firm_user_type": role.number() });
        self.insert("firm_assignment", row).await;
    }

    /// Adds agents to a professional's block. The server picks up the change shortly after, or immediately if
    /// the client has not sent a request yet.
    pub async fn give_block(&self, client: &Client, agents: &[&Row]) {
        for agent in agents {
            let row =
                json!({ "firm_id": client.firm, "user_key": client.user_key, "agent_uuid": agent.uuid });
            self.insert("firm_assignment_agent", row).await;
        }
    }

    /// Returns the status and text of `/readyz`.
    pub async fn readyz(&self) -> (u16, String) {
        let request = Request::get("/readyz").body(Body::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    /// Returns the first value of the first row as text, or `None` if it is null or there is no row.
    pub async fn text(&self, sql: &str) -> Option<String> {
        let rows = self.owner.simple_query(sql).await.unwrap();
        rows.into_iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => Some(row.get(0).map(str::to_owned)),
            _ => None,
        })?
    }

    /// Returns the first value of the first row as a number.
    pub async fn number(&self, sql: &str) -> i64 {
        self.text(sql).await.expect("a number").parse().unwrap()
    }

    /// Waits until a statement of this database is blocked by a lock.
    pub async fn wait_for_blocked_statement(&self) {
        wait_until("a statement waits", async || {
            (self.blocked_statements().await > 0).then_some(())
        })
        .await;
    }

    /// Returns the number of statements in this database that wait for a lock. Ignores the advisory lock that hubs take
    /// in turn.
    pub async fn blocked_statements(&self) -> i64 {
        let sql = "SELECT count(*) FROM pg_locks WHERE NOT granted
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                   AND (locktype <> 'advisory' OR objsubid <> 1
                     OR objid <> (hashtext('firmbook_hub')::bigint & 4294967295)::oid)";
        self.number(sql).await
    }

    pub async fn execute(&self, sql: &str) {
        self.owner.batch_execute(sql).await.unwrap();
    }
}

/// Returns the configuration for tests: small pool, short deadlines, no web app.
pub fn config(idp: &Idp) -> Config {
    Config {
        oidc: Oidc {
            issuer: idp.issuer.clone(),
            ..Config::from_env().unwrap().oidc
        },
        web_dir: "no-web-app".into(),
        data_dir: env!("CARGO_TARGET_TMPDIR").into(),
        pool_size: 4,
        worker_pool_size: 4,
        exports: 2,
        long_export: Duration::from_secs(600),
        workbook_reader: Some(env!("CARGO_BIN_EXE_server").into()),
        document_renderer: Some(env!("CARGO_BIN_EXE_server").into()),
        // Tests exceed the default rate limits. Tests of rate limits set specific limits.
        session_calls: unlimited(),
        refused_tokens: unlimited(),
        embed_sessions: unlimited(),
        queries: QueryLimits {
            of_user: usize::MAX,
            of_firm: usize::MAX,
            wait: Duration::from_secs(10),
        },
        ..Config::from_env().unwrap()
    }
}

/// Returns a rate that no test reaches.
pub fn unlimited() -> Rate {
    Rate {
        burst: std::num::NonZeroU32::MAX,
        period: Duration::from_nanos(1),
    }
}

/// Returns the setting of the key that encrypts tax numbers.
pub fn sealing_key() -> String {
    STANDARD.encode([7; 32])
}

/// Returns the setting of the key that encrypts medical data.
pub fn medical_key() -> String {
    STANDARD.encode([9; 32])
}

/// Returns sealers for another node on a test's database.
pub fn sealers() -> Sealers {
    Sealers {
        general: Arc::new(Sealer::new(&sealing_key()).unwrap()),
        medical: Arc::new(Sealer::of_set(KeySet::Medical, &medical_key()).unwrap()),
    }
}

/// Time limit for events in tests. A machine that runs other tests can be ten times slower than usual, and some workers
/// pause longer if their work takes longer.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Polls until `probe` returns a value. Panics after [`PATIENCE`].
pub async fn wait_until<T>(what: &str, mut probe: impl AsyncFnMut() -> Option<T>) -> T {
    let tries = async {
        loop {
            let start = Instant::now();
            if let Some(seen) = probe().await {
                return seen;
            }
            // Keeps expensive probes from slowing down the work that they wait for.
            tokio::time::sleep((start.elapsed() * 2).max(Duration::from_millis(5))).await;
        }
    };
    tokio::time::timeout(PATIENCE, tries)
        .await
        .unwrap_or_else(|_| panic!("timed out waiting for: {what}"))
}

/// Removes UUIDs from a text that must not contain certain digits, because the digits of a UUID are random.
pub fn without_uuids(mut text: &str) -> String {
    let mut kept = String::new();
    while let Some(first) = text.chars().next() {
        let is_uuid = text
            .get(..36)
            .is_some_and(|start| start.parse::<uuid::Uuid>().is_ok());
        if !is_uuid {
            kept.push(first);
        }
        text = &text[if is_uuid { 36 } else { first.len_utf8() }..];
    }
    kept
}

/// Removes the trace id from an error response, for comparisons.
pub fn without_trace_id(mut body: Value) -> Value {
    body.as_object_mut().map(|body| body.remove("traceId"));
    body
}
