//! US states, districts, territories and military regions with USPS codes.

use crate::text::{clean, fold};

/// USPS codes and names, sorted by name.
pub const STATES: [(&str, &str); 59] = [
    ("AL", "Alabama"),
    ("AK", "Alaska"),
    ("AS", "American Samoa"),
    ("AZ", "Arizona"),
    ("AR", "Arkansas"),
    ("AA", "Armed Forces Americas"),
    ("AE", "Armed Forces Europe"),
    ("AP", "Armed Forces Pacific"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("DC", "District of Columbia"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("GU", "Guam"),
    ("HI", "Hawaii"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("IA", "Iowa"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("ME", "Maine"),
    ("MD", "Maryland"),
    ("MA", "Massachusetts"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MS", "Mississippi"),
    ("MO", "Missouri"),
    ("MT", "Montana"),
    ("NE", "Nebraska"),
    ("NV", "Nevada"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NY", "New York"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("MP", "Northern Mariana Islands"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("PR", "Puerto Rico"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VT", "Vermont"),
    ("VI", "Virgin Islands"),
    ("VA", "Virginia"),
    ("WA", "Washington"),
    ("WV", "West Virginia"),
    ("WI", "Wisconsin"),
    ("WY", "Wyoming"),
];

/// Returns the USPS code for a code or a name, ignoring case, extra spaces and periods (`n.y.`, `New  York`).
pub fn code(typed: &str) -> Option<&'static str> {
    let by_code = |typed: &str| STATES.iter().find(|(code, _)| code.eq_ignore_ascii_case(typed));
    let by_any_name = || {
        let typed = fold(&clean(&typed.replace('.', "")));
        by_code(&typed).or_else(|| STATES.iter().find(|(_, name)| name.eq_ignore_ascii_case(&typed)))
    };
    by_code(typed).or_else(by_any_name).map(|(code, _)| *code)
}

/// Returns the name for a USPS code.
pub fn name(code: &str) -> Option<&'static str> {
    STATES
        .iter()
        .find(|(known, _)| *known == code)
        .map(|(_, name)| *name)
}

/// Returns the state that a three-digit ZIP prefix below 100 belongs to.
pub(super) fn of_zero_zip(prefix: u16) -> Option<&'static str> {
    Some(match prefix {
        5 | 63 => "NY",
        6 | 7 | 9 => "PR",
        8 => "VI",
        10..=27 | 55 => "MA",
        28 | 29 => "RI",
        30..=38 => "NH",
        39..=49 => "ME",
        50..=59 => "VT",
        60..=69 => "CT",
        70..=89 => "NJ",
        90..=99 => "AE",
        _ => return None,
    })
}

/// Returns whether the ZIP codes of a state start with zero. Excludes New York, which has only a few.
pub(super) fn has_zero_zips(state: &str) -> bool {
    state != "NY" && (0..100).any(|prefix| of_zero_zip(prefix) == Some(state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn finds_state_by_code_or_name() {
        for (typed, expected) in [
            ("CA", Some("CA")),
            ("ca", Some("CA")),
            ("California", Some("CA")),
            ("NEW  YORK", Some("NY")),
            ("N.Y.", Some("NY")),
            ("district of columbia", Some("DC")),
            ("pr", Some("PR")),
            ("AP", Some("AP")),
            ("Calif", None),
            ("XX", None),
            ("", None),
        ] {
            assert_eq!(code(typed), expected, "{typed}");
        }
    }

    #[test]
    fn lists_all_59_states_sorted_by_name() {
        let codes: BTreeSet<_> = STATES.iter().map(|(code, _)| code).collect();
        assert_eq!(codes.len(), 59);
        assert!(STATES.is_sorted_by_key(|(_, name)| name));
        assert!(
            ["DC", "AS", "GU", "MP", "PR", "VI", "AA", "AE", "AP"]
                .iter()
                .all(|code| codes.contains(code))
        );
    }
}
