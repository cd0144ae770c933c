//! Accepts connections, with limits per address and for idle connections, and a graceful shutdown.

use crate::error::{self, ApiError};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use ipnet::IpNet;
use nix::sys::socket::{setsockopt, sockopt::TcpNoDelay};
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

mod activity;

pub use activity::Patience;
use activity::{Activity, OpenBody};

/// `TCP_USER_TIMEOUT`: closes a connection if sent data is not acknowledged for this long.
#[cfg(target_os = "linux")]
const UNHEARD_MS: u32 = 45_000;
/// Pause after a failed accept, for example when there are no free file descriptors.
const PAUSE: Duration = Duration::from_millis(100);
/// Time for an idle HTTP/2 client to acknowledge that its connection is closing.
const FAREWELL: Duration = Duration::from_secs(2);

/// Connection limits.
#[derive(Debug, Clone)]
pub struct Admission {
    /// Maximum number of concurrent connections per address.
    pub of_address: usize,
    /// Maximum number of concurrent connections per trusted proxy.
    pub of_proxy: usize,
    /// Trusted proxies. Their limit is higher because they connect for many clients.
    pub trusted: Vec<IpNet>,
    pub patience: Patience,
}

/// Serves connections until `stop` resolves. Then waits up to `goodbye` for requests in flight.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    admission: Admission,
    stop: impl Future<Output = ()>,
    goodbye: Duration,
) {
    set_options(&listener);
    let slots = AddressSlots(Arc::default());
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                if let Some(stream) = slots.take(stream, peer.ip(), &admission) {
                    let answering = answer(stream, peer, router.clone(), admission.patience, stopped.clone());
                    tokio::spawn(answering);
                }
            }
            Err(error) if is_of_client(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "failed to accept a connection");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop((listener, stopped));
    _ = stopping.send(());
    _ = tokio::time::timeout(goodbye, stopping.closed()).await;
}

/// Sets options on the listener, which accepted sockets inherit (tcp(7)). Saves system calls per connection.
fn set_options(listener: &TcpListener) {
    // Send small packets without delay.
    _ = setsockopt(listener, TcpNoDelay, &true);
    #[cfg(target_os = "linux")]
    {
        use nix::sys::socket::sockopt::TcpUserTimeout;
        _ = setsockopt(listener, TcpUserTimeout, &UNHEARD_MS);
    }
}

fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionRefused | ConnectionAborted | ConnectionReset
    )
}

async fn answer(
    stream: Placed,
    peer: SocketAddr,
    router: Router,
    patience: Patience,
    mut stopped: watch::Receiver<()>,
) {
    let activity = stream.activity.clone();
    let service = {
        let activity = activity.clone();
        service_fn(move |request: http::Request<Incoming>| {
            let open = activity.begin(&request);
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let router = router.clone();
            async move {
                let response = if has_valid_host(&request) {
                    router.oneshot(request).await?
                } else {
                    error::early(&no_host())
                };
                Ok::<_, Infallible>(response.map(|body| OpenBody { body, request: open }))
            }
        })
    };
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.idle);
    // Required for WebSockets over HTTP/2.
    builder.http2().enable_connect_protocol();
    let mut connection = pin!(builder.serve_connection_with_upgrades(TokioIo::new(stream), service));
    tokio::select! {
        _ = &mut connection => {}
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            _ = connection.await;
        }
        // Hyper has no timer for the first bytes of a connection, nor for HTTP/2 without streams.
        () = activity.expired(patience) => {
            connection.as_mut().graceful_shutdown();
            // A request can still arrive before the client knows that the connection is closing.
            while tokio::time::timeout(FAREWELL, &mut connection).await.is_err() && activity.has_open_requests() {}
        }
    }
}

/// An HTTP/1.1 request must have exactly one `Host` header (RFC 9112, section 3.2). HTTP/2 requests name the
/// host in their URI instead.
fn has_valid_host<B>(request: &http::Request<B>) -> bool {
    request.version() != http::Version::HTTP_11
        || request.headers().get_all(http::header::HOST).iter().count() == 1
}

fn no_host() -> ApiError {
    ApiError::BadRequest {
        code: "host_missing",
        message: "The request has no Host header, or more than one. Send exactly one.".into(),
    }
}

/// Number of connections by address.
#[derive(Clone)]
struct AddressSlots(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl AddressSlots {
    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the connection. Returns `None`, which closes it, if its address has reached the limit.
    fn take(&self, stream: TcpStream, address: IpAddr, admission: &Admission) -> Option<Placed> {
        let address = address.to_canonical();
        let is_trusted = admission.trusted.iter().any(|net| net.contains(&address));
        let limit = if is_trusted {
            admission.of_proxy
        } else {
            admission.of_address
        };
        let mut taken = self.taken();
        let count = taken.entry(address).or_default();
        if *count >= limit {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Placed {
            stream,
            activity: Activity::new(),
            slot: AddressSlot {
                slots: self.clone(),
                address,
            },
        })
    }
}

struct AddressSlot {
    slots: AddressSlots,
    address: IpAddr,
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

/// A connection that counts toward its address's limit until it is dropped, even after an upgrade to a WebSocket.
pub struct Placed {
    stream: TcpStream,
    activity: Activity,
    #[expect(dead_code, reason = "released on drop")]
    slot: AddressSlot,
}

impl Placed {
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }
}

impl AsyncRead for Placed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.activity.received();
        }
        read
    }
}

impl AsyncWrite for Placed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, buffer)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use nix::sys::socket::{getsockopt, sockopt::TcpUserTimeout};

    #[tokio::test]
    async fn accepted_sockets_inherit_the_listener_options() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        set_options(&listener);
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        assert!(stream.nodelay().unwrap());
        assert_eq!(getsockopt(&stream, TcpUserTimeout).unwrap(), UNHEARD_MS);
    }
}
