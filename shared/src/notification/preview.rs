//! Preview of the notifications that the rules produce in a period.

use crate::date::plus_days;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Maximum length of the period, in days.
pub const MAX_DAYS: i64 = 366;
/// Maximum number of notifications on a page.
pub const MAX_ITEMS: usize = 500;
/// Maximum number of notifications before a page.
pub const MAX_OFFSET: u32 = 100_000;

/// A period from one day to another, both included, and the notifications of it to list.
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
    /// Lists only notifications of this type.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(optional, type = "number | null"))]
    pub notification_type: Option<i16>,
    /// Number of notifications to skip.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub offset: u32,
}

impl PreviewQuestion {
    /// Returns the validation errors. Codes: `before_from`, `too_long`, `out_of_range`.
    pub fn faults(&self) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        if self.to < self.from {
            findings.fault(
                "to",
                "before_from",
                "The end date cannot be before the start date.",
            );
        } else if plus_days(self.from, MAX_DAYS).is_none_or(|end| self.to >= end) {
            findings.fault("to", "too_long", "Choose a period of up to one year.");
        }
        if self.offset > MAX_OFFSET {
            findings.fault("offset", "out_of_range", "Choose a shorter period.");
        }
        findings.0
    }
}

/// Maximum number of recipients named per notification.
pub const MAX_NAMES: usize = 20;

/// A notification that the rules produce.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewItem {
    pub notification_type: i16,
    /// The date on which the notification is sent.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub told: Date,
    pub display_name: String,
    pub application_url: String,
    /// Number of recipients.
    pub recipients: i64,
    /// Names of the first 20 recipients, sorted.
    pub recipient_names: Vec<String>,
}

/// Number of notifications of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewCount {
    pub notification_type: i16,
    pub count: i64,
}

/// Notifications for a past or future period, based on the current data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesPreview {
    /// A page of up to 500, by date.
    pub items: Vec<PreviewItem>,
    /// Number of notifications on all pages.
    pub total: i64,
    /// Number of notifications of each type in the period, in order of the type's number. Includes types that are not
    /// listed.
    pub kinds: Vec<PreviewCount>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn ask(from: Date, to: Date, offset: u32) -> PreviewQuestion {
        PreviewQuestion {
            from,
            to,
            notification_type: None,
            offset,
        }
    }

    #[test]
    fn accepts_periods_of_up_to_one_year() {
        let from = date(2026, 1, 1);
        for (to, code) in [
            (from, None),
            (date(2027, 1, 1), None),
            (date(2027, 1, 2), Some("too_long")),
            (date(2025, 12, 31), Some("before_from")),
        ] {
            let faults = ask(from, to, 0).faults();
            assert_eq!(faults.first().map(|fault| fault.code.as_str()), code, "{to}");
        }
        assert_eq!(ask(Date::MAX, Date::MAX, 0).faults().len(), 1);
    }

    #[test]
    fn rejects_pages_beyond_the_limit() {
        let day = date(2026, 1, 1);
        assert_eq!(ask(day, day, MAX_OFFSET).faults(), []);
        assert_eq!(ask(day, day, MAX_OFFSET + 1).faults()[0].code, "out_of_range");
    }
}
