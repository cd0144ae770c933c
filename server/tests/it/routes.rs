//! Every call of the route table: who may make it, and that another firm's ids lead nowhere.

use crate::contacts::resource;
use crate::support::{Client, FIRM, OTHER_FIRM, Row, TestApp, without_trace};
use http::Method;
use serde_json::{Value, json};
use server::auth::Access;
use server::routes::{Route, table};
use shared::contact::ContactKind;
use shared::permission::FirmUserType;
use std::collections::BTreeSet;
use uuid::Uuid;

/// The path with values for its parameters; a parameter of a new name fails here until it has a value.
fn concrete(path: &str, firm: i32, contract: Uuid, uuid: Uuid) -> String {
    let path = path
        .replace("{firmId}", &firm.to_string())
        .replace("{policyId}", &contract.to_string())
        .replace("{uuid}", &uuid.to_string())
        .replace("{cohortUuid}", &uuid.to_string())
        .replace("{typeId}", "1")
        .replace("{flag}", "true")
        .replace("{list}", "agents");
    assert!(!path.contains('{'), "{path} has a parameter without a value");
    path
}

async fn call(client: &Client, route: &Route, path: &str, body: &Value) -> crate::support::Reply {
    let body = (route.method != Method::GET).then(|| body.to_string().into());
    client.send(route.method.clone(), path, body).await
}

#[tokio::test]
async fn every_call_asks_for_a_token_unless_it_is_public() {
    let app = TestApp::new().await;
    for route in table() {
        let path = concrete(&route.path, FIRM, Uuid::nil(), Uuid::nil());
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

/// The reviewed answer to "who may do what": a new call is missing there until somebody has looked at its line.
#[tokio::test]
async fn the_permission_matrix_is_the_reviewed_one() {
    let app = TestApp::new().await;
    let mut clients = Vec::new();
    for role in FirmUserType::ALL {
        clients.push(app.as_role(*role).await);
    }
    let mut matrix = format!("{:6} {:66} admin professional manager viewer outside\n", "", "");
    for route in table() {
        matrix += &format!("{:6} {:66}", route.method.as_str(), route.path);
        for (client, width) in clients.iter().zip([5, 12, 7, 6, 7]) {
            let path = concrete(&route.path, FIRM, Uuid::nil(), Uuid::nil());
            let status = call(client, &route, &path, &json!({})).await.status.as_u16();
            assert!(status < 500 && status != 401, "{path}: {status}");
            matrix += &format!(" {:>width$}", if status == 403 { "-" } else { "yes" });
        }
        matrix += if route.access == Access::Public {
            " public\n"
        } else {
            "\n"
        };
    }
    insta::assert_snapshot!("permission_matrix", matrix);
}

/// A body with which the call works, given contacts of its kind.
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
    } else if path.ends_with("/policy/{policyId}") {
        json!({ "uuid": contact, "typeId": 1 })
    } else if path.ends_with("/{firmId}") && path.starts_with("/Firm") {
        person()
    } else if route.method == Method::POST && path.contains("/{firmId}/") && path.ends_with("/{uuid}") {
        let mut body = person();
        body["version"] = json!(1);
        body
    } else {
        json!({})
    }
}

fn kind_of(path: &str) -> ContactKind {
    let is_of = |kind: &ContactKind| path.starts_with(&format!("/{}", resource(*kind)));
    ContactKind::ALL
        .into_iter()
        .find(is_of)
        .unwrap_or(ContactKind::Agent)
}

/// A contact with everything that the calls ask for: a contract and a tax number.
async fn full_contact(app: &TestApp, kind: ContactKind, firm: i32) -> (Row, Row) {
    let contact = app
        .contact(kind, "Ada Lee")
        .of_firm(firm)
        .with("owner_type", 1)
        .insert()
        .await;
    let sealed = app.app.sealer.seal(firm, "523861947").unwrap();
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
    let contract = app
        .policy(&number)
        .of_firm(firm)
        .with("status", "Lapsed")
        .insert()
        .await;
    app.link_as(&contract, &contact, 2).await;
    (contact, contract)
}

/// For each id in the path of each call: another firm's id is answered as an id that nobody has, word for word, and
/// the same call with the own ids finds what it names.
#[tokio::test]
async fn another_firms_ids_are_answered_like_ids_that_nobody_has() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for route in table().into_iter().filter(|route| route.path.contains('{')) {
        let kind = kind_of(&route.path);
        let (contact, contract) = full_contact(&app, kind, FIRM).await;
        let (foreign_contact, foreign_contract) = full_contact(&app, kind, OTHER_FIRM).await;
        let is_restore = route.path.ends_with("/restore");
        if is_restore {
            for row in [&contact, &foreign_contact] {
                let table = if route.path.contains("/policy/") {
                    "contract_party"
                } else {
                    "contact"
                };
                let column = if route.path.contains("/policy/") {
                    "contact_uuid"
                } else {
                    "uuid"
                };
                app.execute(&format!(
                    "UPDATE {table} SET deleted_at = now() WHERE {column} = '{}'",
                    row.uuid
                ))
                .await;
            }
        }
        let body = body_of(&route, kind, contact.uuid);
        let answer = async |firm: i32, contract: Uuid, uuid: Uuid| {
            let reply = call(
                &admin,
                &route,
                &concrete(&route.path, firm, contract, uuid),
                &body,
            )
            .await;
            (
                reply.status.as_u16(),
                if reply.body.is_empty() {
                    Value::Null
                } else {
                    without_trace(reply.json())
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
