//! Parsing of dates in files. All values in a column are read with the same rule, which is derived from the
//! whole column.

mod evidence;
mod shape;

pub use evidence::DateEvidence;
pub use shape::Shape;

use crate::fault::Fault;
use jiff::civil::Date;

/// The order of day, month and year in a date written as three numbers.
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

    /// Returns the display label.
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

/// The century of years with two digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Century {
    /// The latest century in which the date is not in the future.
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

    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Past => "Most recent year that is not in the future",
            Self::Nineteen => "1900 to 1999",
            Self::Twenty => "2000 to 2099",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|century| century.code() == code)
    }
}

/// The first day of a spreadsheet's serial dates.
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

    /// Converts a serial number to a date. Returns `None` outside the calendar and for February 29, 1900,
    /// which did not exist.
    pub fn day(self, serial: u32) -> Option<Date> {
        const DAY_ZERO_1900: Date = Date::constant(1899, 12, 31);
        const DAY_ZERO_1904: Date = Date::constant(1904, 1, 1);
        let serial = i64::from(serial);
        match self {
            Self::From1904 => crate::date::plus_days(DAY_ZERO_1904, serial),
            // Lotus 1-2-3 treated 1900 as a leap year, and Excel kept February 29 as number 60.
            Self::From1900 if (1..60).contains(&serial) => crate::date::plus_days(DAY_ZERO_1900, serial),
            Self::From1900 if serial > 60 => crate::date::plus_days(DAY_ZERO_1900, serial - 1),
            Self::From1900 => None,
        }
    }
}

/// Rule for reading the dates of a column. `None` means undecided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DateRule {
    pub order: Option<DateOrder>,
    pub century: Option<Century>,
    pub epoch: Option<Epoch>,
}

/// A parsed date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadDate {
    pub day: Date,
    /// The cell contains a time of day other than midnight.
    pub had_time: bool,
}

impl DateRule {
    /// Parses a non-empty cell.
    ///
    /// # Errors
    /// Returns `date_format` if the cell is not a date, `date_no_such_day` if the day does not exist, and
    /// `date_open` if the rule needed to read it is undecided.
    pub fn read(self, typed: &str, today: Date) -> Result<ReadDate, Fault> {
        let (shape, had_time) = Shape::of(typed)
            .ok_or_else(|| Fault::new("date_format", "Enter a date as month/day/year or year-month-day."))?;
        let day = match shape {
            Shape::Day(day) => Some(day),
            Shape::Numbers(numbers) => numbers.day(
                self.order.ok_or_else(|| open(ORDER))?,
                if numbers.has_short_year() {
                    Some(self.century.ok_or_else(|| open(CENTURY))?)
                } else {
                    None
                },
                today,
            ),
            Shape::ShortYear { day, month, year } => shape::day_of_short_year(
                year,
                month,
                day,
                self.century.ok_or_else(|| open(CENTURY))?,
                today,
            ),
            Shape::Serial(serial) => self.epoch.ok_or_else(|| open(EPOCH))?.day(serial),
        };
        let day = day.ok_or_else(|| Fault::new("date_no_such_day", "Invalid date."))?;
        Ok(ReadDate { day, had_time })
    }
}

const ORDER: &str = "Choose the date format of this column.";
const CENTURY: &str = "Choose the century of the two-digit years in this column.";
const EPOCH: &str = "Choose the first day of the serial numbers in this column.";

fn open(message: &'static str) -> Fault {
    Fault::new("date_open", message)
}

#[cfg(test)]
mod tests;
