//! Endpoints for administrators.

use super::super::{PARTNERS, partner};
use super::{Hooked, input, now, round};
use crate::support::TestApp;
use serde_json::{Value, json};
use shared::permission::FirmUserType;

#[tokio::test]
async fn administrators_add_change_and_delete_webhooks() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let all = format!("{PARTNERS}/{}/webhooks", partner.uuid);
    let mut body = input("HTTPS://Bank.Example:443/Webhooks");
    body["events"] = json!(["contact.updated", "report.changed", "contact.updated"]);
    let added = partner.admin.post(&all, body).await.ok();
    let webhook = &added["webhook"];
    assert_eq!(
        webhook,
        &json!({ "uuid": webhook["uuid"], "version": 1, "url": "https://bank.example/Webhooks",
                 "events": ["report.changed", "contact.updated"], "isActive": true, "createdAt": now(),
                 "previousSecretUntil": null })
    );
    assert!(added["secret"].as_str().unwrap().starts_with("whsec_"));
    assert_eq!(partner.admin.get(&all).await.ok(), json!([webhook]));

    let path = format!("{all}/{}", webhook["uuid"].as_str().unwrap());
    let change = json!({ "url": "https://bank.example/other", "events": ["import.finished"], "isActive": false,
                         "version": 1 });
    let changed = partner.admin.put(&path, change.clone()).await.ok();
    assert_eq!(
        (
            &changed["version"],
            &changed["url"],
            &changed["events"],
            &changed["isActive"]
        ),
        (
            &json!(2),
            &json!("https://bank.example/other"),
            &json!(["import.finished"]),
            &json!(false)
        )
    );
    let conflict = partner
        .admin
        .put(&path, change)
        .await
        .refused(409, "version_conflict");
    assert_eq!(conflict["current"], changed);
    assert_eq!(partner.admin.delete(&path).await.status, 204);
    partner.admin.delete(&path).await.refused(404, "not_found");
    assert_eq!(partner.admin.get(&all).await.ok(), json!([]));
    let actions = "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE action LIKE '%Webhook'";
    assert_eq!(
        app.text(actions).await.unwrap(),
        "addWebhook changeWebhook deleteWebhook"
    );
    let details = "SELECT details::text FROM audit_log WHERE action = 'addWebhook'";
    let details = app.text(details).await.unwrap();
    assert!(
        details.contains("https://bank.example") && !details.contains("/Webhooks"),
        "{details}"
    );
}

#[tokio::test]
async fn rejects_invalid_webhooks() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let all = format!("{PARTNERS}/{}/webhooks", partner.uuid);
    for (url, code) in [
        ("http://bank.example/", "not_https"),
        ("https://user:pass@bank.example/", "invalid_url"),
        ("https://bank.example/#x", "invalid_url"),
    ] {
        partner.admin.post(&all, input(url)).await.invalid("url", code);
    }
    let mut body = input("https://bank.example/");
    body["events"] = json!([]);
    partner
        .admin
        .post(&all, body.clone())
        .await
        .invalid("events", "required");
    body["events"] = json!(["webhook.test"]);
    assert_eq!(partner.admin.post(&all, body).await.status, 400);
    for _ in 0..5 {
        partner
            .admin
            .post(&all, input("https://bank.example/"))
            .await
            .ok();
    }
    partner
        .admin
        .post(&all, input("https://bank.example/"))
        .await
        .refused(422, "too_many_webhooks");
}

#[tokio::test]
async fn sends_a_test_event() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    let queued = hooked
        .partner
        .admin
        .post(hooked.path("/test"), json!({}))
        .await
        .ok();
    assert_eq!(
        (&queued["event"], &queued["state"]),
        (&json!("webhook.test"), &json!("waiting"))
    );
    round(&app, now()).await;
    let received = hooked.receiver.only();
    assert_eq!(
        received.json(),
        json!({ "id": queued["eventId"], "type": "webhook.test", "createdAt": now(), "data": {} })
    );
    assert!(received.is_signed_with(&hooked.secret));
    app.execute("UPDATE partner SET is_active = false").await;
    for path in [
        hooked.path("/test"),
        hooked.path(&format!(
            "/deliveries/{}/replay",
            queued["uuid"].as_str().unwrap()
        )),
    ] {
        let reply = hooked.partner.admin.post(path, json!({})).await;
        reply.refused(422, "webhook_inactive");
    }
}

#[tokio::test]
async fn other_firms_and_roles_have_no_access() {
    let app = TestApp::new().await;
    let hooked = Hooked::new(&app).await;
    hooked.add_agent("Ada").await;
    let delivery = hooked.delivery().await;
    let replay = format!("/deliveries/{}/replay", delivery["uuid"].as_str().unwrap());
    let mut change = input("https://evil.example/");
    change["version"] = json!(1);
    let foreign = app.other_firm_admin().await;
    let advisor = app.as_role(FirmUserType::Professional).await;
    for (client, status, code) in [(&foreign, 404, "not_found"), (&advisor, 403, "forbidden")] {
        for reply in [
            client.get(hooked.all()).await,
            client.post(hooked.all(), input("https://evil.example/")).await,
            client.put(hooked.path(""), change.clone()).await,
            client.delete(hooked.path("")).await,
            client.post(hooked.path("/secret"), json!({})).await,
            client.post(hooked.path("/test"), json!({})).await,
            client.get(hooked.path("/deliveries")).await,
            client.post(hooked.path(&replay), json!({})).await,
        ] {
            reply.refused(status, code);
        }
    }
    // A webhook does not belong to another partner of the firm.
    let body = super::super::partner_input("Other Bank");
    let other = hooked.partner.admin.post(PARTNERS, body).await.ok();
    let path = |rest: &str| {
        let other = other["uuid"].as_str().unwrap();
        format!("{PARTNERS}/{other}/webhooks/{}{rest}", hooked.uuid)
    };
    let admin = &hooked.partner.admin;
    for reply in [
        admin.put(path(""), change).await,
        admin.delete(path("")).await,
        admin.post(path("/secret"), json!({})).await,
        admin.get(path("/deliveries")).await,
    ] {
        reply.refused(404, "not_found");
    }
    let stored: Value = hooked.partner.admin.get(hooked.all()).await.ok();
    assert_eq!(stored[0]["url"], hooked.receiver.url);
}
