//! Splits a cell with city, state and ZIP code.

use crate::contact::state;

/// The parts of a US place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CityStateZip<'a> {
    pub city: &'a str,
    /// USPS code.
    pub state: Option<&'static str>,
    /// As typed.
    pub postal_code: Option<&'a str>,
}

const GAPS: [char; 2] = [' ', ','];
const COUNTRY: [&str; 5] = ["US", "USA", "U.S.", "U.S.A.", "United States"];

/// Splits texts such as `Springfield, IL 62704`. Returns `None` if no state or ZIP code follows a city.
///
/// A full state name counts only after a comma (`Port Washington`). Without a comma, a lower-case state code
/// counts only before a ZIP code.
pub fn split(text: &str) -> Option<CityStateZip<'_>> {
    let text = without_country(text.trim_end_matches(GAPS));
    let (rest, postal_code) = match text.rsplit_once(GAPS) {
        Some((rest, last)) if is_zip(last) => (rest.trim_end_matches(GAPS), Some(last)),
        _ => (text, None),
    };
    let behind_comma = || {
        let (city, last) = rest.rsplit_once(',')?;
        Some((city, state::code(last.trim())?))
    };
    let behind_space = || {
        let (city, last) = rest.rsplit_once(' ')?;
        let letters = last.chars().filter(|c| *c != '.');
        let is_code = letters.clone().count() == 2
            && (postal_code.is_some() || letters.clone().all(|c| c.is_ascii_uppercase()));
        Some((city, state::code(last).filter(|_| is_code)?))
    };
    let (city, state) = behind_comma()
        .or_else(behind_space)
        .map_or((rest, None), |(city, state)| (city, Some(state)));
    let city = city.trim_matches(GAPS);
    // A short number may be a ZIP code without its leading zeros, or something else.
    let is_sure =
        state.is_some() || postal_code.is_some_and(|code| code.find('-').unwrap_or(code.len()) >= 5);
    (is_sure && !city.is_empty()).then_some(CityStateZip {
        city,
        state,
        postal_code,
    })
}

fn without_country(text: &str) -> &str {
    match text.rsplit_once(',') {
        Some((place, last)) if COUNTRY.iter().any(|name| name.eq_ignore_ascii_case(last.trim())) => {
            place.trim_end_matches(GAPS)
        }
        _ => text,
    }
}

/// Returns whether a word is a ZIP code: five or nine digits, or three or four if leading zeros were lost.
fn is_zip(word: &str) -> bool {
    zip_digits(word).is_some_and(|digits| matches!(digits, 3..=5) || digits == 9 && digits == word.len())
}

/// Returns the number of digits of a ZIP code without its `+4` part. `None` if there is anything but digits.
pub(super) fn zip_digits(text: &str) -> Option<usize> {
    let (zip, plus_four) = text.split_once('-').unwrap_or((text, "0000"));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (are_digits(zip) && are_digits(plus_four) && plus_four.len() == 4).then_some(zip.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn splits_city_state_and_zip() {
        for (text, city, state, postal_code) in [
            ("Springfield, IL 62704", "Springfield", Some("IL"), Some("62704")),
            (
                "Springfield IL 62704-1234",
                "Springfield",
                Some("IL"),
                Some("62704-1234"),
            ),
            (
                "Springfield, Il, 627041234",
                "Springfield",
                Some("IL"),
                Some("627041234"),
            ),
            ("springfield il 62704", "springfield", Some("IL"), Some("62704")),
            (
                "Salt Lake City, Utah 84101",
                "Salt Lake City",
                Some("UT"),
                Some("84101"),
            ),
            ("Winston-Salem, North Carolina", "Winston-Salem", Some("NC"), None),
            ("New York NY", "New York", Some("NY"), None),
            ("New York, New York", "New York", Some("NY"), None),
            ("Washington D.C. 20001", "Washington", Some("DC"), Some("20001")),
            ("Boston, MA 2134", "Boston", Some("MA"), Some("2134")),
            ("Boston, MA 02134, USA", "Boston", Some("MA"), Some("02134")),
            (
                "Apt 4, Boston MA 02134",
                "Apt 4, Boston",
                Some("MA"),
                Some("02134"),
            ),
            (
                "Port Washington, NY 11050",
                "Port Washington",
                Some("NY"),
                Some("11050"),
            ),
            ("Port Washington 11050", "Port Washington", None, Some("11050")),
        ] {
            let place = CityStateZip {
                city,
                state,
                postal_code,
            };
            assert_eq!(split(text), Some(place), "{text}");
        }
        for whole in [
            "",
            "Springfield",
            "Port Washington",
            "Shangri La",
            "Paris, France",
            "Unit 1234",
            "Unit 123-4567",
            ", IL 62704",
            "IL",
            "62704",
            "Washington, Elm Street 1",
        ] {
            assert_eq!(split(whole), None, "{whole}");
        }
    }

    proptest! {
        #[test]
        fn parts_are_substrings_of_the_input(text in "[A-Za-z0-9,. é\\-]{0,30}") {
            if let Some(place) = split(&text) {
                prop_assert!(!place.city.is_empty() && text.contains(place.city));
                prop_assert!(place.postal_code.is_none_or(|code| text.contains(code)));
            }
        }

        #[test]
        fn joined_places_round_trip(
            city in "[A-Z][a-z]{1,9}( [A-Z][a-z]{2,9}){0,2}",
            state in prop::sample::select(state::STATES.to_vec()),
            zip in "[0-9]{5}(-[0-9]{4})?",
        ) {
            let text = format!("{city}, {} {zip}", state.0);
            let place = CityStateZip { city: &city, state: Some(state.0), postal_code: Some(&zip) };
            prop_assert_eq!(split(&text), Some(place));
        }
    }
}
