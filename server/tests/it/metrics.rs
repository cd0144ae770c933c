//! Prometheus metrics.

use crate::support::TestApp;
use axum::body::{Body, to_bytes};
use http::Request;
use serde_json::json;
use server::metrics::{Sources, router};
use tower::ServiceExt;

async fn scrape(app: &TestApp) -> String {
    let sources = Sources {
        metrics: app.app.metrics.clone(),
        db: app.app.db.clone(),
        hub: app.app.hub.clone(),
    };
    let request = Request::get("/metrics").body(Body::empty()).unwrap();
    let reply = router(sources).oneshot(request).await.unwrap();
    assert_eq!(reply.status(), 200);
    let body = to_bytes(reply.into_body(), usize::MAX).await.unwrap();
    String::from_utf8(body.to_vec()).unwrap()
}

/// Returns the value of a sample.
fn value(scraped: &str, sample: &str) -> f64 {
    let mut values = scraped.lines().filter_map(|line| line.strip_prefix(sample));
    let value = values
        .next()
        .unwrap_or_else(|| panic!("{sample} is not in {scraped}"));
    value.trim().parse().unwrap()
}

#[tokio::test]
async fn scrape_has_the_route_of_a_request_and_no_id() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    let missing = server::ids::new_uuid();
    admin
        .get(format!("/FirmAgent/agent/{missing}"))
        .await
        .refused(404, "not_found");
    admin.post("/FirmAgent/search", json!({})).await.ok();
    admin.get("/nothing/like/this").await;

    let scraped = scrape(&app).await;
    for line in scraped.lines().filter(|line| !line.starts_with('#')) {
        let (_, number) = line.rsplit_once(' ').unwrap();
        assert!(number.parse::<f64>().is_ok(), "{line}");
    }
    assert!(scraped.ends_with("# EOF\n"));
    let count = |route: &str, method: &str, status: &str| {
        let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
        value(&scraped, &format!("firmbook_request_seconds_count{{{labels}}}"))
    };
    let detail = scraped
        .lines()
        .find_map(|line| {
            line.split("route=\"")
                .nth(1)
                .filter(|rest| rest.starts_with("/api/FirmAgent/agent/{"))
        })
        .and_then(|rest| rest.split('"').next())
        .unwrap();
    assert!((count(detail, "GET", "2xx") - 1.0).abs() < f64::EPSILON);
    assert!((count(detail, "GET", "4xx") - 1.0).abs() < f64::EPSILON);
    assert!((count("/api/FirmAgent/search", "POST", "2xx") - 1.0).abs() < f64::EPSILON);
    assert!(value(&scraped, "firmbook_pool_connections") >= 1.0);
    assert!(value(&scraped, "firmbook_hub_connections").abs() < f64::EPSILON);
    for id in [agent.uuid.to_string(), missing.to_string(), "nothing/like".into()] {
        assert!(!scraped.contains(&id), "{id} is in {scraped}");
    }
}
