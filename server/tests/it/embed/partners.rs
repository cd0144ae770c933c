//! Partners and their keys.

use super::{ORIGIN, PARTNERS, Partner, new_key, open, partner, partner_input};
use crate::impersonation::impersonate;
use crate::support::TestApp;
use serde_json::json;
use shared::permission::AdminUserType;

#[tokio::test]
async fn administrators_add_and_change_partners() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut input = partner_input("  Harbor  Bank ");
    input["origins"] = json!(["HTTPS://WWW.Bank.example/", ""]);
    let added = admin.post(PARTNERS, input).await.ok();
    let uuid = added["uuid"].as_str().unwrap();
    assert_eq!(
        added,
        json!({ "uuid": uuid, "version": 1, "name": "Harbor Bank", "isActive": true, "origins": [ORIGIN],
                "keys": [], "embedId": format!("1-{uuid}") })
    );
    let path = format!("{PARTNERS}/{uuid}");
    let mut change = partner_input("Harbor");
    change["version"] = json!(1);
    let changed = admin.put(&path, change.clone()).await.ok();
    assert_eq!(
        (&changed["version"], &changed["name"]),
        (&json!(2), &json!("Harbor"))
    );
    let conflict = admin.put(&path, change).await.refused(409, "version_conflict");
    assert_eq!(conflict["current"], changed);
    assert_eq!(admin.get(PARTNERS).await.ok(), json!([changed]));
    let mut invalid = partner_input("");
    invalid["origins"] = json!(["https://*.bank.example"]);
    let reply = admin.post(PARTNERS, invalid).await;
    reply.invalid("name", "required");
    reply.invalid("origins", "invalid_origin");
    assert_eq!(app.other_firm_admin().await.get(PARTNERS).await.ok(), json!([]));
}

#[tokio::test]
async fn a_partner_has_at_most_two_valid_keys() {
    let app = TestApp::new().await;
    let Partner { uuid, admin, backend } = partner(&app).await;
    let first = backend.token.clone().unwrap();
    let second = new_key(&admin, &uuid).await;
    let keys = format!("{PARTNERS}/{uuid}/keys");
    admin.post(&keys, json!({})).await.refused(422, "too_many_keys");
    let user = app.admin().await;
    for key in [&first, &second] {
        let backend = app.anonymous().with_token(key);
        backend
            .post("/Embed/session", Partner::session_of(&user))
            .await
            .ok();
    }
    let listed = admin.get(PARTNERS).await.ok();
    let listed = listed[0]["keys"].as_array().unwrap();
    let endings: Vec<&str> = listed.iter().map(|key| key["ending"].as_str().unwrap()).collect();
    assert_eq!(endings, [&first[first.len() - 4..], &second[second.len() - 4..]]);
    assert_eq!(listed[0]["lastUsedAt"], "2026-11-21T17:00:00Z");
    let stored = "SELECT string_agg(k::text, '') FROM partner_key k";
    assert!(!app.text(stored).await.unwrap().contains(&first[6..]));
    let revoke = format!("{keys}/{}", listed[0]["uuid"].as_str().unwrap());
    assert_eq!(admin.delete(&revoke).await.status, 204);
    admin.delete(&revoke).await.refused(404, "not_found");
    new_key(&admin, &uuid).await;
    let actions = "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE subject_type = 'partner'";
    assert_eq!(
        app.text(actions).await.unwrap(),
        "add createKey createKey openWidget openWidget revokeKey createKey"
    );
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'openWidget'")
            .await,
        2
    );
}

#[tokio::test]
async fn an_impersonator_neither_sees_partners_nor_creates_keys() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    staff.put("/Account/firm/1", json!({})).await.ok();
    impersonate(&staff, &partner.admin).await;
    staff.get(PARTNERS).await.refused(403, "forbidden");
    staff
        .post(format!("{PARTNERS}/{}/keys", partner.uuid), json!({}))
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn administrators_see_recent_sessions_and_refusals() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let user = app.admin().await;
    open(&partner.secret(&app, Partner::session_of(&user)).await)
        .await
        .ok();
    let secret = partner.secret(&app, Partner::session_of(&user)).await;
    let page = json!({ "widget": "policyList", "origin": "https://evil.example" });
    secret
        .post("/Embed/token", page)
        .await
        .refused(403, "origin_not_allowed");
    let sessions = format!("{PARTNERS}/{}/sessions", partner.uuid);
    let sessions = partner.admin.get(sessions).await.ok();
    let [refused, opened] = &sessions.as_array().unwrap()[..] else {
        panic!("{sessions}")
    };
    assert_eq!(opened["widget"], "Policy list");
    assert_eq!(opened["userName"], "Dana Account Administrator");
    assert_eq!(opened["origin"], ORIGIN);
    assert_eq!(opened["openedAt"], "2026-11-21T17:00:00Z");
    assert_eq!(opened["expiresAt"], "2026-11-21T17:10:00Z");
    assert_eq!(opened["refusal"], json!(null));
    assert_eq!(refused["refusal"], "origin_not_allowed");
}
