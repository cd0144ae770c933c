//! Latency of other users while something else is running.

use crate::{http, stack};
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs `meanwhile` while another user requests list pages. Returns its result and the 99th percentile of the
/// other user's latency in milliseconds.
pub fn p99_of_others<T>(
    token: &str,
    meanwhile: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(T, f64)> {
    let page = http::post("/api/FirmOwner/search", token, "{}");
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| -> anyhow::Result<Vec<f64>> {
            let mut client = http::Client::connect(stack::ADDRESS)?;
            let mut times = Vec::new();
            while !over.load(Ordering::Relaxed) {
                let start = Instant::now();
                client.send(&page)?;
                times.push(start.elapsed().as_secs_f64() * 1e3);
                // Simulates a person rather than a request loop at full speed.
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(times)
        });
        let done = meanwhile();
        over.store(true, Ordering::Relaxed);
        let mut times = other
            .join()
            .map_err(|_| anyhow::anyhow!("a client thread panicked"))??;
        times.sort_by(f64::total_cmp);
        let p99 = *times
            .get(times.len() * 99 / 100)
            .context("no page was requested")?;
        Ok((done?, p99))
    })
}
