//! How far a piece of work is, told to the user who waits for it.

use super::support::Hub;
use crate::uploads::support::{AGENT, Wizard, many_agents};
use serde_json::json;

#[tokio::test]
async fn whoever_submits_an_import_hears_how_far_it_is_and_nobody_else() {
    let dir =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uploads-{}", server::db::new_uuid()));
    let hub = Hub::with(|config, _| config.data_dir.clone_from(&dir)).await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut here, _) = hub.connected(&admin, false).await;
    let (mut of_other, _) = hub.connected(&other, false).await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(30))
        .await
        .matching_by(&["npn"]);
    wizard.import().await;
    let mut heard = Vec::new();
    while heard.last().is_none_or(|last| *last != json!("Done")) {
        let said = here.hears_word().await;
        assert_eq!(said["target"], "JobProgress", "{said}");
        let progress = &said["arguments"][0];
        assert_eq!(progress["jobUuid"], json!(wizard.guid));
        if progress["state"] == "Running" {
            assert_eq!((&progress["done"], &progress["total"]), (&json!(31), &json!(31)));
        }
        heard.push(progress["state"].clone());
    }
    assert_eq!(heard, [json!("Running"), json!("Done")]);
    hub.post(&other, "marker").await;
    assert_eq!(of_other.hears_text().await, "marker", "nothing before it");
}
