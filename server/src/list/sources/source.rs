//! The parts of a list's SQL.

use crate::list::masks::Masks;
use crate::list::statement::{Bind, Statement};
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
    /// SQL of a column. `condition.rs` replaces its placeholders: `$today` is the viewer's date, `$zone` their time
    /// zone, `$agents` the agents of their block, and `$custom_field` the name of the column's custom field.
    pub expression: fn(&str) -> Option<&'static str>,
    /// SQL of an indexed sort key, for columns that have one.
    pub sort_key: fn(&str) -> Option<&'static str>,
    /// Writes ` AND …` for the rows that a viewer with a block scope sees.
    pub write_block: fn(&mut Statement, &Block<'_>),
    /// The agents of the viewer's block. Set by `Source::of`.
    pub agents: Vec<Uuid>,
    /// Cells that are hidden from the viewer. Set by `Source::of`.
    pub masks: Masks,
}

/// Number of rows to check. For many, the set of visible uuids is computed once. For few, each row is looked up.
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

/// The part of a firm that is visible to a viewer with a block.
pub struct Block<'a> {
    pub firm_id: i32,
    pub agents: &'a [Uuid],
    /// Key of the user.
    pub maker: &'a str,
    pub rows: Rows,
}

impl Block<'_> {
    pub fn agents(&self) -> Bind {
        Bind::Uuids(self.agents.to_vec())
    }

    pub fn maker(&self) -> Bind {
        Bind::Text(self.maker.to_owned())
    }

    /// Writes the statement for the contracts of any agent, up to the condition on the agent.
    pub(super) fn write_contracts(&self, statement: &mut Statement) {
        statement
            .sql("SELECT contract_uuid FROM contract_party WHERE deleted_at IS NULL AND kind = 1 AND firm_id = ")
            .bind(Bind::Integer(self.firm_id));
    }
}
