//! Notification rules for policy values outside their guidelines.

use super::Subject;
use crate::contract::guideline::{Guideline, GuidelineParameter, GuidelineUnit, GuidelineValues};
use crate::money::format_whole;
use crate::notification::NotificationKind::PerformanceChange;
use jiff::civil::Date;
use rust_decimal::Decimal;

fn shown(parameter: GuidelineParameter, value: Decimal) -> String {
    match parameter.unit() {
        GuidelineUnit::Money => format_whole(Some(value)),
        GuidelineUnit::Percent => format!("{}%", value.normalize()),
        GuidelineUnit::Whole => value.normalize().to_string(),
    }
}

/// Adds a notice for each value outside its range, dated on the as-of date of the values.
pub(super) fn add_notices(
    guidelines: &[Guideline],
    values: &GuidelineValues,
    as_of: Date,
    subject: &mut Subject<'_>,
) {
    for Guideline {
        parameter,
        minimum,
        maximum,
    } in guidelines
    {
        let Some(value) = values.get(*parameter) else {
            continue;
        };
        let (side, bound) = match (minimum, maximum) {
            (Some(minimum), _) if value < *minimum => ("below", *minimum),
            (_, Some(maximum)) if value > *maximum => ("above", *maximum),
            _ => continue,
        };
        let words = format!(
            "{} {} is {side} the guideline of {}",
            parameter.label().to_lowercase(),
            shown(*parameter, value),
            shown(*parameter, bound)
        );
        let about = subject.contract;
        subject.add_about(
            about,
            PerformanceChange,
            Some(as_of),
            as_of,
            parameter.code(),
            &words,
        );
    }
}
