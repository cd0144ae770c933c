//! Recognizes contact fields by their values.

use crate::contact::field::Rule;
use crate::contact::{email, phone, state};
use crate::upload::dates::Shape;
use crate::upload::mapping::Transform;
use crate::upload::names;
use crate::upload::places::{self, zip_digits};
use crate::upload::target::Field;

/// Counts over the first non-empty values of a column.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    values: u32,
    emails: u32,
    phones: u32,
    states: u32,
    zips: u32,
    dates: u32,
    /// Tax IDs with dashes, which cannot be mistaken for other numbers.
    tax_ids: u32,
    nine_digits: u32,
    npns: u32,
    sexes: u32,
    money: u32,
    percents: u32,
    /// Two to five words of letters.
    names: u32,
    /// Values with a digit.
    digits: u32,
    /// `Last, First`.
    comma_names: u32,
    /// Cities with state or ZIP code; `whole_places` have both.
    places: u32,
    whole_places: u32,
    /// Names with a word such as `Trust` or `LLC`.
    organizations: u32,
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn looks_like_tax_id(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    matches!(lengths.as_slice(), [3, 2, 4] | [2, 7]) && text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

/// Returns whether a value looks like a ZIP code. Shorter numbers do not count, because they rarely are ZIP
/// codes.
fn looks_like_zip(text: &str) -> bool {
    matches!(zip_digits(text), Some(4 | 5))
}

fn looks_like_name(text: &str) -> bool {
    let words = text.split(' ').filter(|word| !word.is_empty()).count();
    (2..=5).contains(&words)
        && text
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, ' ' | ',' | '.' | '\'' | '’' | '-'))
}

fn looks_like_date(text: &str) -> bool {
    !matches!(Shape::of(text), None | Some((Shape::Serial(_), _)))
}

impl Evidence {
    pub fn of<'a>(cells: impl Iterator<Item = &'a str>) -> Self {
        let mut evidence = Self::default();
        for cell in cells.map(str::trim).filter(|cell| !cell.is_empty()) {
            evidence.add(cell);
        }
        evidence
    }

    fn add(&mut self, cell: &str) {
        let count = |counter: &mut u32, is_one: bool| *counter += u32::from(is_one);
        let is_date = looks_like_date(cell);
        let has_digit = cell.bytes().any(|b| b.is_ascii_digit());
        self.values += 1;
        count(&mut self.digits, has_digit);
        count(&mut self.emails, email::normalize(cell).is_ok());
        count(&mut self.states, cell.len() <= 24 && state::code(cell).is_some());
        count(&mut self.zips, looks_like_zip(cell));
        count(&mut self.dates, is_date);
        count(&mut self.tax_ids, looks_like_tax_id(cell));
        count(&mut self.nine_digits, cell.len() == 9 && are_digits(cell));
        count(
            &mut self.phones,
            !is_date && cell.len() >= 10 && !looks_like_tax_id(cell) && phone::normalize(cell).is_ok(),
        );
        count(&mut self.npns, (5..=10).contains(&cell.len()) && are_digits(cell));
        count(
            &mut self.sexes,
            ["m", "f", "x", "male", "female"]
                .iter()
                .any(|word| cell.eq_ignore_ascii_case(word)),
        );
        count(
            &mut self.money,
            cell.starts_with('$') && crate::money::parse(cell).is_ok(),
        );
        count(
            &mut self.percents,
            cell.ends_with('%') && crate::money::parse_percent(cell).is_ok(),
        );
        let is_name = looks_like_name(cell);
        count(&mut self.names, is_name);
        count(&mut self.comma_names, is_name && cell.contains(", "));
        count(&mut self.organizations, names::organization(cell).is_some());
        let place = places::split(cell);
        count(&mut self.places, place.is_some());
        let is_whole = place.is_some_and(|place| place.state.is_some() && place.postal_code.is_some());
        count(&mut self.whole_places, is_whole);
    }

    /// Returns a count as a percentage of all values.
    fn share(&self, count: u32) -> u32 {
        (count * 100).checked_div(self.values).unwrap_or(0)
    }

    /// Returns the confidence in percent that the column holds the field, given the confidence of its header.
    pub fn confidence(&self, field: Field, by_header: Option<u8>) -> u8 {
        let (fits, by_values) = self.fit(field);
        match by_header {
            // Without values, nothing contradicts the header.
            Some(header) if self.values == 0 => header.saturating_sub(10),
            Some(header) => match fits {
                Some(share) if share >= 60 => header.saturating_add(3).min(99),
                Some(share) if share < 20 => header.saturating_sub(45),
                Some(_) => header.saturating_sub(15),
                None => header,
            },
            None => by_values,
        }
    }

    /// Returns whether most values are names of organizations.
    pub fn are_organizations(&self) -> bool {
        self.values > 0 && self.share(self.organizations) >= 60
    }

    /// Returns the percentage of values that fit the field, if it can be determined, and the confidence based
    /// on values alone.
    fn fit(&self, field: Field) -> (Option<u32>, u8) {
        let of = |count: u32, alone: u8| {
            let share = self.share(count);
            (Some(share), if share >= 80 { alone } else { 0 })
        };
        match field {
            Field::Email => of(self.emails, 90),
            Field::Phone => of(self.phones, 75),
            _ if field.rule() == Rule::Phone => (of(self.phones, 0).0, 0),
            Field::State => of(self.states, 72),
            Field::PostalCode => of(self.zips, 0),
            _ if field.rule() == Rule::Date => (Some(self.share(self.dates.max(self.npns))), 0),
            Field::TaxId => {
                let dashed = of(self.tax_ids, 85);
                (Some(self.share(self.tax_ids + self.nine_digits)), dashed.1)
            }
            Field::Npn => of(self.npns, 0),
            Field::Sex => of(self.sexes, 70),
            Field::FullName if self.share(self.comma_names) >= 80 => (Some(100), 70),
            Field::City if self.are_places() => (Some(100), of(self.whole_places, 70).1),
            Field::FirstName | Field::LastName | Field::City | Field::MiddleName => {
                (Some(100 - self.share(self.digits)), 0)
            }
            _ => (None, 0),
        }
    }

    /// Returns whether the values are cities with a state or ZIP code.
    pub fn are_places(&self) -> bool {
        self.values > 0 && self.share(self.places) >= 80
    }

    /// Returns the transform that fits the values of a custom field.
    pub fn custom_transform(&self) -> Transform {
        if self.values > 0 && self.share(self.dates) >= 90 {
            Transform::Date
        } else if self.values > 0 && self.share(self.money) >= 90 {
            Transform::Money
        } else if self.values > 0 && self.share(self.percents) >= 90 {
            Transform::Percent
        } else {
            Transform::AsIs
        }
    }
}
