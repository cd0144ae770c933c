//! The router with its middleware: the API under `/api`, and the web app.

use crate::app::App;
use crate::{cors, error, headers, hub, list, metrics, routes, unread_body, web};
use axum::{Router, extract::DefaultBodyLimit, middleware};
use http::{HeaderValue, header::CACHE_CONTROL};
use tower::util::MapResponseLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::{
    catch_panic::CatchPanicLayer, sensitive_headers::SetSensitiveRequestHeadersLayer,
    set_header::SetResponseHeaderLayer,
};

/// Size limit for JSON requests. Uploads have separate limits.
const MAX_BODY_BYTES: usize = 1024 * 1024;

/// Builds the router: the API under `/api`, and the web app.
#[expect(clippy::needless_pass_by_value, reason = "the router owns the app")]
pub fn router(app: App) -> Router {
    // Workbooks are already compressed.
    let packable = DefaultPredicate::new().and(NotForContentType::const_new(list::XLSX));
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
        .merge(web::router(&app.config, &app.db))
        .merge(routes::logos(&app))
        .merge(routes::calendar_feeds(&app))
        .merge(routes::downloads(&app))
        .merge(routes::unsubscribe_page(&app))
        .merge(routes::health(&app))
        .layer(CatchPanicLayer::custom(|_| {
            axum::response::IntoResponse::into_response(error::ApiError::Internal(anyhow::anyhow!(
                "request handler panicked"
            )))
        }))
        .layer(middleware::from_fn_with_state(
            app.metrics.clone(),
            metrics::measure,
        ))
        .layer(middleware::from_fn(refuse_empty_segments))
        .layer(middleware::from_fn(error::write_problem))
        .layer(middleware::from_fn(cors::allow_widgets))
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
        .layer(middleware::from_fn(unread_body::read_rest))
        .with_state(())
}

/// Rejects paths such as `//api/…` and `/api//…`. Different parts of the server could interpret them
/// differently, and such a path could then bypass a limit or a proxy's rule.
async fn refuse_empty_segments(
    request: axum::extract::Request,
    next: middleware::Next,
) -> axum::response::Response {
    if request.uri().path().contains("//") {
        return axum::response::IntoResponse::into_response(error::ApiError::NotFound("address"));
    }
    next.run(request).await
}
