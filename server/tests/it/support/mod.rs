//! What every test stands on: a database of its own, the router, an identity provider, and clients of any role.

mod client;
mod cluster;
mod idp;
mod process;
mod proxy;
mod rows;
mod smtp;

pub use client::{Client, Reply};
pub use cluster::{Database, cluster};
pub use idp::{Idp, Mode, SigningKey};
pub use process::{Running, server};
pub use proxy::{Link, Proxy};
pub use rows::{CARRIER, Row};
pub use smtp::{MailServer, Mood};

use axum::Router;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use server::app::{App, router};
use server::clock::Clock;
use server::config::{Config, Oidc, Rate};
use server::crypto::Sealer;
use shared::permission::{AdminUserType, FirmUserType};
use std::time::Duration;

/// The firm of the clients that say no other; the database has firm 2 beside it.
pub const FIRM: i32 = 1;
pub const OTHER_FIRM: i32 = 2;
/// Every viewer's day: 21 November 2026.
pub const NOW: &str = "2026-11-21T17:00:00Z";

/// A server of its own: nothing is shared with other tests but the cluster.
pub struct TestApp {
    pub app: App,
    pub router: Router,
    /// Sees and changes every firm's rows.
    pub owner: tokio_postgres::Client,
    pub idp: Idp,
    pub database: Database,
}

impl TestApp {
    pub async fn new() -> Self {
        Self::with(|_, _| {}).await
    }

    /// With nothing going on in it beside the calls that are made: other servers work on its database.
    pub async fn idle() -> Self {
        Self::with(|_, url| *url = "postgres://firmbook_app@127.0.0.1:1/nobody".into()).await
    }

    /// With other settings, or another way to the database than its own address.
    pub async fn with(set: impl FnOnce(&mut Config, &mut String)) -> Self {
        let database = Database::create().await;
        let idp = Idp::start().await;
        let mut config = config(&idp);
        let mut app_url = database.app_url.clone();
        set(&mut config, &mut app_url);
        let app = App::new(config, &app_url, sealer(), Clock::Fixed(NOW.parse().unwrap())).unwrap();
        let owner = database.owner().await;
        Self {
            router: router(app.clone()),
            app,
            owner,
            idp,
            database,
        }
    }

    /// Without a token.
    pub fn anonymous(&self) -> Client {
        Client::new(self.router.clone(), None, FIRM)
    }

    /// An account administrator: sees and does everything in the firm.
    pub async fn admin(&self) -> Client {
        self.as_role(FirmUserType::AccountAdministrator).await
    }

    /// A professional without any agent in the block yet.
    pub async fn advisor(&self) -> Client {
        self.as_role(FirmUserType::Professional).await
    }

    /// The other firm's account administrator.
    pub async fn stranger(&self) -> Client {
        self.user(FirmUserType::AccountAdministrator, OTHER_FIRM).await
    }

    pub async fn as_role(&self, role: FirmUserType) -> Client {
        self.user(role, FIRM).await
    }

    /// A new user of a firm, signed in.
    pub async fn user(&self, role: FirmUserType, firm: i32) -> Client {
        let user = server::db::new_uuid().simple().to_string();
        self.insert(
            "app_user",
            json!({ "user_key": user, "issuer": self.idp.issuer, "subject": user, "first_name": "Dana",
                    "last_name": role.label(), "time_zone": "America/New_York" }),
        )
        .await;
        self.assign(&user, role, firm).await;
        Client::new(self.router.clone(), Some(self.idp.token_for(&user)), firm).of_user(user)
    }

    /// A new member of the staff, signed in; looks into no firm yet.
    pub async fn staff(&self, role: AdminUserType) -> Client {
        let user = server::db::new_uuid().simple().to_string();
        self.insert(
            "app_user",
            json!({ "user_key": user, "issuer": self.idp.issuer, "subject": user, "first_name": "Vera",
                    "last_name": role.label(), "time_zone": "America/New_York" }),
        )
        .await;
        self.employ(&user, role).await;
        Client::new(self.router.clone(), Some(self.idp.token_for(&user)), 0).of_user(user)
    }

    /// Gives a user an account as a member of the staff; its key is theirs behind `staff-`.
    pub async fn employ(&self, user: &str, role: AdminUserType) {
        let row = json!({ "admin_user_key": format!("staff-{user}"), "user_key": user,
                          "admin_user_type": role.number() });
        self.insert("admin_account", row).await;
    }

    /// Another sign-in of the same user.
    pub fn elsewhere(&self, client: &Client, session_id: &str) -> Client {
        let mut claims = self.idp.claims(&client.user_key);
        claims["sid"] = session_id.into();
        client.with_token(self.idp.sign(&self.idp.header(), &claims))
    }

    pub async fn assign(&self, user: &str, role: FirmUserType, firm: i32) {
        let row = json!({ "firm_id": firm, "user_key": user, "firm_user_type": role.number() });
        self.insert("firm_assignment", row).await;
    }

    /// Puts agents into a professional's block. The server hears of it a moment later, unless this is before the
    /// client's first call.
    pub async fn give_block(&self, client: &Client, agents: &[&Row]) {
        for agent in agents {
            let row =
                json!({ "firm_id": client.firm, "user_key": client.user_key, "agent_uuid": agent.uuid });
            self.insert("firm_assignment_agent", row).await;
        }
    }

    /// One value of one row, as text; none where it is null.
    pub async fn text(&self, sql: &str) -> Option<String> {
        let rows = self.owner.simple_query(sql).await.unwrap();
        rows.into_iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => Some(row.get(0).map(str::to_owned)),
            _ => None,
        })?
    }

    /// One number of one row.
    pub async fn number(&self, sql: &str) -> i64 {
        self.text(sql).await.expect("a number").parse().unwrap()
    }

    /// Waits until a statement of this database stands before a lock.
    pub async fn until_a_statement_waits(&self) {
        until("a statement waits", async || {
            (self.lock_waits().await > 0).then_some(())
        })
        .await;
    }

    /// How many statements of this database stand before a lock; the hubs of two nodes take turns all the time.
    pub async fn lock_waits(&self) -> i64 {
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

/// Settings of a test: small pool, short deadlines, no web app.
pub fn config(idp: &Idp) -> Config {
    Config {
        oidc: Oidc {
            issuer: idp.issuer.clone(),
            ..Config::from_env().unwrap().oidc
        },
        web_dir: "no-web-app".into(),
        data_dir: env!("CARGO_TARGET_TMPDIR").into(),
        pool_size: 4,
        exports: 2,
        workbook_reader: Some(env!("CARGO_BIN_EXE_server").into()),
        // Tests are faster than people; those about limits set their own.
        session_calls: plenty(),
        refused_tokens: plenty(),
        ..Config::from_env().unwrap()
    }
}

fn plenty() -> Rate {
    Rate {
        burst: std::num::NonZeroU32::MAX,
        period: Duration::from_nanos(1),
    }
}

/// The key that seals tax numbers, as the configuration would give it.
pub fn sealing_key() -> String {
    STANDARD.encode([7; 32])
}

fn sealer() -> Sealer {
    Sealer::new(&sealing_key()).unwrap()
}

/// Waits for a visible thing.
pub async fn until<T>(what: &str, mut probe: impl AsyncFnMut() -> Option<T>) -> T {
    let tries = async {
        loop {
            if let Some(seen) = probe().await {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), tries)
        .await
        .unwrap_or_else(|_| panic!("not in time: {what}"))
}

/// A problem without what differs from call to call.
pub fn without_trace(mut body: Value) -> Value {
    body.as_object_mut().map(|body| body.remove("traceId"));
    body
}
