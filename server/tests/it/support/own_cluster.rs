//! A separate cluster for one test, which can stop, exhaust or copy it.

use super::cluster::socket_dir;
use super::{Client, TestApp, config};
use server::config::Config;
use server::db::embedded::{Embedded, Options};
use server::db::{connect_raw, migrate};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the directory of a PostgreSQL installation with command-line tools, which the embedded one lacks.
fn tools() -> PathBuf {
    if let Some(dir) = std::env::var_os("FIRMBOOK_POSTGRES_TOOLS") {
        return dir.into();
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let found = versions
        .map(|version| version.path().join("bin"))
        .filter(|dir| {
            ["initdb", "postgres", "pg_dump", "psql", "pg_basebackup"]
                .iter()
                .all(|program| dir.join(program).is_file())
        })
        .max();
    found.expect(
        "no PostgreSQL with pg_dump and pg_basebackup found: `cargo xtask test --only server` installs it for root; \
         otherwise install it (on Debian: apt-get install postgresql) or set FIRMBOOK_POSTGRES_TOOLS to the directory \
         of its programs",
    )
}

/// Stopped and removed when dropped.
pub struct OwnCluster {
    cluster: Option<Embedded>,
    home: PathBuf,
}

impl OwnCluster {
    /// Starts a migrated cluster.
    pub async fn start(name: &str) -> Self {
        Self::with_binaries(name, None).await
    }

    /// Starts a migrated cluster whose data the command-line tools can read.
    pub async fn with_tools(name: &str) -> Self {
        Self::with_binaries(name, Some(tools())).await
    }

    /// Starts a cluster without tables, into which the command-line tools can restore a backup.
    pub async fn empty(name: &str) -> Self {
        Self::run(home(name), Some(tools())).await
    }

    async fn with_binaries(name: &str, binaries: Option<PathBuf>) -> Self {
        let own = Self::run(home(name), binaries).await;
        migrate::migrate(&own.url("postgres")).await.unwrap();
        own
    }

    async fn run(home: PathBuf, binaries: Option<PathBuf>) -> Self {
        let options = Options {
            data_dir: home.clone(),
            binaries,
            durable: true,
            settings: Vec::new(),
        };
        let cluster = tokio::task::spawn_blocking(move || Embedded::start(options));
        Self {
            cluster: Some(cluster.await.unwrap().unwrap()),
            home,
        }
    }

    /// Starts a streaming replica of this cluster.
    pub async fn replica(&self, name: &str) -> Self {
        // The user who runs PostgreSQL may have no access to the target directory.
        let home = std::env::temp_dir().join(format!("firmbook-it-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let socket_dir = socket_dir(&self.url("postgres"));
        let owner = socket_dir.metadata().unwrap();
        std::os::unix::fs::chown(&home, Some(owner.uid()), Some(owner.gid())).unwrap();
        let mut backup = self.tool("pg_basebackup");
        // The files must belong to the user who runs PostgreSQL.
        if nix::unistd::geteuid().is_root() {
            backup.uid(owner.uid()).gid(owner.gid());
        }
        backup
            .args(["--checkpoint=fast", "--write-recovery-conf", "--no-sync", "-D"])
            .arg(home.join("cluster"))
            .current_dir(&home);
        run(&mut backup);
        Self::run(home, Some(tools())).await
    }

    /// Returns a command for a PostgreSQL tool that connects as the superuser.
    pub fn tool(&self, program: &str) -> Command {
        let mut command = Command::new(tools().join(program));
        command
            .env_clear()
            .env("PGHOST", socket_dir(&self.url("postgres")))
            .env("PGUSER", "postgres");
        command
    }

    pub fn home(&self) -> &Path {
        &self.home
    }

    pub fn cluster(&self) -> &Embedded {
        self.cluster.as_ref().unwrap()
    }

    pub fn url(&self, role: &str) -> String {
        self.cluster().url(role, "postgres")
    }

    pub async fn owner(&self) -> tokio_postgres::Client {
        connect_raw(&self.url("postgres")).await.unwrap()
    }

    /// Starts an app on this cluster with the user `u` in firm 1.
    pub async fn app(&self, set: impl FnOnce(&mut Config)) -> (TestApp, Client) {
        let app = TestApp::with(|config, url| {
            *url = self.url("firmbook_app");
            set(config);
        })
        .await;
        let user = format!(
            "INSERT INTO firm (firm_id, name) VALUES (1, 'Alder');
             INSERT INTO app_user (user_key, issuer, subject, first_name, last_name)
                 VALUES ('u', '{}', 'u', 'A', 'B');
             INSERT INTO firm_assignment (firm_id, user_key, firm_user_type) VALUES (1, 'u', 1)",
            config(&app.idp).oidc.issuer
        );
        self.owner().await.batch_execute(&user).await.unwrap();
        let admin = app.anonymous().with_token(app.idp.token_for("u"));
        (app, admin)
    }
}

impl Drop for OwnCluster {
    fn drop(&mut self) {
        if let Some(cluster) = self.cluster.take() {
            _ = std::thread::spawn(move || cluster.stop()).join();
        }
        _ = std::fs::remove_dir_all(&self.home);
    }
}

fn home(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("it-{}", std::process::id()))
        .join(name)
}

/// Runs a command and fails with its output if it fails.
pub fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {text}");
}
