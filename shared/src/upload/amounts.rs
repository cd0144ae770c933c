//! Parsing of amounts in files. All amounts in a column use the same separators, which are derived from the
//! whole column.

use crate::money::{self, MoneyError};
use crate::text::clean;
use rust_decimal::Decimal;

/// The characters that group thousands and separate cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separators {
    group: char,
    decimal: char,
}

impl Separators {
    /// `1,234.50`
    pub const US: Self = Self::new(',', '.');
    /// `1,234.50`, `1.234,50`, `1 234,50`, `1 234.50` and `1'234.50`.
    const ALL: [Self; 5] = [
        Self::US,
        Self::new('.', ','),
        Self::new(' ', ','),
        Self::new(' ', '.'),
        Self::new('\'', '.'),
    ];

    const fn new(group: char, decimal: char) -> Self {
        Self { group, decimal }
    }

    /// Returns the amount with US separators, or `None` if its separators do not form groups of thousands.
    fn rewrite(self, number: &str) -> Option<String> {
        let (whole, cents) = match number.rsplit_once(self.decimal) {
            Some((whole, cents)) => (whole, Some(cents)),
            None => (number, None),
        };
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if cents.is_some_and(|cents| !are_digits(cents) || !(1..=2).contains(&cents.len())) {
            return None;
        }
        let groups: Vec<&str> = whole.split(self.group).collect();
        let are_groups = groups.len() == 1
            || (1..=3).contains(&groups[0].len())
                && !groups[0].starts_with('0')
                && groups[1..].iter().all(|group| group.len() == 3);
        if !are_groups || !groups.iter().all(|group| are_digits(group)) {
            return None;
        }
        let cents = cents.map(|cents| format!(".{cents}")).unwrap_or_default();
        Some(groups.concat() + &cents)
    }

    /// Returns whether the number is invalid with US separators, so that it must use these. A single group
    /// after a point does not count, because it could also be three decimals.
    fn is_decisive(self, number: &str) -> bool {
        Self::US.rewrite(number).is_none()
            && (self.group != '.' || number.contains(self.decimal) || number.matches(self.group).count() > 1)
    }

    /// Parses a non-empty cell.
    ///
    /// # Errors
    /// Returns `MoneyError::Grouping` if the cell has other separators, and the errors of [`money::parse`].
    pub fn read(self, cell: &str) -> Result<Decimal, MoneyError> {
        let cell = cleaned(cell);
        let Some((before, number, after)) = parts(&cell) else {
            return money::parse(&cell);
        };
        let number = match self.rewrite(number) {
            Some(number) => number,
            None if is_written_out(number) => return Err(MoneyError::Grouping),
            None => number.into(),
        };
        money::parse(&format!("{before}{number}{after}"))
    }
}

/// Counts over the cells of a column. Parts of a file can be counted separately and merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AmountEvidence {
    /// Amounts with separators.
    separated: u32,
    /// Number of these amounts that fit each entry of [`Separators::ALL`].
    fits: [u32; Separators::ALL.len()],
    /// Number of these amounts that are decisive for each entry.
    decisive: [u32; Separators::ALL.len()],
}

impl AmountEvidence {
    /// Counts a non-empty cell.
    pub fn add(&mut self, cell: &str) {
        let cell = cleaned(cell);
        let Some((_, number, _)) = parts(&cell) else {
            return;
        };
        if number.bytes().all(|byte| byte.is_ascii_digit()) || !is_written_out(number) {
            return;
        }
        self.separated += 1;
        for (i, separators) in Separators::ALL.iter().enumerate() {
            if separators.rewrite(number).is_some() {
                self.fits[i] += 1;
                self.decisive[i] += u32::from(separators.is_decisive(number));
            }
        }
    }

    /// Adds the counts from another part of the same column.
    pub fn merge(&mut self, other: &Self) {
        self.separated += other.separated;
        for i in 0..Separators::ALL.len() {
            self.fits[i] += other.fits[i];
            self.decisive[i] += other.decisive[i];
        }
    }

    /// Returns the separators of the column: US separators, unless nearly all amounts fit others.
    pub fn separators(&self) -> Separators {
        let mut best = 0;
        for i in 1..Separators::ALL.len() {
            let is_common = u64::from(self.fits[i]) * 10 >= u64::from(self.separated) * 9;
            if is_common && self.decisive[i] > 0 && self.fits[i] > self.fits[best] {
                best = i;
            }
        }
        Separators::ALL[best]
    }
}

fn cleaned(cell: &str) -> String {
    clean(cell).replace('\u{2019}', "'")
}

/// Splits a cell into the text before its first digit, the number, and the text after its last digit.
fn parts(cell: &str) -> Option<(&str, &str, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (first, last) = (cell.find(is_digit)?, cell.rfind(is_digit)?);
    Some((&cell[..first], &cell[first..=last], &cell[last + 1..]))
}

/// Returns whether the number consists of digits and separators only.
fn is_written_out(number: &str) -> bool {
    number
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\''))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(cells: &[&str]) -> AmountEvidence {
        let mut evidence = AmountEvidence::default();
        cells.iter().for_each(|cell| evidence.add(cell));
        evidence
    }

    fn read(cells: &[&str]) -> Vec<Result<String, &'static str>> {
        let separators = of(cells).separators();
        cells
            .iter()
            .map(|cell| {
                separators
                    .read(cell)
                    .map(|amount| amount.to_string())
                    .map_err(MoneyError::code)
            })
            .collect()
    }

    #[test]
    fn reads_columns_with_the_separators_of_their_values() {
        for (cells, amounts) in [
            (
                vec!["$1,234.50", "7", "1,000,000", ".5"],
                vec!["1234.50", "7.00", "1000000.00", "0.50"],
            ),
            (
                vec!["1.234,50", "1.234", "12,5"],
                vec!["1234.50", "1234.00", "12.50"],
            ),
            (vec!["1 234,50 USD", "1 234"], vec!["1234.50", "1234.00"]),
            (vec!["1\u{a0}234.50", "12"], vec!["1234.50", "12.00"]),
            (vec!["1'234'567", "1’234.5"], vec!["1234567.00", "1234.50"]),
            (vec!["12.50", "1250"], vec!["12.50", "1250.00"]),
        ] {
            let expected: Vec<_> = amounts.into_iter().map(|amount| Ok(amount.to_owned())).collect();
            assert_eq!(read(&cells), expected, "{cells:?}");
        }
    }

    #[test]
    fn rejects_groups_that_the_column_does_not_use() {
        let column = [
            "8.756.189.999.999.990",
            "87.561.9",
            "1.2.3.4",
            "12.345.67",
            "8.756.189",
        ];
        assert_eq!(read(&column), [(); 5].map(|()| Err("money_grouping")));
        assert_eq!(
            read(&["1,234.50", "1.234.567", "12,50"]),
            [Ok("1234.50".into()), Err("money_grouping"), Err("money_grouping")]
        );
        // Three decimals, or a group of thousands.
        assert_eq!(read(&["1.234"]), [Err("money_grouping")]);
        assert_eq!(
            read(&["-1,234", "soon", "1.5e3"]),
            [Err("money_negative"), Err("money_format"), Err("money_format")]
        );
    }

    #[test]
    fn few_values_with_other_separators_are_errors_in_their_rows() {
        let mut column = vec!["1.234.567,00"; 19];
        column.push("1,234,567.00");
        let read = read(&column);
        assert_eq!(read[0], Ok("1234567.00".into()));
        assert_eq!(read[19], Err("money_grouping"));
    }

    proptest! {
        #[test]
        fn merged_evidence_equals_the_whole(
            cells in proptest::collection::vec("[0-9]{1,4}[.,' ]?[0-9]{0,3}[.,]?[0-9]{0,3}", 0..20),
            at in 0..20_usize,
        ) {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            let (first, second) = cells.split_at(at.min(cells.len()));
            let mut merged = of(first);
            merged.merge(&of(second));
            prop_assert_eq!(merged, of(&cells));
        }

        #[test]
        fn parses_formatted_us_amounts(cents in 0..100_000_000_000_i64) {
            let amount = Decimal::new(cents, 2);
            let shown = money::format_cents(Some(amount));
            prop_assert_eq!(Separators::US.read(&shown), Ok(amount));
        }

        #[test]
        fn reading_never_panics(cell in "\\PC{0,20}", number in "[0-9., '’$()-]{0,20}") {
            for separators in Separators::ALL {
                _ = separators.read(&cell);
                _ = separators.read(&number);
            }
            of(&[&cell, &number]).separators();
        }
    }
}
