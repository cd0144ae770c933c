//! Turns the contacts of a report into the table and totals of a document.

use super::cells::{Labels, count, figure_label};
use super::layout::{Figure, Table, TableColumn, TableGroup};
use crate::contact::{ContactKind, Totals};
use crate::list::eval::Cell;
use crate::list::{Column, ColumnType, ListName};
use crate::money::{format_cents, format_count};
use crate::report::totals::Total;
use crate::report::{ReportTotals, ReportType};

/// Columns of the lists of contacts that a document shows.
pub const COLUMNS: [&str; 8] = [
    "name",
    "state",
    "policyCount",
    "deathBenefit",
    "annualizedPremium",
    "policyCashValue",
    "annuityCount",
    "contractValue",
];

/// The contacts of a report. Each row has a cell per column of [`COLUMNS`].
#[derive(Debug, Clone, PartialEq)]
pub struct People {
    pub kind: ContactKind,
    pub rows: Vec<Vec<Cell>>,
}

impl People {
    fn specs(&self) -> impl Iterator<Item = &'static Column> {
        let list = ListName::of_contacts(self.kind);
        COLUMNS.iter().filter_map(move |key| list.column(key))
    }

    /// Returns the table of the contacts. It has no sums, because contracts shared by several contacts would
    /// count more than once.
    pub fn table(&self) -> Table {
        let labels = Labels::of(self.specs());
        let row = |row: &Vec<Cell>| {
            let cells = self.specs().zip(row);
            cells.map(|(column, cell)| labels.cell(column, cell)).collect()
        };
        let mut totals = vec![String::new(); COLUMNS.len()];
        let noun = match (self.kind, self.rows.len()) {
            (ContactKind::Agent, 1) => "agent",
            (ContactKind::Agent, _) => "agents",
            (ContactKind::Owner, 1) => "owner",
            (ContactKind::Owner, _) => "owners",
            (ContactKind::Insured, 1) => "insured",
            (ContactKind::Insured, _) => "insureds",
        };
        if let Some(first) = totals.first_mut() {
            *first = format!("{} {noun}", count(&self.rows));
        }
        let group = TableGroup {
            title: None,
            rows: self.rows.iter().map(row).collect(),
            totals: Vec::new(),
        };
        Table {
            title: self.title().into(),
            columns: self
                .specs()
                .map(|column| TableColumn {
                    label: figure_label(column),
                    is_number: matches!(column.column_type, ColumnType::Money | ColumnType::Integer),
                })
                .collect(),
            groups: if self.rows.is_empty() {
                Vec::new()
            } else {
                vec![group]
            },
            totals,
        }
    }

    const fn title(&self) -> &'static str {
        match self.kind {
            ContactKind::Agent => "Agents",
            ContactKind::Owner => "Owners",
            ContactKind::Insured => "Insureds",
        }
    }

    /// Returns the number of contacts and the totals of the report, in which each contract counts once.
    pub fn figures(&self, totals: &Totals) -> Vec<Figure> {
        let list = ListName::of_contacts(self.kind);
        let contacts = Figure {
            label: self.title().into(),
            value: count(&self.rows),
        };
        let report_type = match self.kind {
            ContactKind::Agent => ReportType::Agent,
            ContactKind::Owner => ReportType::Owner,
            ContactKind::Insured => ReportType::Insured,
        };
        let totals = ReportTotals::of(report_type, totals).entries();
        let of_contracts = totals.into_iter().filter_map(|(key, total)| {
            Some(Figure {
                label: figure_label(list.column(key)?),
                value: match total? {
                    Total::Count(count) => format_count(Some(count)),
                    Total::Money(amount) => format_cents(Some(amount)),
                },
            })
        });
        std::iter::once(contacts).chain(of_contracts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    #[test]
    fn every_column_exists_in_every_list() {
        for kind in [ContactKind::Agent, ContactKind::Owner, ContactKind::Insured] {
            let people = People {
                kind,
                rows: Vec::new(),
            };
            assert_eq!(people.specs().count(), COLUMNS.len(), "{kind:?}");
            assert!(people.table().groups.is_empty());
        }
    }

    #[test]
    fn shows_contacts_without_sums() {
        let money = |amount: &str| Cell::Money(amount.parse().unwrap());
        let row = |name: &str| {
            vec![
                Cell::Text(name.into()),
                Cell::Text("TX".into()),
                Cell::Integer(1_200),
                money("250000.5"),
                money("12"),
                Cell::Empty,
                Cell::Integer(0),
                money("0"),
            ]
        };
        let people = People {
            kind: ContactKind::Owner,
            rows: vec![row("Mason, Bob"), row("Lee, Ada")],
        };
        let table = people.table();
        assert_eq!(
            table.groups[0].rows[0],
            [
                "Mason, Bob",
                "Texas",
                "1,200",
                "$250,000.50",
                "$12.00",
                "",
                "0",
                "$0.00"
            ]
        );
        assert_eq!(table.totals[0], "2 owners");
        assert!(table.totals[1..].iter().all(String::is_empty));

        let totals = Totals {
            policy_count: 1_200,
            death_benefit: Decimal::new(2_500_005, 1),
            ..Totals::default()
        };
        let figures = people.figures(&totals);
        let shown: Vec<_> = figures
            .iter()
            .map(|figure| (figure.label.as_str(), figure.value.as_str()))
            .collect();
        assert_eq!(shown.len(), 11);
        assert_eq!(
            shown[..3],
            [
                ("Owners", "2"),
                ("Policies", "1,200"),
                ("Death benefit", "$250,000.50")
            ]
        );
    }
}
