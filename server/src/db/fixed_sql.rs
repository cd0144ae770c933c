//! Hand-written SQL expressions for diesel queries.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Bool, SingleValue};
use std::marker::PhantomData;

/// An expression of the type `T` with constant SQL text. Unlike diesel's `sql`, it keeps the statement in the
/// prepared statement cache.
#[derive(Debug, Clone, Copy)]
pub struct FixedSql<T = Bool> {
    sql: &'static str,
    sql_type: PhantomData<T>,
}

impl<T> FixedSql<T> {
    pub const fn new(sql: &'static str) -> Self {
        Self {
            sql,
            sql_type: PhantomData,
        }
    }
}

impl<T: SingleValue> Expression for FixedSql<T> {
    type SqlType = T;
}

impl<T: SingleValue, Source> AppearsOnTable<Source> for FixedSql<T> {}

impl<T: SingleValue, Source> SelectableExpression<Source> for FixedSql<T> {}

impl<T, G> ValidGrouping<G> for FixedSql<T> {
    type IsAggregate = is_aggregate::Never;
}

/// The SQL text is part of the statement's cache key, so the type needs no static id.
impl<T> QueryId for FixedSql<T> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<T> QueryFragment<Pg> for FixedSql<T> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(self.sql);
        Ok(())
    }
}
