//! Conditions in SQL of our own.

use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::Bool;

/// A condition whose text is always the same. A statement with one in it stays prepared; with diesel's `sql` it would
/// be prepared anew each time.
#[derive(Debug, Clone, Copy)]
pub struct FixedSql(pub &'static str);

impl Expression for FixedSql {
    type SqlType = Bool;
}

impl<T> AppearsOnTable<T> for FixedSql {}

impl<G> ValidGrouping<G> for FixedSql {
    type IsAggregate = is_aggregate::Never;
}

/// Its text tells one statement from another.
impl QueryId for FixedSql {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for FixedSql {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(self.0);
        Ok(())
    }
}
