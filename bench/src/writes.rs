//! Changes, creates and feeds, compared with plain statements on the same rows.

mod http_writes;

use crate::machine::{self, bar, median};
use crate::others::p99_of_others;
use crate::pgbench::Pgbench;
use crate::program::psql;
use crate::{http, stack};
use anyhow::Context;
use server::db::embedded::running_socket_dir;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

const FIRM: i32 = 1;
const CLIENTS: usize = 8;
const SECONDS: u64 = 4;
const ROUNDS: usize = 5;
/// Policies that pgbench and the HTTP clients change, in random order.
const POLICIES: usize = 300_000;

/// Latencies and rates with one or several clients, for each round.
#[derive(Default)]
struct Figures {
    plain_ms: Vec<f64>,
    maintained_ms: Vec<f64>,
    maintained_per_second: Vec<f64>,
    changes_of_one: Vec<f64>,
    changes_of_eight: Vec<f64>,
    plain_creates: Vec<f64>,
    creates: Vec<f64>,
}

struct Feed {
    plain_s: f64,
    maintained_s: f64,
    idle_p99_ms: f64,
    p99_ms: f64,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let stack = stack::Stack::start(&root)?;
    let token = stack.token(&root, "dana.whitfield")?;
    let socket = running_socket_dir(&stack.data.join("postgres")).context("the database is not running")?;
    let socket = Path::new(&socket);
    let pgbench = Pgbench::find(socket)?;
    psql(
        socket,
        &[
            "DROP TABLE IF EXISTS bench_policy",
            &format!(
                "CREATE TABLE bench_policy AS SELECT row_number() OVER (ORDER BY md5(uuid::text))::integer AS i, uuid
                 FROM policy WHERE firm_id = {FIRM} AND deleted_at IS NULL LIMIT {POLICIES}"
            ),
            "ALTER TABLE bench_policy ADD PRIMARY KEY (i)",
            "GRANT SELECT ON bench_policy TO firmbook_app",
            "ANALYZE bench_policy",
        ],
    )?;
    let mut figures = Figures::default();
    for round in 0..ROUNDS {
        eprintln!("writes: round {} of {ROUNDS}", round + 1);
        measure(&mut figures, &token, &pgbench, round)?;
    }
    let sort_ms = sort_by_total(&token)?;
    let feed = feed(socket, &token)?;
    psql(
        socket,
        &[
            "DROP TABLE bench_policy",
            "DELETE FROM contact WHERE source_file = 'bench' OR last_name LIKE 'Benchwrite%'",
            "VACUUM ANALYZE contact, contact_total, policy",
        ],
    )?;
    let report = report(&machine, &figures, sort_ms, &feed)?;
    println!("{report}");
    std::fs::write(root.join("bench/results/writes.md"), report)?;
    Ok(())
}

fn measure(figures: &mut Figures, token: &str, pgbench: &Pgbench, round: usize) -> anyhow::Result<()> {
    pgbench.prepare_script(&format!(
        "\\set i random(1, {POLICIES})\n\\startpipeline\nBEGIN;\n\
         SELECT set_config('firmbook.firm', '{FIRM}', true);\n\
         UPDATE policy SET cash_value = cash_value + 0.01
           WHERE firm_id = {FIRM} AND uuid = (SELECT uuid FROM bench_policy WHERE i = :i);\n\
         COMMIT;\n\\endpipeline\n"
    ))?;
    figures.plain_ms.push(pgbench.run_without_triggers(1, SECONDS)?.0);
    figures.maintained_ms.push(pgbench.run(1, SECONDS)?.0);
    figures
        .maintained_per_second
        .push(pgbench.run(CLIENTS, SECONDS)?.1);
    figures
        .changes_of_one
        .push(http_writes::changes(token, 1, (SECONDS, 2 * round))?);
    figures
        .changes_of_eight
        .push(http_writes::changes(token, CLIENTS, (SECONDS, 2 * round + 1))?);
    // `firmbook.bulk` turns off the triggers for totals, but not the audit chain.
    pgbench.prepare_script(&format!(
        "\\startpipeline\nBEGIN;\nSELECT set_config('firmbook.firm', '{FIRM}', true);\n\
         SELECT set_config('firmbook.bulk', 'on', true);\n\
         INSERT INTO contact (firm_id, uuid, kind, display_name, first_name, last_name, email, city, state, source_file)
           VALUES ({FIRM}, gen_random_uuid(), 1, 'Benchwrite, Ada', 'Ada', 'Benchwrite', 'ada@example.com',
             'Springfield', 'IL', 'bench');\n\
         INSERT INTO audit_log (firm_id, actor_key, action, subject_type, details)
           VALUES ({FIRM}, 'bench', 'add', 'agent', '{{}}');\n\
         COMMIT;\n\\endpipeline\n"
    ))?;
    figures.plain_creates.push(pgbench.run(1, SECONDS)?.1);
    figures.creates.push(http_writes::creates(token, SECONDS)?);
    Ok(())
}

/// Returns the median latency in milliseconds of a page from a list of 100,000 agents that is sorted by a total.
fn sort_by_total(token: &str) -> anyhow::Result<f64> {
    let query =
        r#"{"sort":[{"column":"policyCashValue","direction":"desc"}],"limit":{"offset":0,"rowCount":50}}"#;
    let request = http::post("/api/FirmAgent/search", token, query);
    let mut client = http::Client::connect(stack::ADDRESS)?;
    let mut times = Vec::new();
    for _ in 0..20 {
        let start = Instant::now();
        client.send(&request)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(&mut times))
}

/// Changes the cash value of all of the firm's policies in one statement, without and with triggers.
fn feed(socket: &Path, token: &str) -> anyhow::Result<Feed> {
    let update = format!("UPDATE policy SET cash_value = cash_value + 1.01 WHERE firm_id = {FIRM}");
    psql(socket, &["VACUUM policy, contact, contact_total"])?;
    let start = Instant::now();
    psql(socket, &["SET session_replication_role = replica", &update])?;
    let plain_s = start.elapsed().as_secs_f64();
    psql(
        socket,
        &[
            &format!("SELECT firmbook_refresh_firm({FIRM})"),
            "VACUUM policy, contact, contact_total",
        ],
    )?;
    let ((), idle_p99_ms) = p99_of_others(token, || {
        std::thread::sleep(Duration::from_secs(8));
        Ok(())
    })?;
    let (maintained_s, p99_ms) = p99_of_others(token, || {
        let start = Instant::now();
        let in_firm = format!("SELECT set_config('firmbook.firm', '{FIRM}', false)");
        psql(socket, &["SET ROLE firmbook_app", &in_firm, &update])?;
        Ok(start.elapsed().as_secs_f64())
    })?;
    psql(socket, &["VACUUM policy, contact, contact_total"])?;
    Ok(Feed {
        plain_s,
        maintained_s,
        idle_p99_ms,
        p99_ms,
    })
}

fn report(machine: &str, figures: &Figures, sort_ms: f64, feed: &Feed) -> anyhow::Result<String> {
    let of = |values: &[f64]| median(&mut values.to_vec());
    let today = server::clock::Clock::System.today_in("UTC");
    let mut text = format!(
        "# Writes\n\n`cargo xtask bench writes` on {today}: {machine}. Large demo data; firm {FIRM} has 300,000 policies. \
         Medians of {ROUNDS} rounds of {SECONDS} s. The plain UPDATE changes the same rows without triggers.\n\n\
         | | figure | target |\n|---|---:|---|\n"
    );
    let (plain, maintained) = (of(&figures.plain_ms), of(&figures.maintained_ms));
    writeln!(text, "| plain UPDATE of one value, ms | {plain:.3} | |")?;
    writeln!(
        text,
        "| UPDATE of one value with totals, ms | {maintained:.3} ({:.1} x) | {} |",
        maintained / plain,
        bar("≤ 8 x", maintained <= 8.0 * plain)
    )?;
    writeln!(
        text,
        "| the same with {CLIENTS} clients, per second | {:.0} | |",
        of(&figures.maintained_per_second)
    )?;
    let (one, eight) = (of(&figures.changes_of_one), of(&figures.changes_of_eight));
    writeln!(
        text,
        "| changes of a policy over HTTP with audit, one client, per second | {one:.0} | |"
    )?;
    writeln!(
        text,
        "| the same with {CLIENTS} clients of one firm, per second | {eight:.0} ({:.2} x) | {}, {} |",
        eight / one,
        bar("≥ 300", eight >= 300.0),
        bar("≥ 2 x", eight >= 2.0 * one)
    )?;
    let (plain, created) = (of(&figures.plain_creates), of(&figures.creates));
    writeln!(
        text,
        "| plain INSERT of a contact and an audit entry, per second | {plain:.0} | |"
    )?;
    writeln!(
        text,
        "| creates of an agent over HTTP, per second | {created:.0} ({:.2} x) | {} |",
        created / plain,
        bar("≥ 0.6 x", created >= 0.6 * plain)
    )?;
    writeln!(
        text,
        "| 100,000 agents sorted by a total, ms | {sort_ms:.1} | {} |",
        bar("≤ 60", sort_ms <= 60.0)
    )?;
    let Feed {
        plain_s,
        maintained_s,
        idle_p99_ms,
        p99_ms,
    } = feed;
    writeln!(
        text,
        "| plain UPDATE of 300,000 values in one statement, before the pages have room, s | {plain_s:.1} | |"
    )?;
    writeln!(
        text,
        "| the same with totals, s | {maintained_s:.1} ({:.2} x) | {} |",
        maintained_s / plain_s,
        bar("≤ 4 x", *maintained_s <= 4.0 * plain_s)
    )?;
    writeln!(
        text,
        "| pages of other users, p99 in ms: idle, and during the feed | {idle_p99_ms:.1}, {p99_ms:.1} ({:.1} x) | {} |",
        p99_ms / idle_p99_ms,
        bar("≤ 3 x", *p99_ms <= 3.0 * idle_p99_ms)
    )?;
    Ok(text)
}
