//! Measures the comparison of a large firm's contacts, and merges of contacts against plain SQL.

mod book;
mod merging;
mod peer;

use crate::machine::{self, bar, median};
use crate::stack;
use anyhow::Context;
use book::{CONTACTS, FIRM, PLANTED};
use merging::Merges;
use peer::Found;
use server::db::embedded::{running_socket_dir, socket_url};
use server::db::{Db, Purpose};
use server::duplicates::{Known, compare_firm};
use std::fmt::Write;
use std::time::{Duration, Instant};
use tokio_postgres::Client;

/// Deadline for each of the job's statements.
const DEADLINE: Duration = Duration::from_secs(60);
/// Number of changed contacts, which are compared one by one.
const CHANGES: usize = 20;

struct Comparison {
    seconds: f64,
    memory_mb: f64,
    pairs: i64,
    planted: i64,
    one_ms: f64,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let stack = stack::Stack::start(&root)?;
    let socket = running_socket_dir(&stack.data.join("postgres")).context("the database is not running")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let owner = runtime.block_on(server::db::connect_raw(&socket_url(
        &socket, "postgres", "firmbook",
    )))?;
    let comparison = runtime.block_on(async {
        book::insert(&owner).await?;
        let db = Db::new(
            &socket_url(&socket, "firmbook_app", "firmbook"),
            Purpose::Workers,
            2,
            DEADLINE,
        )?;
        eprintln!("resolution: comparison of {CONTACTS} contacts");
        let comparison = compare(&owner, &db).await;
        book::remove(&owner).await?;
        comparison
    })?;
    let token = stack.token(&root, "dana.whitfield")?;
    let small = runtime.block_on(merging::measure(&owner, &token, 30, 10))?;
    let large = runtime.block_on(merging::measure(&owner, &token, 10_000, 3))?;
    let mut report = report(&machine, &comparison, &small, &large)?;
    if let Some((own, splink)) = peer::compare(&root)? {
        report += &quality(&own, &splink)?;
    }
    println!("{report}");
    std::fs::write(root.join("bench/results/resolution.md"), report)?;
    Ok(())
}

async fn waiting(owner: &Client) -> anyhow::Result<i64> {
    let sql = "SELECT count(*) FROM duplicate_check WHERE firm_id = $1";
    Ok(owner.query_one(sql, &[&FIRM]).await?.get(0))
}

/// Runs the server's job in this process. The server skips the firm because it is inactive.
async fn compare(owner: &Client, db: &Db) -> anyhow::Result<Comparison> {
    let process = std::process::id();
    machine::forget_highest(process)?;
    let (start, mut is_done, mut known) = (Instant::now(), false, Known::default());
    while !is_done {
        compare_firm(db, FIRM, &mut known).await?;
        is_done = waiting(owner).await? == 0;
    }
    let seconds = start.elapsed().as_secs_f64();
    let memory_mb = machine::memory_mb(process).1;
    let pairs = "SELECT count(*) FROM duplicate_pair WHERE firm_id = $1";
    let planted = "SELECT count(*) FROM duplicate_pair p
                   JOIN contact a ON a.firm_id = $1 AND a.uuid = first_uuid
                   JOIN contact b ON b.firm_id = $1 AND b.uuid = second_uuid
                   WHERE p.firm_id = $1 AND a.external_id = b.external_id";
    let mut times = Vec::new();
    for i in 0..CHANGES {
        let change = "UPDATE contact SET phone = '+1212555' || lpad($2::int::text, 4, '0')
                      WHERE firm_id = $1 AND external_id = ($2 * 100 + 1)::text";
        owner.execute(change, &[&FIRM, &i32::try_from(i)?]).await?;
        let start = Instant::now();
        compare_firm(db, FIRM, &mut Known::default()).await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(Comparison {
        seconds,
        memory_mb,
        pairs: owner.query_one(pairs, &[&FIRM]).await?.get(0),
        planted: owner.query_one(planted, &[&FIRM]).await?.get(0),
        one_ms: median(&mut times),
    })
}

fn report(machine: &str, comparison: &Comparison, small: &Merges, large: &Merges) -> anyhow::Result<String> {
    let today = server::clock::Clock::System.today_in("UTC");
    let Comparison {
        seconds,
        memory_mb,
        pairs,
        planted,
        one_ms,
    } = *comparison;
    let mut text = format!(
        "# Duplicates\n\n`cargo xtask bench resolution` on {today}: {machine}. A firm of {CONTACTS} made-up owners, of \
         which {PLANTED} are another entry of one of the others with changed values. The merges are in a firm with \
         300,000 policies.\n\n| | figure | target |\n|---|---:|---|\n"
    );
    writeln!(
        text,
        "| comparison of all contacts, s | {seconds:.1} | {} |",
        bar("< 60", seconds < 60.0)
    )?;
    writeln!(
        text,
        "| peak memory of the process, MB | {memory_mb:.0} | {} |",
        bar("< 300", memory_mb < 300.0)
    )?;
    writeln!(text, "| pairs found | {pairs} | |")?;
    writeln!(
        text,
        "| planted duplicates among them, of {PLANTED} | {planted} | |"
    )?;
    writeln!(
        text,
        "| comparison of one changed contact, ms | {one_ms:.1} | {} |",
        bar("< 50", one_ms < 50.0)
    )?;
    for merges in [small, large] {
        let Merges {
            links,
            plain_ms,
            merge_ms,
        } = *merges;
        writeln!(
            text,
            "| the same writes as plain SQL, 2 agents with {links} policies, ms | {plain_ms:.1} | |"
        )?;
        let ratio = merge_ms / plain_ms;
        let target = if links < 1_000 {
            bar("≤ 2 x", ratio <= 2.0)
        } else {
            bar("< 1,000 ms", merge_ms < 1_000.0)
        };
        writeln!(
            text,
            "| the merge over HTTP, with audit and undo, ms | {merge_ms:.1} ({ratio:.2} x) | {target} |"
        )?;
    }
    Ok(text)
}

fn quality(own: &Found, splink: &[Found]) -> anyhow::Result<String> {
    let mut text = "\n## Quality\n\nSplink's public `fake_1000`, with the true pairs of its clusters. Splink has the settings \
                    and the training of its quick start (`bench/splink/compare.py`), and counts from a match probability \
                    of 0.75.\n\n| | pairs | precision | recall |\n|---|---:|---:|---:|\n"
        .to_owned();
    let named = splink
        .iter()
        .map(|found| (format!("Splink, {}", found.settings), found));
    for (name, found) in [(format!("Firmbook, {}", own.settings), own)]
        .into_iter()
        .chain(named)
    {
        let Found {
            pairs,
            precision,
            recall,
            ..
        } = found;
        writeln!(text, "| {name} | {pairs} | {precision:.3} | {recall:.3} |")?;
    }
    let quick_start = splink.first().context("no figures of Splink")?;
    let holds = own.precision >= quick_start.precision && own.recall >= quick_start.recall;
    writeln!(text, "\n{}.", bar("At least as good as the quick start:", holds))?;
    Ok(text)
}
