//! Formats the results as a Markdown table.

use super::{Load, ROUNDS, Round};
use crate::machine::{bar, median};
use std::fmt::Write;

/// Shortest task that the browser reports, in milliseconds.
const REPORTED_MS: f64 = 50.0;
const RECORD_MS: f64 = 150.0;

/// Name, target and value of a figure that is measured on both sites.
type LoadFigure = (&'static str, Option<f64>, fn(&Round) -> f64);

const LOADS: [LoadFigure; 11] = [
    (
        "JavaScript before the first rows, cold, KB",
        Some(180.0),
        |round| round.cold.js / 1e3,
    ),
    ("wasm before the first rows, cold, KB", Some(150.0), |round| {
        round.cold.wasm / 1e3
    }),
    ("Largest Contentful Paint, cold, ms", Some(1_000.0), |round| {
        round.cold.lcp_ms
    }),
    ("Largest Contentful Paint, next load, ms", Some(500.0), |round| {
        round.next.lcp_ms
    }),
    ("Largest Contentful Paint, daily, ms", Some(500.0), |round| {
        round.daily.lcp_ms
    }),
    ("first rows visible, cold, ms", None, |round| round.cold.rows_ms),
    ("first rows visible, next load, ms", None, |round| {
        round.next.rows_ms
    }),
    ("first rows visible, daily, ms", None, |round| round.daily.rows_ms),
    ("longest task, cold, ms", Some(100.0), |round| {
        longest(&round.cold)
    }),
    ("longest task, next load, ms", Some(100.0), |round| {
        longest(&round.next)
    }),
    ("longest task, daily, ms", Some(100.0), |round| {
        longest(&round.daily)
    }),
];

/// Formats the figures next to those of React-Admin, or the reason why React-Admin was not measured.
pub fn report(
    machine: &str,
    own: &[Round],
    others: &[Round],
    react_admin: &anyhow::Result<String>,
) -> anyhow::Result<String> {
    let today = server::clock::Clock::System.today_in("UTC");
    let mut text = format!(
        "# Pages\n\n`cargo xtask bench pages` on {today}: {machine}. Large demo data, 100,000 agents in the list. \
         Chromium loads `/people/agents` from the release server as a signed-in user, without the sign-in pages. \
         *Cold* is with an empty cache in a browser that is already running, *next load* is the one after it, and \
         *daily* is the fifth, when Chromium no longer compiles the scripts. Each load has a new tab. Sizes are \
         compressed as transferred, and 1 KB is 1,000 bytes. They include files that were still arriving when the rows \
         became visible. Long tasks are those of `PerformanceObserver` until the rows are visible; it \
         reports no tasks under 50 ms. A record counts as open once its heading and its overview are visible. \
         Figures are medians of {ROUNDS} rounds, and of {} later records.\n\n{}\n\n\
         | | Firmbook | limit | ratio | target | React-Admin | Firmbook / React-Admin |\n\
         |---|---:|---:|---:|---|---:|---:|\n",
        own.iter().map(|round| round.later.len()).sum::<usize>(),
        about(react_admin),
    );
    for (name, limit, figure) in LOADS {
        let other = (!others.is_empty()).then(|| median_of(others.iter().map(figure)));
        let own = median_of(own.iter().map(figure));
        writeln!(text, "{}", row(name, limit, own, other))?;
    }
    let first = own.iter().filter_map(|round| round.first);
    let daily = own.iter().filter_map(|round| round.daily_record);
    let later = || own.iter().flat_map(|round| round.later.iter().copied());
    for (name, ms) in [
        (
            "first record opened within half a second, which loads its code, ms",
            median_of(first),
        ),
        (
            "first record opened after three seconds, daily, ms",
            median_of(daily),
        ),
        ("later records opened, ms", median_of(later())),
        ("later records opened, maximum, ms", later().fold(0.0, f64::max)),
    ] {
        writeln!(text, "{}", row(name, Some(RECORD_MS), ms, None))?;
    }
    Ok(text)
}

fn about(react_admin: &anyhow::Result<String>) -> String {
    match react_admin {
        Ok(version) => format!(
            "React-Admin {version} shows the same columns of the same agents from the same API, 25 rows a page, as a \
             production build from a Node server with the same compression and caching. It has no sign-in, \
             permissions, live updates or records."
        ),
        Err(reason) => {
            let reason = format!("{reason:#}");
            let line = reason.lines().next().unwrap_or_default();
            format!("React-Admin was not measured: {line}.")
        }
    }
}

/// Returns the longest task in milliseconds. If none was reported, returns the upper bound [`REPORTED_MS`].
fn longest(load: &Load) -> f64 {
    load.longest_task_ms.max(REPORTED_MS)
}

fn median_of(values: impl Iterator<Item = f64>) -> f64 {
    median(&mut values.collect::<Vec<_>>())
}

fn row(name: &str, limit: Option<f64>, own: f64, other: Option<f64>) -> String {
    let target = limit.map(|limit| {
        let ratio = own / limit;
        format!("{limit:.0} | {ratio:.2} | {}", bar("≤ 1", ratio <= 1.0))
    });
    let target = target.unwrap_or_else(|| " |  | ".to_owned());
    let compared = other.filter(|other| *other > 0.0);
    let compared = compared.map(|other| format!("{:.2}", own / other));
    let other = other.map(|other| format!("{other:.0}"));
    format!(
        "| {name} | {own:.0} | {target} | {} | {} |",
        other.unwrap_or_default(),
        compared.unwrap_or_default()
    )
}
