//! Long polling: each response carries the queued records, and the client sends its own by POST.

use super::Line;
use crate::hub::connection::Todo;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{StatusCode, header};
use std::time::Duration;
use tokio::time::timeout;

/// Time after which an empty response is sent. Clients time out after 100 s.
const IDLE: Duration = Duration::from_secs(90);

/// Responds to the first poll, which only opens the connection.
pub fn open(line: &Line, poll: Option<u64>) -> Response {
    line.connection.answered(poll, Bytes::new());
    records(Bytes::new())
}

/// Responds to a poll. `poll` is its number if the client numbers its polls.
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
