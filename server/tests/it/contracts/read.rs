//! Reading a policy or an annuity.

use super::LINES;
use crate::support::{OTHER_FIRM, Row, TestApp, without_trace_id};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn contract(app: &TestApp, resource: &str, number: &str) -> Row {
    match resource {
        "allpolicy" => app.policy(number).insert().await,
        _ => app.annuity(number).insert().await,
    }
}

#[tokio::test]
async fn returns_a_policy_with_riders_parties_and_snapshots() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app
        .policy("AB-1")
        .with("death_benefit", "250000.00")
        .with("cash_value", "10.50")
        .with("issue_date", "2020-02-29")
        .with("loan_rate", "5.25")
        .with("is_tobacco", false)
        .with(
            "riders",
            json!([{ "type": "WaiverOfPremium" }, { "type": "NoLapseGuarantee", "until": "2090-01-01" }]),
        )
        .insert()
        .await;
    let (agent, insured) = (
        app.agent("Ada Agent").insert().await,
        app.insured("Ida Insured").insert().await,
    );
    app.link_as(&policy, &agent, 2).await;
    app.link(&policy, &insured).await;
    for (day, cash) in [("2024-12-31", "8.00"), ("2025-12-31", "9.00")] {
        let row = json!({ "firm_id": policy.firm, "contract_uuid": policy.uuid, "line": 1, "as_of": day,
                          "recorded_at": "2026-01-01T00:00:00Z", "source": "Feed", "cash_value": cash });
        app.insert("value_snapshot", row).await;
    }
    let record = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    let contract = &record["contract"];
    assert_eq!(contract["policyNumber"], "AB-1");
    assert_eq!(
        (&contract["deathBenefit"], &contract["policyCashValue"]),
        (&json!("250000.00"), &json!("10.50"))
    );
    assert_eq!(
        (
            &contract["issueDate"],
            &contract["loanRate"],
            &contract["isTobacco"]
        ),
        (&json!("2020-02-29"), &json!("5.2500"), &json!(false))
    );
    assert_eq!(record["carrier"]["name"], "Cedar Life");
    assert_eq!(record["riders"][1]["until"], "2090-01-01");
    let parties: Vec<_> = record["parties"]
        .as_array()
        .unwrap()
        .iter()
        .map(|party| {
            (
                party["name"].as_str().unwrap(),
                party["roleLabel"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        parties,
        [
            ("Agent, Ada", "Servicing Agent"),
            ("Insured, Ida", "Primary Insured")
        ]
    );
    let days: Vec<_> = record["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kept| &kept["asOf"])
        .collect();
    assert_eq!(days, ["2025-12-31", "2024-12-31"]);
    assert_eq!(record["values"][0]["values"]["cashValue"], "9.00");
}

#[tokio::test]
async fn returns_an_annuity_with_surrender_schedule_and_strategies() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let annuity = app
        .annuity("C-1")
        .with("surrender_schedule", json!(["7.0000", "6.5000"]))
        .with(
            "index_strategies",
            json!([{ "name": "Large companies", "cap": "5.5", "allocation": "60" }]),
        )
        .with(
            "riders",
            json!([{ "type": "GLWB", "benefitBase": "100.00", "activated": true }]),
        )
        .insert()
        .await;
    let record = admin.get(format!("/allannuity/{}", annuity.uuid)).await.ok();
    assert_eq!(
        record["contract"]["surrenderSchedule"],
        json!(["7.0000", "6.5000"])
    );
    assert_eq!(record["indexStrategies"][0]["cap"], "5.5");
    assert_eq!(record["riders"][0]["activated"], true);
}

#[tokio::test]
async fn contract_outside_the_scope_is_not_found() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let admin = app.admin().await;
    let (mine, other) = (
        app.agent("Mia Mine").insert().await,
        app.agent("Otto Other").insert().await,
    );
    app.give_block(&advisor, &[&mine]).await;
    for (resource, noun, _) in LINES {
        let (own, hidden) = (
            contract(&app, resource, "1").await,
            contract(&app, resource, "2").await,
        );
        app.link(&own, &mine).await;
        app.link_as(&own, &other, 3).await;
        app.link(&hidden, &other).await;
        let foreign = match resource {
            "allpolicy" => app.policy("3").of_firm(OTHER_FIRM).insert().await,
            _ => app.annuity("3").of_firm(OTHER_FIRM).insert().await,
        };
        let path = |uuid: Uuid| format!("/{resource}/{uuid}");
        let record = advisor.get(path(own.uuid)).await.ok();
        // The other agent is listed as a party but cannot be opened.
        let can_open = |record: &Value| {
            record["parties"]
                .as_array()
                .unwrap()
                .iter()
                .map(|party| party["canOpen"].as_bool().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(can_open(&record), [true, false]);
        assert_eq!(can_open(&admin.get(path(own.uuid)).await.ok()), [true, true]);
        let unknown = advisor.get(path(Uuid::now_v7())).await.refused(404, "not_found");
        assert_eq!(
            unknown["message"],
            format!("This {noun} does not exist, or you don't have access to it.")
        );
        for client in [&advisor, &admin] {
            let refusal = client.get(path(foreign.uuid)).await.refused(404, "not_found");
            assert_eq!(without_trace_id(refusal), without_trace_id(unknown.clone()));
        }
        let draft = json!({ "contract": record["contract"], "version": 1 });
        for reply in [
            advisor.get(path(hidden.uuid)).await,
            advisor.post(path(hidden.uuid), draft).await,
        ] {
            assert_eq!(
                without_trace_id(reply.refused(404, "not_found")),
                without_trace_id(unknown.clone())
            );
        }
    }
}

#[tokio::test]
async fn policy_is_not_found_as_an_annuity() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("1").insert().await;
    admin
        .get(format!("/allannuity/{}", policy.uuid))
        .await
        .refused(404, "not_found");
    admin.get("/allpolicy/7").await.refused(400, "path");
}

#[tokio::test]
async fn lists_active_carriers_only() {
    let app = TestApp::new().await;
    app.execute(
        "INSERT INTO carrier (uuid, name, short_name, naic_code, is_active)
                 VALUES (gen_random_uuid(), 'Gone Mutual', 'Gone', '99998', false),
                        (gen_random_uuid(), 'Ash Life', 'Ash', '99997', true)",
    )
    .await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let carriers = viewer.get("/Carrier").await.ok();
    let names: Vec<_> = carriers
        .as_array()
        .unwrap()
        .iter()
        .map(|carrier| &carrier["name"])
        .collect();
    assert_eq!(names, ["Ash Life", "Cedar Life"]);
    app.anonymous()
        .get("/Carrier")
        .await
        .refused(401, "unauthenticated");
}
