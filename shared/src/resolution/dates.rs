//! Comparison of two dates.

use super::reason::FieldAgreement;
use jiff::civil::Date;

/// Dates that legacy systems store for unknown birth dates.
const PLACEHOLDERS: [(i16, i8, i8); 4] = [(1899, 12, 30), (1899, 12, 31), (1900, 1, 1), (1901, 1, 1)];

pub(super) fn is_placeholder(date: Date) -> bool {
    PLACEHOLDERS.contains(&(date.year(), date.month(), date.day()))
}

/// Compares two dates. `Partial` means that two of year, month and day match.
pub(super) fn compare(a: Date, b: Date) -> FieldAgreement {
    if a == b {
        return FieldAgreement::Exact;
    }
    let (one, other) = (digits(a), digits(b));
    let differing: Vec<usize> = (0..8).filter(|at| one[*at] != other[*at]).collect();
    let swaps_month_and_day = a.year() == b.year() && a.month() == b.day() && a.day() == b.month();
    let swaps_two_digits = matches!(
        differing.as_slice(),
        [first, second]
            if second - first == 1 && one[*first] == other[*second] && one[*second] == other[*first]
    );
    let equal_parts = [a.year() == b.year(), a.month() == b.month(), a.day() == b.day()];
    if swaps_month_and_day || swaps_two_digits {
        FieldAgreement::Transposed
    } else if differing.len() == 1 {
        FieldAgreement::OneDigit
    } else if equal_parts.into_iter().filter(|is_equal| *is_equal).count() == 2 {
        FieldAgreement::Partial
    } else {
        FieldAgreement::Differs
    }
}

/// Returns whether the years are more than one apart and the difference does not look like a typo.
pub(super) fn are_years_apart(a: Date, b: Date) -> bool {
    a.year().abs_diff(b.year()) > 1
        && matches!(compare(a, b), FieldAgreement::Partial | FieldAgreement::Differs)
}

/// Returns the digits of a date as `yyyymmdd`.
fn digits(date: Date) -> [u8; 8] {
    let year = date.year().unsigned_abs();
    let parts = [
        year / 100,
        year % 100,
        u16::from(date.month().unsigned_abs()),
        u16::from(date.day().unsigned_abs()),
    ];
    let mut digits = [0; 8];
    for (pair, part) in digits.chunks_exact_mut(2).zip(parts) {
        // The parts of a date have two digits.
        pair[0] = (part / 10) as u8;
        pair[1] = (part % 10) as u8;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use FieldAgreement::{Differs, Exact, OneDigit, Partial, Transposed};

    #[test]
    fn compares_dates() {
        for (a, b, agreement, are_apart) in [
            ("1956-03-04", "1956-03-04", Exact, false),
            ("1956-03-04", "1956-04-03", Transposed, false),
            ("1956-03-04", "1965-03-04", Transposed, false),
            ("1956-03-12", "1956-03-21", Transposed, false),
            ("1956-03-04", "1958-03-04", OneDigit, false),
            ("1956-03-04", "1986-03-04", OneDigit, false),
            ("1956-03-04", "1956-03-14", OneDigit, false),
            ("1956-03-04", "1956-03-29", Partial, false),
            ("1956-03-04", "1972-03-04", Partial, true),
            ("1956-03-04", "1957-03-05", Differs, false),
            ("1956-03-04", "1958-03-05", Differs, true),
            ("1956-03-04", "1982-11-30", Differs, true),
        ] {
            let (a, b): (Date, Date) = (a.parse().unwrap(), b.parse().unwrap());
            assert_eq!(
                (compare(a, b), are_years_apart(a, b)),
                (agreement, are_apart),
                "{a} {b}"
            );
            assert_eq!(
                (compare(b, a), are_years_apart(b, a)),
                (agreement, are_apart),
                "{b} {a}"
            );
        }
    }
}
