//! Measures how fast the browser reads a file before the server has responded.

use crate::machine::{bar, median};
use crate::program::in_browser;
use crate::stack;
use crate::tasks::LongTasks;
use anyhow::{Context, ensure};
use serde::Deserialize;
use std::path::Path;

/// Target in milliseconds for showing the columns.
const SHOWN_MS: f64 = 500.0;

/// Measurements of all rounds, in milliseconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// Time from choosing the file until its columns are shown.
    shown: Vec<f64>,
    /// Long tasks until the columns are shown.
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
    /// Measures reading `file` in Chromium as a demo user. Fails unless both readers find `rows` rows.
    pub fn measure(root: &Path, file: &Path, rows: usize, user: &str) -> anyhow::Result<Self> {
        let file = file.to_str().context("path is not valid UTF-8")?;
        let measured: Self = in_browser(root, "reading", &[stack::ORIGIN, file, user])?;
        let Rows { wasm, papa_parse } = measured.rows;
        ensure!(
            (wasm, papa_parse) == (rows, rows),
            "the file has {rows} rows, but wasm read {wasm} and PapaParse {papa_parse}"
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
            "\nIn Chromium, without a response from the server: columns and suggested mappings are shown {shown} ms after the \
             file is chosen (first time {first}, maximum {worst}): {}; tasks over 50 ms in each round: {tasks}.\n\n\
             Reading all rows in the same browser: {:.0} MB/s in wasm ({wasm} ms), {:.0} MB/s in PapaParse ({papa_parse} ms): \
             {:.1} x.\n",
            bar("< 500 ms", worst < SHOWN_MS),
            rate(wasm),
            rate(papa_parse),
            papa_parse / wasm,
        )
    }
}
