//! Imports a book's files into an existing firm. Each file becomes an upload of a user, so that it is checked, audited
//! and undone like an upload in the wizard.

use super::submit::{may_import, submit};
use super::{Uploads, page};
use crate::auth::Viewer;
use crate::book::upload_files::{UploadFile, convert, upload_type};
use crate::book::{Input, Refusal};
use crate::ids::new_uuid;
use crate::records::upload::change::{self, NewUpload};
use crate::records::upload::{self, StoredUpload};
use anyhow::{Context, bail};
use bytes::Bytes;
use futures_util::stream;
use shared::permission::Feature;
use shared::upload::groups::FaultGroup;
use shared::upload::mapping::{ColumnMapping, Mapping, Mode, Transform};
use shared::upload::preview::{Counts, Preview};
use shared::upload::reading::limits::FILE_BYTES;
use shared::upload::reading::{Reading, ReadingChoice};
use shared::upload::record::{PreviewRequest, UploadState};
use shared::upload::suggest;
use shared::upload::target::Target;
use shared::upload::upload_type::UploadType;
use std::fmt;
use std::time::Duration;
use uuid::Uuid;

/// Interval between checks for whether the worker has finished an import.
const PAUSE: Duration = Duration::from_millis(200);

/// A file of the book after its import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    pub name: String,
    pub counts: Counts,
    /// One sentence each.
    pub warnings: Vec<String>,
}

/// Result of importing a book's files.
#[derive(Debug, Default)]
pub struct BookImport {
    pub imported: Vec<ImportedFile>,
    /// The file that stopped the import. Its upload is a draft that the user can review in the portal.
    pub stopped: Option<StoppedFile>,
}

/// A file that was not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppedFile {
    pub name: String,
    pub storage_guid: Uuid,
    pub counts: Counts,
    /// Errors, questions and decisions, one sentence each.
    pub reasons: Vec<String>,
}

impl fmt::Display for StoppedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for reason in &self.reasons {
            writeln!(f, "{}: {reason}", self.name)?;
        }
        write!(f, "{} was not imported", self.name)
    }
}

/// Imports the files one after the other, in update mode. Stops at the first file with an error, an open question or
/// a row that needs a decision. The files before it stay imported.
///
/// # Errors
/// Returns a [`Refusal`] if a file cannot be read. In this case nothing is imported. Also returns an error if the user
/// may not import data or an import fails.
pub async fn import(uploads: &Uploads, viewer: &Viewer, inputs: &[Input]) -> anyhow::Result<BookImport> {
    viewer.may_write(Feature::ImportData)?;
    let mut result = BookImport::default();
    let mut refusal = Refusal::default();
    let mut converted = Vec::new();
    for input in inputs {
        let Some(upload_type) = upload_type(input.table) else {
            bail!("Carriers belong to all firms. Leave them out to update a firm.");
        };
        may_import(viewer, upload_type)?;
        let files = convert(input, upload_type, &mut refusal)?;
        converted.extend(files.into_iter().map(|file| (upload_type, file)));
    }
    if !refusal.is_empty() {
        return Err(refusal.into());
    }
    for (upload_type, file) in converted {
        let name = file.name.clone();
        let stored = store(uploads, viewer, upload_type, file).await?;
        let storage_guid = stored.upload.storage_guid;
        let request = PreviewRequest {
            reading: None,
            mapping: stored.mapping.clone(),
            limit: Default::default(),
            outcome: None,
            is_page: false,
        };
        let preview = page::preview(uploads, viewer, stored, request).await?;
        let counts = preview.counts;
        let reasons = reasons(&preview);
        if !reasons.is_empty() {
            result.stopped = Some(StoppedFile {
                name,
                storage_guid,
                counts,
                reasons,
            });
            return Ok(result);
        }
        if counts.new + counts.update == 0 {
            discard(uploads, viewer, storage_guid).await?;
        } else {
            submit(uploads, viewer, storage_guid, counts, None).await?;
            wait_until_done(uploads, viewer, storage_guid)
                .await
                .with_context(|| format!("{name} was not imported"))?;
        }
        let warnings = preview.groups.iter().filter(|group| group.warning);
        result.imported.push(ImportedFile {
            name,
            counts,
            warnings: warnings.map(describe).collect(),
        });
    }
    Ok(result)
}

/// Returns the reasons to review the file before its import. Empty if no review is needed.
fn reasons(preview: &Preview) -> Vec<String> {
    let errors = preview.groups.iter().filter(|group| !group.warning).map(describe);
    let questions = preview.questions.iter().filter(|question| question.is_open);
    let reviews = preview.reviews.iter().filter(|group| group.open > 0);
    let mut reasons: Vec<String> = errors
        .chain(questions.map(|question| question.text.clone()))
        .chain(reviews.map(|group| format!("{} ({} rows)", group.message, group.open)))
        .collect();
    let counts = preview.counts;
    if reasons.is_empty() && counts.error + counts.review + counts.duplicate_in_file > 0 {
        reasons.push(format!(
            "{} rows with errors, {} rows need a decision, {} rows repeat an earlier row.",
            counts.error, counts.review, counts.duplicate_in_file
        ));
    }
    reasons
}

fn describe(group: &FaultGroup) -> String {
    let FaultGroup {
        label,
        message,
        count,
        samples,
        code,
        ..
    } = group;
    let first = samples.first().map_or(0, |sample| sample.row);
    match count {
        1 => format!("row {first}, {label}: {message} ({code})"),
        _ => format!("row {first} and {} more, {label}: {message} ({code})", count - 1),
    }
}

/// Stores a file as an upload of the user, mapped by the targets of its columns.
async fn store(
    uploads: &Uploads,
    viewer: &Viewer,
    upload_type: UploadType,
    file: UploadFile,
) -> anyhow::Result<StoredUpload> {
    let firm_id = viewer.firm.id;
    let storage_guid = new_uuid();
    let UploadFile {
        name,
        content,
        targets,
    } = file;
    let body = stream::iter([Ok::<_, std::io::Error>(Bytes::from(content))]);
    let kept = uploads
        .store
        .keep_sealed(firm_id, storage_guid, body, FILE_BYTES)
        .await?;
    let source = uploads.store.source(firm_id, &kept.key);
    let choices = vec![
        ReadingChoice::Encoding("UTF-8".into()),
        ReadingChoice::Delimiter(Some(',')),
        ReadingChoice::Quote(Some('"')),
        ReadingChoice::HeaderRow(Some(0)),
    ];
    let head = uploads.stager.reader.head(source, name.clone(), choices).await?;
    let mut transaction = uploads.db.begin(firm_id).await?;
    let new = NewUpload {
        storage_guid,
        upload_type,
        file_name: &name,
        kept: &kept,
        reading: &head.reading,
        mapping: &mapping(upload_type, &head.reading, targets),
        now: uploads.clock.now(),
    };
    change::insert(&mut transaction, viewer, &new).await?;
    let stored = upload::find(&mut transaction, viewer, storage_guid).await?;
    transaction.commit().await?;
    Ok(stored)
}

fn mapping(upload_type: UploadType, reading: &Reading, targets: Vec<Target>) -> Mapping {
    let columns = (0..).zip(&reading.columns).zip(targets);
    let columns = columns.map(|((source_column, header), target)| ColumnMapping {
        source_column,
        header: header.clone(),
        sample: Vec::new(),
        transform: Transform::choices(&target).first().copied().unwrap_or_default(),
        target: Some(target),
        confidence: 100,
        left_out: None,
    });
    Mapping {
        columns: columns.collect(),
        mode: Mode::Update,
        ..suggest::mapping(upload_type, &[], &[], &[])
    }
}

/// Deletes the upload of a file that changes nothing.
async fn discard(uploads: &Uploads, viewer: &Viewer, storage_guid: Uuid) -> anyhow::Result<()> {
    let firm_id = viewer.firm.id;
    let mut transaction = uploads.db.begin(firm_id).await?;
    change::delete_open(&mut transaction, firm_id, storage_guid).await?;
    transaction.commit().await?;
    uploads.store.remove_upload(firm_id, storage_guid).await?;
    Ok(())
}

/// Waits until a worker has imported the upload.
async fn wait_until_done(uploads: &Uploads, viewer: &Viewer, storage_guid: Uuid) -> anyhow::Result<()> {
    loop {
        let mut transaction = uploads.db.begin(viewer.firm.id).await?;
        let stored = upload::find(&mut transaction, viewer, storage_guid).await?;
        transaction.finish();
        match stored.upload.state {
            UploadState::Submitted => tokio::time::sleep(PAUSE).await,
            UploadState::Done => return Ok(()),
            _ => bail!(
                stored
                    .upload
                    .error
                    .map_or_else(|| "The import was stopped.".into(), |error| error.message)
            ),
        }
    }
}
