//! Main-thread work in the browser while a list is scrolled.

use crate::machine::bar;
use crate::program::in_browser;
use crate::stack;
use crate::tasks::LongTasks;
use serde::Deserialize;
use std::path::Path;

/// Time per frame at 60 frames per second, plus a tolerance for the clock.
const FRAME_MS: f64 = 17.0;

/// Each round opens the list again.
const ROUNDS: usize = 5;

/// Percentiles of the time between frames in milliseconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Round {
    frames: u32,
    p50: f64,
    p95: f64,
    p99: f64,
    longest: f64,
    long_tasks: LongTasks,
}

/// Rounds, sorted by the duration of their longest task.
pub struct Scroll(Vec<Round>);

impl Scroll {
    /// Scrolls through the list at `path` in Chromium as a demo user.
    pub fn measure(root: &Path, path: &str, user: &str) -> anyhow::Result<Self> {
        let mut rounds: Vec<Round> = Vec::new();
        for round in 1..=ROUNDS {
            eprintln!("scrolling: round {round} of {ROUNDS}");
            rounds.push(in_browser(root, "scroll", &[stack::ORIGIN, path, user])?);
        }
        rounds.sort_by(|a, b| a.long_tasks.longest().total_cmp(&b.long_tasks.longest()));
        Ok(Self(rounds))
    }

    pub fn report(&self, what: &str) -> String {
        let middle = &self.0[ROUNDS / 2];
        let Round {
            frames,
            p50,
            p95,
            p99,
            longest,
            ..
        } = middle;
        let tasks = LongTasks::report(self.0.iter().map(|round| &round.long_tasks));
        format!(
            "\nScrolling through {what} in Chromium, half with the wheel and half with the scroll bar, in {ROUNDS} \
             rounds. Median round: {frames} frames, frame time p50 {p50} ms, p95 {p95} ms, p99 {p99} \
             ms, maximum {longest} ms: {}. Tasks over 50 ms in each round: {tasks}.\n",
            bar("60 frames per second", *p95 <= FRAME_MS),
        )
    }
}
