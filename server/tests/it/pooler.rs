//! Connection poolers: a transaction does not rely on session settings, and the server refuses to start
//! through a pooler that it cannot use.

use crate::support::{FIRM, OTHER_FIRM, PgBouncer, ServerProcess, TestApp, http_client, sealing_key, server};
use diesel::dsl::sql;
use diesel::sql_types::Text;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use futures_util::FutureExt;
use serde_json::{Value, json};
use server::db::pooler::{Sessions, sessions};

/// Starts an app whose only connection signs in as the owner, who sees every firm.
async fn app_of_owner() -> TestApp {
    let app = TestApp::with(|config, url| {
        config.pool_size = 1;
        *url = url.replace("firmbook_app", "postgres");
    })
    .await;
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    app
}

/// Resets the session of the pool's connection, as a pooler does between two transactions.
async fn reset_session(app: &TestApp) {
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    transaction
        .batch_execute("ROLLBACK; RESET ROLE; RESET ALL")
        .await
        .unwrap();
}

const STATE: &str = "concat_ws(' ', current_user, current_setting('statement_timeout'),
    current_setting('idle_in_transaction_session_timeout'), current_setting('jit'),
    (SELECT count(*) FROM contact))";

#[tokio::test]
async fn transaction_after_a_session_reset_sees_only_its_firm() {
    let app = app_of_owner().await;
    let expected = "firmbook_app 10s 1min off 1";
    for _ in 0..2 {
        reset_session(&app).await;
        let mut transaction = app.app.db.begin(FIRM).await.unwrap();
        let state: String = diesel::select(sql::<Text>(STATE))
            .get_result(&mut *transaction)
            .await
            .unwrap();
        assert_eq!(state, expected);
        transaction.finish();
        reset_session(&app).await;
        let asked = app.app.db.begin_and_ask(FIRM, |mut connection| {
            async move {
                diesel::select(sql::<Text>(STATE))
                    .get_result::<String>(&mut connection)
                    .await
            }
            .boxed()
        });
        let (transaction, state) = asked.await.unwrap();
        assert_eq!(state, expected);
        transaction.finish();
    }
}

/// Returns the server's exit code and output. It cannot listen on an address of another machine, so it exits
/// even if it accepts the pooler.
fn start(app: &TestApp, owner_url: &str, app_url: &str) -> (Option<i32>, String) {
    let output = server()
        .env("DATABASE_URL", owner_url)
        .env("DATABASE_APP_URL", app_url)
        .env("FIRMBOOK_ADDRESS", "192.0.2.1:4000")
        .env("FIRMBOOK_OIDC_ISSUER", &app.idp.issuer)
        .env("FIRMBOOK_SEALING_KEY", sealing_key())
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[tokio::test]
async fn refuses_to_start_through_a_pooler_that_loses_prepared_statements() {
    let app = TestApp::new().await;
    let pooler = PgBouncer::start("transaction").await;
    let url = pooler.url("firmbook_app", &app.database.name);
    assert_eq!(sessions(&url).await.unwrap(), Sessions::Shared);
    let (code, output) = start(&app, &app.database.owner_url, &url);
    assert_eq!(code, Some(1), "{output}");
    for word in ["DATABASE_APP_URL", "PgBouncer 1.21", "max_prepared_statements"] {
        assert!(output.contains(word), "{output}");
    }
}

#[tokio::test]
async fn refuses_to_migrate_through_a_pooler_that_shares_sessions() {
    let app = TestApp::new().await;
    let pooler = PgBouncer::start("transaction").await;
    let url = pooler.url("postgres", &app.database.name);
    let (code, output) = start(&app, &url, &app.database.app_url);
    assert_eq!(code, Some(1), "{output}");
    assert!(
        output.contains("DATABASE_URL leads to a connection pooler in transaction mode"),
        "{output}"
    );
}

#[tokio::test]
async fn refuses_to_start_through_a_pooler_that_allows_no_transactions() {
    let app = TestApp::new().await;
    let pooler = PgBouncer::start("statement").await;
    let url = pooler.url("firmbook_app", &app.database.name);
    let (code, output) = start(&app, &app.database.owner_url, &url);
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("DATABASE_APP_URL"), "{output}");
}

#[tokio::test]
async fn works_through_a_pooler_in_session_mode() {
    let app = TestApp::idle().await;
    let pooler = PgBouncer::start("session").await;
    let url = pooler.url("firmbook_app", &app.database.name);
    assert_eq!(sessions(&url).await.unwrap(), Sessions::Own);
    assert_eq!(sessions(&app.database.app_url).await.unwrap(), Sessions::Own);
    let admin = app.admin().await;
    app.agent("Ada Own").insert().await;
    let running = ServerProcess::with(&app, &[("DATABASE_APP_URL", &url)]).await;
    let http = http_client();
    for _ in 0..20 {
        let reply = http
            .post(format!("http://{}/api/FirmAgent/search", running.address))
            .json(&json!({}))
            .bearer_auth(admin.token.as_deref().unwrap())
            .send()
            .await
            .unwrap();
        assert_eq!(reply.json::<Value>().await.unwrap()["totalRecords"], 1);
    }
}
