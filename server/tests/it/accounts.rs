//! Choosing the account of a sign-in session. A session has one account at a time.

use crate::support::{Client, FIRM, OTHER_FIRM, TestApp, wait_until};
use serde_json::{Value, json};
use shared::permission::{AdminUserType, FirmUserType};

/// Creates a user with view-only access to the first firm and administrator access to the second.
async fn user_of_two_firms(app: &TestApp) -> Client {
    let client = app.as_role(FirmUserType::ViewOnly).await;
    app.assign(&client.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    client
}

async fn choose(client: &Client, firm: i32) -> Value {
    client.put(format!("/Account/firm/{firm}"), json!({})).await.ok()
}

async fn first_agent(client: &Client) -> Value {
    let query = json!({ "selectColumns": ["name"] });
    client.post("/FirmAgent/search", query).await.ok()["items"][0]["name"].clone()
}

#[tokio::test]
async fn requires_choosing_an_account_only_if_there_are_several() {
    let app = TestApp::new().await;
    let single = app.admin().await;
    assert_eq!(single.get("/User/details").await.ok()["firmId"], FIRM);
    let staff = app.staff(AdminUserType::Auditor).await;
    assert_eq!(
        staff.get("/User/details").await.ok()["adminUserTypeLabel"],
        "Auditor"
    );

    let client = user_of_two_firms(&app).await;
    for path in [
        "/User/details",
        "/User/permissions",
        "/FirmAgent/columns",
        "/openapi-is-not-in-it",
    ] {
        let reply = client.get(path).await;
        if path.starts_with("/openapi") {
            reply.refused(404, "not_found");
        } else {
            reply.refused(409, "choose_account");
        }
    }
    assert_eq!(client.get("/Account").await.ok().as_array().unwrap().len(), 2);
    assert_eq!(client.get("/Account/admin").await.ok(), json!([]));
    assert_eq!(
        choose(&client, OTHER_FIRM).await["features"]["contacts"]["write"],
        true
    );
    let details = client.get("/User/details").await.ok();
    assert_eq!(
        (
            &details["firmId"],
            &details["hasMultipleFirmAssignments"],
            &details["hasAdminAccount"]
        ),
        (&json!(OTHER_FIRM), &json!(true), &json!(false))
    );
}

#[tokio::test]
async fn user_without_active_accounts_is_forbidden_but_can_sign_out() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    app.execute("UPDATE firm_assignment SET is_active = false").await;
    client.get("/User/details").await.refused(403, "forbidden");
    assert_eq!(client.get("/Account").await.ok()[0]["isFirmActive"], false);
    assert_eq!(client.delete("/Session/me").await.ok(), json!(true));
}

#[tokio::test]
async fn lists_accounts_with_name_role_and_unread_count() {
    let app = TestApp::new().await;
    let client = user_of_two_firms(&app).await;
    app.make_staff(&client.user_key, AdminUserType::CustomerSuccess)
        .await;
    let colleague = app.admin().await;
    for (user, firm, kind, read, gone, days) in [
        (&client, FIRM, 1, false, false, 0),
        (&client, FIRM, 2, false, false, 29),
        (&client, FIRM, 3, true, false, 0),
        (&client, FIRM, 4, false, true, 0),
        (&client, FIRM, 5, false, false, 31),
        (&client, OTHER_FIRM, 6, false, false, 0),
        (&colleague, FIRM, 7, false, false, 0),
    ] {
        app.execute(&format!(
            "INSERT INTO user_notification (firm_id, user_key, notification_type, display_name, is_read, removed_at,
               create_date, dedup_key)
             VALUES ({firm}, '{}', {kind}, 'N', {read}, {}, timestamptz '2026-11-21T17:00:00Z' - interval '{days} days', '{kind}')",
            user.user_key,
            if gone { "now()" } else { "NULL" },
        ))
        .await;
    }
    assert_eq!(
        client.get("/Account").await.ok(),
        json!([
            { "firmId": 1, "firmName": "Alder Advisors", "firstName": "Dana", "lastName": "View Only",
              "firmUserType": 4, "firmUserTypeLabel": "View Only", "isFirmActive": true,
              "unreadNotificationCount": 2 },
            { "firmId": 2, "firmName": "Birch Brokers", "firstName": "Dana", "lastName": "View Only",
              "firmUserType": 1, "firmUserTypeLabel": "Account Administrator", "isFirmActive": true,
              "unreadNotificationCount": 1 },
        ])
    );
    assert_eq!(
        client.get("/Account/admin").await.ok(),
        json!([{ "adminUserKey": format!("staff-{}", client.user_key), "firstName": "Dana", "lastName": "View Only",
                 "adminUserType": 3, "adminUserTypeLabel": "Customer Success" }])
    );
}

#[tokio::test]
async fn chosen_firm_applies_to_the_next_request_of_the_same_session() {
    let app = TestApp::new().await;
    let client = user_of_two_firms(&app).await;
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let elsewhere = app.in_another_session(&client, "another sign-in");
    choose(&elsewhere, FIRM).await;
    for round in 0..20 {
        let firm = if round % 2 == 0 { OTHER_FIRM } else { FIRM };
        let permissions = choose(&client, firm).await;
        assert_eq!(permissions["features"]["contacts"]["write"], firm == OTHER_FIRM);
        assert_eq!(client.get("/User/details").await.ok()["firmId"], firm);
        let expected = if firm == FIRM { "Own, Ada" } else { "Other, Eve" };
        assert_eq!(first_agent(&client).await, expected);
        assert_eq!(elsewhere.get("/User/details").await.ok()["firmId"], FIRM);
    }
}

/// Two tabs of one session are loaded for different firms. Neither tab may receive rows of the firm that the
/// other tab was loaded for.
#[tokio::test]
async fn rejects_requests_from_a_tab_loaded_for_another_firm() {
    let app = TestApp::new().await;
    let client = user_of_two_firms(&app).await;
    let own = app.agent("Ada Own").insert().await;
    let other = app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    choose(&client, FIRM).await;
    let mut tab_of_first = client.as_loaded_page().await;
    choose(&client, OTHER_FIRM).await;
    let mut tab_of_second = client.as_loaded_page().await;
    let mut refusals = 0;
    for round in 0..12 {
        // The stale tab sends requests and then reloads, which switches the session to its firm.
        let (lagging, firm, current, name) = if round % 2 == 0 {
            (&mut tab_of_first, FIRM, &tab_of_second, "Other, Eve")
        } else {
            (&mut tab_of_second, OTHER_FIRM, &tab_of_first, "Own, Ada")
        };
        let calls = [
            lagging.post("/FirmAgent/search", json!({ "selectColumns": ["name"] })),
            lagging.post("/FirmAgent/export", json!({})),
        ];
        let (late, present) =
            futures_util::join!(futures_util::future::join_all(calls), first_agent(current));
        for reply in late {
            reply.refused(409, "account_changed");
            refusals += 1;
        }
        assert_eq!(present, name);
        for uuid in [own.uuid, other.uuid] {
            lagging
                .get(format!("/FirmAgent/agent/{uuid}"))
                .await
                .refused(409, "account_changed");
        }
        lagging.get("/User/details").await.refused(409, "account_changed");
        lagging.get("/Account").await.refused(409, "account_changed");
        lagging
            .put("/Account/firm/1", json!({}))
            .await
            .refused(409, "account_changed");
        choose(&client, firm).await;
        *lagging = client.as_loaded_page().await;
    }
    assert_eq!(refusals, 24);
}

#[tokio::test]
async fn requests_during_an_account_switch_return_the_old_firm_or_are_rejected() {
    let app = TestApp::new().await;
    let client = user_of_two_firms(&app).await;
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    choose(&client, FIRM).await;
    let first = client.as_loaded_page().await;
    let query = || json!({ "selectColumns": ["name"] });
    let readers = (0..40).map(async |i| {
        // Sends the requests before, during and after the account switch.
        for _ in 0..i % 8 {
            tokio::task::yield_now().await;
        }
        first.post("/FirmAgent/search", query()).await
    });
    let (replies, _) = futures_util::join!(
        futures_util::future::join_all(readers),
        choose(&client, OTHER_FIRM)
    );
    for reply in replies {
        if reply.status == 200 {
            assert_eq!(reply.ok()["items"][0]["name"], "Own, Ada");
        } else {
            reply.refused(409, "account_changed");
        }
    }
    first
        .post("/FirmAgent/search", query())
        .await
        .refused(409, "account_changed");
    assert_eq!(first_agent(&client).await, "Other, Eve");
}

#[tokio::test]
async fn rejects_the_account_header_of_another_user() {
    let app = TestApp::new().await;
    let (before, after) = (app.admin().await, app.admin().await);
    let page = before.as_loaded_page().await;
    let with_new_token = page.with_token(after.token.clone().unwrap());
    with_new_token
        .get("/User/details")
        .await
        .refused(409, "account_changed");
    for nonsense in ["", "0", "\u{e9}", "1-1-1", &"9".repeat(5_000)] {
        let mut request = before.request(http::Method::GET, "/User/details", None);
        let value = http::HeaderValue::from_bytes(nonsense.as_bytes()).unwrap();
        request.headers_mut().insert("x-firmbook-account", value);
        before.run(request).await.refused(409, "account_changed");
    }
    page.get("/User/details").await.ok();
}

#[tokio::test]
async fn choosing_the_current_account_again_changes_nothing() {
    let app = TestApp::new().await;
    let client = user_of_two_firms(&app).await;
    choose(&client, FIRM).await;
    let page = client.as_loaded_page().await;
    choose(&page, FIRM).await;
    page.get("/User/details").await.ok();
}

#[tokio::test]
async fn rejects_choosing_an_unassigned_or_inactive_firm() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let unknown = client.put("/Account/firm/99", json!({})).await;
    let unknown = crate::support::without_trace_id(unknown.refused(404, "not_found"));
    for firm in [OTHER_FIRM, 0, -1] {
        let reply = client.put(format!("/Account/firm/{firm}"), json!({})).await;
        assert_eq!(
            crate::support::without_trace_id(reply.refused(404, "not_found")),
            unknown
        );
    }
    client
        .put("/Account/firm/first", json!({}))
        .await
        .refused(400, "path");
    app.assign(&client.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    app.execute("UPDATE firm SET is_active = false WHERE firm_id = 2")
        .await;
    client
        .put(format!("/Account/firm/{OTHER_FIRM}"), json!({}))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn rejects_choosing_an_inactive_or_foreign_staff_account() {
    let app = TestApp::new().await;
    let (client, stranger) = (
        app.admin().await,
        app.staff(AdminUserType::SystemAdministrator).await,
    );
    for key in [
        format!("staff-{}", stranger.user_key),
        "x".into(),
        "%00".into(),
        "x%00y".into(),
    ] {
        client
            .put(format!("/Account/admin/{key}"), json!({}))
            .await
            .refused(404, "not_found");
    }
    app.make_staff(&client.user_key, AdminUserType::DocumentProcessor)
        .await;
    let key = format!("staff-{}", client.user_key);
    let permissions = client.put(format!("/Account/admin/{key}"), json!({})).await.ok();
    assert_eq!(permissions["features"]["contacts"]["read"], false);
    let details = client.get("/User/details").await.ok();
    assert_eq!(
        (
            &details["firmId"],
            &details["firmName"],
            &details["firmUserType"],
            &details["adminUserType"]
        ),
        (&json!(0), &json!(""), &Value::Null, &json!(4))
    );
    choose(&client, FIRM).await;
    app.execute("UPDATE admin_account SET is_active = false").await;
    client
        .put(format!("/Account/admin/{key}"), json!({}))
        .await
        .refused(404, "not_found");
    assert_eq!(client.get("/Account/admin").await.ok(), json!([]));
}

#[tokio::test]
async fn applies_revoked_access_to_later_requests() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    client.post("/FirmAgent/search", json!({})).await.ok();
    // The change is made directly in the database; this node picks it up shortly after.
    let answers = async |status: u16, code: &str| {
        let what = format!("a response with status {status} {code}");
        wait_until(&what, async || {
            let reply = client.post("/FirmAgent/export", json!({})).await;
            (reply.status.as_u16() == status && (code.is_empty() || reply.json()["code"] == code))
                .then_some(())
        })
        .await;
    };
    app.execute("UPDATE firm_assignment SET firm_user_type = 4").await;
    answers(403, "forbidden").await;
    app.execute("UPDATE firm_assignment SET firm_user_type = 1").await;
    answers(200, "").await;
    app.execute("UPDATE firm_assignment SET is_active = false").await;
    answers(403, "forbidden").await;
    app.execute("UPDATE firm_assignment SET is_active = true; UPDATE app_user SET is_disabled = true")
        .await;
    answers(401, "unauthenticated").await;
    app.execute("UPDATE app_user SET is_disabled = false").await;
    answers(200, "").await;
    app.execute("UPDATE user_session SET ended_at = now()").await;
    answers(401, "session_ended").await;
    app.execute("DELETE FROM user_session").await;
    answers(200, "").await;
    app.execute("UPDATE firm SET is_active = false").await;
    answers(403, "forbidden").await;
}

/// A user whose chosen account is deactivated is not switched to another one automatically.
#[tokio::test]
async fn requires_a_new_choice_if_the_chosen_account_is_deactivated() {
    let app = TestApp::new().await;
    let client = user_of_two_firms(&app).await;
    choose(&client, OTHER_FIRM).await;
    app.execute("UPDATE firm_assignment SET is_active = false WHERE firm_id = 2")
        .await;
    wait_until("choose_account response", async || {
        let reply = client.get("/User/details").await;
        (reply.status == 409).then(|| reply.refused(409, "choose_account"))
    })
    .await;
    choose(&client, FIRM).await;

    let staff = app.staff(AdminUserType::Auditor).await;
    staff.get("/User/details").await.ok();
    app.execute("UPDATE admin_account SET is_active = false").await;
    wait_until("the staff account is rejected", async || {
        (staff.get("/User/details").await.status == 403).then_some(())
    })
    .await;
}
