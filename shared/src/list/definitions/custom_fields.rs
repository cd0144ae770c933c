//! Columns of custom fields.
//!
//! Columns are constants, but the custom fields of a firm are known only at run time. Each contact list therefore has
//! numbered columns, which the firm assigns to its fields. A column without a field is empty and not offered to users.

use crate::list::column::Column;

macro_rules! numbered {
    ($($number:literal)+) => {
        /// Keys of the columns, by number. The first has number 1.
        pub const KEYS: [&str; [$($number),+].len()] = [$(concat!("customField", $number)),+];

        pub(super) const COLUMNS: [Column; KEYS.len()] =
            [$(Column::custom(concat!("customField", $number), concat!("Custom Field ", $number))),+];
    };
}

numbered!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30);

/// Returns the number of a column, starting at 1. `None` for the columns of other fields.
pub fn number_of(key: &str) -> Option<i16> {
    (1..)
        .zip(KEYS)
        .find_map(|(number, other)| (other == key).then_some(number))
}

/// Returns the key of the column with a number that starts at 1.
pub fn key_of(number: i16) -> Option<&'static str> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    KEYS.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_keys_match() {
        assert_eq!(key_of(1), Some("customField1"));
        assert_eq!(key_of(30), Some("customField30"));
        assert_eq!([0, 31, -1].map(key_of), [None; 3]);
        assert_eq!(number_of("customField12"), Some(12));
        assert_eq!(
            ["customField0", "customField31", "name"].map(number_of),
            [None; 3]
        );
    }
}
