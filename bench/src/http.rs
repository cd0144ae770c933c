//! Minimal HTTP/1.1 client on one connection, so that client overhead does not distort the results.

use anyhow::{Context, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

pub struct Client {
    stream: BufReader<TcpStream>,
    body: Vec<u8>,
}

impl Client {
    pub fn connect(address: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream: BufReader::with_capacity(64 * 1024, stream),
            body: Vec::new(),
        })
    }

    /// Sends the raw request and returns the body. Fails unless the status is 2xx.
    pub fn send(&mut self, request: &[u8]) -> anyhow::Result<&[u8]> {
        self.stream.get_mut().write_all(request)?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.trim_end().to_owned();
        let mut length = status.contains(" 204").then_some(0);
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = Some(value.trim().parse()?);
            }
        }
        self.body
            .resize(length.context("response without content-length")?, 0);
        self.stream.read_exact(&mut self.body)?;
        ensure!(
            status.contains(" 20"),
            "{status}: {}",
            String::from_utf8_lossy(&self.body)
        );
        Ok(&self.body)
    }
}

/// Builds a POST with a JSON body.
pub fn post(path: &str, token: &str, body: &str) -> Vec<u8> {
    request("POST", path, token, body)
}

/// Builds a request with a JSON body.
pub fn request(method: &str, path: &str, token: &str, body: &str) -> Vec<u8> {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Returns the mean latency in milliseconds with one client, which is also what pgbench reports.
pub fn latency(address: &str, request: &[u8], seconds: u64) -> anyhow::Result<f64> {
    let mut client = Client::connect(address)?;
    for _ in 0..50 {
        client.send(request)?;
    }
    let (start, mut count) = (Instant::now(), 0_u32);
    while start.elapsed() < Duration::from_secs(seconds) {
        client.send(request)?;
        count += 1;
    }
    Ok(start.elapsed().as_secs_f64() * 1e3 / f64::from(count))
}

/// Returns requests per second with several clients.
pub fn throughput(address: &str, request: &[u8], clients: usize, seconds: u64) -> anyhow::Result<f64> {
    let workers: Vec<_> = (0..clients)
        .map(|_| {
            let (address, request) = (address.to_owned(), request.to_vec());
            std::thread::spawn(move || -> anyhow::Result<f64> {
                let mut client = Client::connect(&address)?;
                let (start, mut count) = (Instant::now(), 0_u32);
                while start.elapsed() < Duration::from_secs(seconds) {
                    client.send(&request)?;
                    count += 1;
                }
                Ok(f64::from(count) / start.elapsed().as_secs_f64())
            })
        })
        .collect();
    let mut sum = 0.0;
    for worker in workers {
        sum += worker
            .join()
            .map_err(|_| anyhow::anyhow!("a client thread panicked"))??;
    }
    Ok(sum)
}
