//! The SQL of each list: its table, its columns and the rows of a block.

mod audit_log;
mod cohorts;
mod contacts;
mod contracts;
mod duplicates;
mod premium_gifts;

pub use contacts::TABLE as CONTACTS;
pub use duplicates::TABLE as DUPLICATE_PAIRS;

use super::masks::Masks;
use super::statement::{Bind, Statement};
use crate::auth::Scope;
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::list::ListName;
use uuid::Uuid;

/// The SQL of a list.
pub struct Source {
    /// A table or subquery with the columns `firm_id`, `uuid` and `search_text`. Expressions refer to it as
    /// `t`.
    pub table: &'static str,
    /// A smaller table with the firm, kind, uuid, deletion and totals of the same rows, if there is one.
    pub totals_table: Option<&'static str>,
    /// Value of the `kind` column for all rows of the list, or `None` if the table serves one list only.
    pub kind: Option<i16>,
    /// Whether the table keeps deleted rows, with a `deleted_at` time.
    pub has_deleted: bool,
    /// Count of all rows of the firm, for unfiltered pages.
    pub row_count: RowCount,
    /// SQL of a column. `$today` is the viewer's date, `$zone` their time zone. Each can occur once.
    pub expression: fn(&str) -> Option<&'static str>,
    /// SQL of an indexed sort key, for columns that have one.
    pub sort_key: fn(&str) -> Option<&'static str>,
    /// Writes ` AND …` for the rows that a viewer with a block scope sees.
    pub write_block: fn(&mut Statement, &Block<'_>),
    /// Cells that are hidden from the viewer. Set by [`Source::of`].
    pub masks: Masks,
}

/// How many rows are checked. For many, the set of visible uuids is computed once. For few, each row is
/// looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    Many,
    Few,
}

pub enum RowCount {
    /// Maintained by triggers in `firm_list_total`, as the sum over slots.
    Maintained,
    /// SQL of the count, to which the firm id is appended.
    Sql(&'static str),
}

/// The part of a firm that a viewer with [`Scope::Block`] sees.
pub struct Block<'a> {
    pub firm_id: i32,
    pub agents: &'a [Uuid],
    /// Key of the user.
    pub maker: &'a str,
    pub rows: Rows,
}

impl Block<'_> {
    pub(super) fn agents(&self) -> Bind {
        Bind::Uuids(self.agents.to_vec())
    }

    pub(super) fn maker(&self) -> Bind {
        Bind::Text(self.maker.to_owned())
    }

    /// Writes the statement for the contracts of any agent, up to the condition on the agent.
    fn write_contracts(&self, statement: &mut Statement) {
        statement
            .sql("SELECT contract_uuid FROM contract_party WHERE deleted_at IS NULL AND kind = 1 AND firm_id = ")
            .bind(Bind::Integer(self.firm_id));
    }
}

impl Source {
    /// Returns the source of a list for viewers of this scope.
    pub fn of(list: ListName, scope: &Scope) -> Self {
        let source = match list {
            ListName::Agents => contacts::source(ContactKind::Agent, scope),
            ListName::Owners => contacts::source(ContactKind::Owner, scope),
            ListName::Insureds => contacts::source(ContactKind::Insured, scope),
            ListName::Policies => contracts::source(Line::Life),
            ListName::Annuities => contracts::source(Line::Annuity),
            ListName::AuditLog => audit_log::SOURCE,
            ListName::Cohorts => cohorts::SOURCE,
            ListName::Duplicates => duplicates::SOURCE,
            ListName::PremiumGifts => premium_gifts::SOURCE,
        };
        Self {
            masks: Masks::new(list, scope),
            ..source
        }
    }

    /// Writes the statement for the count of all rows of the firm.
    pub(super) fn write_row_count(&self, statement: &mut Statement, list: ListName, firm_id: i32) {
        match self.row_count {
            RowCount::Maintained => statement.sql(&format!(
                "SELECT coalesce(sum(row_count), 0)::bigint FROM firm_list_total WHERE list = '{}' AND firm_id = ",
                list.as_str()
            )),
            RowCount::Sql(sql) => statement.sql(sql),
        };
        statement.bind(Bind::Integer(firm_id));
    }
}

/// Returns the list columns whose SQL reads this table column.
pub fn keys_reading(list: ListName, column: &str) -> impl Iterator<Item = &'static str> {
    let source = Source::of(list, &Scope::All);
    let name = format!("t.{column}");
    let reads = move |sql: &str| {
        sql.match_indices(&name).any(|(at, _)| {
            let rest = sql[at + name.len()..].chars().next();
            !rest.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    list.columns()
        .iter()
        .filter(move |column| (source.expression)(column.key).is_some_and(&reads))
        .map(|column| column.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_sql_in_every_scope() {
        let block = Scope::Block {
            agents: Vec::new(),
            maker: String::new(),
        };
        for (list, scope) in ListName::ALL
            .into_iter()
            .flat_map(|list| [(list, &Scope::All), (list, &block)])
        {
            let source = Source::of(list, scope);
            for column in list.columns() {
                let sql = (source.expression)(column.key);
                assert!(sql.is_some(), "{}: {}", list.as_str(), column.key);
                // Maintained totals include contracts outside the scope.
                let is_scoped = sql.is_some_and(|sql| sql.contains("scoped."));
                let must_be = column.totals && list.contact_kind().is_some() && *scope != Scope::All;
                assert_eq!(is_scoped, must_be, "{}: {}", list.as_str(), column.key);
            }
        }
    }
}
