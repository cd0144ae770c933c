//! Long polling: each answer carries what there is, posts come from the client.

use super::Line;
use crate::hub::connection::Todo;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{StatusCode, header};
use std::time::Duration;
use tokio::time::timeout;

/// An empty answer after this time; clients wait for 100 s.
const IDLE: Duration = Duration::from_secs(90);

/// The first poll only opens the connection.
pub fn open(line: &Line, poll: Option<u64>) -> Response {
    line.connection.answered(poll, Bytes::new());
    records(Bytes::new())
}

/// `poll` is its number, of clients that count them.
pub async fn carry(line: Line, poll: Option<u64>) -> Response {
    if let Some(bytes) = line.connection.answer_to(poll) {
        return records(bytes);
    }
    match timeout(IDLE, line.connection.todo(line.number)).await {
        Ok(Todo::Write(bytes)) => {
            line.connection.answered(poll, bytes.clone());
            records(bytes)
        }
        Err(_) | Ok(Todo::Wait) => records(Bytes::new()),
        Ok(Todo::End | Todo::Leave) => (NOT_KEPT, StatusCode::NO_CONTENT).into_response(),
    }
}

const NOT_KEPT: [(header::HeaderName, &str); 3] = [
    (header::CACHE_CONTROL, "no-cache, no-store"),
    (header::PRAGMA, "no-cache"),
    (header::EXPIRES, "Thu, 01 Jan 1970 00:00:00 GMT"),
];

fn records(bytes: Bytes) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/octet-stream")];
    (NOT_KEPT, kind, bytes).into_response()
}
