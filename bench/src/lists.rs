//! Pages of lists on the large book: HTTP against the very same SQL by pgbench.

use crate::{http, machine, pgbench::Pgbench, stack};
use anyhow::Context;
use serde_json::{Value, json};
use server::auth::Scope;
use server::db::embedded::running_socket_dir;
use server::list::statement::Bind;
use server::list::{Shape, compile};
use shared::list::{ListName, ListQuery, check};
use std::fmt::Write;
use std::path::Path;

const FIRM: i32 = 1;
const SECONDS: u64 = 6;
const ROUNDS: usize = 3;
const CLIENTS: usize = 8;

struct Case {
    name: &'static str,
    list: ListName,
    path: &'static str,
    query: Value,
    /// Most milliseconds at one client, where the page has a bar of its own.
    bar_ms: Option<f64>,
}

fn cases() -> Vec<Case> {
    let case = |name, list, path, query, bar_ms| Case {
        name,
        list,
        path,
        query,
        bar_ms,
    };
    vec![
        case(
            "first page with total, 100,000 agents",
            ListName::Agents,
            "/api/FirmAgent/search",
            json!({ "limit": { "offset": 0, "rowCount": 50 } }),
            Some(3.0),
        ),
        case(
            "filter + search + sort on money",
            ListName::Owners,
            "/api/FirmOwner/search",
            json!({ "filter": [{ "column": "state", "op": "in", "value": ["NY", "CA", "TX", "FL"] }],
                    "searchText": "son", "sort": [{ "column": "deathBenefit", "direction": "desc" }] }),
            None,
        ),
        case(
            "rare search",
            ListName::Agents,
            "/api/FirmAgent/search",
            json!({ "searchText": "kruger friedrich" }),
            Some(10.0),
        ),
        case(
            "deep page (offset 50,000, by key)",
            ListName::Agents,
            "/api/FirmAgent/search",
            json!({ "limit": { "offset": 50_000, "rowCount": 50 } }),
            None,
        ),
    ]
}

struct Line {
    name: &'static str,
    rows: u64,
    sql_ms: f64,
    http_ms: f64,
    sql_tps: f64,
    http_rps: f64,
    bar_ms: Option<f64>,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let stack = stack::Stack::start(&root)?;
    let token = stack.token(&root, "dana.whitfield")?;
    let socket = running_socket_dir(&stack.data.join("postgres")).context("the cluster does not run")?;
    let pgbench = Pgbench::find(Path::new(&socket))?;
    let mut lines = Vec::new();
    for mut case in cases() {
        if case.name.starts_with("deep") {
            case.query["limit"]["after"] = cursor_before(&case, &token)?;
        }
        lines.push(measure(&case, &token, &pgbench)?);
    }
    let (now, highest) = machine::memory_mb(stack.server_pid());
    let report = report(&machine, &lines, now, highest)?;
    println!("{report}");
    std::fs::write(root.join("bench/results/lists.md"), report)?;
    Ok(())
}

/// The cursor that the grid would hold: that of the page just before.
fn cursor_before(case: &Case, token: &str) -> anyhow::Result<Value> {
    let mut query = case.query.clone();
    let offset = query["limit"]["offset"]
        .as_i64()
        .context("a deep page has an offset")?;
    query["limit"]["offset"] = json!(offset - 50);
    let mut client = http::Client::connect(stack::ADDRESS)?;
    let page: Value =
        serde_json::from_slice(client.send(&http::post(case.path, token, &query.to_string()))?)?;
    Ok(page["cursor"].clone())
}

/// Rounds of both, in turn; the median of each.
fn measure(case: &Case, token: &str, pgbench: &Pgbench) -> anyhow::Result<Line> {
    let request = http::post(case.path, token, &case.query.to_string());
    let page: Value = serde_json::from_slice(http::Client::connect(stack::ADDRESS)?.send(&request)?)?;
    pgbench.prepare(FIRM, &sql(case)?)?;
    let (mut sql_ms, mut http_ms, mut sql_tps, mut http_rps) = (vec![], vec![], vec![], vec![]);
    for round in 0..ROUNDS {
        eprintln!("{}: round {} of {ROUNDS}", case.name, round + 1);
        sql_ms.push(pgbench.run(1, SECONDS)?.0);
        http_ms.push(http::latency(stack::ADDRESS, &request, SECONDS)?);
        sql_tps.push(pgbench.run(CLIENTS, SECONDS)?.1);
        http_rps.push(http::throughput(stack::ADDRESS, &request, CLIENTS, SECONDS)?);
    }
    Ok(Line {
        name: case.name,
        rows: page["totalRecords"].as_u64().unwrap_or(0),
        sql_ms: median(&mut sql_ms),
        http_ms: median(&mut http_ms),
        sql_tps: median(&mut sql_tps),
        http_rps: median(&mut http_rps),
        bar_ms: case.bar_ms,
    })
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The statement that the server runs for the case, its values written into the text.
fn sql(case: &Case) -> anyhow::Result<String> {
    let query: ListQuery = serde_json::from_value(case.query.clone())?;
    let today = server::clock::Clock::System.today_in("America/New_York");
    let query = check(case.list, &query, today).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
    let statement = compile(&query, FIRM, &Scope::All, Shape::Page);
    let (text, binds) = statement.text();
    let mut sql = text;
    // From the last: `$1` is also the beginning of `$10`.
    for (i, bind) in binds.iter().enumerate().rev() {
        sql = sql.replace(&format!("${}", i + 1), &literal(bind));
    }
    Ok(sql.replace('\n', " "))
}

fn literal(bind: &Bind) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    match bind {
        Bind::SmallInt(value) => value.to_string(),
        Bind::Integer(value) => value.to_string(),
        Bind::BigInt(value) => value.to_string(),
        Bind::Money(value) => value.to_string(),
        Bind::Flag(value) => value.to_string(),
        Bind::Text(value) => quoted(value),
        Bind::Uuid(value) => format!("'{value}'::uuid"),
        Bind::Date(value) => format!("'{}'::date", value.to_jiff()),
        Bind::Texts(values) => {
            format!(
                "array[{}]",
                values
                    .iter()
                    .map(|value| quoted(value))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
        other => format!("/* {other:?} */ NULL"),
    }
}

fn report(machine: &str, lines: &[Line], now_mb: f64, highest_mb: f64) -> anyhow::Result<String> {
    let today = server::clock::Clock::System.today_in("UTC");
    let mut text = String::new();
    writeln!(text, "# Pages of lists\n")?;
    writeln!(
        text,
        "`cargo xtask bench lists` on {today}: {machine}. Large book: 1,000,000 contacts, 3,000,000 contracts; firm 1 \
         has 100,000 of each kind of contact. pgbench runs the transaction that the server sends (row security's firm, \
         the statement, the end; pipelined, prepared) on the same database in the same run. Medians of {ROUNDS} rounds \
         of {SECONDS} s each; milliseconds are means at one client, as pgbench gives them.\n"
    )?;
    writeln!(
        text,
        "| page | rows | SQL ms | HTTP ms | ratio | SQL/s at {CLIENTS} | HTTP/s at {CLIENTS} | ratio | bars |"
    )?;
    writeln!(text, "|---|---:|---:|---:|---:|---:|---:|---:|---|")?;
    for line in lines {
        let (latency, rate) = (line.http_ms / line.sql_ms, line.http_rps / line.sql_tps);
        let mut bars = vec![bar("≤ 1.15", latency <= 1.15), bar("≥ 0.7", rate >= 0.7)];
        if let Some(bar_ms) = line.bar_ms {
            bars.push(bar(&format!("< {bar_ms} ms"), line.http_ms < bar_ms));
        }
        writeln!(
            text,
            "| {} | {} | {:.3} | {:.3} | {latency:.2} | {:.0} | {:.0} | {rate:.2} | {} |",
            line.name,
            line.rows,
            line.sql_ms,
            line.http_ms,
            line.sql_tps,
            line.http_rps,
            bars.join(", ")
        )?;
    }
    writeln!(
        text,
        "\nServer memory: {now_mb:.0} MB resident after the run, {highest_mb:.0} MB at its highest: {}.",
        bar("< 150 MB", highest_mb < 150.0)
    )?;
    Ok(text)
}

fn bar(name: &str, holds: bool) -> String {
    format!("{name} {}", if holds { "holds" } else { "MISSED" })
}
