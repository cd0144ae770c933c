//! Re-encrypts stored files with the current key, for `server rotate-key`. Works in batches. Skips files that already
//! use the current key, so that an interrupted rotation can continue.

use super::{Files, sealing};
use crate::crypto::Owner;
use crate::error::ApiResult;
use crate::mail::cohort::KeptDocument;
use crate::records::{document_file, medical};
use crate::sealing::{Tally, firms};
use crate::store::{Resealed, is_plain, upload_key};
use anyhow::Context as _;
use jiff::Timestamp;
use uuid::Uuid;

/// Encrypts all firms' documents and sent attachments with the current key, including those that earlier versions
/// stored unencrypted. Calls `report` after each batch.
///
/// # Errors
/// Returns an error if the database or the store fails. Files that were already re-encrypted are kept.
pub async fn reseal_documents(files: &Files, report: &mut (impl FnMut(Tally) + Send)) -> ApiResult<Tally> {
    sealing::seal_all(files).await?;
    let mut tally = Tally::default();
    for firm_id in firms(&files.db).await? {
        reseal_stored(files, firm_id, &mut tally, report).await?;
        reseal_sent(files, firm_id, &mut tally, report).await?;
    }
    Ok(tally)
}

/// Encrypts all firms' medical documents with the current medical key. `files` must use the store with the medical
/// sealer. Calls `report` after each batch.
///
/// # Errors
/// Returns an error if the database or the store fails. Files that were already re-encrypted are kept.
pub async fn reseal_medical(files: &Files, report: &mut (impl FnMut(Tally) + Send)) -> ApiResult<Tally> {
    let mut tally = Tally::default();
    for firm_id in firms(&files.db).await? {
        let mut after = Uuid::nil();
        loop {
            let mut transaction = files.db.begin(firm_id).await?;
            let batch = medical::document::after(&mut transaction, firm_id, after).await?;
            transaction.finish();
            let Some((last, _)) = batch.last() else {
                break;
            };
            after = *last;
            for (uuid, key) in &batch {
                tally.add(reseal(files, firm_id, Some(*uuid), key).await?);
            }
            report(tally);
        }
    }
    Ok(tally)
}

/// Encrypts the files of bulk uploads with the current key. Calls `report` after each file.
///
/// # Errors
/// Returns an error if the store fails. Files that were already re-encrypted are kept.
pub async fn reseal_uploads(files: &Files, report: &mut (impl FnMut(Tally) + Send)) -> ApiResult<Tally> {
    let mut tally = Tally::default();
    let stored = files.store.uploads_before(Timestamp::MAX).await;
    for (firm_id, names) in stored.context("cannot list the files of uploads")? {
        for name in names {
            let resealed = files
                .store
                .reseal(Owner::Firm(firm_id), &upload_key(firm_id, name))
                .await?;
            match resealed {
                Resealed::Sealed => tally.sealed += 1,
                Resealed::Unreadable => tally.unreadable += 1,
                // Already current, removed in the meantime, or not encrypted.
                Resealed::IsCurrent | Resealed::Missing | Resealed::NotSealed => continue,
            }
            report(tally);
        }
    }
    Ok(tally)
}

async fn reseal_stored(
    files: &Files,
    firm_id: i32,
    tally: &mut Tally,
    report: &mut (impl FnMut(Tally) + Send),
) -> ApiResult<()> {
    let mut after = Uuid::nil();
    loop {
        let mut transaction = files.db.begin(firm_id).await?;
        let batch = document_file::documents_after(&mut transaction, firm_id, after).await?;
        transaction.finish();
        let Some((last, _)) = batch.last() else {
            return Ok(());
        };
        after = *last;
        for (uuid, key) in &batch {
            tally.add(reseal(files, firm_id, Some(*uuid), key).await?);
        }
        report(*tally);
    }
}

async fn reseal_sent(
    files: &Files,
    firm_id: i32,
    tally: &mut Tally,
    report: &mut (impl FnMut(Tally) + Send),
) -> ApiResult<()> {
    let mut last = None;
    loop {
        let mut transaction = files.db.begin(firm_id).await?;
        let mut batch = document_file::sent_after(&mut transaction, firm_id, last.as_ref()).await?;
        transaction.finish();
        for sent in &batch {
            let documents = sent.documents.clone().unwrap_or_default();
            let documents: Vec<KeptDocument> =
                serde_json::from_value(documents).context("cannot read the list of stored documents")?;
            for document in &documents {
                tally.add(reseal(files, firm_id, document.uuid, &document.storage_key).await?);
            }
        }
        last = batch.pop();
        if last.is_none() {
            return Ok(());
        }
        report(*tally);
    }
}

async fn reseal(files: &Files, firm_id: i32, uuid: Option<Uuid>, key: &str) -> ApiResult<Tally> {
    let mut tally = Tally::default();
    // A file that is still unencrypted is damaged, so it cannot be re-encrypted.
    if is_plain(key) {
        tracing::warn!(firm.id = firm_id, key, "left a stored document unencrypted");
        return Ok(tally);
    }
    let owner = Owner::Document(firm_id, uuid.unwrap_or_default());
    match files.store.reseal(owner, key).await? {
        Resealed::Sealed => tally.sealed = 1,
        Resealed::IsCurrent => {}
        Resealed::Missing => tracing::warn!(firm.id = firm_id, key, "a stored document is missing"),
        Resealed::Unreadable | Resealed::NotSealed => tally.unreadable = 1,
    }
    Ok(tally)
}
