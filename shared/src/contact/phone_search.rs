//! Search for phone numbers in any common spelling.

use super::phone::is_separator;

/// A partial or complete phone number to search for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneKey {
    /// Digits, with an extension as `x12`: `4155550100x12`.
    pub digits: String,
    /// Whether the text starts with the country code: `+1 415`, `011 44`.
    pub has_country: bool,
}

/// Returns the search key if the space-separated words are a phone number or a part of one.
///
/// Returns `None` for digits without separators, because a plain text search finds them.
pub fn phone_key(words: &[&str]) -> Option<PhoneKey> {
    let mut digits = String::new();
    let mut has_extension = false;
    let mut has_country = false;
    let mut is_converted = words.len() > 1;
    for (place, word) in words.iter().enumerate() {
        let number = match extension(word) {
            Some(rest) if !digits.is_empty() && !has_extension => {
                has_extension = true;
                digits.push('x');
                rest
            }
            _ => word,
        };
        for (at, c) in number.char_indices() {
            if c.is_ascii_digit() {
                digits.push(c);
            } else if c == '+' && place == 0 && at == 0 {
                has_country = true;
                is_converted = true;
            } else if is_separator(c) && !has_extension {
                is_converted = true;
            } else if matches!(c, 'x' | 'X')
                && !has_extension
                && digits.ends_with(|c: char| c.is_ascii_digit())
            {
                has_extension = true;
                digits.push('x');
            } else {
                return None;
            }
        }
    }
    if digits.ends_with('x') {
        digits.pop();
    }
    if let Some(international) = digits.strip_prefix("011") {
        digits = international.into();
        (has_country, is_converted) = (true, true);
    }
    let is_long_enough = digits.bytes().filter(u8::is_ascii_digit).count() >= MIN_DIGITS;
    (is_converted && is_long_enough).then_some(PhoneKey { digits, has_country })
}

/// Minimum number of digits. Shorter keys match too many numbers.
const MIN_DIGITS: usize = 3;

/// Strips an extension marker: `x`, `ext.`, `#` and similar. Returns `None` if the word does not start with one.
fn extension(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, '#' | '.' | ':'));
    let mark = word[..word.len() - rest.len()].to_ascii_lowercase();
    let mark = mark.trim_end_matches(['.', ':']);
    matches!(mark, "x" | "ext" | "extn" | "extension" | "#").then_some(rest)
}

impl PhoneKey {
    /// Returns the E.164 prefix of the matching numbers: `+1415` for `(415)`.
    pub fn start(&self) -> String {
        if self.has_country {
            format!("+{}", self.digits)
        } else {
            format!("+1{}", self.digits.strip_prefix('1').unwrap_or(&self.digits))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::phone::{format, normalize};
    use super::*;
    use proptest::prelude::*;

    fn key(typed: &str) -> Option<String> {
        let words: Vec<&str> = typed.split(' ').collect();
        phone_key(&words).map(|key| key.digits)
    }

    #[test]
    fn reads_common_spellings_of_whole_numbers_and_parts() {
        for (typed, digits) in [
            ("(415) 555-0100", "4155550100"),
            ("(415)555-0100", "4155550100"),
            ("415-555-0100", "4155550100"),
            ("415.555.0100", "4155550100"),
            ("415 555 0100", "4155550100"),
            ("+1 (415) 555-0100", "14155550100"),
            ("1-415-555-0100", "14155550100"),
            ("(415) 555-0100 x12", "4155550100x12"),
            ("415-555-0100 ext. 12", "4155550100x12"),
            ("415-555-0100x12", "4155550100x12"),
            ("+44 20 7946 0000", "442079460000"),
            ("011 44 20 7946 0000", "442079460000"),
            ("(415)", "415"),
            ("(415) 5", "4155"),
            ("555-0100", "5550100"),
        ] {
            assert_eq!(key(typed).as_deref(), Some(digits), "{typed}");
        }
        for typed in [
            "4155550100",
            "Lee",
            "AB-123",
            "7",
            "x12",
            "-",
            "1-2",
            "12/x",
            "x1 2",
        ] {
            assert_eq!(key(typed), None, "{typed}");
        }
    }

    #[test]
    fn completes_the_prefix_of_a_number() {
        for (typed, start) in [("(415)", "+1415"), ("1-415", "+1415"), ("+44 20", "+4420")] {
            let words: Vec<&str> = typed.split(' ').collect();
            assert_eq!(phone_key(&words).unwrap().start(), start);
        }
    }

    proptest! {
        #[test]
        fn finds_every_number_as_displayed(number in "[2-9][0-9]{2}[2-9][0-9]{6}", extension in "(x[0-9]{1,6})?") {
            let stored = normalize(&format!("{number}{extension}")).unwrap();
            let shown = format(&stored);
            prop_assert!(stored.contains(&key(&shown).unwrap()));
        }
    }
}
