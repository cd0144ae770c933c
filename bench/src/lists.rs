//! Pages of lists on the large book: HTTP against the very same SQL by pgbench.

use crate::machine::{bar, median};
use crate::{http, machine, pgbench::Pgbench, scroll::Scroll, stack};
use anyhow::Context;
use serde_json::{Value, json};
use server::auth::Scope;
use server::db::embedded::running_socket_dir;
use server::list::statement::{Bind, Statement};
use server::list::{Shape, compile};
use shared::list::{ListName, ListQuery, check};
use std::fmt::Write;
use std::path::Path;

const FIRM: i32 = 1;
const SECONDS: u64 = 2;
const ROUNDS: usize = 9;
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

/// What a page costs as browsers ask for it, kept after the first time, and when it is asked anew each time.
struct Line {
    name: &'static str,
    rows: u64,
    sql: Way,
    kept: Way,
    anew: Way,
    bar_ms: Option<f64>,
}

/// One way to ask for a page: mean milliseconds at one client, and how many a second at several, of each round.
#[derive(Default)]
struct Way {
    ms: Vec<f64>,
    per_second: Vec<f64>,
}

/// The median over the rounds of what each of them shows beside the other way: what slows the machine down for a
/// while slows both.
fn ratio(of: &[f64], to: &[f64]) -> f64 {
    median(&mut of.iter().zip(to).map(|(of, to)| of / to).collect::<Vec<_>>())
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
    let mut report = report(&machine, &lines, now, highest)?;
    report += &Scroll::measure(&root, "/people/agents", "Dana Whitfield")?.report("100,000 agents");
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
    let request = http::post(case.path, token, "no-cache", &query.to_string());
    let page: Value = serde_json::from_slice(client.send(&request)?)?;
    Ok(page["cursor"].clone())
}

/// Short rounds of all ways, in turn.
fn measure(case: &Case, token: &str, pgbench: &Pgbench) -> anyhow::Result<Line> {
    let [kept_request, anew_request] =
        ["max-age=60", "no-cache"].map(|cache| http::post(case.path, token, cache, &case.query.to_string()));
    let page: Value = serde_json::from_slice(http::Client::connect(stack::ADDRESS)?.send(&anew_request)?)?;
    pgbench.prepare(FIRM, &sql(case)?)?;
    let (mut sql, mut kept, mut anew) = (Way::default(), Way::default(), Way::default());
    for round in 0..ROUNDS {
        eprintln!("{}: round {} of {ROUNDS}", case.name, round + 1);
        sql.ms.push(pgbench.run(1, SECONDS)?.0);
        for (way, request) in [(&mut anew, &anew_request), (&mut kept, &kept_request)] {
            way.ms.push(http::latency(stack::ADDRESS, request, SECONDS)?);
        }
        sql.per_second.push(pgbench.run(CLIENTS, SECONDS)?.1);
        for (way, request) in [(&mut anew, &anew_request), (&mut kept, &kept_request)] {
            way.per_second
                .push(http::throughput(stack::ADDRESS, request, CLIENTS, SECONDS)?);
        }
    }
    Ok(Line {
        name: case.name,
        rows: page["totalRecords"].as_u64().unwrap_or(0),
        sql,
        kept,
        anew,
        bar_ms: case.bar_ms,
    })
}

/// The statement that the server runs for the case, its values written into the text.
fn sql(case: &Case) -> anyhow::Result<String> {
    let query: ListQuery = serde_json::from_value(case.query.clone())?;
    let today = server::clock::Clock::System.today_in("America/New_York");
    let query = check(case.list, &query, today).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
    Ok(literal_sql(&compile(&query, FIRM, &Scope::All, Shape::Page)))
}

/// A statement with its values written into the text.
pub fn literal_sql(statement: &Statement) -> String {
    let (mut sql, binds) = statement.text();
    // From the last: `$1` is also the beginning of `$10`.
    for (i, bind) in binds.iter().enumerate().rev() {
        sql = sql.replace(&format!("${}", i + 1), &literal(bind));
    }
    sql.replace('\n', " ")
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
         has 100,000 of each kind of contact. pgbench runs the server's transaction (row security's firm, the \
         statement, the end), prepared and in one pipeline, on the same database in the same run. Medians of {ROUNDS} \
         rounds in which each has {SECONDS} s in turn, and of their ratios; milliseconds are means at one client, as \
         pgbench gives them. *Kept* is a question that was asked before: the server answers from memory until the firm's \
         book changes. *Anew* runs the SQL each time \
         (`Cache-Control: no-cache`).\n"
    )?;
    writeln!(
        text,
        "| page | rows | SQL ms | asked | HTTP ms | ratio | SQL/s at {CLIENTS} | HTTP/s at {CLIENTS} | ratio | bars |"
    )?;
    writeln!(text, "|---|---:|---:|---|---:|---:|---:|---:|---:|---|")?;
    for line in lines {
        for (asked, http) in [("kept", &line.kept), ("anew", &line.anew)] {
            let latency = ratio(&http.ms, &line.sql.ms);
            let rate = ratio(&http.per_second, &line.sql.per_second);
            let ms = median(&mut http.ms.clone());
            let mut bars = vec![bar("≤ 1.15", latency <= 1.15), bar("≥ 0.7", rate >= 0.7)];
            if let Some(bar_ms) = line.bar_ms {
                bars.push(bar(&format!("< {bar_ms} ms"), ms < bar_ms));
            }
            writeln!(
                text,
                "| {} | {} | {:.3} | {asked} | {:.3} | {latency:.2} | {:.0} | {:.0} | {rate:.2} | {} |",
                line.name,
                line.rows,
                median(&mut line.sql.ms.clone()),
                ms,
                median(&mut line.sql.per_second.clone()),
                median(&mut http.per_second.clone()),
                bars.join(", ")
            )?;
        }
    }
    writeln!(
        text,
        "\nWhat HTTP costs with nothing behind it is in the rows of *kept*.\n"
    )?;
    writeln!(
        text,
        "Server memory: {now_mb:.0} MB resident after the run, {highest_mb:.0} MB at its highest: {}.",
        bar("< 150 MB", highest_mb < 150.0)
    )?;
    Ok(text)
}
