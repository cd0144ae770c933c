//! Postal addresses. US addresses follow USPS rules; others are only cleaned.

use super::Address;
use super::{country, state};
use crate::fault::Fault;
use crate::problem::Findings;
use crate::text::clean;

pub const MAX_LINE: usize = 100;
/// Maximum length of a city, and of a state outside the US.
pub const MAX_CITY: usize = 60;
/// Maximum length of a postal code outside the US.
pub const MAX_POSTAL_CODE: usize = 12;

/// Returns the lines of an address as written on a letter. Addresses in the US have no line for the country.
pub fn lines(address: &Address) -> Vec<String> {
    let place = [&address.state, &address.postal_code]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ");
    let city = match &address.city {
        Some(city) if !place.is_empty() => format!("{city}, {place}"),
        Some(city) => city.clone(),
        None => place,
    };
    let country = address.country.clone().filter(|country| country != "US");
    let lines = [address.line1.clone(), address.line2.clone(), Some(city), country];
    lines
        .into_iter()
        .flatten()
        .filter(|line| !line.is_empty())
        .collect()
}

/// Returns the address in stored form and adds its errors to `findings`. `path` is the field path of the
/// address, without a trailing dot.
///
/// Codes: `too_long`, `unknown_country`, `unknown_state`, `invalid_postal_code`, `postal_code_zero_padding`.
pub fn normalize(address: Address, path: &str, findings: &mut Findings) -> Address {
    let field = |name: &str| format!("{path}.{name}");
    let mut text =
        |value: Option<String>, name: &str, max: usize| findings.bounded_owned(value, || field(name), max);
    let mut cleaned = Address {
        line1: text(address.line1, "line1", MAX_LINE),
        line2: text(address.line2, "line2", MAX_LINE),
        city: text(address.city, "city", MAX_CITY),
        state: text(address.state, "state", MAX_CITY),
        postal_code: text(address.postal_code, "postalCode", MAX_POSTAL_CODE).filter(|code| code != "0"),
        country: address
            .country
            .map(|country| clean(&country))
            .filter(|country| !country.is_empty()),
    };
    if let Some(typed) = &mut cleaned.country {
        match country::code(typed) {
            Some(code) => *typed = code.into(),
            None => findings.fault(
                field("country"),
                "unknown_country",
                "Enter the name of a country or its two-letter code, for example CA for Canada.",
            ),
        }
    }
    if cleaned.country.as_deref().is_some_and(|country| country != "US") {
        return cleaned;
    }
    if let Some(typed) = &mut cleaned.state {
        match state::code(typed) {
            Some(code) => *typed = code.into(),
            None => findings.fault(
                field("state"),
                "unknown_state",
                "Enter a valid state or territory.",
            ),
        }
    }
    if let Some(typed) = &cleaned.postal_code {
        match zip_code(typed, cleaned.state.as_deref()) {
            Ok(zip) => cleaned.postal_code = Some(zip),
            Err(fault) => findings.refuse(field("postalCode"), fault),
        }
    }
    cleaned
}

/// Normalizes a ZIP code to `12345` or `12345-6789`.
///
/// # Errors
/// Returns `postal_code_zero_padding` if adding leading zeros makes it valid (see [`suggested_zip_code`]),
/// otherwise `invalid_postal_code`.
pub fn zip_code(typed: &str, state: Option<&str>) -> Result<String, Fault> {
    let (zip, plus_four) = match typed.split_once('-') {
        Some((zip, plus_four)) => (zip, Some(plus_four)),
        None if typed.len() == 9 && are_digits(typed) => (&typed[..5], Some(&typed[5..])),
        None => (typed, None),
    };
    let plus_four_fits = plus_four.is_none_or(|digits| digits.len() == 4 && are_digits(digits));
    if zip.len() == 5 && are_digits(zip) && plus_four_fits {
        return Ok(match plus_four {
            Some(plus_four) => format!("{zip}-{plus_four}"),
            None => zip.into(),
        });
    }
    Err(match suggested_zip_code(typed, state) {
        Some(padded) => Fault::new(
            "postal_code_zero_padding",
            format!("Enter a five-digit ZIP code. Did you mean {padded}?"),
        ),
        None => Fault::new("invalid_postal_code", "Enter a ZIP code as 12345 or 12345-6789."),
    })
}

/// Restores leading zeros like [`padded_zip_code`]. Near the border of two states whose ZIP codes start with a zero,
/// the state may differ.
pub fn suggested_zip_code(typed: &str, state: Option<&str>) -> Option<String> {
    padded_zip_code(typed, state).or_else(|| {
        let is_near = state.is_some_and(state::has_zero_zips);
        is_near.then(|| padded_zip_code(typed, None)).flatten()
    })
}

/// Restores leading zeros that a spreadsheet removed. Returns `None` unless the input has three or four
/// digits and the padded ZIP code belongs to `state`, a USPS code, or to any state if it is `None`.
pub fn padded_zip_code(typed: &str, state: Option<&str>) -> Option<String> {
    let (zip, plus_four) = typed
        .split_once('-')
        .map_or((typed, None), |(zip, rest)| (zip, Some(rest)));
    if !(3..=4).contains(&zip.len()) || !are_digits(zip) {
        return None;
    }
    let padded = format!("{zip:0>5}");
    let prefix = padded[..3].parse().ok()?;
    let of_prefix = state::of_zero_zip(prefix)?;
    if state.is_some_and(|state| state != of_prefix) {
        return None;
    }
    match plus_four {
        None => Some(padded),
        Some(digits) if digits.len() == 4 && are_digits(digits) => Some(format!("{padded}-{digits}")),
        Some(_) => None,
    }
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(state: &str, postal_code: &str, country: &str) -> (Address, Vec<String>) {
        let typed = Address {
            state: Some(state.into()),
            postal_code: Some(postal_code.into()),
            country: Some(country.into()),
            ..Address::default()
        };
        let mut findings = Findings::default();
        let address = normalize(typed, "address", &mut findings);
        (
            address,
            findings
                .0
                .into_iter()
                .map(|f| format!("{}: {}", f.field, f.code))
                .collect(),
        )
    }

    #[test]
    fn lines_leave_out_missing_parts() {
        let text = |value: &str| Some(value.to_owned());
        let full = Address {
            line1: text("1 Main St"),
            line2: text("Apt 2"),
            city: text("Austin"),
            state: text("TX"),
            postal_code: text("78701"),
            country: text("US"),
        };
        assert_eq!(lines(&full), ["1 Main St", "Apt 2", "Austin, TX 78701"]);
        let partial = Address {
            line2: None,
            city: None,
            state: None,
            country: text("CA"),
            ..full
        };
        assert_eq!(lines(&partial), ["1 Main St", "78701", "CA"]);
        assert!(lines(&Address::default()).is_empty());
    }

    #[test]
    fn normalizes_us_address() {
        let (address, findings) = check(" new york ", "10001-1234", "");
        assert!(findings.is_empty());
        assert_eq!(
            address,
            Address {
                state: Some("NY".into()),
                postal_code: Some("10001-1234".into()),
                ..Address::default()
            }
        );
    }

    #[test]
    fn validates_zip_codes() {
        for (typed, stored) in [
            ("02139", "02139"),
            ("02139-1234", "02139-1234"),
            ("021391234", "02139-1234"),
        ] {
            assert_eq!(zip_code(typed, Some("MA")).as_deref(), Ok(stored));
        }
        for typed in [
            "1",
            "12",
            "123456",
            "12345-",
            "12345-123",
            "1234a",
            "-1234",
            "9021",
            "１２３４５",
        ] {
            assert_eq!(
                zip_code(typed, Some("CA")).unwrap_err().code,
                "invalid_postal_code",
                "{typed}"
            );
        }
    }

    #[test]
    fn suggests_zero_padding_unless_the_state_differs() {
        for (typed, state, suggestion) in [
            ("2139", Some("MA"), Some("02139")),
            ("2139-1234", Some("MA"), Some("02139-1234")),
            ("7030", Some("NJ"), Some("07030")),
            ("907", Some("PR"), Some("00907")),
            ("501", Some("NY"), Some("00501")),
            ("6390", Some("NY"), Some("06390")),
            ("2139", Some("CA"), None),
            ("2139", None, Some("02139")),
            ("2861", None, Some("02861")),
            ("2861", Some("RI"), Some("02861")),
            ("123", None, None),
            ("2139-12", Some("MA"), None),
            ("21", Some("MA"), None),
            ("02139", Some("MA"), None),
        ] {
            assert_eq!(
                padded_zip_code(typed, state).as_deref(),
                suggestion,
                "{typed} {state:?}"
            );
        }
        assert_eq!(suggested_zip_code("2861", Some("MA")).as_deref(), Some("02861"));
        assert_eq!(suggested_zip_code("2861", Some("CA")), None);
        let fault = zip_code("2139", Some("MA")).unwrap_err();
        assert_eq!(fault.code, "postal_code_zero_padding");
        assert!(fault.message.contains("02139"));
    }

    #[test]
    fn postal_code_zero_counts_as_empty() {
        assert_eq!(check("CA", "0", "US").0.postal_code, None);
    }

    #[test]
    fn accepts_foreign_states_and_postal_codes() {
        let (address, findings) = check("Ontario", "K1A 0B1", "ca");
        assert!(findings.is_empty());
        assert_eq!(address.state.as_deref(), Some("Ontario"));
        assert_eq!(
            (address.postal_code.as_deref(), address.country.as_deref()),
            (Some("K1A 0B1"), Some("CA"))
        );
        assert_eq!(
            check("", "1234567890123", "DE").1,
            ["address.postalCode: too_long"]
        );
    }

    #[test]
    fn recognizes_country_names() {
        assert_eq!(
            check("Ontario", "K1A 0B1", "Canada").0.country.as_deref(),
            Some("CA")
        );
        for typed in ["US", "usa", "U.S.A.", "United States", "united states of america"] {
            assert_eq!(check("CA", "", typed).0.country.as_deref(), Some("US"), "{typed}");
        }
    }

    #[test]
    fn rejects_unknown_countries_and_states() {
        assert_eq!(
            check("Calif", "1234", "Narnia").1,
            ["address.country: unknown_country"],
            "state and postal code are not checked without a known country"
        );
        assert_eq!(
            check("Calif", "1234", "US").1,
            [
                "address.state: unknown_state",
                "address.postalCode: invalid_postal_code"
            ]
        );
        assert_eq!(check("", "", "ZZ").1, ["address.country: unknown_country"]);
    }

    proptest! {
        #[test]
        fn parsing_never_panics(typed in any::<String>(), state in proptest::option::of("[A-Z]{2}")) {
            let _ = zip_code(&typed, state.as_deref());
            let _ = country::code(&typed);
        }
    }
}
