//! Tax numbers: encrypted at rest, masked in responses, returned in full only by the reveal endpoint.

use super::{KINDS, person, resource};
use crate::support::{FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

const DIGITS: &str = "523861947";

#[tokio::test]
async fn only_the_audited_reveal_returns_the_full_tax_number() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let resource = resource(kind);
        let mut body = person(kind, "Ada", "Lee");
        body["person"]["taxId"] = json!("523-86-1947");
        let added = admin.post(format!("/{resource}/{FIRM}"), body).await;
        let uuid = added.ok()["uuid"].as_str().unwrap().to_owned();
        let query = json!({ "selectColumns": ["taxId", "name"], "searchText": "lee" });
        let answers = [
            added.text(),
            admin
                .get(format!("/{resource}/{}/{uuid}", kind.noun()))
                .await
                .text(),
            admin
                .post(format!("/{resource}/search"), query.clone())
                .await
                .text(),
            admin.post(format!("/{resource}/export"), query).await.text(),
            admin.get(format!("/{resource}")).await.text(),
        ];
        for answer in answers.iter().take(4) {
            assert!(answer.contains("***-**-1947"), "{answer}");
        }
        for answer in &answers {
            assert!(!answer.contains(DIGITS) && !answer.contains("523-86"), "{answer}");
        }
        let revealed = admin
            .post(format!("/{resource}/{}/{uuid}/reveal", kind.noun()), json!({}))
            .await
            .ok();
        assert_eq!(revealed, json!({ "taxId": "523-86-1947" }));
        let audited =
            format!("SELECT count(*) FROM audit_log WHERE action = 'reveal' AND subject_uuid = '{uuid}'");
        assert_eq!(app.number(&audited).await, 1);
    }
    // No row contains the digits, neither as text nor as hex.
    for table in ["contact", "audit_log", "firm_list_total"] {
        let found = format!(
            "SELECT count(*) FROM {table} t WHERE t::text LIKE '%{DIGITS}%' OR t::text LIKE '%523-86%'"
        );
        assert_eq!(app.number(&found).await, 0, "{table}");
        let hex: String = DIGITS.bytes().map(|byte| format!("{byte:02x}")).collect();
        let found = format!("SELECT count(*) FROM {table} t WHERE t::text LIKE '%{hex}%'");
        assert_eq!(app.number(&found).await, 0, "{table}");
    }
    let sealed =
        "SELECT count(*) FROM contact WHERE tax_id_key_id = 1 AND length(tax_id_cipher) = 6 + 12 + 9 + 16";
    assert_eq!(app.number(sealed).await, 3);
    let equal = "SELECT count(DISTINCT tax_id_hash) * 10 + count(DISTINCT tax_id_cipher) FROM contact";
    assert_eq!(app.number(equal).await, 13, "same hash, different ciphertexts");
}

#[tokio::test]
async fn null_keeps_the_tax_number_and_empty_text_removes_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut body = person(KINDS[0], "Ada", "Lee");
    body["person"]["taxId"] = json!(DIGITS);
    let added = admin.post(format!("/FirmAgent/{FIRM}"), body).await.ok();
    let path = format!("/FirmAgent/{FIRM}/agent/{}", added["uuid"].as_str().unwrap());
    let save = async |record: &Value, tax_id: Value| {
        let mut person = record["person"].clone();
        person["taxId"] = tax_id;
        admin
            .post(&path, json!({ "person": person, "version": record["version"] }))
            .await
            .ok()
    };
    let kept = save(&added, Value::Null).await;
    assert_eq!(kept["taxIdMasked"], "***-**-1947");
    let other = save(&kept, json!("523-86-1948")).await;
    assert_eq!(other["taxIdMasked"], "***-**-1948");
    let removed = save(&other, json!("")).await;
    assert_eq!(removed["taxIdMasked"], Value::Null);
    let reveal = format!("/FirmAgent/agent/{}/reveal", added["uuid"].as_str().unwrap());
    admin.post(reveal, json!({})).await.refused(404, "not_found");
    let fields =
        "SELECT string_agg(details ->> 'fields', ' ' ORDER BY id) FROM audit_log WHERE action = 'change'";
    assert_eq!(
        app.text(fields).await.as_deref(),
        Some(r#"[] ["taxId"] ["taxId"]"#)
    );
}

#[tokio::test]
async fn organization_has_an_ein() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let body =
        json!({ "person": { "organizationName": "Lee Trust", "ownerType": 2, "taxId": "12-3456789" } });
    let added = admin.post(format!("/FirmOwner/{FIRM}"), body).await.ok();
    assert_eq!(added["taxIdMasked"], "**-***6789");
    let reveal = format!("/FirmOwner/owner/{}/reveal", added["uuid"].as_str().unwrap());
    assert_eq!(admin.post(reveal, json!({})).await.ok()["taxId"], "12-3456789");
}

#[tokio::test]
async fn demo_firm_accepts_unassigned_ssns() {
    let app = TestApp::new().await;
    app.execute("UPDATE firm SET is_demo = true WHERE firm_id = 2")
        .await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    let body = json!({ "person": { "firstName": "Ada", "lastName": "Lee", "taxId": "900-12-1234" } });
    admin
        .post(format!("/FirmAgent/{FIRM}"), body.clone())
        .await
        .invalid("person.taxId", "invalid_tax_id");
    stranger.post(format!("/FirmAgent/{OTHER_FIRM}"), body).await.ok();
}

#[tokio::test]
async fn rejects_reveal_without_permission_or_in_another_firm() {
    let app = TestApp::new().await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    let mut body = person(KINDS[0], "Ada", "Lee");
    body["person"]["taxId"] = json!(DIGITS);
    let added = admin.post(format!("/FirmAgent/{FIRM}"), body).await.ok();
    let path = format!("/FirmAgent/agent/{}/reveal", added["uuid"].as_str().unwrap());
    for role in [
        FirmUserType::OfficeManager,
        FirmUserType::ViewOnly,
        FirmUserType::TrustedAdvisor,
    ] {
        app.as_role(role)
            .await
            .post(&path, json!({}))
            .await
            .refused(403, "forbidden");
    }
    app.advisor()
        .await
        .post(&path, json!({}))
        .await
        .refused(404, "not_found");
    stranger.post(&path, json!({})).await.refused(404, "not_found");
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'reveal'")
            .await,
        0
    );

    // A row that was moved to another firm cannot be decrypted there.
    app.execute("DELETE FROM contact_total; UPDATE contact SET firm_id = 2")
        .await;
    stranger
        .post(&path, json!({}))
        .await
        .refused(422, "sealed_value_damaged");
}

/// A swap within a firm must not reveal the other contact's number.
#[tokio::test]
async fn tax_numbers_swapped_between_rows_cannot_be_decrypted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut paths = Vec::new();
    for (name, digits) in [("Ada", DIGITS), ("Grace", "528612211")] {
        let mut body = person(KINDS[0], name, "Lee");
        body["person"]["taxId"] = json!(digits);
        let added = admin.post(format!("/FirmAgent/{FIRM}"), body).await.ok();
        let uuid = added["uuid"].as_str().unwrap();
        paths.push(format!("/FirmAgent/agent/{uuid}/reveal"));
    }
    let swap = "UPDATE contact c SET tax_id_cipher = other.tax_id_cipher, tax_id_last4 = other.tax_id_last4,
                  tax_id_hash = other.tax_id_hash
                FROM contact other WHERE c.uuid <> other.uuid";
    app.execute(swap).await;
    for path in &paths {
        let refused = admin
            .post(path, json!({}))
            .await
            .refused(422, "sealed_value_damaged");
        assert!(
            refused["message"].as_str().unwrap().contains("damaged"),
            "{refused}"
        );
    }
    app.execute(swap).await;
    for path in &paths {
        admin.post(path, json!({})).await.ok();
    }
}
