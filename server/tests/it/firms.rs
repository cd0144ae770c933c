//! Staff access: searching firms and opening one read-only.

use crate::support::{FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::permission::AdminUserType;

#[tokio::test]
async fn staff_searches_firms_and_other_users_are_rejected() {
    let app = TestApp::new().await;
    let staff = app.staff(AdminUserType::Auditor).await;
    for _ in 0..3 {
        app.admin().await;
    }
    app.execute("UPDATE firm_assignment SET is_active = false WHERE user_key = (SELECT max(user_key) FROM firm_assignment)")
        .await;
    app.agent("Ada Lee").insert().await;
    app.owner("Ada Lee").insert().await;
    app.policy("P-1").insert().await;
    app.execute("UPDATE firm SET user_limit = 5, document_limit = 100 WHERE firm_id = 1")
        .await;
    app.execute(
        "INSERT INTO firm (firm_id, name, is_active, is_demo) VALUES (3, 'Ärger & Söhne 100%', false, true)",
    )
    .await;
    let alder = json!({ "firmId": 1, "name": "Alder Advisors", "isActive": true, "isDemo": false, "userCount": 2,
                        "userLimit": 5, "documentLimit": 100, "contactCount": 2 });
    let names = |firms: Value| {
        let firms = firms.as_array().unwrap().clone();
        firms.iter().map(|firm| firm["name"].clone()).collect::<Vec<_>>()
    };
    let all = staff.get("/Firm").await.ok();
    assert_eq!(all[0], alder);
    assert_eq!(
        names(all),
        ["Alder Advisors", "Ärger & Söhne 100%", "Birch Brokers"]
    );
    for (text, found) in [
        ("ALDER", vec!["Alder Advisors"]),
        ("arger%20%26%20s%C3%B6", vec!["Ärger & Söhne 100%"]),
        ("%25", vec!["Ärger & Söhne 100%"]),
        ("_", vec![]),
        (
            "%20",
            vec!["Alder Advisors", "Ärger & Söhne 100%", "Birch Brokers"],
        ),
    ] {
        assert_eq!(
            names(staff.get(format!("/Firm?text={text}")).await.ok()),
            found,
            "{text}"
        );
    }
    staff
        .get(format!("/Firm?text={}", "x".repeat(121)))
        .await
        .invalid("text", "too_long");
    assert_eq!(
        staff.get("/Firm?text=%00").await.ok().as_array().unwrap().len(),
        3
    );

    app.execute("INSERT INTO firm (firm_id, name) SELECT n, 'Zelkova ' || n FROM generate_series(10, 300) n")
        .await;
    assert_eq!(staff.get("/Firm").await.ok().as_array().unwrap().len(), 200);
    app.admin().await.get("/Firm").await.refused(403, "forbidden");
    let processor = app.staff(AdminUserType::DocumentProcessor).await;
    processor.get("/Firm").await.refused(403, "forbidden");
}

#[tokio::test]
async fn staff_opens_any_active_firm_and_the_visit_is_audited() {
    let app = TestApp::new().await;
    let staff = app
        .staff(AdminUserType::CustomerSuccess)
        .await
        .at_address("2001:db8::7");
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let query = || json!({ "selectColumns": ["name"] });
    assert_eq!(
        staff.post("/FirmAgent/search", query()).await.ok(),
        json!({ "items": [], "totalRecords": 0, "cursor": null }),
        "no rows without an open firm"
    );
    for (firm, name) in [(FIRM, "Own, Ada"), (OTHER_FIRM, "Other, Eve")] {
        let permissions = staff.put(format!("/Account/firm/{firm}"), json!({})).await.ok();
        assert_eq!(permissions["scope"], "All");
        assert_eq!(
            permissions["features"]["contacts"],
            json!({ "read": true, "write": false })
        );
        let details = staff.get("/User/details").await.ok();
        assert_eq!(
            [&details["firmId"], &details["adminUserType"]],
            [&json!(firm), &json!(3)]
        );
        let page = staff.post("/FirmAgent/search", query()).await.ok();
        assert_eq!(
            [&page["items"][0]["name"], &page["totalRecords"]],
            [&json!(name), &json!(1)]
        );
        staff.put(format!("/Account/firm/{firm}"), json!({})).await.ok();
        let rows = app
            .owner
            .query(
                "SELECT concat_ws(' ', actor_key, action, subject_type, host(address), length(trace_id), details)
                 FROM audit_log WHERE firm_id = $1",
                &[&firm],
            )
            .await
            .unwrap();
        assert_eq!(rows.len(), 1, "one entry per visit");
        let key = format!(r#"{{"adminUserKey": "staff-{}"}}"#, staff.user_key);
        assert_eq!(
            rows[0].get::<_, String>(0),
            format!("{} lookInto firm 2001:db8::7 32 {key}", staff.user_key)
        );
    }
    let own_key = format!("/Account/admin/staff-{}", staff.user_key);
    staff.put(own_key, json!({})).await.ok();
    assert_eq!(
        staff.get("/User/details").await.ok()["firmId"],
        0,
        "the firm is closed again"
    );

    app.execute("UPDATE firm SET is_active = false WHERE firm_id = 2")
        .await;
    for firm in [OTHER_FIRM, 99, 0] {
        staff
            .put(format!("/Account/firm/{firm}"), json!({}))
            .await
            .refused(404, "not_found");
    }
    let processor = app.staff(AdminUserType::DocumentProcessor).await;
    processor
        .put("/Account/firm/1", json!({}))
        .await
        .refused(404, "not_found");
}

/// An assignment to a firm takes precedence over staff access.
#[tokio::test]
async fn staff_with_a_firm_assignment_opens_that_firm_in_its_own_role() {
    let app = TestApp::new().await;
    let client = app.advisor().await;
    app.make_staff(&client.user_key, AdminUserType::SystemAdministrator)
        .await;
    client.get("/User/details").await.refused(409, "choose_account");
    client
        .put(format!("/Account/firm/{OTHER_FIRM}"), json!({}))
        .await
        .refused(404, "not_found");
    client
        .put(format!("/Account/admin/staff-{}", client.user_key), json!({}))
        .await
        .ok();
    let permissions = client.put(format!("/Account/firm/{FIRM}"), json!({})).await.ok();
    assert_eq!(permissions["scope"], "Block");
    let details = client.get("/User/details").await.ok();
    assert_eq!(
        [
            &details["adminUserType"],
            &details["firmUserType"],
            &details["hasAdminAccount"]
        ],
        [&Value::Null, &json!(2), &json!(true)]
    );
    assert_eq!(app.number("SELECT count(*) FROM audit_log").await, 0);
}

#[tokio::test]
async fn staff_without_an_open_firm_cannot_write() {
    let app = TestApp::new().await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    let add = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
    staff
        .post("/FirmAgent/0", add.clone())
        .await
        .refused(422, "no_firm");
    staff.post("/FirmAgent/1", add).await.refused(404, "not_found");
    let state = json!({ "columns": [{ "key": "npn" }], "sort": [] });
    staff
        .put("/TableState/agents", state)
        .await
        .refused(422, "no_firm");
    for table in ["contact", "table_state", "audit_log"] {
        assert_eq!(
            app.number(&format!("SELECT count(*) FROM {table}")).await,
            0,
            "{table}"
        );
    }
}

#[tokio::test]
async fn deactivated_firm_is_closed_for_staff() {
    let app = TestApp::new().await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    staff.put("/Account/firm/1", json!({})).await.ok();
    let page = staff.as_loaded_page().await;
    app.execute("UPDATE firm SET is_active = false WHERE firm_id = 1")
        .await;
    crate::support::wait_until("the open page gets account_changed", async || {
        (page.get("/User/details").await.status == 409).then_some(())
    })
    .await;
    assert_eq!(staff.get("/User/details").await.ok()["firmId"], 0);
}
