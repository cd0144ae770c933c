//! Minimal WebSocket client that only counts the messages it receives.

use anyhow::{Context, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
/// Larger than any expected response head.
const MAX_ANSWER: usize = 16 * 1024;

/// Sends a POST without a body on its own connection and returns the body. Fails unless the status is 200.
pub async fn post(address: &str, path: &str, token: &str) -> anyhow::Result<String> {
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\ncontent-length: 0\r\n\
         connection: close\r\n\r\n"
    );
    let mut stream = connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8(answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("incomplete response")?;
    ensure!(head.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
    Ok(body.to_owned())
}

pub async fn connect(address: &str) -> anyhow::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Opens a WebSocket. Returns the stream and the bytes received after the upgrade response.
pub async fn upgrade(address: &str, path: &str, token: Option<&str>) -> anyhow::Result<(TcpStream, Vec<u8>)> {
    let authorization = token.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{authorization}\r\n"
    );
    let mut stream = connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    loop {
        ensure!(
            stream.read_buf(&mut answer).await? > 0,
            "connection closed by the server"
        );
        if let Some(end) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            let rest = answer.split_off(end + 4);
            ensure!(
                answer.starts_with(b"HTTP/1.1 101 "),
                "{}",
                String::from_utf8_lossy(&answer)
            );
            return Ok((stream, rest));
        }
        ensure!(answer.len() < MAX_ANSWER, "response head is too long");
    }
}

/// Builds a client text frame. The mask is all zeros, so the payload is unchanged.
pub fn text(payload: &str) -> Vec<u8> {
    let mut frame = vec![0x80 | TEXT];
    match u16::try_from(payload.len()) {
        Ok(length @ ..126) => frame.push(0x80 | length as u8),
        Ok(length) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => unreachable!("client messages are short"),
    }
    frame.extend([0; 4]);
    frame.extend(payload.as_bytes());
    frame
}

/// Passes each complete text message at the start of `bytes` to `take` and returns the number of bytes
/// consumed.
pub fn take_messages(bytes: &[u8], mut take: impl FnMut(&[u8])) -> anyhow::Result<usize> {
    let mut at = 0;
    while let [first, second, rest @ ..] = &bytes[at..] {
        let (length, head) = match second {
            126 => match rest {
                [a, b, ..] => (usize::from(u16::from_be_bytes([*a, *b])), 4),
                _ => break,
            },
            127 => match rest.first_chunk::<8>() {
                Some(length) => (usize::try_from(u64::from_be_bytes(*length))?, 10),
                None => break,
            },
            length => (usize::from(*length), 2),
        };
        let end = at + head + length;
        if bytes.len() < end {
            break;
        }
        match first & 0x0f {
            TEXT => take(&bytes[at + head..end]),
            CLOSE => bail!("close frame from the server: {:?}", &bytes[at + head..end]),
            _ => {}
        }
        at = end;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_complete_messages_and_leaves_a_partial_one() {
        let long = "x".repeat(300);
        let mut bytes = vec![0x81, 2, b'h', b'i', 0x89, 0, 0x81, 126, 1, 44];
        bytes.extend(long.as_bytes());
        let whole = bytes.len();
        bytes.extend([0x81, 5, b'h']);
        let mut taken = Vec::new();
        let length = take_messages(&bytes, |text| {
            taken.push(String::from_utf8(text.to_vec()).unwrap());
        })
        .unwrap();
        assert_eq!((length, taken), (whole, vec!["hi".to_owned(), long]));
        assert!(take_messages(&[0x88, 2, 3, 232], |_| {}).is_err());
    }
}
