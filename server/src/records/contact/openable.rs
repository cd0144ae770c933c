//! Looks up which linked contacts exist and are visible to the viewer.

use super::visible;
use crate::auth::Viewer;
use crate::db::schema::contact;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::try_join_all;
use shared::contact::ContactKind;
use std::collections::HashMap;
use uuid::Uuid;

/// Returns the given contacts that exist and are visible to the viewer, with their kinds.
pub async fn openable(
    connection: &AsyncPgConnection,
    viewer: &Viewer,
    uuids: &[Uuid],
) -> QueryResult<HashMap<Uuid, ContactKind>> {
    if uuids.is_empty() {
        return Ok(HashMap::new());
    }
    if viewer.sees_all_rows() {
        let mut connection = connection;
        let found: Vec<(Uuid, i16)> = contact::table
            .filter(contact::firm_id.eq(viewer.firm.id))
            .filter(contact::uuid.eq_any(uuids))
            .filter(contact::deleted_at.is_null())
            .select((contact::uuid, contact::kind))
            .load(&mut connection)
            .await?;
        let known = found.into_iter().filter_map(|(uuid, number)| {
            let kind = ContactKind::try_from(u8::try_from(number).ok()?).ok()?;
            Some((uuid, kind))
        });
        return Ok(known.collect());
    }
    let of_kind = async |kind: ContactKind| -> QueryResult<Vec<(Uuid, ContactKind)>> {
        let mut connection = connection;
        let found: Vec<Uuid> = visible(&viewer.sight(), kind)
            .filter(contact::uuid.eq_any(uuids.to_vec()))
            .select(contact::uuid)
            .load(&mut connection)
            .await?;
        Ok(found.into_iter().map(|uuid| (uuid, kind)).collect())
    };
    // The queries for all kinds are pipelined into one round trip.
    let found = try_join_all(ContactKind::ALL.map(of_kind)).await?;
    Ok(found.into_iter().flatten().collect())
}
