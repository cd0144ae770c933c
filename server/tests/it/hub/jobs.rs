//! Progress pushes of background jobs.

use super::support::Hub;
use crate::uploads::support::{AGENT, Wizard, many_agents};
use serde_json::json;

#[tokio::test]
async fn import_progress_is_pushed_to_the_submitting_user_only() {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("uploads-{}", server::ids::new_uuid()));
    let hub = Hub::with(|config, _| config.data_dir.clone_from(&dir)).await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut here, _) = hub.connected(&admin, false).await;
    let (mut of_other, _) = hub.connected(&other, false).await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(30))
        .await
        .matching_by(&["npn"]);
    wizard.import().await;
    let mut states = Vec::new();
    while states.last().is_none_or(|last| *last != json!("Done")) {
        let record = here.next_event().await;
        assert_eq!(record["target"], "JobProgress", "{record}");
        let progress = &record["arguments"][0];
        assert_eq!(progress["jobUuid"], json!(wizard.guid));
        if progress["state"] == "Running" {
            assert_eq!((&progress["done"], &progress["total"]), (&json!(31), &json!(31)));
        }
        states.push(progress["state"].clone());
    }
    assert_eq!(states, [json!("Running"), json!("Done")]);
    hub.push(&other, "marker").await;
    assert_eq!(
        of_other.next_text().await,
        "marker",
        "no progress is pushed to another user"
    );
}
