//! Encrypts documents that earlier versions stored unencrypted, one file at a time, in batches. A node that was stopped
//! continues with the remaining files when it restarts.

use super::Files;
use crate::error::ApiResult;
use crate::mail::cohort::KeptDocument;
use crate::records::document_file::{self, PlainDocument, SentDocuments};
use crate::store::is_plain;
use anyhow::Context as _;
use uuid::Uuid;

pub(super) async fn seal_all(files: &Files) -> ApiResult<()> {
    let closed = files.store.close_to_others().await;
    closed.context("cannot change the permissions of the file store")?;
    let firms = files.store.firms_with_plain_documents().await;
    let mut count = 0;
    for firm_id in firms.context("cannot list stored documents")? {
        count += seal_documents(files, firm_id).await?;
        count += seal_sent(files, firm_id).await?;
    }
    if count > 0 {
        tracing::info!(documents = count, "encrypted stored documents");
    }
    Ok(())
}

async fn seal_documents(files: &Files, firm_id: i32) -> ApiResult<usize> {
    let (mut after, mut count) = (Uuid::nil(), 0);
    loop {
        let mut transaction = files.db.begin(firm_id).await?;
        let batch = document_file::plain_documents(&mut transaction, firm_id, after).await?;
        transaction.finish();
        let Some(last) = batch.last() else {
            return Ok(count);
        };
        after = last.uuid;
        for plain in &batch {
            // A damaged file, which the store logs, must not keep the others from being encrypted.
            count += usize::from(seal_document(files, firm_id, plain).await.unwrap_or(false));
        }
    }
}

async fn seal_document(files: &Files, firm_id: i32, plain: &PlainDocument) -> ApiResult<bool> {
    let PlainDocument {
        uuid,
        storage_key,
        size_bytes,
    } = plain;
    let size_bytes = size_bytes.unsigned_abs();
    let sealed = files
        .store
        .seal_plain(firm_id, *uuid, storage_key, size_bytes)
        .await?;
    let mut transaction = files.db.begin(firm_id).await?;
    let is_replaced = document_file::replace(&mut transaction, firm_id, plain, &sealed).await?;
    transaction.commit().await?;
    if !is_replaced {
        files.store.remove(&sealed).await;
    }
    Ok(is_replaced)
}

async fn seal_sent(files: &Files, firm_id: i32) -> ApiResult<usize> {
    let (mut skipped, mut count) = (0, 0);
    loop {
        let mut transaction = files.db.begin(firm_id).await?;
        let batch = document_file::plain_sent(&mut transaction, firm_id, skipped).await?;
        transaction.finish();
        if batch.is_empty() {
            return Ok(count);
        }
        for sent in &batch {
            if seal_recipient(files, firm_id, sent).await.unwrap_or(false) {
                count += 1;
            } else {
                skipped += 1;
            }
        }
    }
}

async fn seal_recipient(files: &Files, firm_id: i32, sent: &SentDocuments) -> ApiResult<bool> {
    let documents = sent.documents.clone().unwrap_or_default();
    let mut documents: Vec<KeptDocument> =
        serde_json::from_value(documents).context("cannot read the list of stored documents")?;
    for document in documents.iter_mut().filter(|one| is_plain(&one.storage_key)) {
        let uuid = crate::ids::new_uuid();
        document.storage_key = files
            .store
            .seal_plain(firm_id, uuid, &document.storage_key, document.size_bytes)
            .await?;
        document.uuid = Some(uuid);
    }
    let documents = serde_json::to_value(&documents).map_err(anyhow::Error::from)?;
    let mut transaction = files.db.begin(firm_id).await?;
    let is_replaced = document_file::replace_sent(&mut transaction, firm_id, sent, documents).await?;
    transaction.commit().await?;
    Ok(is_replaced)
}
