//! Fields shared by people of trusts and beneficiaries of contracts.

use crate::date::{self, DateError};
use crate::problem::Findings;
use jiff::civil::Date;

/// Maximum length of a name.
pub const MAX_NAME: usize = 120;
/// Age of majority in years.
const ADULT: i16 = 18;
const EARLIEST_BIRTH: i16 = 1900;

pub fn read_name(typed: &str, findings: &mut Findings) -> Option<String> {
    let name = findings.bounded_text(Some(typed), "name", MAX_NAME);
    if name.is_none() {
        findings.fault("name", "required", "Enter a name.");
    }
    name
}

/// Parses a birth date. Returns `None` for an empty field.
pub fn read_birth_date(typed: &str, today: Date, findings: &mut Findings) -> Option<Date> {
    let parsed = match date::parse(typed) {
        Err(DateError::Empty) => return None,
        parsed => parsed,
    };
    let born = findings.take("birthDate", parsed)?;
    if born > today {
        findings.fault("birthDate", "future", "This date cannot be in the future.");
    }
    if born.year() < EARLIEST_BIRTH {
        findings.fault("birthDate", "out_of_range", "Enter a date in 1900 or later.");
    }
    Some(born)
}

pub fn is_minor(born: Date, today: Date) -> bool {
    date::age(born, today).is_some_and(|age| age < ADULT)
}
