//! Cover pages, disclosures and recommendations on each level.

use super::{OF_AGENTS, OF_OWNERS, agent_with_contracts, app_with, squeezed, text_of};
use crate::support::{Client, OTHER_FIRM, Reply, Row, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

const DISCLOSURE: &str = "/BookOfBusiness/BookOfBusinessSettings/firmagent/Disclosure";

const COUNT: &str = "SELECT count(*) FROM deliverable_content";

fn doc(text: &str) -> Value {
    json!({ "type": "doc", "content": [{ "type": "paragraph", "content": [{ "type": "text", "text": text }] }] })
}

fn input(text: &str, version: Option<i32>) -> Value {
    json!({ "value": doc(text), "version": version })
}

/// Returns the paths of an agent's disclosure, the template's and the firm's.
fn levels(agent: &Row) -> [String; 3] {
    let template = format!("{DISCLOSURE}?templateUuid={OF_AGENTS}&firmId=1");
    [
        format!("{template}&agentUuid={}", agent.uuid),
        template,
        DISCLOSURE.into(),
    ]
}

async fn book(client: &Client, agent: &Row) -> String {
    let body = json!({ "uuid": agent.uuid, "templateUuid": OF_AGENTS });
    text_of(&client.post("/BookOfBusiness/FirmAgent/generate", body).await)
}

fn with_version(path: &str, version: i32) -> String {
    let separator = if path.contains('?') { '&' } else { '?' };
    format!("{path}{separator}version={version}")
}

fn shown(text: &Value) -> (&str, &Value, Option<&str>) {
    let inherited = text["inherited"]["level"].as_str();
    (text["level"].as_str().unwrap(), &text["version"], inherited)
}

#[tokio::test]
async fn the_most_specific_text_applies_and_is_reverted_level_by_level() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let [of_agent, of_template, of_firm] = levels(&agent);
    let initial = admin.get(&of_agent).await.ok();
    assert_eq!(shown(&initial), ("global", &Value::Null, None));
    assert!(initial["value"].to_string().contains("claims-paying ability"));

    admin
        .put(&of_firm, input("Firm terms of {{agent.fullName}}.", None))
        .await
        .ok();
    let seen = admin.get(&of_agent).await.ok();
    assert_eq!(shown(&seen), ("firm", &Value::Null, None));
    assert_eq!(seen["updatedBy"], "Dana Account Administrator");
    let text = book(&admin, &agent).await;
    assert!(text.contains(&squeezed("Firm terms of Ada Lovelace.")), "{text}");
    assert!(!text.contains("claims-payingability"), "{text}");

    admin.put(&of_template, input("Template terms.", None)).await.ok();
    let own = admin.put(&of_agent, input("Terms for Ada.", None)).await.ok();
    assert_eq!(shown(&own), ("contact", &json!(1), Some("template")));
    assert_eq!(own["inherited"]["value"], doc("Template terms."));
    let changed = admin
        .put(&of_agent, input("Terms for Ada, again.", Some(1)))
        .await
        .ok();
    assert_eq!(shown(&changed), ("contact", &json!(2), Some("template")));
    assert!(book(&admin, &agent).await.contains("TermsforAda,again."));
    // Other agents and owner books are not affected.
    let other = app.agent("Other Agent").insert().await;
    let text = book(&admin, &other).await;
    assert!(
        text.contains("Templateterms.") && !text.contains("TermsforAda"),
        "{text}"
    );
    let of_owners = admin.get(DISCLOSURE.replace("firmagent", "firmowner")).await.ok();
    assert_eq!(shown(&of_owners).0, "global");

    let reverted = admin.delete(with_version(&of_agent, 2)).await.ok();
    assert_eq!(shown(&reverted), ("template", &Value::Null, None));
    assert_eq!(reverted["value"], doc("Template terms."));
    assert!(book(&admin, &agent).await.contains("Templateterms."));
    admin.delete(with_version(&of_template, 1)).await.ok();
    assert!(book(&admin, &agent).await.contains("FirmtermsofAdaLovelace."));
    let reverted = admin.delete(with_version(&of_firm, 1)).await.ok();
    assert_eq!(shown(&reverted), ("global", &Value::Null, None));
    assert_eq!(reverted["value"], initial["value"]);

    let activity = admin
        .get(format!("/FirmAgent/agent/{}/activity", agent.uuid))
        .await
        .ok();
    let changes = activity["items"].as_array().unwrap().iter();
    let mut changes = changes.filter(|entry| entry["action"] == "revertText");
    assert_eq!(changes.next().unwrap()["about"], "Disclosure");
    let audit = "SELECT string_agg(action || ' ' || subject_type, ', ' ORDER BY id) FROM audit_log
                 WHERE action LIKE '%Text'";
    assert_eq!(
        app.text(audit).await.unwrap(),
        "editText firm, editText template, editText agent, editText agent, revertText agent, revertText template, \
         revertText firm"
    );
}

#[tokio::test]
async fn concurrent_changes_of_a_text_conflict() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    for path in levels(&agent) {
        let (one, other) = tokio::join!(
            admin.put(&path, input("One.", None)),
            admin.put(&path, input("One.", None))
        );
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{path}");
        let conflict = admin
            .put(&path, input("Two.", Some(7)))
            .await
            .refused(409, "version_conflict");
        assert_eq!(conflict["current"]["value"], doc("One."));
        assert_eq!(conflict["current"]["version"], 1);
        admin
            .delete(with_version(&path, 2))
            .await
            .refused(409, "version_conflict");
        admin.delete(&path).await.invalid("version", "required");
        admin.delete(with_version(&path, 1)).await.ok();
        admin
            .delete(with_version(&path, 1))
            .await
            .refused(409, "version_conflict");
    }
}

#[tokio::test]
async fn rejects_other_firms_missing_permission_and_invalid_texts() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let [of_agent, of_template, of_firm] = levels(&agent);

    let stranger = app.other_firm_admin().await;
    let foreign = of_agent.replace("firmId=1", &format!("firmId={OTHER_FIRM}"));
    for path in [&of_agent, &foreign] {
        stranger.get(path).await.refused(404, "not_found");
        stranger
            .put(path, input("x", None))
            .await
            .refused(404, "not_found");
        stranger
            .delete(with_version(path, 1))
            .await
            .refused(404, "not_found");
    }
    stranger.put(&of_firm, input("Theirs.", None)).await.ok();
    assert_eq!(shown(&admin.get(&of_firm).await.ok()).0, "global");

    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.get(&of_agent).await.ok();
    viewer
        .put(&of_agent, input("x", None))
        .await
        .refused(403, "forbidden");
    let outsider = app.advisor().await;
    outsider
        .put(&of_agent, input("x", None))
        .await
        .refused(404, "not_found");
    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    advisor.put(&of_agent, input("Mine.", None)).await.ok();
    for path in [&of_template, &of_firm] {
        advisor
            .put(path, input("x", None))
            .await
            .refused(403, "forbidden");
        advisor
            .delete(with_version(path, 1))
            .await
            .refused(403, "forbidden");
    }

    let invalid = async |text: &str| -> Reply { admin.put(&of_template, input(text, None)).await };
    invalid("{{owner.fullName}}")
        .await
        .invalid("value", "unknown_placeholder");
    invalid("{{asOf").await.invalid("value", "unclosed_placeholder");
    invalid(&"x".repeat(201 * 1024))
        .await
        .invalid("value", "text_too_long");
    let html = json!({ "value": { "type": "doc", "content": [{ "type": "html", "text": "<b>" }] }, "version": null });
    assert_eq!(admin.put(&of_template, html).await.status, 400);
    let without_template = format!("{DISCLOSURE}?agentUuid={}", agent.uuid);
    admin
        .get(&without_template)
        .await
        .invalid("templateUuid", "required");
    let of_report = format!("{of_template}&reportUuid={}", Uuid::now_v7());
    admin.get(of_report).await.invalid("reportUuid", "wrong_subject");
    let unknown = DISCLOSURE.replace("Disclosure", "Footer");
    admin.get(unknown).await.refused(404, "not_found");
    let of_owners = format!("{DISCLOSURE}?templateUuid={OF_OWNERS}");
    admin
        .put(of_owners, input("x", None))
        .await
        .refused(404, "not_found");
    let ours = "SELECT count(*) FROM deliverable_content WHERE firm_id = 1";
    assert_eq!(app.text(ours).await.unwrap(), "1");
}

#[tokio::test]
async fn previews_an_edited_text_without_storing_it() {
    let (app, _) = app_with(|_| {}).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    for path in levels(&agent) {
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let preview = format!("{path}/preview?{query}");
        let pages = async |text: &str| -> Vec<Value> {
            let pages = admin.post(&preview, json!({ "value": doc(text) })).await.ok();
            pages["pages"].as_array().unwrap().clone()
        };
        let (one, other) = (pages("One.").await, pages("Two {{asOf").await);
        assert_eq!((one.len(), other.len()), (2, 2));
        assert_eq!(one[0], other[0]);
        assert_ne!(one[1], other[1]);
    }
    assert_eq!(app.text(COUNT).await.unwrap(), "0");
}

#[tokio::test]
async fn texts_are_deleted_with_their_contact() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Lovelace").insert().await;
    let [of_agent, ..] = levels(&agent);
    admin.put(&of_agent, input("Mine.", None)).await.ok();
    app.execute(&format!("DELETE FROM contact WHERE uuid = '{}'", agent.uuid))
        .await;
    assert_eq!(app.text(COUNT).await.unwrap(), "0");
}
