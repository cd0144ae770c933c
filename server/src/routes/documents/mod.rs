//! Files of contacts and contracts: stored, listed, opened, deleted and brought back.

mod one;
mod upload;

use super::subject::SubjectKind;
use super::{Access, PathParams, Read, Route, SignedIn, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::document;
use crate::error::ApiResult;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::document::Document;
use uuid::Uuid;

const GROUP: &str = "Documents";
/// What the path of an upload ends with: a file may take longer than other requests.
pub const UPLOADS_END_WITH: &str = "/documents";

pub fn routes() -> Vec<Route> {
    let mut routes: Vec<Route> = SubjectKind::ALL.into_iter().flat_map(of_kind).collect();
    let path = "/Document/{documentUuid}";
    routes.extend([
        Route::get(path, SignedIn, one::download)
            .says(GROUP, "A file; needs the right to read its record")
            .gives_file("application/octet-stream", "The file, as an attachment"),
        Route::delete(path, SignedIn, one::delete)
            .says(GROUP, "Deletes a file; needs the right to change its record")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
        Route::post(format!("{path}/restore"), SignedIn, one::restore)
            .says(
                GROUP,
                "Brings a deleted file back; needs the right to change its record",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "It is back"),
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
        .says(GROUP, format!("The files of a record, here: {}", kind.noun()))
        .gives_all::<Document>("Files, the last first"),
        Route::post(
            path,
            Access::Feature(kind.feature(), Write),
            async move |app, viewer, uuid, params, headers, body| {
                upload::upload(kind, app, viewer, uuid, params, headers, body).await
            },
        )
        .says(
            GROUP,
            format!(
                "Stores a file of 25 MB at most with a record, here: {}",
                kind.noun()
            ),
        )
        .asks(
            "name",
            "What the file is called, 1 to 120 characters; `document` when missing",
        )
        .takes_file("application/octet-stream")
        .gives::<Document>(StatusCode::CREATED, "The file as it is kept")
        .refuses(StatusCode::PAYLOAD_TOO_LARGE, "More than 25 MB"),
    ]
}

async fn list(
    kind: SubjectKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Vec<Document>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    kind.must_see(&mut transaction, &viewer, uuid).await?;
    let documents = document::of_subject(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    Ok(Json(documents))
}
