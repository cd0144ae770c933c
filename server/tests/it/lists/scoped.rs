//! Counts and sums cover only contracts visible to the viewer: in rows, sort orders, filters, totals and
//! exports.

use super::book::Picks;
use crate::contacts::{KINDS, resource};
use crate::support::{CARRIER, Client, FIRM, TestApp};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use shared::contact::{ContactKind, Totals};
use shared::permission::FirmUserType;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// JSON names of a contact's ten totals.
pub const TOTALS: [&str; 10] = [
    "policyCount",
    "deathBenefit",
    "annualizedPremium",
    "policyCashValue",
    "policySurrenderValue",
    "annuityCount",
    "contractValue",
    "premiumsPaid",
    "annuityCashValue",
    "annuitySurrenderValue",
];

/// A random book: contacts, contracts with their values, links between them, and the agents.
pub struct Book {
    pub contacts: Vec<(ContactKind, Uuid)>,
    pub contracts: BTreeMap<Uuid, Totals>,
    pub links: Vec<(Uuid, Uuid)>,
    pub agents: Vec<Uuid>,
}

fn cents(picks: &mut Picks) -> Decimal {
    Decimal::new(i64::try_from(picks.number(90_000_000)).unwrap(), 2)
}

pub async fn random_book(app: &TestApp, picks: &mut Picks) -> Book {
    let counts = [
        (ContactKind::Agent, 9),
        (ContactKind::Owner, 24),
        (ContactKind::Insured, 24),
    ];
    let contacts: Vec<(ContactKind, Uuid)> = counts
        .into_iter()
        .flat_map(|(kind, count)| (0..count).map(move |_| (kind, Uuid::now_v7())))
        .collect();
    let rows = contacts.iter().enumerate().map(|(i, (kind, uuid))| {
        json!({ "firm_id": FIRM, "uuid": uuid, "kind": *kind as i16, "display_name": format!("Name {i:02}"),
                "owner_type": (*kind == ContactKind::Owner).then_some(1) })
    });
    app.insert_all("contact", rows.collect()).await;

    let mut book = Book {
        agents: contacts
            .iter()
            .filter(|(kind, _)| *kind == ContactKind::Agent)
            .map(|(_, uuid)| *uuid)
            .collect(),
        contacts,
        contracts: BTreeMap::new(),
        links: Vec::new(),
    };
    let (mut policies, mut annuities, mut parties) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..70 {
        let uuid = Uuid::now_v7();
        let values: [Decimal; 4] = std::array::from_fn(|_| cents(picks));
        let [a, b, c, d] = values;
        let is_policy = picks.number(3) > 0;
        let deleted = (picks.number(9) == 0).then_some("2026-01-01T00:00:00Z");
        let mut row = json!({ "firm_id": FIRM, "uuid": uuid, "carrier_uuid": CARRIER, "carrier_name": "Cedar Life",
            "status": "InForce", "cash_value": c, "surrender_value": d, "deleted_at": deleted });
        let worth = if is_policy {
            row["policy_number"] = json!(format!("P{i}"));
            row["product_type"] = json!("Term");
            row["death_benefit"] = json!(a);
            row["annualized_premium"] = json!(b);
            policies.push(row);
            Totals {
                policy_count: 1,
                death_benefit: a,
                annualized_premium: b,
                policy_cash_value: c,
                policy_surrender_value: d,
                ..Totals::default()
            }
        } else {
            row["contract_number"] = json!(format!("A{i}"));
            row["product_type"] = json!("FixedDeferred");
            row["contract_value"] = json!(a);
            row["premiums_paid"] = json!(b);
            annuities.push(row);
            Totals {
                annuity_count: 1,
                contract_value: a,
                premiums_paid: b,
                annuity_cash_value: c,
                annuity_surrender_value: d,
                ..Totals::default()
            }
        };
        if deleted.is_none() {
            book.contracts.insert(uuid, worth);
        }
        let mut linked = BTreeSet::new();
        for _ in 0..picks.number(7) {
            let (kind, contact) = book.contacts[picks.number(book.contacts.len())];
            let (type_id, is_gone) = (picks.number(2), picks.number(6) == 0);
            // A contact in two roles of the same contract counts once.
            if linked.insert((contact, type_id)) {
                parties.push(
                    json!({ "firm_id": FIRM, "contract_uuid": uuid, "contact_uuid": contact,
                    "line": if is_policy { 1 } else { 2 }, "kind": kind as i16, "role": format!("{kind:?}"),
                    "type_id": type_id, "deleted_at": is_gone.then_some("2026-01-01T00:00:00Z") }),
                );
                if !is_gone {
                    book.links.push((uuid, contact));
                }
            }
        }
    }
    app.insert_all("policy", policies).await;
    app.insert_all("annuity", annuities).await;
    app.insert_all("contract_party", parties).await;
    book
}

impl Book {
    /// Returns the contracts visible to a viewer with these agents.
    pub fn seen_by(&self, agents: &[Uuid]) -> BTreeSet<Uuid> {
        self.links
            .iter()
            .filter(|(_, contact)| agents.contains(contact))
            .map(|(contract, _)| *contract)
            .collect()
    }

    pub fn sum<'a>(&self, contracts: impl IntoIterator<Item = &'a Uuid>) -> Totals {
        let worth = contracts
            .into_iter()
            .filter_map(|contract| self.contracts.get(contract));
        worth.fold(Totals::default(), |sum, worth| Totals {
            policy_count: sum.policy_count + worth.policy_count,
            death_benefit: sum.death_benefit + worth.death_benefit,
            annualized_premium: sum.annualized_premium + worth.annualized_premium,
            policy_cash_value: sum.policy_cash_value + worth.policy_cash_value,
            policy_surrender_value: sum.policy_surrender_value + worth.policy_surrender_value,
            annuity_count: sum.annuity_count + worth.annuity_count,
            contract_value: sum.contract_value + worth.contract_value,
            premiums_paid: sum.premiums_paid + worth.premiums_paid,
            annuity_cash_value: sum.annuity_cash_value + worth.annuity_cash_value,
            annuity_surrender_value: sum.annuity_surrender_value + worth.annuity_surrender_value,
        })
    }

    /// Returns the contacts of a kind that a viewer with these agents can see, with sums over the visible contracts.
    fn expected(&self, kind: ContactKind, agents: &[Uuid]) -> BTreeMap<Uuid, Totals> {
        let seen = self.seen_by(agents);
        let of = |uuid: Uuid| -> BTreeSet<Uuid> {
            let links = self
                .links
                .iter()
                .filter(|(contract, contact)| *contact == uuid && seen.contains(contract));
            links.map(|(contract, _)| *contract).collect()
        };
        let visible = self.contacts.iter().filter(|(of_kind, uuid)| {
            *of_kind == kind
                && if kind == ContactKind::Agent {
                    agents.contains(uuid)
                } else {
                    !of(*uuid).is_empty()
                }
        });
        visible.map(|(_, uuid)| (*uuid, self.sum(&of(*uuid)))).collect()
    }
}

pub fn shown(totals: &Totals) -> Value {
    let value = json!(totals);
    // Normalizes trailing zeros, which differ between a stored value and a sum.
    Value::Array(TOTALS.iter().map(|key| plain(&value[*key])).collect())
}

pub fn plain(value: &Value) -> Value {
    match value.as_str() {
        Some(amount) => json!(amount.parse::<Decimal>().unwrap().normalize().to_string()),
        None => value.clone(),
    }
}

pub fn uuid_of(row: &Value) -> Uuid {
    row["uuid"].as_str().unwrap().parse().unwrap()
}

/// Reads all rows of a query page by page.
pub async fn rows(client: &Client, path: &str, query: Value) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let mut body = query.clone();
        body["limit"] = json!({ "offset": rows.len(), "rowCount": 15, "after": cursor });
        let page = client.post(path, body).await.ok();
        let items = page["items"].as_array().unwrap().clone();
        if items.is_empty() {
            assert_eq!(page["totalRecords"], rows.len());
            return rows;
        }
        rows.extend(items);
        cursor = page["cursor"].clone();
    }
}

async fn assert_sums(client: &Client, book: &Book, agents: &[Uuid], picks: &mut Picks) {
    for kind in KINDS {
        let resource = resource(kind);
        let search = format!("/{resource}/search");
        let expected = book.expected(kind, agents);
        let of_row = |row: &Value| Value::Array(TOTALS.iter().map(|key| plain(&row[*key])).collect());

        // The list, in its default order and sorted by each total.
        let all = rows(client, &search, json!({ "selectColumns": TOTALS })).await;
        let listed: BTreeMap<Uuid, Value> = all.iter().map(|row| (uuid_of(row), of_row(row))).collect();
        let wanted: BTreeMap<Uuid, Value> =
            expected.iter().map(|(uuid, sums)| (*uuid, shown(sums))).collect();
        assert_eq!(listed, wanted, "{kind:?}");
        for (i, key) in TOTALS.into_iter().enumerate() {
            let number = |totals: &Totals| -> Decimal {
                let value = json!(totals)[key].clone();
                value.as_str().map_or_else(
                    || Decimal::from(value.as_i64().unwrap_or_default()),
                    |text| text.parse().unwrap(),
                )
            };
            let direction = ["asc", "desc"][i % 2];
            let sort = json!([{ "column": key, "direction": direction }]);
            let sorted = rows(
                client,
                &search,
                json!({ "selectColumns": ["name"], "sort": sort }),
            )
            .await;
            let values: Vec<Decimal> = sorted
                .iter()
                .map(|row| number(&expected[&uuid_of(row)]))
                .collect();
            assert_eq!(values.len(), expected.len());
            assert!(
                values.is_sorted_by(|a, b| if direction == "asc" { a <= b } else { a >= b }),
                "{kind:?} {key} {direction}: {values:?}"
            );

            // A filter on one of the values.
            let Some(bar) = expected
                .values()
                .nth(picks.number(expected.len().max(1)))
                .map(number)
            else {
                continue;
            };
            let value = if key.ends_with("Count") {
                json!(bar.to_string().parse::<i64>().unwrap())
            } else {
                json!(bar.to_string())
            };
            let filter = json!([{ "column": key, "op": "gte", "value": value }]);
            let query = json!({ "filter": filter, "selectColumns": ["name", key], "sort": sort });
            let filtered: BTreeSet<Uuid> = rows(client, &search, query).await.iter().map(uuid_of).collect();
            let above: BTreeSet<Uuid> = expected
                .iter()
                .filter(|(_, sums)| number(sums) >= bar)
                .map(|(uuid, _)| *uuid)
                .collect();
            assert_eq!(filtered, above, "{kind:?} {key} >= {bar}");

            // Totals of the filtered list count each contract once.
            let seen = book.seen_by(agents);
            let contracts: BTreeSet<Uuid> = book
                .links
                .iter()
                .filter(|(contract, contact)| seen.contains(contract) && above.contains(contact))
                .map(|(contract, _)| *contract)
                .collect();
            let totals = client
                .post(format!("/{resource}/totals"), json!({ "filter": filter }))
                .await
                .ok();
            assert_eq!(
                of_row(&totals),
                shown(&book.sum(&contracts)),
                "{kind:?} {key} >= {bar}"
            );
        }

        // Single records and the export.
        for (uuid, sums) in &expected {
            let record = client
                .get(format!("/{resource}/{}/{uuid}", kind.noun()))
                .await
                .ok();
            assert_eq!(of_row(&record["totals"]), shown(sums), "{kind:?}");
        }
        let export = client
            .post(format!("/{resource}/export"), json!({ "selectColumns": TOTALS }))
            .await;
        if export.status != 403 {
            let lines = |text: &str| -> Vec<Vec<String>> {
                let line = |line: &str| {
                    line.split(',')
                        .take(TOTALS.len())
                        .map(|cell| plain(&json!(cell)).as_str().unwrap().to_owned())
                        .collect()
                };
                text.lines().skip(1).map(line).collect()
            };
            let mut exported = lines(&export.text());
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let mut wanted: Vec<Vec<String>> = wanted
                .values()
                .map(|row| row.as_array().unwrap().iter().map(text).collect())
                .collect();
            exported.sort();
            wanted.sort();
            assert_eq!(exported, wanted, "{kind:?}");
        }
    }
}

#[tokio::test]
async fn sums_cover_exactly_the_contracts_visible_to_the_viewer() {
    for seed in [1, 2] {
        let app = TestApp::new().await;
        let mut picks = Picks(seed);
        let book = random_book(&app, &mut picks).await;
        let block: Vec<Uuid> = book
            .agents
            .iter()
            .copied()
            .filter(|_| picks.number(3) == 0)
            .collect();
        let (advisor, manager, outside) = (
            app.advisor().await,
            app.as_role(FirmUserType::OfficeManager).await,
            app.as_role(FirmUserType::TrustedAdvisor).await,
        );
        for agent in &block {
            for user in [&advisor, &outside] {
                let row = json!({ "firm_id": FIRM, "user_key": user.user_key, "agent_uuid": agent });
                app.insert("firm_assignment_agent", row).await;
            }
        }
        let support =
            json!({ "firm_id": FIRM, "user_key": manager.user_key, "professional_key": advisor.user_key });
        app.insert("firm_assignment_support", support).await;
        assert_sums(&advisor, &book, &block, &mut picks).await;
        assert_sums(&manager, &book, &block, &mut picks).await;
        assert_sums(&outside, &book, &[], &mut picks).await;
    }
}

#[tokio::test]
async fn firm_wide_viewer_gets_the_maintained_totals() {
    let app = TestApp::new().await;
    let mut picks = Picks(4);
    let book = random_book(&app, &mut picks).await;
    let admin = app.admin().await;
    for (kind, uuid) in &book.contacts {
        let record = admin
            .get(format!("/{}/{}/{uuid}", resource(*kind), kind.noun()))
            .await
            .ok();
        let own: BTreeSet<Uuid> = book
            .links
            .iter()
            .filter(|(_, contact)| contact == uuid)
            .map(|(contract, _)| *contract)
            .collect();
        let totals = TOTALS.iter().map(|key| plain(&record["totals"][*key])).collect();
        assert_eq!(Value::Array(totals), shown(&book.sum(&own)));
    }
}

#[tokio::test]
async fn contact_created_by_the_viewer_counts_no_contracts_outside_the_scope() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let (agent, policy) = (
        app.agent("Ada Lee").insert().await,
        app.policy("P-1").with("death_benefit", "70.00").insert().await,
    );
    let owner = app
        .owner("Ola Bright")
        .with("created_by", advisor.user_key.clone())
        .insert()
        .await;
    app.link(&policy, &agent).await;
    app.link(&policy, &owner).await;
    let record = advisor.get(format!("/FirmOwner/owner/{}", owner.uuid)).await.ok();
    assert_eq!(
        (
            &record["totals"]["policyCount"],
            &record["totals"]["deathBenefit"]
        ),
        (&json!(0), &json!("0.00"))
    );
    let query = json!({ "selectColumns": ["policyCount", "deathBenefit"],
                        "sort": [{ "column": "deathBenefit", "direction": "desc" }] });
    for body in [json!({ "selectColumns": ["policyCount", "deathBenefit"] }), query] {
        let page = advisor.post("/FirmOwner/search", body).await.ok();
        assert_eq!(
            page["items"],
            json!([{ "uuid": owner.uuid, "policyCount": 0, "deathBenefit": "0.00" }])
        );
    }
}
