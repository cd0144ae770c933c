//! User administration: account administrators manage the users of their firm.

use crate::support::{Client, FIRM, OTHER_FIRM, Reply, TestApp};
use serde_json::{Value, json};
use shared::permission::AdminUserType;
use shared::permission::FirmUserType::{
    self, AccountAdministrator, OfficeManager, Professional, TrustedAdvisor, ViewOnly,
};
use uuid::Uuid;

async fn user(admin: &Client, key: &str) -> Value {
    let users = admin.get("/FirmUser").await.ok();
    let found = users
        .as_array()
        .unwrap()
        .iter()
        .find(|user| user["userKey"] == key);
    found.unwrap_or_else(|| panic!("{key} is not in {users}")).clone()
}

/// Changes a user, with `fields` replacing the current values.
async fn change(admin: &Client, key: &str, fields: Value) -> Reply {
    let before = user(admin, key).await;
    let mut body = json!({});
    for field in [
        "version",
        "firmUserType",
        "isActive",
        "agentUuids",
        "professionalKeys",
    ] {
        body[field] = fields.get(field).unwrap_or(&before[field]).clone();
    }
    for field in ["login", "firstName", "lastName", "email"] {
        if let Some(value) = fields.get(field) {
            body[field] = value.clone();
        }
    }
    admin.put(format!("/FirmUser/{key}"), body).await
}

fn role(role: FirmUserType) -> Value {
    json!({ "firmUserType": role.number() })
}

#[tokio::test]
async fn lists_users_with_role_block_and_supported_professionals() {
    let app = TestApp::new().await;
    let (admin, advisor, manager) = (
        app.admin().await,
        app.advisor().await,
        app.as_role(OfficeManager).await,
    );
    app.other_firm_admin().await;
    let (zoe, ada) = (
        app.agent("Zoe Lee").insert().await,
        app.agent("Ada Lee").insert().await,
    );
    app.give_block(&advisor, &[&zoe, &ada]).await;
    let support =
        json!({ "firm_id": FIRM, "user_key": manager.user_key, "professional_key": advisor.user_key });
    app.insert("firm_assignment_support", support).await;

    let users = admin.get("/FirmUser").await.ok();
    assert_eq!(users.as_array().unwrap().len(), 3, "no users of other firms");
    let listed = user(&admin, &advisor.user_key).await;
    assert_eq!(
        listed,
        json!({ "userKey": advisor.user_key, "login": advisor.user_key, "firstName": "Dana", "lastName": "Professional",
                "email": null, "firmUserType": 2, "firmUserTypeLabel": "Professional", "isActive": true,
                "agentUuids": [ada.uuid, zoe.uuid], "agentNames": ["Lee, Ada", "Lee, Zoe"], "professionalKeys": [],
                "lastSignInAt": null, "nameLock": null, "loginLock": null, "version": 1 })
    );
    assert_eq!(
        user(&admin, &manager.user_key).await["professionalKeys"],
        json!([advisor.user_key])
    );
    assert!(
        user(&admin, &admin.user_key).await["lastSignInAt"]
            .as_str()
            .unwrap()
            .ends_with('Z')
    );
}

#[tokio::test]
async fn added_user_can_work_immediately() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let body = json!({ "login": "grace.hopper", "firmUserType": 4, "firstName": "Grace", "lastName": "Hopper",
                       "email": "grace@example.com" });
    let added = admin.post("/FirmUser", body.clone()).await;
    assert_eq!(added.status, 201);
    let added = added.ok();
    assert_eq!(
        (&added["login"], &added["firmUserTypeLabel"], &added["isActive"]),
        (&json!("grace.hopper"), &json!("View Only"), &json!(true))
    );
    let grace = app.anonymous().with_token(app.idp.token_for("grace.hopper"));
    let details = grace.get("/User/details").await.ok();
    assert_eq!(
        (&details["firmUserFirstName"], &details["firmUserType"]),
        (&json!("Grace"), &json!(4))
    );
    admin.post("/FirmUser", body).await.refused(409, "taken");

    // A user who already exists in another firm keeps their name.
    let stranger = app.other_firm_admin().await;
    let known =
        json!({ "login": stranger.user_key, "firmUserType": 2, "firstName": "Other", "lastName": "Name" });
    let known = admin.post("/FirmUser", known).await.ok();
    assert_eq!(
        (&known["firstName"], &known["firmUserType"]),
        (&json!("Dana"), &json!(2))
    );
    let there = format!(
        "SELECT firm_user_type FROM firm_assignment WHERE firm_id = 2 AND user_key = '{}'",
        stranger.user_key
    );
    assert_eq!(
        app.number(&there).await,
        1,
        "the role in the other firm is unchanged"
    );

    let entries = admin.post("/AuditLog/search", json!({})).await.ok();
    let listed: Vec<_> = entries["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["action"].as_str().unwrap(),
                entry["record"].as_str().unwrap(),
                entry["details"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        listed,
        [
            ("add", "Dana Account Administrator", "Role: Professional"),
            ("add", "Grace Hopper", "Role: View Only")
        ]
    );
}

#[tokio::test]
async fn rejects_invalid_new_users() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (body, field, code) in [
        (json!({ "login": "", "firmUserType": 2 }), "login", "required"),
        (
            json!({ "login": "a b", "firmUserType": 2 }),
            "login",
            "invalid_login",
        ),
        (
            json!({ "login": "x".repeat(201), "firmUserType": 2 }),
            "login",
            "invalid_login",
        ),
        (
            json!({ "login": "ada", "firmUserType": 6 }),
            "firmUserType",
            "unknown_choice",
        ),
        (
            json!({ "login": "ada", "firmUserType": 0 }),
            "firmUserType",
            "unknown_choice",
        ),
        (
            json!({ "login": "ada", "firmUserType": 300 }),
            "firmUserType",
            "type",
        ),
        (
            json!({ "login": "ada", "firmUserType": 2 }),
            "firstName",
            "required",
        ),
        (
            json!({ "login": "ada", "firmUserType": 2, "firstName": "Ada" }),
            "lastName",
            "required",
        ),
        (
            json!({ "login": "ada", "firmUserType": 2, "email": "at" }),
            "email",
            "invalid_email",
        ),
        (
            json!({ "login": "ada", "firmUserType": 2, "isActive": true }),
            "isActive",
            "type",
        ),
    ] {
        admin.post("/FirmUser", body).await.invalid(field, code);
    }
    let gone = app.other_firm_admin().await;
    app.execute(&format!(
        "UPDATE app_user SET is_disabled = true WHERE user_key = '{}'",
        gone.user_key
    ))
    .await;
    let body = json!({ "login": gone.user_key, "firmUserType": 2 });
    admin.post("/FirmUser", body).await.refused(422, "user_disabled");
    assert_eq!(
        app.number("SELECT count(*) FROM firm_assignment WHERE firm_id = 1")
            .await,
        1
    );
    assert_eq!(app.number("SELECT count(*) FROM app_user").await, 2);
}

#[tokio::test]
async fn rejects_more_active_users_than_the_limit() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    app.execute("UPDATE firm SET user_limit = 2 WHERE firm_id = 1")
        .await;
    let body =
        |login: &str| json!({ "login": login, "firmUserType": 4, "firstName": "Ada", "lastName": "Lee" });
    admin
        .post("/FirmUser", body("one"))
        .await
        .refused(422, "user_limit");
    assert_eq!(
        app.number("SELECT count(*) FROM app_user WHERE subject = 'one'")
            .await,
        0
    );
    change(&admin, &advisor.user_key, json!({ "isActive": false }))
        .await
        .ok();
    let calls = ["one", "two", "three"].map(|login| admin.post("/FirmUser", body(login)));
    let statuses: Vec<u16> = futures_util::future::join_all(calls)
        .await
        .iter()
        .map(|reply| reply.status.as_u16())
        .collect();
    assert_eq!(
        statuses.iter().filter(|status| **status == 201).count(),
        1,
        "{statuses:?}"
    );
    change(&admin, &advisor.user_key, json!({ "isActive": true }))
        .await
        .refused(422, "user_limit");
    // Changing a user who is already active does not count against the limit.
    change(&admin, &advisor.user_key, role(ViewOnly)).await.ok();
}

#[tokio::test]
async fn notifies_administrators_when_the_user_limit_is_reached() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    app.execute("UPDATE firm SET user_limit = 3 WHERE firm_id = 1")
        .await;
    let body = json!({ "login": "one", "firmUserType": 4, "firstName": "Ada", "lastName": "Lee" });
    admin.post("/FirmUser", body).await.ok();
    let list = admin.get("/UserNotification").await.ok();
    assert_eq!(
        (&list[0]["notificationTypeName"], &list[0]["displayName"]),
        (
            &json!("UserLimitReached"),
            &json!("All 3 users of your plan are in use")
        )
    );
    assert_eq!(advisor.get("/UserNotification").await.ok(), json!([]));
}

#[tokio::test]
async fn role_change_applies_to_the_next_request() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let add = async || {
        let person = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
        advisor.post("/FirmAgent/1", person).await.status.as_u16()
    };
    assert_eq!(add().await, 201);
    for (fields, expected) in [
        (role(ViewOnly), 403),
        (role(OfficeManager), 201),
        (json!({ "isActive": false }), 403),
        (json!({ "isActive": true }), 201),
    ] {
        change(&admin, &advisor.user_key, fields.clone()).await.ok();
        assert_eq!(add().await, expected, "{fields}");
    }
    let entries = admin
        .post(
            "/AuditLog/search",
            json!({ "filter": [{ "column": "recordKind", "op": "eq", "value": "user" }] }),
        )
        .await
        .ok();
    assert_eq!(entries["items"][3]["details"], "Role: Professional → View Only");
}

#[tokio::test]
async fn block_change_applies_to_the_next_request_of_the_user_and_supporters() {
    let app = TestApp::new().await;
    let (admin, advisor, manager) = (
        app.admin().await,
        app.advisor().await,
        app.as_role(OfficeManager).await,
    );
    let (ada, bo) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bo Lee").insert().await,
    );
    let seen = async |client: &Client| {
        let query = json!({ "selectColumns": ["name"] });
        let page = client.post("/FirmAgent/search", query).await.ok();
        let items = page["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|item| item["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(seen(&advisor).await, [""; 0]);
    change(
        &admin,
        &advisor.user_key,
        json!({ "agentUuids": [ada.uuid, bo.uuid, ada.uuid] }),
    )
    .await
    .ok();
    assert_eq!(seen(&advisor).await, ["Lee, Ada", "Lee, Bo"]);
    assert_eq!(seen(&manager).await, [""; 0]);
    let support = json!({ "professionalKeys": [advisor.user_key] });
    change(&admin, &manager.user_key, support).await.ok();
    assert_eq!(seen(&manager).await, ["Lee, Ada", "Lee, Bo"]);
    let saved = change(&admin, &advisor.user_key, json!({ "agentUuids": [bo.uuid] }))
        .await
        .ok();
    assert_eq!(
        (&saved["agentNames"], &saved["version"]),
        (&json!(["Lee, Bo"]), &json!(3))
    );
    assert_eq!(
        (seen(&advisor).await, seen(&manager).await),
        (vec!["Lee, Bo".into()], vec!["Lee, Bo".into()])
    );

    // A deleted and restored agent is in the block again, even if the block was saved in the meantime.
    admin.delete(format!("/FirmAgent/1/agent/{}", bo.uuid)).await.ok();
    change(&admin, &advisor.user_key, json!({ "agentUuids": [ada.uuid] }))
        .await
        .ok();
    admin
        .post(format!("/FirmAgent/1/agent/{}/restore", bo.uuid), json!({}))
        .await
        .ok();
    assert_eq!(seen(&advisor).await, ["Lee, Ada", "Lee, Bo"]);

    // Changing a professional's role removes the block.
    change(&admin, &advisor.user_key, role(ViewOnly)).await.ok();
    assert_eq!(seen(&manager).await, [""; 0]);
    assert_eq!(
        user(&admin, &manager.user_key).await["professionalKeys"],
        json!([])
    );
    assert_eq!(user(&admin, &advisor.user_key).await["agentUuids"], json!([]));
}

#[tokio::test]
async fn rejects_removing_the_last_active_administrator() {
    let app = TestApp::new().await;
    let (admin, other) = (app.admin().await, app.admin().await);
    for fields in [role(Professional), role(ViewOnly)] {
        change(&admin, &admin.user_key, fields)
            .await
            .refused(422, "own_role");
    }
    // A disabled user does not count as an active administrator.
    app.execute(&format!(
        "UPDATE app_user SET is_disabled = true WHERE user_key = '{}'",
        other.user_key
    ))
    .await;
    change(&admin, &admin.user_key, json!({ "isActive": false }))
        .await
        .refused(422, "last_administrator");
    app.execute("UPDATE app_user SET is_disabled = false").await;
    change(&admin, &other.user_key, role(Professional)).await.ok();
    change(&admin, &admin.user_key, json!({ "isActive": false }))
        .await
        .refused(422, "last_administrator");
    change(&admin, &other.user_key, role(AccountAdministrator))
        .await
        .ok();
    change(&admin, &admin.user_key, json!({ "isActive": false }))
        .await
        .ok();
    admin.get("/FirmUser").await.refused(403, "forbidden");
}

#[tokio::test]
async fn concurrent_changes_cannot_deactivate_both_administrators() {
    let app = TestApp::new().await;
    let (one, two) = (app.admin().await, app.admin().await);
    for client in [&one, &two] {
        client.get("/FirmUser").await.ok();
    }
    let out = json!({ "version": 1, "firmUserType": 1, "isActive": false });
    // Both requests pass the permission check and wait for the lock on the firm.
    app.execute("BEGIN; SELECT FROM firm WHERE firm_id = 1 FOR UPDATE")
        .await;
    let (path_one, path_two) = (
        format!("/FirmUser/{}", one.user_key),
        format!("/FirmUser/{}", two.user_key),
    );
    let both = async { tokio::join!(one.put(path_two, out.clone()), two.put(path_one, out.clone())) };
    let release = async {
        // The first request waits for this transaction, the second one for the first.
        crate::support::wait_until("both requests wait for the lock", async || {
            (app.blocked_statements().await >= 1).then_some(())
        })
        .await;
        app.execute("COMMIT").await;
    };
    let ((first, second), ()) = tokio::join!(both, release);
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    assert_eq!(
        app.number("SELECT count(*) FROM firm_assignment WHERE firm_id = 1 AND is_active")
            .await,
        1
    );
}

#[tokio::test]
async fn rejects_agents_and_professionals_of_other_firms() {
    let app = TestApp::new().await;
    let (admin, advisor, manager) = (
        app.admin().await,
        app.advisor().await,
        app.as_role(OfficeManager).await,
    );
    let own = app.agent("Ada Lee").insert().await;
    let foreign = app.agent("Eve Foe").of_firm(OTHER_FIRM).insert().await;
    let owner = app.owner("Olga Lee").insert().await;
    let deleted = app
        .agent("Del Lee")
        .with("deleted_at", "2026-01-01T00:00:00Z")
        .insert()
        .await;
    for wrong in [foreign.uuid, owner.uuid, deleted.uuid, Uuid::now_v7()] {
        change(
            &admin,
            &advisor.user_key,
            json!({ "agentUuids": [own.uuid, wrong] }),
        )
        .await
        .invalid("agentUuids[1]", "not_found");
    }
    let foreign = app.user(Professional, OTHER_FIRM).await;
    for wrong in [
        foreign.user_key.as_str(),
        &admin.user_key,
        &manager.user_key,
        "nobody",
        "a\0b",
    ] {
        change(
            &admin,
            &manager.user_key,
            json!({ "professionalKeys": [advisor.user_key, wrong] }),
        )
        .await
        .invalid("professionalKeys[1]", "not_found");
    }
    // A professional who becomes an office manager cannot support themselves.
    change(
        &admin,
        &advisor.user_key,
        json!({ "firmUserType": 3, "professionalKeys": [advisor.user_key] }),
    )
    .await
    .invalid("professionalKeys[0]", "not_found");
    let many: Vec<Uuid> = (0..5_001).map(Uuid::from_u128).collect();
    change(&admin, &advisor.user_key, json!({ "agentUuids": many }))
        .await
        .invalid("agentUuids", "too_many");
    change(&admin, &advisor.user_key, json!({ "firmUserType": 6 }))
        .await
        .invalid("firmUserType", "unknown_choice");
    change(&admin, &advisor.user_key, json!({ "agentUuids": ["x"] }))
        .await
        .invalid("agentUuids[0]", "type");
    assert_eq!(app.number("SELECT count(*) FROM firm_assignment_agent").await, 0);
    assert_eq!(
        app.number("SELECT count(*) FROM firm_assignment_support").await,
        0
    );
    assert_eq!(app.number("SELECT count(*) FROM audit_log").await, 0);
}

#[tokio::test]
async fn corrects_a_new_user_and_audits_old_and_new_values() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let body = json!({ "login": "grase", "firmUserType": 4, "firstName": "Grase", "lastName": "Hopper" });
    let key = admin.post("/FirmUser", body).await.ok()["userKey"]
        .as_str()
        .unwrap()
        .to_owned();
    let fields = json!({ "login": " grace ", "firstName": "Grace", "lastName": "Hopper", "email": "grace@Example.com" });
    let saved = change(&admin, &key, fields).await.ok();
    for (field, value) in [
        ("login", "grace"),
        ("firstName", "Grace"),
        ("lastName", "Hopper"),
        ("email", "grace@example.com"),
    ] {
        assert_eq!(saved[field], value, "{field}");
    }
    assert_eq!(user(&admin, &key).await, saved);
    let entries = admin.post("/AuditLog/search", json!({})).await.ok();
    let details = entries["items"][0]["details"].as_str().unwrap();
    for change in [
        "Sign-in name: grase → grace",
        "First name: Grase → Grace",
        "Email: empty → grace@example.com",
    ] {
        assert!(details.contains(change), "{details}");
    }
    for (field, value, code) in [
        ("login", "a b", "invalid_login"),
        ("firstName", " ", "required"),
        ("email", "at", "invalid_email"),
    ] {
        change(&admin, &key, json!({ field: value }))
            .await
            .invalid(field, code);
    }
    change(&admin, &key, json!({ "login": admin.user_key }))
        .await
        .refused(409, "taken");
    let grace = app.anonymous().with_token(app.idp.token_for("grace"));
    assert_eq!(
        grace.get("/User/details").await.ok()["firmUserFirstName"],
        "Grace"
    );
    let former = app.anonymous().with_token(app.idp.token_for("grase"));
    assert_eq!(former.get("/User/details").await.status, 401);
}

#[tokio::test]
async fn sign_in_name_is_locked_after_the_first_sign_in() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    assert_eq!(user(&admin, &advisor.user_key).await["loginLock"], json!(null));
    advisor.get("/User/details").await.ok();
    assert!(user(&admin, &advisor.user_key).await["loginLock"].is_string());
    change(&admin, &advisor.user_key, json!({ "login": "somebody.else" }))
        .await
        .invalid("login", "locked");
    let fields = json!({ "login": advisor.user_key, "lastName": "Leigh", "email": "leigh@example.com" });
    let saved = change(&admin, &advisor.user_key, fields).await.ok();
    assert_eq!(
        (&saved["lastName"], &saved["email"], &saved["nameLock"]),
        (&json!("Leigh"), &json!("leigh@example.com"), &json!(null))
    );
    assert_eq!(
        advisor.get("/User/details").await.ok()["firmUserLastName"],
        "Leigh"
    );
}

#[tokio::test]
async fn users_of_several_firms_and_staff_keep_their_details() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let stranger = app.other_firm_admin().await;
    let known = json!({ "login": stranger.user_key, "firmUserType": 2 });
    admin.post("/FirmUser", known).await.ok();
    app.make_staff(&advisor.user_key, AdminUserType::CustomerSuccess)
        .await;
    for key in [&stranger.user_key, &advisor.user_key] {
        for (field, value) in [
            ("lastName", "Leigh"),
            ("email", "other@example.com"),
            ("login", "other"),
        ] {
            change(&admin, key, json!({ field: value }))
                .await
                .invalid(field, "locked");
        }
        assert!(user(&admin, key).await["nameLock"].is_string());
        change(&admin, key, role(ViewOnly)).await.ok();
    }
}

#[tokio::test]
async fn renaming_oneself_makes_open_forms_stale() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let opened = user(&admin, &advisor.user_key).await;
    let profile = json!({ "firstName": "Dana", "lastName": "Leigh", "timeZone": "America/New_York", "theme": "auto",
                          "density": "comfortable" });
    advisor.put("/User/profile", profile).await.ok();
    let body =
        json!({ "version": opened["version"], "firmUserType": 2, "isActive": true, "lastName": "Other" });
    admin
        .put(format!("/FirmUser/{}", advisor.user_key), body)
        .await
        .refused(409, "version_conflict");
}

#[tokio::test]
async fn rejects_a_stale_version() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let body = json!({ "version": 1, "firmUserType": 4, "isActive": true });
    let path = format!("/FirmUser/{}", advisor.user_key);
    assert_eq!(admin.put(&path, body.clone()).await.ok()["version"], 2);
    let stale = admin.put(&path, body).await.refused(409, "version_conflict");
    assert_eq!(
        (&stale["current"]["version"], &stale["current"]["firmUserType"]),
        (&json!(2), &json!(4))
    );
}

#[tokio::test]
async fn rejects_users_of_other_firms_and_missing_permission() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let stranger = app.other_firm_admin().await;
    let body = json!({ "version": 1, "firmUserType": 4, "isActive": false });
    for key in [stranger.user_key.as_str(), "nobody", "a%00b"] {
        admin
            .put(format!("/FirmUser/{key}"), body.clone())
            .await
            .refused(404, "not_found");
    }
    assert_eq!(user(&stranger, &stranger.user_key).await["isActive"], true);
    for role in [Professional, OfficeManager, ViewOnly, TrustedAdvisor] {
        let client = app.as_role(role).await;
        client.get("/FirmUser").await.refused(403, "forbidden");
        client
            .post("/FirmUser", json!({}))
            .await
            .refused(403, "forbidden");
        client
            .put(format!("/FirmUser/{}", advisor.user_key), body.clone())
            .await
            .refused(403, "forbidden");
    }
}

#[tokio::test]
async fn staff_without_an_open_firm_cannot_add_or_change_users() {
    let app = TestApp::new().await;
    let staff = app.staff(AdminUserType::SystemAdministrator).await;
    let body = json!({ "login": "new.person", "firmUserType": 2 });
    staff.post("/FirmUser", body).await.refused(422, "no_firm");
    let body = json!({ "version": 1, "firmUserType": 4, "isActive": true });
    let path = format!("/FirmUser/{}", staff.user_key);
    staff.put(path, body).await.refused(422, "no_firm");
}
