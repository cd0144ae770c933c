//! A PgBouncer process for one test, in front of the run's cluster.

use super::cluster::socket_dir;
use super::{Program, cluster, wait_until};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::Child;

/// Killed when dropped.
pub struct PgBouncer {
    port: u16,
    child: Child,
    home: PathBuf,
}

impl PgBouncer {
    /// Starts a pooler with this `pool_mode`. It does not keep prepared statements.
    pub async fn start(pool_mode: &str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let home = std::env::temp_dir().join(format!("firmbook-pgbouncer-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let (users, settings) = (home.join("users.txt"), home.join("pgbouncer.ini"));
        std::fs::write(&users, "\"firmbook_app\" \"\"\n\"postgres\" \"\"\n").unwrap();
        let sockets = socket_dir(&cluster().url("postgres", "postgres"));
        // Version 1.21 introduced this setting. Earlier versions never keep statements.
        let statements = if version() >= (1, 21) {
            "max_prepared_statements = 0"
        } else {
            ""
        };
        let text = format!(
            "[databases]\n* = host={} port=5432\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = {pool_mode}\n{statements}\n",
            sockets.display(),
            users.display()
        );
        std::fs::write(&settings, text).unwrap();
        let mut command = PGBOUNCER.command();
        // PgBouncer refuses to run as root, and only the socket's owner can connect.
        if nix::unistd::geteuid().is_root() {
            let owner = sockets.metadata().unwrap().uid();
            let owner = nix::unistd::User::from_uid(nix::unistd::Uid::from_raw(owner))
                .unwrap()
                .unwrap();
            command.arg("-u").arg(owner.name);
        }
        let child = PGBOUNCER.spawn(command.arg(&settings));
        let pooler = Self { port, child, home };
        wait_until("PgBouncer listens", async || {
            TcpStream::connect(("127.0.0.1", port)).ok()
        })
        .await;
        pooler
    }

    pub fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/{database}", self.port)
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
        _ = std::fs::remove_dir_all(&self.home);
    }
}

const PGBOUNCER: Program = Program {
    setting: "FIRMBOOK_PGBOUNCER",
    name: "pgbouncer",
    install: "install it (on Debian: apt-get install pgbouncer)",
};

/// Returns the major and minor version.
fn version() -> (u32, u32) {
    let output = PGBOUNCER.command().arg("-V").output();
    let output = output.unwrap_or_else(|error| PGBOUNCER.fail(&error));
    let text = String::from_utf8(output.stdout).unwrap();
    let number = text.split_whitespace().nth(1).unwrap();
    let mut parts = number.split('.').map(|part| part.parse().unwrap());
    (parts.next().unwrap(), parts.next().unwrap())
}
