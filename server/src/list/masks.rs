//! Cells of shared reports. A viewer who sees only shared reports sees a cell if a report contains its row
//! and shows its column. All other cells are empty, and filters, sort orders, searches and sums treat them as
//! empty. `visible.rs` decides which rows a viewer sees.

use super::statement::Statement;
use crate::auth::{Scope, SharedRows};
use shared::list::ListName;

/// The cells of a list that are hidden from a viewer.
pub struct Masks {
    /// Columns of each group of reports. `None` if every cell is shown.
    groups: Option<Vec<Vec<&'static str>>>,
}

/// Rows in which a column is shown.
enum ShownIn {
    EveryRow,
    NoRow,
    /// The rows of these groups.
    Groups(Vec<usize>),
}

/// Reports of a list that show the same cells: the same columns, computed in the same scope.
pub(super) struct Group<'a> {
    pub columns: Vec<&'static str>,
    /// Row scope of the reports' owners. In contract lists, which have no computed cells, the scope of the
    /// first owner.
    pub scope: &'a Scope,
    pub reports: Vec<&'a SharedRows>,
}

impl Masks {
    pub const NONE: Self = Self { groups: None };

    pub fn new(list: ListName, scope: &Scope) -> Self {
        let groups = groups(list, scope);
        let shows_all = match groups.as_slice() {
            // The viewer is not limited to shared reports, or no shared report is of this list.
            [] => true,
            [group] => group.columns.len() == list.columns().len(),
            _ => false,
        };
        if shows_all {
            return Self::NONE;
        }
        Self {
            groups: Some(groups.into_iter().map(|group| group.columns).collect()),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_none()
    }

    /// Returns whether some cells depend on the groups that contain their row.
    pub fn depend_on_rows(&self) -> bool {
        self.groups.as_ref().is_some_and(|groups| groups.len() > 1)
    }

    /// Returns whether cells of the column may be empty although the column itself has a value in every row.
    pub fn cover(&self, key: &str) -> bool {
        !matches!(self.shown_in(key), ShownIn::EveryRow)
    }

    fn shown_in(&self, key: &str) -> ShownIn {
        let Some(groups) = &self.groups else {
            return ShownIn::EveryRow;
        };
        let showing: Vec<usize> = (0..)
            .zip(groups)
            .filter_map(|(i, keys)| keys.contains(&key).then_some(i))
            .collect();
        match showing.len() {
            0 => ShownIn::NoRow,
            all if all == groups.len() => ShownIn::EveryRow,
            _ => ShownIn::Groups(showing),
        }
    }

    /// Writes a cell. `write` writes the SQL of the column.
    pub fn write_cell(&self, statement: &mut Statement, key: &str, write: impl FnOnce(&mut Statement)) {
        match self.shown_in(key) {
            ShownIn::EveryRow => return write(statement),
            // Keeps the type of the column.
            ShownIn::NoRow => statement.sql("CASE WHEN FALSE THEN "),
            ShownIn::Groups(groups) => {
                let flags: Vec<String> = groups.iter().map(|group| format!("shown.g{group}")).collect();
                statement.sql(&format!("CASE WHEN {} THEN ", flags.join(" OR ")))
            }
        };
        write(statement);
        statement.sql(" END");
    }
}

/// Groups the reports of a list by the cells that they show, in the order of the scope.
pub(super) fn groups(list: ListName, scope: &Scope) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let Scope::Shared(reports) = scope else {
        return groups;
    };
    for report in reports.iter().filter(|report| report.report_type.list() == list) {
        let mut columns: Vec<&'static str> = report.columns.iter().map(|column| column.key).collect();
        columns.sort_unstable();
        let is_same = |group: &&mut Group<'_>| {
            group.columns == columns && (list.contact_kind().is_none() || *group.scope == report.scope)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.reports.push(report),
            None => groups.push(Group {
                columns,
                scope: &report.scope,
                reports: vec![report],
            }),
        }
    }
    groups
}

/// Returns `true` if the contacts of the list show their maintained totals.
pub(super) fn shows_maintained(list: ListName, scope: &Scope) -> bool {
    match scope {
        Scope::All => true,
        Scope::Block { .. } => false,
        Scope::Shared(reports) => reports
            .iter()
            .filter(|report| report.report_type.list() == list)
            .all(|report| report.scope == Scope::All),
    }
}
