//! Totals maintained by triggers: counts and sums of contacts and lists that count each contract once.

use super::book::search_path;
use crate::support::{Client, FIRM, Row, TestApp};
use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::list::ListName;

/// Selects all maintained values of a firm as JSON.
const KEPT: &str = "SELECT jsonb_build_object(
  'contacts', (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.uuid) FROM (
     SELECT uuid, kind, deleted_at, policy_count, death_benefit, annualized_premium, policy_cash_value, policy_surrender_value,
       annuity_count, contract_value, premiums_paid, annuity_cash_value, annuity_surrender_value
     FROM contact_total WHERE firm_id = 1) c),
  'policies', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.uuid) FROM (
     SELECT uuid, party_kinds, insured_name, owner_name, agent_name FROM policy WHERE firm_id = 1) p),
  'annuities', (SELECT jsonb_agg(to_jsonb(a) ORDER BY a.uuid) FROM (
     SELECT uuid, party_kinds, annuitant_name, owner_name, agent_name FROM annuity WHERE firm_id = 1) a),
  'lists', (SELECT jsonb_object_agg(l.list, to_jsonb(l) - 'list') FROM (
     SELECT list, sum(row_count) AS row_count, sum(policy_count) AS policy_count, sum(death_benefit) AS death_benefit,
       sum(annualized_premium) AS annualized_premium, sum(policy_cash_value) AS policy_cash_value,
       sum(policy_surrender_value) AS policy_surrender_value, sum(annuity_count) AS annuity_count,
       sum(contract_value) AS contract_value, sum(premiums_paid) AS premiums_paid,
       sum(annuity_cash_value) AS annuity_cash_value, sum(annuity_surrender_value) AS annuity_surrender_value
     FROM firm_list_total WHERE firm_id = 1 GROUP BY list) l
     WHERE to_jsonb(l) - 'list' <> '{\"row_count\": 0, \"policy_count\": 0,
       \"death_benefit\": 0.00, \"annualized_premium\": 0.00, \"policy_cash_value\": 0.00,
       \"policy_surrender_value\": 0.00, \"annuity_count\": 0, \"contract_value\": 0.00, \"premiums_paid\": 0.00,
       \"annuity_cash_value\": 0.00, \"annuity_surrender_value\": 0.00}'::jsonb))";

/// Checks that the maintained values equal a full recomputation.
async fn assert_totals_correct(app: &TestApp) {
    let kept: Value = serde_json::from_str(&app.text(KEPT).await.unwrap()).unwrap();
    app.execute(&format!("SELECT firmbook_refresh_firm({FIRM})"))
        .await;
    let counted: Value = serde_json::from_str(&app.text(KEPT).await.unwrap()).unwrap();
    assert_eq!(kept, counted);
}

struct Book {
    agents: Vec<Row>,
    owners: Vec<Row>,
    insureds: Vec<Row>,
    contracts: Vec<Row>,
}

async fn book(app: &TestApp, size: usize) -> Book {
    let mut book = Book {
        agents: vec![],
        owners: vec![],
        insureds: vec![],
        contracts: vec![],
    };
    for i in 0..size {
        book.agents
            .push(app.agent(&format!("Ada{i} Agent")).insert().await);
        book.owners
            .push(app.owner(&format!("Bo{i} Owner")).insert().await);
        book.insureds
            .push(app.insured(&format!("Cy{i} Insured")).insert().await);
        let policy = app
            .policy(&format!("P-{i}"))
            .with("status", if i % 2 == 0 { "Lapsed" } else { "InForce" });
        let policy = policy
            .with("death_benefit", format!("{}.01", 100 * i))
            .with("cash_value", "1.10")
            .insert()
            .await;
        let annuity = app
            .annuity(&format!("A-{i}"))
            .with("contract_value", format!("{}.99", 10 * i))
            .insert()
            .await;
        book.contracts.extend([policy, annuity]);
    }
    book
}

async fn attach(client: &Client, contract: &Row, agent: &Row, type_id: usize) -> u16 {
    let path = format!("/FirmAgent/{FIRM}/policy/{}/type/{type_id}", contract.uuid);
    client
        .put(path, json!({ "uuid": agent.uuid }))
        .await
        .status
        .as_u16()
}

#[tokio::test]
async fn counts_all_concurrent_attachments() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let book = book(&app, 8).await;
    // Attaches one agent to every contract and, concurrently, every agent to one contract.
    let one = book
        .contracts
        .iter()
        .map(|contract| attach(&admin, contract, &book.agents[0], 1));
    let other = book
        .agents
        .iter()
        .map(|agent| attach(&admin, &book.contracts[0], agent, 2));
    let statuses = join_all(one.chain(other).collect::<Vec<_>>()).await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    let agent = admin
        .get(format!("/FirmAgent/agent/{}", book.agents[0].uuid))
        .await
        .ok();
    assert_eq!(
        (&agent["totals"]["policyCount"], &agent["totals"]["annuityCount"]),
        (&json!(8), &json!(8))
    );
    assert_totals_correct(&app).await;
}

/// These changes affect no list count, so that only row locks serialize them.
#[tokio::test]
async fn counts_all_concurrent_attachments_of_second_agents() {
    let app = TestApp::with(|config, _| config.pool_size = 12).await;
    let admin = app.admin().await;
    let book = book(&app, 12).await;
    for contract in &book.contracts {
        app.link(contract, &book.agents[11]).await;
    }
    for agent in &book.agents[..3] {
        let statuses = join_all(
            book.contracts
                .iter()
                .map(|contract| attach(&admin, contract, agent, 2)),
        )
        .await;
        assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
        let agent = admin.get(format!("/FirmAgent/agent/{}", agent.uuid)).await.ok();
        assert_eq!(
            (&agent["totals"]["policyCount"], &agent["totals"]["annuityCount"]),
            (&json!(12), &json!(12))
        );
    }
    let statuses = join_all(
        book.agents[3..11]
            .iter()
            .map(|agent| attach(&admin, &book.contracts[0], agent, 3)),
    )
    .await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    assert_totals_correct(&app).await;
}

#[tokio::test]
async fn totals_stay_correct_under_concurrent_changes_of_every_kind() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let book = book(&app, 6).await;
    for (i, contract) in book.contracts.iter().enumerate() {
        app.link(contract, &book.agents[i % 6]).await;
        app.link(contract, &book.owners[i % 5]).await;
        app.link(contract, &book.insureds[i % 4]).await;
    }
    assert_totals_correct(&app).await;
    let step = async |i: usize| {
        let (agent, other) = (&book.agents[i % 6], &book.agents[(i + 1) % 6]);
        let contract = &book.contracts[(i * 5) % 12];
        let reply = match i % 7 {
            0 => {
                let path = format!("/FirmAgent/{FIRM}/policy/{}/type/{}", contract.uuid, 1 + i % 5);
                admin.put(path, json!({ "uuid": agent.uuid })).await
            }
            1 => {
                admin
                    .delete(format!(
                        "/FirmAgent/{FIRM}/policy/{}/contact/{}",
                        contract.uuid, agent.uuid
                    ))
                    .await
            }
            2 => {
                admin
                    .delete(format!(
                        "/FirmAgent/{FIRM}/agent/{}?reassignTo={}",
                        agent.uuid, other.uuid
                    ))
                    .await
            }
            3 => {
                admin
                    .post(
                        format!("/FirmAgent/{FIRM}/agent/{}/restore", agent.uuid),
                        json!({}),
                    )
                    .await
            }
            4 => {
                let body = json!({ "person": { "firstName": format!("New{i}"), "lastName": "Lee" } });
                admin
                    .post(format!("/FirmAgent/{FIRM}?policyUuid={}", contract.uuid), body)
                    .await
            }
            5 => {
                let policy = &book.contracts[(i * 2) % 12];
                let read = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
                let mut contract = read["contract"].clone();
                contract["policyCashValue"] = json!(format!("{i}.07"));
                contract["deathBenefit"] = json!(format!("{}.00", 1000 + i));
                let body = json!({ "contract": contract, "version": read["version"] });
                admin.post(format!("/allpolicy/{}", policy.uuid), body).await
            }
            _ => {
                let read = admin
                    .get(format!("/FirmOwner/owner/{}", book.owners[i % 6].uuid))
                    .await
                    .ok();
                let mut person = read["person"].clone();
                person["lastName"] = json!(format!("Renamed{i}"));
                let body = json!({ "person": person, "version": read["version"] });
                admin
                    .post(
                        format!("/FirmOwner/{FIRM}/owner/{}", book.owners[i % 6].uuid),
                        body,
                    )
                    .await
            }
        };
        assert!(
            reply.status.as_u16() < 500,
            "step {i}: {} {}",
            reply.status,
            reply.text()
        );
    };
    for round in 0..14 {
        join_all((0..12).map(|i| step(round * 12 + i))).await;
        assert_totals_correct(&app).await;
    }
    let changed = "SELECT count(*) FROM policy WHERE death_benefit >= 1000";
    assert!(app.number(changed).await > 0, "no value was changed");
}

/// The new agent gets one restored link and one new link.
#[tokio::test]
async fn reassigned_contracts_count_once_for_the_new_agent() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let book = book(&app, 2).await;
    let (contract, from, to) = (&book.contracts[0], &book.agents[0], &book.agents[1]);
    for (agent, type_id) in [(to, 2), (from, 1), (from, 2)] {
        assert_eq!(attach(&admin, contract, agent, type_id).await, 200);
    }
    let link = format!("/FirmAgent/{FIRM}/policy/{}/contact/{}", contract.uuid, to.uuid);
    assert_eq!(admin.delete(link).await.status.as_u16(), 204);
    let deletion = format!("/FirmAgent/{FIRM}/agent/{}?reassignTo={}", from.uuid, to.uuid);
    assert_eq!(admin.delete(deletion).await.status.as_u16(), 204);
    let agent = admin.get(format!("/FirmAgent/agent/{}", to.uuid)).await.ok();
    assert_eq!(agent["totals"]["policyCount"], json!(1));
    assert_totals_correct(&app).await;
}

/// PostgreSQL keeps trigger plans that were made for statements of one row.
#[tokio::test]
async fn totals_follow_one_statement_that_changes_many_contracts_and_contacts() {
    let app = TestApp::new().await;
    let agent = app.agent("Ada Lee").insert().await;
    let policy = app.policy("P-0").insert().await;
    app.link(&policy, &agent).await;
    for statement in [
        "UPDATE policy SET cash_value = 1",
        "UPDATE contact SET email = 'a@example.com'",
        "INSERT INTO contact (firm_id, uuid, kind, display_name)
           SELECT 1, gen_random_uuid(), 2, 'Owner ' || i FROM generate_series(1, 3000) i",
        "INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status)
           SELECT 1, gen_random_uuid(), 'Q-' || i, carrier_uuid, carrier_name, product_type, status
           FROM policy, generate_series(1, 3000) i WHERE policy_number = 'P-0'",
        "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
           SELECT 1, p.uuid, c.uuid, 1, 2, 'Owner', 1
           FROM (SELECT uuid, row_number() OVER (ORDER BY uuid) n FROM policy) p
           JOIN (SELECT uuid, row_number() OVER (ORDER BY uuid) n FROM contact WHERE kind = 2) c USING (n)",
        "UPDATE policy SET cash_value = cash_value + 1.01, death_benefit = 5",
        "UPDATE contact SET display_name = display_name || ' II' WHERE kind = 2",
        "UPDATE contract_party SET deleted_at = now() WHERE kind = 2",
    ] {
        app.execute(statement).await;
        // Replaces autovacuum. Without new statistics, the kept plans scan whole tables, which were small at first.
        app.execute("ANALYZE contact, policy, contract_party").await;
        assert_totals_correct(&app).await;
    }
}

#[tokio::test]
async fn totals_follow_changes_and_deletions_of_contracts() {
    let app = TestApp::new().await;
    let book = book(&app, 4).await;
    for (i, contract) in book.contracts.iter().enumerate() {
        app.link(contract, &book.agents[i % 4]).await;
        app.link_as(contract, &book.agents[i % 4], 2).await;
        app.link(contract, &book.owners[0]).await;
    }
    for change in [
        "UPDATE policy SET death_benefit = death_benefit + 0.99, annualized_premium = 12.5",
        "UPDATE annuity SET contract_value = contract_value * 2, premiums_paid = 3, surrender_value = 1",
        "UPDATE policy SET deleted_at = now() WHERE policy_number = 'P-1'",
        "UPDATE policy SET deleted_at = NULL, cash_value = 9 WHERE policy_number = 'P-1'",
        "DELETE FROM contract_party WHERE type_id = 2",
        "DELETE FROM contract_party WHERE line = 2",
        "DELETE FROM annuity",
        "UPDATE contact SET deleted_at = now() WHERE kind = 2",
    ] {
        app.execute(change).await;
        assert_totals_correct(&app).await;
    }
}

#[tokio::test]
async fn totals_count_each_contract_once() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (one, two) = (
        app.owner("Ada Lee").insert().await,
        app.owner("Bo Lee").insert().await,
    );
    let other = app.owner("Cy Moore").insert().await;
    let joint = app
        .policy("P-1")
        .with("death_benefit", "100.01")
        .with("annualized_premium", "7.00")
        .insert()
        .await;
    let single = app
        .policy("P-2")
        .with("death_benefit", "20.02")
        .with("surrender_value", "3.00")
        .insert()
        .await;
    let theirs = app.policy("P-3").with("death_benefit", "9000.00").insert().await;
    let annuity = app
        .annuity("A-1")
        .with("contract_value", "50.50")
        .with("premiums_paid", "40.00")
        .insert()
        .await;
    for (contract, owner) in [
        (&joint, &one),
        (&joint, &two),
        (&single, &two),
        (&theirs, &other),
        (&annuity, &one),
        (&annuity, &two),
    ] {
        app.link(contract, owner).await;
    }
    app.link_as(&joint, &one, 2).await;
    // A contract without owners does not count in the owner list.
    app.policy("P-4")
        .with("death_benefit", "500000.00")
        .insert()
        .await;

    let expected = json!({ "policyCount": 2, "deathBenefit": "120.03", "annualizedPremium": "7.00",
        "policyCashValue": "0.00", "policySurrenderValue": "3.00", "annuityCount": 1, "contractValue": "50.50",
        "premiumsPaid": "40.00", "annuityCashValue": "0.00", "annuitySurrenderValue": "0.00" });
    for question in [
        json!({ "searchText": "lee" }),
        json!({ "filter": [{ "column": "lastName", "op": "eq", "value": "LEE" }] }),
        json!({ "filter": [{ "column": "lastName", "op": "eq", "value": "lee" }], "limit": { "rowCount": 1 } }),
    ] {
        assert_eq!(admin.post("/FirmOwner/totals", question).await.ok(), expected);
    }
    let all = admin.post("/FirmOwner/totals", json!({})).await.ok();
    assert_eq!(
        (&all["policyCount"], &all["deathBenefit"]),
        (&json!(3), &json!("9120.03"))
    );
    let nobody = admin
        .post("/FirmOwner/totals", json!({ "searchText": "nobody" }))
        .await
        .ok();
    assert_eq!(
        (&nobody["policyCount"], &nobody["contractValue"]),
        (&json!(0), &json!("0"))
    );
    let bad = json!({ "searchText": "x".repeat(201) });
    admin
        .post("/FirmOwner/totals", bad)
        .await
        .invalid("searchText", "length");
    let first = admin.post(search_path(ListName::Owners), json!({})).await.ok();
    assert_eq!(first["items"][0]["deathBenefit"], "100.01");
}
