//! A firm's custom fields.

use crate::support::{FIRM, TestApp};
use serde_json::{Value, json};

#[tokio::test]
async fn changes_custom_fields_by_name_and_rejects_unknown_ones() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute(
        "INSERT INTO custom_field (firm_id, contact_kind, name) VALUES (1, 1, 'Tier'), (1, 1, 'Office'), (1, 2, 'Code')",
    )
    .await;
    let names = admin.get("/FirmAgent/customFields").await.ok();
    assert_eq!(
        names,
        json!([{ "name": "Office", "column": null }, { "name": "Tier", "column": null }])
    );
    assert_eq!(
        app.other_firm_admin()
            .await
            .get("/FirmAgent/customFields")
            .await
            .ok(),
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

    // Omitted fields stay unchanged; an empty text removes a field.
    let fewer = admin.post(&path, with(&saved, json!({ "Tier": "" }))).await.ok();
    assert_eq!(fewer["customFields"], json!({ "Office": "West" }));
    let unnamed = json!({ "person": fewer["person"], "version": fewer["version"] });
    let kept = admin.post(&path, unnamed).await.ok();
    assert_eq!(kept["customFields"], json!({ "Office": "West" }));

    for (fields, code) in [
        (json!({ "Code": "7" }), "unknown_field"),
        (json!({ "Tier": "x".repeat(501) }), "too_long"),
        (json!({ "Tier": "123-45-6789" }), "tax_id_in_clear"),
    ] {
        let field = format!(
            "customFields.{}",
            fields.as_object().unwrap().keys().next().unwrap()
        );
        admin.post(&path, with(&kept, fields)).await.invalid(&field, code);
    }

    // A version conflict returns the current custom fields.
    let late = admin
        .post(&path, with(&read, json!({ "Office": "East" })))
        .await
        .refused(409, "version_conflict");
    assert_eq!(late["current"]["customFields"], json!({ "Office": "West" }));
}

#[tokio::test]
async fn creates_a_contact_with_custom_fields() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute("INSERT INTO custom_field (firm_id, contact_kind, name) VALUES (1, 3, 'Since v1.0')")
        .await;
    let path = format!("/FirmInsured/{FIRM}");
    let body = |fields: Value| json!({ "person": { "firstName": "Ada", "lastName": "Lee" }, "customFields": fields });
    let added = admin
        .post(&path, body(json!({ "Since v1.0": " 2020 " })))
        .await
        .ok();
    assert_eq!(added["customFields"], json!({ "Since v1.0": "2020" }));
    let none = admin.post(&path, body(json!({ "Since v1.0": "" }))).await.ok();
    assert_eq!(none["customFields"], json!({}));
    admin
        .post(&path, body(json!({ "Tier": "Gold" })))
        .await
        .invalid("customFields.Tier", "unknown_field");
    // Custom fields are part of the idempotency check.
    let again = admin.with_header("idempotency-key", &server::ids::new_uuid().to_string());
    again
        .post(&path, body(json!({ "Since v1.0": "2020" })))
        .await
        .ok();
    again
        .post(&path, body(json!({ "Since v1.0": "2021" })))
        .await
        .refused(422, "idempotency_key_reused");
}
