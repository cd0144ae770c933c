//! A firm's templates.

use super::{OF_AGENTS, agent_with_contracts, app_with, text_of};
use crate::support::{OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::deliverable::TemplateSettings;
use shared::permission::FirmUserType;
use uuid::Uuid;

const NEW: &str = "/template?templateType=1";

fn input(name: &str, version: Option<i32>) -> Value {
    json!({ "name": name, "isDefault": false, "settings": TemplateSettings::default(), "version": version })
}

fn path(template: &Value) -> String {
    format!("/template/{}", template["uuid"].as_str().unwrap())
}

#[tokio::test]
async fn lists_templates_of_the_firm_and_global_ones() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (firm, name) in [(1, "Ours"), (OTHER_FIRM, "Theirs")] {
        let row =
            json!({ "firm_id": firm, "uuid": Uuid::now_v7(), "template_type": 1, "name": name, "body": {} });
        app.insert("template", row).await;
    }
    let names = async |query: &str| -> Vec<String> {
        let list = admin.get(format!("/template?{query}")).await.ok();
        let list = list.as_array().unwrap();
        list.iter()
            .map(|template| template["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = "templateType=1&firmId=1&includeGlobalDefaults=true";
    assert_eq!(names(all).await, ["Ours", "Agent book of business"]);
    assert_eq!(names("templateType=1").await, ["Ours"]);
    assert_eq!(
        names("templateType=2&includeGlobalDefaults=true").await,
        ["Client book of business"]
    );
    admin
        .get("/template?templateType=1&firmId=2")
        .await
        .refused(404, "not_found");
    admin
        .get("/template?templateType=9")
        .await
        .invalid("templateType", "unknown_template_type");
}

#[tokio::test]
async fn adds_changes_and_deletes_a_template_with_its_texts() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let mut new = input(" Annual review ", None);
    new["settings"]["sections"] = json!(["contracts", "disclosure"]);
    new["settings"]["policyColumns"] = json!(["deathBenefit"]);
    new["settings"]["header"] = json!("For internal use");
    let added = admin.post(NEW, new).await;
    assert_eq!(added.status, 201, "{}", added.text());
    let added = added.json();
    assert_eq!(
        (&added["name"], &added["version"]),
        (&json!("Annual review"), &json!(1))
    );

    let body = json!({ "uuid": agent.uuid, "templateUuid": added["uuid"] });
    let generate = async |body: Value| text_of(&admin.post("/BookOfBusiness/FirmAgent/generate", body).await);
    let text = generate(body.clone()).await;
    assert!(
        text.contains("PolicynumberDeathbenefit") && text.contains("Forinternaluse"),
        "{text}"
    );
    assert!(
        !text.contains("Summary") && !text.contains("Reviewevery"),
        "{text}"
    );

    let mut changed = input("Annual review", Some(1));
    changed["settings"]["sections"] = json!(["recommendation"]);
    let changed = admin.put(path(&added), changed).await.ok();
    assert_eq!(changed["version"], 2);
    let text = generate(body.clone()).await;
    assert!(text.contains("Reviewevery") && !text.contains("P-1001"), "{text}");
    let conflict = admin
        .put(path(&added), input("Mine", Some(1)))
        .await
        .refused(409, "version_conflict");
    assert_eq!(conflict["current"], changed);

    let uuid = added["uuid"].as_str().unwrap();
    let disclosure =
        format!("/BookOfBusiness/BookOfBusinessSettings/firmagent/Disclosure?templateUuid={uuid}");
    let text = json!({ "value": { "type": "doc", "content": [] }, "version": null });
    admin.put(&disclosure, text).await.ok();
    let delete = |version: i32| format!("{}?version={version}", path(&added));
    admin.delete(delete(1)).await.refused(409, "version_conflict");
    assert_eq!(admin.delete(delete(2)).await.status, 204);
    assert_eq!(
        app.text("SELECT count(*) FROM deliverable_content")
            .await
            .unwrap(),
        "0"
    );
    admin
        .post("/BookOfBusiness/FirmAgent/generate", body)
        .await
        .refused(404, "not_found");
    // Documents that were generated with the template remain.
    let stored = admin
        .get(format!("/BookOfBusiness/FirmAgent/{}/Existing", agent.uuid))
        .await
        .ok();
    assert_eq!(stored.as_array().unwrap().len(), 2);
    let audit =
        format!("SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE subject_uuid = '{uuid}'");
    assert_eq!(app.text(&audit).await.unwrap(), "add change editText delete");
}

#[tokio::test]
async fn a_kind_has_one_default_template_and_unique_names() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let default = |name: &str| {
        let mut input = input(name, None);
        input["isDefault"] = json!(true);
        input
    };
    admin.post(NEW, default("First")).await.ok();
    admin.post(NEW, default("Second")).await.ok();
    let list = admin.get(NEW).await.ok();
    let shown: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|template| (template["name"].as_str().unwrap(), template["isDefault"] == true))
        .collect();
    assert_eq!(shown, [("First", false), ("Second", true)]);
    admin
        .post(NEW, input("FIRST", None))
        .await
        .refused(422, "name_taken");
    let second = list[1].clone();
    admin
        .put(path(&second), input("first", Some(1)))
        .await
        .refused(422, "name_taken");
    // Templates of another kind are independent.
    admin
        .post("/template?templateType=2", default("First"))
        .await
        .ok();
    assert_eq!(admin.get(NEW).await.ok(), list);
}

#[tokio::test]
async fn concurrent_changes_leave_one_default_template() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let add = async |name: String| {
        let mut input = input(&name, None);
        input["isDefault"] = json!(true);
        let reply = admin.post(NEW, input).await;
        if reply.status != 201 {
            reply.refused(503, "unavailable");
        }
    };
    for round in 0..6 {
        tokio::join!(add(format!("A{round}")), add(format!("B{round}")));
        let defaults = app.number("SELECT count(*) FROM template WHERE is_default").await;
        assert_eq!(defaults, 1);
    }
}

#[tokio::test]
async fn rejects_other_firms_missing_permission_and_invalid_templates() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let added = admin.post(NEW, input("Ours", None)).await.json();
    let delete = format!("{}?version=1", path(&added));
    let stranger = app.other_firm_admin().await;
    stranger
        .put(path(&added), input("Theirs", Some(1)))
        .await
        .refused(404, "not_found");
    stranger.delete(&delete).await.refused(404, "not_found");
    for role in [FirmUserType::Professional, FirmUserType::ViewOnly] {
        let client = app.as_role(role).await;
        client
            .post(NEW, input("Theirs", None))
            .await
            .refused(403, "forbidden");
        client
            .put(path(&added), input("Theirs", Some(1)))
            .await
            .refused(403, "forbidden");
        client.delete(&delete).await.refused(403, "forbidden");
    }
    // Global templates cannot be changed.
    let global = format!("/template/{OF_AGENTS}");
    admin
        .put(&global, input("Mine", None))
        .await
        .refused(404, "not_found");
    admin
        .delete(format!("{global}?version=1"))
        .await
        .refused(404, "not_found");
    admin.delete(path(&added)).await.invalid("version", "required");
    let mut invalid = input("Ours, too", None);
    invalid["settings"]["policyColumns"] = json!(["no such column"]);
    admin
        .post(NEW, invalid)
        .await
        .invalid("settings.policyColumns", "unknown_column");
    admin
        .post("/template?templateType=9", input("Ours, too", None))
        .await
        .invalid("templateType", "unknown_template_type");
    assert_eq!(admin.get(NEW).await.ok(), json!([added]));
}
