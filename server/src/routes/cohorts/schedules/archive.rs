//! Streams a zip archive with the documents of a send or a preview.

use super::past;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::CsvWriter;
use crate::mail::cohort::KeptDocument;
use crate::records::cohort;
use crate::records::cohort_send::Delivered;
use crate::records::schedule;
use crate::records::schedule::Schedule;
use crate::routes::{Params, PathParams};
use crate::sends::{self, PreviewedSend};
use crate::written::Written;
use anyhow::Context;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, TryStreamExt, stream};
use http::header;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::json;
use shared::cohort::Cohort;
use shared::cohort::schedule::{Delivery, DeliveryState};
use shared::permission::Feature::Cohorts;
use std::collections::VecDeque;
use std::io::Write;
use utoipa::IntoParams;
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArchiveParams {
    /// Date of a past send. Default: a preview of the next send, or the last send of an ended schedule
    #[param(format = Date)]
    send_date: Option<String>,
}

/// Name of the file that explains why a contact's documents are missing.
const NOT_CREATED: &str = "Not created.txt";

/// The source of the documents.
enum Source {
    Sent,
    Preview(Box<(PreviewedSend, Schedule, Cohort)>),
}

pub(super) async fn download(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(path): PathParams<(Uuid, Uuid)>,
    Params(params): Params<ArchiveParams>,
) -> ApiResult<Response> {
    viewer.may_read(Cohorts)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, path.0).await?;
    let asked = match params.send_date {
        Some(text) => Some(shared::date::from_wire(&text).ok_or(ApiError::NotFound("send"))?),
        None => {
            let (_, schedule) = schedule::get(&mut transaction, &viewer, path).await?;
            let shown = schedule.shown;
            shown.last_send_date.filter(|_| shown.next_send_date.is_none())
        }
    };
    let (what, subject, message, delivered, source) = match asked {
        Some(date) => {
            let (sent, delivered) =
                past::find(&mut transaction, &viewer, cohort.uuid, (path.1, date)).await?;
            transaction.finish();
            (
                sent.send.send_date.to_string(),
                sent.subject,
                sent.message,
                delivered,
                Source::Sent,
            )
        }
        None => {
            let (cohort, schedule) = schedule::get(&mut transaction, &viewer, path).await?;
            transaction.finish();
            let preview = sends::preview_send(&app.sends, &schedule, &cohort).await?;
            let delivered: Vec<Delivered> =
                preview.deliveries.iter().map(|one| (one.clone(), None)).collect();
            let (subject, message) = (schedule.shown.subject.clone(), schedule.shown.message.clone());
            let source = Source::Preview(Box::new((preview, schedule, cohort)));
            ("preview".to_owned(), subject, message, delivered, source)
        }
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let details = json!({ "schedule": path.1, "what": what });
    let record = ("cohort", Some(path.0));
    audit::record(&mut transaction, &viewer, "download", record, details).await?;
    transaction.commit().await?;
    let mut first = VecDeque::new();
    first.push_back((
        "Message.txt".to_owned(),
        Bytes::from(format!("{subject}\r\n\r\n{message}\r\n")),
    ));
    first.push_back(("Recipients.csv".to_owned(), recipients(&delivered)));
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"Cohort send {what}.zip\""),
        ),
    ];
    let body = Body::from_stream(archive(app, viewer.firm.id, first, delivered, source)?);
    Ok((headers, body).into_response())
}

/// Writes the recipients and their delivery states as CSV.
fn recipients(delivered: &[Delivered]) -> Bytes {
    let mut writer = CsvWriter::new(4 * 1024);
    writer.line(["Name", "Address", "Day", "State", "Reason"]);
    for (delivery, _) in delivered {
        let day = delivery
            .due_date
            .map(|day: Date| day.to_string())
            .unwrap_or_default();
        writer.line([
            delivery.name.as_str(),
            delivery.address.as_deref().unwrap_or_default(),
            &day,
            delivery.state.label(),
            delivery.reason.as_deref().unwrap_or_default(),
        ]);
    }
    writer.take()
}

type Archive = ZipWriter<StreamWriter<Written>>;

/// Streams the archive, with one folder per contact that was not skipped.
fn archive(
    app: App,
    firm_id: i32,
    first: VecDeque<(String, Bytes)>,
    delivered: Vec<Delivered>,
    source: Source,
) -> ApiResult<impl Stream<Item = anyhow::Result<Bytes>> + use<>> {
    let written = Written::default();
    let archive: Option<Archive> = Some(ZipWriter::new_stream(written.clone()));
    let contacts: VecDeque<(usize, Delivered)> = delivered
        .into_iter()
        .filter(|(delivery, _)| delivery.state != DeliveryState::Skipped)
        .enumerate()
        .collect();
    Ok(stream::try_unfold(
        (app, archive, first, contacts, source),
        move |(app, mut archive, mut files, mut contacts, source)| {
            let written = written.clone();
            async move {
                loop {
                    let Some(open) = &mut archive else {
                        return Ok(None);
                    };
                    if let Some((name, content)) = files.pop_front() {
                        open.start_file(name, SimpleFileOptions::default())?;
                        open.write_all(&content)?;
                    } else if let Some((number, (delivery, kept))) = contacts.pop_front() {
                        files.extend(folder(&app, (firm_id, number), &delivery, kept, &source).await?);
                        continue;
                    } else if let Some(open) = archive.take() {
                        open.finish()?;
                    }
                    let chunk = written.take();
                    if !chunk.is_empty() {
                        return Ok(Some((chunk, (app, archive, files, contacts, source))));
                    }
                }
            }
        },
    ))
}

async fn folder(
    app: &App,
    (firm_id, number): (i32, usize),
    delivery: &Delivery,
    kept: Option<serde_json::Value>,
    source: &Source,
) -> anyhow::Result<Vec<(String, Bytes)>> {
    // Contact names may contain characters that are not safe in file names.
    let name: String = delivery
        .name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || " ,.'-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    let within = |file: &str| format!("{:04} {}/{file}", number + 1, name.trim_matches('.'));
    let mut files = Vec::new();
    match source {
        Source::Sent => {
            let kept: Vec<KeptDocument> = kept.map(serde_json::from_value).transpose()?.unwrap_or_default();
            for document in kept {
                let chunks: Vec<Bytes> = app
                    .store
                    .read(document.wanted(firm_id))
                    .await
                    .map_err(|_| anyhow::anyhow!("stored file is missing"))?
                    .try_collect()
                    .await
                    .context("failed to read stored file")?;
                files.push((within(&document.name), chunks.concat().into()));
            }
        }
        Source::Preview(preview) => {
            let (preview, schedule, cohort) = &**preview;
            let documents = match preview.documents(&app.sends, schedule, cohort, delivery).await {
                Ok(documents) => documents,
                // Continue with the other contacts.
                Err(ApiError::Refused { message, .. }) => {
                    files.push((within(NOT_CREATED), message.into()));
                    return Ok(files);
                }
                Err(error) if schedule.book.is_some() => {
                    tracing::warn!(
                        error = format!("{error:?}"),
                        "failed to preview the book of a cohort send"
                    );
                    files.push((within(NOT_CREATED), Bytes::from(sends::NO_DOCUMENTS)));
                    return Ok(files);
                }
                Err(error) => return Err(anyhow::anyhow!("{error}")),
            };
            files.extend(
                documents
                    .into_iter()
                    .map(|document| (within(&document.name), document.content)),
            );
        }
    }
    Ok(files)
}
