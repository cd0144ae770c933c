//! Tracks whether a connection is in use, so that idle ones can be closed.

use http_body::{Body, Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// How long a connection may stay open without a request.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Time from the connection to the headers of its first request.
    pub first_request: Duration,
    /// Time between requests. Longer than the idle timeout of common proxies.
    pub idle: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            first_request: Duration::from_secs(30),
            idle: Duration::from_secs(75),
        }
    }
}

/// Requests of one connection. Clones share the state.
#[derive(Clone)]
pub(super) struct Activity(Arc<State>);

struct State {
    connected_at: Instant,
    /// Requests whose response is not complete yet.
    open: AtomicUsize,
    has_requested: AtomicBool,
    /// Whether an HTTP/2 stream became a WebSocket. Its response is complete, so received data counts as use.
    has_tunnel: AtomicBool,
    /// Last use, in milliseconds since the start of the connection.
    used_at: AtomicU64,
}

impl Activity {
    pub fn new() -> Self {
        Self(Arc::new(State {
            connected_at: Instant::now(),
            open: AtomicUsize::new(0),
            has_requested: AtomicBool::new(false),
            has_tunnel: AtomicBool::new(false),
            used_at: AtomicU64::new(0),
        }))
    }

    /// Counts a request until the guard is dropped.
    pub fn begin<B>(&self, request: &http::Request<B>) -> OpenRequest {
        self.0.has_requested.store(true, Relaxed);
        self.0.open.fetch_add(1, Relaxed);
        if request.method() == http::Method::CONNECT {
            self.0.has_tunnel.store(true, Relaxed);
        }
        OpenRequest(self.clone())
    }

    pub fn has_open_requests(&self) -> bool {
        self.0.open.load(Relaxed) > 0
    }

    /// Records that data arrived.
    pub fn received(&self) {
        if self.0.has_tunnel.load(Relaxed) {
            self.touch();
        }
    }

    fn touch(&self) {
        let elapsed = self.0.connected_at.elapsed().as_millis();
        self.0
            .used_at
            .store(u64::try_from(elapsed).unwrap_or(u64::MAX), Relaxed);
    }

    /// Resolves once the connection has been idle for too long.
    pub async fn expired(&self, patience: Patience) {
        loop {
            let left = self.time_left(patience);
            if left.is_zero() {
                return;
            }
            tokio::time::sleep(left).await;
        }
    }

    fn time_left(&self, patience: Patience) -> Duration {
        let limit = if self.0.has_requested.load(Relaxed) {
            patience.idle
        } else {
            patience.first_request
        };
        if self.has_open_requests() {
            return limit;
        }
        let used_at = Duration::from_millis(self.0.used_at.load(Relaxed));
        (used_at + limit).saturating_sub(self.0.connected_at.elapsed())
    }
}

/// Guard of a request whose response is not complete yet.
pub(super) struct OpenRequest(Activity);

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.touch();
        self.0.0.open.fetch_sub(1, Relaxed);
    }
}

/// A response body that keeps its request open until the body is dropped.
pub(super) struct OpenBody {
    pub body: axum::body::Body,
    #[expect(dead_code, reason = "ends the request on drop")]
    pub request: OpenRequest,
}

impl Body for OpenBody {
    type Data = bytes::Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
