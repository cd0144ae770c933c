//! Exports from a streaming replica, which must never be older than the request.

use crate::support::{Client, OwnCluster, wait_until};
use serde_json::json;

async fn add_agent(own: &OwnCluster, name: &str) {
    let sql = format!(
        "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (1, gen_random_uuid(), 1, '{name}')"
    );
    own.owner().await.batch_execute(&sql).await.unwrap();
}

async fn exported(admin: &Client) -> String {
    let reply = admin
        .post("/FirmAgent/export", json!({ "selectColumns": ["name"] }))
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.text()
}

/// Returns the number of connections that the server has open to this cluster.
async fn export_connections(cluster: &OwnCluster) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity
               WHERE application_name LIKE $1 || '%' AND backend_type = 'client backend'";
    let owner = cluster.owner().await;
    let row = owner
        .query_one(sql, &[&server::telemetry::origin::APPLICATION])
        .await
        .unwrap();
    row.get(0)
}

#[tokio::test]
async fn export_uses_the_replica_only_while_it_is_current() {
    let primary = OwnCluster::with_tools("primary").await;
    let replica = primary.replica("replica").await;
    let (_app, admin) = primary
        .app(|config| config.database_read_url = Some(replica.url("firmbook_app")))
        .await;
    add_agent(&primary, "Ada First").await;
    assert_eq!(export_connections(&replica).await, 0);
    // On a busy machine, the replica may lag behind at the first export.
    let mut exports = 0;
    wait_until("the replica is used", async || {
        assert!(exported(&admin).await.contains("Ada First"));
        exports += 1;
        (export_connections(&replica).await > 0).then_some(())
    })
    .await;
    // The export's audit entry is written to the primary.
    let entries = "SELECT count(*) FROM audit_log WHERE action = 'export'";
    let count: i64 = primary
        .owner()
        .await
        .query_one(entries, &[])
        .await
        .unwrap()
        .get(0);
    assert_eq!(count, exports);

    replica
        .owner()
        .await
        .batch_execute("SELECT pg_wal_replay_pause()")
        .await
        .unwrap();
    let paused = "SELECT pg_get_wal_replay_pause_state() = 'paused'";
    wait_until("the replica is paused", async || {
        let row = replica.owner().await.query_one(paused, &[]).await.unwrap();
        row.get::<_, bool>(0).then_some(())
    })
    .await;
    add_agent(&primary, "Bea Second").await;
    assert!(
        exported(&admin).await.contains("Bea Second"),
        "the export is not older than the list"
    );

    replica
        .owner()
        .await
        .batch_execute("SELECT pg_wal_replay_resume(); SELECT pg_promote()")
        .await
        .unwrap();
    add_agent(&primary, "Cy Third").await;
    assert!(
        exported(&admin).await.contains("Cy Third"),
        "a promoted replica is not used"
    );
    drop(replica);
    add_agent(&primary, "Dee Fourth").await;
    assert!(
        exported(&admin).await.contains("Dee Fourth"),
        "an unreachable replica is not used"
    );
}
