//! The activity tab of contracts and contacts.

use crate::support::{Client, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

async fn activity(client: &Client, path: &str) -> Vec<String> {
    let page = client.get(format!("{path}/activity")).await.ok();
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let fields: Vec<_> = one["fields"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let parts = [
                one["label"].as_str(),
                one["about"].as_str(),
                Some(&fields.join(",")),
            ];
            parts
                .into_iter()
                .flatten()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" | ")
        })
        .collect()
}

#[tokio::test]
async fn lists_changes_and_attachments_of_a_contract() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Olga Owner").insert().await;
    let policy = app
        .policy("P-1")
        .with("death_benefit", "5.00")
        .with("issue_date", "2020-01-01")
        .insert()
        .await;
    let path = format!("/allpolicy/{}", policy.uuid);
    admin
        .put(
            format!("/FirmOwner/1/policy/{}", policy.uuid),
            json!({ "uuid": owner.uuid, "typeId": 1 }),
        )
        .await
        .ok();
    let record = admin.get(&path).await.ok();
    let mut draft = json!({ "contract": record["contract"], "version": record["version"] });
    draft["contract"]["riskClass"] = json!("Preferred");
    let record = admin.post(&path, draft).await.ok();
    let change = json!({ "version": record["version"], "status": "Lapsed", "statusDate": "2026-11-20" });
    admin.post(format!("{path}/status"), change).await.ok();
    let guidelines = json!({ "before": [], "guidelines": [{ "parameter": "lapseAge", "minimum": "95" }] });
    admin.put(format!("{path}/guidelines"), guidelines).await.ok();
    // Denied requests appear only in the audit log.
    app.as_role(FirmUserType::ViewOnly)
        .await
        .delete(&path)
        .await
        .refused(403, "forbidden");
    assert_eq!(
        activity(&admin, &path).await,
        [
            "Set guidelines | lapseAge",
            "Changed | In Force → Lapsed | status,statusDate",
            "Changed | riskClass",
            "Attached to a contract | Owner, Olga",
        ]
    );
    let page = admin.get(format!("{path}/activity?offset=3")).await.ok();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(page["items"][0]["user"], "Dana Account Administrator");
    assert_eq!(page["hasMore"], false);
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    assert_eq!(
        activity(&viewer, &path).await.len(),
        4,
        "visible to everyone who can read the record"
    );
}

#[tokio::test]
async fn hides_contracts_outside_the_viewers_scope() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (agent, owner) = (
        app.agent("Ada Agent").insert().await,
        app.owner("Olga Owner").insert().await,
    );
    let (own, hidden) = (
        app.policy("P-OWN").insert().await,
        app.policy("P-HIDDEN").insert().await,
    );
    app.link(&own, &agent).await;
    for policy in [&own, &hidden] {
        let body = json!({ "uuid": owner.uuid, "typeId": 1 });
        admin
            .put(format!("/FirmOwner/1/policy/{}", policy.uuid), body)
            .await
            .ok();
    }
    let path = format!("/FirmOwner/owner/{}", owner.uuid);
    assert_eq!(
        activity(&admin, &path).await,
        [
            "Attached to a contract | P-HIDDEN",
            "Attached to a contract | P-OWN"
        ]
    );
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    assert_eq!(
        activity(&advisor, &path).await,
        ["Attached to a contract", "Attached to a contract | P-OWN"]
    );
    let text = advisor.get(format!("{path}/activity")).await.json().to_string();
    assert!(!text.contains(&hidden.uuid.to_string()), "{text}");
}

#[tokio::test]
async fn pages_through_activity_and_rejects_contacts_of_other_firms() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Agent").insert().await;
    app.execute(&format!(
        "INSERT INTO audit_log (firm_id, actor_key, action, subject_type, subject_uuid, details)
         SELECT 1, 'gone', 'change', 'agent', '{}', jsonb_build_object('fields', array[i::text])
         FROM generate_series(1, 60) i",
        agent.uuid
    ))
    .await;
    let path = format!("/FirmAgent/agent/{}/activity", agent.uuid);
    let first = admin.get(&path).await.ok();
    let second = admin.get(format!("{path}?offset=50")).await.ok();
    assert_eq!(
        (&first["hasMore"], &second["hasMore"]),
        (&json!(true), &json!(false))
    );
    let fields = |page: &Value, at: usize| page["items"][at]["fields"][0].clone();
    assert_eq!(fields(&first, 0), "60");
    assert_eq!(fields(&second, 9), "1");
    assert_eq!(first["items"][0]["user"], "Somebody");
    admin.get(format!("{path}?offset=-1")).await.refused(400, "query");
    let foreign = app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    admin
        .get(format!("/FirmAgent/agent/{}/activity", foreign.uuid))
        .await
        .refused(404, "not_found");
}
