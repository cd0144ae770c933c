//! Cohorts of selected contacts and cohorts defined by a rule.

use crate::support::{Client, FIRM, OTHER_FIRM, Row, TestApp, without_trace_id};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn cohort(client: &Client, body: Value) -> Value {
    client.post("/Cohort", body).await.ok()
}

fn by_selection(name: &str, contacts: &[&Row]) -> Value {
    json!({ "name": name, "contactType": 1, "kind": "Static", "contactUuids": uuids(contacts) })
}

fn by_rule(name: &str, filter: &Value) -> Value {
    json!({ "name": name, "contactType": 1, "kind": "Rule", "filter": filter })
}

fn uuids(contacts: &[&Row]) -> Vec<Uuid> {
    contacts.iter().map(|contact| contact.uuid).collect()
}

fn path(cohort: &Value) -> String {
    format!("/Cohort/{}", cohort["uuid"].as_str().unwrap())
}

fn contact_path(cohort: &Value) -> String {
    format!("{}/contact", path(cohort))
}

fn in_texas() -> Value {
    json!([{ "column": "state", "op": "eq", "value": "TX" }])
}

/// Returns the names of the members in list order.
async fn members(client: &Client, cohort: &Value) -> Vec<String> {
    let page = client
        .post(format!("{}/FirmAgents", path(cohort)), json!({}))
        .await
        .ok();
    assert_eq!(page["totalRecords"], page["items"].as_array().unwrap().len());
    names(&page["items"])
}

fn names(rows: &Value) -> Vec<String> {
    let name = |row: &Value| row["name"].as_str().unwrap().to_owned();
    rows.as_array().unwrap().iter().map(name).collect()
}

/// Returns the maintained and the actual member count.
async fn counts(app: &TestApp, cohort: &Value) -> (i64, i64) {
    let uuid = cohort["uuid"].as_str().unwrap();
    let kept = format!("SELECT contact_count FROM cohort WHERE uuid = '{uuid}'");
    let there = format!(
        "SELECT count(*) FROM cohort_contact m JOIN contact c ON c.firm_id = m.firm_id AND c.uuid = m.contact_uuid
         WHERE m.cohort_uuid = '{uuid}' AND c.deleted_at IS NULL"
    );
    (app.number(&kept).await, app.number(&there).await)
}

#[tokio::test]
async fn saves_and_lists_a_cohort_with_its_contacts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, bob) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bob Lee").insert().await,
    );
    let mut body = by_selection("  West   coast ", &[&ada, &bob]);
    body["description"] = json!("by the sea");
    let saved = cohort(&admin, body).await;
    for (key, value) in [
        ("name", json!("West coast")),
        ("description", json!("by the sea")),
        ("contactType", json!(1)),
        ("kind", json!("Static")),
        ("filter", json!([])),
        ("version", json!(1)),
        ("firmId", json!(1)),
        ("contactCount", json!(2)),
        ("createdBy", json!("Dana Account Administrator")),
        ("createdAt", json!("2026-11-21T17:00:00Z")),
    ] {
        assert_eq!(saved[key], value, "{key}");
    }
    let mut details = saved.clone();
    details["contactUuids"] = json!(uuids(&[&ada, &bob]));
    details["schedules"] = json!([]);
    assert_eq!(admin.get(path(&saved)).await.ok(), details);
    assert_eq!(members(&admin, &saved).await, ["Lee, Ada", "Lee, Bob"]);
    assert_eq!(counts(&app, &saved).await, (2, 2));
    cohort(&admin, by_rule("Élan", &in_texas())).await;
    let listed = admin
        .post("/Cohort/search", json!({ "searchText": "sea" }))
        .await
        .ok();
    assert_eq!(listed["totalRecords"], 1);
    assert_eq!(listed["items"][0]["contactCount"], 2);
    assert_eq!(listed["items"][0]["contactType"], "1");
    let all = admin.post("/Cohort/search", json!({})).await.ok();
    assert_eq!(names(&all["items"]), ["Élan", "West coast"]);
    let of_firm = admin.get("/Cohort/firm/1").await.ok();
    assert_eq!(names(&of_firm), ["Élan", "West coast"]);
    assert_eq!(
        admin.get("/Cohort/firm/1?contactType=2").await.ok(),
        json!([]),
        "no owner cohorts"
    );
    let csv = admin.post("/Cohort/export", json!({})).await;
    assert!(String::from_utf8_lossy(&csv.body).contains("West coast"));
}

#[tokio::test]
async fn returns_a_cohort_with_pages_of_contacts_and_its_schedules() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut agents = Vec::new();
    for name in ["Ada Lee", "Bob Lee", "Cyd Lee"] {
        agents.push(app.agent(name).with("state", "TX").insert().await);
    }
    let all: Vec<&Row> = agents.iter().collect();
    let by_selection = cohort(&admin, by_selection("West", &all)).await;
    let by_rule = cohort(&admin, by_rule("Texas", &in_texas())).await;
    for saved in [by_selection, by_rule] {
        let schedule = admin
            .post(
                format!("{}/schedule", path(&saved)),
                crate::cohort_sends::monthly(),
            )
            .await
            .ok();
        let shown = admin.get(path(&saved)).await.ok();
        assert_eq!(shown["contactUuids"], json!(uuids(&all)));
        assert_eq!(shown["contactCount"], 3);
        assert_eq!(shown["schedules"], json!([schedule]));
        let address = path(&saved);
        let page = admin
            .get(format!("{address}?contactOffset=1&contactRowCount=1"))
            .await
            .ok();
        assert_eq!(page["contactUuids"], json!(uuids(&all[1..2])));
        let none = admin.get(format!("{address}?contactRowCount=0")).await.ok();
        assert_eq!(none["contactUuids"], json!([]));
    }
}

#[tokio::test]
async fn accepts_requests_that_repeat_firm_and_cohort() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app.agent("Ada Lee").insert().await;
    let mut body = by_selection("West", &[]);
    body["firmId"] = json!(FIRM);
    let saved = cohort(&admin, body.clone()).await;
    body["firmId"] = json!(OTHER_FIRM);
    admin.post("/Cohort", body).await.invalid("firmId", "mismatch");
    let mut contacts = json!({ "firmId": FIRM, "cohortUuid": saved["uuid"], "contactUuids": [ada.uuid] });
    admin.post(contact_path(&saved), contacts.clone()).await.ok();
    contacts["cohortUuid"] = json!(ada.uuid);
    admin
        .post(contact_path(&saved), contacts)
        .await
        .invalid("cohortUuid", "mismatch");
    let change =
        json!({ "firmId": FIRM, "uuid": saved["uuid"], "name": "Coast", "version": saved["version"] });
    admin.put(path(&saved), change).await.ok();
    let mut schedule = crate::cohort_sends::monthly();
    schedule["firmId"] = json!(FIRM);
    schedule["cohortUuid"] = saved["uuid"].clone();
    admin
        .post(format!("{}/schedule", path(&saved)), schedule)
        .await
        .ok();
}

#[tokio::test]
async fn rejects_invalid_cohorts_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let npn = json!([{ "column": "npn", "op": "isNotEmpty" }]);
    for (body, field, code) in [
        (by_selection(" ", &[]), "name", "length"),
        (by_selection(&"x".repeat(81), &[]), "name", "length"),
        (by_rule("a", &json!([])), "filter", "required"),
        (
            json!({ "name": "a", "contactType": 2, "kind": "Rule", "filter": npn }),
            "filter[0].column",
            "unknown_column",
        ),
        (
            json!({ "name": "a", "contactType": 3, "kind": "Static" }),
            "contactType",
            "not_a_choice",
        ),
        (
            json!({ "name": "a", "contactType": 1, "kind": "Static", "filter": npn }),
            "filter",
            "not_for_this_kind",
        ),
        (
            json!({ "name": "a", "contactType": 1, "kind": "Rule", "filter": npn, "contactUuids": [Uuid::nil()] }),
            "contactUuids",
            "not_for_this_kind",
        ),
        (
            json!({ "name": "a", "contactType": 1, "kind": "Both" }),
            "kind",
            "type",
        ),
    ] {
        admin.post("/Cohort", body).await.invalid(field, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM cohort").await, 0);
}

#[tokio::test]
async fn rejects_duplicate_names_and_replays_idempotent_requests() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let first = cohort(&admin, by_selection("Élan", &[])).await;
    admin
        .post("/Cohort", by_selection("elan", &[]))
        .await
        .refused(422, "name_taken");
    let other = app.other_firm_admin().await;
    cohort(&other, by_selection("Élan", &[])).await;
    let again = admin.with_header("idempotency-key", &Uuid::now_v7().to_string());
    let ada = app.agent("Ada Lee").insert().await;
    let one = cohort(&again, by_selection("One", &[&ada])).await;
    assert_eq!(cohort(&again, by_selection("One", &[&ada])).await, one);
    again
        .post("/Cohort", by_selection("Two", &[]))
        .await
        .refused(422, "idempotency_key_reused");
    let rename = json!({ "version": 1, "name": "one" });
    admin.put(path(&first), rename).await.refused(422, "name_taken");
}

#[tokio::test]
async fn rejects_stale_versions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").with("state", "TX").insert().await;
    app.agent("Bob Lee").with("state", "OK").insert().await;
    let saved = cohort(&admin, by_rule("South", &in_texas())).await;
    let wider = json!([{ "column": "state", "op": "in", "value": ["TX", "OK"] }]);
    let input = json!({ "version": 1, "name": "Wider", "description": "two states", "filter": wider });
    let changed = admin.put(path(&saved), input.clone()).await.ok();
    assert_eq!(
        (&changed["version"], &changed["name"], &changed["contactCount"]),
        (&json!(2), &json!("Wider"), &json!(2))
    );
    let late = admin
        .put(path(&saved), input)
        .await
        .refused(409, "version_conflict");
    assert_eq!(late["current"]["name"], "Wider");
    admin
        .put(path(&saved), json!({ "version": 2, "name": "No rule" }))
        .await
        .invalid("filter", "required");
    let logged =
        "SELECT details->>'fields' FROM audit_log WHERE subject_type = 'cohort' AND action = 'change'";
    assert_eq!(
        app.text(logged).await.as_deref(),
        Some(r#"["name", "description", "filter"]"#)
    );
}

#[tokio::test]
async fn restores_a_deleted_cohort_with_its_contacts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app.agent("Ada Lee").insert().await;
    let saved = cohort(&admin, by_selection("Élan", &[&ada])).await;
    admin.delete(path(&saved)).await.invalid("version", "required");
    admin
        .delete(format!("{}?version=7", path(&saved)))
        .await
        .refused(409, "version_conflict");
    admin.delete(format!("{}?version=1", path(&saved))).await.ok();
    for gone in [
        admin.get(path(&saved)).await,
        admin
            .post(format!("{}/FirmAgents", path(&saved)), json!({}))
            .await,
        admin
            .post(contact_path(&saved), json!({ "contactUuids": [ada.uuid] }))
            .await,
    ] {
        gone.refused(404, "not_found");
    }
    let listed = admin.post("/Cohort/search", json!({})).await.ok();
    assert_eq!(listed["totalRecords"], 0);
    // The name of a deleted cohort can be reused.
    let heir = cohort(&admin, by_selection("elan", &[])).await;
    let restore = format!("{}/restore", path(&saved));
    admin.post(&restore, json!({})).await.refused(422, "name_taken");
    admin.delete(format!("{}?version=1", path(&heir))).await.ok();
    let back = admin.post(&restore, json!({})).await.ok();
    assert_eq!((&back["version"], &back["contactCount"]), (&json!(3), &json!(1)));
    assert_eq!(members(&admin, &saved).await, ["Lee, Ada"]);
    admin.post(&restore, json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn adding_and_removing_contacts_is_idempotent() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, bob) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bob Lee").insert().await,
    );
    let owner = app.owner("Olga Lee").insert().await;
    let foreign = app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let saved = cohort(&admin, by_selection("Some", &[&ada])).await;
    let named = json!({ "contactUuids": uuids(&[&ada, &bob, &owner, &foreign]) });
    let change = admin.post(contact_path(&saved), named.clone()).await.ok();
    assert_eq!(change["contactUuids"], json!([bob.uuid]));
    assert_eq!(
        (&change["unchangedCount"], &change["cohort"]["contactCount"]),
        (&json!(1), &json!(2))
    );
    let again = admin.post(contact_path(&saved), named).await.ok();
    assert_eq!(
        (&again["contactUuids"], &again["unchangedCount"]),
        (&json!([]), &json!(2))
    );
    assert_eq!(counts(&app, &saved).await, (2, 2));
    let repeated = format!(
        "{}?contactUuids={}&contactUuids={}",
        contact_path(&saved),
        ada.uuid,
        foreign.uuid
    );
    let gone = admin.delete(&repeated).await.ok();
    assert_eq!(
        (&gone["contactUuids"], &gone["cohort"]["contactCount"]),
        (&json!([ada.uuid]), &json!(1))
    );
    assert_eq!(members(&admin, &saved).await, ["Lee, Bob"]);
    assert_eq!(admin.delete(&repeated).await.ok()["contactUuids"], json!([]));
    for (body, field, code) in [
        (json!({}), "contactUuids", "required"),
        (
            json!({ "contactUuids": [ada.uuid], "query": {} }),
            "query",
            "not_both",
        ),
    ] {
        admin
            .post(contact_path(&saved), body.clone())
            .await
            .invalid(field, code);
        let removal = format!("{}/removal", contact_path(&saved));
        admin.post(removal, body).await.invalid(field, code);
    }
    admin
        .delete(format!("{}?contactUuids=Ada", contact_path(&saved)))
        .await
        .invalid("contactUuids", "type");
    let logged = "SELECT string_agg(action || ' ' || (details->>'contacts'), ', ' ORDER BY id) FROM audit_log
                  WHERE subject_type = 'cohort' AND action IN ('enlist', 'dismiss')";
    assert_eq!(app.text(logged).await.as_deref(), Some("enlist 1, dismiss 1"));
}

#[tokio::test]
async fn adds_and_removes_all_contacts_of_a_query() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (name, state) in [
        ("Ada Lee", "TX"),
        ("Bob Lee", "TX"),
        ("Cy Lee", "OK"),
        ("Di Poe", "TX"),
    ] {
        app.agent(name).with("state", state).insert().await;
    }
    let query = json!({ "filter": in_texas(), "searchText": "lee" });
    let saved = cohort(
        &admin,
        json!({ "name": "Texas", "contactType": 1, "kind": "Static", "query": query }),
    )
    .await;
    assert_eq!(members(&admin, &saved).await, ["Lee, Ada", "Lee, Bob"]);
    let all = admin
        .post(contact_path(&saved), json!({ "query": {} }))
        .await
        .ok();
    assert_eq!(
        (
            all["contactUuids"].as_array().unwrap().len(),
            &all["unchangedCount"]
        ),
        (2, &json!(2))
    );
    let removal = json!({ "query": { "cohortUuid": saved["uuid"], "filter": in_texas() } });
    let path = format!("{}/removal", contact_path(&saved));
    let gone = admin.post(&path, removal).await.ok();
    assert_eq!(gone["contactUuids"].as_array().unwrap().len(), 3);
    assert_eq!(members(&admin, &saved).await, ["Lee, Cy"]);
    let unknown = json!({ "query": { "filter": [{ "column": "shoeSize", "op": "eq", "value": 44 }] } });
    admin
        .post(&path, unknown)
        .await
        .invalid("filter[0].column", "unknown_column");
}

#[tokio::test]
async fn rejects_more_than_5000_contacts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute(
        "SET firmbook.bulk = 'on';
         INSERT INTO contact (firm_id, uuid, kind, display_name, state)
           SELECT 1, gen_random_uuid(), 1, 'Agent ' || i, CASE WHEN i <= 5000 THEN 'TX' END
           FROM generate_series(1, 5001) i;
         SET firmbook.bulk = '';",
    )
    .await;
    let saved = cohort(&admin, by_selection("Full", &[])).await;
    let everybody = json!({ "query": {} });
    admin
        .post(contact_path(&saved), everybody)
        .await
        .refused(422, "too_many_contacts");
    assert_eq!(counts(&app, &saved).await, (0, 0));
    let texas = json!({ "query": { "filter": in_texas() } });
    let full = admin.post(contact_path(&saved), texas).await.ok();
    assert_eq!(full["cohort"]["contactCount"], 5000);
    let elsewhere = json!({ "query": { "filter": [{ "column": "state", "op": "isEmpty" }] } });
    admin
        .post(contact_path(&saved), elsewhere)
        .await
        .refused(422, "too_many_contacts");
    assert_eq!(counts(&app, &saved).await, (5000, 5000));
    let rule = |filter| by_rule("Rule", &filter);
    let anybody = json!([{ "any": [{ "column": "state", "op": "isEmpty" }, { "column": "state", "op": "eq", "value": "TX" }] }]);
    admin
        .post("/Cohort", rule(anybody))
        .await
        .refused(422, "too_many_contacts");
    assert_eq!(
        cohort(&admin, rule(in_texas())).await["contactCount"],
        Value::Null
    );
}

#[tokio::test]
async fn restored_contact_is_a_member_again() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, bob) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bob Lee").insert().await,
    );
    let saved = cohort(&admin, by_selection("Some", &[&ada, &bob])).await;
    let record = format!("/FirmAgent/1/agent/{}", ada.uuid);
    admin.delete(&record).await.ok();
    assert_eq!(counts(&app, &saved).await, (1, 1));
    assert_eq!(members(&admin, &saved).await, ["Lee, Bob"]);
    admin.post(format!("{record}/restore"), json!({})).await.ok();
    assert_eq!(counts(&app, &saved).await, (2, 2));
    assert_eq!(members(&admin, &saved).await, ["Lee, Ada", "Lee, Bob"]);
}

#[tokio::test]
async fn rule_matches_current_data_and_returns_reasons() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = app
        .agent("Ada Lee")
        .with("state", "TX")
        .with("npn", "17654321")
        .insert()
        .await;
    let bob = app.agent("Bob Lee").with("state", "OK").insert().await;
    let rule = json!([
        { "any": [{ "column": "state", "op": "eq", "value": "TX" }, { "column": "state", "op": "eq", "value": "OK" }] },
        { "column": "policyCount", "op": "gte", "value": 1 },
    ]);
    let saved = cohort(&admin, by_rule("Busy in the south", &rule)).await;
    assert_eq!(members(&admin, &saved).await, [""; 0]);
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &ada).await;
    assert_eq!(members(&admin, &saved).await, ["Lee, Ada"]);
    assert_eq!(admin.get(path(&saved)).await.ok()["contactCount"], 1);
    let of = async |contact: &Row| {
        admin
            .get(format!("/Cohort/FirmAgent/{}", contact.uuid))
            .await
            .ok()
    };
    let found = of(&ada).await;
    assert_eq!(found[0]["cohort"]["name"], "Busy in the south");
    assert_eq!(
        found[0]["reasons"],
        json!([
            [{ "condition": { "column": "state", "op": "eq", "value": "TX" }, "value": "TX" }],
            [{ "condition": { "column": "policyCount", "op": "gte", "value": 1 }, "value": 1 }],
        ])
    );
    assert_eq!(of(&bob).await, json!([]), "Bob has no contract");
    for (method, body) in [
        ("contact", json!({ "contactUuids": [bob.uuid] })),
        ("contact/removal", json!({ "query": {} })),
    ] {
        admin
            .post(format!("{}/{method}", path(&saved)), body)
            .await
            .refused(422, "by_rule");
    }
    let chosen = cohort(&admin, by_selection("Chosen", &[&bob])).await;
    let found = of(&bob).await;
    assert_eq!(found[0]["cohort"]["uuid"], chosen["uuid"]);
    assert_eq!(found[0]["addedBy"], "Dana Account Administrator");
    assert_eq!(found[0]["reasons"], json!([]));
    // A later version can remove a column that a stored rule uses.
    app.execute("UPDATE cohort SET filter = '[{\"column\": \"shoeSize\", \"op\": \"eq\", \"value\": 44}]' WHERE kind = 'Rule'")
        .await;
    assert_eq!(admin.get(path(&saved)).await.ok()["contactCount"], Value::Null);
    admin
        .post(format!("{}/FirmAgents", path(&saved)), json!({}))
        .await
        .refused(422, "cohort_problem");
    assert_eq!(of(&ada).await, json!([]));
}

#[tokio::test]
async fn counts_contacts_of_several_cohorts_in_one_request() {
    let app = TestApp::new().await;
    let (admin, dana, stranger) = (
        app.admin().await,
        app.advisor().await,
        app.other_firm_admin().await,
    );
    let ada = app.agent("Ada Lee").with("state", "TX").insert().await;
    let bob = app.agent("Bob Lee").with("state", "TX").insert().await;
    let olga = app.owner("Olga Lee").with("state", "TX").insert().await;
    app.give_block(&dana, &[&ada]).await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &ada).await;
    app.link(&policy, &olga).await;
    let busy = json!([{ "column": "policyCount", "op": "gte", "value": 1 }]);
    let mut of_owners = by_rule("Owners in Texas", &in_texas());
    of_owners["contactType"] = json!(2);
    let texas = cohort(&admin, by_rule("Texas", &in_texas())).await;
    let mut saved = vec![texas.clone()];
    for body in [
        by_rule("Busy", &busy),
        of_owners,
        by_selection("Chosen", &[&bob]),
        by_rule("Gone", &in_texas()),
    ] {
        saved.push(cohort(&admin, body).await);
    }
    let mine = cohort(&dana, by_rule("Mine", &busy)).await;
    saved.push(mine.clone());
    app.execute("UPDATE cohort SET filter = '[{\"column\": \"shoeSize\", \"op\": \"eq\", \"value\": 44}]' WHERE name = 'Gone'")
        .await;
    let uuids: Vec<Value> = saved.iter().map(|cohort| cohort["uuid"].clone()).collect();
    let counted = async |client: &Client| {
        let asked = [uuids.clone(), vec![json!(Uuid::now_v7())]].concat();
        let body = json!({ "cohortUuids": asked });
        let counts = client.post("/Cohort/counts", body).await.ok();
        let of = |uuid: &Value| {
            let mut counts = counts.as_array().unwrap().iter();
            let counted = counts.find(|one| one["uuid"] == *uuid);
            counted.map(|one| one["contactCount"].as_i64())
        };
        uuids.iter().map(of).collect::<Vec<_>>()
    };
    let all = [Some(2), Some(1), Some(1), Some(1), None, Some(1)];
    assert_eq!(counted(&admin).await, all.map(Some));
    // Each count equals the count of the cohort's own endpoint.
    for (cohort, count) in saved.iter().zip(all) {
        assert_eq!(admin.get(path(cohort)).await.ok()["contactCount"].as_i64(), count);
    }
    assert_eq!(
        counted(&dana).await,
        [None, None, None, None, None, Some(Some(1))]
    );
    assert_eq!(counted(&stranger).await, [None; 6]);
    for (body, code) in [
        (json!({}), "required"),
        (json!({ "cohortUuids": vec![Uuid::nil(); 51] }), "too_many"),
    ] {
        admin
            .post("/Cohort/counts", body)
            .await
            .invalid("cohortUuids", code);
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer
        .post("/Cohort/counts", json!({ "cohortUuids": [texas["uuid"]] }))
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn owner_cohorts_filter_the_owner_list() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let olga = app.owner("Olga Lee").insert().await;
    let body = json!({ "name": "Owners", "contactType": 2, "kind": "Static", "contactUuids": [olga.uuid] });
    let saved = cohort(&admin, body).await;
    let query = json!({ "cohortUuid": saved["uuid"] });
    let page = admin.post("/FirmOwner/search", query.clone()).await.ok();
    assert_eq!(names(&page["items"]), ["Lee, Olga"]);
    admin
        .post("/FirmAgent/search", query.clone())
        .await
        .refused(404, "not_found");
    let totals = admin.post("/FirmOwner/totals", query).await.ok();
    assert_eq!(totals["policyCount"], 0);
    let found = admin.get(format!("/Cohort/FirmOwner/{}", olga.uuid)).await.ok();
    assert_eq!(found[0]["cohort"]["name"], "Owners");
}

#[tokio::test]
async fn managers_can_only_view_cohorts_of_professionals_they_support() {
    let app = TestApp::new().await;
    let (admin, dana, sam) = (app.admin().await, app.advisor().await, app.advisor().await);
    let manager = app.as_role(FirmUserType::OfficeManager).await;
    let (ada, bob) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bob Lee").insert().await,
    );
    app.give_block(&dana, &[&ada]).await;
    let support = json!({ "firm_id": 1, "user_key": manager.user_key, "professional_key": dana.user_key });
    app.insert("firm_assignment_support", support).await;
    // Contacts outside her scope are not added.
    let hers = cohort(&dana, by_selection("Hers", &[&ada, &bob])).await;
    assert_eq!(members(&dana, &hers).await, ["Lee, Ada"]);
    let firms = cohort(&admin, by_selection("The firm's", &[&ada])).await;
    let listed = async |client: &Client| {
        let page = client.post("/Cohort/search", json!({})).await.ok();
        assert_eq!(
            names(&page["items"]),
            names(&client.get("/Cohort/firm/1").await.ok())
        );
        names(&page["items"])
    };
    assert_eq!(listed(&admin).await, ["Hers", "The firm's"]);
    assert_eq!(listed(&dana).await, ["Hers"]);
    assert_eq!(listed(&manager).await, ["Hers"]);
    assert_eq!(listed(&sam).await, [""; 0]);
    assert_eq!(members(&manager, &hers).await, ["Lee, Ada"]);
    let change = json!({ "version": 1, "name": "Mine now" });
    manager
        .put(path(&hers), change.clone())
        .await
        .refused(403, "forbidden");
    manager
        .post(contact_path(&hers), json!({ "query": {} }))
        .await
        .refused(403, "forbidden");
    for (cohort, client) in [(&firms, &dana), (&hers, &sam)] {
        client.get(path(cohort)).await.refused(404, "not_found");
        client
            .put(path(cohort), change.clone())
            .await
            .refused(404, "not_found");
        let search = json!({ "cohortUuid": cohort["uuid"] });
        client
            .post("/FirmAgent/search", search)
            .await
            .refused(404, "not_found");
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer
        .post("/FirmAgent/search", json!({ "cohortUuid": hers["uuid"] }))
        .await
        .refused(403, "forbidden");
    // Restoring does not reveal a deleted cohort to users without access to it.
    dana.delete(format!("{}?version=1", path(&hers))).await.ok();
    sam.post(format!("{}/restore", path(&hers)), json!({}))
        .await
        .refused(404, "not_found");
    admin
        .post(format!("{}/restore", path(&hers)), json!({}))
        .await
        .ok();
}

#[tokio::test]
async fn cohorts_of_other_firms_are_indistinguishable_from_unknown_ones() {
    let app = TestApp::new().await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    let ada = app.agent("Ada Lee").insert().await;
    let saved = cohort(&admin, by_selection("Ours", &[&ada])).await;
    let unknown = json!({ "uuid": Uuid::now_v7() });
    let contacts = json!({ "contactUuids": [ada.uuid] });
    let answers = async |cohort: &Value| {
        let path = path(cohort);
        let replies = [
            stranger.get(&path).await,
            stranger.put(&path, json!({ "version": 1, "name": "a" })).await,
            stranger.delete(format!("{path}?version=1")).await,
            stranger.post(format!("{path}/restore"), json!({})).await,
            stranger.post(format!("{path}/contact"), contacts.clone()).await,
            stranger
                .delete(format!("{path}/contact?contactUuids={}", ada.uuid))
                .await,
            stranger
                .post(format!("{path}/contact/removal"), contacts.clone())
                .await,
            stranger.post(format!("{path}/FirmAgents"), json!({})).await,
        ];
        replies.map(|reply| without_trace_id(reply.refused(404, "not_found")))
    };
    assert_eq!(answers(&saved).await, answers(&unknown).await);
    stranger.get("/Cohort/firm/1").await.refused(404, "not_found");
    let theirs = cohort(&stranger, by_selection("Theirs", &[&ada])).await;
    assert_eq!(theirs["contactCount"], 0);
    assert_eq!(counts(&app, &saved).await, (1, 1));
}
