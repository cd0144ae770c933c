//! What a browser's main thread does while a list is scrolled.

use crate::machine::bar;
use crate::stack;
use anyhow::{Context, ensure};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// A frame of a screen that shows 60 a second, and a little for the clock.
const FRAME_MS: f64 = 17.0;

/// Milliseconds between frames, and the milliseconds of tasks over 50.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scroll {
    frames: u32,
    p50: f64,
    p95: f64,
    p99: f64,
    longest: f64,
    long_tasks: Vec<u32>,
}

impl Scroll {
    /// Scrolls through the list at a path as a demo user, in Chromium.
    pub fn measure(root: &Path, path: &str, user: &str) -> anyhow::Result<Self> {
        let chromium = std::env::var("FIRMBOOK_CHROMIUM").context("FIRMBOOK_CHROMIUM names no browser")?;
        let output = Command::new("node")
            .current_dir(root)
            .args([
                "webapp/dev/bench/scroll.mjs",
                stack::ORIGIN,
                path,
                user,
                &chromium,
            ])
            .output()?;
        ensure!(
            output.status.success(),
            "the list was not scrolled: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    pub fn report(&self, what: &str) -> String {
        let Self {
            frames,
            p50,
            p95,
            p99,
            longest,
            ..
        } = self;
        let long = match self.long_tasks.iter().max() {
            None => "none".to_owned(),
            Some(longest) => format!("{}, the longest {longest} ms", self.long_tasks.len()),
        };
        format!(
            "\nScrolling through {what} in Chromium, half as a wheel turns and half as the scroll bar is pulled: {frames} \
             frames, {p50} ms apart in the middle, {p95} at the 95th of a hundred, {p99} at the 99th, {longest} at most: {}; \
             tasks over 50 ms: {long}: {}.\n",
            bar("60 frames a second", *p95 <= FRAME_MS),
            bar("no task over 50 ms", self.long_tasks.is_empty())
        )
    }
}
