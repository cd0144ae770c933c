//! Filters for rows of one kind.

use crate::list::statement::{Bind, Statement};
use uuid::Uuid;

#[derive(Debug, Clone, Default)]
pub struct Narrow {
    /// Only work on contracts of this agent, and on people of these contracts.
    pub agent: Option<Uuid>,
    /// Only these rows.
    pub among: Option<Vec<Uuid>>,
    /// Leaves these rows out.
    pub except: Vec<Uuid>,
}

impl Narrow {
    /// Writes ` AND …` conditions for `among` and `except`. The caller writes the condition for `agent`.
    pub fn write_rows(&self, statement: &mut Statement, uuid: &str) {
        if let Some(uuids) = &self.among {
            statement
                .sql(&format!(" AND {uuid} = ANY("))
                .bind(Bind::Uuids(uuids.clone()))
                .sql(")");
        }
        if !self.except.is_empty() {
            statement
                .sql(&format!(" AND {uuid} <> ALL("))
                .bind(Bind::Uuids(self.except.clone()))
                .sql(")");
        }
    }
}
