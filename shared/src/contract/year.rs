//! Contract years. `date::anniversary` determines their start for contracts issued on February 29.

use crate::date;
use jiff::civil::Date;
use serde::Serialize;

/// A contract year: from an anniversary of the issue date to the day before the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ContractYear {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub from: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub to: Date,
}

impl ContractYear {
    /// Returns the contract year that includes `day`. `None` before the issue date.
    pub fn including(issued: Date, day: Date) -> Option<Self> {
        Self::after(issued, date::age(issued, day)?)
    }

    /// Returns the contract year that begins `years` after the issue date. `None` outside the supported range.
    pub fn after(issued: Date, years: i16) -> Option<Self> {
        Some(Self {
            from: date::anniversary(issued, years)?,
            to: date::anniversary(issued, years.checked_add(1)?)?
                .yesterday()
                .ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn year_ends_the_day_before_the_next_anniversary() {
        let leap = date(2024, 2, 29);
        for (issued, years, from, to) in [
            (date(2025, 11, 22), 0, date(2025, 11, 22), date(2026, 11, 21)),
            (date(2025, 11, 22), 1, date(2026, 11, 22), date(2027, 11, 21)),
            (leap, 0, leap, date(2025, 2, 28)),
            (leap, 1, date(2025, 3, 1), date(2026, 2, 28)),
            (leap, 3, date(2027, 3, 1), date(2028, 2, 28)),
            (leap, 4, date(2028, 2, 29), date(2029, 2, 28)),
        ] {
            let expected = Some(ContractYear { from, to });
            assert_eq!(ContractYear::after(issued, years), expected, "{issued} {years}");
        }
        assert_eq!(ContractYear::after(leap, i16::MAX), None);
        assert_eq!(ContractYear::including(leap, date(2024, 2, 28)), None);
    }

    proptest! {
        #[test]
        fn every_day_is_in_one_year(offset in 0_i64..4_000, years in 0_i16..60) {
            let issued = date::plus_days(date(2000, 1, 1), offset).unwrap();
            let one = ContractYear::after(issued, years).unwrap();
            let next = ContractYear::after(issued, years + 1).unwrap();
            prop_assert!(one.from < one.to);
            prop_assert_eq!(one.to.tomorrow().ok(), Some(next.from));
            for day in [one.from, one.to] {
                prop_assert_eq!(ContractYear::including(issued, day), Some(one));
            }
        }
    }
}
