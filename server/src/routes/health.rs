//! Whether the process lives, and whether it can answer.

use crate::app::App;
use crate::error::ApiResult;
use axum::{Router, extract::State, routing::get};

/// `/healthz` answers as long as the process does; `/readyz` asks the database.
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
