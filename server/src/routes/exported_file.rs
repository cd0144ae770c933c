//! Streams the rows of a list as a CSV or Excel file.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::export::ExportSlot;
use crate::ids::new_uuid;
use crate::list::{self, MAX_SHEET_ROWS, ScopedQuery, XLSX};
use crate::notify::{self, Notice, To};
use crate::records::custom_field;
use crate::routes::content_disposition::attachment;
use crate::upload::exported;
use axum::response::{IntoResponse, Response};
use http::header;
use serde_json::json;
use shared::list::ExportFormat;
use shared::notification::NotificationKind;
use uuid::Uuid;

/// A file to export.
pub(super) struct ExportedFile<'a> {
    /// Name without the extension.
    pub name: &'a str,
    pub format: ExportFormat,
    /// Subject of the audit entry: a list, or a report with its uuid.
    pub subject: (&'a str, Option<Uuid>),
    /// Path of the page that shows the rows, for the notification after a long export.
    pub page: Option<String>,
}

impl ExportedFile<'_> {
    /// Streams all rows that match the query, after writing an audit entry with the exported columns.
    ///
    /// # Errors
    /// Returns `ApiError::Refused` if the rows do not fit on an Excel sheet.
    pub async fn respond(
        self,
        app: &App,
        viewer: &Viewer,
        slot: ExportSlot,
        mut query: ScopedQuery,
    ) -> ApiResult<Response> {
        let firm_id = viewer.firm.id;
        exported::add_record_id(viewer, &mut query);
        let mut transaction = app.db.begin(firm_id).await?;
        let custom_fields = custom_field::label_columns(&mut transaction, firm_id, &mut query.query).await?;
        transaction.finish();
        if self.format == ExportFormat::Xlsx
            && list::totals::count(&app.db, firm_id, &query).await? > MAX_SHEET_ROWS
        {
            return Err(ApiError::Refused {
                code: "too_many_rows",
                message: format!(
                    "An Excel sheet can have up to {MAX_SHEET_ROWS} rows. Export a CSV file instead."
                ),
            });
        }
        let (media_type, extension) = match self.format {
            ExportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
            ExportFormat::Xlsx => (XLSX, "xlsx"),
        };
        let columns: Vec<&str> = query.columns.iter().map(|column| column.key).collect();
        let details = json!({ "columns": columns, "format": extension });
        let mut transaction = app.db.begin(firm_id).await?;
        exported::remember(&mut transaction, firm_id, &query, &custom_fields).await?;
        audit::record(&mut transaction, viewer, "export", self.subject, details).await?;
        transaction.commit().await?;
        let file_name = format!("{}.{extension}", self.name);
        let notice = Notice {
            kind: NotificationKind::ReportReady,
            key: new_uuid().to_string(),
            display_name: format!("{file_name} has been downloaded."),
            application_url: self.page,
            details: Vec::new(),
            to: To::User(viewer.user_key.clone()),
        };
        // Do not notify an impersonated user, who did not start the export.
        let notices = Vec::from_iter(viewer.impersonation.is_none().then_some(notice));
        let clock = app.clock;
        let when_long = move |db: Db| async move {
            let mut transaction = db.begin(firm_id).await?;
            notify::send(&mut transaction, firm_id, clock.now(), &notices).await?;
            transaction.commit().await
        };
        let body = match self.format {
            ExportFormat::Csv => {
                let begin = move |db| async move { list::csv(&db, firm_id, query).await };
                slot.write(begin, when_long).await?
            }
            ExportFormat::Xlsx => {
                let begin = move |db| async move { list::xlsx(&db, firm_id, query).await };
                slot.write(begin, when_long).await?
            }
        };
        let headers = [
            (header::CONTENT_TYPE, media_type.to_owned()),
            (header::CONTENT_DISPOSITION, attachment(&file_name)),
        ];
        Ok((headers, body).into_response())
    }
}
