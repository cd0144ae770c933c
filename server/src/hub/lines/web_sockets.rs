//! WebSockets: both sides send records in text messages.

use super::Line;
use super::outlet::{GOODBYE, Outlet};
use crate::hub::connection::Standing;
use crate::listen::Placed;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto::upgrade::downcast;
use std::io::{self, Read, Write};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout};
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext, frame::coding::CloseCode};
use tungstenite::{Error, Message, error::CapacityError};

/// Maximum message size, several times the largest client record.
const MAX_MESSAGE: usize = 256 * 1024;
/// Read buffer per connection. Small, because clients send little.
const BUFFER: usize = 512;
/// A socket that accepts no bytes for this long is considered dead.
const STUCK: Duration = Duration::from_secs(10);
/// Time allowed for the client to complete the close handshake.
const CLOSING: Duration = Duration::from_secs(5);
/// Maximum number of messages read before yielding to other tasks.
const MAX_READS_PER_POLL: usize = 64;

/// Returns the 101 response to a valid RFC 6455 upgrade request.
pub fn handshake(headers: &HeaderMap) -> Option<Response> {
    let holds = |name, word: &str| {
        let values = headers.get_all(name).iter();
        values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|value| value.trim().eq_ignore_ascii_case(word))
    };
    let asks = holds(header::CONNECTION, "upgrade")
        && holds(header::UPGRADE, "websocket")
        && holds(header::SEC_WEBSOCKET_VERSION, "13");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asks)?;
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes())).ok()?;
    let answer = [
        (header::CONNECTION, HeaderValue::from_static("upgrade")),
        (header::UPGRADE, HeaderValue::from_static("websocket")),
        (header::SEC_WEBSOCKET_ACCEPT, accept),
    ];
    Some((StatusCode::SWITCHING_PROTOCOLS, answer).into_response())
}

/// Spawns the task that serves the line once the upgrade is complete.
pub fn begin(upgrade: OnUpgrade, line: Line) {
    tokio::spawn(async move {
        match upgrade.await.map(socket_of) {
            Ok(Some((socket, begun))) => carry(socket, begun, line).await,
            Ok(None) => tracing::error!("failed to unwrap upgraded connection: unexpected I/O type"),
            Err(_) => {}
        }
    });
}

/// Returns the raw socket and any frame bytes already read. Drops the HTTP buffers.
fn socket_of(upgraded: Upgraded) -> Option<(Placed, Vec<u8>)> {
    let parts = downcast::<TokioIo<Placed>>(upgraded).ok()?;
    Some((parts.io.into_inner(), parts.read_buf.to_vec()))
}

async fn carry(socket: Placed, begun: Vec<u8>, line: Line) {
    let outlet = Arc::new(Outlet::new(socket));
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let mut reader = WebSocketContext::from_partially_read(begun, Role::Server, Some(config));
    line.connection.open_outlet(line.number, outlet.clone());
    let mut stuck_at = None;
    loop {
        let changed = line.connection.changed();
        let mut changed = pin!(changed);
        changed.as_mut().enable();
        if outlet.is_broken() {
            return;
        }
        match read(&mut reader, &outlet, &line) {
            Heard::Everything => {}
            Heard::Much => {
                tokio::task::yield_now().await;
                continue;
            }
            Heard::End => return,
        }
        let is_clear = outlet.is_clear();
        match line.connection.standing(line.number) {
            Standing::Over if is_clear => {
                line.forget_if_over();
                return say_goodbye(&mut reader, &outlet).await;
            }
            Standing::Replaced => {
                if is_clear {
                    outlet.write(&GOODBYE);
                }
                return;
            }
            Standing::Open | Standing::Over => {}
        }
        stuck_at = (!is_clear).then(|| stuck_at.unwrap_or_else(|| Instant::now() + STUCK));
        tokio::select! {
            () = &mut changed => {}
            ready = outlet.socket().readable() => if ready.is_err() { return },
            ready = outlet.socket().writable(), if !is_clear => {
                if ready.is_err() { return }
                outlet.go_on();
                if outlet.is_clear() {
                    stuck_at = None;
                    line.connection.go_on();
                }
            }
            () = async { sleep_until(stuck_at.unwrap_or_else(Instant::now)).await }, if stuck_at.is_some() => return,
        }
    }
}

enum Heard {
    /// No more messages for now.
    Everything,
    /// The read limit was reached. There may be more messages.
    Much,
    /// The line has ended.
    End,
}

fn read(reader: &mut WebSocketContext, outlet: &Outlet, line: &Line) -> Heard {
    for _ in 0..MAX_READS_PER_POLL {
        match reader.read(&mut Tap(outlet)) {
            Ok(Message::Text(text)) => line.receive(text.as_bytes()),
            Ok(Message::Binary(bytes)) => line.receive(&bytes),
            Ok(Message::Close(frame)) => {
                if frame.is_some_and(|frame| [CloseCode::Normal, CloseCode::Away].contains(&frame.code)) {
                    line.connection.end(line.number);
                }
                // Sends the close frame in reply.
                _ = reader.flush(&mut Tap(outlet));
                return Heard::End;
            }
            Ok(_) => {}
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => return Heard::Everything,
            Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
                line.connection
                    .close(Some("The message exceeds the maximum size."), true);
                if outlet.is_clear() {
                    outlet.write(&GOODBYE);
                }
                return Heard::End;
            }
            Err(_) => return Heard::End,
        }
    }
    Heard::Much
}

/// Sends a close frame and waits for the client's.
async fn say_goodbye(reader: &mut WebSocketContext, outlet: &Outlet) {
    outlet.write(&GOODBYE);
    let closed = async {
        loop {
            match reader.read(&mut Tap(outlet)) {
                Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                    if outlet.socket().readable().await.is_err() {
                        return;
                    }
                }
                Ok(Message::Close(_)) | Err(_) => return,
                Ok(_) => tokio::task::yield_now().await,
            }
        }
    };
    _ = timeout(CLOSING, closed).await;
}

/// The socket as seen by the frame reader, whose pong and close frames go out between the records.
struct Tap<'a>(&'a Outlet);

impl Read for Tap<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.socket().try_read(buffer)
    }
}

impl Write for Tap<'_> {
    /// Drops control frames while the socket is full, so that a client that does not read cannot fill the
    /// buffer.
    fn write(&mut self, frames: &[u8]) -> io::Result<usize> {
        if self.0.is_clear() {
            self.0.write(frames);
        }
        Ok(frames.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(changed: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "keep-alive, Upgrade"),
            ("upgrade", "WebSocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ]
        .iter()
        .chain(changed)
        {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn accepts_only_rfc_6455_handshakes() {
        let answer = handshake(&asking(&[])).unwrap();
        assert_eq!(answer.status(), 101);
        // Example from RFC 6455.
        assert_eq!(
            answer.headers()["sec-websocket-accept"],
            "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        );
        for other in [
            ("connection", "close"),
            ("upgrade", "h2c"),
            ("sec-websocket-version", "8"),
        ] {
            assert!(handshake(&asking(&[other])).is_none(), "{other:?}");
        }
    }
}
