//! Exports a report.

use super::readable;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::routes::exported_file::ExportedFile;
use crate::routes::{Body, PathParams};
use axum::extract::State;
use axum::response::Response;
use shared::report::ReportExport;
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
    let query = viewer.row_sight().question(&saved)?;
    let file = ExportedFile {
        name: &saved.name,
        format,
        subject: ("report", Some(uuid)),
        page: Some(format!("{}/{uuid}", saved.report_type.page())),
    };
    file.respond(&app, &viewer, slot, query).await
}
