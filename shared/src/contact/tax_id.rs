//! Taxpayer identification numbers: SSN and ITIN of individuals, EIN of organizations.
//!
//! Error messages never contain the number.

use crate::fault::Fault;
use crate::vocabulary::coded;
use serde::Serialize;
use std::fmt;

coded! {
    /// The kind of a tax ID, which decides its format.
    TaxIdKind {
        /// Social Security number, `123-45-6789`.
        Ssn = "Ssn", "SSN";
        /// Individual Taxpayer Identification Number, formatted like an SSN.
        Itin = "Itin", "ITIN";
        /// Employer Identification Number, `12-3456789`.
        Ein = "Ein", "EIN";
    }
}

/// A tax ID in full.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RevealedTaxId {
    /// `123-45-6789` or `12-3456789`
    pub tax_id: String,
}

/// A valid tax ID. Its `Debug` output is masked.
#[derive(Clone, PartialEq, Eq)]
pub struct TaxId {
    pub kind: TaxIdKind,
    /// Nine digits.
    pub digits: String,
}

impl TaxId {
    /// Returns the last four digits, which lists may show.
    pub fn last_four(&self) -> &str {
        self.digits.get(5..).unwrap_or_default()
    }

    /// Returns the full number with dashes.
    pub fn punctuated(&self) -> String {
        let digits = &self.digits;
        match self.kind {
            TaxIdKind::Ssn | TaxIdKind::Itin => {
                format!("{}-{}-{}", &digits[..3], &digits[3..5], &digits[5..])
            }
            TaxIdKind::Ein => format!("{}-{}", &digits[..2], &digits[2..]),
        }
    }
}

impl fmt::Debug for TaxId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TaxId({})", mask(self.kind, self.last_four()))
    }
}

/// Masks a number as `***-**-1234`, or as `**-***1234` for an EIN.
pub fn mask(kind: TaxIdKind, last_four: &str) -> String {
    match kind {
        TaxIdKind::Ssn | TaxIdKind::Itin => format!("***-**-{last_four}"),
        TaxIdKind::Ein => format!("**-***{last_four}"),
    }
}

/// Parses `123-45-6789`, `12-3456789` or nine digits. Spaces may replace dashes.
///
/// The dashes decide the kind. Nine plain digits are an EIN for an organization, unless they start with `00`,
/// and an SSN or ITIN for an individual. An organization may use an individual's number, such as a trust that
/// uses its grantor's SSN. An individual cannot have an EIN. Demo firms also accept SSNs that start with 9,
/// which are never issued.
///
/// # Errors
/// Returns `invalid_tax_id` with a message that names the problem.
pub fn parse(typed: &str, is_organization: bool, is_demo_firm: bool) -> Result<TaxId, Fault> {
    let refuse = |message: &'static str| Err(Fault::new("invalid_tax_id", message));
    let typed = typed.trim();
    let groups: Vec<&str> = typed
        .split(['-', ' ', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}'])
        .collect();
    if !groups
        .iter()
        .all(|group| group.bytes().all(|b| b.is_ascii_digit()))
    {
        return refuse("Enter the tax ID with digits and dashes only.");
    }
    let digits = groups.concat();
    let is_ein = match groups
        .iter()
        .map(|group| group.len())
        .collect::<Vec<_>>()
        .as_slice()
    {
        [9] => is_organization && !digits.starts_with("00"),
        [3, 2, 4] => false,
        [2, 7] if is_organization => true,
        [2, 7] => {
            return refuse(
                "An individual cannot have an EIN. Enter a Social Security number as 123-45-6789.",
            );
        }
        _ => return refuse("Enter nine digits as 123-45-6789, or as 12-3456789 for an organization."),
    };
    let (area, group, serial) = (&digits[..3], &digits[3..5], &digits[5..]);
    let kind = if is_ein {
        if digits.starts_with("00") || &digits[2..] == "0000000" {
            return refuse("The IRS does not issue this EIN. Check the number.");
        }
        TaxIdKind::Ein
    } else if group == "00" || serial == "0000" || matches!(area, "000" | "666") {
        return refuse("The Social Security Administration does not issue this number. Check the number.");
    } else if !area.starts_with('9') {
        TaxIdKind::Ssn
    } else if is_itin_group(group) {
        TaxIdKind::Itin
    } else if is_demo_firm {
        TaxIdKind::Ssn
    } else {
        return refuse("A Social Security number cannot start with 9. Check the number.");
    };
    Ok(TaxId { kind, digits })
}

fn is_itin_group(group: &str) -> bool {
    matches!(group.parse(), Ok(50u8..=65 | 70..=88 | 90..=92 | 94..=99))
}

#[cfg(test)]
mod tests {
    use super::*;
    use TaxIdKind::*;
    use proptest::prelude::*;

    const PERSON: bool = false;
    const ORGANIZATION: bool = true;

    #[test]
    fn derives_kind_from_dashes_or_holder() {
        for (typed, holder, kind) in [
            ("123-45-6789", PERSON, Ssn),
            ("123 45 6789", PERSON, Ssn),
            ("123456789", PERSON, Ssn),
            ("123456789", ORGANIZATION, Ein),
            ("12-3456789", ORGANIZATION, Ein),
            ("001234567", ORGANIZATION, Ssn),
            ("123-45-6789", ORGANIZATION, Ssn),
            ("900-70-1234", PERSON, Itin),
            ("999-99-1234", PERSON, Itin),
            ("12–3456789", ORGANIZATION, Ein),
        ] {
            let tax_id = parse(typed, holder, false).unwrap();
            assert_eq!((tax_id.kind, tax_id.digits.len()), (kind, 9), "{typed}");
        }
    }

    #[test]
    fn rejects_numbers_that_are_never_issued() {
        for typed in [
            "000-12-3456",
            "666-12-3456",
            "123-00-4567",
            "123-45-0000",
            "900-12-3456",
            "900-93-3456",
            "900-66-3456",
            "900-89-3456",
            "00-1234567",
            "12-0000000",
            "12-3456789",
            "12345678",
            "1234567890",
            "1234-5-6789",
            "123-456789",
            "abc-de-fghi",
            "",
            "-",
            "123-45-678a",
            "١٢٣٤٥٦٧٨٩",
        ] {
            assert_eq!(
                parse(typed, PERSON, false).unwrap_err().code,
                "invalid_tax_id",
                "{typed}"
            );
        }
    }

    #[test]
    fn accepts_ssn_starting_with_9_only_for_demo_firms() {
        assert_eq!(parse("900-12-3456", PERSON, true).unwrap().kind, Ssn);
        assert!(parse("900-12-3456", PERSON, false).is_err());
        assert!(parse("900-00-3456", PERSON, true).is_err());
        assert!(parse("666-12-3456", PERSON, true).is_err());
    }

    #[test]
    fn mask_shows_only_last_four_digits() {
        let ssn = parse("123-45-6789", PERSON, false).unwrap();
        let ein = parse("12-3456789", ORGANIZATION, false).unwrap();
        assert_eq!(mask(ssn.kind, ssn.last_four()), "***-**-6789");
        assert_eq!(mask(ein.kind, ein.last_four()), "**-***6789");
        assert_eq!(format!("{ssn:?}"), "TaxId(***-**-6789)");
        assert_eq!(
            (ssn.punctuated().as_str(), ein.punctuated().as_str()),
            ("123-45-6789", "12-3456789")
        );
    }

    proptest! {
        #[test]
        fn stored_digits_parse_again(
            typed in "[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{2}-[0-9]{7}|[09]{9}", organization: bool, demo: bool,
        ) {
            if let Ok(tax_id) = parse(&typed, organization, demo) {
                prop_assert_eq!(parse(&tax_id.digits, organization, demo).unwrap().digits, tax_id.digits);
            }
        }

        #[test]
        fn messages_never_contain_the_number(typed in "[0-9]{2,3}[- ]?[0-9]{2,5}[- ]?[0-9]{3,5}x?", demo: bool) {
            if let Err(fault) = parse(&typed, PERSON, demo) {
                prop_assert!(!fault.message.contains(&typed));
            }
        }

        #[test]
        fn parsing_never_panics(typed in any::<String>(), organization: bool) {
            let _ = parse(&typed, organization, true);
        }
    }
}
