//! Seals the tax numbers of staged rows for the contacts that they update.
//!
//! A staged number is sealed for the contact that its row becomes if it is new. Whether a row updates an
//! existing contact is known only after it is matched.

use super::owner::Owner;
use crate::crypto::{Place, Sealer};
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{Array, Binary, Integer, SmallInt, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Integer)]
    row_number: i32,
    /// The contact that the number is sealed for.
    #[diesel(sql_type = SqlUuid)]
    contact_uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    target: Uuid,
    #[diesel(sql_type = Binary)]
    cipher: Vec<u8>,
}

/// Seals the tax numbers in a range of rows for the contacts that the rows update. The outcomes must be known.
///
/// # Errors
/// Returns `ApiError::Refused` if a staged number does not decrypt.
pub async fn seal_for_targets(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    sealer: &Sealer,
    (first, last): (i32, i32),
) -> ApiResult<()> {
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT r.row_number, r.contact_uuid, c.uuid AS target, r.tax_id_cipher AS cipher
         FROM upload_row r JOIN upload_match m USING (firm_id, storage_guid, row_number)
         JOIN contact c ON c.firm_id = $1 AND c.uuid = m.contact_uuid
         WHERE r.firm_id = $1 AND r.storage_guid = $2 AND r.row_number BETWEEN $3 AND $4 AND m.outcome = 'Update'
           AND r.tax_id_cipher IS NOT NULL AND r.tax_id_hash IS DISTINCT FROM c.tax_id_hash",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Integer, _>(first)
    .bind::<Integer, _>(last)
    .load(&mut *connection)
    .await?;
    let (mut numbers, mut targets, mut ciphers) = (Vec::new(), Vec::new(), Vec::new());
    let mut key_id = None;
    for row in rows {
        let digits = sealer.open(Place::tax_id(owner.firm_id, row.contact_uuid), &row.cipher)?;
        let sealed = sealer.seal(Place::tax_id(owner.firm_id, row.target), &digits)?;
        numbers.push(row.row_number);
        targets.push(row.target);
        ciphers.push(sealed.cipher);
        key_id = Some(sealed.key_id);
    }
    let Some(key_id) = key_id else { return Ok(()) };
    diesel::sql_query(
        "UPDATE upload_row r SET contact_uuid = n.target, tax_id_cipher = n.cipher, tax_id_key_id = $6
         FROM unnest($3, $4, $5) AS n (row_number, target, cipher)
         WHERE r.firm_id = $1 AND r.storage_guid = $2 AND r.row_number = n.row_number",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Array<Integer>, _>(numbers)
    .bind::<Array<SqlUuid>, _>(targets)
    .bind::<Array<Binary>, _>(ciphers)
    .bind::<SmallInt, _>(key_id)
    .execute(connection)
    .await?;
    Ok(())
}
