//! The server under test, with its own database and a user without a connection limit.

use super::issuer::Issuer;
use super::process::Process;
use anyhow::{Context, ensure};
use server::db::connect_raw;
use server::db::embedded::{running_socket_dir, socket_url};
use std::path::Path;
use std::process::Command;

pub const ADDRESS: &str = "127.0.0.1:4320";
const USER: &str = "bench";
const SIGN_IN: &str = "bench";

pub struct Server {
    pub process: Process,
    pub outbox: Outbox,
}

/// Inserts pushes into the server's outbox table.
pub struct Outbox {
    client: tokio_postgres::Client,
}

impl Server {
    pub async fn start(root: &Path, issuer: &Issuer) -> anyhow::Result<Self> {
        let data = root.join(".data/bench-hub");
        _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir_all(&data)?;
        let program = std::env::current_exe()?.with_file_name("server");
        ensure!(
            program.exists(),
            "build the server first: cargo build --release -p server"
        );
        let mut command = Command::new(program);
        command
            .current_dir(root)
            .env_remove("DATABASE_URL")
            .env("RUST_LOG", "error")
            .env("FIRMBOOK_ADDRESS", ADDRESS)
            .env("FIRMBOOK_DATABASE", "embedded")
            .env("FIRMBOOK_DATA_DIR", &data)
            .env("FIRMBOOK_OIDC_ISSUER", &issuer.address)
            .env("FIRMBOOK_ADDRESS_CONNECTIONS", "1000000")
            .env("FIRMBOOK_HUB_CONNECTIONS", "1000000")
            .env("FIRMBOOK_HUB_BURST", "1000000");
        let mut process = Process::start(&mut command)?;
        process.until_it_listens(ADDRESS)?;
        let socket = running_socket_dir(&data.join("postgres")).context("the database is not running")?;
        Ok(Self {
            process,
            outbox: Outbox::open(&socket_url(&socket, "postgres", "firmbook")).await?,
        })
    }
}

impl Outbox {
    async fn open(database_url: &str) -> anyhow::Result<Self> {
        let client = connect_raw(database_url).await?;
        Ok(Self { client })
    }

    pub async fn add_user(&self, issuer: &Issuer) -> anyhow::Result<()> {
        let sql = format!(
            "INSERT INTO firm (firm_id, name) VALUES (1, 'Bench') ON CONFLICT DO NOTHING;
             INSERT INTO app_user (user_key, issuer, subject, first_name, last_name)
             VALUES ('{USER}', '{}', '{USER}', 'Bench', 'User');
             INSERT INTO firm_assignment (firm_id, user_key, firm_user_type) VALUES (1, '{USER}', 1)",
            issuer.address
        );
        Ok(self.client.batch_execute(&sql).await?)
    }

    /// Queues a push as a row of `hub_outbox`.
    pub async fn push(&self, message: &str) -> anyhow::Result<()> {
        let sql = format!(
            "INSERT INTO hub_outbox (firm_id, user_key, transient) VALUES (1, '{USER}', jsonb_build_object(
               'notificationType', 47, 'heading', 'Bench', 'message', '{message}'))"
        );
        Ok(self.client.batch_execute(&sql).await?)
    }
}

/// Writes `count` different tokens of the same sign-in to a file, one per line.
pub fn write_tokens(issuer: &Issuer, count: usize, file: &Path) -> anyhow::Result<()> {
    let tokens: anyhow::Result<Vec<String>> = (0..count)
        .map(|number| issuer.token(USER, SIGN_IN, number))
        .collect();
    Ok(std::fs::write(file, tokens?.join("\n"))?)
}
