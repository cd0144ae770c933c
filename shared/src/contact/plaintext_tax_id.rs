//! Detects plaintext tax IDs outside the encrypted tax ID field.

use super::tax_id::parse;
use crate::text::words;

/// Names of tax ID columns, in lower case without spaces and punctuation.
pub const SPELLINGS: &[&str] = &[
    "ssn",
    "socialsecuritynumber",
    "socialsecurity",
    "socialsecurityno",
    "taxid",
    "taxidnumber",
    "tin",
    "ein",
    "itin",
    "ssnein",
    "ssntin",
    "fein",
    "taxpayerid",
    "ssnno",
    "ss",
    "socsec",
    "socsecid",
    "taxidno",
    "socialsecuritynum",
    "ssntaxid",
    "taxpayeridentificationnumber",
    "federaltaxid",
    "ssnumber",
    "taxnumber",
    "ssnnumber",
    "einnumber",
    "ssnoreinortin",
];
/// Word count of the longest entry in [`SPELLINGS`].
const MOST_WORDS: usize = 5;
const DIGITS: usize = 9;

/// Returns whether a column name refers to tax IDs: `SSN`, `Spouse Tax ID`.
pub fn is_tax_id_column(name: &str) -> bool {
    let words = words(name);
    (1..=MOST_WORDS.min(words.len())).any(|length| {
        words
            .windows(length)
            .any(|some| SPELLINGS.contains(&some.concat().as_str()))
    })
}

/// Returns whether a text contains a formatted tax ID. With `is_promised`, any nine digits count as a tax ID.
pub fn contains_tax_id(text: &str, is_promised: bool) -> bool {
    if text.bytes().filter(u8::is_ascii_digit).count() < DIGITS {
        return false;
    }
    if is_promised && is_nine_digits(text) {
        return true;
    }
    let is_one = |part: &str| part.len() > DIGITS && parse(part.trim_matches(is_dash), false, true).is_ok();
    is_one(text)
        || text
            .split(|c: char| !c.is_ascii_digit() && !is_dash(c))
            .any(is_one)
}

fn is_nine_digits(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits == DIGITS && text.chars().all(|c| c.is_ascii_digit() || is_dash(c) || c == ' ')
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2013}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn detects_formatted_tax_ids() {
        for text in [
            "123-45-6789",
            "123 45 6789",
            "123–45–6789",
            "SSN: 123-45-6789, of the spouse",
            "900-12-3456",
            "(123-45-6789)",
        ] {
            assert!(contains_tax_id(text, false), "{text}");
        }
        for text in [
            "",
            "Gold",
            "123456789",
            "12-3456789",
            "617-555-0101",
            "02139-1234",
            "000-12-3456",
            "123-45-67890",
            "2020-123-45-6789",
            "P-1234-56-789",
            "1,234,567.89",
            "١٢٣-٤٥-٦٧٨٩",
        ] {
            assert!(!contains_tax_id(text, false), "{text}");
        }
    }

    #[test]
    fn detects_nine_digits_if_the_column_name_refers_to_tax_ids() {
        for text in ["123456789", "12-3456789", "12 3456789", "000-00-0000"] {
            assert!(contains_tax_id(text, true), "{text}");
            assert!(!contains_tax_id(text, false), "{text}");
        }
        for text in ["6789", "***-**-6789", "on file", "1234567890"] {
            assert!(!contains_tax_id(text, true), "{text}");
        }
    }

    #[test]
    fn recognizes_column_names_that_contain_a_spelling() {
        for name in [
            "SSN",
            "Spouse SSN",
            "spouseSSN",
            "Tax ID",
            "Beneficiary tax-id 2",
            "Social Security Number",
            "SSN last 4",
        ] {
            assert!(is_tax_id_column(name), "{name}");
        }
        for name in ["", "Tier", "Tax rate", "Client ID", "Classname", "Assn", "Number"] {
            assert!(!is_tax_id_column(name), "{name}");
        }
    }

    #[test]
    fn recognizes_every_spelling() {
        assert!(is_tax_id_column("SSN or EIN or TIN"));
        assert!(SPELLINGS.iter().all(|spelling| is_tax_id_column(spelling)));
    }

    proptest! {
        #[test]
        fn detects_every_valid_ssn(area in 1..900u16, group in 1..100u8, serial in 1..10_000u16) {
            prop_assume!(area != 666);
            let number = format!("{area:03}-{group:02}-{serial:04}");
            let within = format!("of {number}.");
            prop_assert!(contains_tax_id(&number, false) && contains_tax_id(&within, false));
        }

        #[test]
        fn detection_never_panics(text: String, is_promised: bool) {
            contains_tax_id(&text, is_promised);
            is_tax_id_column(&text);
        }
    }
}
