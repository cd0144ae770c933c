//! WebSockets: records both ways in text messages.

use super::Line;
use crate::hub::connection::Todo;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{Sink, SinkExt, StreamExt};
use std::time::Duration;
use tokio::time::timeout;

/// The largest message: a client's records fit in many times over.
pub const MAX_MESSAGE: usize = 256 * 1024;
/// Small buffers for many connections.
pub const BUFFER: usize = 4 * 1024;
/// A write that takes longer has nobody at its end.
const STUCK: Duration = Duration::from_secs(10);
/// How long the other side may take to close.
const CLOSING: Duration = Duration::from_secs(5);

pub async fn carry(socket: WebSocket, line: Line) {
    let (mut sink, mut stream) = socket.split();
    loop {
        tokio::select! {
            todo = line.connection.todo(line.number) => {
                let wrote = match todo {
                    Todo::Write(records) => {
                        let Ok(text) = records.try_into() else { return };
                        timeout(STUCK, sink.send(Message::Text(text))).await
                    }
                    Todo::End => {
                        line.forget_if_over();
                        if close(&mut sink).await {
                            // Until the other side has closed, too.
                            _ = timeout(CLOSING, async { while let Some(Ok(_)) = stream.next().await {} }).await;
                        }
                        return;
                    }
                    Todo::Leave => {
                        close(&mut sink).await;
                        return;
                    }
                    Todo::Wait => continue,
                };
                if !matches!(wrote, Ok(Ok(()))) {
                    return;
                }
            }
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => line.receive(text.as_bytes()),
                Some(Ok(Message::Binary(bytes))) => line.receive(&bytes),
                Some(Ok(Message::Close(frame))) => {
                    if frame.is_some_and(|frame| [close_code::NORMAL, close_code::AWAY].contains(&frame.code)) {
                        line.connection.end(line.number);
                    }
                    return;
                }
                Some(Ok(_)) => {}
                Some(Err(error)) if error.to_string().contains("too long") => {
                    line.connection.close(Some("A message was larger than allowed."), true);
                    if let Todo::Write(records) = line.connection.todo(line.number).await
                        && let Ok(text) = records.try_into()
                    {
                        _ = timeout(STUCK, sink.send(Message::Text(text))).await;
                        close(&mut sink).await;
                    }
                    return;
                }
                Some(Err(_)) | None => return,
            },
        }
    }
}

async fn close(sink: &mut (impl Sink<Message> + Unpin)) -> bool {
    let frame = CloseFrame {
        code: close_code::NORMAL,
        reason: "".into(),
    };
    let closed = timeout(CLOSING, sink.send(Message::Close(Some(frame)))).await;
    matches!(closed, Ok(Ok(())))
}
