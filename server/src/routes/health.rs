//! Health checks.

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use axum::response::{IntoResponse, Response};
use axum::{Router, extract::State, routing::get};
use http::StatusCode;

/// Builds the routes `/healthz`, which checks the process, and `/readyz`, which also checks the database, its
/// notifications and the storage bucket. A node with a full database disk or without the bucket is ready, because
/// everything else works.
pub fn health(app: &App) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(app.clone())
}

const DEAF: &str = "Database notifications do not arrive. Set DATABASE_LISTEN_URL to the same database as DATABASE_URL, \
                    without a connection pooler in transaction mode.";

const FULL: &str = "ready for reads only: the database's storage is full (database_full)";
const NO_FILES: &str =
    "ready without files: the bucket of FIRMBOOK_STORAGE_URL is unavailable (storage_unavailable)";

async fn ready(State(app): State<App>) -> ApiResult<Response> {
    let (database, storage) = tokio::join!(app.db.ping(), app.store.ping());
    let mut without = Vec::new();
    match database {
        Err(ApiError::DatabaseFull(cause)) => {
            tracing::error!(error = cause, "database storage is full");
            without.push(FULL);
        }
        ping => ping?,
    }
    if let Err(error) = storage {
        tracing::error!(%error, "file storage unavailable");
        without.push(NO_FILES);
    }
    if app.listener.is_deaf() {
        return Ok((StatusCode::SERVICE_UNAVAILABLE, DEAF).into_response());
    }
    Ok(if without.is_empty() {
        "ready".into_response()
    } else {
        without.join("; ").into_response()
    })
}
