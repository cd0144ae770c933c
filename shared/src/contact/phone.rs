//! Parsing, normalization and formatting of phone numbers.

use crate::fault::Fault;

const MAX_EXTENSION: usize = 6;

/// Normalizes a phone number to E.164, with an extension as `x12` (`+14155550100x12`).
///
/// Ten digits, or eleven that start with 1, are a North American number. Other numbers start with `+` or
/// `011`.
///
/// # Errors
/// Returns `invalid_phone` with a message that names the problem.
pub fn normalize(typed: &str) -> Result<String, Fault> {
    let refuse = |message: &'static str| Err(Fault::new("invalid_phone", message));
    let (number, extension) = split_extension(typed);
    if let Some(extension) = extension
        && !((1..=MAX_EXTENSION).contains(&extension.len()) && are_digits(extension))
    {
        return refuse("Enter an extension of 1 to 6 digits.");
    }
    let number = number.trim();
    let (has_plus, number) = match number.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    if !number.chars().all(|c| c.is_ascii_digit() || is_separator(c)) {
        return refuse("Enter the phone number in digits, with an x before the extension.");
    }
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let stored = match (has_plus, digits.len()) {
        (false, 10) => format!("1{digits}"),
        (false, 11) if digits.starts_with('1') => digits,
        (false, _) => match digits.strip_prefix("011") {
            Some(international) => international.into(),
            None => return refuse("Enter a 10-digit phone number, or start with + and the country code."),
        },
        (true, _) => digits,
    };
    match stored.strip_prefix('1') {
        Some(national) if !is_north_american(national) => {
            return refuse(
                "Enter a valid 10-digit number. The area code and exchange must start with 2 to 9.",
            );
        }
        None if stored.starts_with('0') || !(7..=15).contains(&stored.len()) => {
            return refuse(
                "Enter an international number of 7 to 15 digits, starting with the country code.",
            );
        }
        _ => {}
    }
    Ok(match extension {
        Some(extension) => format!("+{stored}x{extension}"),
        None => format!("+{stored}"),
    })
}

/// Formats a stored number for display: `(415) 555-0100 x12`, or `+442079460000` outside North America.
pub fn format(stored: &str) -> String {
    let (number, extension) = stored
        .split_once('x')
        .map_or((stored, None), |(n, x)| (n, Some(x)));
    let mut shown = match number
        .strip_prefix("+1")
        .filter(|national| is_north_american(national))
    {
        Some(national) => format!("({}) {}-{}", &national[..3], &national[3..6], &national[6..]),
        None => number.to_owned(),
    };
    if let Some(extension) = extension {
        shown.push_str(" x");
        shown.push_str(extension);
    }
    shown
}

fn is_north_american(national: &str) -> bool {
    let bytes = national.as_bytes();
    bytes.len() == 10 && are_digits(national) && bytes[0] >= b'2' && bytes[3] >= b'2'
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

pub(super) fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '(' | ')' | '/' | '\u{2010}'..='\u{2013}')
}

/// Splits a number at the first letter or `#` if an extension marker starts there.
fn split_extension(typed: &str) -> (&str, Option<&str>) {
    let Some(at) = typed.find(|c: char| c.is_ascii_alphabetic() || c == '#') else {
        return (typed, None);
    };
    let (number, rest) = typed.split_at(at);
    let digits_at = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
    let (word, extension) = rest.split_at(digits_at);
    match word.trim().to_ascii_lowercase().trim_end_matches([':', '.']) {
        "x" | "ext" | "extn" | "extension" | "#" => (number, Some(extension.trim())),
        _ => (typed, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn normalizes_common_formats() {
        for (typed, stored) in [
            ("4155550100", "+14155550100"),
            ("(415) 555-0100", "+14155550100"),
            ("415.555.0100", "+14155550100"),
            ("415–555–0100", "+14155550100"),
            ("1-415-555-0100", "+14155550100"),
            ("+1 (415) 555-0100", "+14155550100"),
            ("415-555-0100 x12", "+14155550100x12"),
            ("415-555-0100 Ext. 004512", "+14155550100x004512"),
            ("415-555-0100 extension: 7", "+14155550100x7"),
            ("415-555-0100 #7", "+14155550100x7"),
            ("+44 20 7946 0000", "+442079460000"),
            ("011 44 20 7946 0000", "+442079460000"),
            ("+290 1234", "+2901234"),
        ] {
            assert_eq!(normalize(typed).as_deref(), Ok(stored), "{typed}");
        }
    }

    #[test]
    fn rejects_invalid_numbers() {
        for typed in [
            "",
            "+",
            "555-0100",
            "415-555-010",
            "415-555-01000",
            "115-555-0100",
            "415-155-0100",
            "+1 415 155 0100",
            "+1 415 555 010",
            "2 415 555 0100",
            "+0 123 4567",
            "+12",
            "+1234567890123456",
            "415-555-0100 x",
            "415-555-0100 x1234567",
            "415-555-0100 x1-2",
            "415-555-HELP",
            "415-555-0100 home",
            "+1+4155550100",
            "٤١٥٥٥٥٠١٠٠",
            "415-555-0100 or 0101",
        ] {
            assert_eq!(normalize(typed).unwrap_err().code, "invalid_phone", "{typed}");
        }
    }

    #[test]
    fn formats_by_country() {
        for (stored, shown) in [
            ("+14155550100", "(415) 555-0100"),
            ("+14155550100x12", "(415) 555-0100 x12"),
            ("+442079460000", "+442079460000"),
            ("+442079460000x5", "+442079460000 x5"),
            ("call the office", "call the office"),
        ] {
            assert_eq!(format(stored), shown);
        }
    }

    proptest! {
        #[test]
        fn formatted_number_round_trips(typed in "(\\+1)?[2-9][0-9]{2}[2-9][0-9]{6}(x[0-9]{1,6})?|\\+[2-9][0-9]{6,14}") {
            let stored = normalize(&typed).unwrap();
            prop_assert_eq!(normalize(&stored).unwrap(), stored.clone());
            prop_assert_eq!(normalize(&format(&stored)).unwrap(), stored);
        }

        #[test]
        fn parsing_and_formatting_never_panic(text in any::<String>()) {
            let _ = normalize(&text);
            let _ = format(&text);
        }
    }
}
