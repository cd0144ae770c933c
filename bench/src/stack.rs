//! The server and the identity provider as child processes, with demo data.

use crate::program::output;
use anyhow::{Context, bail, ensure};
use server::db::embedded::running_socket_dir;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub const ADDRESS: &str = "127.0.0.1:4310";
pub const ORIGIN: &str = "http://localhost:4310";
const ISSUER_PORT: &str = "4311";

pub struct Stack {
    server: Child,
    identity_provider: Child,
    pub data: PathBuf,
}

impl Stack {
    /// Starts the stack on the large demo data. The first start creates the data, which takes minutes.
    pub fn start(root: &Path) -> anyhow::Result<Self> {
        Self::start_on(root, "large", &[])
    }

    /// Starts the stack on demo data of the given size, with additional server settings.
    pub fn start_on(root: &Path, size: &str, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        let data = root.join(match size {
            "large" => ".data/bench".to_owned(),
            other => format!(".data/bench-{other}"),
        });
        std::fs::create_dir_all(&data)?;
        let issuer = format!("http://localhost:{ISSUER_PORT}");
        let identity_provider = Command::new("node")
            .current_dir(root)
            .args([
                "webapp/dev/identity-provider.mjs",
                "--port",
                ISSUER_PORT,
                "--web-origin",
                ORIGIN,
            ])
            .arg("--data")
            .arg(&data)
            .args(["--users", "webapp/dev/users.json"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("failed to start node")?;
        let program = std::env::current_exe()?.with_file_name("server");
        ensure!(
            program.exists(),
            "build the server first: cargo build --release -p server"
        );
        let server = Command::new(program)
            .current_dir(root)
            .env_remove("DATABASE_URL")
            .env("FIRMBOOK_ADDRESS", ADDRESS)
            .env("FIRMBOOK_PUBLIC_URL", ORIGIN)
            .env("FIRMBOOK_DATABASE", "embedded")
            .env("FIRMBOOK_DATA_DIR", &data)
            .env("FIRMBOOK_OIDC_ISSUER", issuer)
            .env("FIRMBOOK_DEMO", size)
            .envs(settings.iter().copied())
            .spawn()
            .context("failed to start the server")?;
        let mut stack = Self {
            server,
            identity_provider,
            data,
        };
        stack.wait_until_ready()?;
        Ok(stack)
    }

    fn wait_until_ready(&mut self) -> anyhow::Result<()> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(45 * 60) {
            if let Some(status) = self.server.try_wait()? {
                bail!("the server ended: {status}");
            }
            let issuer = format!("127.0.0.1:{ISSUER_PORT}");
            if [ADDRESS, &issuer]
                .iter()
                .all(|address| std::net::TcpStream::connect(address).is_ok())
            {
                return self.wait_until_compared(start);
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        bail!("the server was not ready in time")
    }

    /// Waits until the background job has compared all contacts, because it would distort the measurements.
    fn wait_until_compared(&self, start: Instant) -> anyhow::Result<()> {
        let socket =
            running_socket_dir(&self.data.join("postgres")).context("the database is not running")?;
        while start.elapsed() < Duration::from_secs(45 * 60) {
            let busy = "SELECT 'busy' FROM firm LEFT JOIN duplicate_run USING (firm_id) WHERE is_active
                        AND (version IS NULL OR EXISTS (SELECT FROM duplicate_check c WHERE c.firm_id = firm.firm_id))";
            let mut psql = Command::new("psql");
            psql.args([
                "-qAt", "-U", "postgres", "-d", "firmbook", "-c", busy, "-h", &socket,
            ]);
            if output(&mut psql)?.is_empty() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_secs(2));
        }
        bail!("the contacts were not compared in time")
    }

    /// Returns the address of the identity provider.
    pub fn issuer(&self) -> String {
        format!("http://localhost:{ISSUER_PORT}")
    }

    pub fn server_pid(&self) -> u32 {
        self.server.id()
    }

    /// Gets an access token for a demo user through the authorization code flow.
    pub fn token(&self, root: &Path, login: &str) -> anyhow::Result<String> {
        let issuer = format!("http://localhost:{ISSUER_PORT}");
        let output = Command::new("node")
            .current_dir(root)
            .args(["webapp/dev/token.mjs", "--login", login, "--issuer", &issuer])
            .args(["--web-origin", ORIGIN])
            .output()?;
        ensure!(
            output.status.success(),
            "failed to get a token: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SIGTERM lets the server shut down its database cleanly.
        _ = Command::new("kill")
            .args(["-TERM", &self.server.id().to_string()])
            .status();
        _ = self.server.wait();
        _ = self.identity_provider.kill();
        _ = self.identity_provider.wait();
    }
}
