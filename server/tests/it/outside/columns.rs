//! Outside advisors can use only the columns of shared reports. Other columns must not affect cells, filters,
//! sort orders, search results or totals.

use super::{Book, HIDDEN_AMOUNT, NAMES, SHARES, Share, page, share_opening, with_names};
use crate::lists::book::{exported_columns, fill, search_path};
use crate::lists::scoped::rows;
use crate::reports::report;
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::list::{Column, ListName};
use shared::permission::FirmUserType::TrustedAdvisor;

#[tokio::test]
async fn hidden_columns_cannot_be_used_in_any_list() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (_, list, _) in NAMES {
        fill(&app, list, 3).await;
    }
    let outside = with_names(&app, &admin, Share::Rows).await;
    for (_, list, shown) in NAMES {
        let resource = list.spec().resource;
        let columns = outside.get(format!("/{resource}/columns")).await.ok();
        let keys: Vec<&str> = columns
            .as_array()
            .unwrap()
            .iter()
            .map(|column| column["key"].as_str().unwrap())
            .collect();
        assert_eq!(keys, [shown], "{list:?}");
        assert!(page(&admin, list, json!({})).await["items"][0]["canOpen"].is_null());
        let own = page(&outside, list, json!({})).await;
        assert_eq!(own["totalRecords"], 3);
        for row in own["items"].as_array().unwrap() {
            let mut keys: Vec<&String> = row.as_object().unwrap().keys().collect();
            keys.sort();
            let mut expected = ["canOpen", shown, "uuid"];
            expected.sort_unstable();
            assert_eq!(keys, expected, "{list:?}");
            assert_eq!(row["canOpen"], false);
        }
        for column in list.columns().iter().filter(|column| column.key != shown) {
            let key = column.key;
            let searched = [search_path(list), search_path(list).replace("search", "totals")];
            for path in &searched {
                for (query, field) in [
                    (json!({ "selectColumns": [shown, key] }), "selectColumns[1]"),
                    (
                        json!({ "filter": [{ "column": key, "op": "isEmpty" }] }),
                        "filter[0].column",
                    ),
                    (
                        json!({ "sort": [{ "column": key, "direction": "asc" }] }),
                        "sort[0].column",
                    ),
                ] {
                    outside.post(path, query).await.invalid(field, "unknown_column");
                }
            }
        }
    }
}

#[tokio::test]
async fn searches_only_shown_columns() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (name, city) in [("Olga Holt", "Napa"), ("Otto Kern", "Holt Valley")] {
        app.owner(name).with("city", city).insert().await;
    }
    app.policy("AB-001 234")
        .with("owner_name", "Holt, Olga")
        .insert()
        .await;
    app.policy("AB-002")
        .with("owner_name", "Kern, Otto")
        .insert()
        .await;
    let outside = with_names(&app, &admin, Share::Rows).await;
    for (list, text, found) in [
        (ListName::Owners, "holt", 1),
        (ListName::Owners, "HÖLT olga", 1),
        (ListName::Owners, "napa", 0),
        (ListName::Owners, "o", 2),
        (ListName::Policies, "holt", 0),
        (ListName::Policies, "cedar", 0),
        (ListName::Policies, "ab001234", 1),
        (ListName::Policies, "ab", 2),
    ] {
        let query = json!({ "searchText": text });
        assert_eq!(page(&outside, list, query).await["totalRecords"], found, "{text}");
    }
    // The report's own search may use columns that the report does not show.
    let saved = report(
        &admin,
        6,
        "Valley",
        json!({ "selectColumns": ["name"], "searchText": "valley" }),
    )
    .await;
    let other = app.as_role(TrustedAdvisor).await;
    share_opening(&admin, &saved, &other, Share::Rows).await;
    for query in [json!({}), json!({ "reportUuid": saved["uuid"] })] {
        let found = page(&other, ListName::Owners, query.clone()).await;
        assert_eq!(found["items"][0]["name"], "Kern, Otto", "{query}");
        assert_eq!(found["totalRecords"], 1);
        let mut searched = query;
        searched["searchText"] = json!("valley");
        assert_eq!(page(&other, ListName::Owners, searched).await["totalRecords"], 0);
    }
}

/// Two reports with different columns. A row's cells are empty if its reports do not show the column.
struct Partial {
    app: TestApp,
    outside: Client,
}

impl Partial {
    /// Creates two reports: one with amounts and the rows `P-1` and `P-2`, and one with all policies and no amounts.
    async fn new(share: Share) -> Self {
        let app = TestApp::new().await;
        let admin = app.admin().await;
        for (number, status, death) in [
            ("P-1", "InForce", "1.00"),
            ("P-2", "InForce", "2.00"),
            ("P-3", "Lapsed", "4.00"),
            ("P-4", "Lapsed", "8.00"),
        ] {
            let policy = app.policy(number).with("status", status);
            policy.with("death_benefit", death).insert().await;
        }
        let outside = app.as_role(TrustedAdvisor).await;
        let query = json!({ "selectColumns": ["policyNumber", "deathBenefit"],
            "filter": [{ "column": "status", "op": "eq", "value": "InForce" }] });
        let amounts = report(&admin, 2, "Amounts", query).await;
        let numbers = report(&admin, 2, "Numbers", json!({ "selectColumns": ["policyNumber"] })).await;
        share_opening(&admin, &amounts, &outside, share).await;
        share_opening(&admin, &numbers, &outside, Share::Rows).await;
        Self { app, outside }
    }

    /// Formats rows as `P-1 1.00`, with `-` for empty cells.
    async fn lines(&self, query: Value) -> Vec<String> {
        let found = page(&self.outside, ListName::Policies, query).await;
        let rows = found["items"].as_array().unwrap().iter();
        rows.map(|row| {
            let amount = row["deathBenefit"].as_str().unwrap_or("-");
            format!("{} {amount}", row["policyNumber"].as_str().unwrap())
        })
        .collect()
    }
}

#[tokio::test]
async fn cells_are_empty_in_rows_of_reports_that_do_not_show_them() {
    let partial = Partial::new(Share::Rows).await;
    let sorted = |direction: &str| json!({ "sort": [{ "column": "deathBenefit", "direction": direction }] });
    let filtered = |op: &str, value: Value| json!({ "filter": [{ "column": "deathBenefit", "op": op, "value": value }] });
    for (query, lines) in [
        (json!({}), vec!["P-1 1.00", "P-2 2.00", "P-3 -", "P-4 -"]),
        (sorted("asc"), vec!["P-1 1.00", "P-2 2.00", "P-3 -", "P-4 -"]),
        (sorted("desc"), vec!["P-2 2.00", "P-1 1.00", "P-4 -", "P-3 -"]),
        (filtered("gte", json!("2")), vec!["P-2 2.00"]),
        (filtered("eq", json!("8")), vec![]),
        (
            filtered("ne", json!("8")),
            vec!["P-1 1.00", "P-2 2.00", "P-3 -", "P-4 -"],
        ),
    ] {
        let mut query = query;
        query["selectColumns"] = json!(["policyNumber", "deathBenefit"]);
        assert_eq!(partial.lines(query.clone()).await, lines, "{query}");
    }
    let sums = partial.outside.post("/allpolicy/totals", json!({})).await.ok();
    assert_eq!(
        (&sums["policyCount"], &sums["deathBenefit"]),
        (&json!(4), &json!("3.00"))
    );
    // Checks pages after the first one.
    for direction in ["asc", "desc"] {
        let all = partial.lines(sorted(direction)).await;
        let (mut paged, mut cursor) = (Vec::new(), Value::Null);
        for offset in 0..4 {
            let mut query = sorted(direction);
            query["limit"] = json!({ "offset": offset, "rowCount": 1, "after": cursor });
            let found = page(&partial.outside, ListName::Policies, query.clone()).await;
            paged.extend(partial.lines(query).await);
            cursor = found["cursor"].clone();
        }
        assert_eq!(paged, all, "{direction}");
    }
}

#[tokio::test]
async fn rows_whose_record_can_be_opened_show_all_columns() {
    let partial = Partial::new(Share::Records).await;
    let query = json!({ "selectColumns": ["policyNumber", "status", "deathBenefit"] });
    let found = page(&partial.outside, ListName::Policies, query).await;
    let cells: Vec<_> = found["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["status"].clone(), row["canOpen"].clone()))
        .collect();
    let open = (json!("InForce"), json!(true));
    let closed = (Value::Null, json!(false));
    assert_eq!(cells, [open.clone(), open, closed.clone(), closed]);
    // A search matches only text that the row shows.
    partial
        .app
        .execute("UPDATE policy SET owner_name = 'Holt, Olga'")
        .await;
    let query = json!({ "searchText": "holt", "selectColumns": ["policyNumber", "deathBenefit"] });
    assert_eq!(partial.lines(query).await, ["P-1 1.00", "P-2 2.00"]);
}

#[tokio::test]
async fn query_of_one_report_can_use_only_its_columns() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.policy("P-1")
        .with("death_benefit", HIDDEN_AMOUNT)
        .insert()
        .await;
    let outside = app.as_role(TrustedAdvisor).await;
    let columns = |columns: Value| json!({ "selectColumns": columns });
    let plain = report(&admin, 1, "Plain", columns(json!(["policyNumber"]))).await;
    let full = report(
        &admin,
        1,
        "Full",
        columns(json!(["policyNumber", "deathBenefit"])),
    )
    .await;
    for saved in [&plain, &full] {
        share_opening(&admin, saved, &outside, Share::Rows).await;
    }
    let ask = |saved: &Value| json!({ "reportUuid": saved["uuid"], "selectColumns": ["deathBenefit"] });
    outside
        .post("/allpolicy/search", ask(&plain))
        .await
        .invalid("selectColumns[0]", "unknown_column");
    let shown = page(&outside, ListName::Policies, ask(&full)).await;
    assert_eq!(shown["items"][0]["deathBenefit"], HIDDEN_AMOUNT);
    for (saved, sum) in [(&plain, "0"), (&full, HIDDEN_AMOUNT)] {
        let query = json!({ "reportUuid": saved["uuid"] });
        let sums = outside.post("/allpolicy/totals", query).await.ok();
        assert_eq!(
            (&sums["policyCount"], &sums["deathBenefit"]),
            (&json!(1), &json!(sum))
        );
    }
}

/// The links between contracts and contacts are part of both records.
#[tokio::test]
async fn contracts_of_a_contact_require_access_to_its_record() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Olga Owner").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &owner).await;
    let heir = server::ids::new_uuid();
    app.insert(
        "beneficiary",
        json!({ "firm_id": 1, "uuid": heir, "contract_uuid": policy.uuid, "line": 1, "class": "Primary",
                "name": "Bo Owner" }),
    )
    .await;
    for share in SHARES {
        let outside = with_names(&app, &admin, share).await;
        let of_heir = json!({ "uuid": heir, "partySet": "beneficiaries" });
        admin.post("/allpolicy/search", of_heir.clone()).await.ok();
        outside
            .post("/allpolicy/search", of_heir)
            .await
            .refused(404, "not_found");
        outside
            .post("/allpolicy/search", json!({ "partySet": "owners" }))
            .await
            .refused(403, "forbidden");
        let asked = json!({ "uuid": owner.uuid, "contactType": 2 });
        let replies = [
            outside.post("/allpolicy/search", asked.clone()).await,
            outside.post("/allpolicy/totals", asked).await,
            outside
                .post(format!("/FirmOwner/Policies/{}", owner.uuid), json!({}))
                .await,
        ];
        for reply in replies {
            if share == Share::Rows {
                reply.refused(404, "not_found");
            } else {
                reply.ok();
            }
        }
    }
}

/// Two reports show the same rows and half of the columns each. Together, they show everything that the owner sees.
#[tokio::test]
async fn every_column_of_every_list_can_be_shown() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (report_type, list, _) in NAMES {
        fill(&app, list, 40).await;
        let outside = app.as_role(TrustedAdvisor).await;
        let columns: Vec<&Column> = exported_columns(list);
        let everything: Vec<&str> = columns.iter().map(|column| column.key).collect();
        let (even, odd): (Vec<&str>, Vec<&str>) = everything.into_iter().partition(|key| key.len() % 2 == 0);
        for (title, keys) in [("Even", even), ("Odd", odd)] {
            let query = json!({ "selectColumns": keys });
            let saved = report(&admin, report_type, title, query).await;
            share_opening(&admin, &saved, &outside, Share::Rows).await;
        }
        for column in columns.into_iter().filter(|column| column.sorts) {
            // Sums of contacts differ, because they depend on the viewer.
            if column.totals && list.contact_kind().is_some() {
                continue;
            }
            let query = json!({ "selectColumns": [column.key],
                "sort": [{ "column": column.key, "direction": "desc" }] });
            let own = rows(&admin, &search_path(list), query.clone()).await;
            let mut shared = rows(&outside, &search_path(list), query).await;
            for row in &mut shared {
                assert_eq!(row["canOpen"], false);
                row.as_object_mut().unwrap().remove("canOpen");
            }
            assert_eq!(shared, own, "{list:?} {}", column.key);
            assert_eq!(shared.len(), 40);
        }
    }
}

/// Uses the record pages of [`Book`] to check that `canOpen` is true exactly for records that the viewer can open.
#[tokio::test]
async fn rows_state_whether_their_record_can_be_opened() {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("outside-{}", server::ids::new_uuid()));
    let app = TestApp::with(|config, _| config.data_dir.clone_from(&dir)).await;
    let admin = app.admin().await;
    let book = Book::fill(&app, &admin).await;
    for share in SHARES {
        let outside = with_names(&app, &admin, share).await;
        for ((_, list, _), path) in NAMES.into_iter().zip(book.record_paths()) {
            let row = page(&outside, list, json!({})).await["items"][0].clone();
            let opens = outside.get(&path).await.status == 200;
            assert_eq!(row["canOpen"], opens, "{share:?} {path}");
            assert_eq!(opens, share != Share::Rows);
        }
    }
}
