//! A firm's possible duplicates.

use super::{KINDS, merge, new_contact, path};
use crate::support::{Client, FIRM, OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use server::duplicates::{self, Known, compare_firm};
use server::ids::new_uuid;
use server::records::resolution::compared::compared;
use server::records::resolution::{blocks, checks};
use shared::contact::ContactKind;
use shared::permission::FirmUserType;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Runs the job until all contacts are compared.
async fn compare(app: &TestApp) {
    duplicates::round(&app.app.workers).await.unwrap();
    assert_eq!(app.number("SELECT count(*) FROM duplicate_check").await, 0);
}

/// Returns the names of the pairs, each in alphabetical order.
async fn names(client: &Client, kind: ContactKind, query: Value) -> Vec<String> {
    let found = client
        .post(format!("{}/Candidates", path(kind)), query)
        .await
        .ok();
    let items = found["items"].as_array().unwrap();
    assert_eq!(found["total"], json!(items.len()));
    let name = |pair: &Value| {
        let mut names = [
            pair["first"]["name"].as_str().unwrap(),
            pair["second"]["name"].as_str().unwrap(),
        ];
        names.sort_unstable();
        format!("{} = {}", names[0], names[1])
    };
    items.iter().map(name).collect()
}

async fn rows(client: &Client, query: Value) -> Value {
    client.post("/DuplicatePair/search", query).await.ok()
}

async fn review(client: &Client, uuids: &[&Value], is_dismissed: bool) {
    let body = json!({ "uuids": uuids, "isDismissed": is_dismissed });
    assert_eq!(client.post("/DuplicatePair/review", body).await.status, 204);
}

#[tokio::test]
async fn lists_pairs_of_the_firm_with_reasons() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let born = |name: &str, date: &str| new_contact(&app, kind, name).with("dob", date);
        born("Robert Quillfeather", "1950-02-28").insert().await;
        born("Bob Quillfeather", "1950-02-28").insert().await;
        born("Robert Quillfeather", "1950-02-28")
            .of_firm(OTHER_FIRM)
            .insert()
            .await;
        let ada = born("Ada Lee", "1980-01-01").insert().await;
        compare(&app).await;
        let found = admin
            .post(format!("{}/Candidates", path(kind)), json!({}))
            .await
            .ok();
        assert_eq!(found["total"], 1);
        let pair = &found["items"][0];
        assert!(pair["percent"].as_u64().unwrap() >= 75, "{pair}");
        assert_eq!(pair["contactType"], json!(kind as u8));
        let of = |uuid: &Value| json!({ "contactUuid": uuid });
        assert_eq!(names(&admin, kind, of(&pair["second"]["uuid"])).await.len(), 1);
        assert_eq!(
            names(&admin, kind, of(&json!(ada.uuid))).await,
            Vec::<String>::new()
        );
        let labels: Vec<_> = pair["reasons"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reason| &reason["label"])
            .collect();
        assert!(
            labels.contains(&&json!("First name is a nickname or variant")),
            "{labels:?}"
        );
        let single = admin
            .get(format!("/DuplicatePair/{}", pair["uuid"].as_str().unwrap()))
            .await
            .ok();
        assert_eq!(&single, pair);
        let columns = ["score", "first", "second", "reasons", "state", "firstId"];
        let filter = json!([{ "column": "contactType", "op": "eq", "value": (kind as u8).to_string() }]);
        let listed = rows(&admin, json!({ "selectColumns": columns, "filter": filter })).await;
        assert_eq!(listed["totalRecords"], 1, "{listed}");
        let row = &listed["items"][0];
        assert_eq!((&row["uuid"], &row["score"]), (&pair["uuid"], &pair["percent"]));
        assert_eq!(
            (&row["firstId"], &row["state"]),
            (&pair["first"]["uuid"], &json!("Open"))
        );
        assert!(
            row["reasons"].as_str().unwrap().contains("Date of birth matches"),
            "{row}"
        );
    }
}

#[tokio::test]
async fn dismissed_pair_returns_when_one_of_them_changes() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for kind in KINDS {
        let born = |name: &str| new_contact(&app, kind, name).with("dob", "1950-02-28");
        let robert = born("Robert Quillfeather").insert().await;
        let bob = born("Bob Quillfeather").insert().await;
        compare(&app).await;
        let expected = vec!["Quillfeather, Bob = Quillfeather, Robert".to_owned()];
        let open = async || names(&admin, kind, json!({})).await;
        let dismissed = async || names(&admin, kind, json!({ "isDismissed": true })).await;
        let change = async |values: &str| {
            app.execute(&format!(
                "UPDATE contact SET {values} WHERE uuid = '{}'",
                bob.uuid
            ))
            .await;
            compare(&app).await;
        };
        assert_eq!((open().await, dismissed().await), (expected.clone(), vec![]));
        let listed = rows(&admin, json!({ "searchText": "quillfeather" })).await;
        let pair = &listed["items"][0]["uuid"];
        review(&admin, &[pair], true).await;
        review(&admin, &[pair], true).await;
        assert_eq!((open().await, dismissed().await), (vec![], expected.clone()));
        change("notes = 'x'").await;
        assert_eq!(open().await, Vec::<String>::new(), "notes are not compared");
        change("city = 'Austin'").await;
        assert_eq!((open().await, dismissed().await), (expected.clone(), vec![]));
        review(&admin, &[pair], true).await;
        review(&admin, &[pair], false).await;
        assert_eq!(open().await, expected);
        let entries = format!(
            "SELECT string_agg(action, ' ' ORDER BY at, uuid) FROM audit_log WHERE firm_id = {FIRM}
               AND subject_type = '{}' AND action IN ('notDuplicate', 'reopenPair')",
            kind.noun()
        );
        assert_eq!(
            app.text(&entries).await.as_deref(),
            Some("notDuplicate notDuplicate reopenPair")
        );
        change("first_name = 'Zebediah', display_name = 'Quillfeather, Zebediah'").await;
        assert_eq!(open().await, Vec::<String>::new(), "no longer alike");
        change("first_name = 'Bob', display_name = 'Quillfeather, Bob'").await;
        assert_eq!(open().await, expected);
        merge(&admin, kind, &[robert.uuid, bob.uuid]).await;
        assert_eq!(open().await, Vec::<String>::new(), "before the job runs");
        compare(&app).await;
        assert_eq!(app.number("SELECT count(*) FROM duplicate_pair").await, 0);
    }
}

#[tokio::test]
async fn finds_the_same_pairs_individually_and_in_bulk() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let book = [
        ("Robert Quillfeather", "1950-02-28"),
        ("Bob Quillfeather", "1950-02-28"),
        ("Robert Quilfeather", "1950-02-28"),
        ("Ada Lee", "1980-01-01"),
        ("Adah Lee", "1980-01-01"),
        ("Ada Lee", "1980-10-01"),
        ("Grace Moss", "1970-05-05"),
    ];
    let pairs = async || {
        app.text(
            "SELECT string_agg(concat_ws(' ', first_uuid, second_uuid, percent, reasons), E'\\n'
               ORDER BY first_uuid, second_uuid) FROM duplicate_pair",
        )
        .await
        .unwrap()
    };
    for (name, dob) in book {
        app.owner(name).with("dob", dob).insert().await;
        compare(&app).await;
    }
    let one_by_one = pairs().await;
    assert!(one_by_one.lines().count() >= 5, "{one_by_one}");

    // The pairs that `shared` finds in the whole book.
    let uuids: Vec<Uuid> = app
        .text("SELECT string_agg(uuid::text, ' ' ORDER BY uuid) FROM contact WHERE firm_id = 1")
        .await
        .unwrap()
        .split(' ')
        .map(|uuid| uuid.parse().unwrap())
        .collect();
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    let mut contacts = compared(&mut transaction, FIRM, &uuids).await.unwrap();
    transaction.finish();
    contacts.sort_by_key(|contact| contact.uuid);
    let (uuids, candidates): (Vec<_>, Vec<_>) = contacts
        .into_iter()
        .map(|contact| (contact.uuid, contact.candidate))
        .unzip();
    let expected: Vec<String> = shared::resolution::pairs(&candidates)
        .into_iter()
        .map(|(first, second, score)| format!("{} {} {}", uuids[first], uuids[second], score.percent))
        .collect();
    let found: Vec<String> = one_by_one
        .lines()
        .map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(found, expected);

    let started = admin.post("/DuplicatePair/rescore", json!({})).await;
    assert_eq!(
        (started.status.as_u16(), &started.json()["waiting"]),
        (202, &json!(7))
    );
    compare(&app).await;
    let done = admin.get("/DuplicatePair/progress").await.ok();
    assert_eq!((&done["waiting"], &done["contactCount"]), (&json!(0), &json!(7)));
    assert_eq!(pairs().await, one_by_one);

    // Simulates an update that changes the score.
    app.execute("DELETE FROM duplicate_pair; DELETE FROM blocking_key; UPDATE duplicate_run SET version = 0")
        .await;
    compare(&app).await;
    assert_eq!(pairs().await, one_by_one);
}

#[tokio::test]
async fn ignores_keys_that_too_many_contacts_share() {
    let app = TestApp::new().await;
    for i in 0..102 {
        app.owner(&format!("Ann{i} Different{i}"))
            .with("phone", "+14155550100")
            .insert()
            .await;
    }
    app.owner("Ada Lee")
        .with("email", "ada@mail.example")
        .insert()
        .await;
    app.owner("Adah Lee")
        .with("email", "ada@mail.example")
        .insert()
        .await;
    compare(&app).await;
    assert_eq!(app.number("SELECT count(*) FROM duplicate_pair").await, 1);
}

#[tokio::test]
async fn rejects_other_pairs_firms_and_missing_permission() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Robert Quillfeather")
        .with("dob", "1950-02-28")
        .insert()
        .await;
    app.agent("Bob Quillfeather")
        .with("dob", "1950-02-28")
        .insert()
        .await;
    compare(&app).await;
    let pair = rows(&admin, json!({})).await["items"][0]["uuid"].clone();
    let body = |uuids: Value| json!({ "uuids": uuids, "isDismissed": true });
    let many: Vec<Uuid> = (0..101).map(|_| server::ids::new_uuid()).collect();
    for uuids in [json!([]), json!(many)] {
        admin
            .post("/DuplicatePair/review", body(uuids))
            .await
            .refused(422, "pair_count");
    }
    let unknown = json!([pair, server::ids::new_uuid()]);
    admin
        .post("/DuplicatePair/review", body(unknown))
        .await
        .refused(404, "not_found");
    let foreign = app.other_firm_admin().await;
    foreign
        .post("/DuplicatePair/review", body(json!([pair])))
        .await
        .refused(404, "not_found");
    foreign
        .get(format!("/DuplicatePair/{}", pair.as_str().unwrap()))
        .await
        .refused(404, "not_found");
    assert_eq!(rows(&foreign, json!({})).await["totalRecords"], 0);
    let advisor = app.as_role(FirmUserType::Professional).await;
    for call in [
        "/AgentResolution/Candidates",
        "/DuplicatePair/search",
        "/DuplicatePair/rescore",
    ] {
        advisor.post(call, json!({})).await.refused(403, "forbidden");
    }
    advisor
        .post("/DuplicatePair/review", body(json!([pair])))
        .await
        .refused(403, "forbidden");
    assert_eq!(
        app.number("SELECT count(*) FROM duplicate_pair WHERE dismissed_at IS NOT NULL")
            .await,
        0
    );
}

/// With statistics from before an import, a join of the queue with itself would read it once per row and time out.
#[tokio::test]
async fn takes_the_oldest_contacts_of_a_long_queue() {
    let app = TestApp::new().await;
    app.execute(
        "INSERT INTO duplicate_check (firm_id, contact_uuid) SELECT 2, gen_random_uuid() FROM generate_series(1, 20000);
         ANALYZE duplicate_check;
         INSERT INTO duplicate_check (firm_id, contact_uuid)
         SELECT 1, lpad(to_hex(1 + i / 2), 32, '0')::uuid FROM generate_series(0, 99999) i",
    )
    .await;
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    let mut taken = checks::take(&mut transaction, FIRM, 500).await.unwrap();
    transaction.commit().await.unwrap();
    taken.sort_unstable();
    let expected: Vec<Uuid> = (1..=250).map(Uuid::from_u128).collect();
    assert_eq!(taken, expected);
    assert_eq!(
        app.number("SELECT count(*) FROM duplicate_check WHERE firm_id = 1")
            .await,
        99_500
    );
}

/// With statistics from before an import, the lookup read all of the firm's keys for each key and timed out.
#[tokio::test]
async fn finds_neighbors_in_a_firm_without_statistics() {
    let app = TestApp::new().await;
    app.execute(
        "INSERT INTO blocking_key (firm_id, key_hash, contact_uuid)
           SELECT 2, i, gen_random_uuid() FROM generate_series(1, 20000) i;
         ANALYZE blocking_key;
         INSERT INTO blocking_key (firm_id, key_hash, contact_uuid)
           SELECT 1, hashtextextended(i::text, 0), lpad(to_hex(i), 32, '0')::uuid FROM generate_series(1, 100000) i",
    )
    .await;
    let uuid = new_uuid();
    let keys = HashMap::from([(uuid, (1..=3000).map(|i| i.to_string()).collect())]);
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    let found = blocks::neighbors(&mut transaction, FIRM, &keys).await.unwrap();
    transaction.finish();
    let expected: HashSet<Uuid> = (1..=3000).map(Uuid::from_u128).collect();
    assert_eq!(found[&uuid], expected);
}

#[tokio::test]
async fn finds_pairs_of_contacts_that_changed_since_they_were_loaded() {
    for is_other_node in [false, true] {
        let app = TestApp::new().await;
        let admin = app.admin().await;
        let grace = app.owner("Grace Moss").with("dob", "1950-02-28").insert().await;
        let ada = app.owner("Ada Lee").with("dob", "1950-02-28").insert().await;
        let rename = async |uuid: Uuid, first: &str| {
            app.execute(&format!(
                "UPDATE contact SET first_name = '{first}', last_name = 'Quillfeather',
                   display_name = 'Quillfeather, {first}' WHERE uuid = '{uuid}'"
            ))
            .await;
        };
        let workers = &app.app.workers;
        let (mut here, mut there) = (Known::default(), Known::default());
        assert!(compare_firm(workers, FIRM, &mut here).await.unwrap());
        rename(grace.uuid, "Robert").await;
        let other = if is_other_node { &mut there } else { &mut here };
        assert!(compare_firm(workers, FIRM, other).await.unwrap());
        rename(ada.uuid, "Bob").await;
        assert!(compare_firm(workers, FIRM, &mut here).await.unwrap());
        assert_eq!(
            names(&admin, ContactKind::Owner, json!({})).await,
            ["Quillfeather, Bob = Quillfeather, Robert"],
            "compared by another node: {is_other_node}"
        );
    }
}
