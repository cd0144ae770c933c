//! PostgreSQL: connection pool, firm-scoped transactions, migrations, and the embedded cluster.

pub mod advisory_lock;
pub mod copy;
pub mod embedded;
mod fixed_sql;
pub mod listen;
pub mod login;
pub mod migrate;
pub mod numeric;
mod pool;
pub mod pooler;
mod prepared;
mod replica;
pub mod schema;
pub mod search_lists;
mod transaction;

pub use fixed_sql::FixedSql;
pub use pool::{Db, PoolStatus, Purpose, connect_raw};
pub use prepared::Prepare;
pub use replica::Replica;
pub use transaction::{Transaction, begin_sql};

use diesel_async::{AsyncConnectionCore, AsyncPgConnection};

/// A row of an [`AsyncPgConnection`].
pub type PgRow = <AsyncPgConnection as AsyncConnectionCore>::Row<'static, 'static>;
