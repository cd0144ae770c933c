//! The audit log: its tamper-evident hash chain, the verify command and the list.

mod chain;
mod command;
mod list;
mod words;

use crate::support::{FIRM, OTHER_FIRM, TestApp};
use server::audit::{Broken, Chain, Note, verify};

/// Starts an app and inserts six audit rows per firm with the application's database role.
async fn with_rows() -> TestApp {
    let app = TestApp::new().await;
    let client = app.database.app_role().await;
    for firm in [FIRM, OTHER_FIRM] {
        client
            .batch_execute(&format!(
                "SET firmbook.firm = '{firm}';
                 INSERT INTO audit_log (firm_id, actor_key, on_behalf_of_key, action, subject_type, subject_key, details,
                     trace_id, address)
                   SELECT {firm}, 'ada', 'bob', 'change', 'user', 'bob', jsonb_build_object('version', i), 't' || i,
                     '10.0.0.1' FROM generate_series(1, 6) i"
            ))
            .await
            .unwrap();
    }
    app
}

async fn chains(app: &TestApp, notes: &[Note]) -> Vec<Chain> {
    verify(&mut app.database.owner().await, notes).await.unwrap()
}

/// Returns the first break in the first firm's chain. Asserts that the other firm's chain is intact.
async fn broken(app: &TestApp, notes: &[Note]) -> Option<Broken> {
    let chains = chains(app, notes).await;
    let [own, other] = chains.as_slice() else {
        panic!("{chains:?}")
    };
    assert_eq!((own.firm_id, other.firm_id), (FIRM, OTHER_FIRM));
    assert_eq!((other.rows, other.broken), (6, None));
    own.broken
}
