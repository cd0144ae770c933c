//! Partners whose sites embed widgets, and their backend keys.

use crate::auth::Viewer;
use crate::db::schema::{partner, partner_key};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::embed::{Partner, PartnerInput, PartnerKey};
use std::collections::HashMap;
use uuid::Uuid;

/// Query limit. Pages show fewer.
const MAX_PARTNERS: i64 = 500;

#[derive(Queryable, Selectable)]
#[diesel(table_name = partner, check_for_backend(Pg))]
struct PartnerRow {
    firm_id: i32,
    uuid: Uuid,
    version: i32,
    name: String,
    is_active: bool,
    origins: Vec<String>,
}

impl PartnerRow {
    fn with_keys(self, keys: Vec<PartnerKey>) -> Partner {
        let Self {
            firm_id,
            uuid,
            version,
            name,
            is_active,
            origins,
        } = self;
        Partner {
            uuid,
            version,
            name,
            is_active,
            origins,
            keys,
            embed_id: format!("{firm_id}-{uuid}"),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = partner_key, check_for_backend(Pg))]
struct KeyRow {
    partner_uuid: Uuid,
    uuid: Uuid,
    ending: String,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(deserialize_as = jiff_diesel::NullableTimestamp)]
    last_used_at: Option<Timestamp>,
}

impl From<KeyRow> for PartnerKey {
    fn from(row: KeyRow) -> Self {
        let KeyRow {
            partner_uuid: _,
            uuid,
            ending,
            created_at,
            last_used_at,
        } = row;
        Self {
            uuid,
            ending,
            created_at,
            last_used_at,
        }
    }
}

/// Lists the partners of a firm by name, with their valid keys.
pub async fn of_firm(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Vec<Partner>> {
    let partners: Vec<PartnerRow> = partner::table
        .filter(partner::firm_id.eq(firm_id))
        .order((partner::name, partner::uuid))
        .limit(MAX_PARTNERS)
        .select(PartnerRow::as_select())
        .load(connection)
        .await?;
    let uuids: Vec<Uuid> = partners.iter().map(|row| row.uuid).collect();
    let mut keys = keys_of(connection, firm_id, &uuids).await?;
    let with_keys = partners.into_iter().map(|row| {
        let own = keys.remove(&row.uuid).unwrap_or_default();
        row.with_keys(own)
    });
    Ok(with_keys.collect())
}

/// Looks up a partner with its valid keys.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<Partner>> {
    let row: Option<PartnerRow> = partner::table
        .find((firm_id, uuid))
        .select(PartnerRow::as_select())
        .first(connection)
        .await
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    let mut keys = keys_of(connection, firm_id, &[uuid]).await?;
    Ok(Some(row.with_keys(keys.remove(&uuid).unwrap_or_default())))
}

async fn keys_of(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    partners: &[Uuid],
) -> QueryResult<HashMap<Uuid, Vec<PartnerKey>>> {
    let rows: Vec<KeyRow> = partner_key::table
        .filter(partner_key::firm_id.eq(firm_id))
        .filter(partner_key::partner_uuid.eq_any(partners))
        .filter(partner_key::revoked_at.is_null())
        .order((partner_key::created_at, partner_key::uuid))
        .select(KeyRow::as_select())
        .load(connection)
        .await?;
    let mut keys: HashMap<Uuid, Vec<PartnerKey>> = HashMap::new();
    for row in rows {
        keys.entry(row.partner_uuid).or_default().push(row.into());
    }
    Ok(keys)
}

/// Returns the origins of an active partner, or `None` if there is no such partner.
pub async fn origins(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<Vec<String>>> {
    partner::table
        .find((firm_id, uuid))
        .filter(partner::is_active)
        .select(partner::origins)
        .first(connection)
        .await
        .optional()
}

/// Adds a partner.
pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    input: &PartnerInput,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::insert_into(partner::table)
        .values((
            partner::firm_id.eq(viewer.firm.id),
            partner::uuid.eq(uuid),
            partner::name.eq(&input.name),
            partner::is_active.eq(input.is_active),
            partner::origins.eq(&input.origins),
            partner::created_at.eq(jiff_diesel::Timestamp::from(now)),
            partner::created_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Updates a partner. Returns `false` if its version has changed.
pub async fn change(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
    input: &PartnerInput,
) -> QueryResult<bool> {
    let changed = diesel::update(partner::table.find((firm_id, uuid)))
        .filter(partner::version.eq(input.version.unwrap_or_default()))
        .set((
            partner::version.eq(partner::version + 1),
            partner::name.eq(&input.name),
            partner::is_active.eq(input.is_active),
            partner::origins.eq(&input.origins),
        ))
        .execute(connection)
        .await?;
    Ok(changed == 1)
}

/// Locks a partner, so that its keys are added one at a time. Returns `false` if there is no such partner.
pub async fn hold(connection: &mut AsyncPgConnection, firm_id: i32, uuid: Uuid) -> QueryResult<bool> {
    let found: Option<Uuid> = partner::table
        .find((firm_id, uuid))
        .select(partner::uuid)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    Ok(found.is_some())
}

/// A new key.
pub struct NewKey<'a> {
    pub uuid: Uuid,
    pub hash: &'a [u8],
    /// The last four characters.
    pub ending: &'a str,
}

/// Adds a key of a partner.
pub async fn add_key(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    partner_uuid: Uuid,
    key: &NewKey<'_>,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::insert_into(partner_key::table)
        .values((
            partner_key::firm_id.eq(viewer.firm.id),
            partner_key::uuid.eq(key.uuid),
            partner_key::partner_uuid.eq(partner_uuid),
            partner_key::key_hash.eq(key.hash),
            partner_key::ending.eq(key.ending),
            partner_key::created_at.eq(jiff_diesel::Timestamp::from(now)),
            partner_key::created_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Revokes a partner's key. Returns `false` if there is no such key or it is already revoked.
pub async fn revoke_key(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (partner_uuid, key_uuid): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    let revoked = diesel::update(partner_key::table.find((firm_id, key_uuid)))
        .filter(partner_key::partner_uuid.eq(partner_uuid))
        .filter(partner_key::revoked_at.is_null())
        .set(partner_key::revoked_at.eq(jiff_diesel::Timestamp::from(now)))
        .execute(connection)
        .await?;
    Ok(revoked == 1)
}

/// Records that a key was used.
pub async fn use_key(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    key_uuid: Uuid,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::update(partner_key::table.find((firm_id, key_uuid)))
        .set(partner_key::last_used_at.eq(jiff_diesel::Timestamp::from(now)))
        .execute(connection)
        .await
        .map(drop)
}
