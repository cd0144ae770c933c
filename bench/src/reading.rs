//! What the browser makes of a file before the server has answered.

use crate::machine::{bar, median};
use crate::program::in_browser;
use crate::stack;
use crate::tasks::LongTasks;
use anyhow::{Context, ensure};
use serde::Deserialize;
use std::path::Path;

/// Milliseconds within which the columns are shown.
const SHOWN_MS: f64 = 500.0;

/// Milliseconds of each round.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// From the choice of the file until its columns are shown.
    shown: Vec<f64>,
    /// Until then, in each round.
    long_tasks: Vec<LongTasks>,
    bytes: f64,
    rows: Rows,
    wasm: Vec<f64>,
    papa_parse: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rows {
    wasm: usize,
    papa_parse: usize,
}

impl Reading {
    /// Chooses a file of so many rows as a demo user, in Chromium.
    pub fn measure(root: &Path, file: &Path, rows: usize, user: &str) -> anyhow::Result<Self> {
        let file = file.to_str().context("a path that is no text")?;
        let measured: Self = in_browser(root, "reading", &[stack::ORIGIN, file, user])?;
        let Rows { wasm, papa_parse } = measured.rows;
        ensure!(
            (wasm, papa_parse) == (rows, rows),
            "of {rows} rows wasm reads {wasm} and PapaParse {papa_parse}"
        );
        Ok(measured)
    }

    pub fn report(mut self) -> String {
        let first = self.shown.first().copied().unwrap_or_default();
        let worst = self.shown.iter().copied().fold(0.0, f64::max);
        let shown = median(&mut self.shown);
        let tasks = LongTasks::report(&self.long_tasks);
        let (wasm, papa_parse) = (median(&mut self.wasm), median(&mut self.papa_parse));
        let rate = |ms: f64| self.bytes / 1e3 / ms;
        format!(
            "\nIn Chromium, with a server that does not answer: columns with their suggestions are shown {shown} ms after the \
             file is chosen ({first} the first time, {worst} at most): {}; tasks over 50 ms meanwhile in each round: {tasks}.\n\n\
             All rows read in the same browser: {:.0} MB/s in wasm ({wasm} ms), {:.0} MB/s by PapaParse ({papa_parse} ms): \
             {:.1} x.\n",
            bar("< 500 ms", worst < SHOWN_MS),
            rate(wasm),
            rate(papa_parse),
            papa_parse / wasm,
        )
    }
}
