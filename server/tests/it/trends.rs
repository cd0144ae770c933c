//! Monthly trends of the book.

use crate::support::{OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};

async fn snapshot(app: &TestApp, policy: &Row, as_of: &str, premium: &str) {
    let row = json!({ "firm_id": 1, "contract_uuid": policy.uuid, "line": 1, "as_of": as_of, "source": "Feed",
                      "death_benefit": "100.00", "annualized_premium": premium });
    app.insert("value_snapshot", row).await;
}

/// Formats the months that differ from the previous one as `2026-11 2 1200.00`: the number of policies in force and
/// their premium.
fn lines(trends: &Value) -> Vec<String> {
    let months = trends["months"].as_array().unwrap().iter();
    let mut lines: Vec<(String, String)> = months
        .map(|month| {
            let book = format!(
                "{} {}",
                month["inForce"],
                month["annualizedPremium"].as_str().unwrap()
            );
            (month["month"].as_str().unwrap()[..7].to_owned(), book)
        })
        .collect();
    lines.dedup_by(|next, before| next.1 == before.1);
    lines
        .into_iter()
        .map(|(month, book)| format!("{month} {book}"))
        .collect()
}

#[tokio::test]
async fn follows_issue_dates_status_dates_and_snapshots() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = app.agent("Ada Agent").insert().await;
    let policy = async |number: &str, status: &str, issued: &str, ended: Option<&str>, premium: &str| {
        let new = app
            .policy(number)
            .with("status", status)
            .with("issue_date", issued);
        let new = new.with("status_date", ended).with("death_benefit", "100.00");
        new.with("annualized_premium", premium).insert().await
    };
    let old = policy("OLD", "InForce", "2010-01-31", None, "300.00").await;
    snapshot(&app, &old, "2020-06-30", "100.00").await;
    snapshot(&app, &old, "2026-03-15", "250.00").await;
    let lapsed = policy("LAPSED", "Lapsed", "2025-02-10", Some("2026-08-01"), "70.00").await;
    snapshot(&app, &lapsed, "2025-02-10", "50.00").await;
    snapshot(&app, &lapsed, "2026-05-20", "60.00").await;
    snapshot(&app, &lapsed, "2026-09-01", "70.00").await;
    // These values were withdrawn by undoing a change.
    let withdrawn = json!({ "firm_id": 1, "contract_uuid": old.uuid, "line": 1, "as_of": "2026-04-15",
                            "source": "Manual", "death_benefit": "1.00", "annualized_premium": "999999.00",
                            "withdrawn_at": "2026-04-15T12:00:00Z" });
    app.insert("value_snapshot", withdrawn).await;
    app.link(&old, &agent).await;
    policy("NEW", "InForce", "2026-10-05", None, "20.00").await;
    policy("PENDING", "Pending", "2026-10-05", None, "20.00").await;
    policy("DECLINED", "NotTaken", "2026-10-05", Some("2026-10-20"), "20.00").await;
    policy("CLAIM", "DeathClaim", "2026-01-05", Some("2026-02-20"), "7.00").await;
    policy("UNKNOWN-END", "Lapsed", "2026-01-05", None, "7.00").await;
    app.policy("UNDATED").with("status", "InForce").insert().await;
    app.policy("FOREIGN")
        .of_firm(OTHER_FIRM)
        .with("issue_date", "2026-01-01")
        .insert()
        .await;

    let trends = admin.get("/Insights/trends?months=12").await.ok();
    assert_eq!(
        lines(&trends),
        [
            "2025-12 2 150.00",
            "2026-01 3 157.00",
            "2026-02 2 150.00",
            "2026-03 2 300.00",
            "2026-05 2 310.00",
            "2026-08 1 250.00",
            "2026-10 2 270.00",
            // Changed since the last snapshot.
            "2026-11 2 320.00",
        ]
    );
    let months = trends["months"].as_array().unwrap();
    assert_eq!((months.len(), &months[11]["month"]), (12, &json!("2026-11-01")));
    assert_eq!((&months[8]["lost"], &months[2]["lost"]), (&json!(1), &json!(0)));
    assert_eq!(months[10]["issued"], 1);
    // One of the two policies that were in force 12 months before.
    assert_eq!(months[11]["lapseRate"], "50");
    // The policy issued in February 2025 was in force for more than 13 months.
    assert_eq!(months[3]["persistency"], "100");
    assert_eq!(trends["leftOut"], 2);
    let query = json!({ "filter": [{ "column": "status", "op": "eq", "value": "InForce" },
                                   { "column": "issueDate", "op": "isNotEmpty" }] });
    let totals = admin.post("/allpolicy/totals", query).await.ok();
    assert_eq!(totals["annualizedPremium"], months[11]["annualizedPremium"]);
    assert_eq!(totals["deathBenefit"], months[11]["deathBenefit"]);

    let advisor = app.advisor().await;
    app.give_block(&advisor, &[&agent]).await;
    let own = advisor.get("/Insights/trends?months=12").await.ok();
    assert_eq!(
        lines(&own),
        ["2025-12 1 100.00", "2026-03 1 250.00", "2026-11 1 300.00"]
    );
    let other = app.other_firm_admin().await.get("/Insights/trends").await.ok();
    assert_eq!(other["months"].as_array().unwrap().len(), 24);
    assert_eq!(lines(&other).last().unwrap(), "2026-01 1 0.00");
}

#[tokio::test]
async fn counts_conversions_level_terms_and_surrender_charges_that_end_within_a_year() {
    let app = TestApp::new().await;
    for (number, status, column, day) in [
        ("P-1", "InForce", "conversion_expiry_date", "2026-11-21"),
        ("P-2", "InForce", "conversion_expiry_date", "2026-11-20"),
        ("P-3", "Lapsed", "conversion_expiry_date", "2026-12-01"),
        ("P-4", "GracePeriod", "level_period_end_date", "2027-10-31"),
        ("P-5", "InForce", "level_period_end_date", "2027-11-01"),
    ] {
        app.policy(number)
            .with("status", status)
            .with(column, day)
            .insert()
            .await;
    }
    app.annuity("A-1")
        .with("surrender_period_end_date", "2027-01-15")
        .insert()
        .await;
    let trends = app.admin().await.get("/Insights/trends").await.ok();
    let ahead = trends["ahead"].as_array().unwrap();
    assert_eq!(ahead.len(), 12);
    let month = |place: usize| {
        let month = &ahead[place];
        format!(
            "{} {} {} {}",
            month["month"], month["conversions"], month["levelTerms"], month["surrenders"]
        )
        .replace('"', "")
    };
    assert_eq!(month(0), "2026-11-01 1 0 0");
    assert_eq!(month(1), "2026-12-01 0 0 0");
    assert_eq!(month(2), "2027-01-01 0 0 1");
    assert_eq!(month(11), "2027-10-01 0 1 0");
}

#[tokio::test]
async fn rejects_unsupported_numbers_of_months() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for months in [0, 13, 255] {
        let path = format!("/Insights/trends?months={months}");
        admin.get(path).await.invalid("months", "not_a_choice");
    }
}
