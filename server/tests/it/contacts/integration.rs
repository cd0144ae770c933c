//! The source of a contact, and the agent integration switch.

use crate::support::{OTHER_FIRM, TestApp};
use serde_json::json;
use shared::permission::FirmUserType;
use uuid::Uuid;

#[tokio::test]
async fn switches_integration_for_the_agent_and_the_agents_annuities() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lee").insert().await;
    let (one, two, other) = (
        app.annuity("A-1").insert().await,
        app.annuity("A-2").insert().await,
        app.annuity("A-3").insert().await,
    );
    for annuity in [&one, &two] {
        app.link(annuity, &agent).await;
    }
    let path = |flag: bool| format!("/FirmAgent/agent/{}/agentIntegration/{flag}", agent.uuid);
    let on = async || {
        app.text(
            "SELECT coalesce(string_agg(contract_number, ' ' ORDER BY contract_number), '') FROM annuity
                  WHERE agent_integration_enabled",
        )
        .await
        .unwrap()
    };
    let record = admin.put(path(true), json!({})).await.ok();
    assert_eq!(
        (&record["agentIntegrationEnabled"], &record["version"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(on().await, "A-1 A-2");
    admin
        .put(path(false), json!({ "annuityUuids": [two.uuid] }))
        .await
        .ok();
    assert_eq!(on().await, "A-1");

    let refusal = admin
        .put(path(true), json!({ "annuityUuids": [two.uuid, other.uuid] }))
        .await;
    let refusal = refusal.refused(422, "not_the_agents");
    assert_eq!(
        refusal["message"],
        "Annuity A-3 does not belong to this agent. Remove it from the selection."
    );
    assert_eq!(on().await, "A-1");
    let foreign = app.annuity("A-4").of_firm(OTHER_FIRM).insert().await;
    for uuid in [foreign.uuid, Uuid::now_v7()] {
        admin
            .put(path(true), json!({ "annuityUuids": [uuid] }))
            .await
            .refused(404, "not_found");
    }
    let many: Vec<Uuid> = (0..1001).map(|_| Uuid::now_v7()).collect();
    admin
        .put(path(true), json!({ "annuityUuids": many }))
        .await
        .refused(400, "too_many");
    admin
        .put(path(true), json!({ "annuities": [] }))
        .await
        .invalid("annuities", "type");
    admin
        .put(path(true).replace("true", "maybe"), json!({}))
        .await
        .refused(400, "path");
}

#[tokio::test]
async fn accepts_duplicate_annuity_uuids() {
    let app = TestApp::new().await;
    let (agent, annuity) = (
        app.agent("Ada Lee").insert().await,
        app.annuity("A-1").insert().await,
    );
    app.link(&annuity, &agent).await;
    let path = format!("/FirmAgent/agent/{}/agentIntegration/true", agent.uuid);
    app.admin()
        .await
        .put(path, json!({ "annuityUuids": [annuity.uuid, annuity.uuid] }))
        .await
        .ok();
}

#[tokio::test]
async fn rejects_other_contacts_and_missing_permission() {
    let app = TestApp::new().await;
    let (admin, viewer) = (app.admin().await, app.as_role(FirmUserType::ViewOnly).await);
    let agent = app.agent("Ada Lee").insert().await;
    let foreign = app.agent("Eve Foe").of_firm(OTHER_FIRM).insert().await;
    let owner = app.owner("Bo Lee").insert().await;
    let path = |uuid: Uuid| format!("/FirmAgent/agent/{uuid}/agentIntegration/true");
    for uuid in [foreign.uuid, owner.uuid, Uuid::now_v7()] {
        admin.put(path(uuid), json!({})).await.refused(404, "not_found");
    }
    viewer
        .put(path(agent.uuid), json!({}))
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn returns_the_source_of_a_contact() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let imported = app
        .agent("Ada Lee")
        .with("source", "Import")
        .with("source_file", "book.csv");
    let imported = imported
        .with("source_row", 12)
        .with("created_by", "loader")
        .insert()
        .await;
    let source = admin
        .get(format!("/FirmAgent/Agent/{}/source", imported.uuid))
        .await
        .ok();
    assert_eq!(source["sourceLabel"], "Import");
    assert_eq!(
        (&source["fileName"], &source["fileRow"], &source["by"]),
        (&json!("book.csv"), &json!(12), &json!("loader"))
    );
    let owner = app.owner("Bo Lee").with("created_by", admin.user_key.as_str());
    let owner = owner.insert().await;
    let source = admin
        .get(format!("/FirmOwner/Owner/{}/source", owner.uuid))
        .await
        .ok();
    assert_eq!(
        (&source["source"], &source["fileName"]),
        (&json!("Manual"), &json!(null))
    );
    let name = app
        .text(&format!(
            "SELECT first_name || ' ' || last_name FROM app_user WHERE user_key = '{}'",
            admin.user_key
        ))
        .await;
    assert_eq!(source["by"], json!(name));

    let foreign = app.agent("Eve Foe").of_firm(OTHER_FIRM).insert().await;
    for uuid in [foreign.uuid, owner.uuid, Uuid::now_v7()] {
        admin
            .get(format!("/FirmAgent/Agent/{uuid}/source"))
            .await
            .refused(404, "not_found");
    }
    admin.get("/FirmAgent/Agent/7/source").await.refused(400, "path");
}
