//! List pages on the large demo data: HTTP requests compared with the same SQL in pgbench.

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
    /// Maximum latency in milliseconds with one client, if the case has its own target.
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
        first_page("first page of trusts", ListName::Trusts, "/api/Trust/search"),
        first_page(
            "first page of grantors",
            ListName::TrustGrantors,
            "/api/TrustGrantor/search",
        ),
        first_page(
            "first page of trustees",
            ListName::Trustees,
            "/api/Trustee/search",
        ),
        first_page(
            "first page of trust beneficiaries",
            ListName::TrustBeneficiaries,
            "/api/TrustBeneficiary/search",
        ),
        first_page(
            "first page of premium gifts",
            ListName::PremiumGifts,
            "/api/PremiumGift/search",
        ),
    ]
}

fn first_page(name: &'static str, list: ListName, path: &'static str) -> Case {
    Case {
        name,
        list,
        path,
        query: json!({ "limit": { "offset": 0, "rowCount": 50 } }),
        bar_ms: None,
    }
}

/// Results of one case: the SQL alone, an HTTP request that does no work, and the page over HTTP.
struct CaseResult {
    name: &'static str,
    rows: u64,
    sql: Way,
    bare: Way,
    page: Way,
    bar_ms: Option<f64>,
}

impl CaseResult {
    /// Returns the page's latency divided by the sum of the latencies of the SQL and of the bare HTTP request.
    fn latency(&self) -> f64 {
        let limit: Vec<f64> = self
            .sql
            .ms
            .iter()
            .zip(&self.bare.ms)
            .map(|(sql, bare)| sql + bare)
            .collect();
        ratio(&self.page.ms, &limit)
    }
}

/// Mean latency in milliseconds with one client and requests per second with [`CLIENTS`] clients, for each round.
#[derive(Default)]
struct Way {
    ms: Vec<f64>,
    per_second: Vec<f64>,
}

/// Returns the median of the ratios per round. Background load slows down both sides of a round, so it mostly
/// cancels out.
fn ratio(of: &[f64], to: &[f64]) -> f64 {
    median(&mut of.iter().zip(to).map(|(of, to)| of / to).collect::<Vec<_>>())
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    // The clients simulate different users but share one token. The default limit would queue their queries.
    let of_user = CLIENTS.to_string();
    let stack = stack::Stack::start_on(&root, "large", &[("FIRMBOOK_USER_QUERIES", &of_user)])?;
    let socket = running_socket_dir(&stack.data.join("postgres")).context("the database is not running")?;
    let pgbench = Pgbench::find(Path::new(&socket))?;
    let mut lines = Vec::new();
    for mut case in cases() {
        // A token expires before all cases are measured.
        let token = stack.token(&root, "dana.whitfield")?;
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

/// Fetches the page before the one in `case` and returns its cursor, which the grid would send to load the next page.
fn cursor_before(case: &Case, token: &str) -> anyhow::Result<Value> {
    let mut query = case.query.clone();
    let offset = query["limit"]["offset"]
        .as_i64()
        .context("the deep page has no offset")?;
    query["limit"]["offset"] = json!(offset - 50);
    let mut client = http::Client::connect(stack::ADDRESS)?;
    let request = http::post(case.path, token, &query.to_string());
    let page: Value = serde_json::from_slice(client.send(&request)?)?;
    Ok(page["cursor"].clone())
}

/// Measures the three variants in short alternating rounds.
fn measure(case: &Case, token: &str, pgbench: &Pgbench) -> anyhow::Result<CaseResult> {
    let page_request = http::post(case.path, token, &case.query.to_string());
    let bare_request = http::request("GET", "/api/User/permissions", token, "");
    let first: Value = serde_json::from_slice(http::Client::connect(stack::ADDRESS)?.send(&page_request)?)?;
    pgbench.prepare(FIRM, &sql(case)?)?;
    let (mut sql, mut bare, mut page) = (Way::default(), Way::default(), Way::default());
    for round in 0..ROUNDS {
        eprintln!("{}: round {} of {ROUNDS}", case.name, round + 1);
        let (ms, _) = pgbench.run(1, SECONDS)?;
        sql.ms.push(ms);
        let (_, per_second) = pgbench.run(CLIENTS, SECONDS)?;
        sql.per_second.push(per_second);
        for (way, request) in [(&mut bare, &bare_request), (&mut page, &page_request)] {
            way.ms.push(http::latency(stack::ADDRESS, request, SECONDS)?);
            way.per_second
                .push(http::throughput(stack::ADDRESS, request, CLIENTS, SECONDS)?);
        }
    }
    Ok(CaseResult {
        name: case.name,
        rows: first["totalRecords"].as_u64().unwrap_or(0),
        sql,
        bare,
        page,
        bar_ms: case.bar_ms,
    })
}

/// Returns the SQL that the server runs for the case, with literal values.
fn sql(case: &Case) -> anyhow::Result<String> {
    let query: ListQuery = serde_json::from_value(case.query.clone())?;
    let today = server::clock::Clock::System.today_in("America/New_York");
    let query = check(case.list, &query, today).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
    Ok(literal_sql(&compile(&query, FIRM, &Scope::All, Shape::Page)))
}

/// Replaces the bind parameters of a statement with literal values.
pub fn literal_sql(statement: &Statement) -> String {
    let (mut sql, binds) = statement.text();
    // Replaces the last parameter first, because `$1` is a prefix of `$10`.
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

fn report(machine: &str, lines: &[CaseResult], now_mb: f64, highest_mb: f64) -> anyhow::Result<String> {
    let today = server::clock::Clock::System.today_in("UTC");
    let mut text = String::new();
    writeln!(text, "# List pages\n")?;
    writeln!(
        text,
        "`cargo xtask bench lists` on {today}: {machine}. Large demo data: 1,000,000 contacts, 3,000,000 contracts; firm 1 \
         has 100,000 of each kind of contact. pgbench runs the server's transaction (firm for row security, \
         statement, end), prepared and in one pipeline, on the same database in the same run. Medians of {ROUNDS} \
         alternating rounds of {SECONDS} s each, and of their ratios; milliseconds are means with one client, as \
         pgbench reports them. *Bare HTTP* is `GET /api/User/permissions`, which checks the token and runs no SQL. The latency of a page is compared \
         with the statement plus bare HTTP, its throughput with pgbench. The {CLIENTS} clients stand for {CLIENTS} users: \
         `FIRMBOOK_USER_QUERIES` is {CLIENTS} in this run, because the default limits the queries that one user runs at \
         the same time.\n"
    )?;
    writeln!(
        text,
        "| page | rows | SQL ms | bare HTTP ms | HTTP ms | ratio | SQL/s, {CLIENTS} clients | HTTP/s, {CLIENTS} clients | ratio | targets |"
    )?;
    writeln!(text, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|")?;
    for line in lines {
        let latency = line.latency();
        let rate = ratio(&line.page.per_second, &line.sql.per_second);
        let ms = median(&mut line.page.ms.clone());
        let mut bars = vec![bar("≤ 1.5", latency <= 1.5), bar("≥ 0.5", rate >= 0.5)];
        if let Some(bar_ms) = line.bar_ms {
            bars.push(bar(&format!("< {bar_ms} ms"), ms < bar_ms));
        }
        writeln!(
            text,
            "| {} | {} | {:.3} | {:.3} | {:.3} | {latency:.2} | {:.0} | {:.0} | {rate:.2} | {} |",
            line.name,
            line.rows,
            median(&mut line.sql.ms.clone()),
            median(&mut line.bare.ms.clone()),
            ms,
            median(&mut line.sql.per_second.clone()),
            median(&mut line.page.per_second.clone()),
            bars.join(", ")
        )?;
    }
    writeln!(text)?;
    writeln!(
        text,
        "Server memory: {now_mb:.0} MB resident after the run, peak {highest_mb:.0} MB: {}.",
        bar("< 150 MB", highest_mb < 150.0)
    )?;
    Ok(text)
}
