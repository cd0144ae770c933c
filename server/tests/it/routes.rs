//! Checks of every route: authentication, permissions, and isolation between firms.

use crate::contacts::resource;
use crate::impersonation::impersonate;
use crate::support::{Client, FIRM, OTHER_FIRM, Row, TestApp, without_trace_id};
use http::Method;
use serde_json::{Value, json};
use server::auth::Access;
use server::crypto::Place;
use server::routes::{Route, table};
use shared::contact::ContactKind;
use shared::permission::{AdminUserType, FirmUserType};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Fills in the path parameters. Panics for a parameter without a value, so that new parameters are added
/// here.
pub fn concrete_path(path: &str, firm: i32, contract: Uuid, uuid: Uuid) -> String {
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
        .replace("{giftUuid}", &uuid.to_string())
        .replace("{documentUuid}", &uuid.to_string())
        .replace("{storageGuid}", &uuid.to_string())
        .replace("{uploadType}", "1")
        .replace("{cohortId}", "none")
        .replace("{notificationId}", "1")
        .replace("{typeId}", "1")
        .replace("{flag}", "true")
        .replace("{grouping}", "carriers")
        .replace("{logo}", "app")
        .replace("{userKey}", "nobody")
        .replace("{list}", "agents")
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

/// A new route fails this test until its line in the snapshot is reviewed. Each request uses a separate
/// session, so
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
        };
    }
    insta::assert_snapshot!("permission_matrix", matrix);
}

/// A valid request body for the route and a contact of the kind.
fn body_of(route: &Route, kind: ContactKind, contact: Uuid) -> Value {
    let path = route.path.as_str();
    let person = || {
        let mut body = json!({ "person": { "firstName": "Ada", "lastName": "Lee" } });
        if kind == ContactKind::Owner {
            body["person"]["ownerType"] = json!(1);
        }
        body
    };
    if path.ends_with("/type/{typeId}") {
        json!({ "uuid": contact })
    } else if path == "/Cohort/counts" {
        json!({ "cohortUuids": [contact] })
    } else if path == "/UserNotification/rules/preview" {
        json!({ "from": "2026-11-21", "to": "2026-11-22" })
    } else if path == "/UserNotification/preferences" {
        json!({ "digest": { "frequency": "Daily", "weekday": 1, "hour": 7 }, "kinds": [] })
    } else if path.ends_with("/policy/{policyId}") {
        json!({ "uuid": contact, "typeId": 1 })
    } else if path.ends_with("/{firmId}") && path.starts_with("/Firm") {
        person()
    } else if route.method == Method::POST && path.contains("/{firmId}/") && path.ends_with("/{uuid}") {
        let mut body = person();
        body["version"] = json!(1);
        body
    } else if path.ends_with("Uuid}/status") {
        json!({ "version": 1, "status": "Terminated", "statusDate": "2026-11-20" })
    } else if path.contains("/gifts") {
        json!({ "trustUuid": contact, "amount": "5000", "giftDate": "2026-12-01", "letterDate": "2026-12-04",
                "premiumDue": "2027-01-15", "version": 1 })
    } else if path.ends_with("/{policyUuid}") || path.ends_with("/{annuityUuid}") {
        let resource = path.split('/').nth(1).unwrap_or_default();
        json!({ "contract": crate::contracts::pending(resource, "1"), "version": 1 })
    } else {
        json!({})
    }
}

pub fn kind_of(path: &str) -> ContactKind {
    let is_of = |kind: &ContactKind| path.contains(&format!("/{}", resource(*kind)));
    ContactKind::ALL
        .into_iter()
        .find(is_of)
        .unwrap_or(ContactKind::Agent)
}

/// A contact with a tax number and a contract.
async fn full_contact(app: &TestApp, kind: ContactKind, firm: i32, is_annuity: bool) -> (Row, Row) {
    let contact = app
        .contact(kind, "Ada Lee")
        .of_firm(firm)
        .with("owner_type", 1)
        .insert()
        .await;
    let sealed = app
        .app
        .sealer
        .seal(Place::tax_id(firm, contact.uuid), "523861947")
        .unwrap();
    let sql =
        "UPDATE contact SET tax_id_kind = 'Ssn', tax_id_cipher = $1, tax_id_key_id = $2, tax_id_hash = $3,
               tax_id_last4 = $4 WHERE uuid = $5";
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 5] = [
        &sealed.cipher,
        &sealed.key_id,
        &sealed.hash,
        &sealed.last4,
        &contact.uuid.to_string(),
    ];
    app.owner
        .execute(&sql.replace("= $5", "= $5::text::uuid"), &values)
        .await
        .unwrap();
    let number = format!("P-{}", contact.uuid);
    let new = if is_annuity {
        app.annuity(&number)
    } else {
        app.policy(&number)
    };
    let contract = new.of_firm(firm).with("status", "Lapsed").insert().await;
    app.link_as(&contract, &contact, 2).await;
    (contact, contract)
}

/// Adds a trust as an owner of the policy and a gift with this uuid. Returns the trust's uuid.
async fn gift(app: &TestApp, policy: &Row, uuid: Uuid) -> Uuid {
    let trust = app.owner("Lee Trust").with("owner_type", 2).insert().await;
    app.link(policy, &trust).await;
    app.insert(
        "premium_gift",
        json!({ "firm_id": FIRM, "uuid": uuid, "policy_uuid": policy.uuid, "trust_uuid": trust.uuid, "amount": 5000,
                "gift_date": "2026-12-01", "letter_date": "2026-12-04", "premium_due": "2027-01-15" }),
    )
    .await;
    trust.uuid
}

/// For each id in the path of each route: the response to another firm's id equals the response to an unknown
/// id, and
/// the same request with own ids succeeds.
#[tokio::test]
async fn ids_of_another_firm_are_indistinguishable_from_unknown_ids() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for route in table().into_iter().filter(|route| route.path.contains('{')) {
        let kind = kind_of(&route.path);
        let is_annuity = route.path.contains("{annuityUuid}");
        let (contact, contract) = full_contact(&app, kind, FIRM, is_annuity).await;
        let (foreign_contact, foreign_contract) = full_contact(&app, kind, OTHER_FIRM, is_annuity).await;
        let is_restore = route.path.ends_with("/restore");
        if is_restore {
            let of_contract = |table| [(&contract, table, "uuid"), (&foreign_contract, table, "uuid")];
            let of_contact = |table, column| [(&contact, table, column), (&foreign_contact, table, column)];
            let rows = if route.path.contains("{policyUuid}") {
                of_contract("policy")
            } else if is_annuity {
                of_contract("annuity")
            } else if route.path.contains("/policy/") {
                of_contact("contract_party", "contact_uuid")
            } else {
                of_contact("contact", "uuid")
            };
            for (row, table, column) in rows {
                app.execute(&format!(
                    "UPDATE {table} SET deleted_at = now() WHERE {column} = '{}'",
                    row.uuid
                ))
                .await;
            }
        }
        if route.path.contains("{uploadType}") {
            // The body is multipart; `uploads::access` tests this route.
            continue;
        }
        let body = if route.path.contains("/gifts") {
            let trust = gift(&app, &contract, contact.uuid).await;
            body_of(&route, kind, trust)
        } else {
            body_of(&route, kind, contact.uuid)
        };
        let answer = async |firm: i32, contract: Uuid, uuid: Uuid| {
            let reply = call(
                &admin,
                &route,
                &concrete_path(&route.path, firm, contract, uuid),
                &body,
            )
            .await;
            (
                reply.status.as_u16(),
                if reply.body.is_empty() {
                    Value::Null
                } else {
                    without_trace_id(reply.json())
                },
            )
        };
        let mut seen = BTreeSet::new();
        for (parameter, foreign, unknown) in [
            (
                "{firmId}",
                (OTHER_FIRM, contract.uuid, contact.uuid),
                (99, contract.uuid, contact.uuid),
            ),
            (
                "{policyId}",
                (FIRM, foreign_contract.uuid, contact.uuid),
                (FIRM, Uuid::now_v7(), contact.uuid),
            ),
            (
                "{policyUuid}",
                (FIRM, foreign_contract.uuid, contact.uuid),
                (FIRM, Uuid::now_v7(), contact.uuid),
            ),
            (
                "{annuityUuid}",
                (FIRM, foreign_contract.uuid, contact.uuid),
                (FIRM, Uuid::now_v7(), contact.uuid),
            ),
            (
                "{uuid}",
                (FIRM, contract.uuid, foreign_contact.uuid),
                (FIRM, contract.uuid, Uuid::now_v7()),
            ),
        ] {
            if route.path.contains(parameter) {
                seen.insert(parameter);
                let foreign = answer(foreign.0, foreign.1, foreign.2).await;
                assert_eq!(foreign.0, 404, "{} {}: {parameter}", route.method, route.path);
                assert_eq!(
                    foreign,
                    answer(unknown.0, unknown.1, unknown.2).await,
                    "{} {}",
                    route.method,
                    route.path
                );
            }
        }
        if !seen.is_empty() {
            let own = answer(FIRM, contract.uuid, contact.uuid).await;
            assert!(
                (200..300).contains(&own.0),
                "{} {}: {own:?}",
                route.method,
                route.path
            );
        }
    }
    let touched = "SELECT count(*) FROM audit_log WHERE firm_id = 2";
    assert_eq!(app.number(touched).await, 0);
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
