//! Settings of a firm for the notification rules.

use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};

/// Maximum number of days between a premium reminder and the due date.
pub const MAX_REMINDER_DAYS: i16 = 90;

/// Settings of a firm for the notification rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleSettings {
    /// Days before the due date to send a premium reminder, from 1 to 90.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 90))]
    pub premium_reminder_days: i16,
}

impl Default for RuleSettings {
    fn default() -> Self {
        Self {
            premium_reminder_days: 30,
        }
    }
}

impl RuleSettings {
    /// Returns the validation errors. Codes: `out_of_range`.
    pub fn faults(&self) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        if !(1..=MAX_REMINDER_DAYS).contains(&self.premium_reminder_days) {
            findings.fault(
                "premiumReminderDays",
                "out_of_range",
                format!("Enter a whole number of days from 1 to {MAX_REMINDER_DAYS}."),
            );
        }
        findings.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_1_to_90_days() {
        assert_eq!(RuleSettings::default().faults(), []);
        for (days, is_valid) in [(-1, false), (0, false), (1, true), (90, true), (91, false)] {
            let settings = RuleSettings {
                premium_reminder_days: days,
            };
            assert_eq!(settings.faults().is_empty(), is_valid, "{days}");
        }
    }
}
