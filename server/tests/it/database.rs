//! Database outages: requests return 503 if connections are refused, lost, stalled or frozen. The server recovers
//! without a restart.

use crate::support::{Client, Link, OwnCluster, Proxy, TestApp, wait_until};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;
use server::db::connect_raw;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

async fn app_behind_proxy() -> (TestApp, Proxy) {
    let proxy = Proxy::start().await;
    let app = TestApp::with(|config, url| {
        config.database_deadline = Duration::from_secs(1);
        let database = url.rsplit('/').next().unwrap().to_owned();
        *url = proxy.app_url(&database);
    })
    .await;
    (app, proxy)
}

async fn assert_busy(client: &Client) {
    let reply = client.post("/FirmAgent/search", json!({})).await;
    reply.refused(503, "unavailable");
    assert_eq!(reply.header("retry-after"), "2");
}

/// Waits until a search succeeds. Every response before that must be 503.
async fn wait_until_recovered(client: &Client) {
    wait_until("the database is available again", async || {
        let reply = client.post("/FirmAgent/search", json!({})).await;
        assert!(
            matches!(reply.status.as_u16(), 200 | 503),
            "{} {}",
            reply.status,
            reply.text()
        );
        (reply.status == 200).then_some(())
    })
    .await;
}

async fn root_status(app: &TestApp, path: &str) -> u16 {
    let request = http::Request::get(path).body(axum::body::Body::empty()).unwrap();
    app.anonymous().run(request).await.status.as_u16()
}

#[tokio::test]
async fn returns_503_while_the_database_refuses_connections() {
    let (app, proxy) = app_behind_proxy().await;
    let admin = app.admin().await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
    assert_eq!(root_status(&app, "/readyz").await, 200);
    proxy.set(Link::Down).await;
    for _ in 0..10 {
        assert_busy(&admin).await;
    }
    assert_eq!(root_status(&app, "/healthz").await, 200);
    assert_eq!(root_status(&app, "/readyz").await, 503);
    for needs_no_database in ["/config.json", "/api/openapi.json"] {
        assert_eq!(
            root_status(&app, needs_no_database).await,
            200,
            "{needs_no_database}"
        );
    }
    proxy.set(Link::Up).await;
    wait_until_recovered(&admin).await;
    assert_eq!(root_status(&app, "/readyz").await, 200);
    for _ in 0..10 {
        admin.post("/FirmAgent/search", json!({})).await.ok();
    }
}

#[tokio::test]
async fn returns_503_if_the_connection_is_lost_during_a_statement() {
    let (app, proxy) = app_behind_proxy().await;
    let admin = app.admin().await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
    app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    let running = tokio::spawn({
        let admin = admin.clone();
        async move { assert_busy(&admin).await }
    });
    app.wait_for_blocked_statement().await;
    proxy.set(Link::Down).await;
    running.await.unwrap();
    app.execute("ROLLBACK").await;
    proxy.set(Link::Up).await;
    wait_until_recovered(&admin).await;
}

#[tokio::test]
async fn interrupted_write_is_rolled_back_and_can_be_retried_with_its_key() {
    let (app, proxy) = app_behind_proxy().await;
    let admin = app.admin().await;
    let body = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
    let key = uuid::Uuid::now_v7();
    app.execute("BEGIN; LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE")
        .await;
    let running = tokio::spawn({
        let (admin, body) = (admin.clone(), body.clone());
        async move { admin.post_once(key, "/FirmAgent/1", &body).await }
    });
    app.wait_for_blocked_statement().await;
    proxy.set(Link::Down).await;
    running.await.unwrap().refused(503, "unavailable");
    app.execute("ROLLBACK").await;
    wait_until("the partial write is rolled back", async || {
        (app.number("SELECT count(*) FROM contact").await == 0).then_some(())
    })
    .await;
    proxy.set(Link::Up).await;
    wait_until_recovered(&admin).await;
    assert_eq!(admin.post_once(key, "/FirmAgent/1", &body).await.status, 201);
    assert_eq!(admin.post_once(key, "/FirmAgent/1", &body).await.status, 201);
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
}

#[tokio::test]
async fn returns_503_in_time_if_the_network_drops_all_packets() {
    let (app, proxy) = app_behind_proxy().await;
    let admin = app.admin().await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
    proxy.set(Link::Stalled).await;
    let started = Instant::now();
    futures_util::future::join_all((0..6).map(|_| assert_busy(&admin))).await;
    assert!(
        started.elapsed() < Duration::from_secs(6),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(root_status(&app, "/healthz").await, 200);
    assert_eq!(root_status(&app, "/readyz").await, 503);
    proxy.set(Link::Up).await;
    wait_until_recovered(&admin).await;
    for _ in 0..10 {
        admin.post("/FirmAgent/search", json!({})).await.ok();
    }
}

/// A process that is stopped (SIGSTOP) until this value is dropped. PostgreSQL cannot create or drop databases
/// while a backend is stopped, so the test needs a separate cluster.
struct Frozen(Pid);

impl Frozen {
    fn new(process: Pid) -> Self {
        kill(process, Signal::SIGSTOP).unwrap();
        Self(process)
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        _ = kill(self.0, Signal::SIGCONT);
    }
}

#[tokio::test]
async fn frozen_backend_fails_only_its_own_request() {
    let own = OwnCluster::start("frozen").await;
    let (_app, admin) = own
        .app(|config| {
            config.pool_size = 1;
            config.database_deadline = Duration::from_secs(1);
        })
        .await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
    let idle = format!(
        "SELECT pid FROM pg_stat_activity WHERE application_name = '{}' AND state = 'idle'",
        server::db::Purpose::Requests.application_name()
    );
    let owner = own.owner().await;
    // A backend that is still ending its transaction can hold cluster-wide locks.
    let backends = wait_until("the pool's only backend is idle", async || {
        let backends = owner.query(&idle, &[]).await.unwrap();
        (!backends.is_empty()).then_some(backends)
    })
    .await;
    assert_eq!(backends.len(), 1);
    let frozen = Frozen::new(Pid::from_raw(backends[0].get(0)));
    assert_busy(&admin).await;
    wait_until_recovered(&admin).await;
    drop(frozen);
    admin.post("/FirmAgent/search", json!({})).await.ok();
}

#[tokio::test]
async fn recovers_after_postgres_is_killed() {
    let own = OwnCluster::start("killed").await;
    let (_app, admin) = own.app(|_| {}).await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
    for _ in 0..2 {
        let postmaster = own.cluster().process_id().unwrap();
        kill(Pid::from_raw(postmaster), Signal::SIGKILL).unwrap();
        wait_until("PostgreSQL is restarted", async || {
            let reply = admin.post("/FirmAgent/search", json!({})).await;
            assert!(
                matches!(reply.status.as_u16(), 200 | 503),
                "{} {}",
                reply.status,
                reply.text()
            );
            own.cluster().process_id().filter(|pid| *pid != postmaster)
        })
        .await;
        wait_until_recovered(&admin).await;
        let body = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
        admin.post("/FirmAgent/1", body).await.ok();
    }
}

/// A small disk in memory, mounted at a path. Unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts the disk. Prints a message and returns `None` if mounting is not allowed.
    fn mount(path: PathBuf, owner: u32) -> Option<Self> {
        std::fs::create_dir_all(&path).unwrap();
        let options = format!("size=48m,uid={owner},mode=700");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &options, "tmpfs"])
            .arg(&path)
            .output();
        if mounted.is_ok_and(|mounted| mounted.status.success()) {
            return Some(Self(path));
        }
        println!("skipped: mounting a disk needs root");
        None
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg("-l").arg(&self.0).output();
        _ = std::fs::remove_dir(&self.0);
    }
}

#[tokio::test]
async fn full_disk_fails_changes_with_507_until_space_is_free() {
    let own = OwnCluster::start("full").await;
    let postmaster = own.cluster().process_id().unwrap();
    let user = std::fs::metadata(format!("/proc/{postmaster}")).unwrap().uid();
    // Uses the temporary directory, because the database's user cannot access every target directory.
    let disk = std::env::temp_dir().join(format!("firmbook-full-disk-{}", std::process::id()));
    // Declared after the cluster, so that it is unmounted first. A lazy unmount does not wait for the cluster.
    let Some(_disk) = SmallDisk::mount(disk.clone(), user) else {
        return;
    };
    let other = connect_raw(&own.cluster().url("postgres", "template1"))
        .await
        .unwrap();
    // Turns off autovacuum: a vacuum of a catalog removes a cache file of 160 kB, which frees space on the full disk.
    for statement in ["ALTER SYSTEM SET autovacuum = off", "SELECT pg_reload_conf()"] {
        other.batch_execute(statement).await.unwrap();
    }
    other
        .batch_execute(&format!("CREATE TABLESPACE small LOCATION '{}'", disk.display()))
        .await
        .unwrap();
    other
        .batch_execute("ALTER DATABASE postgres SET TABLESPACE small")
        .await
        .unwrap();
    let (app, admin) = own.app(|_| {}).await;
    let owner = own.owner().await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
    assert_eq!(app.readyz().await, (200, "ready".to_owned()));

    owner
        .batch_execute("CREATE TABLE filler (x text); ALTER TABLE filler ALTER x SET STORAGE PLAIN")
        .await
        .unwrap();
    // One page per row.
    let fill = "INSERT INTO filler SELECT repeat('x', 8000)";
    while owner.execute(fill, &[]).await.is_ok() {}
    let body = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
    let refused = admin
        .post("/FirmAgent/1", body.clone())
        .await
        .refused(507, "database_full");
    assert!(
        refused["message"].as_str().unwrap().contains("storage is full"),
        "{refused}"
    );
    admin.post("/FirmAgent/search", json!({})).await.ok();
    let (status, text) = app.readyz().await;
    assert_eq!(status, 200, "reads still work");
    assert!(text.contains("database_full"), "{text}");

    owner.batch_execute("DROP TABLE filler").await.unwrap();
    assert_eq!(app.readyz().await, (200, "ready".to_owned()));
    admin.post("/FirmAgent/1", body).await.ok();
    let page = admin.post("/FirmAgent/search", json!({})).await.ok();
    assert_eq!(page["totalRecords"], 1, "the refused change left nothing behind");
}
