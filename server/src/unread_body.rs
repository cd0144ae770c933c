//! Reads the unread rest of a request body, so that the connection can serve the next request.
//!
//! A request can be refused before its body has arrived, for example without a valid token. The unread rest
//! of the body would break the next request on the connection. A proxy sends the requests of many users over
//! one connection, so their requests would fail as well.

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderValue, Version, header};
use http_body::{Frame, SizeHint};
use hyper::body::Bytes;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::oneshot;

/// Maximum size of the rest of a body that is read. If the rest is longer, the connection is closed.
const MAX_REST_BYTES: u64 = 1024 * 1024;
/// Time for the rest of a body to arrive.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Middleware that reads the rest of the request body after the response is known. Sets `Connection: close` if
/// the rest is too long or does not arrive in time.
pub async fn read_rest(request: Request, next: Next) -> Response {
    let can_be_closed = matches!(request.version(), Version::HTTP_10 | Version::HTTP_11);
    // Reading the body would prompt a client that waits for `100 Continue` to send it.
    let waits_to_send = request.headers().contains_key(header::EXPECT);
    let (on_drop, mut rest) = oneshot::channel();
    let request = request.map(|body| {
        Body::new(ReturnedBody {
            body: Some(body),
            on_drop: Some(on_drop),
        })
    });
    let mut response = next.run(request).await;
    if can_be_closed
        && let Ok(body) = rest.try_recv()
        && (waits_to_send || !discard(body).await)
    {
        response
            .headers_mut()
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Reads a body to its end. Returns `false` if it is too long, late or broken.
async fn discard(mut body: Body) -> bool {
    if body.size_hint().lower() > MAX_REST_BYTES {
        return false;
    }
    let read = async {
        let mut count = 0;
        loop {
            match std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
                None => return true,
                Some(Err(_)) => return false,
                Some(Ok(frame)) => count += frame.data_ref().map_or(0, Bytes::len) as u64,
            }
            if count > MAX_REST_BYTES {
                return false;
            }
        }
    };
    tokio::time::timeout(MAX_WAIT, read).await.unwrap_or(false)
}

/// A body that is handed back if it is dropped before it has been read to the end.
struct ReturnedBody {
    body: Option<Body>,
    on_drop: Option<oneshot::Sender<Body>>,
}

impl HttpBody for ReturnedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.body = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body
            .as_ref()
            .map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for ReturnedBody {
    fn drop(&mut self) {
        if let (Some(body), Some(on_drop)) = (self.body.take(), self.on_drop.take())
            && !body.is_end_stream()
        {
            _ = on_drop.send(body);
        }
    }
}
