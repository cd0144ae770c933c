//! SQL text with bound values, written by the list compiler and run by diesel as a prepared statement.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{
    Array, BigInt, Bool, Date, Integer, Numeric, SmallInt, Text, Untyped, Uuid as SqlUuid,
};
use rust_decimal::Decimal;
use uuid::Uuid;

/// A bound value.
#[derive(Debug, Clone, PartialEq)]
pub enum Bind {
    SmallInt(i16),
    Integer(i32),
    BigInt(i64),
    Text(String),
    Texts(Vec<String>),
    Money(Decimal),
    Moneys(Vec<Decimal>),
    BigInts(Vec<i64>),
    Date(jiff_diesel::Date),
    Dates(Vec<jiff_diesel::Date>),
    Flag(bool),
    Flags(Vec<bool>),
    Uuid(Uuid),
    Uuids(Vec<Uuid>),
}

enum Piece {
    Sql(String),
    Bind(Bind),
}

/// A statement under construction. SQL text comes from our own code only, and user input is always bound.
#[derive(Default)]
pub struct Statement {
    pieces: Vec<Piece>,
    /// Disables caching of the prepared statement, for SQL text that is unlikely to recur.
    pub is_rare: bool,
    /// Plans the statement once per connection, because the best plan does not depend on its values. Planning
    /// takes longer than reading a page.
    pub is_planned_once: bool,
}

impl Statement {
    pub fn sql(&mut self, text: &str) -> &mut Self {
        match self.pieces.last_mut() {
            Some(Piece::Sql(sql)) => sql.push_str(text),
            _ => self.pieces.push(Piece::Sql(text.to_owned())),
        }
        self
    }

    pub fn bind(&mut self, value: Bind) -> &mut Self {
        self.pieces.push(Piece::Bind(value));
        self
    }

    /// Returns the SQL with `$1`, `$2`, … and the values, for query plans and pgbench.
    pub fn text(&self) -> (String, Vec<&Bind>) {
        let (mut text, mut binds) = (String::new(), Vec::new());
        for piece in &self.pieces {
            match piece {
                Piece::Sql(sql) => text.push_str(sql),
                Piece::Bind(bind) => {
                    binds.push(bind);
                    text.push('$');
                    text.push_str(&binds.len().to_string());
                }
            }
        }
        (text, binds)
    }
}

impl QueryId for Statement {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Statement {
    type SqlType = Untyped;
}

impl QueryFragment<Pg> for Statement {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if self.is_rare {
            out.unsafe_to_cache_prepared();
        }
        for piece in &self.pieces {
            match piece {
                Piece::Sql(sql) => out.push_sql(sql),
                Piece::Bind(bind) => push(bind, &mut out)?,
            }
        }
        Ok(())
    }
}

fn push<'b>(bind: &'b Bind, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
    match bind {
        Bind::SmallInt(value) => out.push_bind_param::<SmallInt, _>(value),
        Bind::Integer(value) => out.push_bind_param::<Integer, _>(value),
        Bind::BigInt(value) => out.push_bind_param::<BigInt, _>(value),
        Bind::Text(value) => out.push_bind_param::<Text, _>(value),
        Bind::Texts(value) => out.push_bind_param::<Array<Text>, _>(value),
        Bind::Money(value) => out.push_bind_param::<Numeric, _>(value),
        Bind::Moneys(value) => out.push_bind_param::<Array<Numeric>, _>(value),
        Bind::BigInts(value) => out.push_bind_param::<Array<BigInt>, _>(value),
        Bind::Flag(value) => out.push_bind_param::<Bool, _>(value),
        Bind::Flags(value) => out.push_bind_param::<Array<Bool>, _>(value),
        Bind::Uuid(value) => out.push_bind_param::<SqlUuid, _>(value),
        Bind::Uuids(value) => out.push_bind_param::<Array<SqlUuid>, _>(value),
        Bind::Date(value) => out.push_bind_param::<Date, _>(value),
        Bind::Dates(value) => out.push_bind_param::<Array<Date>, _>(value),
    }
}
