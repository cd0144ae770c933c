//! A page of two hundred reports: its calls alone, and in Chromium.

use super::{Bench, ROUNDS};
use crate::machine::{bar, median};
use crate::{http, stack};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
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
        let seen = in_browser(root, &page)?;
        ensure!(seen["count"] == PAGE, "the page shows {} reports", seen["count"]);
        let number = |key: &str| seen[key].as_f64().with_context(|| format!("no {key} in {seen}"));
        seconds.push(number("seconds")?);
        tasks.push(number("longestTaskMs")?);
        loading.push(number("longestTaskBeforeMs")?);
    }
    let all = tasks.iter().copied().map(task_ms).collect::<Vec<_>>().join(", ");
    let (seconds, task) = (median(&mut seconds), median(&mut tasks));
    writeln!(
        text,
        "The same page in Chromium, zoomed out until all {PAGE} are on the screen, and each asked for on its own; medians \
         of {ROUNDS} rounds: the last total stands {seconds:.2} s after the list arrived: {}. Longest task of the main \
         thread meanwhile: {}; in each round: {all}. While the page was loaded: {}.\n",
        bar("< 2 s", seconds < 2.0),
        bar(&format!("{}, ≤ 50 ms", task_ms(task)), task <= 50.0),
        task_ms(median(&mut loading)),
    )?;
    Ok(())
}

/// What a browser says of the page with the reports of this name.
fn in_browser(root: &Path, page: &str) -> anyhow::Result<Value> {
    let output = Command::new("node")
        .current_dir(root)
        .args([
            "webapp/dev/bench/reports.mjs",
            "--url",
            stack::ORIGIN,
            "--mark",
            page,
        ])
        .output()
        .context("node does not start")?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Browsers tell tasks from 50 ms on.
fn task_ms(longest: f64) -> String {
    if longest == 0.0 {
        "below 50 ms".into()
    } else {
        format!("{longest:.0} ms")
    }
}
