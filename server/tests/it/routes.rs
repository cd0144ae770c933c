//! Checks of every route: authentication, permissions, and isolation between firms.

use crate::contacts::resource;
use crate::impersonation::impersonate;
use crate::support::{Client, FIRM, OTHER_FIRM, TestApp};
use http::Method;
use serde_json::{Value, json};
use server::auth::Access;
use server::routes::{Route, table};
use shared::contact::ContactKind;
use shared::permission::{AdminUserType, FirmUserType};
use uuid::Uuid;

/// Fills in the path parameters. Panics for a parameter without a value, so that new parameters are added
/// here.
pub fn concrete_path(path: &str, firm: i32, contract: Uuid, uuid: Uuid) -> String {
    let part = part_of(path);
    let path = path
        .replace("{firmId}", &firm.to_string())
        .replace("{policyId}", &contract.to_string())
        .replace("{policyUuid}", &contract.to_string())
        .replace("{annuityUuid}", &contract.to_string())
        .replace("{uuid}", &uuid.to_string())
        .replace("{cohortUuid}", &uuid.to_string())
        .replace("{scheduleUuid}", &uuid.to_string())
        .replace("{sendDate}", "2026-11-21")
        .replace("{reportUuid}", &uuid.to_string())
        .replace("{editUuid}", &uuid.to_string())
        .replace("{mergeUuid}", &uuid.to_string())
        .replace("{pairUuid}", &uuid.to_string())
        .replace("{giftUuid}", &uuid.to_string())
        .replace("{personUuid}", &uuid.to_string())
        .replace("{letterUuid}", &uuid.to_string())
        .replace("{ownerType}", "1")
        .replace("{ownerId}", &uuid.to_string())
        .replace("{formUuid}", &uuid.to_string())
        .replace("{requestUuid}", &uuid.to_string())
        .replace("{beneficiaryUuid}", &uuid.to_string())
        .replace("{transactionUuid}", &uuid.to_string())
        .replace("{documentUuid}", &uuid.to_string())
        .replace("{documentId}", &uuid.to_string())
        .replace("{templateUuid}", &uuid.to_string())
        .replace("{imageUuid}", &uuid.to_string())
        .replace("{globalTemplateUuid}", &uuid.to_string())
        .replace("{textKind}", "1")
        .replace("{storageGuid}", &uuid.to_string())
        .replace("{partnerUuid}", &uuid.to_string())
        .replace("{keyUuid}", &uuid.to_string())
        .replace("{webhookUuid}", &uuid.to_string())
        .replace("{deliveryUuid}", &uuid.to_string())
        .replace("{uploadType}", "1")
        .replace("{cohortId}", "none")
        .replace("{notificationId}", "1")
        .replace("{typeId}", "1")
        .replace("{flag}", "true")
        .replace("{grouping}", "carriers")
        .replace("{logo}", "app")
        .replace("{part}", part)
        .replace("{groupBy}", "1")
        .replace("{deliverableType}", "3")
        .replace("{userKey}", "nobody")
        .replace("{list}", "agents")
        .replace("{favoriteKind}", "agent")
        .replace("{workKind}", "premiumsDue")
        .replace("{workUuid}", &contract.to_string())
        .replace("{adminUserKey}", "staff-of-nobody");
    assert!(!path.contains('{'), "{path} has a parameter without a value");
    path
}

async fn call(client: &Client, route: &Route, path: &str, body: &Value) -> crate::support::Reply {
    let body = (route.method != Method::GET).then(|| body.to_string().into());
    client.send(route.method.clone(), path, body).await
}

#[tokio::test]
async fn every_route_requires_a_token_unless_public() {
    let app = TestApp::new().await;
    for route in table() {
        let path = concrete_path(&route.path, FIRM, Uuid::nil(), Uuid::nil());
        let reply = call(&app.anonymous(), &route, &path, &json!({})).await;
        if route.access == Access::Public {
            assert!(reply.status.is_success(), "{path}");
        } else {
            reply.refused(401, "unauthenticated");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
            let forged = app.anonymous().with_token("e30.e30.e30");
            call(&forged, &route, &path, &json!({}))
                .await
                .refused(401, "unauthenticated");
        }
    }
}

/// A new route fails this test until its line in the snapshot is reviewed. Each request uses a separate session, so
/// that ending one session does not affect the others.
#[tokio::test]
async fn permission_matrix_matches_the_reviewed_snapshot() {
    let app = TestApp::new().await;
    let mut columns = Vec::new();
    for (role, name) in
        FirmUserType::ALL
            .iter()
            .zip(["admin", "professional", "manager", "viewer", "outside"])
    {
        columns.push((app.as_role(*role).await, name));
    }
    for (role, name) in
        AdminUserType::ALL
            .iter()
            .zip(["system", "operations", "success", "processor", "auditor"])
    {
        columns.push((app.staff(*role).await, name));
    }
    let (subject, impersonator) = (
        app.admin().await,
        app.staff(AdminUserType::SystemAdministrator).await,
    );
    columns.push((impersonator.clone(), "as-admin"));
    let names: Vec<_> = columns.iter().map(|(_, name)| *name).collect();
    let mut matrix = format!("{:6} {:66} {}\n", "", "", names.join(" "));
    for route in table() {
        matrix += &format!("{:6} {:66}", route.method.as_str(), route.path);
        for (client, name) in &columns {
            let client = app.in_another_session(client, &format!("{} {} {name}", route.method, route.path));
            if *name == "as-admin" {
                impersonate(&client, &subject).await;
            }
            let path = concrete_path(&route.path, FIRM, Uuid::nil(), Uuid::nil());
            let status = call(&client, &route, &path, &json!({})).await.status.as_u16();
            assert!(status < 500 && status != 401, "{path}: {status} for {name}");
            let width = name.len();
            matrix += &format!(" {:>width$}", if status == 403 { "-" } else { "yes" });
        }
        matrix += match route.access {
            Access::Public => " public\n",
            Access::Token => " token\n",
            Access::User => " user\n",
            Access::SignedIn | Access::Feature(..) | Access::AnyOf(..) => "\n",
            Access::Partner => " partner\n",
            Access::ClientSecret => " client secret\n",
            Access::Widget => " widget\n",
        };
    }
    insta::assert_snapshot!("permission_matrix", matrix);
}

/// Returns the kind of text that the path names, such as a cover page or a letter.
pub fn part_of(path: &str) -> &'static str {
    if path.contains("LetterSettings") {
        "Letter"
    } else {
        "Disclosure"
    }
}

pub fn kind_of(path: &str) -> ContactKind {
    if path.starts_with("/Trust/") || path.starts_with("/PolicyOwner/") {
        return ContactKind::Owner;
    }
    let is_of = |kind: &ContactKind| path.contains(&format!("/{}", resource(*kind)));
    ContactKind::ALL
        .into_iter()
        .find(is_of)
        .unwrap_or(ContactKind::Agent)
}

/// Denied requests are logged in the caller's own firm, identically for foreign and unknown ids.
#[tokio::test]
async fn denied_requests_are_audited_in_the_callers_firm() {
    let app = TestApp::new().await;
    let foreign = app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let admin = app.admin().await.at_address("198.51.100.7");
    let unknown = Uuid::now_v7();
    for uuid in [foreign.uuid, unknown] {
        admin
            .get(format!("/FirmAgent/agent/{uuid}"))
            .await
            .refused(404, "not_found");
    }
    let add = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
    admin
        .post("/FirmOwner/2", add.clone())
        .await
        .refused(404, "not_found");
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.post("/FirmAgent/1", add).await.refused(403, "forbidden");
    admin.get("/TableState/salaries").await.refused(404, "not_found");
    let rows = app
        .owner
        .query(
            "SELECT actor_key, concat_ws(' ', subject_uuid, host(address), details->>'method', details->>'call',
               details->>'status', details->>'firmId') FROM audit_log WHERE action = 'denied' AND firm_id = 1 ORDER BY id",
            &[],
        )
        .await
        .unwrap();
    let seen: Vec<(String, String)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let by = |client: &Client, text: String| (client.user_key.clone(), text);
    assert_eq!(
        seen,
        [
            by(
                &admin,
                format!("{} 198.51.100.7 GET /FirmAgent/agent/{{uuid}} 404", foreign.uuid)
            ),
            by(
                &admin,
                format!("{unknown} 198.51.100.7 GET /FirmAgent/agent/{{uuid}} 404")
            ),
            by(&admin, "198.51.100.7 POST /FirmOwner/{firmId} 404 2".into()),
            by(&viewer, "POST /FirmAgent/{firmId} 403 1".into()),
        ]
    );
    assert_eq!(app.number("SELECT count(*) FROM audit_log").await, 4);
}

/// A flood of denied requests adds a limited number of rows.
#[tokio::test]
async fn limits_audit_entries_for_floods_of_denied_requests() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for _ in 0..120 {
        admin
            .get(format!("/FirmAgent/agent/{}", Uuid::now_v7()))
            .await
            .refused(404, "not_found");
    }
    let rows = app.number("SELECT count(*) FROM audit_log").await;
    assert!((60..100).contains(&rows), "{rows}");
}
