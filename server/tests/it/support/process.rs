//! The server binary on a test's database.

use super::{TestApp, medical_key, sealing_key, wait_until};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};

pub fn server() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command
        .env_clear()
        .env("RUST_LOG", "info")
        .env("FIRMBOOK_MEDICAL_KEY", medical_key())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running server process. Killed when dropped.
pub struct ServerProcess {
    command: Command,
    child: Child,
    pub address: SocketAddr,
}

impl ServerProcess {
    pub async fn start(app: &TestApp) -> Self {
        Self::with(app, &[]).await
    }

    /// Starts the server with additional environment variables.
    pub async fn with(app: &TestApp, settings: &[(&str, &str)]) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut command = server();
        command
            .env("DATABASE_URL", &app.database.owner_url)
            .env("DATABASE_APP_URL", &app.database.app_url)
            .env("FIRMBOOK_ADDRESS", address.to_string())
            .env("FIRMBOOK_OIDC_ISSUER", &app.idp.issuer)
            .env("FIRMBOOK_SEALING_KEY", sealing_key())
            .envs(settings.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = command.spawn().unwrap();
        let running = Self {
            command,
            child,
            address,
        };
        running.wait_until_listening().await;
        running
    }

    /// Kills the process without a shutdown.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts a killed server again, with the same settings.
    pub async fn restart(&mut self) {
        self.child = self.command.spawn().unwrap();
        self.wait_until_listening().await;
    }

    async fn wait_until_listening(&self) {
        wait_until("the server listens", async || {
            TcpStream::connect(self.address).ok()
        })
        .await;
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }

    pub async fn wait_for_exit(&mut self) -> ExitStatus {
        wait_until("the process ends", async || self.child.try_wait().unwrap()).await
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
