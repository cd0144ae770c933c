//! The columns that a merge moves are those of the tables.

use crate::support::TestApp;

/// A new column of these tables has to be added to `server/src/records/resolution/source.rs`, or rows lose its value when
/// a merge is undone.
#[tokio::test]
async fn every_column_of_moved_tables_is_known() {
    let app = TestApp::new().await;
    let columns = async |table: &str| {
        app.text(&format!(
            "SELECT string_agg(column_name, ' ' ORDER BY ordinal_position) FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name = '{table}' AND is_generated = 'NEVER'"
        ))
        .await
        .unwrap()
    };
    assert_eq!(
        columns("contract_party").await,
        "firm_id contract_uuid contact_uuid line kind role type_id share_percent origin origin_uuid created_at created_by \
         deleted_at deleted_by"
    );
    assert_eq!(
        columns("cohort_contact").await,
        "firm_id cohort_uuid contact_uuid added_at added_by"
    );
}
