//! Receives a file: stores it encrypted, reads its first rows and suggests a mapping.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::upload::change::{self, NewUpload};
use crate::records::{custom_field, upload, upload_mapping};
use crate::routes::{Body as Json, PathParams};
use crate::scan::{Scan, infected};
use crate::store::KeptSealed;
use crate::upload::open::Source;
use crate::upload::submit::may_import;
use axum::body::Body;
use axum::extract::State;
use diesel_async::AsyncPgConnection;
use futures_util::StreamExt;
use http::{HeaderMap, StatusCode, header};
use multer::{Constraints, Multipart, SizeLimit};
use serde_json::{Value, json};
use shared::document::file_name;
use shared::problem::Findings;
use shared::upload::mapping::{Mapping, fingerprint};
use shared::upload::reading::limits::FILE_BYTES;
use shared::upload::reading::{Head, ReadingChoice};
use shared::upload::record::{ReadingRequest, UploadStart};
use shared::upload::suggest;
use shared::upload::upload_type::UploadType;
use uuid::Uuid;

/// Name of the multipart field that holds the file. Other fields may precede it.
const FILE_PART: &str = "file";
const MOST_PARTS: usize = 10;
/// Maximum size of the multipart body without the file.
const ENVELOPE_BYTES: u64 = 64 * 1024;

pub(super) async fn map(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((upload_type, firm_id)): PathParams<(u8, i32)>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult<(StatusCode, axum::Json<UploadStart>)> {
    viewer.must_be_in(firm_id)?;
    let upload_type = UploadType::try_from(upload_type).map_err(|_| ApiError::NotFound("upload type"))?;
    may_import(&viewer, upload_type)?;
    let storage_guid = crate::ids::new_uuid();
    let store = &app.store;
    let read = async {
        let (name, kept) = receive(&app, &viewer, storage_guid, &headers, body).await?;
        let source = store.source(firm_id, &kept.key);
        let head = head(&app, source, &name, Vec::new()).await?;
        Ok((name, kept, head))
    };
    let (name, kept, head) = match read.await {
        Ok(read) => read,
        Err(refused) => {
            // If this fails, the cleanup of abandoned uploads removes the file.
            _ = store.remove_upload(firm_id, storage_guid).await;
            return Err(refused);
        }
    };

    let mut transaction = app.db.begin(firm_id).await?;
    let (mapping, custom_fields) = suggested(&mut transaction, firm_id, upload_type, &head).await?;
    let new = NewUpload {
        storage_guid,
        upload_type,
        file_name: &name,
        kept: &kept,
        reading: &head.reading,
        mapping: &mapping,
        now: app.clock.now(),
    };
    change::insert(&mut transaction, &viewer, &new).await?;
    transaction.commit().await?;
    let start = UploadStart {
        storage_guid,
        reading: head.reading,
        mapping,
        custom_fields,
    };
    Ok((StatusCode::CREATED, axum::Json(start)))
}

/// Reads an uploaded file again with other reading options.
pub(super) async fn read_again(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(storage_guid): PathParams<Uuid>,
    Json(request): Json<ReadingRequest>,
) -> ApiResult<axum::Json<UploadStart>> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    transaction.finish();
    let source = app.store.source(firm_id, &stored.storage_key);
    let head = head(&app, source, &stored.upload.file_name, request.choices).await?;
    let mut transaction = app.db.begin(firm_id).await?;
    let upload_type = stored.upload.upload_type;
    let (mapping, custom_fields) = suggested(&mut transaction, firm_id, upload_type, &head).await?;
    let read = (&head.reading, &mapping);
    let is_saved = change::read_again(&mut transaction, firm_id, storage_guid, read, app.clock.now()).await?;
    if !is_saved {
        return Err(crate::upload::page::already_submitted());
    }
    transaction.commit().await?;
    Ok(axum::Json(UploadStart {
        storage_guid,
        reading: head.reading,
        mapping,
        custom_fields,
    }))
}

/// Streams the file of a multipart body into the store and reads the body to its end. Returns the file name
/// and the stored file.
async fn receive(
    app: &App,
    viewer: &Viewer,
    storage_guid: Uuid,
    headers: &HeaderMap,
    body: Body,
) -> ApiResult<(String, KeptSealed)> {
    let firm_id = viewer.firm.id;
    let announced = headers.get(header::CONTENT_LENGTH);
    let announced: Option<u64> = announced.and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length| length > FILE_BYTES + ENVELOPE_BYTES) {
        return Err(ApiError::TooLarge);
    }
    let boundary = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| multer::parse_boundary(value.to_str().ok()?).ok())
        .ok_or_else(|| bad("not_multipart", "Send the file as multipart/form-data."))?;
    let sizes = SizeLimit::new()
        .whole_stream(FILE_BYTES + ENVELOPE_BYTES)
        .per_field(ENVELOPE_BYTES)
        .for_field(FILE_PART, FILE_BYTES + 1);
    let mut parts = Multipart::with_constraints(
        body.into_data_stream(),
        boundary,
        Constraints::new().size_limit(sizes),
    );
    let mut received = None;
    for _ in 0..MOST_PARTS {
        let part = tokio::time::timeout(app.config.sender_patience, parts.next_field())
            .await
            .map_err(|_| {
                bad(
                    "body_unreadable",
                    "The upload was interrupted. Upload the file again.",
                )
            })?
            .map_err(|error| broken(&error))?;
        let Some(part) = part else {
            return received.ok_or_else(|| bad("no_file", "The request has no “file” field."));
        };
        if part.name() != Some(FILE_PART) {
            continue;
        }
        if received.is_some() {
            return Err(bad("several_files", "Upload one file at a time."));
        }
        let mut findings = Findings::default();
        let typed = part.file_name().unwrap_or("upload").to_owned();
        let Some(name) = findings.take("name", file_name(&typed)) else {
            return Err(ApiError::Invalid(findings.0));
        };
        let content = part.map(|piece| piece.map_err(|error| broken(&error)));
        let mut scan = Scan::begin(&app.config).await?;
        let kept = app
            .store
            .keep_sealed(firm_id, storage_guid, scan.through(content), FILE_BYTES)
            .await?;
        if let Some(virus) = scan.finish().await? {
            record_virus(app, viewer, storage_guid, json!({ "file": name, "virus": virus })).await?;
            return Err(infected());
        }
        received = Some((name, kept));
    }
    Err(bad("too_many_parts", "The request has too many fields."))
}

async fn record_virus(app: &App, viewer: &Viewer, storage_guid: Uuid, details: Value) -> ApiResult<()> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let subject = ("upload", Some(storage_guid));
    audit::record(&mut transaction, viewer, "virus", subject, details).await?;
    transaction.commit().await
}

fn broken(error: &multer::Error) -> ApiError {
    match error {
        multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. } => {
            ApiError::TooLarge
        }
        _ => bad(
            "body_unreadable",
            "The upload was incomplete. Upload the file again.",
        ),
    }
}

fn bad(code: &'static str, message: &str) -> ApiError {
    ApiError::BadRequest {
        code,
        message: message.into(),
    }
}

async fn head(app: &App, source: Source, name: &str, choices: Vec<ReadingChoice>) -> ApiResult<Head> {
    let reader = &app.uploads.stager.reader;
    Ok(reader.head(source, name.to_owned(), choices).await?)
}

/// Suggests a mapping from the data and from the last mapping saved for the same header. Returns it with the
/// firm's custom fields.
async fn suggested(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    upload_type: UploadType,
    head: &Head,
) -> ApiResult<(Mapping, Vec<String>)> {
    let custom_fields = custom_field::names(connection, firm_id, upload_type).await?;
    let rows: Vec<csv::StringRecord> = head
        .data()
        .map(|row| csv::StringRecord::from(row.cells.clone()))
        .collect();
    let columns = &head.reading.columns;
    let mut mapping = suggest::mapping(upload_type, columns, &rows, &custom_fields);
    if head.reading.header_row.is_some()
        && let Some(kept) =
            upload_mapping::find(connection, firm_id, upload_type, &fingerprint(columns)).await?
    {
        mapping = mapping.with_remembered(&kept);
    }
    Ok((mapping, custom_fields))
}
