//! OpenTelemetry traces, received by a collector in this process.

use crate::support::{ServerProcess, TestApp, http_client, wait_until};
use axum::extract::State;
use axum::routing::post;
use bytes::Bytes;
use nix::sys::signal::Signal;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::json;
use std::sync::{Arc, Mutex};

/// An OTLP collector.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Bytes>>>);

impl Collector {
    async fn start() -> (Self, String) {
        let collector = Self::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let receive = async |State(collector): State<Self>, body: Bytes| {
            collector.0.lock().unwrap().push(body);
        };
        let router = axum::Router::new()
            .route("/v1/traces", post(receive))
            .with_state(collector.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (collector, url)
    }

    fn exports(&self) -> Vec<ExportTraceServiceRequest> {
        let bodies = self.0.lock().unwrap();
        let decode = |body: &Bytes| ExportTraceServiceRequest::decode(body.clone()).unwrap();
        bodies.iter().map(decode).collect()
    }

    fn spans(&self) -> Vec<Span> {
        self.exports()
            .into_iter()
            .flat_map(|export| export.resource_spans)
            .flat_map(|spans| spans.scope_spans)
            .flat_map(|spans| spans.spans)
            .collect()
    }

    async fn span(&self, what: &str, is_it: impl Fn(&Span) -> bool) -> Span {
        wait_until(what, async || self.spans().into_iter().find(&is_it)).await
    }
}

fn attribute(span: &Span, key: &str) -> Option<String> {
    let found = span.attributes.iter().find(|attribute| attribute.key == key)?;
    Some(match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn collector_receives_spans_of_requests_and_jobs_without_personal_data() {
    let app = TestApp::idle().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Quillfeather").insert().await;
    let (collector, url) = Collector::start().await;
    let settings = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()),
        ("OTEL_BSP_SCHEDULE_DELAY", "50"),
    ];
    let mut running = ServerProcess::with(&app, &settings).await;
    let http = http_client();
    let (token, address) = (admin.token.clone().unwrap(), running.address);
    let call = |path: &str| {
        http.post(format!("http://{address}/api{path}"))
            .bearer_auth(&token)
            .header("user-agent", "Quillbrowser")
    };
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let found = call("/FirmAgent/search?quilltoken=1")
        .json(&json!({ "searchText": "Quillfeather" }))
        .header("traceparent", format!("00-{trace}-00f067aa0ba902b7-01"))
        .send()
        .await
        .unwrap();
    assert_eq!(found.status(), 200);
    assert!(found.text().await.unwrap().contains("Quillfeather"));
    let refused = call(&format!("/FirmAgent/agent/{}/reveal", agent.uuid));
    let refused = refused.body("{").send().await.unwrap();
    let problem: serde_json::Value = refused.json().await.unwrap();

    let request = collector
        .span("the span of the search", |span| {
            attribute(span, "http.route").as_deref() == Some("/api/FirmAgent/search")
        })
        .await;
    assert_eq!(request.name, "POST /api/FirmAgent/search");
    assert_eq!(hex(&request.trace_id), trace);
    assert_eq!(hex(&request.parent_span_id), "00f067aa0ba902b7");
    assert_eq!(
        attribute(&request, "http.request.method").as_deref(),
        Some("POST")
    );
    assert_eq!(
        attribute(&request, "http.response.status_code").as_deref(),
        Some("200")
    );
    let transaction = collector
        .span("a transaction of the search", |span| {
            span.parent_span_id == request.span_id && span.name == "transaction"
        })
        .await;
    assert_eq!(transaction.trace_id, request.trace_id);
    assert_eq!(
        attribute(&transaction, "db.system.name").as_deref(),
        Some("postgresql")
    );
    collector
        .span("the span with the request id of the error", |span| {
            attribute(span, "firmbook.request.id").as_deref() == problem["traceId"].as_str()
        })
        .await;
    let job = collector
        .span("a round of a job", |span| span.name == "job reports")
        .await;
    collector
        .span("a transaction of the round", |span| {
            span.parent_span_id == job.span_id && span.name == "transaction"
        })
        .await;

    // The last spans are sent before the process ends.
    running.signal(Signal::SIGTERM);
    running.wait_for_exit().await;
    let resource = collector.exports()[0].resource_spans[0].resource.clone().unwrap();
    let is_name = |key: &str| key == "service.name";
    let service = resource
        .attributes
        .iter()
        .find(|attribute| is_name(&attribute.key));
    assert!(format!("{service:?}").contains("firmbook"), "{service:?}");
    let text = format!("{:?}", collector.spans()).to_lowercase();
    for private in [
        "quill",
        &admin.user_key,
        &agent.uuid.to_string(),
        &token,
        "select",
        "127.0.0.1",
    ] {
        assert!(!text.contains(&private.to_lowercase()), "{private} is in {text}");
    }
}
