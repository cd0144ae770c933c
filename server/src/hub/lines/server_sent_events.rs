//! Server-sent events: the server streams records, and the client sends its own by POST.

use super::Line;
use crate::hub::connection::Todo;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use http::header;
use std::convert::Infallible;

pub fn carry(line: Line) -> Response {
    // Some browsers fire `open` only with the first data.
    let first = stream::iter([Ok::<_, Infallible>(Bytes::from_static(b":\r\n"))]);
    let events = stream::unfold(line, async |line| match line.connection.todo(line.number).await {
        Todo::Write(records) => Some((Ok(event(&records)), line)),
        Todo::Wait | Todo::End | Todo::Leave => None,
    });
    let body = Body::from_stream(stream::StreamExt::chain(first, Box::pin(events)));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache,no-store"),
        (header::PRAGMA, "no-cache"),
        (header::CONTENT_ENCODING, "identity"),
    ];
    (headers, body).into_response()
}

/// Records need no escaping: JSON writes line breaks as `\n`.
fn event(records: &[u8]) -> Bytes {
    [b"data: ", records, b"\r\n\r\n"].concat().into()
}
