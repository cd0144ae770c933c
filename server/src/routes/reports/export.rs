//! CSV and Excel exports of a report, streamed.

use super::readable;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, MAX_SHEET_ROWS};
use crate::routes::content_disposition::attachment;
use crate::routes::{Body, PathParams};
use crate::upload::exported;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use serde_json::json;
use shared::report::{ExportFormat, ReportExport};
use uuid::Uuid;

pub(super) async fn export(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(ReportExport { format }): Body<ReportExport>,
) -> ApiResult<Response> {
    let slot = app.exports.reserve_slot(&viewer)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = readable(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    viewer.may_read(saved.report_type.list_feature())?;
    let sight = viewer.row_sight();
    let mut question = sight.question(&saved)?;
    exported::add_record_id(&viewer, &mut question);
    if format == ExportFormat::Xlsx
        && list::totals::count(&app.db, viewer.firm.id, &question).await? > MAX_SHEET_ROWS
    {
        return Err(ApiError::Refused {
            code: "too_many_rows",
            message: format!(
                "An Excel sheet can have up to {MAX_SHEET_ROWS} rows. Export this report as CSV instead."
            ),
        });
    }
    let (media_type, ending) = match format {
        ExportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        ExportFormat::Xlsx => (list::XLSX, "xlsx"),
    };
    let columns: Vec<&str> = question.columns.iter().map(|column| column.key).collect();
    let details = json!({ "columns": columns, "format": ending });
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    exported::remember(&mut transaction, viewer.firm.id, &question).await?;
    audit::record(
        &mut transaction,
        &viewer,
        "export",
        ("report", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    let firm_id = viewer.firm.id;
    let body = match format {
        ExportFormat::Csv => {
            let begin = move |db| async move { list::csv(&db, firm_id, question).await };
            slot.write(begin).await?
        }
        ExportFormat::Xlsx => {
            let begin = move |db| async move { list::xlsx(&db, firm_id, question).await };
            slot.write(begin).await?
        }
    };
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            attachment(&format!("{}.{ending}", saved.name)),
        ),
    ];
    Ok((headers, body).into_response())
}
