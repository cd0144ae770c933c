//! Hand-written SQL conditions for diesel queries.

use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::Bool;

/// A condition with constant SQL text. Unlike diesel's `sql`, it keeps the statement in the prepared
/// statement cache.
#[derive(Debug, Clone, Copy)]
pub struct FixedSql(pub &'static str);

impl Expression for FixedSql {
    type SqlType = Bool;
}

impl<T> AppearsOnTable<T> for FixedSql {}

impl<G> ValidGrouping<G> for FixedSql {
    type IsAggregate = is_aggregate::Never;
}

/// The SQL text is part of the statement's cache key, so the type needs no static id.
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
