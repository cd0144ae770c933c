//! PostgreSQL: connection pool, firm-scoped transactions, migrations, models, and the embedded cluster.

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

/// A row of an [`AsyncPgConnection`].
pub type PgRow = <AsyncPgConnection as AsyncConnectionCore>::Row<'static, 'static>;

/// Returns a UUID version 7: time-ordered, so that rows created together are close in the index.
pub fn new_uuid() -> Uuid {
    Uuid::now_v7()
}
