//! The write side of a WebSocket. Any task can write frames, whole and in order. The connection's own task
//! wakes only when the socket is full.

use crate::listen::Placed;
use std::cell::RefCell;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::net::TcpStream;

const TEXT: u8 = 0x81;
/// A close frame with the code 1000.
pub const GOODBYE: [u8; 4] = [0x88, 2, 0x03, 0xe8];
/// The shared frame buffer is freed after a frame larger than this.
const KEPT_BUFFER: usize = 64 * 1024;

pub struct Outlet {
    socket: Placed,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    /// Bytes that the socket has not accepted yet.
    bytes: Vec<u8>,
    is_broken: bool,
}

thread_local! {
    static FRAME: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Outlet {
    pub fn new(socket: Placed) -> Self {
        Self {
            socket,
            waiting: Mutex::default(),
        }
    }

    pub fn socket(&self) -> &TcpStream {
        self.socket.stream()
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if no bytes are waiting for the socket.
    pub fn is_clear(&self) -> bool {
        self.waiting().bytes.is_empty()
    }

    /// Returns `true` if a write failed because the other end is gone.
    pub fn is_broken(&self) -> bool {
        self.waiting().is_broken
    }

    /// Sends a text message.
    pub fn send(&self, payload: &[u8]) {
        FRAME.with_borrow_mut(|frame| {
            frame.clear();
            frame.push(TEXT);
            let length = payload.len();
            match (u8::try_from(length), u16::try_from(length)) {
                (Ok(length @ ..126), _) => frame.push(length),
                (_, Ok(length)) => {
                    frame.push(126);
                    frame.extend(length.to_be_bytes());
                }
                _ => {
                    frame.push(127);
                    frame.extend((length as u64).to_be_bytes());
                }
            }
            frame.extend(payload);
            self.write(frame);
            if frame.capacity() > KEPT_BUFFER {
                *frame = Vec::new();
            }
        });
    }

    /// Writes whole frames. Bytes that the socket does not accept are buffered.
    pub fn write(&self, mut frames: &[u8]) {
        let mut waiting = self.waiting();
        if waiting.bytes.is_empty() {
            frames = &frames[waiting.try_write(self.socket(), frames)..];
        }
        if !waiting.is_broken {
            waiting.bytes.extend_from_slice(frames);
        }
    }

    /// Retries the buffered bytes.
    pub fn go_on(&self) {
        let mut waiting = self.waiting();
        let bytes = std::mem::take(&mut waiting.bytes);
        let written = waiting.try_write(self.socket(), &bytes);
        if written < bytes.len() && !waiting.is_broken {
            waiting.bytes = bytes;
            waiting.bytes.drain(..written);
        }
    }
}

impl Waiting {
    /// Returns the number of bytes written.
    fn try_write(&mut self, socket: &TcpStream, bytes: &[u8]) -> usize {
        let mut written = 0;
        while written < bytes.len() && !self.is_broken {
            match socket.try_write(&bytes[written..]) {
                Ok(length) => written += length,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => self.is_broken = true,
            }
        }
        written
    }
}
