//! Dates as files have them: one column is read in one way, decided from all its values.

mod evidence;
mod shape;

pub use evidence::DateEvidence;
pub use shape::Shape;

use crate::fault::Fault;
use jiff::civil::Date;

/// What comes first in a date of three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    MonthFirst,
    DayFirst,
    YearFirst,
}

impl DateOrder {
    pub const ALL: [Self; 3] = [Self::MonthFirst, Self::DayFirst, Self::YearFirst];

    pub const fn code(self) -> &'static str {
        match self {
            Self::MonthFirst => "mdy",
            Self::DayFirst => "dmy",
            Self::YearFirst => "ymd",
        }
    }

    /// What screens show.
    pub const fn label(self) -> &'static str {
        match self {
            Self::MonthFirst => "month/day/year",
            Self::DayFirst => "day/month/year",
            Self::YearFirst => "year/month/day",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.code() == code)
    }
}

/// Which years are meant by two digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Century {
    /// The latest such year that does not make the day a future one.
    Past,
    Nineteen,
    Twenty,
}

impl Century {
    pub const ALL: [Self; 3] = [Self::Past, Self::Nineteen, Self::Twenty];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Past => "past",
            Self::Nineteen => "1900",
            Self::Twenty => "2000",
        }
    }

    /// What screens show.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Past => "The latest year that is not in the future",
            Self::Nineteen => "1900 to 1999",
            Self::Twenty => "2000 to 2099",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|century| century.code() == code)
    }
}

/// From which day a spreadsheet counts days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Epoch {
    From1900,
    From1904,
}

impl Epoch {
    pub const ALL: [Self; 2] = [Self::From1900, Self::From1904];

    pub const fn code(self) -> &'static str {
        match self {
            Self::From1900 => "1900",
            Self::From1904 => "1904",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|epoch| epoch.code() == code)
    }

    /// The day of a serial number; none outside the calendar and for the day that 1900 did not have.
    pub fn day(self, serial: u32) -> Option<Date> {
        const DAY_ZERO_1900: Date = Date::constant(1899, 12, 31);
        const DAY_ZERO_1904: Date = Date::constant(1904, 1, 1);
        let serial = i64::from(serial);
        match self {
            Self::From1904 => crate::date::plus_days(DAY_ZERO_1904, serial),
            // Lotus 1-2-3 gave 1900 a 29 February, and Excel kept it as number 60.
            Self::From1900 if (1..60).contains(&serial) => crate::date::plus_days(DAY_ZERO_1900, serial),
            Self::From1900 if serial > 60 => crate::date::plus_days(DAY_ZERO_1900, serial - 1),
            Self::From1900 => None,
        }
    }
}

/// How the dates of a column are read; what is none is still open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DateRule {
    pub order: Option<DateOrder>,
    pub century: Option<Century>,
    pub epoch: Option<Epoch>,
}

/// A day that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadDate {
    pub day: Date,
    /// A time of day stood beside it, other than midnight.
    pub had_time: bool,
}

impl DateRule {
    /// The day of a cell that is not empty.
    ///
    /// Errors: `date_format` when it is no date, `date_no_such_day` when the calendar has no such day,
    /// `date_open` while the question that it depends on is not answered.
    pub fn read(self, typed: &str, today: Date) -> Result<ReadDate, Fault> {
        let (shape, had_time) = Shape::of(typed).ok_or_else(|| {
            Fault::new(
                "date_format",
                "This is no date: write it as month/day/year or year-month-day.",
            )
        })?;
        let day = match shape {
            Shape::Day(day) => Some(day),
            Shape::Numbers(numbers) => numbers.day(
                self.order.ok_or_else(open)?,
                if numbers.has_short_year() {
                    Some(self.century.ok_or_else(open)?)
                } else {
                    None
                },
                today,
            ),
            Shape::ShortYear { day, month, year } => {
                shape::day_of_short_year(year, month, day, self.century.ok_or_else(open)?, today)
            }
            Shape::Serial(serial) => self.epoch.ok_or_else(open)?.day(serial),
        };
        let day = day.ok_or_else(|| Fault::new("date_no_such_day", "The calendar has no such day."))?;
        Ok(ReadDate { day, had_time })
    }
}

fn open() -> Fault {
    Fault::new(
        "date_open",
        "How dates are written in this column is not decided yet.",
    )
}

#[cfg(test)]
mod tests;
