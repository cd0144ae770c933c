//! Documents of contacts and contracts.

mod link;
pub(super) mod one;
pub(super) mod storage;
pub(super) mod upload;

use super::{Access, PathParams, Read, Route, SignedIn, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::document;
use crate::records::subject::SubjectKind;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::document::{Document, DownloadLink, Storage};
use uuid::Uuid;

pub use link::downloads;

const GROUP: &str = "Documents";
const FULL: &str = "`storage_limit`: the file does not fit into the firm's storage";
/// Path suffix of document uploads, which are exempt from the usual request timeout.
pub const UPLOADS_END_WITH: &str = "/documents";

pub fn routes() -> Vec<Route> {
    let mut routes: Vec<Route> = SubjectKind::ALL.into_iter().flat_map(of_kind).collect();
    let path = "/Document/{documentUuid}";
    routes.extend([
        Route::get("/Document/storage", SignedIn, storage::get)
            .says(GROUP, "Returns the space that the firm's documents use and may use")
            .gives::<Storage>(StatusCode::OK, "Used and allowed space in bytes"),
        Route::get(path, SignedIn, one::download)
            .says(GROUP, "Downloads a document. Requires read access to its record")
            .gives_file(["*/*"], "The file, as an attachment")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`stored_file_damaged`: the stored file is damaged",
            ),
        Route::post(format!("{path}/link"), SignedIn, link::create)
            .says(
                GROUP,
                "Returns a link that downloads a document once within 60 s in the same browser. Requires read access to its record",
            )
            .gives::<DownloadLink>(StatusCode::CREATED, "The link. A cookie comes with it"),
        Route::delete(path, SignedIn, one::delete)
            .says(GROUP, "Deletes a document. Requires write access to its record")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`letter_document`, `signed_form`"),
        Route::post(format!("{path}/restore"), SignedIn, one::restore)
            .says(
                GROUP,
                "Restores a deleted document. Requires write access to its record",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Restored")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, FULL),
    ]);
    routes
}

fn of_kind(kind: SubjectKind) -> [Route; 2] {
    let path = format!("{}{UPLOADS_END_WITH}", kind.path());
    [
        Route::get(
            path.clone(),
            Access::Feature(kind.feature(), Read),
            async move |app, viewer, uuid| list(kind, app, viewer, uuid).await,
        )
        .says(GROUP, format!("Lists the documents of one {}", kind.noun()))
        .gives_all::<Document>("Documents, newest first"),
        Route::post(
            path,
            Access::Feature(kind.feature(), Write),
            async move |app, viewer, key, uuid, params, headers, body| {
                upload::upload(kind, app, viewer, key, uuid, params, headers, body).await
            },
        )
        .says(
            GROUP,
            format!("Uploads a document of up to 25 MB to one {}", kind.noun()),
        )
        .takes_file(["application/octet-stream"])
        .gives::<Document>(StatusCode::CREATED, "The stored document")
        .refuses(
            StatusCode::PAYLOAD_TOO_LARGE,
            "`too_large`: the file exceeds 25 MB. `storage_limit`: it does not fit into the firm's storage",
        )
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`virus`: the file is infected"),
    ]
}

async fn list(
    kind: SubjectKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Vec<Document>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    kind.must_see_documents(&mut transaction, &viewer, uuid).await?;
    let documents = document::of_subject(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    Ok(Json(documents))
}
