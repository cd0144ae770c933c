//! Global templates and default texts, which staff maintain for all firms.

use super::{OF_AGENTS, agent_with_contracts, app_with, text_of};
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::deliverable::TemplateSettings;
use shared::permission::{AdminUserType, FirmUserType};
use uuid::Uuid;

const TEMPLATES: &str = "/GlobalTemplate?templateType=1";
const DISCLOSURE: &str = "/GlobalText/1/Disclosure";
const OF_FIRM: &str = "/BookOfBusiness/BookOfBusinessSettings/firmagent/Disclosure";

fn input(name: &str, is_default: bool, version: Option<i32>) -> Value {
    json!({ "name": name, "isDefault": is_default, "settings": TemplateSettings::default(), "version": version })
}

fn path(template: &Value) -> String {
    format!("/GlobalTemplate/{}", template["uuid"].as_str().unwrap())
}

fn text(words: &str, version: Option<i32>) -> Value {
    let content = json!([{ "type": "paragraph", "content": [{ "type": "text", "text": words }] }]);
    json!({ "value": { "type": "doc", "content": content }, "version": version })
}

async fn names(client: &Client, path: &str) -> Vec<String> {
    let list = client.get(path).await.ok();
    let name = |template: &Value| {
        let default = if template["isDefault"] == true { "*" } else { "" };
        format!("{}{default}", template["name"].as_str().unwrap())
    };
    list.as_array().unwrap().iter().map(name).collect()
}

async fn book(client: &Client, agent: Uuid, template: &Value) -> String {
    let body = json!({ "uuid": agent, "templateUuid": template });
    text_of(&client.post("/BookOfBusiness/FirmAgent/generate", body).await)
}

#[tokio::test]
async fn every_firm_can_use_a_global_template_until_it_is_retired() {
    let (app, _) = app_with(|_| {}).await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let of_firm = "/template?templateType=1&includeGlobalDefaults=true";
    assert_eq!(names(&admin, of_firm).await, ["Agent book of business*"]);

    let mut new = input(" Compact ", true, None);
    new["settings"]["sections"] = json!(["summary"]);
    let added = staff.post(TEMPLATES, new).await;
    assert_eq!(added.status, 201, "{}", added.text());
    let added = added.json();
    let both = ["Compact*", "Agent book of business"];
    for client in [&admin, &app.other_firm_admin().await] {
        assert_eq!(names(client, of_firm).await, both);
    }
    let compact = book(&admin, agent.uuid, &added["uuid"]).await;
    assert!(
        compact.contains("Summary") && !compact.contains("P-1001"),
        "{compact}"
    );
    let existing = format!("/BookOfBusiness/FirmAgent/{}/Existing", agent.uuid);
    assert_eq!(admin.get(&existing).await.ok()[0]["templateName"], "Compact");

    // Firms cannot change a global template.
    let own = path(&added).replace("/GlobalTemplate", "/template");
    admin
        .put(&own, input("Ours", false, Some(1)))
        .await
        .refused(404, "not_found");
    let changed = staff.put(path(&added), input("Brief", true, Some(1))).await.ok();
    assert_eq!(
        (&changed["name"], &changed["version"]),
        (&json!("Brief"), &json!(2))
    );
    let conflict = staff
        .put(path(&added), input("Other", false, Some(1)))
        .await
        .refused(409, "version_conflict");
    assert_eq!(conflict["current"], changed);

    let retire = |version: i32, is_retired: bool| json!({ "version": version, "isRetired": is_retired });
    let retired = format!("{}/retired", path(&added));
    staff
        .put(&retired, retire(1, true))
        .await
        .refused(409, "version_conflict");
    let changed = staff.put(&retired, retire(2, true)).await.ok();
    assert_eq!(
        (&changed["isRetired"], &changed["isDefault"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(names(&admin, of_firm).await, ["Agent book of business*"]);
    assert_eq!(
        names(&staff, TEMPLATES).await,
        ["Brief", "Agent book of business*"]
    );
    // A retired template can still generate books, so that schedules continue.
    assert!(book(&admin, agent.uuid, &added["uuid"]).await.contains("P-1001"));
    staff
        .put(path(&added), input("Brief", true, Some(3)))
        .await
        .invalid("isDefault", "retired");
    staff.put(&retired, retire(3, false)).await.ok();
    assert_eq!(names(&admin, of_firm).await, ["Brief", "Agent book of business*"]);

    let changes = staff.get("/GlobalTemplate/changes").await.ok();
    let told: Vec<String> = changes
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            format!(
                "{} {}",
                change["action"].as_str().unwrap(),
                change["about"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "Offered the template again Brief",
            "Retired the template Brief",
            "Changed the template Brief",
            "Added the template Compact"
        ]
    );
    assert_eq!(changes[0]["changedBy"], "Vera System Administrator");
    let stored = "SELECT (before->>'name') || ' > ' || (after->>'name') FROM platform_change
                  WHERE action = 'changeTemplate'";
    assert_eq!(app.text(stored).await.unwrap(), "Compact > Brief");
}

#[tokio::test]
async fn a_default_text_applies_to_every_firm_without_a_custom_text() {
    let (app, _) = app_with(|_| {}).await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    let admin = app.admin().await;
    let (agent, _) = agent_with_contracts(&app).await;
    let built_in = staff.get(DISCLOSURE).await.ok();
    assert_eq!(
        (&built_in["level"], &built_in["version"]),
        (&json!("global"), &Value::Null)
    );
    assert_eq!(built_in["value"], admin.get(OF_FIRM).await.ok()["value"]);

    let saved = staff
        .put(DISCLOSURE, text("Terms of the platform.", None))
        .await
        .ok();
    assert_eq!(
        (&saved["version"], &saved["inherited"]["value"]),
        (&json!(1), &built_in["value"])
    );
    assert_eq!(saved["updatedBy"], "Vera System Administrator");
    let seen = admin.get(OF_FIRM).await.ok();
    assert_eq!(
        (&seen["level"], &seen["version"]),
        (&json!("global"), &Value::Null)
    );
    // Firms do not see which staff member changed the text.
    assert_eq!(seen["updatedBy"], Value::Null);
    let printed = book(&admin, agent.uuid, &json!(OF_AGENTS)).await;
    assert!(printed.contains("Termsoftheplatform."), "{printed}");

    let own = admin.put(OF_FIRM, text("Our terms.", None)).await.ok();
    assert_eq!(own["inherited"]["value"], saved["value"]);
    assert!(
        book(&admin, agent.uuid, &json!(OF_AGENTS))
            .await
            .contains("Ourterms.")
    );

    staff
        .put(DISCLOSURE, text("Other.", None))
        .await
        .refused(409, "version_conflict");
    staff
        .delete(format!("{DISCLOSURE}?version=2"))
        .await
        .refused(409, "version_conflict");
    let reverted = staff.delete(format!("{DISCLOSURE}?version=1")).await.ok();
    assert_eq!(reverted, built_in);
    let reverted = admin.delete(format!("{OF_FIRM}?version=1")).await.ok();
    assert_eq!(reverted["value"], built_in["value"]);
    let told = "SELECT string_agg(action || ' ' || about, ', ' ORDER BY id) FROM platform_change";
    assert_eq!(
        app.text(told).await.unwrap(),
        "editText Agent book of business: Disclosure, revertText Agent book of business: Disclosure"
    );
}

#[tokio::test]
async fn previews_a_default_text_for_a_made_up_firm() {
    let (app, _) = app_with(|_| {}).await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    for path in [DISCLOSURE, "/GlobalText/3/CoverPage", "/GlobalText/5/Letter"] {
        let pages = async |words: &str| -> Value {
            let body = json!({ "value": text(words, None)["value"] });
            staff.post(format!("{path}/preview"), body).await.ok()
        };
        let (one, other) = (pages("One.").await, pages("Two {{asOf").await);
        assert!(one["pageCount"].as_u64().unwrap() >= 1);
        assert_ne!(one["pages"], other["pages"]);
    }
    assert_eq!(app.number("SELECT count(*) FROM global_text").await, 0);
}

#[tokio::test]
async fn only_system_administrators_change_global_templates_and_texts() {
    let app = TestApp::new().await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    let added = staff.post(TEMPLATES, input("Compact", false, None)).await.json();
    staff
        .post(TEMPLATES, input("COMPACT", false, None))
        .await
        .refused(422, "name_taken");
    staff
        .post(TEMPLATES, input("", false, None))
        .await
        .invalid("name", "name_length");
    staff
        .post("/GlobalTemplate?templateType=5", input("Letter", false, None))
        .await
        .invalid("templateType", "unknown_template_type");
    let built_in = format!("/GlobalTemplate/{OF_AGENTS}");
    staff
        .put(&built_in, input("Mine", false, Some(1)))
        .await
        .refused(404, "not_found");
    for path in ["/GlobalText/1/Letter", "/GlobalText/9/Disclosure"] {
        staff.get(path).await.refused(404, "not_found");
    }
    staff
        .put(DISCLOSURE, text("{{owner.fullName}}", None))
        .await
        .invalid("value", "unknown_placeholder");
    let image = json!({ "type": "image", "attrs": { "uuid": Uuid::now_v7(), "alt": "A", "width": 50 } });
    let shown = json!({ "value": { "type": "doc", "content": [image] }, "version": null });
    staff
        .put(DISCLOSURE, shown)
        .await
        .invalid("value", "images_of_firm");

    let auditor = app.staff(AdminUserType::Auditor).await;
    auditor.get(TEMPLATES).await.ok();
    auditor.get("/GlobalTemplate/changes").await.ok();
    let user = app.as_role(FirmUserType::AccountAdministrator).await;
    for client in [&user, &app.staff(AdminUserType::DocumentProcessor).await] {
        client.get(TEMPLATES).await.refused(403, "forbidden");
        client.get(DISCLOSURE).await.refused(403, "forbidden");
        client
            .get("/GlobalTemplate/changes")
            .await
            .refused(403, "forbidden");
    }
    for client in [&user, &auditor] {
        client
            .post(TEMPLATES, input("Mine", false, None))
            .await
            .refused(403, "forbidden");
        client
            .put(path(&added), input("Mine", false, Some(1)))
            .await
            .refused(403, "forbidden");
        client
            .put(DISCLOSURE, text("Mine.", None))
            .await
            .refused(403, "forbidden");
    }
    // Row security also limits changes to staff, independently of the route's checks.
    let role = app.database.app_role().await;
    role.batch_execute("SET firmbook.firm = '1'").await.unwrap();
    let changed = role
        .execute("UPDATE global_template SET name = 'Mine'", &[])
        .await;
    assert_eq!(changed.unwrap(), 0);
    let seen = role.query("SELECT FROM platform_change", &[]).await.unwrap();
    assert!(seen.is_empty());
    // Not even staff can modify the change log.
    let key = app.text("SELECT actor_key FROM platform_change").await.unwrap();
    role.batch_execute(&format!("SET firmbook.staff = '{key}'"))
        .await
        .unwrap();
    assert_eq!(
        role.query("SELECT FROM platform_change", &[])
            .await
            .unwrap()
            .len(),
        1
    );
    for rewrite in [
        "UPDATE platform_change SET about = 'Mine'",
        "DELETE FROM platform_change",
    ] {
        assert!(role.execute(rewrite, &[]).await.is_err(), "{rewrite}");
    }
    role.batch_execute("RESET firmbook.staff").await.unwrap();
    let insert = format!("INSERT INTO global_text VALUES (1, 'Disclosure', '{{}}', 1, now(), '{key}', 'X')");
    assert!(role.execute(&insert, &[]).await.is_err());
}
