//! The gift calendar's private link.

use super::calendar::gift;
use super::trust;
use crate::impersonation::impersonate;
use crate::support::{Client, Reply, TestApp, without_uuids};
use axum::body::Body;
use http::Request;
use serde_json::{Value, json};
use shared::permission::{AdminUserType, FirmUserType};

const FEED: &str = "/PremiumGift/calendar/feed";

/// Creates a link and returns its path.
async fn link(client: &Client) -> String {
    let created = client.post(FEED, json!({})).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let url = created.json()["url"].as_str().unwrap().to_owned();
    url[url.find("/calendar/").unwrap()..].to_owned()
}

/// Reads a link as a calendar program does, without an access token.
async fn read(app: &TestApp, path: &str) -> Reply {
    app.anonymous()
        .run(Request::get(path).body(Body::empty()).unwrap())
        .await
}

/// Resets the rate limit, so that the link can be read again immediately.
async fn wait(app: &TestApp) {
    app.execute("UPDATE calendar_feed SET last_read_at = NULL").await;
}

fn lines(feed: &Reply, name: &str) -> Vec<String> {
    assert_eq!(feed.status, 200, "{}", feed.text());
    let text = feed.text().replace("\r\n ", "");
    let found = text
        .split("\r\n")
        .filter_map(|line| line.strip_prefix(name))
        .map(ToOwned::to_owned);
    found.collect()
}

#[tokio::test]
async fn a_calendar_program_reads_the_gifts_that_the_user_sees() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let lee = trust(&app, "Lee, Ada; Family Trust").await;
    let (own, other) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    app.link(&own, &agent).await;
    let uuid = gift(&app, &own, &lee, 1).await;
    gift(&app, &other, &lee, 1).await;
    assert_eq!(
        advisor.get(FEED).await.ok(),
        json!({ "createdAt": null, "lastReadAt": null })
    );
    let path = link(&advisor).await;
    assert!(path.starts_with("/calendar/1-") && path.len() > 50, "{path}");
    let feed = read(&app, &path).await;
    assert_eq!(feed.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(feed.header("cache-control"), "no-store");
    let text = feed.text();
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"));
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    assert_eq!(
        lines(&feed, "DTSTART;VALUE=DATE:"),
        ["20261120", "20261201", "20261231", "20270115"]
    );
    assert_eq!(
        lines(&feed, "SUMMARY:")[1],
        "Letters due: Lee\\, Ada\\; Family Trust"
    );
    assert_eq!(lines(&feed, "UID:")[1], format!("{uuid}-letters@firmbook"));
    assert_eq!(lines(&feed, "DTSTAMP:")[0], "20261121T170000Z");
    assert!(
        lines(&feed, "URL:")[0].ends_with(&format!("/business/policies/{}?tab=gifts&gift={uuid}", own.uuid))
    );
    assert_eq!(lines(&feed, "DESCRIPTION:")[0], "Policy P-1");
    let content = without_uuids(&text.replace("\r\n ", ""));
    assert!(!content.contains("500") && !content.contains("P-2"), "{text}");
    let times = advisor.get(FEED).await.ok();
    assert_eq!(times["lastReadAt"], "2026-11-21T17:00:00Z");
    // A second read within ten seconds is rejected.
    let early = read(&app, &path).await;
    assert_eq!(early.header("retry-after"), "10");
    early.refused(429, "too_many_requests");
}

#[tokio::test]
async fn a_link_stops_working_when_it_is_replaced_or_deleted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let first = link(&admin).await;
    let second = link(&admin).await;
    read(&app, &first).await.refused(404, "not_found");
    assert_eq!(lines(&read(&app, &second).await, "SUMMARY:"), [""; 0]);
    for path in [
        second.replace("/1-", "/2-"),
        second.replace(".ics", ""),
        format!("{second}x"),
        "/calendar/1-x.ics".to_owned(),
        "/calendar/x.ics".to_owned(),
    ] {
        read(&app, &path).await.refused(404, "not_found");
    }
    wait(&app).await;
    assert_eq!(admin.delete(FEED).await.status, 204);
    assert_eq!(admin.delete(FEED).await.status, 204);
    read(&app, &second).await.refused(404, "not_found");
    let actions = "SELECT string_agg(action, ' ' ORDER BY id) FROM audit_log WHERE action LIKE '%Calendar'";
    assert_eq!(
        app.text(actions).await.unwrap(),
        "linkCalendar linkCalendar unlinkCalendar"
    );
}

#[tokio::test]
async fn a_link_stops_working_when_its_user_leaves_the_firm() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let path = link(&admin).await;
    assert_eq!(read(&app, &path).await.status, 200);
    wait(&app).await;
    app.execute("UPDATE firm_assignment SET is_active = false").await;
    read(&app, &path).await.refused(404, "not_found");
}

#[tokio::test]
async fn staff_and_outside_advisors_cannot_create_links() {
    let app = TestApp::new().await;
    app.as_role(FirmUserType::TrustedAdvisor)
        .await
        .post(FEED, json!({}))
        .await
        .refused(403, "forbidden");
    let (staff, subject) = (
        app.staff(AdminUserType::SystemAdministrator).await,
        app.admin().await,
    );
    staff.put("/Account/firm/1", json!({})).await.ok();
    staff.post(FEED, json!({})).await.refused(403, "forbidden");
    impersonate(&staff, &subject).await;
    staff.post(FEED, Value::Null).await.refused(403, "forbidden");
    staff.delete(FEED).await.refused(403, "forbidden");
}
