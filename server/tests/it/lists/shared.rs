//! A trusted advisor sees only the rows of shared reports that grant access to records, in lists, totals,
//! records and quick search. `outside` tests shares that grant less.

use super::book::{Picks, search_path};
use super::scoped::{TOTALS, plain, random_book, rows, shown, uuid_of};
use crate::contacts::resource;
use crate::reports::{report, share_records};
use crate::support::{FIRM, TestApp};
use serde_json::{Value, json};
use shared::list::ListName;
use shared::permission::FirmUserType;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

const LISTS: [(ListName, u8); 5] = [
    (ListName::Policies, 1),
    (ListName::Annuities, 3),
    (ListName::Agents, 4),
    (ListName::Insureds, 5),
    (ListName::Owners, 6),
];

fn at_least(column: &str, value: impl Into<Value>) -> Value {
    json!({ "filter": [{ "column": column, "op": "gte", "value": value.into() }] })
}

#[tokio::test]
async fn shared_reports_give_the_same_rows_everywhere() {
    let app = TestApp::new().await;
    let mut picks = Picks(7);
    let book = random_book(&app, &mut picks).await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    let agents = &book.agents[..3];
    for agent in agents {
        let row = json!({ "firm_id": FIRM, "user_key": advisor.user_key, "agent_uuid": agent });
        app.insert("firm_assignment_agent", row).await;
    }
    let mut seen: BTreeMap<&str, BTreeSet<Uuid>> = BTreeMap::new();
    let mut seen_by_admin: BTreeSet<Uuid> = BTreeSet::new();
    for (owner, report_type, query) in [
        (&admin, 1, at_least("deathBenefit", "500000.00")),
        (&advisor, 1, at_least("policyCashValue", "300000.00")),
        (&advisor, 3, json!({})),
        (&advisor, 4, json!({})),
        (&admin, 5, at_least("annuityCount", 1)),
        (&admin, 6, json!({ "searchText": "name 1" })),
        // Filters on sums that depend on the owner's scope.
        (&advisor, 6, at_least("deathBenefit", "1.00")),
    ] {
        let (list, _) = LISTS
            .into_iter()
            .find(|(_, number)| *number == report_type)
            .unwrap();
        let name = format!("Report of {}", seen.len() + usize::from(report_type) * 10);
        let name = format!("{name} {query}").chars().take(80).collect::<String>();
        let saved = report(owner, report_type, &name, query).await;
        share_records(owner, &saved, &[&outside]).await;
        let shown = rows(owner, &search_path(list), json!({ "reportUuid": saved["uuid"] })).await;
        assert!(!shown.is_empty(), "{saved}");
        seen.entry(list.as_str())
            .or_default()
            .extend(shown.iter().map(uuid_of));
        if owner.user_key == admin.user_key {
            seen_by_admin.extend(shown.iter().map(uuid_of));
        }
    }

    let seen_by_advisor = book.seen_by(agents);
    let linked = |uuid: &Uuid| -> BTreeSet<Uuid> {
        let links = book.links.iter().filter(|(_, contact)| contact == uuid);
        links.map(|(contract, _)| *contract).collect()
    };
    // A contact's totals cover the contracts visible to the owner of a shared report that contains the contact.
    let counted = |uuid: &Uuid| match seen_by_admin.contains(uuid) {
        true => linked(uuid),
        false => linked(uuid).intersection(&seen_by_advisor).copied().collect(),
    };
    let contracts: BTreeSet<Uuid> = [ListName::Policies, ListName::Annuities]
        .iter()
        .flat_map(|list| seen[list.as_str()].iter().copied())
        .collect();
    for (list, _) in LISTS {
        let listed = rows(&outside, &search_path(list), json!({})).await;
        let listed: BTreeSet<Uuid> = listed.iter().map(uuid_of).collect();
        assert_eq!(listed, seen[list.as_str()], "{list:?}");
    }
    assert!(contracts.len() < book.contracts.len());

    for (kind, uuid) in &book.contacts {
        let list = ListName::of_contacts(*kind);
        let path = format!("/{}/{}/{uuid}", resource(*kind), kind.noun());
        let record = outside.get(&path).await;
        if !seen[list.as_str()].contains(uuid) {
            record.refused(404, "not_found");
            outside
                .get(format!("{path}/activity"))
                .await
                .refused(404, "not_found");
            outside
                .get(format!("{path}/documents"))
                .await
                .refused(404, "not_found");
            continue;
        }
        let own: BTreeSet<Uuid> = linked(uuid).intersection(&contracts).copied().collect();
        let of = |value: &Value| Value::Array(TOTALS.iter().map(|key| plain(&value[*key])).collect());
        assert_eq!(
            of(&record.ok()["totals"]),
            shown(&book.sum(&counted(uuid))),
            "{kind:?}"
        );
        outside.get(format!("{path}/activity")).await.ok();
        outside.get(format!("{path}/documents")).await.ok();
        let mut tabs = BTreeSet::new();
        for tab in ["Policies", "Contracts"] {
            let path = format!("/{}/{tab}/{uuid}", resource(*kind));
            tabs.extend(rows(&outside, &path, json!({})).await.iter().map(uuid_of));
        }
        assert_eq!(tabs, own, "{kind:?}");
    }
    for (uuid, worth) in &book.contracts {
        let path = match worth.policy_count {
            1 => format!("/allpolicy/{uuid}"),
            _ => format!("/allannuity/{uuid}"),
        };
        let record = outside.get(&path).await;
        let (group, number) = match worth.policy_count {
            1 => ("policies", "SELECT policy_number FROM policy"),
            _ => ("annuities", "SELECT contract_number FROM annuity"),
        };
        let number = app
            .text(&format!("{number} WHERE uuid = '{uuid}'"))
            .await
            .unwrap();
        let found = outside.get(format!("/QuickSearch?text={number}")).await.ok();
        let is_found = found[group]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["number"] == number);
        assert_eq!(is_found, contracts.contains(uuid), "{number}");
        if !is_found {
            record.refused(404, "not_found");
            outside
                .get(format!("{path}/activity"))
                .await
                .refused(404, "not_found");
            outside
                .get(format!("{path}/documents"))
                .await
                .refused(404, "not_found");
            continue;
        }
        for party in record.ok()["parties"].as_array().unwrap() {
            let list = [ListName::Agents, ListName::Owners, ListName::Insureds];
            let is_seen = list
                .iter()
                .any(|list| seen[list.as_str()].contains(&uuid_of(party)));
            assert_eq!(party["canOpen"], is_seen);
        }
        outside.get(format!("{path}/activity")).await.ok();
        outside.get(format!("{path}/documents")).await.ok();
    }

    // Totals of contact lists count each contract once, even if the list is filtered by a total.
    for list in [ListName::Agents, ListName::Owners, ListName::Insureds] {
        let path = search_path(list).replace("/search", "/totals");
        let all: BTreeSet<Uuid> = seen[list.as_str()].iter().flat_map(counted).collect();
        let of = |value: &Value| Value::Array(TOTALS.iter().map(|key| plain(&value[*key])).collect());
        for query in [json!({}), at_least("policyCount", 0)] {
            let sums = outside.post(&path, query).await.ok();
            assert_eq!(of(&sums), shown(&book.sum(&all)), "{list:?}");
        }
        let sort = json!({ "sort": [{ "column": "deathBenefit", "direction": "desc" }] });
        let sorted = rows(&outside, &search_path(list), sort).await;
        assert_eq!(sorted.len(), seen[list.as_str()].len());
    }
}
