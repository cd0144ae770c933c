//! A page of two hundred reports: its calls alone, and in Chromium.

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
/// As many calls as a browser makes at once.
const CONNECTIONS: usize = 6;

/// Totals of every report of a page, as a browser asks for them: first counted, then kept.
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
            worker.join().map_err(|_| anyhow::anyhow!("a client stopped"))??;
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
        "{PAGE} reports of one page, each with a filter of its own, over {CONNECTIONS} connections: {warm:.2} s while \
         nothing has changed: {}; {cold:.1} s when all of them are counted anew.\n",
        bar("< 2 s", warm < 2.0)
    )?;
    let (mut seconds, mut tasks, mut loading) = (vec![], vec![], vec![]);
    for round in 0..ROUNDS {
        eprintln!("page in Chromium: round {} of {ROUNDS}", round + 1);
        let seen: Seen = in_browser(root, "reports", &[stack::ORIGIN, &page, "Dana Whitfield"])?;
        ensure!(seen.count == PAGE, "the page shows {} reports", seen.count);
        seconds.push(seen.seconds);
        tasks.push(seen.long_tasks);
        loading.push(seen.long_tasks_before.longest());
    }
    let worst = |tasks: &[f64]| tasks.iter().copied().fold(0.0, f64::max);
    let slowest = worst(&seconds);
    let seconds = median(&mut seconds);
    writeln!(
        text,
        "The same page in Chromium, zoomed out until all {PAGE} are on the screen, and each asked for on its own; \
         {ROUNDS} rounds: the last total stands {seconds:.2} s after the list arrived in the middle one, {slowest:.2} s in \
         the slowest: {}. Tasks of the main thread over 50 ms meanwhile in each round: {}. While the page was loaded: \
         {}.\n",
        bar("< 2 s in the middle", seconds < 2.0),
        LongTasks::report(&tasks),
        match worst(&loading) {
            0.0 => "none".to_owned(),
            longest => format!("{longest:.0} ms at most"),
        },
    )?;
    Ok(())
}

/// What a browser says of the page with the reports of a name.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Seen {
    count: usize,
    seconds: f64,
    long_tasks: LongTasks,
    long_tasks_before: LongTasks,
}
