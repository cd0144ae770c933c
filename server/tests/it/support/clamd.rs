//! A fake clamd that supports `INSTREAM`, detects the word `EICAR`, and can fail.

use std::sync::{Arc, Mutex};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixListener};
use tokio::task::JoinHandle;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClamdBehavior {
    Scan,
    /// Replies that the file exceeds its limit.
    TooLarge,
    /// Closes the connection after the command.
    Close,
}

/// Stops when dropped.
pub struct FakeClamd {
    /// Value for `FIRMBOOK_CLAMD`.
    pub address: String,
    pub behavior: Arc<Mutex<ClamdBehavior>>,
    /// Sizes of the scanned files.
    pub scanned: Arc<Mutex<Vec<usize>>>,
    task: JoinHandle<()>,
}

impl Drop for FakeClamd {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl FakeClamd {
    pub async fn tcp() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("tcp:{}", listener.local_addr().unwrap());
        let (behavior, scanned) = parts();
        let shared = (behavior.clone(), scanned.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.0.clone(), shared.1.clone()));
            }
        });
        Self {
            address,
            behavior,
            scanned,
            task,
        }
    }

    pub fn unix() -> Self {
        let path = std::env::temp_dir().join(format!("clamd-{}", server::ids::new_uuid().simple()));
        let listener = UnixListener::bind(&path).unwrap();
        let (behavior, scanned) = parts();
        let shared = (behavior.clone(), scanned.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.0.clone(), shared.1.clone()));
            }
        });
        Self {
            address: format!("unix:{}", path.display()),
            behavior,
            scanned,
            task,
        }
    }
}

type Scanned = Arc<Mutex<Vec<usize>>>;

fn parts() -> (Arc<Mutex<ClamdBehavior>>, Scanned) {
    (Arc::new(Mutex::new(ClamdBehavior::Scan)), Scanned::default())
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    behavior: Arc<Mutex<ClamdBehavior>>,
    scanned: Scanned,
) -> Option<()> {
    let mut command = [0; 10];
    stream.read_exact(&mut command).await.ok()?;
    assert_eq!(&command, b"zINSTREAM\0");
    let behavior = *behavior.lock().unwrap();
    if behavior == ClamdBehavior::Close {
        return None;
    }
    let mut content = Vec::new();
    loop {
        let length = stream.read_u32().await.ok()?;
        if length == 0 {
            break;
        }
        let mut part = vec![0; length as usize];
        stream.read_exact(&mut part).await.ok()?;
        content.extend(part);
    }
    scanned.lock().unwrap().push(content.len());
    let is_found = content.windows(5).any(|part| part == b"EICAR");
    let reply: &[u8] = match behavior {
        ClamdBehavior::TooLarge => b"INSTREAM size limit exceeded. ERROR\0",
        _ if is_found => b"stream: Eicar-Test-Signature FOUND\0",
        _ => b"stream: OK\0",
    };
    stream.write_all(reply).await.ok()
}
