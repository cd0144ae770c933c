//! Measures a page of 200 reports: the HTTP requests for their totals, and the page in Chromium.

use super::{Bench, ROUNDS};
use crate::machine::{bar, median};
use crate::program::in_browser;
use crate::tasks::LongTasks;
use crate::{http, stack};
use anyhow::ensure;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

const PAGE: usize = 200;
/// Maximum number of parallel connections per browser.
const CONNECTIONS: usize = 6;

/// Requests the totals of all reports on a page as a browser does, first uncached and then cached.
pub(super) fn page(bench: &Bench, root: &Path, text: &mut String) -> anyhow::Result<()> {
    let page = format!("page {}", bench.mark);
    let mut requests = Vec::new();
    for i in 0..PAGE {
        let least = (i * 5_000).to_string();
        let query = json!({ "filter": [{ "column": "deathBenefit", "op": "gte", "value": least }] });
        let (report, _) = bench.report_named(2, &query, &page)?;
        requests.push(bench.post(&format!("{report}/totals"), &json!({})));
    }
    let all = |requests: &[Vec<u8>]| -> anyhow::Result<f64> {
        let start = Instant::now();
        let workers: Vec<_> = requests
            .chunks(PAGE.div_ceil(CONNECTIONS))
            .map(|part| {
                let part = part.to_vec();
                std::thread::spawn(move || -> anyhow::Result<()> {
                    let mut client = http::Client::connect(stack::ADDRESS)?;
                    for request in &part {
                        client.send(request)?;
                    }
                    Ok(())
                })
            })
            .collect();
        for worker in workers {
            worker
                .join()
                .map_err(|_| anyhow::anyhow!("a client thread panicked"))??;
        }
        Ok(start.elapsed().as_secs_f64())
    };
    let cold = all(&requests)?;
    let mut warm: Vec<f64> = (0..ROUNDS)
        .map(|_| all(&requests))
        .collect::<anyhow::Result<_>>()?;
    let warm = median(&mut warm);
    writeln!(
        text,
        "{PAGE} reports of one page, each with a different filter, over {CONNECTIONS} connections: {warm:.2} s with \
         cached totals: {}; {cold:.1} s when all totals are computed.\n",
        bar("< 2 s", warm < 2.0)
    )?;
    let (mut seconds, mut tasks, mut loading) = (vec![], vec![], vec![]);
    for round in 0..ROUNDS {
        eprintln!("page in Chromium: round {} of {ROUNDS}", round + 1);
        let seen: Seen = in_browser(root, "reports", &[stack::ORIGIN, &page, "Dana Whitfield"])?;
        ensure!(
            seen.count == PAGE,
            "the page shows {} reports instead of {PAGE}",
            seen.count
        );
        seconds.push(seen.seconds);
        tasks.push(seen.long_tasks);
        loading.push(seen.long_tasks_before.longest());
    }
    let worst = |tasks: &[f64]| tasks.iter().copied().fold(0.0, f64::max);
    let slowest = worst(&seconds);
    let seconds = median(&mut seconds);
    writeln!(
        text,
        "The same page in Chromium, zoomed out until all {PAGE} are visible, with one request per report; \
         {ROUNDS} rounds: the last total is shown {seconds:.2} s after the list arrived (median), {slowest:.2} s in \
         the slowest round: {}. Main-thread tasks over 50 ms in each round: {}. While the page was loading: \
         {}.\n",
        bar("median < 2 s", seconds < 2.0),
        LongTasks::report(&tasks),
        match worst(&loading) {
            0.0 => "none".to_owned(),
            longest => format!("at most {longest:.0} ms"),
        },
    )?;
    Ok(())
}

/// Measurements of the report page in a browser.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Seen {
    count: usize,
    seconds: f64,
    long_tasks: LongTasks,
    long_tasks_before: LongTasks,
}
