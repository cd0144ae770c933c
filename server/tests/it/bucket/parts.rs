//! Large documents, which reach the bucket in parts.

use super::{app_with, large, local_files, store};
use crate::documents::{PDF, upload};
use crate::support::{Moto, TestApp, TestBucket, http_client, wait_until};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::future::join_all;
use http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use tokio::sync::watch;

/// Forwards calls to the bucket.
struct Gateway {
    bucket: TestBucket,
    /// Whether the gateway rejects the second part of each document.
    fails: AtomicBool,
    /// Parts wait while this is false.
    is_open: watch::Sender<bool>,
    waiting: AtomicUsize,
    most_waiting: AtomicUsize,
}

impl Gateway {
    async fn start() -> (TestApp, Arc<Self>) {
        let bucket = Moto::shared().await.bucket().await;
        let gateway = Arc::new(Self {
            fails: AtomicBool::new(false),
            is_open: watch::Sender::new(true),
            waiting: AtomicUsize::new(0),
            most_waiting: AtomicUsize::new(0),
            bucket,
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let forward = {
            let gateway = gateway.clone();
            async move |request| gateway.forward(request).await
        };
        tokio::spawn(async { axum::serve(listener, Router::new().fallback(forward)).await });
        let app = app_with(&gateway.bucket, |config| {
            config.bucket.as_mut().unwrap().endpoint = Some(endpoint.parse().unwrap());
        })
        .await;
        (app, gateway)
    }

    async fn forward(&self, request: Request) -> Response {
        let (head, body) = request.into_parts();
        let target = head.uri.path_and_query().unwrap().as_str();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        if target.contains("partNumber=2") && self.fails.load(SeqCst) {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        if target.contains("partNumber=") {
            self.most_waiting
                .fetch_max(self.waiting.fetch_add(1, SeqCst) + 1, SeqCst);
            self.is_open
                .subscribe()
                .wait_for(|is_open| *is_open)
                .await
                .unwrap();
            self.waiting.fetch_sub(1, SeqCst);
        }
        let endpoint = self.bucket.config.endpoint.as_ref().unwrap();
        let url = endpoint.join(target).unwrap();
        let mut headers = head.headers;
        headers.remove("transfer-encoding");
        let call = http_client().request(head.method, url);
        let reply = call.headers(headers).body(body);
        let reply: http::Response<reqwest::Body> = reply.send().await.unwrap().into();
        reply.map(Body::new)
    }
}

#[tokio::test]
async fn a_document_with_a_failed_part_is_discarded() {
    let (app, gateway) = Gateway::start().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/documents", policy.uuid);
    gateway.fails.store(true, SeqCst);
    let failed = upload(&admin, &path, "a.pdf", large()).await;
    failed.refused(503, "storage_unavailable");
    assert_eq!(
        gateway.bucket.incomplete().await,
        0,
        "the first part is removed, too"
    );
    assert!(gateway.bucket.keys().await.is_empty());
    assert_eq!(local_files(&app), 0);
    let listed = admin.get(&path).await.ok();
    assert_eq!(listed, serde_json::json!([]));
    gateway.fails.store(false, SeqCst);
    let stored = upload(&admin, &path, "a.pdf", large()).await.ok();
    let stored = format!("/Document/{}", stored["uuid"].as_str().unwrap());
    assert!(admin.get(stored).await.body == large());
}

#[tokio::test]
async fn at_most_four_uploads_hold_a_part_in_memory() {
    let (app, gateway) = Gateway::start().await;
    let admin = app.admin().await;
    let small = store(&app, &admin, "P-0", PDF).await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/documents", policy.uuid);
    gateway.is_open.send_replace(false);
    let names: Vec<String> = (1..=6).map(|number| format!("{number}.pdf")).collect();
    let uploads = names.iter().map(|name| upload(&admin, &path, name, large()));
    let open = async {
        wait_until("all files have arrived and four parts wait", async || {
            let has_arrived = local_files(&app) == 6 && gateway.waiting.load(SeqCst) >= 4;
            has_arrived.then_some(())
        })
        .await;
        // Gives a fifth part enough time to arrive.
        for _ in 0..20 {
            assert_eq!(admin.get(&small).await.body, PDF);
        }
        gateway.is_open.send_replace(true);
    };
    let (stored, ()) = futures_util::join!(join_all(uploads), open);
    for stored in stored {
        stored.ok();
    }
    assert_eq!(gateway.bucket.keys().await.len(), 7);
    assert_eq!(gateway.most_waiting.load(SeqCst), 4);
}
