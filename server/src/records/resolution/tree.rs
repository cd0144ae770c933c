//! Merged contacts. Each points to the contact that it was merged into, which may itself have been merged.

use crate::auth::Viewer;
use crate::db::schema::contact;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Integer, SmallInt, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use uuid::Uuid;

#[derive(QueryableByName)]
struct Node {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

/// Returns the contact that now holds a contact's records: the contact itself, unless it was merged.
pub async fn holder(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    uuid: Uuid,
) -> QueryResult<Option<Uuid>> {
    let found: Option<Node> = diesel::sql_query(
        "SELECT firmbook_holder($1, uuid) AS uuid FROM contact WHERE firm_id = $1 AND uuid = $2 AND kind = $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<SmallInt, _>(kind as i16)
    .get_result(connection)
    .await
    .optional()?;
    Ok(found.map(|node| node.uuid))
}

/// Returns a contact and all contacts that were merged into it, directly or indirectly.
pub async fn with_merged(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Vec<Uuid>> {
    let found: Vec<Node> = diesel::sql_query(
        "WITH RECURSIVE down AS (
           SELECT $2 AS uuid
           UNION ALL
           SELECT c.uuid FROM down JOIN contact c ON c.firm_id = $1 AND c.merged_into = down.uuid)
         SELECT uuid FROM down",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .load(connection)
    .await?;
    Ok(found.into_iter().map(|node| node.uuid).collect())
}

/// Returns the name of a contact that was deleted.
pub async fn name_if_deleted(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<String>> {
    contact::table
        .find((firm_id, uuid))
        .filter(contact::deleted_at.is_not_null())
        .select(contact::display_name)
        .first(connection)
        .await
        .optional()
}

/// Hides merged contacts.
pub async fn hide(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    merge: Uuid,
    merged: &[Uuid],
    into: Uuid,
) -> QueryResult<usize> {
    diesel::update(contact::table)
        .filter(contact::firm_id.eq(viewer.firm.id))
        .filter(contact::uuid.eq_any(merged))
        .set((
            contact::deleted_at.eq(now),
            contact::merged_into.eq(into),
            contact::merged_by.eq(merge),
            contact::version.eq(contact::version + 1),
            contact::updated_at.eq(now),
            contact::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
}

/// Unhides the contacts of a merge and returns their uuids.
pub async fn show(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    merge: Uuid,
) -> QueryResult<Vec<Uuid>> {
    diesel::update(contact::table)
        .filter(contact::firm_id.eq(viewer.firm.id))
        .filter(contact::merged_by.eq(merge))
        .set((
            contact::deleted_at.eq(None::<jiff_diesel::Timestamp>),
            contact::merged_into.eq(None::<Uuid>),
            contact::merged_by.eq(None::<Uuid>),
            contact::version.eq(contact::version + 1),
            contact::updated_at.eq(now),
            contact::updated_by.eq(&viewer.user_key),
        ))
        .returning(contact::uuid)
        .get_results(connection)
        .await
}
