//! The unsubscribe page linked from cohort mail.

use super::{FIRST, app_with, client, cohort_of, monthly, outcome, schedule, send, with};
use crate::support::{MailServer, TestApp};
use axum::body::{Body, to_bytes};
use http::{Method, Request};
use serde_json::json;
use tower::ServiceExt;

async fn fetch_page(app: &TestApp, method: Method, path: &str) -> (u16, String, String) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .body(Body::empty())
        .unwrap();
    let response = app.router.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap(), policy)
}

#[tokio::test]
async fn unsubscribes_by_link_and_undoes_it() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let cohort = cohort_of(&admin, &[client(&app, "Ada Lee").await]).await;
    let saved = schedule(&admin, &cohort, monthly()).await;
    send(&app, &mailer, FIRST).await;
    let mail = server.received()[0].clone();
    let start = mail.find("List-Unsubscribe: <https://portal.example").unwrap();
    // Long headers are folded onto the next line.
    let header = mail[start..]
        .split('>')
        .next()
        .unwrap()
        .replace("\n ", "")
        .replace(['\n', ' '], "");
    let path = header.split("https://portal.example").nth(1).unwrap().to_owned();
    assert!(!path.contains("ada.lee"), "{path}");

    let (status, page, policy) = fetch_page(&app, Method::GET, &path).await;
    assert_eq!(status, 200);
    assert!(
        page.contains("ada.lee@mail.example") && page.contains("<button>Unsubscribe</button>"),
        "{page}"
    );
    assert!(
        policy.contains("default-src 'none'") && policy.contains("form-action 'self'"),
        "{policy}"
    );
    let count = "SELECT count(*) FROM unsubscription";
    assert_eq!(app.number(count).await, 0, "GET does not unsubscribe");
    let (_, page, _) = fetch_page(&app, Method::POST, &path).await;
    assert!(page.contains("You are unsubscribed"), "{page}");
    assert_eq!(
        fetch_page(&app, Method::POST, &path).await.0,
        200,
        "unsubscribing twice succeeds"
    );
    assert_eq!(app.number(count).await, 1);

    send(&app, &mailer, "2026-12-30T14:00:00Z").await;
    assert_eq!(
        outcome(&admin, &saved, "2026-12-30").await,
        ["Lee, Ada: Skipped Unsubscribed"]
    );
    let (_, page, _) = fetch_page(&app, Method::POST, &format!("{path}/undo")).await;
    assert!(page.contains("<button>Unsubscribe</button>"), "{page}");
    send(&app, &mailer, "2027-01-30T14:00:00Z").await;
    assert_eq!(outcome(&admin, &saved, "2027-01-30").await, ["Lee, Ada: Sent"]);
}

#[tokio::test]
async fn rejects_forged_links() {
    let app = TestApp::new().await;
    for token in ["x", "1.1.AAAA", "1.v2.AAAA", "2.1.%3Cscript%3E", "1"] {
        for method in [Method::GET, Method::POST] {
            let (status, page, _) = fetch_page(&app, method, &format!("/unsubscribe/{token}")).await;
            assert_eq!(status, 404, "{token}");
            assert!(
                page.contains("This link is not valid") && !page.contains("<script"),
                "{page}"
            );
        }
    }
    assert_eq!(app.number("SELECT count(*) FROM unsubscription").await, 0);
}

#[tokio::test]
async fn skips_contacts_who_unsubscribe_while_the_mail_is_queued() {
    let server = MailServer::start().await;
    let (app, mailer) = app_with(&server).await;
    let admin = app.admin().await;
    let people = [
        client(&app, "Ada Lee").await,
        client(&app, "Bob Lee").await,
        client(&app, "Cy Lee").await,
    ];
    let cohort = cohort_of(&admin, &people).await;
    let saved = schedule(&admin, &cohort, with(monthly(), &json!({}))).await;
    server::sends::round(&app.app.sends, super::at(FIRST))
        .await
        .unwrap();
    app.execute(
        "INSERT INTO unsubscription VALUES (1, 'ada.lee@mail.example', now());
         UPDATE contact SET deleted_at = now() WHERE first_name = 'Bob'",
    )
    .await;
    send(&app, &mailer, FIRST).await;
    assert_eq!(
        outcome(&admin, &saved, "2026-11-30").await,
        [
            "Lee, Ada: Skipped Unsubscribed",
            "Lee, Bob: Skipped The contact was deleted",
            "Lee, Cy: Sent"
        ]
    );
}
