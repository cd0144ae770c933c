//! Removes deleted documents and files without a row. Such files remain from uploads that were not saved and from
//! unencrypted documents that were replaced by encrypted ones.

use super::Files;
use crate::error::ApiResult;
use crate::records::document_file;
use crate::sealing::firms;
use anyhow::Context as _;
use jiff::SignedDuration;
use std::collections::HashSet;

/// Age after which a file without a row is orphaned. Writing the row takes minutes at most.
const SETTLED: SignedDuration = SignedDuration::from_hours(24);
/// Time during which a deleted document can be restored. After that its row is removed, which orphans its file.
const RESTORABLE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Keys per query.
const BATCH: usize = 1_000;

/// Removes the rows of documents that can no longer be restored.
pub(super) async fn remove_deleted(files: &Files) -> ApiResult<()> {
    let before = files.clock.now() - RESTORABLE;
    let mut count = 0;
    for firm_id in firms(&files.db).await? {
        let mut transaction = files.db.begin(firm_id).await?;
        count += document_file::remove_deleted(&mut transaction, firm_id, before).await?;
        transaction.commit().await?;
    }
    if count > 0 {
        tracing::info!(documents = count, "removed deleted documents");
    }
    Ok(())
}

pub(super) async fn remove(files: &Files) -> ApiResult<()> {
    let before = files.clock.now() - SETTLED;
    let stored = files.store.documents_before(before).await;
    let mut count = 0;
    for (firm_id, keys) in stored.context("cannot list stored documents")? {
        for keys in keys.chunks(BATCH) {
            let mut transaction = files.db.begin(firm_id).await?;
            let used = document_file::used(&mut transaction, firm_id, keys).await?;
            transaction.finish();
            let used: HashSet<String> = used.into_iter().collect();
            for key in keys.iter().filter(|key| !used.contains(*key)) {
                let removed = files.store.remove_document(key).await;
                count += usize::from(removed.context("cannot remove a stored document")?);
            }
        }
    }
    if count > 0 {
        tracing::info!(files = count, "removed documents without a row");
    }
    Ok(())
}
