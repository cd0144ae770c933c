//! Prometheus metrics of this node, on a separate address. Labels never contain ids.

mod queues;

use crate::db::{Db, PoolStatus};
use crate::hub::Hub;
use crate::telemetry::{jobs, sql_errors, traces};
use anyhow::Context;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{StatusCode, header::CONTENT_TYPE};
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use queues::Queues;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Upper bounds of the latency buckets, in seconds. A request may take 20 s.
const BUCKETS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 20.0];
/// Route label of requests that match no route, such as web app pages.
const NO_ROUTE: &str = "none";

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    /// The route's template, such as `/api/FirmAgent/agent/{uuid}`.
    route: Arc<str>,
    method: &'static str,
    status: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
}

type Requests = Family<RequestLabels, Histogram, fn() -> Histogram>;

/// The metrics of a node. Clones share them.
#[derive(Clone)]
pub struct Metrics(Arc<Parts>);

struct Parts {
    registry: Registry,
    requests: Requests,
    pool_connections: Family<PoolLabels, Gauge>,
    pool_idle: Family<PoolLabels, Gauge>,
    pool_waiting: Family<PoolLabels, Gauge>,
    hub_connections: Gauge,
    queues: Queues,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("firmbook");
        let requests = Requests::new_with_constructor(|| Histogram::new(BUCKETS));
        registry.register(
            "request_seconds",
            "Time to the response's head, by route, method and status class",
            requests.clone(),
        );
        let mut of_pools = |name: &str, help: &str| {
            let gauges: Family<PoolLabels, Gauge> = Family::default();
            registry.register(name, help, gauges.clone());
            gauges
        };
        let pool_connections = of_pools("pool_connections", "Open database connections, by pool");
        let pool_idle = of_pools(
            "pool_idle_connections",
            "Database connections that are not in use, by pool",
        );
        let pool_waiting = of_pools(
            "pool_waiting",
            "Requests or jobs that wait for a database connection, by pool",
        );
        let hub_connections: Gauge = Gauge::default();
        registry.register(
            "hub_connections",
            "Live connections of browsers",
            hub_connections.clone(),
        );
        let queues = Queues::default();
        queues.register(&mut registry);
        jobs::register(&mut registry);
        sql_errors::register(&mut registry);
        Self(Arc::new(Parts {
            registry,
            requests,
            pool_connections,
            pool_idle,
            pool_waiting,
            hub_connections,
            queues,
        }))
    }
}

/// Middleware that measures each request.
pub async fn measure(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| NO_ROUTE.into(), |path| path.as_str().into());
    let method = traces::method(request.method());
    let response = next.run(request).await;
    let labels = RequestLabels {
        route,
        method,
        status: class(response.status()),
    };
    let requests = &metrics.0.requests;
    requests
        .get_or_create(&labels)
        .observe(started.elapsed().as_secs_f64());
    response
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Sources of the values in a scrape.
#[derive(Clone)]
pub struct Sources {
    pub metrics: Metrics,
    /// The request pool.
    pub db: Db,
    /// The worker pool.
    pub workers: Db,
    pub hub: Hub,
}

/// Builds the router for the metrics address.
pub fn router(sources: Sources) -> Router {
    Router::new().route("/metrics", get(scrape)).with_state(sources)
}

async fn scrape(State(sources): State<Sources>) -> Response {
    let parts = &sources.metrics.0;
    // Read before the pool status, because this uses a connection of the worker pool.
    parts.queues.read(&sources.workers).await;
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    for db in [&sources.db, &sources.workers] {
        let PoolStatus { open, idle, waiting } = db.status();
        let pool = PoolLabels {
            pool: db.purpose().label(),
        };
        parts.pool_connections.get_or_create(&pool).set(count(open));
        parts.pool_idle.get_or_create(&pool).set(count(idle));
        parts.pool_waiting.get_or_create(&pool).set(count(waiting));
    }
    parts.hub_connections.set(count(sources.hub.connections()));
    let mut body = String::new();
    match text::encode(&mut body, &parts.registry) {
        Ok(()) => ([(CONTENT_TYPE, TEXT)], body).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Serves the metrics until the process ends.
///
/// # Errors
/// Returns an error if the address cannot be bound.
pub async fn serve(address: SocketAddr, sources: Sources) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::bind(address).await.with_context(|| {
        format!("Cannot listen on {address}. If another process uses it, change FIRMBOOK_METRICS_ADDRESS.")
    })?;
    tracing::info!(%address, "serving metrics");
    tokio::spawn(async move { axum::serve(listener, router(sources)).await });
    Ok(())
}
