//! Measures the loading of a list and of its records in Chromium, compared with React-Admin. The list is loaded with an
//! empty cache, a second time, and as in daily use.

mod react_admin;
mod report;

use crate::program::in_browser;
use crate::{machine, stack};
use react_admin::ReactAdmin;
use serde::Deserialize;
use std::path::Path;

/// Each round starts the browser with an empty profile.
const ROUNDS: usize = 9;
const USER: (&str, &str) = ("dana.whitfield", "Dana Whitfield");

/// One load of the list, until its first rows are visible. Sizes are compressed bytes.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Load {
    js: f64,
    wasm: f64,
    rows_ms: f64,
    lcp_ms: f64,
    /// Zero if no task took 50 ms or longer.
    longest_task_ms: f64,
}

/// Times for opening records are in milliseconds. React-Admin has none, because its list has no records.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Round {
    cold: Load,
    next: Load,
    daily: Load,
    first: Option<f64>,
    later: Vec<f64>,
    daily_record: Option<f64>,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let react_admin = ReactAdmin::build(&root);
    if let Err(reason) = &react_admin {
        eprintln!("React-Admin is not measured: {reason:#}");
    }
    let machine = machine::describe();
    let stack = stack::Stack::start(&root)?;
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        eprintln!("pages: round {round} of {ROUNDS}");
        own.push(measure(&root, ["firmbook", stack::ORIGIN, USER.1])?);
        if let Ok(react_admin) = &react_admin {
            let _served = react_admin.serve(&root, &stack.token(&root, USER.0)?)?;
            others.push(measure(&root, ["reactAdmin", react_admin::ORIGIN, ""])?);
        }
    }
    let version = react_admin.map(|react_admin| react_admin.version);
    let report = report::report(&machine, &own, &others, &version)?;
    println!("{report}");
    std::fs::write(root.join("bench/results/pages.md"), report)?;
    Ok(())
}

fn measure(root: &Path, words: [&str; 3]) -> anyhow::Result<Round> {
    in_browser(root, "pages", &words)
}
