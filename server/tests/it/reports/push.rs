//! `ReportTotals` pushes notify open pages of reports that became stale.

use super::{in_force, report, share, totals};
use crate::hub::support::Hub;
use serde_json::{Value, json};
use shared::permission::FirmUserType;

#[tokio::test]
async fn stale_reports_are_pushed_to_users_who_can_open_them() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let (owner, reader, other) = (app.admin().await, app.admin().await, app.admin().await);
    let policy = app.policy("P-1").insert().await;
    let shared = report(&owner, 1, "Shared", in_force()).await;
    let own = report(&owner, 1, "Own", json!({})).await;
    let untouched = report(&owner, 3, "Annuities", json!({})).await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    share(&owner, &shared, &[&reader, &outside]).await;
    let (mut owners, _) = hub.connected(&owner, false).await;
    let (mut readers, _) = hub.connected(&reader, false).await;
    let (mut others, _) = hub.connected(&other, false).await;
    let (mut outsiders, _) = hub.connected(&outside, false).await;
    for report in [&shared, &own, &untouched] {
        totals(&owner, report).await;
    }
    totals(&reader, &shared).await;
    app.execute(&format!(
        "UPDATE policy SET death_benefit = 5 WHERE uuid = '{}'",
        policy.uuid
    ))
    .await;
    let stale = |record: Value| {
        assert_eq!(record["target"], "ReportTotals", "{record}");
        let mut uuids: Vec<String> = record["arguments"][0]["reportUuids"]
            .as_array()
            .unwrap()
            .iter()
            .map(|uuid| uuid.as_str().unwrap().to_owned())
            .collect();
        uuids.sort();
        uuids
    };
    let uuid = |report: &Value| report["uuid"].as_str().unwrap().to_owned();
    let mut both = vec![uuid(&shared), uuid(&own)];
    both.sort();
    assert_eq!(stale(owners.next_event().await), both);
    // The reader was notified when the report was shared.
    assert_eq!(readers.next_event().await["target"], "TransientNotification");
    assert_eq!(stale(readers.next_event().await), [uuid(&shared)]);
    assert_eq!(totals(&owner, &own).await["totals"]["deathBenefit"], "5.00");
    // The marker is the first push to a user without access.
    hub.push(&other, "marker").await;
    assert_eq!(others.next_text().await, "marker");
    // Outside advisors see rows of the report, but cannot open the report itself.
    assert_eq!(outsiders.next_event().await["target"], "TransientNotification");
    hub.push(&outside, "marker").await;
    assert_eq!(outsiders.next_text().await, "marker");
    let posts = "SELECT count(*) FROM hub_outbox WHERE report_uuids IS NOT NULL";
    assert_eq!(app.number(posts).await, 1, "one outbox row per firm");
}
