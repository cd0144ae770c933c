//! A merge moves every column of its tables.

use crate::support::TestApp;
use server::records::resolution::rewritten_tables;
use std::collections::BTreeSet;

/// Rows would lose the value of a missing column when a merge is undone.
#[tokio::test]
async fn undoing_a_merge_restores_every_column() {
    let app = TestApp::new().await;
    let mut tables = 0;
    for (table, restored) in rewritten_tables() {
        let columns = format!(
            "SELECT column_name::text FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name = '{table}' AND is_generated = 'NEVER'"
        );
        let rows = app.owner.query(&columns, &[]).await.unwrap();
        let existing: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
        let restored: BTreeSet<String> = restored.into_iter().map(str::to_owned).collect();
        assert_eq!(restored, existing, "{table}");
        tables += 1;
    }
    assert_eq!(tables, 5);
}
