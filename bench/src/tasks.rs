//! Tasks of a page's main thread that took over 50 ms.

use crate::machine::bar;
use serde::Deserialize;
use std::fmt;

/// By the clock, and how long of that they had a processor: the machine is shared with what draws the page, the server
/// and the database.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task {
    ms: f64,
    busy_ms: f64,
}

#[derive(Deserialize)]
#[serde(transparent)]
pub struct LongTasks(Vec<Task>);

impl LongTasks {
    /// In milliseconds by the clock; zero when there is none.
    pub fn longest(&self) -> f64 {
        self.0.iter().map(|task| task.ms).fold(0.0, f64::max)
    }

    /// Of every round: what there was in each, and whether there was none at all.
    pub fn report<'a>(rounds: impl IntoIterator<Item = &'a Self>) -> String {
        let (told, longest): (Vec<_>, Vec<_>) = rounds
            .into_iter()
            .map(|tasks| (tasks.to_string(), tasks.longest()))
            .unzip();
        let holds = longest.iter().all(|longest| *longest == 0.0);
        format!("{}: {}", told.join("; "), bar("no task over 50 ms", holds))
    }
}

impl fmt::Display for LongTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Task { ms, busy_ms }) = self.0.iter().max_by(|a, b| a.ms.total_cmp(&b.ms)) else {
            return f.write_str("none");
        };
        let count = self.0.len();
        write!(
            f,
            "{count}, the longest {ms:.0} ms ({busy_ms:.0} ms on a processor)"
        )
    }
}
