//! Database proxy that can refuse, close or stall connections.

use super::cluster;
use super::cluster::socket_dir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    Up,
    /// Closes all connections and refuses new ones.
    Down,
    /// Accepts connections but forwards nothing.
    Stalled,
}

pub struct Proxy {
    port: u16,
    link: watch::Sender<Link>,
}

impl Proxy {
    /// Starts a proxy in front of the run's cluster.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (link, watched) = watch::channel(Link::Up);
        tokio::spawn(listen(listener, port, watched));
        Self { port, link }
    }

    /// Returns a database URL that goes through the proxy, with the application's role.
    pub fn app_url(&self, database: &str) -> String {
        format!("postgres://firmbook_app@127.0.0.1:{}/{database}", self.port)
    }

    /// Changes the state and waits until it applies to new connections.
    pub async fn set(&self, link: Link) {
        self.link.send_replace(link);
        super::wait_until("the proxy changes its state", async || {
            let connects = TcpStream::connect(("127.0.0.1", self.port)).await.is_ok();
            (connects == (link != Link::Down)).then_some(())
        })
        .await;
    }
}

async fn listen(listener: TcpListener, port: u16, mut link: watch::Receiver<Link>) {
    let mut listener = Some(listener);
    loop {
        let state = *link.borrow_and_update();
        if state == Link::Down {
            listener = None;
        } else if listener.is_none() {
            listener = TcpListener::bind(("127.0.0.1", port)).await.ok();
        }
        let accepted = async {
            match &listener {
                Some(listener) => listener.accept().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = link.changed() => if changed.is_err() { return },
            Ok((client, _)) = accepted => {
                tokio::spawn(forward(client, link.clone()));
            }
        }
    }
}

async fn forward(client: TcpStream, link: watch::Receiver<Link>) {
    let socket = socket_dir(&cluster().url("postgres", "postgres")).join(".s.PGSQL.5432");
    let Ok(database) = UnixStream::connect(socket).await else {
        return;
    };
    let (from_client, to_client) = client.into_split();
    let (from_database, to_database) = database.into_split();
    tokio::select! {
        () = pump(from_client, to_database, link.clone()) => {}
        () = pump(from_database, to_client, link) => {}
    }
}

/// Forwards bytes until either end closes or the link goes down.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut link: watch::Receiver<Link>,
) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let state = *link.borrow_and_update();
        tokio::select! {
            changed = link.changed() => if changed.is_err() { return },
            read = from.read(&mut buffer), if state == Link::Up => match read {
                Ok(length) if length > 0 => if to.write_all(&buffer[..length]).await.is_err() { return },
                _ => return,
            },
            () = std::future::ready(()), if state == Link::Down => return,
        }
    }
}
