//! Minimal HTTP client for health checks.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the status of `GET path` on localhost, or `None` if there is no valid response.
pub fn status(port: u16, path: &str) -> Option<u16> {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
    )
    .ok()?;
    let mut answer = [0; 64];
    let length = stream.read(&mut answer).ok()?;
    let line = std::str::from_utf8(&answer[..length]).ok()?;
    line.split(' ').nth(1)?.parse().ok()
}
