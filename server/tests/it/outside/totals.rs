//! Totals of contacts cover the amounts that the shared reports on contracts show.

use super::{Share, page, share_opening};
use crate::lists::scoped::plain;
use crate::reports::report;
use crate::support::TestApp;
use serde_json::{Value, json};
use shared::list::ListName;
use shared::permission::FirmUserType::TrustedAdvisor;

#[tokio::test]
async fn totals_of_contacts_cover_shown_amounts_only() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Olga Holt").insert().await;
    for (number, status, amount) in [("P-1", "InForce", "1.00"), ("P-2", "Matured", "2.00")] {
        let policy = app.policy(number).with("status", status);
        let policy = policy
            .with("death_benefit", amount)
            .with("cash_value", amount)
            .insert()
            .await;
        app.link(&policy, &owner).await;
    }
    let outside = app.as_role(TrustedAdvisor).await;
    let owners = json!({ "selectColumns": ["name", "policyCount", "deathBenefit"] });
    let owners = report(&admin, 6, "Owners", owners).await;
    share_opening(&admin, &owners, &outside, Share::Rows).await;
    let seen = async || {
        let query = json!({ "selectColumns": ["policyCount", "deathBenefit"] });
        let row = page(&outside, ListName::Owners, query).await["items"][0].clone();
        let sums = outside.post("/FirmOwner/totals", json!({})).await.ok();
        for key in ["policyCount", "deathBenefit"] {
            assert_eq!(plain(&row[key]), plain(&sums[key]));
        }
        // The report on owners shows no cash values.
        assert_eq!(sums["policyCashValue"], "0");
        (row["policyCount"].clone(), row["deathBenefit"].clone())
    };
    assert_eq!(seen().await, (json!(0), json!("0.00")), "no contract is shared");
    let numbers = report(&admin, 2, "Numbers", json!({ "selectColumns": ["policyNumber"] })).await;
    share_opening(&admin, &numbers, &outside, Share::Rows).await;
    assert_eq!(seen().await, (json!(2), json!("0.00")), "no amount is shared");
    let amounts = json!({ "selectColumns": ["policyNumber", "deathBenefit", "policyCashValue"],
        "filter": [{ "column": "status", "op": "eq", "value": "Matured" }] });
    let amounts = report(&admin, 2, "Amounts", amounts).await;
    share_opening(&admin, &amounts, &outside, Share::Rows).await;
    assert_eq!(seen().await, (json!(2), json!("2.00")));
    share_opening(&admin, &numbers, &outside, Share::Records).await;
    assert_eq!(
        seen().await,
        (json!(2), json!("3.00")),
        "records show all amounts"
    );
    // A total that some rows do not show has no total of the list.
    let names = report(&admin, 6, "Names", json!({ "selectColumns": ["name"] })).await;
    share_opening(&admin, &names, &outside, Share::Rows).await;
    let sums = outside.post("/FirmOwner/totals", json!({})).await.ok();
    assert_eq!(
        (&sums["policyCount"], &sums["deathBenefit"]),
        (&json!(0), &json!("0"))
    );
    let columns = outside.get("/FirmOwner/columns").await.ok();
    let totals: Vec<&Value> = columns
        .as_array()
        .unwrap()
        .iter()
        .filter(|column| column["hasTotal"] == true)
        .collect();
    assert!(totals.is_empty(), "{totals:?}");
}
