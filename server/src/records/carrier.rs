//! Insurance carriers: reference data shared by all firms.

use crate::db::schema::carrier;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contract::contracts::Carrier;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = carrier)]
pub(super) struct CarrierRow {
    uuid: Uuid,
    name: String,
    short_name: String,
    naic_code: String,
    am_best_rating: Option<String>,
    comdex: Option<i16>,
    phone: Option<String>,
    fax: Option<String>,
}

impl From<CarrierRow> for Carrier {
    fn from(row: CarrierRow) -> Self {
        let CarrierRow {
            uuid,
            name,
            short_name,
            naic_code,
            am_best_rating,
            comdex,
            phone,
            fax,
        } = row;
        Self {
            uuid,
            name,
            short_name,
            naic_code,
            am_best_rating,
            comdex,
            phone,
            fax,
        }
    }
}

/// Looks up a carrier by uuid, including inactive ones.
pub async fn find(connection: &mut AsyncPgConnection, uuid: Uuid) -> QueryResult<Option<Carrier>> {
    let row: Option<CarrierRow> = carrier::table
        .find(uuid)
        .select(CarrierRow::as_select())
        .first(connection)
        .await
        .optional()?;
    Ok(row.map(Into::into))
}

/// Lists active carriers by name.
pub async fn active(connection: &mut AsyncPgConnection) -> QueryResult<Vec<Carrier>> {
    let rows: Vec<CarrierRow> = carrier::table
        .filter(carrier::is_active)
        .order((carrier::name, carrier::uuid))
        .select(CarrierRow::as_select())
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}
