//! Health checks.

use crate::app::App;
use crate::error::ApiResult;
use axum::{Router, extract::State, routing::get};

/// `/healthz` checks the process. `/readyz` also checks the database.
pub fn health(app: &App) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(app.clone())
}

async fn ready(State(app): State<App>) -> ApiResult<&'static str> {
    app.db.ping().await?;
    Ok("ready")
}
