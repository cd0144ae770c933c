//! Exports the rejected rows of an upload unchanged, with the reasons.

use super::Uploads;
use super::contracts;
use super::matching::{Planned, outcome, plan};
use super::page::{owner_of, reason_text};
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::CsvWriter;
use crate::records::upload::StoredUpload;
use crate::records::upload_mapping;
use bytes::Bytes;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{Stream, StreamExt, stream};
use shared::permission::Feature;
use shared::upload::check::CheckedRow;
use shared::upload::mapping::{ColumnMapping, LeftOut, Transform, fingerprint, mask_for_target};
use shared::upload::matching::{MatchKey, ReviewReason};
use shared::upload::preview::RowOutcome;
use shared::upload::reading::Row;
use shared::upload::target::Target;
use std::collections::HashMap;
use tokio::sync::mpsc;

/// Size of a chunk of the response. Up to `CHUNKS_WAITING` chunks are buffered.
const CHUNK_BYTES: usize = 64 * 1024;
const CHUNKS_WAITING: usize = 4;
/// Headings of the columns appended to those of the uploaded file.
const HEADINGS: [&str; 2] = ["Row", "Reason"];

#[derive(QueryableByName)]
struct Rejected {
    #[diesel(sql_type = Integer)]
    row_number: i32,
    #[diesel(sql_type = Text)]
    outcome: String,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    faults: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Text>)]
    asks: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    match_key: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    earlier_row: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    contact_name: Option<String>,
    #[diesel(sql_type = Bool)]
    is_skipped: bool,
}

/// Returns the reason for each rejected row, by row number.
pub async fn reasons(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    stored: &StoredUpload,
) -> ApiResult<HashMap<u32, String>> {
    let owner = owner_of(firm_id, stored);
    if let Some(line) = owner.kind.line() {
        return contracts::page::reasons(connection, (owner, line)).await;
    }
    plan(connection, Planned::ForMany).await?;
    let rejected: Vec<Rejected> = diesel::sql_query(
        "SELECT row_number, outcome, reason, faults, is_skipped, asks, match_key, earlier_row,
           contact.display_name AS contact_name
         FROM upload_match JOIN upload_row USING (firm_id, storage_guid, row_number)
         LEFT JOIN contact ON contact.firm_id = $1 AND contact.uuid = upload_match.contact_uuid
           AND reason IS DISTINCT FROM 'outside_block'
         WHERE upload_match.firm_id = $1 AND storage_guid = $2 AND outcome NOT IN ('New', 'Update', 'Unchanged')",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(stored.upload.storage_guid)
    .load(connection)
    .await?;
    plan(connection, Planned::AsUsual).await?;
    Ok(rejected
        .into_iter()
        .map(|row| (row.row_number.unsigned_abs(), row.text()))
        .collect())
}

impl Rejected {
    fn text(self) -> String {
        if let Some(reason) = &self.reason {
            return reason_text(reason).into();
        }
        let key = self.match_key.as_deref().and_then(MatchKey::from_code);
        match outcome(&self.outcome) {
            Some(RowOutcome::DuplicateInFile) => {
                let row = self
                    .earlier_row
                    .map_or("An earlier row".into(), |row| format!("Row {row}"));
                format!("{row} in the file is for the same contact{}.", by(key))
            }
            Some(RowOutcome::DuplicateInFirm) => match self.contact_name {
                Some(name) => format!("This contact already exists: {name}{}.", by(key)),
                None => format!("This contact already exists{}.", by(key)),
            },
            Some(RowOutcome::Review) => {
                let reason = self.asks.as_deref().and_then(ReviewReason::from_code);
                let against = self
                    .earlier_row
                    .map(|row| format!(" Row {row}{}.", by(key)))
                    .or_else(|| self.contact_name.map(|name| format!(" {name}{}.", by(key))));
                format!(
                    "{}{}",
                    reason.map_or("No decision was made.", ReviewReason::message),
                    against.unwrap_or_default()
                )
            }
            _ => CheckedRow {
                faults: self
                    .faults
                    .and_then(|faults| serde_json::from_value(faults).ok())
                    .unwrap_or_default(),
                is_skipped: self.is_skipped,
                ..CheckedRow::default()
            }
            .reason(),
        }
    }
}

/// Formats the key of a match for the end of a sentence.
fn by(key: Option<MatchKey>) -> String {
    key.map_or_else(String::new, |key| format!(" (by {})", key.label()))
}

/// Streams the rejected rows as CSV. Tax IDs are masked unless the viewer may reveal identifiers. If the file
/// cannot be read, the stream ends with an error so that the download fails.
///
/// # Errors
/// Returns an error if too many workbooks are being read.
pub async fn csv(
    uploads: &Uploads,
    viewer: &Viewer,
    stored: &StoredUpload,
    reasons: HashMap<u32, String>,
) -> ApiResult<impl Stream<Item = anyhow::Result<Bytes>> + Send + use<>> {
    let (send, chunks) = mpsc::channel(CHUNKS_WAITING);
    let source = uploads.store.source(viewer.firm.id, &stored.storage_key);
    let mut file = uploads.stager.reader.open(source, stored.reading.clone()).await?;
    let reading = stored.reading.clone();
    let masks = viewer
        .may_read(Feature::RevealIdentifiers)
        .is_err()
        .then(|| targets(stored));
    tokio::task::spawn_blocking(move || {
        let mut write = || -> anyhow::Result<()> {
            let mut writer = CsvWriter::new(CHUNK_BYTES);
            let width = width_of_data(&reading.columns);
            writer.line(
                reading.columns[..width]
                    .iter()
                    .map(String::as_str)
                    .chain(HEADINGS),
            );
            for row in file.rows()? {
                let Row { number, cells } = row?;
                let Some(reason) = reasons.get(&number) else {
                    continue;
                };
                // A corrected download keeps the row numbers of the original file.
                let number = match cells.get(width) {
                    Some(number) if width < reading.columns.len() && !number.is_empty() => number.to_owned(),
                    _ => number.to_string(),
                };
                let cells = (0..width).map(|column| cells.get(column).unwrap_or_default());
                match &masks {
                    None => writer.line(cells.chain([number.as_str(), reason.as_str()])),
                    Some(targets) => {
                        let columns = targets.iter().zip(cells);
                        let masked: Vec<String> = columns
                            .map(|(target, cell)| mask_for_target(target.as_ref(), cell))
                            .collect();
                        let cells = masked.iter().map(String::as_str);
                        writer.line(cells.chain([number.as_str(), reason.as_str()]));
                    }
                }
                if writer.len() >= CHUNK_BYTES {
                    send.blocking_send(Ok(writer.take()))?;
                }
            }
            Ok(send.blocking_send(Ok(writer.take()))?)
        };
        if let Err(error) = write() {
            _ = send.blocking_send(Err(error));
        }
    });
    // The body polls again after the end.
    Ok(stream::unfold(chunks, async |mut chunks| Some((chunks.recv().await?, chunks))).fuse())
}

/// Returns the number of columns, without the row number and reason columns of an earlier download.
fn width_of_data(columns: &[String]) -> usize {
    let ends_with_headings = columns.ends_with(&HEADINGS.map(str::to_owned));
    columns.len() - if ends_with_headings { HEADINGS.len() } else { 0 }
}

/// Saves the mapping for the headings of the download, so that users do not have to map the corrected rows.
pub async fn remember(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    stored: &StoredUpload,
) -> QueryResult<()> {
    let columns = &stored.reading.columns;
    let width = width_of_data(columns);
    if stored.reading.header_row.is_none() || width < columns.len() {
        return Ok(());
    }
    let headings: Vec<String> = columns
        .iter()
        .cloned()
        .chain(HEADINGS.map(str::to_owned))
        .collect();
    let mut mapping = stored.mapping.clone();
    for (source_column, header) in (0..).zip(&headings).skip(width) {
        mapping.columns.push(ColumnMapping {
            source_column,
            header: header.clone(),
            sample: Vec::new(),
            target: None,
            transform: Transform::AsIs,
            confidence: 100,
            left_out: Some(LeftOut::KeptByPortal),
        });
    }
    let kind = stored.upload.upload_type;
    upload_mapping::save(connection, firm_id, kind, &fingerprint(&headings), &mapping).await
}

/// Returns the mapping target of each column of the file.
fn targets(stored: &StoredUpload) -> Vec<Option<Target>> {
    let mut targets = vec![None; stored.reading.columns.len()];
    for (column, target) in stored.mapping.mapped() {
        if let Some(place) = targets.get_mut(column.source_column as usize) {
            *place = Some(target.clone());
        }
    }
    targets
}
