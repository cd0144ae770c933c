//! The state shared by all requests, and the router with its middleware.

use crate::auth::token::TokenCheck;
use crate::auth::{Limits, Viewers};
use crate::clock::Clock;
use crate::config::Config;
use crate::crypto::Sealer;
use crate::db::Db;
use crate::export::Exports;
use crate::hub::{self, Hub};
use crate::list::KeptPages;
use crate::upload::Uploads;
use crate::{error, headers, routes, web};
use axum::{Router, extract::DefaultBodyLimit, middleware};
use http::{HeaderValue, header::CACHE_CONTROL};
use std::ops::Deref;
use std::sync::Arc;
use tower::util::MapResponseLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::{
    catch_panic::CatchPanicLayer, sensitive_headers::SetSensitiveRequestHeadersLayer,
    set_header::SetResponseHeaderLayer,
};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Limit for JSON requests. Uploads have limits of their own.
const MAX_BODY_BYTES: usize = 1024 * 1024;

/// Shared application state. Clones are cheap.
#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub config: Arc<Config>,
    pub db: Db,
    pub tokens: TokenCheck,
    pub sealer: Arc<Sealer>,
    pub viewers: Viewers,
    pub limits: Limits,
    pub clock: Clock,
    pub hub: Hub,
    pub pages: KeptPages,
    pub uploads: Uploads,
    pub exports: Exports,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Builds the state and starts the background tasks: change listeners, the hub, and the report and upload
    /// workers. Must be called inside a Tokio runtime.
    ///
    /// # Errors
    /// Returns an error if the configuration of the pool, the token validation or the hub is invalid.
    pub fn new(config: Config, app_url: &str, sealer: Sealer, clock: Clock) -> anyhow::Result<Self> {
        let pages = KeptPages::listening(app_url.to_owned());
        let changed = pages.clone();
        let app = Self(Arc::new(Parts {
            hub: Hub::new(config.hub),
            db: Db::new(app_url, config.pool_size, config.database_deadline)?
                .telling(move |firm_id| changed.forget(firm_id)),
            pages,
            tokens: TokenCheck::new(&config.oidc)?,
            sealer: Arc::new(sealer),
            viewers: Viewers::listening(app_url.to_owned(), config.session_limit),
            limits: Limits::new(config.session_calls, config.refused_tokens),
            clock,
            exports: Exports::new(&config, app_url)?,
            uploads: Uploads::new(&config, app_url.to_owned())?,
            config: Arc::new(config),
        }));
        Hub::run(&app, app_url)?;
        tokio::spawn(crate::report::worker::run(app.clone()));
        tokio::spawn(crate::upload::worker::run(app.clone()));
        Ok(app)
    }
}

/// Builds the router: the API under `/api`, and the web app.
#[expect(clippy::needless_pass_by_value, reason = "the router owns the app")]
pub fn router(app: App) -> Router {
    // Workbooks are already compressed.
    let packable = DefaultPredicate::new().and(NotForContentType::const_new(XLSX));
    // Longer than the statement timeout.
    let deadline = app.config.database_deadline * 2;
    let api = routes::api(&app)
        .layer(middleware::from_fn(
            move |request: axum::extract::Request, next: middleware::Next| async move {
                // Long polls wait by design, and uploads have their own deadlines.
                let path = request.uri().path();
                let takes_file =
                    path.ends_with(routes::UPLOADS_END_WITH) || path.starts_with(routes::BULK_UPLOADS);
                let is_upload = request.method() == http::Method::POST && takes_file;
                if is_upload || path.starts_with(shared::hub::PATH) {
                    return next.run(request).await;
                }
                match tokio::time::timeout(deadline, next.run(request)).await {
                    Ok(response) => response,
                    Err(_) => axum::response::IntoResponse::into_response(error::ApiError::Unavailable(
                        "the request took too long".into(),
                    )),
                }
            },
        ))
        // API responses are specific to a firm and must not be cached.
        .layer(SetResponseHeaderLayer::if_not_present(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    Router::new()
        .nest("/api", api)
        .merge(web::router(&app))
        .merge(routes::logos(&app))
        .merge(routes::unsubscribe_page(&app))
        .merge(routes::health(&app))
        .layer(CatchPanicLayer::custom(|_| {
            axum::response::IntoResponse::into_response(error::ApiError::Internal(anyhow::anyhow!(
                "request handler panicked"
            )))
        }))
        .layer(middleware::from_fn(error::write_problem))
        .layer(MapResponseLayer::new(headers::safe(&app.config)))
        .layer(
            CompressionLayer::new()
                .br(true)
                .gzip(true)
                .compress_when(packable),
        )
        .layer(SetSensitiveRequestHeadersLayer::new([
            http::header::AUTHORIZATION,
            http::header::COOKIE,
        ]))
        .layer(middleware::map_request(hub::token_from_query))
        .with_state(())
}
