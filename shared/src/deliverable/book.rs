//! Turns the contracts of a book of business or report into a document's tables and totals.

use super::cells::{Labels, count, figure_label, sentence_case, sum};
use super::grouping::GroupBy;
use super::layout::{Figure, Table, TableColumn, TableGroup};
use crate::contract::Line;
use crate::exact_sum::TotalsOverflow;
use crate::list::eval::Cell;
use crate::list::{Column, ColumnType, ListName};
use crate::money::format_cents;
use crate::text::fold;
use std::collections::BTreeMap;

/// The contracts of one line. Each row has a cell per column.
#[derive(Debug, Clone, PartialEq)]
pub struct Contracts {
    pub columns: Columns,
    pub rows: Vec<Vec<Cell>>,
}

/// List columns that a document loads: first the columns of its table, then those for groups, totals and charts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    line: Line,
    shown: usize,
    keys: Vec<&'static str>,
}

impl Columns {
    /// Returns the columns for a table that shows `shown`. The contract number always comes first, because
    /// total rows show the number of contracts in that column. Ignores unknown columns.
    pub fn of(line: Line, shown: &[String]) -> Self {
        let list = ListName::of_contracts(line);
        let mut keys: Vec<&str> = needed(line).iter().copied().take(1).collect();
        let chosen = shown.iter().filter_map(|key| Some(list.column(key)?.key));
        for key in chosen {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let shown = keys.len();
        for key in needed(line).iter().chain(charted(line)) {
            if !keys.contains(key) {
                keys.push(key);
            }
        }
        Self { line, shown, keys }
    }

    pub const fn line(&self) -> Line {
        self.line
    }

    pub fn keys(&self) -> &[&'static str] {
        &self.keys
    }

    pub(super) fn specs(&self) -> impl Iterator<Item = &'static Column> {
        let list = ListName::of_contracts(self.line);
        self.keys.iter().filter_map(move |key| list.column(key))
    }

    pub(super) fn index(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|column| *column == key)
    }
}

/// Returns the default table columns, for templates that do not choose their own.
pub fn default_columns(line: Line) -> impl Iterator<Item = &'static str> {
    needed(line).iter().copied().take(DEFAULT_COLUMNS)
}

const DEFAULT_COLUMNS: usize = 11;

/// Columns for default tables, groups and totals.
const fn needed(line: Line) -> &'static [&'static str] {
    match line {
        Line::Life => &[
            "policyNumber",
            "insured",
            "carrier",
            "productType",
            "status",
            "issueDate",
            "deathBenefit",
            "annualizedPremium",
            "policyCashValue",
            "policySurrenderValue",
            "valuesAsOf",
            "owner",
            "agent",
        ],
        Line::Annuity => &[
            "contractNumber",
            "annuitant",
            "carrier",
            "productType",
            "status",
            "issueDate",
            "contractValue",
            "premiumsPaid",
            "annuityCashValue",
            "annuitySurrenderValue",
            "valuesAsOf",
            "owner",
            "agent",
        ],
    }
}

/// Additional columns for charts. Totals do not include their amounts.
const fn charted(line: Line) -> &'static [&'static str] {
    match line {
        Line::Life => &["nextPremiumDate", "premiumMode", "modalPremium"],
        Line::Annuity => &["surrenderPeriodEndDate"],
    }
}

impl Contracts {
    pub(super) const fn line(&self) -> Line {
        self.columns.line
    }

    const fn title(&self) -> &'static str {
        match self.line() {
            Line::Life => "Life insurance policies",
            Line::Annuity => "Annuity contracts",
        }
    }

    /// Returns the table of the contracts, in groups sorted by title.
    ///
    /// # Errors
    /// Returns an error if a sum is too large.
    pub fn table(&self, group_by: GroupBy) -> Result<Table, TotalsOverflow> {
        let specs: Vec<&Column> = self.columns.specs().take(self.columns.shown).collect();
        let labels = Labels::of(self.columns.specs());
        let text = |row: &[Cell]| -> Vec<String> {
            specs
                .iter()
                .zip(row)
                .map(|(column, cell)| labels.cell(column, cell))
                .collect()
        };
        let groups = match group_by
            .column(self.line())
            .and_then(|key| self.columns.index(key))
        {
            None => vec![TableGroup {
                title: None,
                rows: self.rows.iter().map(|row| text(row)).collect(),
                totals: Vec::new(),
            }],
            Some(index) => {
                let column = self.columns.specs().nth(index);
                let mut groups: BTreeMap<(bool, String, String), Vec<&[Cell]>> = BTreeMap::new();
                for row in &self.rows {
                    let title = match (column, row.get(index)) {
                        (Some(column), Some(cell)) if *cell != Cell::Empty => labels.cell(column, cell),
                        _ => String::new(),
                    };
                    // Contracts without a value come last.
                    groups
                        .entry((title.is_empty(), fold(&title), title))
                        .or_default()
                        .push(row);
                }
                let group = |((is_last, _, title), rows): ((bool, String, String), Vec<&[Cell]>)| {
                    Ok(TableGroup {
                        title: Some(if is_last {
                            group_by.without_value().to_owned()
                        } else {
                            title
                        }),
                        totals: total_row(self.line(), &specs, &rows)?,
                        rows: rows.into_iter().map(text).collect(),
                    })
                };
                groups.into_iter().map(group).collect::<Result<_, _>>()?
            }
        };
        let rows: Vec<&[Cell]> = self.rows.iter().map(Vec::as_slice).collect();
        Ok(Table {
            title: self.title().into(),
            columns: specs
                .iter()
                .map(|column| TableColumn {
                    label: sentence_case(column.label),
                    is_number: matches!(column.column_type, ColumnType::Money | ColumnType::Integer),
                })
                .collect(),
            groups: if self.rows.is_empty() { Vec::new() } else { groups },
            totals: total_row(self.line(), &specs, &rows)?,
        })
    }

    /// Returns the number of contracts and the totals of their amounts, as lists show them.
    ///
    /// # Errors
    /// Returns an error if a sum is too large.
    pub fn figures(&self) -> Result<Vec<Figure>, TotalsOverflow> {
        let label = match self.line() {
            Line::Life => "Policies",
            Line::Annuity => "Annuities",
        };
        let mut figures = vec![Figure {
            label: label.into(),
            value: count(&self.rows),
        }];
        let list = ListName::of_contracts(self.line());
        for column in needed(self.line()).iter().filter_map(|key| list.column(key)) {
            if let (ColumnType::Money, Some(index)) = (column.column_type, self.columns.index(column.key)) {
                figures.push(Figure {
                    label: figure_label(column),
                    value: format_cents(Some(sum(self.rows.iter().map(|row| row.get(index)))?)),
                });
            }
        }
        Ok(figures)
    }
}

/// Returns the texts of a row with totals: the number of contracts in the first column, and sums of the amounts.
fn total_row(line: Line, specs: &[&Column], rows: &[&[Cell]]) -> Result<Vec<String>, TotalsOverflow> {
    let mut texts = Vec::with_capacity(specs.len());
    for (index, column) in specs.iter().enumerate() {
        texts.push(if index == 0 {
            let noun = match (line, rows.len()) {
                (Line::Life, 1) => "policy",
                (Line::Life, _) => "policies",
                (Line::Annuity, 1) => "contract",
                (Line::Annuity, _) => "contracts",
            };
            format!("{} {noun}", count(rows))
        } else if column.totals {
            format_cents(Some(sum(rows.iter().map(|row| row.get(index)))?))
        } else {
            String::new()
        });
    }
    Ok(texts)
}

#[cfg(test)]
#[path = "book_tests.rs"]
mod tests;
