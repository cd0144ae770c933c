//! Postal addresses, normalized for comparison.

use super::words::{are_similar, is_typo, words};

/// Abbreviations in street names. `St` can mean saint or street, so `saint` is also replaced by `street`.
const ABBREVIATIONS: [(&str, &str); 28] = [
    ("ave", "avenue"),
    ("blvd", "boulevard"),
    ("cir", "circle"),
    ("cres", "crescent"),
    ("ct", "court"),
    ("dr", "drive"),
    ("e", "east"),
    ("expy", "expressway"),
    ("ft", "fort"),
    ("hts", "heights"),
    ("hwy", "highway"),
    ("ln", "lane"),
    ("mt", "mount"),
    ("mtn", "mountain"),
    ("n", "north"),
    ("ne", "northeast"),
    ("nw", "northwest"),
    ("pkwy", "parkway"),
    ("pl", "place"),
    ("rd", "road"),
    ("rte", "route"),
    ("s", "south"),
    ("saint", "street"),
    ("se", "southeast"),
    ("sq", "square"),
    ("st", "street"),
    ("sw", "southwest"),
    ("w", "west"),
];
/// Words that introduce a unit number.
const UNITS: [&str; 10] = [
    "apartment",
    "apt",
    "fl",
    "floor",
    "lot",
    "room",
    "rm",
    "ste",
    "suite",
    "unit",
];

#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// The first number of the street, such as `123` or `12b`.
    pub number: String,
    /// The other words of the street, joined without spaces.
    street: String,
    unit: String,
    city: String,
    /// First five characters of the postal code.
    pub zip: String,
}

impl Place {
    /// Parses an address. `unit` is its second line.
    pub fn new(street: &str, unit: &str, city: &str, postal_code: &str) -> Self {
        let mut place = Self {
            city: words(city).join(" "),
            zip: words(postal_code).concat().chars().take(5).collect(),
            ..Self::default()
        };
        let mut names: Vec<String> = Vec::new();
        let mut is_unit = false;
        let street = street.replace('#', " unit ");
        for word in words(&street) {
            if UNITS.contains(&word.as_str()) && !(names.is_empty() && place.number.is_empty()) {
                is_unit = true;
            } else if is_unit {
                place.unit.push_str(&word);
            } else if place.number.is_empty() && starts_with_digit(&word) {
                place.number = word;
            } else {
                names.push(spell_out(&word).into());
            }
        }
        // A second line with a number is a unit. Otherwise, it names a building or a person.
        let second = words(unit);
        if place.unit.is_empty() && (unit.contains('#') || second.iter().any(|word| starts_with_digit(word)))
        {
            place.unit = second
                .iter()
                .filter(|word| !UNITS.contains(&word.as_str()))
                .map(String::as_str)
                .collect();
        }
        place.street = names.concat();
        place
    }

    /// Compares two addresses. Returns `None` if they have no part in common.
    pub fn compare(&self, other: &Self) -> Option<PlaceAgreement> {
        let zip = compare_given(&self.zip, &other.zip, |one, other| one == other);
        let city = compare_given(&self.city, &other.city, |one, other| {
            one == other || are_similar(one, other)
        });
        let street =
            compare_given(&self.street, &other.street, |_, _| ()).map(|()| self.compare_street(other));
        if (zip, city, &street) == (None, None, &None) {
            return None;
        }
        let is_near = zip == Some(true) || city == Some(true) || (zip, city) == (None, None);
        let has_typo_in_zip = zip == Some(false) && is_typo(&self.zip, &other.zip, 1);
        Some(match street {
            Some(Street::Same) if is_near => PlaceAgreement::Exact,
            Some(Street::Same) if has_typo_in_zip => PlaceAgreement::Similar,
            Some(Street::Alike) if is_near => PlaceAgreement::Similar,
            _ if zip == Some(true) => PlaceAgreement::Zip,
            _ if zip.is_none() && city == Some(true) => PlaceAgreement::City,
            _ => PlaceAgreement::Differs,
        })
    }

    fn compare_street(&self, other: &Self) -> Street {
        if compare_given(&self.unit, &other.unit, |one, other| one == other) == Some(false) {
            return Street::Different;
        }
        let same_number = self.number == other.number;
        let same_street = self.street == other.street;
        let similar_number = is_typo(&self.number, &other.number, 1);
        if same_number && same_street {
            Street::Same
        } else if same_number && are_similar(&self.street, &other.street) || similar_number && same_street {
            Street::Alike
        } else {
            Street::Different
        }
    }
}

/// Agreement of two addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceAgreement {
    /// Same household or office.
    Exact,
    /// Same household or office, apart from typos.
    Similar,
    /// Same ZIP code, but a different or missing street.
    Zip,
    /// Same city. At least one ZIP code is missing.
    City,
    Differs,
}

#[derive(Debug, PartialEq, Eq)]
enum Street {
    Same,
    Alike,
    Different,
}

/// Compares two texts. Returns `None` if either is empty.
fn compare_given<T>(one: &str, other: &str, compare: impl Fn(&str, &str) -> T) -> Option<T> {
    (!one.is_empty() && !other.is_empty()).then(|| compare(one, other))
}

fn spell_out(word: &str) -> &str {
    ABBREVIATIONS
        .binary_search_by_key(&word, |(short, _)| short)
        .map_or(word, |at| ABBREVIATIONS[at].1)
}

fn starts_with_digit(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use PlaceAgreement::{City, Differs, Exact, Similar, Zip};

    fn place(street: &str, unit: &str, zip: &str) -> Place {
        Place::new(street, unit, "Portland", zip)
    }

    #[test]
    fn abbreviations_are_sorted() {
        assert!(ABBREVIATIONS.is_sorted());
    }

    #[test]
    fn compares_addresses() {
        let one = place("12 North Main Street", "", "97201");
        for (other, expected) in [
            (place("12 N. Main St", "", "97201-1234"), Exact),
            (place("12 N Main St", "Apt 4", "97201"), Exact),
            (place("12 N Main St", "", ""), Exact),
            (place("12 N Mian St", "", "97201"), Similar),
            (place("13 N Main St", "", "97201"), Similar),
            (place("90 Oak Avenue", "", "97201"), Zip),
            (place("", "", "97201"), Zip),
            (place("", "", ""), City),
            (place("", "", "97301"), Differs),
        ] {
            assert_eq!(one.compare(&other), Some(expected), "{other:?}");
            assert_eq!(other.compare(&one), Some(expected), "{other:?}");
        }
        assert_eq!(one.compare(&Place::default()), None);
    }

    #[test]
    fn different_units_of_a_building_are_different_addresses() {
        let one = place("12 Main St Apt 4", "", "97201");
        for (street, unit, expected) in [
            ("12 Main St", "Apt 4", Exact),
            ("12 Main St #4", "", Exact),
            ("12 Main St", "c/o Dana Whitfield", Exact),
            ("12 Main St", "Unit 7", Zip),
            ("12 Main St #7", "", Zip),
        ] {
            assert_eq!(
                one.compare(&place(street, unit, "97201")),
                Some(expected),
                "{street} {unit}"
            );
        }
    }
}
