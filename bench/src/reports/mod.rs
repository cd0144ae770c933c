//! Reports on the large demo data: totals compared with SQL, a page of 200 reports, and exports compared with
//! COPY.

mod page;

use crate::lists::literal_sql;
use crate::machine::{bar, median};
use crate::program::output;
use crate::{http, machine, pgbench::Pgbench, stack};
use anyhow::Context;
use serde_json::{Value, json};
use server::auth::Scope;
use server::db::embedded::running_socket_dir;
use server::list::statement::Statement;
use server::list::totals::write_totals;
use server::list::{ScopedQuery, Shape, compile};
use shared::list::groups::Grouping;
use shared::list::{ListName, ListQuery, check};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const FIRM: i32 = 1;
const SECONDS: u64 = 6;
const ROUNDS: usize = 5;

struct Bench {
    token: String,
    socket: String,
    pgbench: Pgbench,
    /// Marker in the name of each report that this run saves.
    mark: String,
    /// Paths of the reports that the run saved.
    made: RefCell<Vec<String>>,
}

impl Bench {
    fn request(&self, method: &str, path: &str, body: &Value) -> Vec<u8> {
        http::request(method, path, &self.token, &body.to_string())
    }

    fn post(&self, path: &str, body: &Value) -> Vec<u8> {
        self.request("POST", path, body)
    }

    fn report(&self, report_type: u8, query: &Value) -> anyhow::Result<(String, String)> {
        self.report_named(report_type, query, &self.mark)
    }

    /// Saves a report under a unique name. Returns its path and uuid.
    fn report_named(&self, report_type: u8, query: &Value, name: &str) -> anyhow::Result<(String, String)> {
        let name = format!("Bench {name} {}", self.made.borrow().len());
        let body = json!({ "reportType": report_type, "name": name, "query": query });
        let mut stream = TcpStream::connect(stack::ADDRESS)?;
        let answer = exchange(&mut stream, &closing(&self.post("/api/report", &body)))?;
        let text = String::from_utf8_lossy(&answer).into_owned();
        let start = text
            .find('{')
            .with_context(|| format!("response has no report: {text}"))?;
        let end = text.rfind('}').context("response has no report")?;
        let report: Value = serde_json::from_str(&text[start..=end])?;
        let uuid = report["uuid"].as_str().with_context(|| text.clone())?;
        let path = format!("/api/report/{uuid}");
        self.made.borrow_mut().push(path.clone());
        Ok((path, uuid.to_owned()))
    }

    /// Deletes the reports that this run saved.
    fn tidy(&self) -> anyhow::Result<()> {
        for path in self.made.take() {
            let request = self.request("DELETE", &format!("{path}?version=1"), &json!({}));
            exchange(&mut TcpStream::connect(stack::ADDRESS)?, &closing(&request))?;
        }
        Ok(())
    }
}

/// Adds `Connection: close` to the request.
fn closing(request: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(request)
        .replacen(
            "host: localhost\r\n",
            "host: localhost\r\nconnection: close\r\n",
            1,
        )
        .into_bytes()
}

fn exchange(stream: &mut TcpStream, request: &[u8]) -> anyhow::Result<Vec<u8>> {
    stream.write_all(request)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// Reads and discards the response. Returns its length in bytes.
fn drain(request: &[u8]) -> anyhow::Result<usize> {
    let mut stream = TcpStream::connect(stack::ADDRESS)?;
    stream.write_all(request)?;
    let (mut piece, mut bytes) = (vec![0; 256 * 1024], 0);
    loop {
        match stream.read(&mut piece)? {
            0 => return Ok(bytes),
            read => bytes += read,
        }
    }
}

fn prepared(list: ListName, query: &Value) -> anyhow::Result<ScopedQuery> {
    let query: ListQuery = serde_json::from_value(query.clone())?;
    let today = server::clock::Clock::System.today_in("America/New_York");
    let query = check(list, &query, today).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
    Ok(ScopedQuery {
        query,
        scope: Scope::All,
    })
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let stack = stack::Stack::start(&root)?;
    let socket = running_socket_dir(&stack.data.join("postgres")).context("the database is not running")?;
    let bench = Bench {
        token: stack.token(&root, "dana.whitfield")?,
        pgbench: Pgbench::find(Path::new(&socket))?,
        socket: socket.to_string(),
        mark: uuid::Uuid::now_v7().simple().to_string(),
        made: RefCell::default(),
    };
    let mut text = String::new();
    let today = server::clock::Clock::System.today_in("UTC");
    writeln!(
        text,
        "# Reports\n\n`cargo xtask bench reports` on {today}: {machine}. Large demo data, firm 1. Medians of {ROUNDS} rounds.\n"
    )?;
    let measured = totals(&bench, &mut text)
        .and_then(|()| page::page(&bench, &root, &mut text))
        .and_then(|()| export(&bench, stack.server_pid(), &mut text))
        .and_then(|()| groups(&bench, &mut text));
    bench.tidy()?;
    measured?;
    println!("{text}");
    std::fs::write(root.join("bench/results/reports.md"), text)?;
    Ok(())
}

fn totals(bench: &Bench, text: &mut String) -> anyhow::Result<()> {
    let (whole, _) = bench.report(2, &json!({}))?;
    let kept = bench.post(&format!("{whole}/totals"), &json!({}));
    let two = json!({ "filter": [{ "column": "status", "op": "in", "value": ["InForce", "PaidUp"] },
                                 { "column": "deathBenefit", "op": "gte", "value": "250000" }] });
    let (_, uuid) = bench.report(2, &two)?;
    // This endpoint computes the totals on every request. It does not use the report's cached totals.
    let counted = bench.post("/api/allpolicy/totals", &json!({ "reportUuid": uuid }));
    let question = prepared(ListName::Policies, &two)?;
    let mut statement = Statement::default();
    write_totals(&mut statement, &question, FIRM);
    bench.pgbench.prepare(FIRM, &literal_sql(&statement))?;
    let (mut kept_ms, mut sql_ms, mut http_ms) = (vec![], vec![], vec![]);
    for round in 0..ROUNDS {
        eprintln!("totals: round {} of {ROUNDS}", round + 1);
        kept_ms.push(http::latency(stack::ADDRESS, &kept, 2)?);
        sql_ms.push(bench.pgbench.run(1, SECONDS)?.0);
        http_ms.push(http::latency(stack::ADDRESS, &counted, SECONDS)?);
    }
    let (kept_ms, sql_ms, http_ms) = (median(&mut kept_ms), median(&mut sql_ms), median(&mut http_ms));
    let ratio = http_ms / sql_ms;
    writeln!(
        text,
        "| totals | SQL ms | HTTP ms | ratio | target |\n|---|---:|---:|---:|---|"
    )?;
    writeln!(
        text,
        "| no filter, cached | - | {kept_ms:.2} | - | {} |",
        bar("< 5 ms", kept_ms < 5.0)
    )?;
    writeln!(
        text,
        "| two filters, computed | {sql_ms:.2} | {http_ms:.2} | {ratio:.3} | {} |\n",
        bar("≤ 1.05", ratio <= 1.05)
    )?;
    Ok(())
}

/// Measures the home page and each analytics grouping over all of the firm's policies.
fn groups(bench: &Bench, text: &mut String) -> anyhow::Result<()> {
    writeln!(text, "| over 300,000 policies | HTTP ms |\n|---|---:|")?;
    let home = bench.request("GET", "/api/Home", &json!({}));
    writeln!(text, "| Home | {:.0} |", one_by_one(&home)?)?;
    for grouping in Grouping::ALL {
        let request = bench.post(&format!("/api/Analytics/{}", grouping.code()), &json!({}));
        writeln!(text, "| by {} | {:.0} |", grouping.label(), one_by_one(&request)?)?;
    }
    Ok(())
}

/// Returns the median latency of a request in milliseconds.
fn one_by_one(request: &[u8]) -> anyhow::Result<f64> {
    let mut client = http::Client::connect(stack::ADDRESS)?;
    client.send(request)?;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        client.send(request)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(&mut times))
}

fn export(bench: &Bench, server: u32, text: &mut String) -> anyhow::Result<()> {
    let (report, _) = bench.report(4, &json!({}))?;
    let file = |format: &str| closing(&bench.post(&format!("{report}/export"), &json!({ "format": format })));
    let question = prepared(ListName::Agents, &json!({}))?;
    let statement = compile(&question.query, FIRM, &Scope::All, Shape::All);
    let copy = format!(
        "BEGIN; SELECT set_config('firmbook.firm', '{FIRM}', true); COPY ({}) TO STDOUT (FORMAT csv)",
        literal_sql(&statement)
    );
    let (mut copy_s, mut csv_s, mut xlsx_s) = (vec![], vec![], vec![]);
    let mut bytes = 0;
    let before = machine::memory_mb(server);
    machine::forget_highest(server)?;
    for round in 0..ROUNDS {
        eprintln!("export: round {} of {ROUNDS}", round + 1);
        let start = Instant::now();
        output(Command::new("psql").args([
            "-q",
            "-U",
            "firmbook_app",
            "-d",
            "firmbook",
            "-h",
            &bench.socket,
            "-o",
            "/dev/null",
            "-c",
            &copy,
        ]))?;
        copy_s.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        bytes = drain(&file("csv"))?;
        csv_s.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        drain(&file("xlsx"))?;
        xlsx_s.push(start.elapsed().as_secs_f64());
    }
    let after = machine::memory_mb(server);
    let (copy_s, csv_s, xlsx_s) = (median(&mut copy_s), median(&mut csv_s), median(&mut xlsx_s));
    let ratio = csv_s / copy_s;
    let growth = (after.1 - before.0).max(0.0);
    writeln!(
        text,
        "| export of 100,000 agents | seconds | / COPY TO | target |\n|---|---:|---:|---|"
    )?;
    writeln!(text, "| COPY TO by psql | {copy_s:.2} | 1 | |")?;
    writeln!(
        text,
        "| CSV, {:.1} MB | {csv_s:.2} | {ratio:.2} | {} |",
        bytes as f64 / 1e6,
        bar("≤ 1.5", ratio <= 1.5)
    )?;
    writeln!(text, "| XLSX | {xlsx_s:.2} | {:.2} | |\n", xlsx_s / copy_s)?;
    writeln!(
        text,
        "Peak growth of the server's memory during the exports: {growth:.0} MB: {}.",
        bar("< 30 MB", growth < 30.0)
    )?;
    let page = bench.post("/api/FirmOwner/search", &json!({}));
    let idle = p99(&page, || Ok(()))?;
    let csv = file("csv");
    let busy = p99(&page, || drain(&csv).map(drop))?;
    writeln!(
        text,
        "List pages of other users: p99 {idle:.1} ms idle, {busy:.1} ms during back-to-back exports ({:.1} x): {}.\n",
        busy / idle,
        bar("≤ 3 x", busy <= 3.0 * idle)
    )?;
    Ok(())
}

/// Repeats a request while `meanwhile` runs in a loop. Returns the 99th percentile of the request's latency
/// in milliseconds.
fn p99(request: &[u8], meanwhile: impl Fn() -> anyhow::Result<()> + Sync) -> anyhow::Result<f64> {
    let over = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let stop = over.clone();
        let meanwhile = &meanwhile;
        let other = scope.spawn(move || -> anyhow::Result<()> {
            while !stop.load(Ordering::Relaxed) {
                meanwhile()?;
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        });
        let mut client = http::Client::connect(stack::ADDRESS)?;
        let (start, mut times) = (Instant::now(), Vec::new());
        while start.elapsed() < Duration::from_secs(2 * SECONDS) {
            let one = Instant::now();
            client.send(request)?;
            times.push(one.elapsed().as_secs_f64() * 1e3);
        }
        over.store(true, Ordering::Relaxed);
        other
            .join()
            .map_err(|_| anyhow::anyhow!("a client thread panicked"))??;
        times.sort_by(f64::total_cmp);
        Ok(times[times.len() * 99 / 100])
    })
}
