//! Analytics groups and their consistency with the policy list for every role.

use crate::support::{Client, OTHER_FIRM, Row, TestApp};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use shared::list::groups::Grouping;
use shared::permission::FirmUserType;

async fn groups(client: &Client, grouping: Grouping, query: Value) -> Value {
    client
        .post(format!("/Analytics/{}", grouping.code()), query)
        .await
        .ok()
}

fn decimal(value: &Value) -> Decimal {
    value
        .as_str()
        .map_or_else(|| value.as_i64().unwrap().into(), |text| text.parse().unwrap())
}

const MEASURES: [&str; 4] = [
    "policyCount",
    "deathBenefit",
    "annualizedPremium",
    "policyCashValue",
];

fn figures(of: &Value) -> Vec<Decimal> {
    MEASURES.iter().map(|measure| decimal(&of[measure])).collect()
}

/// Inserts policies of two agents, who share one of them, with owners, beneficiaries and missing values. Returns the
/// agent Ada.
async fn book(app: &TestApp) -> Row {
    let (ada, eve) = (
        app.agent("Ada Agent").insert().await,
        app.agent("Eve Agent").insert().await,
    );
    let (olga, otto) = (
        app.owner("Olga Owner").insert().await,
        app.owner("Otto Owner").insert().await,
    );
    let rows = [
        (
            "P-1",
            "InForce",
            "Term",
            "2020-01-31",
            "Annual",
            "2027-01-15",
            "100.00",
        ),
        (
            "P-2",
            "InForce",
            "WholeLife",
            "2019-01-01",
            "Monthly",
            "2026-12-01",
            "0.01",
        ),
        (
            "P-3",
            "Lapsed",
            "Term",
            "2018-02-28",
            "Monthly",
            "2027-01-31",
            "99999999999999.99",
        ),
        ("P-4", "LapsePending", "Term", "", "", "", "5.50"),
    ];
    for (i, (number, status, product, issued, mode, next, benefit)) in rows.into_iter().enumerate() {
        let date = |text: &str| if text.is_empty() { Value::Null } else { json!(text) };
        let policy = app
            .policy(number)
            .with("status", status)
            .with("product_type", product)
            .with(
                "carrier_name",
                if i % 2 == 0 {
                    "Cedar Life"
                } else {
                    "Birch, Ash & Co"
                },
            )
            .with("issue_date", date(issued))
            .with("premium_mode", date(mode))
            .with("next_premium_date", date(next))
            .with("death_benefit", benefit)
            .with("annualized_premium", format!("{i}.25"))
            .with("cash_value", format!("{i}0.10"))
            .insert()
            .await;
        if i < 3 {
            app.link(&policy, if i == 1 { &eve } else { &ada }).await;
            app.link(&policy, if i == 1 { &otto } else { &olga }).await;
        }
        if i == 2 {
            app.link_as(&policy, &eve, 3).await;
            app.link(&policy, &otto).await;
        }
        // The payor is the owner of another policy, the owner of this one, or not an owner.
        if i != 1 {
            let payor = json!({ "firm_id": 1, "contract_uuid": policy.uuid, "contact_uuid": otto.uuid,
                                "line": 1, "kind": 2, "role": "Payor", "type_id": 1 });
            app.insert("contract_party", payor).await;
        }
        // A contact in two classes, a person with name and birth date, and one with only the same name.
        let heirs = [
            ("Primary", "Olga Owner", Some(olga.uuid), None),
            ("Contingent", "Olga Owner", Some(olga.uuid), None),
            ("Primary", "Bo Lee", None, Some("1990-01-01")),
            ("Primary", "Bo Lee", None, None),
        ];
        if i == 1 {
            let row = json!({ "firm_id": 1, "uuid": server::ids::new_uuid(), "contract_uuid": policy.uuid, "line": 1,
                              "class": "Primary", "name": "Olga Owner", "contact_uuid": olga.uuid,
                              "deleted_at": "2026-11-20T00:00:00Z" });
            app.insert("beneficiary", row).await;
        }
        for (class, name, contact, birth_date) in &heirs[[0..2, 2..3, 1..4, 0..0][i].clone()] {
            let row = json!({ "firm_id": 1, "uuid": server::ids::new_uuid(), "contract_uuid": policy.uuid, "line": 1,
                              "class": class, "name": name, "contact_uuid": contact, "birth_date": birth_date });
            app.insert("beneficiary", row).await;
        }
    }
    app.policy("F-1")
        .of_firm(OTHER_FIRM)
        .with("death_benefit", "7.00")
        .insert()
        .await;
    app.policy("GONE")
        .with("death_benefit", "7.00")
        .with("deleted_at", "2026-01-01T00:00:00Z")
        .insert()
        .await;
    ada
}

#[tokio::test]
async fn groups_match_list_totals_and_drill_down_for_every_role() {
    let app = TestApp::new().await;
    let ada = book(&app).await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    app.give_block(&advisor, &[&ada]).await;
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let manager = app.as_role(FirmUserType::OfficeManager).await;
    let filters = [
        json!({}),
        json!({ "filter": [{ "column": "status", "op": "eq", "value": "InForce" }] }),
        json!({ "searchText": "cedar" }),
    ];
    for (client, seen) in [(&admin, 4), (&viewer, 4), (&advisor, 2), (&manager, 0)] {
        for query in &filters {
            let totals = client.post("/allpolicy/totals", query.clone()).await.ok();
            if *query == json!({}) {
                assert_eq!(totals["policyCount"], seen);
            }
            let all = Grouping::ALL.iter().copied();
            // Months count due premiums, not policies.
            for grouping in all.filter(|grouping| *grouping != Grouping::PremiumMonths) {
                let found = groups(client, grouping, query.clone()).await;
                assert_eq!(
                    figures(&found["totals"]),
                    figures(&totals),
                    "{grouping:?} {query}"
                );
                assert_eq!(found["others"], Value::Null);
                let mut sum = vec![Decimal::ZERO; 4];
                for group in found["groups"].as_array().unwrap() {
                    let own = figures(&group["figures"]);
                    sum = sum.iter().zip(&own).map(|(a, b)| a + b).collect();
                    assert_drill_down(client, query, group, &own).await;
                }
                if grouping.overlaps() {
                    assert_eq!(found["overlaps"], true);
                    assert!(sum.iter().zip(figures(&totals)).all(|(sum, total)| *sum >= total));
                } else {
                    assert_eq!(sum, figures(&totals), "{grouping:?} {query}");
                }
            }
        }
    }
}

/// Checks that the list behind a group contains the policies that the group counts.
async fn assert_drill_down(client: &Client, query: &Value, group: &Value, own: &[Decimal]) {
    let slice = &group["slice"];
    if slice.is_null() {
        assert!(group["label"].as_str().unwrap().starts_with("No "), "{group}");
        return;
    }
    let mut narrowed = query.clone();
    let mut filter = narrowed["filter"].as_array().cloned().unwrap_or_default();
    filter.extend(slice["filter"].as_array().unwrap().iter().cloned());
    narrowed["filter"] = json!(filter);
    if !slice["party"].is_null() {
        narrowed["uuid"] = slice["party"]["uuid"].clone();
        narrowed["contactType"] = slice["party"]["contactType"].clone();
        narrowed["partySet"] = slice["party"]["set"].clone();
    }
    let totals = client.post("/allpolicy/totals", narrowed.clone()).await.ok();
    assert_eq!(figures(&totals), own, "{group}");
    let page = client.post("/allpolicy/search", narrowed).await.ok();
    assert_eq!(page["totalRecords"], group["figures"]["policyCount"], "{group}");
}

fn labels_and_counts(found: &Value) -> Vec<String> {
    let groups = found["groups"].as_array().unwrap();
    groups
        .iter()
        .map(|group| {
            format!(
                "{} {}",
                group["label"].as_str().unwrap(),
                group["figures"]["policyCount"]
            )
        })
        .collect()
}

/// Groups by person use maintained totals for the whole firm, and the policies for a filter.
#[tokio::test]
async fn groups_all_policies_by_person_like_a_filter_that_matches_all() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    book(&app).await;
    let all = json!({ "filter": [{ "column": "policyNumber", "op": "startsWith", "value": "P-" }] });
    for grouping in [Grouping::Agents, Grouping::PolicyOwner] {
        let filtered = groups(&admin, grouping, all.clone()).await;
        assert_eq!(
            groups(&admin, grouping, json!({})).await,
            filtered,
            "{grouping:?}"
        );
    }
    let owners = groups(&admin, Grouping::PolicyOwner, json!({})).await;
    assert_eq!(labels_and_counts(&owners).len(), 3);
}

#[tokio::test]
async fn orders_groups_by_date_or_by_size_and_name() {
    let app = TestApp::new().await;
    book(&app).await;
    let admin = app.admin().await;
    for (grouping, expected) in [
        (
            Grouping::PolicyStatus,
            vec!["In Force 2", "Lapsed 1", "Lapse Pending 1"],
        ),
        (Grouping::Products, vec!["Term 3", "Whole Life 1"]),
        (Grouping::Carriers, vec!["Cedar Life 2", "Birch, Ash & Co 2"]),
        (
            Grouping::PolicyAnniversaries,
            vec!["January 2", "February 1", "No issue date 1"],
        ),
        (
            Grouping::Premiums,
            vec!["Monthly 2", "Annual 1", "No premium mode 1"],
        ),
        (
            Grouping::Agents,
            vec!["Agent, Ada 2", "Agent, Eve 2", "No agent 1"],
        ),
        (
            Grouping::OtherAdvisors,
            vec!["No other advisor 3", "Agent, Eve 1"],
        ),
        (
            Grouping::PolicyOwner,
            vec!["Owner, Olga 2", "Owner, Otto 2", "No owner 1"],
        ),
        (
            Grouping::Beneficiaries,
            vec!["Olga Owner 2", "Bo Lee 2", "Bo Lee 1", "No beneficiary 1"],
        ),
    ] {
        let found = groups(&admin, grouping, json!({})).await;
        assert_eq!(labels_and_counts(&found), expected, "{grouping:?}");
        if grouping == Grouping::Agents {
            let sums = "SELECT concat_ws(' ', sum(death_benefit), sum(annualized_premium), sum(cash_value)) FROM policy
                        WHERE firm_id = 1 AND deleted_at IS NULL AND uuid NOT IN (
                          SELECT contract_uuid FROM contract_party WHERE kind = 1 AND deleted_at IS NULL)";
            let own = figures(&found["groups"][2]["figures"]);
            let own = own[1..]
                .iter()
                .map(Decimal::to_string)
                .collect::<Vec<_>>()
                .join(" ");
            assert_eq!(app.text(sums).await.unwrap(), own);
        }
        let shares: Decimal = found["groups"]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| decimal(&group["shares"]["policyCount"]))
            .sum();
        assert!(shares >= Decimal::ONE_HUNDRED, "{grouping:?} {shares}");
    }
}

#[tokio::test]
async fn sums_the_premiums_that_fall_due_in_each_month() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (number, status, mode, next, premium, matures) in [
        (
            "MONTHLY",
            "InForce",
            "Monthly",
            "2026-10-05",
            "100.00",
            Value::Null,
        ),
        (
            "QUARTERLY",
            "GracePeriod",
            "Quarterly",
            "2026-12-31",
            "30.00",
            Value::Null,
        ),
        (
            "ANNUAL",
            "InForce",
            "Annual",
            "2027-02-28",
            "1200.00",
            Value::Null,
        ),
        (
            "ONCE",
            "InForce",
            "SinglePay",
            "2027-02-01",
            "5000.00",
            Value::Null,
        ),
        (
            "MATURES",
            "InForce",
            "Monthly",
            "2026-11-30",
            "7.00",
            json!("2026-12-31"),
        ),
        ("LATER", "InForce", "Annual", "2027-11-01", "999.00", Value::Null),
        ("ENDED", "Lapsed", "Monthly", "2026-12-01", "999.00", Value::Null),
        (
            "PENDING",
            "Pending",
            "Monthly",
            "2026-12-01",
            "999.00",
            Value::Null,
        ),
    ] {
        let policy = app
            .policy(number)
            .with("status", status)
            .with("premium_mode", mode);
        let policy = policy
            .with("next_premium_date", next)
            .with("modal_premium", premium);
        policy
            .with("annualized_premium", "12000.00")
            .with("maturity_date", matures)
            .insert()
            .await;
    }
    let found = groups(&admin, Grouping::PremiumMonths, json!({})).await;
    let months: Vec<String> = found["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| {
            let figures = &group["figures"];
            assert_eq!(figures["annualizedPremium"], "0");
            format!(
                "{} {} {}",
                group["label"], figures["policyCount"], figures["premiumDue"]
            )
            .replace('"', "")
        })
        .collect();
    assert_eq!(
        months,
        [
            "Overdue 1 100.00",
            "November 2026 1 7.00",
            "December 2026 3 137.00",
            "January 2027 1 100.00",
            "February 2027 3 6300.00",
            "March 2027 2 130.00",
            "April 2027 1 100.00",
            "May 2027 1 100.00",
            "June 2027 2 130.00",
            "July 2027 1 100.00",
            "August 2027 1 100.00",
            "September 2027 2 130.00",
            "October 2027 1 100.00",
        ]
    );
    let overdue = admin
        .post(
            "/allpolicy/search",
            json!({ "filter": found["groups"][0]["slice"]["filter"] }),
        )
        .await
        .ok();
    assert_eq!(
        (&overdue["totalRecords"], &overdue["items"][0]["policyNumber"]),
        (&json!(1), &json!("MONTHLY"))
    );
    assert_eq!(found["totals"]["premiumDue"], "7534.00");
    // The total counts premiums, because a policy can have one in each month.
    assert_eq!(found["totals"]["policyCount"], 20);
    assert_eq!(found["overlaps"], false);
    let csv = admin
        .post("/Analytics/premiummonths/export", json!({}))
        .await
        .text();
    assert!(csv.contains("Premium Due") && csv.contains("6300.00"), "{csv}");
    assert!(csv.contains("# Premiums") && !csv.contains("# Policies"), "{csv}");
}

#[tokio::test]
async fn headline_totals_count_policies_in_force() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (number, status) in [
        ("P-1", "InForce"),
        ("P-2", "LapsePending"),
        ("P-3", "Pending"),
        ("P-4", "DeathClaim"),
        ("P-5", "Lapsed"),
        ("P-6", "Expired"),
    ] {
        let policy = app.policy(number).with("status", status);
        policy.with("death_benefit", "10.00").insert().await;
    }
    let found = groups(&admin, Grouping::PolicyStatus, json!({})).await;
    let mut standings = Vec::new();
    for standing in found["standings"].as_array().unwrap() {
        let query = json!({ "filter": standing["filter"] });
        let totals = admin.post("/allpolicy/totals", query).await.ok();
        assert_eq!(
            totals["policyCount"], standing["figures"]["policyCount"],
            "{standing}"
        );
        assert_eq!(
            totals["deathBenefit"], standing["figures"]["deathBenefit"],
            "{standing}"
        );
        standings.push(format!(
            "{} {}",
            standing["label"].as_str().unwrap(),
            totals["policyCount"]
        ));
    }
    assert_eq!(
        standings,
        ["In force 2", "Pending or deferred 1", "Claims 1", "Ended 2"]
    );
    let products = groups(&admin, Grouping::Products, json!({})).await;
    assert_eq!(products["standings"], json!([]));
}

#[tokio::test]
async fn counts_policies_of_february_29_in_march_in_common_years() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (number, issued) in [
        ("P-1", "2020-02-29"),
        ("P-2", "2020-02-28"),
        ("P-3", "2020-03-01"),
    ] {
        app.policy(number).with("issue_date", issued).insert().await;
    }
    let found = groups(&admin, Grouping::PolicyAnniversaries, json!({})).await;
    assert_eq!(labels_and_counts(&found), ["February 1", "March 2"]);
    for group in found["groups"].as_array().unwrap() {
        assert_drill_down(&admin, &json!({}), group, &figures(&group["figures"])).await;
    }
    let page = admin
        .post(
            "/allpolicy/search",
            json!({ "selectColumns": ["policyNumber", "anniversaryMonth"],
                    "sort": [{ "column": "anniversaryMonth", "direction": "desc" },
                             { "column": "policyNumber", "direction": "asc" }] }),
        )
        .await
        .ok();
    let shown: Vec<_> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["policyNumber"].as_str(), row["anniversaryMonth"].as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            (Some("P-1"), Some("03")),
            (Some("P-3"), Some("03")),
            (Some("P-2"), Some("02"))
        ]
    );
}

#[tokio::test]
async fn combines_groups_beyond_200_into_others() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute(
        "INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, death_benefit)
         SELECT 1, gen_random_uuid(), 'P-' || i, uuid, 'Carrier ' || i % 230, 'Term', 'InForce', i
         FROM carrier, generate_series(1, 460) i",
    )
    .await;
    let found = groups(&admin, Grouping::Carriers, json!({})).await;
    assert_eq!(found["groups"].as_array().unwrap().len(), 200);
    assert_eq!(found["others"]["count"], 30);
    assert_eq!(found["others"]["figures"]["policyCount"], 60);
    assert_eq!(found["totals"]["deathBenefit"], "106030.00");
    let file = admin.post("/Analytics/carriers/export", json!({})).await;
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"Carriers.csv\""
    );
    let text = file.text();
    assert_eq!(text.lines().count(), 232, "header, every group and the total");
    assert!(
        text.contains("\r\nTotal,460,100.0,106030.00,100.0,0.00,,0.00,\r\n"),
        "{text}"
    );
    let logged = app
        .text("SELECT details ->> 'groupedBy' FROM audit_log WHERE action = 'export'")
        .await;
    assert_eq!(logged.as_deref(), Some("carriers"));
}

/// From 10,000 matching policies on, the query reads all of the firm's parties instead of looking them up by policy.
#[tokio::test]
async fn groups_many_policies_by_person_like_a_few() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    book(&app).await;
    let query = json!({ "filter": [{ "column": "status", "op": "in", "value": ["InForce", "LapsePending", "Pending"] }] });
    let by_person = [Grouping::Agents, Grouping::OtherAdvisors, Grouping::PolicyOwner];
    let found = async || {
        let mut found = Vec::new();
        for grouping in by_person {
            let groups = groups(&admin, grouping, query.clone()).await["groups"].clone();
            let (own, nobody): (Vec<Value>, Vec<Value>) = groups
                .as_array()
                .unwrap()
                .iter()
                .map(|group| json!({ "key": group["key"], "label": group["label"], "figures": group["figures"] }))
                .partition(|group| !group["key"].is_null());
            let nobody = nobody
                .first()
                .map_or(0, |group| group["figures"]["policyCount"].as_i64().unwrap());
            found.push((own, nobody));
        }
        found
    };
    let few = found().await;
    assert!(few.iter().any(|(own, _)| own.len() > 1));
    app.execute(
        "INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status)
         SELECT 1, gen_random_uuid(), 'M-' || n, uuid, name, 'Term', 'Pending'
         FROM (SELECT uuid, name FROM carrier LIMIT 1) carrier, generate_series(1, 10000) n",
    )
    .await;
    let many = found().await;
    for ((own, nobody), (own_of_many, nobody_of_many)) in few.into_iter().zip(many) {
        assert_eq!(own_of_many, own);
        assert_eq!(nobody_of_many, nobody + 10_000);
    }
}

#[tokio::test]
async fn rejects_missing_permissions_and_invalid_queries() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    outside
        .post("/Analytics/carriers", json!({}))
        .await
        .refused(403, "forbidden");
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.post("/Analytics/carriers", json!({})).await.ok();
    viewer
        .post("/Analytics/carriers/export", json!({}))
        .await
        .refused(403, "forbidden");
    admin
        .post("/Analytics/salaries", json!({}))
        .await
        .refused(404, "not_found");
    admin
        .post(
            "/Analytics/carriers",
            json!({ "filter": [{ "column": "gone", "op": "eq", "value": "x" }] }),
        )
        .await
        .invalid("filter[0].column", "unknown_column");
    admin
        .post(
            "/allpolicy/search",
            json!({ "partySet": "owners", "contactType": 2 }),
        )
        .await
        .invalid("uuid", "required");
    admin
        .post("/FirmOwner/search", json!({ "partySet": "owners" }))
        .await
        .invalid("uuid", "not_for_this_list");
    admin
        .post("/allpolicy/search", json!({ "partySet": "everybody" }))
        .await
        .refused(400, "invalid");
}
