//! Telemetry for operators: transaction names in the database, and traces.

mod traces;

use crate::support::{FIRM, TestApp, wait_until};
use serde_json::json;

/// Application names of this database's connections that wait for a lock.
const BLOCKED: &str = "SELECT string_agg(application_name, ',') FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event <> 'advisory'";

/// Waits until a transaction is blocked and returns its application name. Uses a separate connection, because
/// `pg_stat_activity` does not change within a transaction.
async fn blocked(app: &TestApp) -> String {
    let observer = app.database.owner().await;
    wait_until("a transaction is blocked", async || {
        let row = observer.query_one(BLOCKED, &[]).await.unwrap();
        row.get::<_, Option<String>>(0)
    })
    .await
}

#[tokio::test]
async fn database_shows_the_request_id_of_a_blocked_request() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute("BEGIN; LOCK TABLE contact IN ACCESS EXCLUSIVE MODE")
        .await;
    let add = async {
        let body = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
        admin.post(format!("/FirmAgent/{FIRM}"), body).await.ok()
    };
    let look = async {
        let seen = blocked(&app).await;
        app.execute("ROLLBACK").await;
        seen
    };
    let (_, seen) = tokio::join!(add, look);
    let id = app
        .text("SELECT trace_id FROM audit_log WHERE action = 'add'")
        .await
        .unwrap();
    assert_eq!(seen, format!("firmbook {id}"));
    // The name is reset at the end of the transaction.
    let named = "SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'firmbook ________________________________'";
    wait_until("the connection has its own name again", async || {
        (app.number(named).await == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn database_shows_the_name_of_a_blocked_job() {
    let app = TestApp::new().await;
    app.execute("BEGIN; LOCK TABLE report_change IN ACCESS EXCLUSIVE MODE")
        .await;
    let seen = blocked(&app).await;
    app.execute("ROLLBACK").await;
    assert_eq!(seen, "firmbook job reports");
}

#[tokio::test]
async fn database_shows_the_request_id_of_an_export() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute("BEGIN; LOCK TABLE firm_list_total, contact IN ACCESS EXCLUSIVE MODE")
        .await;
    let export = async {
        let reply = admin
            .post("/FirmAgent/export", json!({ "selectColumns": ["name"] }))
            .await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    };
    let look = async {
        let seen = blocked(&app).await;
        app.execute("ROLLBACK").await;
        seen
    };
    let ((), seen) = tokio::join!(export, look);
    let id = app
        .text("SELECT trace_id FROM audit_log WHERE action = 'export'")
        .await
        .unwrap();
    assert_eq!(seen, format!("firmbook {id}"));
}
