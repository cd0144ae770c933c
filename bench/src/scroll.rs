//! What a browser's main thread does while a list is scrolled.

use crate::machine::bar;
use crate::program::in_browser;
use crate::stack;
use crate::tasks::LongTasks;
use serde::Deserialize;
use std::path::Path;

/// A frame of a screen that shows 60 a second, and a little for the clock.
const FRAME_MS: f64 = 17.0;

/// The list is opened and scrolled anew in each.
const ROUNDS: usize = 5;

/// Milliseconds between frames.
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

/// Rounds, the one with the shortest of their longest tasks first.
pub struct Scroll(Vec<Round>);

impl Scroll {
    /// Scrolls through the list at a path as a demo user, in Chromium.
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
            "\nScrolling through {what} in Chromium, half as a wheel turns and half as the scroll bar is pulled, in {ROUNDS} \
             rounds; the middle one: {frames} frames, {p50} ms apart in the middle, {p95} at the 95th of a hundred, {p99} \
             at the 99th, {longest} at most: {}. Tasks over 50 ms in each round: {tasks}.\n",
            bar("60 frames a second", *p95 <= FRAME_MS),
        )
    }
}
