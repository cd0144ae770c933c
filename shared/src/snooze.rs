//! Snoozing of work queue rows and notifications.

use crate::date;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Maximum snooze period in days.
const MAX_DAYS: i64 = 365;

/// Request to hide a notification until a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationSnooze {
    /// The first day, in the user's time zone, on which the notification is shown again.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub until: Date,
}

/// Checks the end of a snooze.
///
/// # Errors
/// Returns an error for a day that is not after today, or more than a year ahead.
pub fn check_until(until: Date, today: Date) -> Result<(), Vec<FieldProblem>> {
    let mut findings = Findings::default();
    let latest = date::plus_days(today, MAX_DAYS).unwrap_or(Date::MAX);
    if until <= today {
        findings.fault("until", "not_after_today", "Choose a day after today.");
    } else if until > latest {
        findings.fault("until", "too_late", "Choose a day within a year.");
    }
    if findings.0.is_empty() {
        Ok(())
    } else {
        Err(findings.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn snoozes_from_tomorrow_up_to_a_year() {
        let code = |until| {
            let checked = check_until(until, date(2026, 11, 21));
            checked.err().map(|faults| faults[0].code.clone())
        };
        assert_eq!(code(date(2026, 11, 21)), Some("not_after_today".into()));
        assert_eq!(code(date(2026, 11, 22)), None);
        assert_eq!(code(date(2027, 11, 21)), None);
        assert_eq!(code(date(2027, 11, 22)), Some("too_late".into()));
    }
}
