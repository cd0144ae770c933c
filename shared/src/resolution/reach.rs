//! Email addresses and phone numbers, normalized for comparison.

use super::placeholder::{is_placeholder_mailbox, is_placeholder_phone, is_shared_mailbox};
use super::reason::FieldAgreement;
use super::words::is_typo;
use crate::contact::phone;
use crate::text::{clean, fold};

/// Minimum length of a local part that is distinctive without its host.
const MIN_LOCAL: usize = 7;
/// Number of trailing digits of a phone number that are compared. Drops the North American country code.
const PHONE_DIGITS: usize = 10;

#[derive(Debug, Clone)]
pub(super) struct Email {
    pub text: String,
    local_length: usize,
    pub is_shared: bool,
}

impl Email {
    /// Parses an email address. Returns `None` for text without `@` and for placeholders.
    pub fn new(typed: &str) -> Option<Self> {
        let text = fold(&clean(typed));
        let (local, host) = text.split_once('@')?;
        if host.is_empty() || is_placeholder_mailbox(local) {
            return None;
        }
        Some(Self {
            local_length: local.len(),
            is_shared: is_shared_mailbox(local),
            text,
        })
    }

    fn local(&self) -> &str {
        &self.text[..self.local_length]
    }

    pub fn compare(&self, other: &Self) -> FieldAgreement {
        if self.text == other.text {
            return if self.is_shared {
                FieldAgreement::Shared
            } else {
                FieldAgreement::Exact
            };
        }
        if self.is_shared || other.is_shared {
            return FieldAgreement::Differs;
        }
        if self.local().chars().count() >= MIN_LOCAL && self.local() == other.local() {
            return FieldAgreement::Partial;
        }
        // People with the same name often have addresses that differ only in a number.
        let shorter = self.text.len().min(other.text.len());
        if self.digits().eq(other.digits()) && is_typo(&self.text, &other.text, shorter / 8) {
            FieldAgreement::Similar
        } else {
            FieldAgreement::Differs
        }
    }

    fn digits(&self) -> impl Iterator<Item = char> {
        self.local().chars().filter(char::is_ascii_digit)
    }
}

#[derive(Debug, Clone)]
pub(super) struct Phone {
    pub digits: String,
    extension: String,
}

impl Phone {
    /// Parses a phone number. Returns `None` for fewer than seven digits and for made-up numbers.
    pub fn new(typed: &str) -> Option<Self> {
        let stored = phone::normalize(typed).unwrap_or_else(|_| typed.into());
        let (number, extension) = stored.split_once('x').unwrap_or((&stored, ""));
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let mut digits_of_number = digits(number);
        if digits_of_number.len() > PHONE_DIGITS {
            digits_of_number.drain(..digits_of_number.len() - PHONE_DIGITS);
        }
        (digits_of_number.len() >= 7 && !is_placeholder_phone(&digits_of_number)).then(|| Self {
            digits: digits_of_number,
            extension: digits(extension),
        })
    }

    /// Compares two numbers. Different extensions of a number are different phones.
    pub fn compare(&self, other: &Self) -> FieldAgreement {
        let extensions_differ =
            !self.extension.is_empty() && !other.extension.is_empty() && self.extension != other.extension;
        if self.digits == other.digits && !extensions_differ {
            FieldAgreement::Exact
        } else if self.digits.len() == other.digits.len() && is_typo(&self.digits, &other.digits, 1) {
            FieldAgreement::Similar
        } else {
            FieldAgreement::Differs
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FieldAgreement::{Differs, Exact, Partial, Shared, Similar};

    #[test]
    fn compares_email_addresses() {
        for (one, other, expected) in [
            ("Dana.Whitfield@Example.com", "dana.whitfield@example.com", Exact),
            (
                "dana.whitfield@example.com",
                "dana.whitfeild@example.com",
                Similar,
            ),
            (
                "dana.whitfield@example.com",
                "dana.whitfield@example.org",
                Partial,
            ),
            (
                "dana.whitfield12@example.com",
                "dana.whitfield47@example.com",
                Differs,
            ),
            ("dana@example.com", "dana@mail.test", Differs),
            ("office@example.com", "office@example.com", Shared),
            ("office@example.com", "offices@example.com", Differs),
        ] {
            let (one, other) = (Email::new(one).unwrap(), Email::new(other).unwrap());
            assert_eq!(one.compare(&other), expected, "{one:?} {other:?}");
        }
        for typed in ["", "none", "none@none.com", "n/a@example.com", "dana@"] {
            assert!(Email::new(typed).is_none(), "{typed}");
        }
    }

    #[test]
    fn compares_phone_numbers() {
        for (one, other, expected) in [
            ("+14155550100", "(415) 555-0100", Exact),
            ("+14155550100x12", "+14155550100", Exact),
            ("+14155550100x12", "+14155550100x13", Similar),
            ("+14155550100", "+14155550110", Similar),
            ("+14155550100", "+12125550199", Differs),
        ] {
            let (one, other) = (Phone::new(one).unwrap(), Phone::new(other).unwrap());
            assert_eq!(one.compare(&other), expected, "{one:?} {other:?}");
        }
        for typed in ["", "123", "555-555-5555", "none"] {
            assert!(Phone::new(typed).is_none(), "{typed}");
        }
    }
}
