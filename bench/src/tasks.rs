//! Main-thread tasks of a page that took over 50 ms.

use crate::machine::bar;
use serde::Deserialize;
use std::fmt;

/// Wall-clock time and CPU time of a task. They differ because the browser, the server and the database share
/// the machine.
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
    /// Returns the wall-clock milliseconds of the longest task, or zero if there are none.
    pub fn longest(&self) -> f64 {
        self.0.iter().map(|task| task.ms).fold(0.0, f64::max)
    }

    /// Lists the long tasks of each round, and whether the target of no long tasks was met.
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
        write!(f, "{count}, longest {ms:.0} ms ({busy_ms:.0} ms CPU)")
    }
}
