//! Exports an import's changes to existing contacts: one line per field, with the old and the new value.

use super::Uploads;
use super::changes;
use super::contracts::page::{ChangedContract, changed_after};
use super::owner::Owner;
use crate::list::CsvWriter;
use bytes::Bytes;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use futures_util::{Stream, StreamExt, stream};
use shared::contract::Line;
use shared::upload::preview::RowChange;
use uuid::Uuid;

const CHUNK_BYTES: usize = 64 * 1024;
/// Number of contacts loaded at once.
const BATCH: i64 = 500;
const HEADINGS: [&str; 5] = ["Name", "Record ID", "Field", "Before", "After"];

#[derive(QueryableByName)]
struct Effect {
    #[diesel(sql_type = SqlUuid)]
    contact_uuid: Uuid,
    #[diesel(sql_type = Text)]
    display_name: String,
    #[diesel(sql_type = Nullable<Jsonb>)]
    before: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    after: Option<serde_json::Value>,
}

/// Streams the changes as CSV. If the database fails, the stream ends with an error so that the download fails.
pub fn csv(uploads: &Uploads, owner: Owner) -> impl Stream<Item = anyhow::Result<Bytes>> + Send + use<> {
    let mut writer = CsvWriter::new(CHUNK_BYTES);
    writer.line(HEADINGS);
    let state = (uploads.clone(), owner, writer, Some(Uuid::nil()));
    let batches = stream::try_unfold(state, async |(uploads, owner, mut writer, last)| {
        let Some(last) = last else { return Ok(None) };
        if let Some(line) = owner.kind.line() {
            let batch = batch_of_contracts(&uploads, (owner, line), last).await?;
            let next = batch.last().map(|changed| changed.uuid);
            for changed in batch {
                write(&mut writer, &changed.number, changed.uuid, changed.changes(line));
            }
            return Ok(Some((writer.take(), (uploads, owner, writer, next))));
        }
        let batch = batch(&uploads, owner, last).await?;
        let next = batch.last().map(|effect| effect.contact_uuid);
        for effect in batch {
            let changes = changes::between(effect.before, effect.after);
            write(&mut writer, &effect.display_name, effect.contact_uuid, changes);
        }
        Ok(Some((writer.take(), (uploads, owner, writer, next))))
    });
    // The body polls again after the end.
    batches.fuse()
}

/// Writes one line per changed field.
fn write(writer: &mut CsvWriter, name: &str, uuid: Uuid, changes: Vec<RowChange>) {
    let uuid = uuid.to_string();
    for change in changes {
        let [before, after] = [change.before, change.after].map(Option::unwrap_or_default);
        writer.line([name, &*uuid, &*change.label, &*before, &*after]);
    }
}

async fn batch_of_contracts(
    uploads: &Uploads,
    of: (Owner, Line),
    last: Uuid,
) -> anyhow::Result<Vec<ChangedContract>> {
    let load = async {
        let mut transaction = uploads.db.begin(of.0.firm_id).await?;
        let changed = changed_after(&mut transaction, of, last, BATCH).await?;
        transaction.finish();
        crate::error::ApiResult::Ok(changed)
    };
    load.await
        .map_err(|error| anyhow::anyhow!("cannot load the changes of an import: {error:?}"))
}

async fn batch(uploads: &Uploads, owner: Owner, last: Uuid) -> anyhow::Result<Vec<Effect>> {
    let load = async {
        let mut transaction = uploads.db.begin(owner.firm_id).await?;
        let effects = diesel::sql_query(
            "SELECT contact_uuid, display_name, before, after FROM upload_effect
             JOIN contact ON contact.firm_id = upload_effect.firm_id AND contact.uuid = contact_uuid
             WHERE upload_effect.firm_id = $1 AND storage_guid = $2 AND NOT is_new AND contact_uuid > $3
             ORDER BY contact_uuid LIMIT $4",
        )
        .bind::<Integer, _>(owner.firm_id)
        .bind::<SqlUuid, _>(owner.storage_guid)
        .bind::<SqlUuid, _>(last)
        .bind::<BigInt, _>(BATCH)
        .load(&mut *transaction)
        .await?;
        transaction.finish();
        crate::error::ApiResult::Ok(effects)
    };
    load.await
        .map_err(|error| anyhow::anyhow!("cannot load the changes of an import: {error:?}"))
}
