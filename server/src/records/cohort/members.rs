//! Members of static cohorts.

use super::too_many_contacts;
use crate::auth::Viewer;
use crate::db::schema::{app_user, cohort, cohort_contact};
use crate::error::ApiResult;
use crate::list::statement::{Bind, Statement};
use crate::list::{self, ScopedQuery};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::cohort::MAX_CONTACTS;
use std::collections::HashMap;
use uuid::Uuid;

/// One more than `MAX_CONTACTS`, enough to detect that there are too many.
const ENOUGH: i64 = MAX_CONTACTS as i64 + 1;

/// Result of adding or removing the contacts that a query finds.
#[derive(QueryableByName)]
pub struct MemberChange {
    /// Number of contacts that the query found.
    #[diesel(sql_type = BigInt)]
    pub found: i64,
    /// The contacts that were added or removed.
    #[diesel(sql_type = Array<SqlUuid>)]
    pub contact_uuids: Vec<Uuid>,
}

/// Adds the contacts found by the query.
///
/// # Errors
/// Returns `ApiError::Refused` if the cohort would exceed `MAX_CONTACTS`.
pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    query: &ScopedQuery,
) -> ApiResult<MemberChange> {
    let firm_id = viewer.firm.id;
    let mut statement = Statement::default();
    statement.is_rare = true;
    write_found(&mut statement, query, firm_id, Some(ENOUGH));
    statement
        .sql(", added AS (INSERT INTO cohort_contact (firm_id, cohort_uuid, contact_uuid, added_by) SELECT ")
        .bind(Bind::Integer(firm_id))
        .sql(", ")
        .bind(Bind::Uuid(uuid))
        .sql(", uuid, ")
        .bind(Bind::Text(viewer.user_key.clone()))
        .sql(" FROM found ON CONFLICT DO NOTHING RETURNING contact_uuid) ")
        .sql("SELECT (SELECT count(*) FROM found) AS found, coalesce(array_agg(contact_uuid), '{}') AS contact_uuids FROM added");
    let change: MemberChange = statement.get_result(&mut *connection).await?;
    let contact_count: i64 = cohort::table
        .find((firm_id, uuid))
        .select(cohort::contact_count)
        .first(connection)
        .await?;
    if change.found >= ENOUGH || contact_count >= ENOUGH {
        return Err(too_many_contacts("Narrow the selection."));
    }
    Ok(change)
}

/// Removes the contacts found by the query.
pub async fn remove(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
    query: &ScopedQuery,
) -> QueryResult<MemberChange> {
    let mut statement = Statement::default();
    statement.is_rare = true;
    write_found(&mut statement, query, firm_id, None);
    statement
        .sql(", removed AS (DELETE FROM cohort_contact WHERE firm_id = ")
        .bind(Bind::Integer(firm_id))
        .sql(" AND cohort_uuid = ")
        .bind(Bind::Uuid(uuid))
        .sql(" AND contact_uuid IN (SELECT uuid FROM found) RETURNING contact_uuid) ")
        .sql("SELECT (SELECT count(*) FROM found) AS found, coalesce(array_agg(contact_uuid), '{}') AS contact_uuids FROM removed");
    statement.get_result(connection).await
}

/// Writes the CTE `found` with the contacts that the query finds. Locks them, so that none is deleted before it is
/// counted.
fn write_found(statement: &mut Statement, query: &ScopedQuery, firm_id: i32, most: Option<i64>) {
    statement.sql("WITH hits AS MATERIALIZED (");
    list::write_uuids(statement, query, firm_id);
    if let Some(most) = most {
        statement.sql(" LIMIT ").bind(Bind::BigInt(most));
    }
    // Filter out deleted contacts after the lookup. In the lookup, the condition would match the partial index on
    // names. Without statistics for the firm, PostgreSQL would then scan all of its names for each contact.
    statement
        .sql(
            "), locked AS MATERIALIZED (SELECT contact.* FROM hits CROSS JOIN LATERAL (
               SELECT uuid, deleted_at FROM contact WHERE uuid = hits.uuid AND firm_id = ",
        )
        .bind(Bind::Integer(firm_id))
        .sql(
            " FOR SHARE) contact),
             found AS MATERIALIZED (SELECT uuid FROM locked WHERE deleted_at IS NULL)",
        );
}

/// Date of a contact's addition to a cohort, and the user who added it.
pub struct Joined {
    pub added_at: Timestamp,
    /// Name of the user, or the key if the user is unknown.
    pub added_by: Option<String>,
}

/// Returns the cohorts that a contact was added to.
pub async fn joined_by(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
) -> QueryResult<HashMap<Uuid, Joined>> {
    type Row = (
        Uuid,
        jiff_diesel::Timestamp,
        Option<String>,
        Option<(String, String)>,
    );
    let rows: Vec<Row> = cohort_contact::table
        .left_join(app_user::table.on(app_user::user_key.nullable().eq(cohort_contact::added_by)))
        .filter(cohort_contact::firm_id.eq(firm_id))
        .filter(cohort_contact::contact_uuid.eq(contact))
        .select((
            cohort_contact::cohort_uuid,
            cohort_contact::added_at,
            cohort_contact::added_by,
            (app_user::first_name, app_user::last_name).nullable(),
        ))
        .load(connection)
        .await?;
    let joined = |(cohort, added_at, user_key, name): Row| {
        let name = name.map(|(first, last)| format!("{first} {last}"));
        let joined = Joined {
            added_at: added_at.to_jiff(),
            added_by: name.or(user_key),
        };
        (cohort, joined)
    };
    Ok(rows.into_iter().map(joined).collect())
}
