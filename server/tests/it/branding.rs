//! Branding: public by host name, editable by account administrators.

use crate::support::{Client, FIRM, OTHER_FIRM, Reply, TestApp};
use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest of a picture";
const WEBP: &[u8] = b"RIFF\x04\x00\x00\x00WEBPVP8 ";

/// Starts an app with two hosts for the first firm and one for the second.
async fn with_hosts() -> TestApp {
    let app = TestApp::new().await;
    app.execute(
        "INSERT INTO branding (firm_id, host, platform_name, primary_color)
           VALUES (1, 'alder.example', 'Alder Portal', '#116a74'), (1, 'second.example', 'Firmbook', NULL),
             (2, 'birch.example', 'Birch Portal', NULL)",
    )
    .await;
    app
}

fn settings(version: i32) -> Value {
    json!({ "host": "alder.example", "version": version, "platformName": " Alder  & Sons ",
            "supportUrl": "https://help.example/x", "supportEmail": "help@alder.example", "contactPhoneNumber": "(415) 555-0100 ext 7",
            "primaryColor": "#FFCC00" })
}

async fn at_host(app: &TestApp, host: Option<&str>) -> Value {
    let client = app.anonymous();
    let mut request = client.request(Method::GET, "/Branding", None);
    if let Some(host) = host {
        request.headers_mut().insert("host", host.parse().unwrap());
    }
    client.run(request).await.ok()
}

async fn send_logo(client: &Client, path: &str, bytes: &[u8]) -> Reply {
    client
        .send(Method::PUT, path, Some(Body::from(bytes.to_vec())))
        .await
}

async fn fetch(app: &TestApp, path: &str) -> Reply {
    let request = Request::get(path).body(Body::empty()).unwrap();
    app.anonymous().run(request).await
}

#[tokio::test]
async fn selects_branding_by_request_host() {
    let app = with_hosts().await;
    for host in ["alder.example", "ALDER.example:4000", "alder.example."] {
        assert_eq!(
            at_host(&app, Some(host)).await,
            json!({ "appLogoUrl": null, "fullLogoUrl": null, "platformName": "Alder Portal", "supportUrl": null, "supportEmail": null,
                    "contactPhoneNumber": null, "primaryColor": "#116a74" })
        );
    }
    assert_eq!(
        at_host(&app, Some("birch.example")).await["platformName"],
        "Birch Portal"
    );
    let long = format!("{}.example", "a".repeat(4_000));
    for host in [
        None,
        Some("nobody.example"),
        Some("' OR true --"),
        Some("[::1]:80"),
        Some(long.as_str()),
    ] {
        assert_eq!(
            at_host(&app, host).await,
            json!({ "appLogoUrl": null, "fullLogoUrl": null, "platformName": "Firmbook", "supportUrl": null, "supportEmail": null,
                    "contactPhoneNumber": null, "primaryColor": null }),
            "{host:?}"
        );
    }
}

#[tokio::test]
async fn administrator_updates_branding_of_the_firms_hosts() {
    let app = with_hosts().await;
    let admin = app.admin().await;
    let hosts = admin.get("/Branding/settings").await.ok();
    let names: Vec<&Value> = hosts.as_array().unwrap().iter().map(|row| &row["host"]).collect();
    assert_eq!(names, ["alder.example", "second.example"]);
    assert_eq!(
        (&hosts[0]["version"], &hosts[0]["platformName"]),
        (&json!(1), &json!("Alder Portal"))
    );

    let saved = admin.put("/Branding", settings(1)).await.ok();
    let expected = json!({ "host": "alder.example", "version": 2, "platformName": "Alder & Sons",
                           "supportUrl": "https://help.example/x", "supportEmail": "help@alder.example", "contactPhoneNumber": "+14155550100x7",
                           "primaryColor": "#ffcc00", "appLogoUrl": null, "fullLogoUrl": null });
    assert_eq!(saved, expected);
    let shown = at_host(&app, Some("alder.example")).await;
    assert_eq!(
        (&shown["platformName"], &shown["primaryColor"]),
        (&json!("Alder & Sons"), &json!("#ffcc00"))
    );
    let changed = "SELECT string_agg(change ->> 'to', ' ' ORDER BY change ->> 'field')
                   FROM audit_log, jsonb_array_elements(details -> 'changes') change WHERE subject_type = 'branding'";
    assert_eq!(
        app.text(changed).await.as_deref(),
        Some("+14155550100x7 Alder & Sons #ffcc00 help@alder.example https://help.example/x")
    );
    let audited = "SELECT (details ->> 'host') || (details ->> 'fields') FROM audit_log WHERE subject_type = 'branding'";
    assert_eq!(
        app.text(audited).await.as_deref(),
        Some(
            "alder.example[\"platformName\", \"supportUrl\", \"supportEmail\", \"contactPhoneNumber\", \"primaryColor\"]"
        )
    );

    let stale = admin
        .put("/Branding", settings(1))
        .await
        .refused(409, "version_conflict");
    assert_eq!(stale["current"], expected);
    let bare = json!({ "host": "alder.example", "version": 2, "platformName": "Alder" });
    assert_eq!(admin.put("/Branding", bare).await.ok()["supportUrl"], Value::Null);
}

#[tokio::test]
async fn rejects_hosts_of_other_firms() {
    let app = with_hosts().await;
    let admin = app.admin().await;
    for host in ["birch.example", "new.example", "", "a\0b", "alder.example/x"] {
        let mut body = settings(1);
        body["host"] = json!(host);
        admin.put("/Branding", body).await.refused(404, "not_found");
        let path = format!("/Branding/logo/app?host={}", host.replace('\0', "%00"));
        send_logo(&admin, &path, PNG).await.refused(404, "not_found");
        admin.delete(&path).await.refused(404, "not_found");
    }
    assert_eq!(
        app.number("SELECT count(*) FROM branding WHERE version > 1")
            .await,
        0
    );
    assert_eq!(app.number("SELECT count(*) FROM branding_logo").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM audit_log").await, 0);
}

#[tokio::test]
async fn rejects_invalid_branding_fields() {
    let app = with_hosts().await;
    let admin = app.admin().await;
    for (field, value, code) in [
        ("platformName", json!(""), "required"),
        ("platformName", json!("x".repeat(41)), "too_long"),
        ("platformName", json!(7), "type"),
        ("supportUrl", json!("javascript:alert(1)"), "invalid_url"),
        ("supportUrl", json!("https://user:pw@help.example"), "invalid_url"),
        ("contactPhoneNumber", json!("call me"), "invalid_phone"),
        ("primaryColor", json!("teal"), "invalid_color"),
        ("version", json!("1"), "type"),
    ] {
        let mut body = settings(1);
        body[field] = value;
        admin.put("/Branding", body).await.invalid(field, code);
    }
    let mut more = settings(1);
    more["firmId"] = json!(2);
    admin.put("/Branding", more).await.invalid("firmId", "type");
}

#[tokio::test]
async fn rejects_roles_other_than_account_administrator() {
    let app = with_hosts().await;
    for role in [
        FirmUserType::Professional,
        FirmUserType::OfficeManager,
        FirmUserType::ViewOnly,
        FirmUserType::TrustedAdvisor,
    ] {
        let client = app.as_role(role).await;
        client.get("/Branding/settings").await.refused(403, "forbidden");
        client
            .put("/Branding", settings(1))
            .await
            .refused(403, "forbidden");
        send_logo(&client, "/Branding/logo/app?host=alder.example", PNG)
            .await
            .refused(403, "forbidden");
        client
            .delete("/Branding/logo/app?host=alder.example")
            .await
            .refused(403, "forbidden");
    }
}

#[tokio::test]
async fn serves_logos_at_content_addressed_urls() {
    let app = with_hosts().await;
    let admin = app.admin().await;
    let path = "/Branding/logo/app?host=alder.example";
    let first = send_logo(&admin, path, PNG).await.ok();
    let address = first["appLogoUrl"].as_str().unwrap().to_owned();
    assert_eq!(
        (&first["version"], &first["fullLogoUrl"]),
        (&json!(2), &Value::Null)
    );
    assert_eq!(
        at_host(&app, Some("alder.example")).await["appLogoUrl"],
        json!(address)
    );

    let picture = fetch(&app, &address).await;
    assert_eq!((picture.status.as_u16(), &picture.body[..]), (200, PNG));
    for (header, value) in [
        ("content-type", "image/png"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("x-content-type-options", "nosniff"),
        ("content-disposition", "inline; filename=\"logo.png\""),
        ("content-security-policy", "default-src 'none'; sandbox"),
    ] {
        assert_eq!(picture.header(header), value, "{header}");
    }

    let second = send_logo(&admin, path, WEBP).await.ok();
    let other = second["appLogoUrl"].as_str().unwrap().to_owned();
    assert_ne!(other, address);
    assert_eq!(fetch(&app, &other).await.header("content-type"), "image/webp");
    fetch(&app, &address).await.refused(404, "not_found");

    let full = send_logo(&admin, "/Branding/logo/full?host=alder.example", PNG)
        .await
        .ok();
    assert_eq!(
        (&full["fullLogoUrl"], &full["appLogoUrl"]),
        (&json!(address), &json!(other))
    );
    let gone = admin.delete(path).await.ok();
    assert_eq!(
        (&gone["appLogoUrl"], &gone["fullLogoUrl"]),
        (&Value::Null, &json!(address))
    );
    fetch(&app, &other).await.refused(404, "not_found");
    // The URL does not change if another firm has the same image.
    app.execute(&format!(
        "INSERT INTO branding_logo SELECT {OTHER_FIRM}, 'birch.example', kind, hash, media_type, bytes
         FROM branding_logo WHERE firm_id = {FIRM}"
    ))
    .await;
    assert_eq!(fetch(&app, &address).await.status, 200);
    let fields = "SELECT string_agg(details -> 'fields' ->> 0, ' ' ORDER BY id) FROM audit_log";
    assert_eq!(
        app.text(fields).await.as_deref(),
        Some("appLogo appLogo fullLogo appLogo")
    );
}

#[tokio::test]
async fn logo_without_a_host_parameter_uses_the_request_host() {
    let app = with_hosts().await;
    let admin = app.admin().await;
    let mut request = admin.request(Method::PUT, "/Branding/logo/full", Some(Body::from(PNG)));
    request
        .headers_mut()
        .insert("host", "second.example:4000".parse().unwrap());
    assert_eq!(admin.run(request).await.ok()["host"], "second.example");
    send_logo(&admin, "/Branding/logo/full", PNG)
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn rejects_logos_that_are_too_large_or_not_images() {
    let app = with_hosts().await;
    let admin = app.admin().await;
    let path = "/Branding/logo/app?host=alder.example";
    let mut large = PNG.to_vec();
    large.resize(200 * 1024, 0);
    send_logo(&admin, path, &large).await.ok();
    for size in [200 * 1024 + 1, 2 * 1024 * 1024] {
        large.resize(size, 0);
        send_logo(&admin, path, &large).await.refused(413, "too_large");
    }
    for bytes in [
        &b""[..],
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"GIF89a",
        b"<!doctype html>",
        b" \x89PNG\r\n\x1a\n",
    ] {
        send_logo(&admin, path, bytes).await.refused(400, "not_a_picture");
    }
    send_logo(&admin, "/Branding/logo/icon?host=alder.example", PNG)
        .await
        .refused(404, "not_found");
    for address in [
        "/branding/".to_owned() + &"0".repeat(64),
        "/branding/x".to_owned(),
        "/branding/".to_owned() + &"F".repeat(64),
    ] {
        fetch(&app, &address).await.refused(404, "not_found");
    }
}
