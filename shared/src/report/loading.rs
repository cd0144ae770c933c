//! Which reports' totals are on their way.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The reports in progress, in the order in which they began.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct LoadingList {
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub in_progress: Vec<Uuid>,
    /// Of these: turned stale while they were counted, so that they are counted once more.
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub again: Vec<Uuid>,
}

impl LoadingList {
    /// True when the call is to be made: nothing is under way for the report.
    pub fn begin(&mut self, report: Uuid) -> bool {
        let is_new = !self.in_progress.contains(&report);
        if is_new {
            self.in_progress.push(report);
        }
        is_new
    }

    /// The book changed under the report. True when it is to be counted now; while a count is under way another one
    /// follows it.
    pub fn turned_stale(&mut self, report: Uuid) -> bool {
        if self.begin(report) {
            return true;
        }
        if !self.again.contains(&report) {
            self.again.push(report);
        }
        false
    }

    /// The call ended, whether it gave totals or failed. True when the report is to be counted once more: it stays in
    /// progress.
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
    fn a_report_is_counted_once_at_a_time_and_once_more_when_it_changed_meanwhile() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut list = LoadingList::default();
        assert!(list.begin(one) && list.begin(other));
        assert!(!list.begin(one), "it is under way");
        assert_eq!(list.in_progress, [one, other]);
        assert!(!list.turned_stale(one) && !list.turned_stale(one));
        assert!(list.ended(one), "counted once more");
        assert_eq!(list.in_progress, [one, other]);
        assert!(!list.ended(one) && !list.ended(other));
        assert_eq!(list, LoadingList::default());
        assert!(!list.ended(one), "what nobody began ends without harm");
        assert!(list.turned_stale(one));
    }
}
