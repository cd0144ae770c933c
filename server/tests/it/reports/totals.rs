//! Report totals: cached, exact, and computed over the viewer's scope.

use super::{in_force, path, report, share, totals};
use crate::support::TestApp;
use serde_json::{Value, json};

#[tokio::test]
async fn totals_of_each_report_type_are_exact() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.owner("Olga Holt").insert().await;
    // Amounts that a float cannot represent to the cent.
    for number in ["P-1", "P-2"] {
        let policy = app
            .policy(number)
            .with("death_benefit", "9999999999999999.99")
            .insert()
            .await;
        app.link(&policy, &owner).await;
    }
    let lapsed = app
        .policy("P-3")
        .with("status", "Lapsed")
        .with("death_benefit", "0.01");
    app.link(&lapsed.insert().await, &owner).await;
    let annuity = app.annuity("A-1").with("contract_value", "100.10").insert().await;
    app.link(&annuity, &owner).await;
    for (report_type, query, policies, death, annuities, value) in [
        (
            1,
            json!({}),
            json!(2),
            json!("19999999999999999.98"),
            json!(null),
            json!(null),
        ),
        (
            2,
            json!({}),
            json!(3),
            json!("19999999999999999.99"),
            json!(null),
            json!(null),
        ),
        (
            2,
            in_force(),
            json!(2),
            json!("19999999999999999.98"),
            json!(null),
            json!(null),
        ),
        (3, json!({}), json!(null), json!(null), json!(1), json!("100.10")),
        (
            6,
            json!({}),
            json!(3),
            json!("19999999999999999.99"),
            json!(1),
            json!("100.10"),
        ),
        (5, json!({}), json!(0), json!("0.00"), json!(0), json!("0.00")),
    ] {
        let name = format!("R {death}");
        let saved = report(&admin, report_type, &name, query).await;
        let answer = totals(&admin, &saved).await;
        let sums = &answer["totals"];
        let plain = |value: &Value| match value.as_str() {
            Some(amount) => json!(format!("{:.2}", amount.parse::<rust_decimal::Decimal>().unwrap())),
            None => value.clone(),
        };
        assert_eq!(
            [
                &sums["policyCount"],
                &plain(&sums["deathBenefit"]),
                &sums["annuityCount"],
                &plain(&sums["contractValue"])
            ],
            [&policies, &death, &annuities, &value],
            "type {report_type}"
        );
        assert_eq!(answer["isTotalStale"], false);
        assert_eq!(answer["totalsAsOf"], "2026-11-21T17:00:00Z");
        let shown = admin.get(path(&saved)).await.ok();
        assert_eq!(
            (&shown["totals"], &shown["isTotalStale"]),
            (sums, &json!(false)),
            "the totals are cached"
        );
        assert_eq!(
            totals(&admin, &saved).await,
            answer,
            "the cached totals are returned"
        );
    }
}

#[tokio::test]
async fn owner_and_reader_see_totals_of_their_own_scope() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let own = app.policy("P-1").with("death_benefit", "1.00").insert().await;
    app.link(&own, &agent).await;
    app.policy("P-2").with("death_benefit", "2.00").insert().await;
    let saved = report(&admin, 1, "All", json!({})).await;
    share(&admin, &saved, &[&advisor]).await;
    let seen = totals(&advisor, &saved).await;
    assert_eq!(
        (&seen["totals"]["deathBenefit"], &seen["ownerTotalsDiffer"]),
        (&json!("1.00"), &json!(true))
    );
    let all = totals(&admin, &saved).await;
    assert_eq!(
        (&all["totals"]["deathBenefit"], &all["ownerTotalsDiffer"]),
        (&json!("3.00"), &json!(false))
    );
    assert_eq!(
        advisor.get(path(&saved)).await.ok()["totals"]["deathBenefit"],
        "1.00"
    );
    // If owner and reader see the same rows, the totals do not differ.
    app.link(&app.policy("P-3").with("status", "Lapsed").insert().await, &agent)
        .await;
    let lapsed = json!({ "filter": [{ "column": "status", "op": "eq", "value": "Lapsed" }] });
    let saved = report(&admin, 2, "Lapsed", lapsed).await;
    share(&admin, &saved, &[&advisor]).await;
    let seen = totals(&advisor, &saved).await;
    assert_eq!(
        (&seen["totals"]["policyCount"], &seen["ownerTotalsDiffer"]),
        (&json!(1), &json!(false))
    );
}

#[tokio::test]
async fn changing_the_query_clears_the_totals() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.policy("P-1").insert().await;
    app.policy("P-2").with("status", "Lapsed").insert().await;
    let saved = report(&admin, 2, "R", json!({})).await;
    assert_eq!(totals(&admin, &saved).await["totals"]["policyCount"], 2);
    let change = json!({ "version": 1, "name": "R", "query": in_force() });
    let after = admin.put(path(&saved), change).await.ok();
    assert_eq!(
        (&after["isTotalStale"], &after["totals"]["policyCount"]),
        (&json!(true), &json!(null))
    );
    assert_eq!(totals(&admin, &saved).await["totals"]["policyCount"], 1);
}
