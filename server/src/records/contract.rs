//! Queries on policies and annuities, generated for both tables.

use super::annuity::{AnnuityFields, AnnuityRow};
use super::carrier::CarrierRow;
use super::policy::{PolicyFields, PolicyRow};
use crate::auth::{Sight, Viewer};
use crate::db::Prepare;
use crate::db::schema::{annuity, carrier, policy};
use crate::error::ApiResult;
use crate::list::IsVisible;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use shared::activity::{changed_fields, field_changes};
use shared::contract::contracts::{Carrier, Contract, IndexStrategy, Rider};
use shared::contract::{Annuity, Policy, contract_number_key};
use shared::list::ListName;
use std::future::Future;
use uuid::Uuid;

/// A row of either table, with the field names of the API.
pub struct Stored<C> {
    pub uuid: Uuid,
    pub firm_id: i32,
    pub version: i32,
    pub contract: C,
    pub carrier_name: String,
    pub riders: Vec<Rider>,
    pub index_strategies: Vec<IndexStrategy>,
    pub agent_integration_enabled: bool,
    pub source: String,
    pub source_file: Option<String>,
    pub source_row: Option<i32>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
}

pub(super) fn from_json<T: DeserializeOwned>(json: serde_json::Value) -> anyhow::Result<T> {
    Ok(serde_json::from_value(json)?)
}

/// Values of a row by column name.
pub type Columns = serde_json::Map<String, serde_json::Value>;

/// A contract type with its own table.
pub trait InDatabase:
    Contract + Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// `policy` or `annuity`: the table name, also used as the noun in messages.
    const NOUN: &'static str;

    /// Looks up a contract that is visible to the viewer.
    fn find(
        connection: &AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> impl Future<Output = ApiResult<Option<Stored<Self>>>> + Send;

    /// Loads the contracts with these uuids that are visible to the viewer.
    fn find_all(
        connection: &mut AsyncPgConnection,
        sight: &Sight<'_>,
        uuids: &[Uuid],
    ) -> impl Future<Output = ApiResult<Vec<Stored<Self>>>> + Send;

    /// Returns the editable columns by name, as in the JSON of a database row.
    fn columns(self) -> anyhow::Result<Columns>;

    /// Looks up the carrier of a contract, whether the contract is visible or not.
    fn carrier(
        connection: &AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> impl Future<Output = QueryResult<Option<Carrier>>> + Send;

    /// Returns the hash of the request that created the contract.
    fn request_hash(
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> impl Future<Output = QueryResult<Option<Vec<u8>>>> + Send;

    /// Inserts the contract unless the uuid exists, and returns the number of rows inserted. `request_hash`
    /// identifies the request if it was sent with an idempotency key.
    fn insert(
        self,
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
        carrier_name: &str,
        riders: Option<&[Rider]>,
        request_hash: Option<&[u8]>,
    ) -> impl Future<Output = QueryResult<usize>> + Send;

    /// Updates the contract if it still has this version, and returns the number of rows updated. `None`
    /// keeps the riders.
    fn update(
        self,
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
        version: i32,
        carrier_name: &str,
        riders: Option<&[Rider]>,
    ) -> impl Future<Output = QueryResult<usize>> + Send;

    /// Marks the contract as deleted. Does not delete its links.
    fn delete(
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> impl Future<Output = QueryResult<usize>> + Send;

    /// Returns when the contract was deleted, and locks its row until the transaction ends. Returns `None` if
    /// it is not deleted.
    fn deleted_at(
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> impl Future<Output = QueryResult<Option<jiff::Timestamp>>> + Send;

    /// Restores the contract. Does not restore its links.
    fn restore(
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> impl Future<Output = QueryResult<usize>> + Send;
}

macro_rules! in_database {
    ($contract:ident, $table:ident, $row:ident, $fields:ident) => {
        impl InDatabase for $contract {
            const NOUN: &'static str = stringify!($table);

            async fn find(
                mut connection: &AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
            ) -> ApiResult<Option<Stored<Self>>> {
                let row: Option<$row> = $table::table
                    .filter($table::firm_id.eq(viewer.firm.id))
                    .filter($table::uuid.eq(uuid))
                    .filter($table::deleted_at.is_null())
                    .filter(IsVisible::new(
                        ListName::of_contracts(Self::LINE),
                        &viewer.sight(),
                    ))
                    .select($row::as_select())
                    .first(&mut connection)
                    .await
                    .optional()?;
                Ok(row.map(Stored::try_from).transpose()?)
            }

            async fn find_all(
                connection: &mut AsyncPgConnection,
                sight: &Sight<'_>,
                uuids: &[Uuid],
            ) -> ApiResult<Vec<Stored<Self>>> {
                let rows: Vec<$row> = $table::table
                    .filter($table::firm_id.eq(sight.firm_id))
                    .filter($table::uuid.eq_any(uuids))
                    .filter($table::deleted_at.is_null())
                    .filter(IsVisible::new(ListName::of_contracts(Self::LINE), sight))
                    .order($table::uuid)
                    .select($row::as_select())
                    .load(connection)
                    .await?;
                let stored: anyhow::Result<_> = rows.into_iter().map(Stored::try_from).collect();
                Ok(stored?)
            }

            fn columns(self) -> anyhow::Result<Columns> {
                from_json(serde_json::to_value($fields::from(self))?)
            }

            async fn carrier(
                mut connection: &AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
            ) -> QueryResult<Option<Carrier>> {
                let uuids = $table::table
                    .find((viewer.firm.id, uuid))
                    .select($table::carrier_uuid);
                let row: Option<CarrierRow> = carrier::table
                    .filter(carrier::uuid.eq_any(uuids))
                    .select(CarrierRow::as_select())
                    .first(&mut connection)
                    .await
                    .optional()?;
                Ok(row.map(Into::into))
            }

            async fn request_hash(
                connection: &mut AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
            ) -> QueryResult<Option<Vec<u8>>> {
                $table::table
                    .find((viewer.firm.id, uuid))
                    .select($table::request_hash)
                    .first(connection)
                    .await
            }

            async fn insert(
                self,
                connection: &mut AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
                carrier_name: &str,
                riders: Option<&[Rider]>,
                request_hash: Option<&[u8]>,
            ) -> QueryResult<usize> {
                diesel::insert_into($table::table)
                    .values((
                        $table::firm_id.eq(viewer.firm.id),
                        $table::uuid.eq(uuid),
                        $table::carrier_name.eq(carrier_name),
                        $table::created_by.eq(&viewer.user_key),
                        $table::updated_by.eq(&viewer.user_key),
                        $table::request_hash.eq(request_hash),
                        riders.map(|riders| $table::riders.eq(serde_json::json!(riders))),
                        $fields::from(self),
                    ))
                    .on_conflict(($table::firm_id, $table::uuid))
                    .do_nothing()
                    .execute(connection)
                    .await
            }

            async fn update(
                self,
                connection: &mut AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
                version: i32,
                carrier_name: &str,
                riders: Option<&[Rider]>,
            ) -> QueryResult<usize> {
                let this_version = $table::firm_id
                    .eq(viewer.firm.id)
                    .and($table::uuid.eq(uuid))
                    .and($table::version.eq(version));
                diesel::update(
                    $table::table
                        .filter(this_version)
                        .filter($table::deleted_at.is_null()),
                )
                .set((
                    $fields::from(self),
                    riders.map(|riders| $table::riders.eq(serde_json::json!(riders))),
                    $table::carrier_name.eq(carrier_name),
                    $table::version.eq($table::version + 1),
                    $table::updated_at.eq(now),
                    $table::updated_by.eq(&viewer.user_key),
                ))
                .prepared()
                .execute(connection)
                .await
            }

            async fn delete(
                connection: &mut AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
            ) -> QueryResult<usize> {
                diesel::update($table::table.find((viewer.firm.id, uuid)))
                    .set((
                        $table::deleted_at.eq(now),
                        $table::version.eq($table::version + 1),
                        $table::updated_at.eq(now),
                        $table::updated_by.eq(&viewer.user_key),
                    ))
                    .execute(connection)
                    .await
            }

            async fn deleted_at(
                connection: &mut AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
            ) -> QueryResult<Option<jiff::Timestamp>> {
                let deleted_at: Option<jiff_diesel::Timestamp> = $table::table
                    .filter($table::firm_id.eq(viewer.firm.id))
                    .filter($table::uuid.eq(uuid))
                    .filter($table::deleted_at.is_not_null())
                    .select($table::deleted_at.assume_not_null())
                    .for_update()
                    .first(connection)
                    .await
                    .optional()?;
                Ok(deleted_at.map(jiff_diesel::Timestamp::to_jiff))
            }

            async fn restore(
                connection: &mut AsyncPgConnection,
                viewer: &Viewer,
                uuid: Uuid,
            ) -> QueryResult<usize> {
                diesel::update($table::table.find((viewer.firm.id, uuid)))
                    .set((
                        $table::deleted_at.eq(None::<jiff_diesel::Timestamp>),
                        $table::version.eq($table::version + 1),
                        $table::updated_at.eq(now),
                        $table::updated_by.eq(&viewer.user_key),
                    ))
                    .execute(connection)
                    .await
            }
        }
    };
}

in_database!(Policy, policy, PolicyRow, PolicyFields);
in_database!(Annuity, annuity, AnnuityRow, AnnuityFields);

#[derive(QueryableByName)]
struct TakenNumber {
    #[diesel(sql_type = Bool)]
    exists: bool,
}

/// Returns whether the firm has a contract other than `own` with this carrier and number.
pub async fn number_is_taken<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    carrier: Uuid,
    number: &str,
    own: Uuid,
) -> QueryResult<bool> {
    let found: TakenNumber = diesel::sql_query(format!(
        "SELECT EXISTS (SELECT FROM {} WHERE firm_id = $1 AND carrier_uuid = $2 AND number_key = $3
           AND deleted_at IS NULL AND uuid <> $4) AS exists",
        C::NOUN
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(carrier)
    .bind::<Text, _>(contract_number_key(number))
    .bind::<SqlUuid, _>(own)
    .prepared()
    .get_result(connection)
    .await?;
    Ok(found.exists)
}

/// Builds the audit details for a changed contract: the changed fields with old and new values, and the status if it
/// changed.
pub fn change_details<C: Contract + Serialize>(before: &C, after: &C, version: i32) -> serde_json::Value {
    let (old, new) = (json!(before), json!(after));
    let mut details = json!({
        "fields": changed_fields(&old, &new), "changes": field_changes(&old, &new), "version": version,
    });
    if before.status() != after.status() {
        details["status"] = json!([before.status(), after.status()]);
    }
    details
}
