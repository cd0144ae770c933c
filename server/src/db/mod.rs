//! PostgreSQL: the pool, transactions bound to a firm, migrations, and the embedded cluster.

pub mod embedded;
mod fixed_sql;
pub mod listen;
pub mod migrate;
pub mod models;
mod pool;
pub mod schema;
mod transaction;

pub use fixed_sql::FixedSql;
pub use pool::{APPLICATION, Db, connect_raw};
pub use transaction::Transaction;

use diesel_async::{AsyncConnectionCore, AsyncPgConnection};
use uuid::Uuid;

/// A row as the connection gives it.
pub type PgRow = <AsyncPgConnection as AsyncConnectionCore>::Row<'static, 'static>;

/// Ids are version 7: rows made together lie together.
pub fn new_uuid() -> Uuid {
    Uuid::now_v7()
}
