//! Health checks.

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use axum::{Router, extract::State, routing::get};

/// `/healthz` checks the process. `/readyz` also checks the database. With a full disk the node is ready, because
/// reads still work.
pub fn health(app: &App) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(app.clone())
}

async fn ready(State(app): State<App>) -> ApiResult<&'static str> {
    match app.db.ping().await {
        Err(ApiError::DatabaseFull(cause)) => {
            tracing::error!(error = cause, "database storage is full");
            Ok("ready for reads only: the database's storage is full (database_full)")
        }
        ping => ping.map(|()| "ready"),
    }
}
