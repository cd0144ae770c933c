//! Baseline for the hub: one `write` of the same frame to each socket.

use anyhow::Context;
use std::io::{BufRead, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

/// `hub-floor PORT`: sends each line of standard input to all sockets as a text frame.
pub fn run(words: &[String]) -> anyhow::Result<()> {
    super::limits::raise_open_files()?;
    let port: u16 = words.first().context("usage: hub-floor PORT")?.parse()?;
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    let everybody: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
    let joined = everybody.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            _ = stream.set_nodelay(true);
            joined.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        }
    });
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let mut frame = vec![0x81, 126];
        frame.extend(u16::try_from(line.len())?.to_be_bytes());
        frame.extend(line.as_bytes());
        for stream in everybody.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            (&*stream).write_all(&frame)?;
        }
    }
    Ok(())
}
