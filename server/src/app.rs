//! What every request shares, and the router with everything around the routes.

use crate::auth::Viewers;
use crate::auth::token::TokenCheck;
use crate::clock::Clock;
use crate::config::Config;
use crate::crypto::Sealer;
use crate::db::Db;
use crate::{error, routes, web};
use axum::{Router, extract::DefaultBodyLimit, middleware};
use http::{HeaderValue, header::CACHE_CONTROL};
use std::sync::Arc;
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer,
    sensitive_headers::SetSensitiveRequestHeadersLayer, set_header::SetResponseHeaderLayer,
};

/// Requests are small; files have their own ways in.
const MAX_BODY_BYTES: usize = 1024 * 1024;
#[derive(Clone)]
pub struct App {
    pub config: Arc<Config>,
    pub db: Db,
    pub tokens: Arc<TokenCheck>,
    pub sealer: Arc<Sealer>,
    pub viewers: Viewers,
    pub clock: Clock,
}

impl App {
    /// Joins the parts and starts to listen for changes of users. Must run inside a runtime.
    ///
    /// # Errors
    /// When the pool or the token check cannot be built.
    pub fn new(config: Config, app_url: &str, sealer: Sealer, clock: Clock) -> anyhow::Result<Self> {
        Ok(Self {
            db: Db::new(app_url, config.pool_size, config.database_deadline)?,
            tokens: Arc::new(TokenCheck::new(&config.oidc)?),
            sealer: Arc::new(sealer),
            viewers: Viewers::listening(app_url.to_owned()),
            clock,
            config: Arc::new(config),
        })
    }
}

/// The whole server: API under `/api`, the web app beside it.
#[expect(clippy::needless_pass_by_value, reason = "the router keeps the app")]
pub fn router(app: App) -> Router {
    // Longer than any statement may take, shorter than anybody waits.
    let deadline = app.config.database_deadline * 2;
    let api = routes::api(&app)
        .layer(middleware::from_fn(
            move |request, next: middleware::Next| async move {
                match tokio::time::timeout(deadline, next.run(request)).await {
                    Ok(response) => response,
                    Err(_) => axum::response::IntoResponse::into_response(error::ApiError::Unavailable(
                        "the request took too long".into(),
                    )),
                }
            },
        ))
        // What the API answers is a firm's own: no cache keeps it.
        .layer(SetResponseHeaderLayer::if_not_present(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    Router::new()
        .nest("/api", api)
        .merge(web::router(&app.config))
        .merge(routes::health(&app))
        .layer(CatchPanicLayer::custom(|_| {
            axum::response::IntoResponse::into_response(error::ApiError::Internal(anyhow::anyhow!("a panic")))
        }))
        .layer(middleware::from_fn(error::write_problem))
        .layer(middleware::map_response(web::safe_headers))
        .layer(CompressionLayer::new().br(true).gzip(true))
        .layer(SetSensitiveRequestHeadersLayer::new([
            http::header::AUTHORIZATION,
            http::header::COOKIE,
        ]))
        .with_state(())
}
