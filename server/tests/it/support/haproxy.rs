//! An HAProxy process for one test.

use super::{Program, wait_until};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Child;

/// Killed when dropped.
pub struct HaProxy {
    child: Child,
    pub addresses: Vec<SocketAddr>,
    settings: PathBuf,
}

impl HaProxy {
    /// Starts a proxy that sends all clients' requests to the server over the same connections.
    pub async fn before(server: SocketAddr) -> Self {
        let address = free_address();
        let text = format!(
            "listen proxy\n bind {address}\n retries 0\n http-reuse always\n server node {server} pool-max-conn 4\n"
        );
        Self::start(vec![address], &text).await
    }

    /// Starts a proxy with one address per node. If a node is down, the other one serves its clients.
    pub async fn between(nodes: [SocketAddr; 2]) -> Self {
        let addresses = vec![free_address(), free_address()];
        let text: String = addresses
            .iter()
            .zip([[nodes[0], nodes[1]], [nodes[1], nodes[0]]])
            .map(|(address, [own, other])| {
                format!(
                    "listen {}\n bind {address}\n option redispatch 1\n option httpchk GET /healthz\n \
                     default-server check inter 100ms rise 1 fall 1\n server own {own}\n server other {other} backup\n",
                    address.port()
                )
            })
            .collect();
        Self::start(addresses, &text).await
    }

    async fn start(addresses: Vec<SocketAddr>, text: &str) -> Self {
        let name = format!("haproxy-{}.cfg", addresses[0].port());
        let settings = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let defaults =
            "defaults\n mode http\n timeout connect 5s\n timeout client 60s\n timeout server 60s\n";
        std::fs::write(&settings, format!("{defaults}{text}")).unwrap();
        let proxy = Self {
            child: spawn(&settings),
            addresses,
            settings,
        };
        proxy.wait_until_listening().await;
        proxy
    }

    /// Kills the process and breaks all its connections.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts a killed proxy again.
    pub async fn restart(&mut self) {
        self.child = spawn(&self.settings);
        self.wait_until_listening().await;
    }

    async fn wait_until_listening(&self) {
        for address in &self.addresses {
            wait_until("HAProxy listens", async || TcpStream::connect(address).ok()).await;
        }
    }
}

impl Drop for HaProxy {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
        _ = std::fs::remove_file(&self.settings);
    }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

const HAPROXY: Program = Program {
    setting: "FIRMBOOK_HAPROXY",
    name: "haproxy",
    install: "install it (on Debian: apt-get install haproxy)",
};

fn spawn(settings: &Path) -> Child {
    HAPROXY.spawn(HAPROXY.command().arg("-db").arg("-f").arg(settings))
}
