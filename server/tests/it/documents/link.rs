//! One-time download links.

use super::{PDF, app, documents_path, upload};
use crate::support::{Client, Reply, TestApp, wait_until};
use http::{Request, header};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

pub struct Link {
    pub url: String,
    pub cookie: String,
}

async fn ask(client: &Client, document: &Value) -> Link {
    let path = format!("/Document/{}", document["uuid"].as_str().unwrap());
    ask_at(client, &path).await
}

/// Requests a link to the document at a path.
pub async fn ask_at(client: &Client, path: &str) -> Link {
    let reply = client.post(format!("{path}/link"), Value::Null).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let set_cookie = reply.header("set-cookie").to_owned();
    assert!(
        set_cookie.ends_with("; Path=/download; Max-Age=60; HttpOnly; SameSite=Strict"),
        "{set_cookie}"
    );
    Link {
        url: reply.json()["url"].as_str().unwrap().to_owned(),
        cookie: set_cookie.split(';').next().unwrap().to_owned(),
    }
}

/// Opens a link as a browser does, without an access token.
pub async fn open(app: &TestApp, url: &str, cookie: &str) -> Reply {
    let request = Request::get(url).header(header::COOKIE, cookie);
    app.anonymous()
        .run(request.body(axum::body::Body::empty()).unwrap())
        .await
}

#[tokio::test]
async fn a_link_downloads_once_with_its_cookie() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let document = upload(&admin, &documents_path(&policy), "a.pdf", PDF).await.ok();
    let (link, other) = (ask(&admin, &document).await, ask(&admin, &document).await);
    let stolen = ask(&admin, &document).await;
    let changed = format!("{}x", stolen.cookie);
    for cookie in ["", &other.cookie, &changed, &stolen.cookie] {
        // An attempt with a wrong cookie invalidates the link, so even the right cookie fails afterwards.
        open(&app, &stolen.url, cookie).await.refused(404, "not_found");
    }
    let cookies = format!("theme=dark; {}; {}", other.cookie, link.cookie);
    let reply = open(&app, &link.url, &cookies).await;
    assert_eq!((reply.status.as_u16(), &reply.body[..]), (200, PDF));
    assert_eq!(
        reply.header("content-disposition"),
        "attachment; filename=\"a.pdf\"; filename*=UTF-8''a.pdf"
    );
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(
        reply.header("content-security-policy"),
        "default-src 'none'; sandbox"
    );
    open(&app, &link.url, &cookies).await.refused(404, "not_found");
    assert_eq!(open(&app, &other.url, &other.cookie).await.body, PDF);
    let stored = app
        .text(
            "SELECT string_agg(token_hash::text || cookie_hash::text || claims::text, '') FROM document_link",
        )
        .await;
    assert!(
        !stored
            .unwrap_or_default()
            .contains(&link.url["/download/".len()..])
    );
    let activity = admin
        .get(format!("/allpolicy/{}/activity", policy.uuid))
        .await
        .ok();
    let actions: Vec<&Value> = activity["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["action"])
        .collect();
    assert_eq!(actions, ["download", "download", "upload"]);
}

#[tokio::test]
async fn concurrent_uses_of_a_link_download_once() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let document = upload(&admin, &documents_path(&policy), "a.pdf", PDF).await.ok();
    let link = ask(&admin, &document).await;
    let uses = (0..8).map(|_| open(&app, &link.url, &link.cookie));
    let replies = futures_util::future::join_all(uses).await;
    let downloads = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(downloads, 1);
}

#[tokio::test]
async fn a_link_becomes_invalid_with_its_time_session_account_document_or_permission() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let document = upload(&admin, &documents_path(&policy), "a.pdf", PDF).await.ok();
    let path = format!("/Document/{}", document["uuid"].as_str().unwrap());
    app.other_firm_admin()
        .await
        .post(format!("{path}/link"), Value::Null)
        .await
        .refused(404, "not_found");

    let late = ask(&admin, &document).await;
    app.execute("UPDATE document_link SET expires_at = expires_at - interval '60 seconds'")
        .await;
    open(&app, &late.url, &late.cookie)
        .await
        .refused(404, "not_found");

    let deleted = ask(&admin, &document).await;
    assert_eq!(admin.delete(&path).await.status, 204);
    open(&app, &deleted.url, &deleted.cookie)
        .await
        .refused(404, "not_found");
    assert_eq!(admin.post(format!("{path}/restore"), json!({})).await.status, 204);

    let colleague = app.as_role(FirmUserType::ViewOnly).await;
    let removed = ask(&colleague, &document).await;
    app.execute(&format!(
        "UPDATE app_user SET is_disabled = true WHERE user_key = '{}'",
        colleague.user_key
    ))
    .await;
    wait_until("the server knows that the user is disabled", async || {
        (colleague.get("/User/details").await.status == 401).then_some(())
    })
    .await;
    open(&app, &removed.url, &removed.cookie)
        .await
        .refused(401, "unauthenticated");

    let signed_out = ask(&admin, &document).await;
    assert_eq!(admin.delete("/Session/me").await.ok(), json!(true));
    open(&app, &signed_out.url, &signed_out.cookie)
        .await
        .refused(401, "session_ended");
}
