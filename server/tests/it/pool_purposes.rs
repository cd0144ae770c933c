//! Requests and background workers have separate connections, so that neither can starve the other.

use crate::support::{FIRM, wait_until};
use crate::uploads::support::{AGENT, Wizard, app_with, many_agents};
use futures_util::future::join_all;
use std::time::{Duration, Instant};

#[tokio::test]
async fn worker_finishes_an_import_while_requests_hold_all_their_connections() {
    let (app, _) = app_with(|config, _| {
        config.pool_size = 2;
        config.database_deadline = Duration::from_secs(60);
    })
    .await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(20))
        .await
        .matching_by(&["npn"]);
    wizard.counts().await;
    // Imports do not use this table.
    let locker = app.database.owner().await;
    locker
        .batch_execute("BEGIN; LOCK TABLE table_state IN ACCESS EXCLUSIVE MODE")
        .await
        .unwrap();
    let held: Vec<_> = (0..2)
        .map(|_| {
            let admin = admin.clone();
            tokio::spawn(async move { admin.get("/TableState/agents").await })
        })
        .collect();
    wait_until("requests hold their connections", async || {
        (app.blocked_statements().await == 2).then_some(())
    })
    .await;
    // Submits the upload without a request.
    app.execute(&format!(
        "UPDATE upload SET state = 'Submitted', submitted_at = now(), submitted_by = '{}', is_staffs = false",
        admin.user_key
    ))
    .await;
    wait_until("the import is done", async || {
        (app.text("SELECT state FROM upload").await.unwrap() == "Done").then_some(())
    })
    .await;
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 20);
    assert_eq!(app.blocked_statements().await, 2);
    locker.batch_execute("ROLLBACK").await.unwrap();
    for reply in join_all(held).await {
        assert_eq!(reply.unwrap().status, 200);
    }
}

#[tokio::test]
async fn requests_succeed_while_workers_hold_all_their_connections() {
    let (app, _) = app_with(|_, _| {}).await;
    let admin = app.admin().await;
    admin.get("/TableState/agents").await.ok();
    let jobs = (0..app.app.config.worker_pool_size).map(|_| app.app.workers.begin(FIRM));
    let held: Vec<_> = join_all(jobs).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(app.app.workers.status().idle, 0);
    let started = Instant::now();
    let replies = join_all((0..20).map(|_| admin.get("/TableState/agents"))).await;
    for reply in replies {
        reply.ok();
    }
    // A request that waits for a connection is rejected after five seconds.
    assert!(
        started.elapsed() < Duration::from_secs(4),
        "{:?}",
        started.elapsed()
    );
    drop(held);
}
