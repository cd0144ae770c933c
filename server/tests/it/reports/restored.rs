//! Totals of a database that was dumped and restored into another cluster.

use super::{path, report, totals};
use crate::support::{OwnCluster, TestApp, run, wait_until};
use serde_json::json;
use server::db::connect_raw;

#[tokio::test]
async fn totals_of_a_restored_database_are_stale_until_they_are_recomputed() {
    let (old, new) = tokio::join!(
        OwnCluster::with_tools("dumped"),
        OwnCluster::with_tools("restored")
    );
    // Transactions of the old cluster have higher ids than later ones of the new cluster.
    let transactions =
        "DO $$ BEGIN FOR i IN 1..3000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$";
    old.owner().await.batch_execute(transactions).await.unwrap();
    let add_contact =
        "INSERT INTO contact (firm_id, uuid, kind, display_name) VALUES (1, gen_random_uuid(), 1, 'Ada')";
    let saved = {
        let (_app, admin) = old.app(|_| {}).await;
        old.owner().await.batch_execute(add_contact).await.unwrap();
        let saved = report(&admin, 4, "agents", json!({})).await;
        let counted = totals(&admin, &saved).await;
        assert_eq!(counted["isTotalStale"], false, "{counted}");
        saved
    };
    let dump = new.home().join("dump.sql");
    run(old.tool("pg_dump").arg("-f").arg(&dump).arg("postgres"));
    run(new.tool("createdb").arg("copy"));
    run(new
        .tool("psql")
        .args(["-q", "-v", "ON_ERROR_STOP=1", "-d", "copy", "-f"])
        .arg(&dump));
    let owner = connect_raw(&new.cluster().url("postgres", "copy")).await.unwrap();
    let app = TestApp::with(|_, url| *url = new.cluster().url("firmbook_app", "copy")).await;
    owner
        .execute("UPDATE app_user SET issuer = $1", &[&app.idp.issuer])
        .await
        .unwrap();
    let admin = app.anonymous().with_token(app.idp.token_for("u"));
    owner.batch_execute(add_contact).await.unwrap();
    let shown = admin.get(path(&saved)).await.ok();
    assert_eq!(shown["isTotalStale"], true, "{shown}");
    let counted = totals(&admin, &saved).await;
    assert_eq!(counted["isTotalStale"], false, "{counted}");
    assert_eq!(admin.get(path(&saved)).await.ok()["isTotalStale"], false);
    // Later changes mark the totals as stale, as usual.
    owner.batch_execute(add_contact).await.unwrap();
    wait_until("the change marks the total as stale", async || {
        let shown = admin.get(path(&saved)).await.ok();
        (shown["isTotalStale"] == true).then_some(())
    })
    .await;
}
