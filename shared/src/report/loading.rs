//! Reports whose totals are being loaded.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Requests for totals in progress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct LoadingList {
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub in_progress: Vec<Uuid>,
    /// Reports in progress that became stale meanwhile and must be loaded again.
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub again: Vec<Uuid>,
}

impl LoadingList {
    /// Marks a report as in progress. Returns true if its totals must be requested now.
    pub fn begin(&mut self, report: Uuid) -> bool {
        let is_new = !self.in_progress.contains(&report);
        if is_new {
            self.in_progress.push(report);
        }
        is_new
    }

    /// Marks a report as stale. Returns true if its totals must be requested now. If a request is in
    /// progress, another one follows it.
    pub fn mark_stale(&mut self, report: Uuid) -> bool {
        if self.begin(report) {
            return true;
        }
        if !self.again.contains(&report) {
            self.again.push(report);
        }
        false
    }

    /// Ends the request for a report, successful or not. Returns true if the totals must be requested again;
    /// the report then stays in progress.
    pub fn ended(&mut self, report: Uuid) -> bool {
        let is_again = self.again.contains(&report);
        self.again.retain(|other| *other != report);
        if !is_again {
            self.in_progress.retain(|other| *other != report);
        }
        is_again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_each_report_once_and_again_if_it_changed_meanwhile() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut list = LoadingList::default();
        assert!(list.begin(one) && list.begin(other));
        assert!(!list.begin(one), "already in progress");
        assert_eq!(list.in_progress, [one, other]);
        assert!(!list.mark_stale(one) && !list.mark_stale(one));
        assert!(list.ended(one), "must be loaded again");
        assert_eq!(list.in_progress, [one, other]);
        assert!(!list.ended(one) && !list.ended(other));
        assert_eq!(list, LoadingList::default());
        assert!(!list.ended(one), "ending an unknown report changes nothing");
        assert!(list.mark_stale(one));
    }
}
