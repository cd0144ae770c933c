//! "What would you have sent between these dates?": the question and its answer.

use crate::date::plus_days;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// As long a time as may be asked about, in days.
pub const MOST_DAYS: i64 = 366;
/// As many as are listed.
pub const MOST_ITEMS: usize = 500;

/// Both days included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewQuestion {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub from: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub to: Date,
}

impl PreviewQuestion {
    /// Codes: `before_from`, `too_long`.
    pub fn faults(&self) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        if self.to < self.from {
            findings.fault("to", "before_from", "The last day comes after the first.");
        } else if plus_days(self.from, MOST_DAYS).is_none_or(|end| self.to >= end) {
            findings.fault("to", "too_long", "Ask about a year at most.");
        }
        findings.0
    }
}

/// One notification that the rules give reason for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewItem {
    pub notification_type: i16,
    /// The day on which it is told.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub told: Date,
    pub display_name: String,
    pub application_url: String,
    /// How many users are told.
    pub recipients: i64,
}

/// How many of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewCount {
    pub notification_type: i16,
    pub count: i64,
}

/// What the rules make of the book as it is now, for days past or to come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preview {
    /// By day, the first 500.
    pub items: Vec<PreviewItem>,
    pub total: i64,
    /// Of all of them, by number of the kind.
    pub kinds: Vec<PreviewCount>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_day_a_year_and_nothing_longer_or_backwards() {
        let from = date(2026, 1, 1);
        for (to, code) in [
            (from, None),
            (date(2027, 1, 1), None),
            (date(2027, 1, 2), Some("too_long")),
            (date(2025, 12, 31), Some("before_from")),
        ] {
            let faults = PreviewQuestion { from, to }.faults();
            assert_eq!(faults.first().map(|fault| fault.code.as_str()), code, "{to}");
        }
        let end = PreviewQuestion {
            from: Date::MAX,
            to: Date::MAX,
        };
        assert_eq!(end.faults().len(), 1);
    }
}
