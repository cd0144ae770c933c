//! Warns about Social Security numbers in free text such as notes, which are neither encrypted nor masked.

use super::plaintext_tax_id::is_tax_id_column;
use super::tax_id::parse;
use crate::fault::Fault;
use crate::text::words;

/// Words that introduce other kinds of numbers, such as "phone". The word closest to the number decides.
const OTHER_NUMBERS: &[&str] = &[
    "account",
    "acct",
    "annuity",
    "case",
    "certificate",
    "claim",
    "contract",
    "fax",
    "invoice",
    "mobile",
    "npn",
    "phone",
    "policy",
    "reference",
    "routing",
    "tel",
    "telephone",
    "zip",
];
/// How many words before a number can introduce it.
const NAME_WORDS: usize = 6;
const DIGITS: usize = 9;
/// Digits per group of a number written as `123-45-6789`.
const GROUPS: [usize; 3] = [3, 2, 4];

/// Returns the warning `looks_like_ssn` if the text seems to contain a Social Security number: nine digits
/// formatted as `123-45-6789`, or nine digits in a row after a word such as SSN. Numbers that are never
/// issued do not count.
pub fn warning(text: &str) -> Option<Fault> {
    contains_ssn(text).then(|| {
        Fault::new(
            "looks_like_ssn",
            "This looks like a Social Security number. This text is not encrypted. Enter the number in the SSN field of \
             the contact instead.",
        )
    })
}

fn contains_ssn(text: &str) -> bool {
    if text.bytes().filter(u8::is_ascii_digit).count() < DIGITS {
        return false;
    }
    let chars: Vec<char> = text.chars().collect();
    (0..chars.len()).any(|start| {
        let Some((end, is_separated)) = number_at(&chars, start) else {
            return false;
        };
        let digits: String = chars[start..end].iter().filter(|c| c.is_ascii_digit()).collect();
        if parse(&digits, false, false).is_err() {
            return false;
        }
        match name_before(&chars[..start]) {
            Some(Name::TaxId) => true,
            Some(Name::Other) => false,
            None => is_separated,
        }
    })
}

/// Returns the end of the number that starts at `start`, and whether its groups are separated. Returns `None`
/// if the digits are part of a word or of a longer number.
fn number_at(chars: &[char], start: usize) -> Option<(usize, bool)> {
    let before = chars[..start].iter().rev();
    if is_joined(before, chars.get(start + GROUPS[0])) {
        return None;
    }
    let is_digits = |from: usize, count: usize| {
        chars
            .get(from..from + count)
            .is_some_and(|some| some.iter().all(char::is_ascii_digit))
    };
    let (end, separator) = if is_digits(start, DIGITS) {
        (start + DIGITS, None)
    } else {
        let [area, group, serial] = GROUPS;
        let second = start + area + 1;
        let third = second + group + 1;
        let separator = *chars.get(second - 1)?;
        let is_number = is_digits(start, area)
            && is_separator(separator)
            && is_digits(second, group)
            && chars.get(third - 1) == Some(&separator)
            && is_digits(third, serial);
        is_number.then_some((third + serial, Some(separator)))?
    };
    (!is_joined(chars[end..].iter(), separator.as_ref())).then_some((end, separator.is_some()))
}

/// Returns whether the adjacent text continues the number: a letter or digit, or a digit after punctuation or the
/// number's own separator.
fn is_joined<'a>(mut beside: impl Iterator<Item = &'a char>, separator: Option<&char>) -> bool {
    match beside.next() {
        Some(c) if c.is_alphanumeric() => true,
        Some(c) if is_dash(*c) || *c == '.' || *c == '/' => beside.next().is_some_and(char::is_ascii_digit),
        Some(c) if Some(c) == separator => beside.next().is_some_and(char::is_ascii_digit),
        _ => false,
    }
}

fn is_separator(c: char) -> bool {
    is_dash(c) || c == ' ' || c == '.'
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2013}')
}

/// The kind of number that the preceding words introduce.
enum Name {
    TaxId,
    Other,
}

/// Returns the kind of number introduced by the closest known word on the same line.
fn name_before(before: &[char]) -> Option<Name> {
    let line = before
        .iter()
        .rposition(|c| matches!(c, '\n' | ';' | ','))
        .map_or(before, |at| &before[at + 1..]);
    let words = words(&line.iter().collect::<String>());
    let last = words.len().saturating_sub(NAME_WORDS);
    (last..words.len()).rev().find_map(|from| {
        if OTHER_NUMBERS.contains(&words[from].as_str()) {
            Some(Name::Other)
        } else if is_tax_id_column(&words[from..].join(" ")) {
            Some(Name::TaxId)
        } else {
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn warns_about_social_security_numbers() {
        for text in [
            "123-45-6789",
            "123 45 6789",
            "123.45.6789",
            "123–45–6789",
            "Spouse: 123-45-6789.",
            "(123-45-6789)",
            "Called on 3/4. Her number is 123-45-6789, will call back.",
            "SSN 123456789",
            "SSN: 123456789",
            "SS# 123456789",
            "ssn of the spouse is 123456789",
            "Social security number 123456789",
            "Tax ID: 123456789",
            "Policy 7 lapsed, SSN 123456789",
            "Policy holder SSN 123-45-6789",
            "ITIN 900-70-1234",
            "Line one\n123-45-6789",
        ] {
            let warning = warning(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(warning.code, "looks_like_ssn");
        }
    }

    #[test]
    fn does_not_warn_about_other_numbers() {
        for text in [
            "",
            "Gold",
            "6789",
            "***-**-6789",
            "123456789",
            "Call 617-555-0101 or 617 555 0101",
            "Phone 123-45-6789",
            "1-617-555-0101",
            "Policy 123-45-6789",
            "Policy number 123456789",
            "Policy no. AB123-45-6789",
            "SSN is on file; policy 123456789",
            "P-1234-56-789",
            "123-45-67890",
            "0123-45-6789",
            "123-45-6789-01",
            "2020-123-45-6789",
            "123-45 6789",
            "02139-1234",
            "12-3456789",
            "1,234,567.89 paid on 2026-11-21",
            "000-12-3456",
            "666-12-3456",
            "900-12-3456",
            "123-00-4567",
            "123-45-0000",
            "SSN 000123456",
            "SSN 1234567890",
            "١٢٣-٤٥-٦٧٨٩",
        ] {
            assert_eq!(warning(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn warns_about_every_issued_number(area in 1..900u16, group in 1..100u8, serial in 1..10_000u16) {
            prop_assume!(area != 666);
            let number = format!("{area:03}-{group:02}-{serial:04}");
            prop_assert!(warning(&number).is_some());
            let within = format!("the number {number} of Ada");
            prop_assert!(warning(&within).is_some());
            let labelled = format!("SSN {area:03}{group:02}{serial:04}");
            prop_assert!(warning(&labelled).is_some());
        }

        #[test]
        fn does_not_warn_about_phone_numbers(area in 200..1000u16, exchange in 200..1000u16, line in 0..10_000u16) {
            let dashed = format!("{area}-{exchange}-{line:04}");
            prop_assert!(warning(&dashed).is_none());
            let plain = format!("call {area}{exchange}{line:04}");
            prop_assert!(warning(&plain).is_none());
        }

        #[test]
        fn never_panics(text: String) {
            warning(&text);
        }

        #[test]
        fn never_panics_on_digits_and_dashes(text in "[0-9a-z \\-.:,]{0,40}") {
            warning(&text);
        }
    }
}
