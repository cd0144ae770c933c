//! Staff impersonating a user: conditions, permissions, end and audit trail.

use crate::support::{Client, FIRM, OTHER_FIRM, TestApp, wait_until};
use serde_json::{Value, json};
use shared::permission::{AdminUserType, FirmUserType};

fn request(subject: &Client) -> Value {
    json!({ "userKey": subject.user_key, "reason": "Ticket 4711, wrong totals", "minutes": 30, "write": true })
}

/// Impersonates the subject with write permission.
pub async fn impersonate(client: &Client, subject: &Client) {
    client
        .put(format!("/Account/firm/{}", subject.firm), json!({}))
        .await
        .ok();
    client.post("/Impersonation", request(subject)).await.ok();
}

async fn system_administrator(app: &TestApp) -> Client {
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    staff.put(format!("/Account/firm/{FIRM}"), json!({})).await.ok();
    staff
}

/// Returns the action, actor and impersonated user of each audit entry, oldest first.
async fn log(app: &TestApp) -> Vec<[String; 3]> {
    let rows = app
        .owner
        .query(
            "SELECT action, actor_key, coalesce(on_behalf_of_key, '-') FROM audit_log WHERE firm_id = 1 ORDER BY id",
            &[],
        )
        .await
        .unwrap();
    rows.iter()
        .map(|row| [row.get(0), row.get(1), row.get(2)])
        .collect()
}

#[tokio::test]
async fn impersonation_shows_the_impersonated_users_scope_and_details() {
    let app = TestApp::new().await;
    let (staff, subject) = (system_administrator(&app).await, app.advisor().await);
    let (mine, _other) = (
        app.agent("Ada Mine").insert().await,
        app.agent("Eve Other").insert().await,
    );
    app.give_block(&subject, &[&mine]).await;
    let permissions = staff.post("/Impersonation", request(&subject)).await.ok();
    assert_eq!(permissions["scope"], "Block");
    let details = staff.get("/User/details").await.ok();
    assert_eq!(
        [
            &details["userKey"],
            &details["firmUserLastName"],
            &details["firmUserTypeLabel"],
            &details["adminUserType"]
        ],
        [
            &json!(subject.user_key),
            &json!("Professional"),
            &json!("Professional"),
            &Value::Null
        ]
    );
    let shown = &details["impersonation"];
    assert_eq!(
        [&shown["actorName"], &shown["reason"], &shown["mayWrite"]],
        [
            &json!("Vera System Administrator"),
            &json!("Ticket 4711, wrong totals"),
            &json!(true)
        ]
    );
    assert_eq!(
        [
            &details["hasMultipleFirmAssignments"],
            &details["hasAdminAccount"]
        ],
        [&json!(false), &json!(false)]
    );
    let names = |page: Value| {
        page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["name"].clone())
            .collect::<Vec<_>>()
    };
    let query = json!({ "selectColumns": ["name"] });
    assert_eq!(
        names(staff.post("/FirmAgent/search", query.clone()).await.ok()),
        ["Mine, Ada"]
    );

    let back = staff.delete("/Impersonation").await.ok();
    assert_eq!(back["features"]["impersonate"]["write"], true);
    let details = staff.get("/User/details").await.ok();
    assert_eq!(
        [&details["firmId"], &details["impersonation"]],
        [&json!(FIRM), &Value::Null]
    );
    assert_eq!(names(staff.post("/FirmAgent/search", query).await.ok()).len(), 2);
    staff.delete("/Impersonation").await.refused(404, "not_found");
}

#[tokio::test]
async fn audits_actor_and_user_and_notifies_the_user() {
    let app = TestApp::new().await;
    let (staff, subject) = (system_administrator(&app).await, app.admin().await);
    let agent = app.agent("Ada Lee").insert().await;
    staff.post("/Impersonation", request(&subject)).await.ok();
    let mut person = json!({ "person": { "firstName": "Ada", "lastName": "Byron" } });
    person["version"] = json!(1);
    staff
        .post(format!("/FirmAgent/1/agent/{}", agent.uuid), person)
        .await
        .ok();
    staff
        .post(format!("/FirmAgent/agent/{}/reveal", agent.uuid), json!({}))
        .await
        .refused(403, "forbidden");
    staff.delete("/Impersonation").await.ok();
    let both = |action: &str| {
        [
            action.to_owned(),
            staff.user_key.clone(),
            subject.user_key.clone(),
        ]
    };
    assert_eq!(
        log(&app).await,
        [
            ["lookInto".to_owned(), staff.user_key.clone(), "-".into()],
            both("impersonate"),
            both("change"),
            both("denied"),
            both("impersonateEnd"),
        ]
    );
    let notification = app
        .text("SELECT notification_type || ' ' || user_key || ' ' || display_name FROM user_notification")
        .await
        .unwrap();
    let start = format!(
        "1001 {} Vera System Administrator (System Administrator) is signed in as you until ",
        subject.user_key
    );
    assert!(notification.starts_with(&start), "{notification}");
    assert!(
        notification.ends_with(" and can make changes: Ticket 4711, wrong totals"),
        "{notification}"
    );
    assert!(
        notification.contains(" EST ") || notification.contains(" EDT "),
        "in the user's time zone: {notification}"
    );
    // Moments have the same format as on the screen.
    let (_, until) = notification.split_once("until ").unwrap();
    assert!(
        until.chars().next().is_some_and(char::is_alphabetic) && !until.contains('/'),
        "{notification}"
    );
}

#[tokio::test]
async fn blocks_sensitive_actions_and_writes_without_write_mode() {
    let app = TestApp::new().await;
    let (staff, subject) = (system_administrator(&app).await, app.admin().await);
    let agent = app.agent("Ada Lee").insert().await;
    let other = app.admin().await;
    staff.post("/Impersonation", request(&subject)).await.ok();
    for (method, path) in [
        ("POST", "/FirmAgent/export".to_owned()),
        ("POST", format!("/FirmAgent/agent/{}/reveal", agent.uuid)),
        ("DELETE", format!("/FirmAgent/1/agent/{}", agent.uuid)),
        ("PUT", "/Account/firm/1".into()),
        ("PUT", format!("/Account/admin/staff-{}", staff.user_key)),
        ("GET", "/Firm".into()),
    ] {
        let method: http::Method = method.parse().unwrap();
        let body = (method != http::Method::GET).then(|| "{}".into());
        staff.send(method, path, body).await.refused(403, "forbidden");
    }
    staff
        .post("/Impersonation", request(&other))
        .await
        .refused(403, "forbidden");
    staff.delete("/Impersonation").await.ok();

    let mut reading = request(&subject);
    reading["write"] = json!(false);
    let permissions = staff.post("/Impersonation", reading).await.ok();
    assert_eq!(
        permissions["features"]["contacts"],
        json!({ "read": true, "write": false })
    );
    let add = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
    staff.post("/FirmAgent/1", add).await.refused(403, "forbidden");
    let state = json!({ "columns": [{ "key": "npn" }], "sort": [] });
    staff
        .put("/TableState/agents", state)
        .await
        .refused(403, "forbidden");
    let views = "/TableState/agents/View";
    let view = json!({ "name": "Due soon", "columns": [] });
    staff.put(views, view).await.refused(403, "forbidden");
    staff
        .delete(format!("{views}?name=Due"))
        .await
        .refused(403, "forbidden");
    let kept = "SELECT count(*) FROM contact WHERE deleted_at IS NULL";
    assert_eq!(app.number(kept).await, 1);
}

#[tokio::test]
async fn rejects_staff_other_firms_inactive_users_and_missing_permission() {
    let app = TestApp::new().await;
    let staff = app.staff(AdminUserType::CustomerSuccess).await;
    let subject = app.admin().await;
    staff
        .post("/Impersonation", request(&subject))
        .await
        .refused(422, "no_firm");
    staff.put("/Account/firm/1", json!({})).await.ok();

    let colleague = app.admin().await;
    app.make_staff(&colleague.user_key, AdminUserType::DocumentProcessor)
        .await;
    staff
        .post("/Impersonation", request(&colleague))
        .await
        .refused(422, "is_staff");
    staff
        .post("/Impersonation", request(&staff))
        .await
        .refused(404, "not_found");
    let stranger = app.other_firm_admin().await;
    staff
        .post("/Impersonation", request(&stranger))
        .await
        .refused(404, "not_found");
    let gone = app.admin().await;
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        gone.user_key
    ))
    .await;
    staff
        .post("/Impersonation", request(&gone))
        .await
        .refused(404, "not_found");
    let disabled = app.admin().await;
    app.execute(&format!(
        "UPDATE app_user SET is_disabled = true WHERE user_key = '{}'",
        disabled.user_key
    ))
    .await;
    staff
        .post("/Impersonation", request(&disabled))
        .await
        .refused(404, "not_found");
    assert_eq!(app.number("SELECT count(*) FROM impersonation").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM user_notification").await, 0);

    for role in [
        AdminUserType::OperationsManager,
        AdminUserType::DocumentProcessor,
        AdminUserType::Auditor,
    ] {
        let other = app.staff(role).await;
        other
            .post("/Impersonation", request(&subject))
            .await
            .refused(403, "forbidden");
    }
    app.admin()
        .await
        .post("/Impersonation", request(&subject))
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn rejects_invalid_impersonation_requests() {
    let app = TestApp::new().await;
    let (staff, subject) = (system_administrator(&app).await, app.admin().await);
    for (field, value, code) in [
        ("reason", json!("too short"), "length"),
        ("reason", json!("x".repeat(501)), "length"),
        ("minutes", json!(0), "out_of_range"),
        ("minutes", json!(61), "out_of_range"),
        ("minutes", json!(-1), "type"),
        ("userKey", json!(""), "length"),
        ("userKey", json!("a\0b"), "length"),
        ("write", json!("yes"), "type"),
    ] {
        let mut body = request(&subject);
        body[field] = value;
        staff.post("/Impersonation", body).await.invalid(field, code);
    }
}

#[tokio::test]
async fn impersonates_read_only_if_write_is_omitted() {
    let app = TestApp::new().await;
    let (staff, subject) = (system_administrator(&app).await, app.admin().await);
    let mut body = request(&subject);
    body.as_object_mut().unwrap().remove("write");
    let permissions = staff.post("/Impersonation", body).await.ok();
    assert_eq!(
        permissions["features"]["contacts"],
        json!({ "read": true, "write": false })
    );
}

#[tokio::test]
async fn expires_even_while_a_page_is_open() {
    let app = TestApp::new().await;
    let (staff, subject) = (system_administrator(&app).await, app.admin().await);
    staff.post("/Impersonation", request(&subject)).await.ok();
    let page = staff.as_loaded_page().await;
    // An expiry sends no notification, so the cached session must expire on its own. Touching the session
    // makes the server load the new end.
    app.execute(
        "UPDATE impersonation SET expires_at = now() + interval '800 milliseconds';
         UPDATE user_session SET session_id = session_id",
    )
    .await;
    wait_until("the impersonation is over", async || {
        let reply = page.get("/User/details").await;
        (reply.status == 409).then(|| reply.refused(409, "account_changed"))
    })
    .await;
    let details = staff.get("/User/details").await.ok();
    assert_eq!(
        [&details["userKey"], &details["firmId"], &details["impersonation"]],
        [&json!(staff.user_key), &json!(FIRM), &Value::Null]
    );
    // A new impersonation can start.
    staff.post("/Impersonation", request(&subject)).await.ok();
    assert_eq!(
        app.number("SELECT count(*) FROM impersonation WHERE ended_at IS NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn ends_on_sign_out_or_when_either_user_loses_access() {
    let app = TestApp::new().await;
    let subject = app.admin().await;
    let signed_out = system_administrator(&app).await;
    signed_out.post("/Impersonation", request(&subject)).await.ok();
    assert_eq!(signed_out.delete("/Session/me").await.ok(), json!(true));
    assert_eq!(
        app.number("SELECT count(*) FROM impersonation WHERE ended_at IS NULL")
            .await,
        0
    );
    assert_eq!(log(&app).await.last().unwrap()[0], "impersonateEnd");

    for (take, give) in [
        (
            "UPDATE firm_assignment SET is_active = false",
            "UPDATE firm_assignment SET is_active = true",
        ),
        (
            "UPDATE admin_account SET admin_user_type = 5",
            "UPDATE admin_account SET admin_user_type = 1",
        ),
    ] {
        let staff = system_administrator(&app).await;
        staff.post("/Impersonation", request(&subject)).await.ok();
        let page = staff.as_loaded_page().await;
        app.execute(take).await;
        wait_until("the impersonation is over", async || {
            (page.get("/User/details").await.status == 409).then_some(())
        })
        .await;
        assert_eq!(
            staff.get("/User/details").await.ok()["userKey"],
            json!(staff.user_key)
        );
        app.execute(give).await;
    }
}

#[tokio::test]
async fn applies_to_one_session_only() {
    let app = TestApp::new().await;
    let (staff, subject) = (system_administrator(&app).await, app.admin().await);
    let elsewhere = app.in_another_session(&staff, "another sign-in");
    staff.post("/Impersonation", request(&subject)).await.ok();
    let details = elsewhere.get("/User/details").await.ok();
    assert_eq!(
        [&details["userKey"], &details["impersonation"]],
        [&json!(staff.user_key), &Value::Null]
    );
    assert_eq!(
        subject.get("/User/details").await.ok()["impersonation"],
        Value::Null
    );
}

#[tokio::test]
async fn follows_changes_of_the_users_role() {
    let app = TestApp::new().await;
    let (staff, subject) = (
        system_administrator(&app).await,
        app.as_role(FirmUserType::OfficeManager).await,
    );
    staff.post("/Impersonation", request(&subject)).await.ok();
    app.execute("UPDATE firm_assignment SET firm_user_type = 4").await;
    wait_until("the new role is applied", async || {
        (staff.get("/User/permissions").await.ok()["features"]["contacts"]["write"] == false).then_some(())
    })
    .await;
    assert_eq!(
        app.number(&format!(
            "SELECT count(*) FROM audit_log WHERE firm_id = {OTHER_FIRM}"
        ))
        .await,
        0
    );
}
