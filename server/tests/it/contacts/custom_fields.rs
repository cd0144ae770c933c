//! Fields of a firm's own.

use crate::support::{FIRM, TestApp};
use serde_json::{Value, json};

#[tokio::test]
async fn fields_of_the_firm_are_changed_by_name_and_none_is_made_up() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute(
        "INSERT INTO custom_field (firm_id, contact_kind, name) VALUES (1, 1, 'Tier'), (1, 1, 'Office'), (1, 2, 'Code')",
    )
    .await;
    let names = admin.get("/FirmAgent/customFields").await.ok();
    assert_eq!(names, json!([{ "name": "Office" }, { "name": "Tier" }]));
    assert_eq!(
        app.stranger().await.get("/FirmAgent/customFields").await.ok(),
        json!([])
    );

    let agent = app.agent("Ada Lee").insert().await;
    let read = admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
    let path = format!("/FirmAgent/{FIRM}/agent/{}", agent.uuid);
    let with = |read: &Value, fields: Value| json!({ "person": read["person"], "version": read["version"], "customFields": fields });
    let saved = admin
        .post(&path, with(&read, json!({ "Tier": " Gold ", "Office": "West" })))
        .await
        .ok();
    assert_eq!(saved["customFields"], json!({ "Tier": "Gold", "Office": "West" }));
    let details = "SELECT details->>'fields' FROM audit_log WHERE action = 'change'";
    assert_eq!(app.text(details).await.as_deref(), Some(r#"["customFields"]"#));

    // What is not named stays; an empty text takes a field away.
    let fewer = admin.post(&path, with(&saved, json!({ "Tier": "" }))).await.ok();
    assert_eq!(fewer["customFields"], json!({ "Office": "West" }));
    let unnamed = json!({ "person": fewer["person"], "version": fewer["version"] });
    let kept = admin.post(&path, unnamed).await.ok();
    assert_eq!(kept["customFields"], json!({ "Office": "West" }));

    for (fields, code) in [
        (json!({ "Code": "7" }), "unknown_field"),
        (json!({ "Tier": "x".repeat(501) }), "too_long"),
    ] {
        let field = format!(
            "customFields.{}",
            fields.as_object().unwrap().keys().next().unwrap()
        );
        admin.post(&path, with(&kept, fields)).await.invalid(&field, code);
    }
}
