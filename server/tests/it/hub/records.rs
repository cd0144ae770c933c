//! `RecordChanged` pushes to users who may have the record open.

use super::support::{Hub, Socket};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn next_change(socket: &mut Socket) -> Value {
    let record = socket.next_event().await;
    assert_eq!(record["target"], "RecordChanged", "{record}");
    record["arguments"][0].clone()
}

#[tokio::test]
async fn pushes_changes_to_users_whose_scope_includes_the_record() {
    let hub = Hub::start().await;
    let app = &hub.app;
    let agent = app.agent("Ada Lee").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &agent).await;
    let (admin, advisor, other) = (
        app.admin().await,
        app.advisor().await,
        app.as_role(FirmUserType::Professional).await,
    );
    app.give_block(&advisor, &[&agent]).await;
    let (mut of_admin, _) = hub.connected(&admin, false).await;
    let (mut of_advisor, _) = hub.connected(&advisor, false).await;
    let (mut of_other, _) = hub.connected(&other, false).await;

    let page = Uuid::now_v7();
    let status = json!({ "version": 1, "status": "Terminated", "statusDate": "2026-11-20" });
    admin
        .with_header("x-firmbook-page", &page.to_string())
        .post(format!("/allpolicy/{}/status", policy.uuid), status)
        .await
        .ok();
    let details = admin.get("/User/details").await.ok();
    let by = format!(
        "{} {}",
        details["firmUserFirstName"].as_str().unwrap(),
        details["firmUserLastName"].as_str().unwrap()
    );
    let changed =
        json!({ "kind": "policy", "uuid": policy.uuid, "isDeleted": false, "by": by, "page": page });
    assert_eq!(next_change(&mut of_admin).await, changed);
    assert_eq!(next_change(&mut of_advisor).await, changed);

    // Detaching reports both ends of the link; a deleted record is reported even though its links are gone.
    let link = format!("/FirmAgent/1/policy/{}/contact/{}", policy.uuid, agent.uuid);
    admin.delete(&link).await.ok();
    admin.delete(format!("/allpolicy/{}", policy.uuid)).await.ok();
    let mut changes = Vec::new();
    for _ in 0..3 {
        let record = next_change(&mut of_advisor).await;
        assert_eq!(record["page"], Value::Null);
        changes.push((record["uuid"].clone(), record["isDeleted"].clone()));
    }
    assert_eq!(
        changes,
        [
            (json!(policy.uuid), json!(false)),
            (json!(agent.uuid), json!(false)),
            (json!(policy.uuid), json!(true)),
        ]
    );

    hub.push(&other, "marker").await;
    assert_eq!(
        of_other.next_text().await,
        "marker",
        "no change is pushed outside the scope"
    );
}
