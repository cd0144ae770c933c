//! Contact totals in shared reports cover the contracts that the reports' owners see.

use super::{Share, page, share_opening};
use crate::lists::scoped::plain;
use crate::reports::report;
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::list::ListName;
use shared::permission::FirmUserType::{Professional, TrustedAdvisor};

/// An owner with three policies. Ada is the agent of P-1 and Ben of P-2. The policies have different death benefits and
/// cash values.
struct Book {
    app: TestApp,
    admin: Client,
    /// Professional who sees Ada's contracts. `of_ben` sees Ben's.
    of_ada: Client,
    of_ben: Client,
    outside: Client,
    owner_path: String,
}

impl Book {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.owner("Olga Holt").insert().await;
        let agents = [
            Some(app.agent("Ada Agent").insert().await),
            Some(app.agent("Ben Agent").insert().await),
            None,
        ];
        for (number, amount, agent) in [
            ("P-1", "1.00", &agents[0]),
            ("P-2", "20.00", &agents[1]),
            ("P-3", "300.00", &agents[2]),
        ] {
            let policy = app.policy(number).with("death_benefit", amount);
            let policy = policy.with("cash_value", amount).insert().await;
            app.link(&policy, &owner).await;
            if let Some(agent) = agent {
                app.link(&policy, agent).await;
            }
        }
        let professionals = [app.as_role(Professional).await, app.as_role(Professional).await];
        for (professional, agent) in professionals.iter().zip(agents.iter().flatten()) {
            app.give_block(professional, &[agent]).await;
        }
        let [of_ada, of_ben] = professionals;
        Self {
            admin: app.admin().await,
            outside: app.as_role(TrustedAdvisor).await,
            of_ada,
            of_ben,
            owner_path: format!("/FirmOwner/owner/{}", owner.uuid),
            app,
        }
    }

    /// Shares an owner report with these columns and returns it.
    async fn share(&self, maker: &Client, columns: &[&str], share: Share) -> Value {
        let name = format!("{} {columns:?}", maker.user_key);
        let saved = report(maker, 6, &name, json!({ "selectColumns": columns })).await;
        share_opening(maker, &saved, &self.outside, share).await;
        saved
    }

    async fn row(&self) -> Value {
        page(&self.outside, ListName::Owners, json!({})).await["items"][0].clone()
    }

    async fn sums(&self) -> Value {
        self.outside.post("/FirmOwner/totals", json!({})).await.ok()
    }
}

#[tokio::test]
async fn totals_are_those_that_the_reports_owner_sees() {
    let book = Book::new().await;
    let columns = ["name", "policyCount", "deathBenefit"];
    let ada = book.share(&book.of_ada, &columns, Share::Rows).await;
    let seen = async |count: i64, amount: &str| {
        let (row, sums) = (book.row().await, book.sums().await);
        for values in [&row, &sums] {
            assert_eq!(plain(&values["policyCount"]), plain(&json!(count)), "{values}");
            assert_eq!(plain(&values["deathBenefit"]), plain(&json!(amount)), "{values}");
        }
        // No report shows cash values.
        assert_eq!(sums["policyCashValue"], "0");
        let filter =
            |op: &str| json!({ "filter": [{ "column": "deathBenefit", "op": op, "value": amount }] });
        for (op, rows) in [("eq", 1), ("gt", 0)] {
            let found = page(&book.outside, ListName::Owners, filter(op)).await;
            assert_eq!(found["items"].as_array().unwrap().len(), rows, "{op} {amount}");
        }
        let sorted = json!({ "sort": [{ "column": "deathBenefit", "direction": "desc" }] });
        let sorted = page(&book.outside, ListName::Owners, sorted).await;
        assert_eq!(sorted["items"][0]["deathBenefit"], row["deathBenefit"]);
    };
    seen(1, "1.00").await;

    // A shared policy report does not change the totals.
    let policies = report(
        &book.admin,
        2,
        "Policies",
        json!({ "selectColumns": ["policyNumber"] }),
    )
    .await;
    share_opening(&book.admin, &policies, &book.outside, Share::Rows).await;
    seen(1, "1.00").await;

    // Two reports cover the contracts of both report owners. Each contract counts once.
    let ben = book.share(&book.of_ben, &columns, Share::Rows).await;
    seen(2, "21.00").await;
    book.share(&book.admin, &columns, Share::Rows).await;
    seen(3, "321.00").await;

    for (maker, shared) in [(&book.of_ada, ada), (&book.of_ben, ben)] {
        let access = format!("{}/access", crate::reports::path(&shared));
        maker.post(access, json!({ "userKeys": [] })).await.ok();
    }
    seen(3, "321.00").await;
}

#[tokio::test]
async fn a_report_affects_only_the_totals_that_it_shows() {
    let book = Book::new().await;
    book.share(&book.of_ada, &["name", "deathBenefit"], Share::Rows)
        .await;
    book.share(&book.of_ben, &["name", "policyCashValue"], Share::Rows)
        .await;
    let row = book.row().await;
    assert_eq!(
        (&row["deathBenefit"], &row["policyCashValue"]),
        (&json!("1.00"), &json!("20.00"))
    );
    book.share(&book.admin, &["name"], Share::Rows).await;
    assert_eq!(book.row().await, row);

    // The list has no sum for a total that only some reports show.
    let sums = book.sums().await;
    assert_eq!(
        (&sums["deathBenefit"], &sums["policyCashValue"]),
        (&json!("0"), &json!("0"))
    );
    let columns = book.outside.get("/FirmOwner/columns").await.ok();
    let columns = columns.as_array().unwrap();
    let totals: Vec<&Value> = columns
        .iter()
        .filter(|column| column["hasTotal"] == true)
        .collect();
    assert!(totals.is_empty(), "{totals:?}");
}

#[tokio::test]
async fn a_record_shows_the_totals_of_the_reports_that_give_access_to_it() {
    let book = Book::new().await;
    book.share(&book.admin, &["name", "deathBenefit"], Share::Rows)
        .await;
    book.share(&book.of_ada, &["name"], Share::Records).await;
    let record = book.outside.get(&book.owner_path).await.ok();
    assert_eq!(record["totals"]["deathBenefit"], "1.00", "{record}");
    book.share(&book.of_ben, &["name"], Share::Records).await;
    let record = book.outside.get(&book.owner_path).await.ok();
    assert_eq!(record["totals"]["policyCashValue"], "21.00", "{record}");
    book.share(&book.admin, &["name", "email"], Share::Records).await;
    let record = book.outside.get(&book.owner_path).await.ok();
    assert_eq!(record["totals"]["policyCount"], 3, "{record}");
    _ = &book.app;
}
