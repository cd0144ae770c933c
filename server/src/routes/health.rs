//! Health checks.

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use axum::response::{IntoResponse, Response};
use axum::{Router, extract::State, routing::get};
use http::StatusCode;

/// `/healthz` checks the process. `/readyz` also checks the database and its notifications. A node whose disk
/// is full is still ready, because reads work.
pub fn health(app: &App) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(app.clone())
}

const DEAF: &str = "Database notifications do not arrive. Set DATABASE_LISTEN_URL to the same database as DATABASE_URL, \
                    without a connection pooler in transaction mode.";

async fn ready(State(app): State<App>) -> ApiResult<Response> {
    let is_full = match app.db.ping().await {
        Err(ApiError::DatabaseFull(cause)) => {
            tracing::error!(error = cause, "database storage is full");
            true
        }
        ping => ping.map(|()| false)?,
    };
    if app.listener.is_deaf() {
        return Ok((StatusCode::SERVICE_UNAVAILABLE, DEAF).into_response());
    }
    Ok(if is_full {
        "ready for reads only: the database's storage is full (database_full)".into_response()
    } else {
        "ready".into_response()
    })
}
