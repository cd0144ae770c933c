//! Report summaries: previewed immediately, generated in the background.

use super::stored::must_be_of;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::deliverables::summary::Summary;
use crate::error::{ApiError, ApiResult};
use crate::records::deliverable;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::report::Saved;
use crate::records::summary_job::{self, JobSubject, NewJob};
use crate::routes::documents::one::{self, Subject};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::reports::readable;
use crate::routes::{Body, PathParams};
use axum::response::Response;
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::deliverable::layout::{Format, RenderOrder};
use shared::deliverable::{
    DeliverableKind, GroupBy, MAX_DOCUMENT_CONTRACTS, PendingVersion, ReportSummary, SummaryRequest,
    has_contracts, summary_group,
};
use uuid::Uuid;

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ReportSummary>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let report = readable(&mut transaction, &viewer, uuid).await?;
    let pending = summary_job::pending(&mut transaction, &viewer, JobSubject::Report(uuid)).await?;
    let documents = deliverable::of_subject(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    Ok(Json(ReportSummary {
        has_contracts: has_contracts(report.report_type),
        display_name: report.name,
        max_rows: MAX_DOCUMENT_CONTRACTS,
        pending,
        documents,
    }))
}

/// Returns the first pages as SVG images.
pub(super) async fn preview(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((uuid, template, group_by, kind)): PathParams<(Uuid, Uuid, u8, u8)>,
) -> ApiResult<Response> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let report = readable(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    let (kind, group_by) = checked(&viewer, &report, (kind, group_by))?;
    let summary = Summary {
        sight: viewer.sight(),
        prepared_by: viewer.name(),
        report: &report,
        kind,
        template,
        group_by,
    };
    let layout = summary.layout(&app.db).await?;
    let format = Format::Svg;
    let pages = app.renderer.render(&RenderOrder { format, layout }).await?;
    Ok(super::pages(pages))
}

/// Queues a summary for the worker. An `Idempotency-Key` becomes the uuid of the document, so that a repeated request
/// generates only one.
pub(super) async fn generate(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(request): Body<SummaryRequest>,
) -> ApiResult<(StatusCode, Json<PendingVersion>)> {
    let (firm_id, now) = (viewer.firm.id, app.clock.now());
    let hash = key.map(|_| {
        let request = json!([viewer.user_key, "summary", request]).to_string();
        app.sealer.hash(firm_id, &request)
    });
    let mut transaction = app.db.begin(firm_id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let report = readable(&mut transaction, &viewer, request.uuid).await?;
    let (kind, group_by) = checked(&viewer, &report, (request.deliverable_type, request.group_by))?;
    let document_uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let pending = PendingVersion {
        document_id: document_uuid,
        requested_at: now,
        error: None,
    };
    if let Some(key) = key {
        for record in [KeyedRecord::SummaryJob, KeyedRecord::Document] {
            match request_hash(&mut transaction, record, firm_id, key).await? {
                None => {}
                Some(earlier) if earlier == hash => return Ok((StatusCode::ACCEPTED, Json(pending))),
                Some(_) => return Err(idempotency::reused()),
            }
        }
    }
    deliverable::template(&mut transaction, firm_id, kind, request.template_uuid)
        .await?
        .ok_or(ApiError::NotFound("template"))?;
    let job = NewJob {
        document_uuid,
        subject: JobSubject::Report(request.uuid),
        template_uuid: request.template_uuid,
        kind,
        group_by,
        includes_annuities: true,
        request_hash: hash.as_deref(),
    };
    let pending = summary_job::insert(&mut transaction, &viewer, &job, now).await?;
    let subject = ("report", Some(request.uuid));
    let details = json!({ "about": kind.label() });
    audit::record(&mut transaction, &viewer, "generate", subject, details).await?;
    transaction.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(pending)))
}

/// Restarts a failed summary.
pub(super) async fn retry(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((report, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    readable(&mut transaction, &viewer, report).await?;
    let job = (JobSubject::Report(report), document);
    if !summary_job::retry(&mut transaction, &viewer, job, app.clock.now()).await? {
        return Err(ApiError::NotFound("report summary"));
    }
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn download(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((report, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Response> {
    must_be_of((Subject::Report, report), &app, &viewer, document).await?;
    one::send(&app, &viewer, document).await
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((report, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    must_be_of((Subject::Report, report), &app, &viewer, document).await?;
    one::turn(&app, &viewer, document, true).await
}

/// Checks that the viewer may read the rows and that the report has such a summary.
fn checked(
    viewer: &Viewer,
    report: &Saved,
    (kind, group_by): (u8, u8),
) -> ApiResult<(DeliverableKind, GroupBy)> {
    viewer.may_read(report.report_type.list_feature())?;
    summary_group(report.report_type, kind, group_by).map_err(ApiError::Invalid)
}
