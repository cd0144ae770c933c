//! Notification rules for policy values outside their guidelines.

use super::Subject;
use crate::contract::guideline::{Guideline, GuidelineParameter, GuidelineUnit};
use crate::money::format_whole;
use crate::notification::NotificationKind::PerformanceChange;
use jiff::civil::Date;
use rust_decimal::Decimal;

pub(super) struct Values {
    pub lapse_age: Option<i16>,
    pub death_benefit: Decimal,
    pub premium: Decimal,
    pub crediting_rate: Option<Decimal>,
    pub comdex: Option<i16>,
}

impl Values {
    fn of(&self, parameter: GuidelineParameter) -> Option<Decimal> {
        match parameter {
            GuidelineParameter::LapseAge => self.lapse_age.map(Decimal::from),
            GuidelineParameter::DeathBenefit => Some(self.death_benefit),
            GuidelineParameter::Premium => Some(self.premium),
            GuidelineParameter::CreditingRate => self.crediting_rate,
            GuidelineParameter::Comdex => self.comdex.map(Decimal::from),
        }
    }
}

fn shown(parameter: GuidelineParameter, value: Decimal) -> String {
    match parameter.unit() {
        GuidelineUnit::Money => format_whole(Some(value)),
        GuidelineUnit::Percent => format!("{}%", value.normalize()),
        GuidelineUnit::Whole => value.normalize().to_string(),
    }
}

/// Adds a notice for each value outside its range, dated on the as-of date of the values.
pub(super) fn tell(guidelines: &[Guideline], values: &Values, as_of: Date, subject: &mut Subject<'_>) {
    for Guideline {
        parameter,
        minimum,
        maximum,
    } in guidelines
    {
        let Some(value) = values.of(*parameter) else {
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
        subject.tell_of(
            about,
            PerformanceChange,
            Some(as_of),
            as_of,
            parameter.code(),
            &words,
        );
    }
}
