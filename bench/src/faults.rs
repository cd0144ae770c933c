//! Measures how much one user's heavy filters slow down the pages of another firm.

use crate::machine::{bar, median};
use crate::{http, machine, stack};
use anyhow::Context;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The heavy user's connections, each with one filter at a time.
const HEAVY: usize = 40;
const SECONDS: u64 = 10;
const ROUNDS: usize = 3;
/// Maximum p99 under load, relative to the idle p99.
const BAR: f64 = 3.0;

/// Returns a query that no index supports and that scans the text of every row.
fn heavy_query() -> Value {
    let patterns = (0..20).map(|i| json!({ "column": "name", "op": "contains", "value": format!("zq{i}") }));
    json!({ "filter": [{ "any": patterns.collect::<Vec<_>>() }],
            "sort": [{ "column": "deathBenefit", "direction": "desc" }] })
}

struct Round {
    idle_p99: f64,
    attacked_p99: f64,
    answered: u64,
    refused: u64,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let stack = stack::Stack::start(&root)?;
    let token = stack.token(&root, "dana.whitfield")?;
    // The screen loads a page and its totals.
    let heavy = ["search", "totals"].map(|call| {
        http::post(
            &format!("/api/FirmOwner/{call}"),
            &token,
            &heavy_query().to_string(),
        )
    });
    let light = http::post(
        "/api/FirmAgent/search",
        &stack.token(&root, "priya.venkat")?,
        &json!({ "limit": { "offset": 0, "rowCount": 50 } }).to_string(),
    );
    let rounds: Vec<Round> = (0..ROUNDS)
        .map(|_| round(&heavy, &light))
        .collect::<anyhow::Result<_>>()?;
    let report = report(&machine, &rounds);
    println!("{report}");
    std::fs::write(root.join("bench/results/faults.md"), report)?;
    Ok(())
}

fn round(heavy: &[Vec<u8>; 2], light: &[u8]) -> anyhow::Result<Round> {
    let idle_p99 = p99(light)?;
    let is_over = AtomicBool::new(false);
    let (answered, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let attacked_p99 = std::thread::scope(|scope| {
        let (is_over, answered, refused) = (&is_over, &answered, &refused);
        for number in 0..HEAVY {
            let heavy = &heavy[number % heavy.len()];
            scope.spawn(move || {
                while !is_over.load(Relaxed) {
                    // Opens a new connection after each rejected request.
                    let Ok(mut client) = http::Client::connect(stack::ADDRESS) else {
                        continue;
                    };
                    while !is_over.load(Relaxed) {
                        if client.send(heavy).is_err() {
                            refused.fetch_add(1, Relaxed);
                            break;
                        }
                        answered.fetch_add(1, Relaxed);
                    }
                }
            });
        }
        let measured = p99(light);
        is_over.store(true, Relaxed);
        measured
    })?;
    Ok(Round {
        idle_p99,
        attacked_p99,
        answered: answered.into_inner(),
        refused: refused.into_inner(),
    })
}

/// Returns the 99th percentile of the latency in milliseconds with one client.
fn p99(request: &[u8]) -> anyhow::Result<f64> {
    let mut client = http::Client::connect(stack::ADDRESS)?;
    let (start, mut times) = (Instant::now(), Vec::new());
    while start.elapsed() < Duration::from_secs(SECONDS) {
        let sent = Instant::now();
        client.send(request)?;
        times.push(sent.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    times
        .get(times.len() * 99 / 100)
        .copied()
        .context("no page was answered")
}

fn report(machine: &str, rounds: &[Round]) -> String {
    let ratio = median(
        &mut rounds
            .iter()
            .map(|round| round.attacked_p99 / round.idle_p99)
            .collect::<Vec<_>>(),
    );
    let mut report = format!(
        "# Faults\n\n`cargo xtask bench faults`: {machine}. Large demo data. One user of firm 1 sends {HEAVY} heavy \
         filters at the same time, half of them for pages and half for totals. A user of another firm loads first \
         pages one after the other, in {ROUNDS} rounds of {SECONDS} s without and {SECONDS} s with the heavy filters.\n\n\
         | p99 idle, ms | p99 under attack, ms | heavy filters answered | refused |\n|---:|---:|---:|---:|\n"
    );
    for round in rounds {
        _ = writeln!(
            report,
            "| {:.1} | {:.1} | {} | {} |",
            round.idle_p99, round.attacked_p99, round.answered, round.refused
        );
    }
    report += &format!("\nMedian ratio {ratio:.2}: {}.\n", bar("≤ 3", ratio <= BAR));
    report
}
