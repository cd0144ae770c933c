//! Stages the rows of stored uploads and deletes them when they are no longer needed.

use super::Uploads;
use super::matching::{Planned, plan};
use super::owner::Owner;
use super::stage::key;
use super::staged_kind::Order;
use crate::db::schema::{firm, upload_contract_row, upload_row};
use crate::error::ApiResult;
use crate::records::upload::StoredUpload;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::validate::Context;
use shared::upload::record::Upload;

/// Stages the rows of a stored upload unless they are already staged.
///
/// # Errors
/// Same as [`Stager::stage`](super::stage::Stager::stage).
pub async fn stage(
    uploads: &Uploads,
    firm_id: i32,
    stored: &StoredUpload,
    context: Context,
) -> ApiResult<()> {
    let key = key(&stored.reading, &stored.mapping, &context);
    if stored.staged_key.as_ref() == Some(&key) {
        let mut transaction = uploads.db.begin(firm_id).await?;
        let has_rows = has_rows(&mut transaction, firm_id, &stored.upload).await?;
        transaction.finish();
        if has_rows {
            return Ok(());
        }
    }
    let order = Order {
        owner: Owner {
            firm_id,
            storage_guid: stored.upload.storage_guid,
            kind: stored.upload.upload_type,
        },
        file: uploads.store.source(firm_id, &stored.storage_key),
        reading: stored.reading.clone(),
        mapping: stored.mapping.clone(),
        context,
        key,
    };
    uploads.stager.stage(order, &uploads.sealer).await
}

async fn has_rows(connection: &mut AsyncPgConnection, firm_id: i32, upload: &Upload) -> QueryResult<bool> {
    if upload.upload_type.line().is_some() {
        let rows = upload_contract_row::table
            .filter(upload_contract_row::firm_id.eq(firm_id))
            .filter(upload_contract_row::storage_guid.eq(upload.storage_guid));
        return diesel::select(exists(rows)).get_result(connection).await;
    }
    let rows = upload_row::table
        .filter(upload_row::firm_id.eq(firm_id))
        .filter(upload_row::storage_guid.eq(upload.storage_guid));
    diesel::select(exists(rows)).get_result(connection).await
}

pub async fn is_demo_firm(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<bool> {
    firm::table
        .find(firm_id)
        .select(firm::is_demo)
        .first(connection)
        .await
}

/// Deletes the rows of a completed import. Rejected rows are kept for download.
pub async fn forget(uploads: &Uploads, owner: Owner) -> ApiResult<()> {
    let mut transaction = uploads.db.begin(owner.firm_id).await?;
    plan(&mut transaction, Planned::ForMany).await?;
    for sql in [
        "DELETE FROM upload_row USING upload_match
         WHERE upload_row.firm_id = $1 AND upload_row.storage_guid = $2 AND upload_match.firm_id = $1
           AND upload_match.storage_guid = $2 AND upload_match.row_number = upload_row.row_number
           AND outcome IN ('New', 'Update', 'Unchanged')",
        "DELETE FROM upload_match WHERE firm_id = $1 AND storage_guid = $2
           AND outcome IN ('New', 'Update', 'Unchanged')",
        "DELETE FROM upload_contract_row r USING upload_contract_match m
         WHERE r.firm_id = $1 AND r.storage_guid = $2 AND m.firm_id = $1 AND m.storage_guid = $2
           AND m.row_number = r.row_number AND outcome IN ('New', 'Update', 'Unchanged')",
        "DELETE FROM upload_contract_match WHERE firm_id = $1 AND storage_guid = $2
           AND outcome IN ('New', 'Update', 'Unchanged')",
        "DELETE FROM upload_progress WHERE firm_id = $1 AND storage_guid = $2",
    ] {
        diesel::sql_query(sql)
            .bind::<Integer, _>(owner.firm_id)
            .bind::<SqlUuid, _>(owner.storage_guid)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}
