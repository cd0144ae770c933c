//! Baseline for the hub: one `write` of the same frame to each socket.

use clap::Args;
use std::io::{BufRead, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

/// Sends each line of standard input to all sockets as a text frame.
#[derive(Args)]
pub struct Options {
    port: u16,
}

pub fn run(options: &Options) -> anyhow::Result<()> {
    super::limits::raise_open_files()?;
    let listener = TcpListener::bind(("127.0.0.1", options.port))?;
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
