//! Fields shared by people of trusts and beneficiaries of contracts.

use crate::contact::Person;
use crate::date::{self, DateError};
use crate::problem::Findings;
use crate::upload::names::{names_two_people, organization, split};
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

/// Returns a name as lists show it and sort by it: `Whitfield, Dana Marie Jr`. Returns `None` for names that lists show
/// as they are written: organizations, couples, single words, and names that start with the last name.
pub fn list_name(name: &str) -> Option<String> {
    if organization(name).is_some() || names_two_people(name) || name.split(' ').any(is_no_part_of_a_name) {
        return None;
    }
    let mut person = Person::default();
    split(name, false, &mut person);
    let last = person.last_name?;
    let rest = [person.title, person.first_name, person.middle_name, person.suffix];
    let rest: Vec<String> = rest.into_iter().flatten().collect();
    if rest.is_empty() {
        return None;
    }
    let listed = format!("{last}, {}", rest.join(" "));
    (listed != name).then_some(listed)
}

/// Returns whether a word is part of a description or of the name of an organization, such as `Children of the insured`.
fn is_no_part_of_a_name(word: &str) -> bool {
    ["of", "the", "for"].contains(&word.to_lowercase().as_str())
}

pub fn is_minor(born: Date, today: Date) -> bool {
    date::age(born, today).is_some_and(|age| age < ADULT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_people_by_last_name_and_organizations_as_written() {
        for (name, expected) in [
            ("Aaliyah Wieczorek", Some("Wieczorek, Aaliyah")),
            (
                "Dr. Dana Marie Whitfield Jr",
                Some("Whitfield, Dr. Dana Marie Jr"),
            ),
            ("Robert Smith, Jr.", Some("Smith, Robert Jr.")),
            ("Ada van der Berg", Some("van der Berg, Ada")),
            // Written like that already, as names of contacts are.
            ("Aalto, Elin", None),
            ("Whitfield, Dana M. Jr", None),
            ("Cher", None),
            ("王小明", None),
            ("Lee Family Trust", None),
            ("Estate of Ada Lee", None),
            ("The Red Cross", None),
            ("Children of the insured", None),
            ("Smith Holdings LLC", None),
            ("Ada and Bo Lee", None),
            ("", None),
        ] {
            assert_eq!(list_name(name).as_deref(), expected, "{name}");
        }
    }
}
