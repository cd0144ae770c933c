//! Prometheus metrics.

use crate::support::{ServerProcess, TestApp, wait_until};
use axum::body::{Body, to_bytes};
use http::Request;
use serde_json::json;
use server::clock::Clock;
use server::db::{Db, Purpose};
use server::metrics::{Sources, router, serve};
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;
use tower::ServiceExt;

async fn scrape(app: &TestApp) -> String {
    let sources = Sources {
        metrics: app.app.metrics.clone(),
        db: app.app.db.clone(),
        workers: app.app.workers.clone(),
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
async fn scrape_contains_the_route_of_a_request_without_ids() {
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
    for pool in ["requests", "workers"] {
        let open = format!("firmbook_pool_connections{{pool=\"{pool}\"}}");
        assert!(value(&scraped, &open) >= 1.0, "{pool}");
    }
    assert!(value(&scraped, "firmbook_hub_connections").abs() < f64::EPSILON);
    for id in [agent.uuid.to_string(), missing.to_string(), "nothing/like".into()] {
        assert!(!scraped.contains(&id), "{id} is in {scraped}");
    }
}

/// Reads the metrics of a server process.
async fn scrape_at(address: SocketAddr) -> String {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let reply = http
        .get(format!("http://{address}/metrics"))
        .send()
        .await
        .unwrap();
    assert_eq!(reply.status(), 200);
    reply.text().await.unwrap()
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

#[tokio::test]
async fn scrape_contains_the_length_and_lag_of_each_queue() {
    // Without background jobs, which would empty the queues.
    let app = TestApp::idle().await;
    let pool = |purpose| Db::new(&app.database.app_url, purpose, 1, Duration::from_secs(5)).unwrap();
    let (address, sources) = (
        free_address(),
        Sources {
            metrics: app.app.metrics.clone(),
            db: pool(Purpose::Requests),
            workers: pool(Purpose::Workers),
            hub: app.app.hub.clone(),
        },
    );
    serve(address, sources).await.unwrap();
    let names = [
        "mail",
        "pushes",
        "report_changes",
        "report_notices",
        "report_digests",
        "sends",
        "summaries",
        "imports",
        "webhooks",
        "duplicates",
    ];
    let length =
        |scraped: &str, name: &str| value(scraped, &format!("firmbook_queue_length{{queue=\"{name}\"}}"));
    let lag = |scraped: &str, name: &str| {
        value(
            scraped,
            &format!("firmbook_queue_lag_seconds{{queue=\"{name}\"}}"),
        )
    };
    let scraped = scrape_at(address).await;
    for name in names {
        assert!(length(&scraped, name).abs() < f64::EPSILON, "{name}: {scraped}");
    }
    assert!(lag(&scraped, "mail").abs() < f64::EPSILON);

    let admin = app.admin().await;
    let (user, uuid) = (&admin.user_key, server::ids::new_uuid());
    app.execute(&format!(
        "INSERT INTO mail_outbox (firm_id, user_key, cause, notification_ids, created_at, next_try_at, done_at) VALUES
           (1, '{user}', 'Notice', '{{}}', now(), now() - interval '5 minutes', NULL),
           (2, '{user}', 'Notice', '{{}}', now(), now() + interval '5 minutes', NULL),
           (1, '{user}', 'Notice', '{{}}', now(), now() - interval '9 minutes', now());
         DELETE FROM hub_outbox;
         INSERT INTO hub_outbox (firm_id, user_key, created_at) VALUES (1, '{user}', now() - interval '3 minutes');
         DELETE FROM report_change;
         INSERT INTO report (firm_id, uuid, report_type, owner_key, name, query)
           VALUES (1, '{uuid}', 1, '{user}', 'R', '{{}}');
         INSERT INTO report_change (firm_id, list) VALUES (1, 'agents'), (2, 'agents');
         INSERT INTO report_subscription (firm_id, report_uuid, user_key, next_digest_at)
           VALUES (1, '{uuid}', '{user}', now() - interval '2 minutes');
         INSERT INTO duplicate_check (firm_id, contact_uuid) VALUES (1, '{uuid}'), (2, '{uuid}');
         INSERT INTO cohort (firm_id, uuid, name, contact_kind, kind) VALUES (1, '{uuid}', 'C', 1, 'Static');
         INSERT INTO cohort_schedule (firm_id, uuid, cohort_uuid, name, frequency, first_send_date, send_time,
             time_zone, send_to, subject, message, owner_key, next_send_at)
           VALUES (1, '{uuid}', '{uuid}', 'S', 'Once', '2026-01-01', '09:00', 'UTC', 'Contact', 's', 'm', '{user}',
                   now() - interval '4 minutes');
         INSERT INTO upload (firm_id, storage_guid, upload_type, file_name, size_bytes, storage_key, reading, mapping,
             state, created_by, submitted_at)
           VALUES (1, '{uuid}', 1, 'f', 1, 'k', '{{}}', '{{}}', 'Submitted', '{user}', now() - interval '6 minutes');
         INSERT INTO partner VALUES (1, '{uuid}', 1, 'Bank', true, '{{https://bank.example}}', now());
         INSERT INTO webhook (firm_id, uuid, partner_uuid, url, events, secret, secret_key_id, created_at)
           VALUES (1, '{uuid}', '{uuid}', 'https://bank.example/', '{{}}', '', 1, now());
         INSERT INTO webhook_delivery (firm_id, uuid, webhook_uuid, event_id, event, body, created_at, next_attempt_at,
             delivered_at) VALUES
           (1, gen_random_uuid(), '{uuid}', '{uuid}', 'e', '', now() - interval '7 minutes', '-infinity', NULL),
           (1, gen_random_uuid(), '{uuid}', '{uuid}', 'e', '', now(), now() + interval '5 minutes', NULL),
           (1, gen_random_uuid(), '{uuid}', '{uuid}', 'e', '', now() - interval '9 minutes', '-infinity', now())"
    ))
    .await;
    let scraped = scrape_at(address).await;
    for (name, expected, minutes) in [
        ("mail", 2.0, Some(5.0)),
        ("pushes", 1.0, Some(3.0)),
        ("report_changes", 2.0, None),
        ("report_notices", 1.0, None),
        ("report_digests", 1.0, Some(2.0)),
        ("sends", 1.0, Some(4.0)),
        ("imports", 1.0, Some(6.0)),
        ("webhooks", 2.0, Some(7.0)),
        ("duplicates", 2.0, None),
    ] {
        assert!(
            (length(&scraped, name) - expected).abs() < f64::EPSILON,
            "{name}: {scraped}"
        );
        if let Some(minutes) = minutes {
            let over = lag(&scraped, name) - 60.0 * minutes;
            assert!((0.0..30.0).contains(&over), "{name}: {scraped}");
        }
    }
    for private in [user, &uuid.to_string()] {
        assert!(!scraped.contains(private));
    }
}

#[tokio::test]
async fn scrape_omits_queues_while_the_database_is_unreachable() {
    let app = TestApp::idle().await;
    let scraped = scrape(&app).await;
    assert!(!scraped.contains("firmbook_queue_length{"), "{scraped}");
    let refused = value(&scraped, "firmbook_postgres_errors_total{sqlstate=\"08001\"}");
    assert!(refused >= 1.0, "{scraped}");
}

#[tokio::test]
async fn scrape_contains_job_rounds_and_database_errors() {
    let app = TestApp::idle().await;
    let admin = app.admin().await;
    let metrics = free_address();
    let text = metrics.to_string();
    let running = ServerProcess::with(&app, &[("FIRMBOOK_METRICS_ADDRESS", &text)]).await;
    let last = async |worker: &str| {
        let sample = format!("firmbook_worker_last_success_timestamp_seconds{{worker=\"{worker}\"}}");
        value(&scrape_at(metrics).await, &sample)
    };
    let now = Clock::System.now().as_duration().as_secs_f64();
    let jobs = [
        "pushes",
        "session-checks",
        "reports",
        "imports",
        "rules",
        "duplicates",
        "sends",
        "mail",
        "upload-cleanup",
        "documents",
    ];
    for worker in jobs {
        assert!((last(worker).await - now).abs() < 60.0, "{worker}");
    }
    let before = last("reports").await;
    wait_until("another round is done", async || {
        (last("reports").await > before).then_some(())
    })
    .await;

    app.execute("ALTER TABLE report_change RENAME TO elsewhere").await;
    let failures = "firmbook_worker_failures_total{worker=\"reports\"}";
    wait_until("a round has failed", async || {
        (value(&scrape_at(metrics).await, failures) >= 1.0).then_some(())
    })
    .await;
    app.execute("ALTER TABLE elsewhere RENAME TO report_change").await;

    // A statement timeout cancels a list query while its rows are read.
    app.execute("BEGIN; LOCK TABLE contact, firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let search = http
        .post(format!("http://{}/api/FirmAgent/search", running.address))
        .bearer_auth(admin.token.as_deref().unwrap())
        .json(&json!({}));
    let cancel = async {
        app.wait_for_blocked_statement().await;
        app.execute(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event <> 'advisory'
               AND application_name LIKE 'firmbook ________________________________'",
        )
        .await;
    };
    let (reply, ()) = tokio::join!(search.send(), cancel);
    assert_eq!(reply.unwrap().status(), 503);
    app.execute("ROLLBACK").await;
    let scraped = scrape_at(metrics).await;
    let canceled = value(&scraped, "firmbook_postgres_errors_total{sqlstate=\"57014\"}");
    assert!(canceled >= 1.0, "{scraped}");
}
