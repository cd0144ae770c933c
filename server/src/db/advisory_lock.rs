//! Advisory locks: per firm and kind of work, held until the transaction ends, and the keys of those for the database.

use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// Key for migrations. Keys are arbitrary, but must be the same in every version of the server.
pub const MIGRATIONS: i64 = 7_310_241;
/// Key for nodes that start at the same time and change the login role.
pub const LOGIN: i64 = 7_310_242;
/// Key for the first start of several nodes, which store their encryption keys.
pub const SEALING: i64 = 7_310_243;
/// Key for the generation of demo books.
pub const DEMO: i64 = 7_310_244;
/// Key for the creation of firms, which choose the next free id.
pub const NEW_FIRM: i64 = 7_310_245;

#[diesel::declare_sql_function]
extern "SQL" {
    fn hashtext(text: Text) -> Integer;
    fn pg_try_advisory_xact_lock(work: Integer, firm_id: Integer) -> Bool;
    /// Returns void, which no caller reads.
    fn pg_advisory_xact_lock(work: Integer, firm_id: Integer) -> Bool;
}

/// Acquires the firm's lock for a kind of work. Waits while another transaction holds it.
pub async fn lock(connection: &mut AsyncPgConnection, work: &'static str, firm_id: i32) -> QueryResult<()> {
    diesel::select(pg_advisory_xact_lock(hashtext(work), firm_id))
        .execute(connection)
        .await
        .map(drop)
}

/// Tries to acquire the firm's lock for a kind of work. Returns `false` if another transaction holds it.
pub async fn try_lock(
    connection: &mut AsyncPgConnection,
    work: &'static str,
    firm_id: i32,
) -> QueryResult<bool> {
    diesel::select(pg_try_advisory_xact_lock(hashtext(work), firm_id))
        .get_result(connection)
        .await
}
