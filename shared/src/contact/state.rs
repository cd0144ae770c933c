//! The states, districts, territories and military regions that the US mail serves.

use crate::text::{clean, fold};

/// USPS code and name, sorted by name.
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

/// The code of a state typed as code or name, whatever its case, spaces and periods (`n.y.`, `New  York`).
pub fn code(typed: &str) -> Option<&'static str> {
    let by_code = |typed: &str| STATES.iter().find(|(code, _)| code.eq_ignore_ascii_case(typed));
    let by_any_name = || {
        let typed = fold(&clean(&typed.replace('.', "")));
        by_code(&typed).or_else(|| STATES.iter().find(|(_, name)| name.eq_ignore_ascii_case(&typed)))
    };
    by_code(typed).or_else(by_any_name).map(|(code, _)| *code)
}

/// The name that belongs to a code.
pub fn name(code: &str) -> Option<&'static str> {
    STATES
        .iter()
        .find(|(known, _)| *known == code)
        .map(|(_, name)| *name)
}

/// The state whose ZIP codes begin with these three digits (as a number), for codes that begin with a
/// zero.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_state_is_known_by_code_and_by_name() {
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
    fn the_fifty_states_and_nine_more_are_listed_once_by_name() {
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
