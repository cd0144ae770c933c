//! Report totals equal the sum of the exported rows for every query and viewer.

use super::{path, report, share, totals};
use crate::lists::book::{DATES, MONEY, Picks, TEXTS, fill, search_path};
use crate::support::{Client, TestApp};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use shared::contract::options;
use shared::list::{Column, ColumnType, ListName};
use shared::permission::FirmUserType;
use std::collections::BTreeMap;

/// Returns a random condition that some rows match and others do not.
fn random_condition(picks: &mut Picks, column: &Column) -> Value {
    let (op, value) = match column.column_type {
        ColumnType::Text => match picks.number(3) {
            0 => ("contains", json!(["a", "o", "1"][picks.number(3)])),
            1 if column.nullable => ("isEmpty", Value::Null),
            _ => ("notIn", json!([TEXTS[2 + picks.number(8)], "x"])),
        },
        ColumnType::Choice => {
            let codes: Vec<String> = options(column.choices.unwrap())
                .into_iter()
                .map(|one| one.code)
                .collect();
            let some: Vec<&String> = codes.iter().filter(|_| picks.number(2) == 0).take(20).collect();
            if some.is_empty() {
                ("isNotEmpty", Value::Null)
            } else {
                ("in", json!(some))
            }
        }
        ColumnType::Integer => ("gte", json!(picks.number(3))),
        ColumnType::Money | ColumnType::Percent => (
            ["lte", "gt"][picks.number(2)],
            json!(MONEY[picks.number(MONEY.len())]),
        ),
        ColumnType::Date if picks.number(3) == 0 => ("inNextDays", json!(60)),
        ColumnType::Date => (
            ["lt", "gte"][picks.number(2)],
            json!(DATES[picks.number(DATES.len())]),
        ),
        ColumnType::Flag => ("eq", json!(picks.number(2) == 0)),
        ColumnType::Timestamp => unreachable!("times are not filtered"),
    };
    json!({ "column": column.key, "op": op, "value": value })
}

fn random_query(picks: &mut Picks, list: ListName) -> Value {
    let columns: Vec<&Column> = list
        .columns()
        .iter()
        .filter(|column| column.filters && column.feature.is_none() && !matches!(column.key, "age" | "taxId"))
        .collect();
    let mut one = || {
        let column = columns[picks.number(columns.len())];
        random_condition(picks, column)
    };
    let filter = match one()["op"].as_str() {
        Some("in") => json!([{ "any": [one(), one()] }]),
        Some("contains") => json!([]),
        _ => json!([one()]),
    };
    let sums = list.columns().iter().filter(|column| column.totals);
    json!({ "filter": filter, "selectColumns": sums.map(|column| column.key).collect::<Vec<_>>() })
}

type Sums = BTreeMap<String, Decimal>;

/// Returns the non-null amounts in a totals object.
fn sums(totals: &Value) -> Sums {
    let entries = totals.as_object().unwrap().iter();
    entries
        .filter_map(|(key, value)| Some((key.clone(), value.as_str()?.parse().unwrap())))
        .collect()
}

/// Returns the row count and column sums of a report's CSV export.
async fn export_sums(client: &Client, report: &Value, list: ListName) -> (i64, Sums) {
    let file = client
        .post(format!("{}/export", path(report)), json!({ "format": "csv" }))
        .await;
    assert_eq!(file.status, 200);
    let text = file.text();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let keys: Vec<&str> = list
        .columns()
        .iter()
        .filter(|column| column.totals)
        .map(|column| column.key)
        .collect();
    let mut sums: Sums = keys
        .iter()
        .map(|key| ((*key).to_owned(), Decimal::ZERO))
        .collect();
    let mut rows = 0;
    for record in reader.records() {
        rows += 1;
        for (key, cell) in keys.iter().zip(&record.unwrap()) {
            *sums.get_mut(*key).unwrap() += cell.parse::<Decimal>().unwrap();
        }
    }
    (rows, sums)
}

#[tokio::test]
async fn totals_equal_the_sum_of_the_export_for_every_query_and_role() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let manager = app.as_role(FirmUserType::OfficeManager).await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let supports =
        json!({ "firm_id": 1, "user_key": manager.user_key, "professional_key": advisor.user_key });
    app.insert("firm_assignment_support", supports).await;
    for (list, table, line) in [
        (ListName::Policies, "policy", 1),
        (ListName::Annuities, "annuity", 2),
    ] {
        fill(&app, list, 80).await;
        app.execute(&format!(
            "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
             SELECT 1, uuid, '{}', {line}, 1, 'Agent', 1 FROM {table} WHERE number_key < 'N' OR uuid::text < '8'",
            agent.uuid
        ))
        .await;
        app.execute(&format!(
            "UPDATE {table} SET deleted_at = now() WHERE status = 'Terminated'"
        ))
        .await;
    }
    let mut picks = Picks(5);
    let mut seen_rows = 0;
    for round in 0..24 {
        let (list, report_type, count) = if round % 3 == 0 {
            (ListName::Annuities, 3, "annuityCount")
        } else {
            (ListName::Policies, 1, "policyCount")
        };
        let owner = if round % 2 == 0 { &admin } else { &advisor };
        let saved = report(
            owner,
            report_type,
            &format!("R {round}"),
            random_query(&mut picks, list),
        )
        .await;
        let readers: Vec<&Client> = [&admin, &advisor, &manager, &outside]
            .into_iter()
            .filter(|client| client.user_key != owner.user_key)
            .collect();
        share(owner, &saved, &readers).await;
        for reader in [&admin, &advisor, &manager] {
            let counted = totals(reader, &saved).await["totals"].clone();
            let (rows, file) = export_sums(reader, &saved, list).await;
            assert_eq!(counted[count], rows, "{saved}");
            assert_eq!(sums(&counted), file, "{saved}");
            seen_rows += rows;
        }
        // A trusted advisor sees the rows and sums of the report's owner.
        let query = json!({ "reportUuid": saved["uuid"], "limit": { "rowCount": 500 },
            "selectColumns": saved["query"]["selectColumns"] });
        let shared_path = search_path(list);
        let page = outside.post(&shared_path, query.clone()).await.ok();
        let (rows, file) = export_sums(owner, &saved, list).await;
        assert_eq!(page["totalRecords"], rows, "{saved}");
        let counted = outside
            .post(shared_path.replace("search", "totals"), query)
            .await
            .ok();
        let mut counted = sums(&counted);
        counted.retain(|key, _| file.contains_key(key));
        assert_eq!(counted, file, "{saved}");
    }
    assert!(seen_rows > 300, "too few matching rows: {seen_rows}");
}

/// A contract shared by two contacts of the report counts once.
#[tokio::test]
async fn counts_a_contract_of_two_contacts_once() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let (first, second) = (
        app.owner("Olga Holt").insert().await,
        app.owner("Otto Holt").insert().await,
    );
    let shared = app.policy("P-1").with("death_benefit", "10.10").insert().await;
    let single = app.policy("P-2").with("death_benefit", "0.01").insert().await;
    let annuity = app.annuity("A-1").with("contract_value", "5.00").insert().await;
    for contract in [&shared, &annuity] {
        app.link(contract, &first).await;
        app.link(contract, &second).await;
        // A second role of the same contact.
        app.link_as(contract, &first, 2).await;
        app.link(contract, &agent).await;
    }
    app.link(&single, &second).await;
    let holts = json!({ "searchText": "holt" });
    let saved = report(&admin, 6, "Holts", holts).await;
    share(&admin, &saved, &[&advisor]).await;
    for (reader, policies, death) in [(&admin, 2, "10.11"), (&advisor, 1, "10.10")] {
        let counted = totals(reader, &saved).await["totals"].clone();
        assert_eq!(
            [
                &counted["policyCount"],
                &counted["deathBenefit"],
                &counted["annuityCount"],
                &counted["contractValue"]
            ],
            [&json!(policies), &json!(death), &json!(1), &json!("5.00")]
        );
    }
}
