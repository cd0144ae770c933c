//! OpenTelemetry traces: a span per request, transaction and round of a background job. Off unless
//! `OTEL_EXPORTER_OTLP_ENDPOINT` is set. The OpenTelemetry SDK reads the other `OTEL_…` settings.
//!
//! Spans contain no names, record ids, query values or statements. Only spans of [`TARGET`] are exported, so log
//! messages are not.

use anyhow::Context as _;
use axum::extract::{MatchedPath, Request};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{HeaderMap, Response, StatusCode};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::time::Duration;
use tokio::runtime::Handle;
use tracing::{Span, Subscriber, field::Empty, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

/// Target of the spans. The log omits it.
pub const TARGET: &str = "firmbook::traces";
const ENDPOINTS: [&str; 2] = [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
];
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);

/// Exports spans in the background.
pub struct Exporter(SdkTracerProvider);

impl Exporter {
    /// Builds an exporter if tracing is enabled. Must be called inside a Tokio runtime, which sends the spans.
    ///
    /// # Errors
    /// Returns an error if a setting is invalid.
    pub fn from_env() -> anyhow::Result<Option<Self>> {
        let is_set = |name: &&str| std::env::var(name).is_ok_and(|value| !value.is_empty());
        if !ENDPOINTS.iter().any(is_set) {
            return Ok(None);
        }
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender::new()?)
            .build()
            .context("the OTEL_EXPORTER_OTLP_… settings are invalid")?;
        let mut resource = Resource::builder();
        if !is_set(&"OTEL_SERVICE_NAME") {
            resource = resource.with_service_name("firmbook");
        }
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build())
            .build();
        Ok(Some(Self(provider)))
    }

    /// Returns the layer that exports the spans of [`TARGET`].
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let spans = tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("firmbook"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_tracked_inactivity(false);
        spans.with_filter(Targets::new().with_target(TARGET, LevelFilter::INFO))
    }

    /// Sends the spans that have not been sent yet.
    pub async fn shut_down(self) {
        // The SDK blocks while the runtime sends.
        let done = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(EXPORT_TIMEOUT)).await;
        if let Ok(Err(error)) = done {
            tracing::warn!(%error, "failed to export the last traces");
        }
    }
}

/// Sends spans over HTTP. The SDK calls it from its own thread, which has no runtime.
#[derive(Debug)]
struct Sender {
    http: reqwest::Client,
    runtime: Handle,
}

impl Sender {
    fn new() -> anyhow::Result<Self> {
        Ok(Self {
            http: reqwest::Client::builder().timeout(EXPORT_TIMEOUT).build()?,
            runtime: Handle::try_current()?,
        })
    }
}

impl HttpClient for Sender {
    fn send_bytes<'client, 'sent>(
        &'client self,
        request: http::Request<Bytes>,
    ) -> BoxFuture<'sent, Result<Response<Bytes>, HttpError>>
    where
        'client: 'sent,
        Self: 'sent,
    {
        let http = self.http.clone();
        let sent = self.runtime.spawn(async move {
            let mut reply = http.execute(request.try_into()?).await?;
            let mut response = Response::new(Bytes::new());
            *response.status_mut() = reply.status();
            *response.headers_mut() = std::mem::take(reply.headers_mut());
            *response.body_mut() = reply.bytes().await?;
            Ok::<_, HttpError>(response)
        });
        Box::pin(async move { sent.await? })
    }
}

/// Creates the span of a request. Continues the trace in its `traceparent` header.
pub fn request(request: &Request, id: &str) -> Span {
    let method = method(request.method());
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none", MatchedPath::as_str);
    let span = info_span!(
        target: TARGET,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        firmbook.request.id = id,
    );
    if !span.is_disabled() && request.headers().contains_key("traceparent") {
        let parent = TraceContextPropagator::new().extract(&Headers(request.headers()));
        _ = span.set_parent(parent);
    }
    span
}

/// Adds the status of the response to the span of its request.
pub fn answered(span: &Span, status: StatusCode) {
    if span.is_disabled() {
        return;
    }
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// Creates the span of a database transaction, from waiting for a connection to the end.
pub fn transaction() -> Span {
    info_span!(target: TARGET, "transaction", otel.kind = "client", db.system.name = "postgresql")
}

/// Creates the span of waiting for a connection.
pub fn connection() -> Span {
    info_span!(target: TARGET, "wait for connection")
}

/// Creates the span of a background job's round.
pub fn job(name: &'static str) -> Span {
    info_span!(target: TARGET, "job", otel.name = format!("job {name}"), firmbook.job = name)
}

/// Returns the name of a method, or `other`. Clients can send any method, and each would become a time series.
#[must_use]
pub fn method(method: &http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        _ => "other",
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}
