//! Loans and withdrawals of policies and annuities.

use crate::support::TestApp;
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

fn loan(amount: &str) -> Value {
    json!({ "kind": "Loan", "transactionDate": "03/01/2024", "amount": amount })
}

fn names(history: &Value) -> Vec<&str> {
    let all = history["transactions"].as_array().unwrap();
    all.iter().map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn adds_changes_deletes_and_restores_transactions_of_both_lines() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (policy, annuity) = (
        app.policy("P-1").insert().await,
        app.annuity("A-1").insert().await,
    );
    for contract in [
        format!("/allpolicy/{}", policy.uuid),
        format!("/allannuity/{}", annuity.uuid),
    ] {
        let path = format!("{contract}/transactions");
        let mut body = json!({ "kind": "Withdrawal", "transactionDate": "03/01/2024", "amount": "$5,000",
            "surrenderCharge": "250.5", "taxWithheld": "", "note": " For  the roof " });
        let added = admin.post(&path, body.clone()).await;
        assert_eq!(added.status, 201, "{contract}");
        let added = added.ok();
        let expected = json!({ "uuid": added["uuid"], "name": "Withdrawal of $5,000.00 on 03/01/2024",
            "kind": "Withdrawal", "kindLabel": "Withdrawal", "transactionDate": "2024-03-01", "amount": "5000.00",
            "surrenderCharge": "250.50", "taxWithheld": null, "note": "For the roof", "balanceAfter": null,
            "version": 1 });
        assert_eq!(added, expected);
        let later = json!({ "kind": "Withdrawal", "transactionDate": "2026-11-21", "amount": "1" });
        admin.post(&path, later).await.ok();
        let history = admin.get(&path).await.ok();
        assert_eq!(history["totalWithdrawn"], "5001.00");
        let newest_first = [
            "Withdrawal of $1.00 on 11/21/2026",
            "Withdrawal of $5,000.00 on 03/01/2024",
        ];
        assert_eq!(names(&history), newest_first);

        let one = format!("{path}/{}", added["uuid"].as_str().unwrap());
        body["version"] = json!(1);
        body["amount"] = json!("4000");
        body["surrenderCharge"] = json!("");
        let changed = admin.put(&one, body.clone()).await.ok();
        assert_eq!(
            (
                &changed["amount"],
                &changed["surrenderCharge"],
                &changed["version"]
            ),
            (&json!("4000.00"), &Value::Null, &json!(2))
        );
        let conflict = admin.put(&one, body).await.refused(409, "version_conflict");
        assert_eq!(conflict["current"], changed);
        let stale = admin.delete(format!("{one}?version=1")).await;
        assert_eq!(stale.refused(409, "version_conflict")["current"], changed);
        admin.delete(&one).await.invalid("version", "required");
        assert_eq!(admin.delete(format!("{one}?version=2")).await.status, 204);
        assert_eq!(names(&admin.get(&path).await.ok()), newest_first[..1]);
        let restored = admin.post(format!("{one}/restore"), json!({})).await.ok();
        assert_eq!(
            (&restored["amount"], &restored["version"]),
            (&json!("4000.00"), &json!(4))
        );
        admin
            .post(format!("{one}/restore"), json!({}))
            .await
            .refused(404, "not_found");

        let activity = admin.get(format!("{contract}/activity")).await.ok().to_string();
        for expected in [
            "\"transaction\"",
            "Withdrawal of $5,000.00",
            "surrenderCharge",
            "250.50",
        ] {
            assert!(activity.contains(expected), "{contract} {expected}: {activity}");
        }
        for derived in ["kindLabel", "balanceAfter"] {
            assert!(!activity.contains(derived), "{contract} {derived}: {activity}");
        }
    }
}

#[tokio::test]
async fn the_loan_history_explains_the_balance_of_the_policy() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").with("loan_balance", "4200.00").insert().await;
    let path = format!("/allpolicy/{}/transactions", policy.uuid);
    assert_eq!(
        admin.get(&path).await.ok(),
        json!({ "transactions": [], "totalWithdrawn": "0", "loan": null, "contractYear": null,
                "distributions": null, "warnings": [] })
    );
    admin.post(&path, loan("5000")).await.ok();
    let history = admin.get(&path).await.ok();
    let differs = "The policy shows a loan balance of $4,200.00, but the transactions add up to $5,000.00.";
    assert_eq!(history["warnings"], json!([differs]));
    let repayment = json!({ "kind": "LoanRepayment", "transactionDate": "2025-01-02", "amount": "1000" });
    let repaid = admin.post(&path, repayment).await.ok();
    assert_eq!(repaid["balanceAfter"], "4000.00");
    let interest = json!({ "kind": "LoanInterest", "transactionDate": "2024-12-31", "amount": "200" });
    admin.post(&path, interest).await.ok();
    let history = admin.get(&path).await.ok();
    let balances = history["transactions"].as_array().unwrap().iter();
    let balances: Vec<_> = balances
        .map(|one| one["balanceAfter"].as_str().unwrap())
        .collect();
    assert_eq!(balances, ["4200.00", "5200.00", "5000.00"]);
    assert_eq!(
        (&history["loan"], &history["warnings"]),
        (
            &json!({ "outstanding": "4200.00", "borrowed": "5000.00", "interest": "200.00", "repaid": "1000.00" }),
            &json!([])
        )
    );
    // The policy's own values do not change.
    let record = admin.get(format!("/allpolicy/{}", policy.uuid)).await.ok();
    assert_eq!(
        (&record["contract"]["loanBalance"], &record["version"]),
        (&json!("4200.00"), &json!(1))
    );
}

#[tokio::test]
async fn totals_annuity_withdrawals_by_contract_year_and_calendar_year() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let annuity = app.annuity("A-1").with("issue_date", "2020-03-01");
    let annuity = annuity
        .with("contract_value", "100000.00")
        .with("rmd_required", true);
    let annuity = annuity
        .with("free_withdrawal_percent", "10")
        .with("rmd_amount", "900.00");
    let annuity = annuity.with("rmd_taken", "400.00").insert().await;
    let path = format!("/allannuity/{}/transactions", annuity.uuid);
    for (kind, day, amount) in [
        ("Withdrawal", "2026-02-28", "9000"),
        ("SystematicWithdrawal", "2026-03-01", "1500.50"),
        ("RequiredMinimumDistribution", "2025-12-31", "800"),
        ("RequiredMinimumDistribution", "2026-04-01", "400"),
    ] {
        let body = json!({ "kind": kind, "transactionDate": day, "amount": amount });
        admin.post(&path, body).await.ok();
    }
    let history = admin.get(&path).await.ok();
    let year = &history["contractYear"];
    assert_eq!(
        (
            &year["from"],
            &year["to"],
            &year["withdrawn"],
            &year["freeAmount"]
        ),
        (
            &json!("2026-03-01"),
            &json!("2027-02-28"),
            &json!("1900.50"),
            &json!("10000.00")
        )
    );
    assert_eq!(
        (
            &history["distributions"],
            &history["totalWithdrawn"],
            &history["warnings"]
        ),
        (
            &json!({ "year": 2026, "taken": "400.00", "required": "900.00" }),
            &json!("11700.50"),
            &json!([])
        )
    );
}

#[tokio::test]
async fn rejects_invalid_transactions_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").with("issue_date", "2020-03-01").insert().await;
    let annuity = app.annuity("A-1").insert().await;
    let path = format!("/allpolicy/{}/transactions", policy.uuid);
    for (field, value, code) in [
        ("kind", "", "required"),
        ("kind", "Gift", "unknown_code"),
        ("kind", "RequiredMinimumDistribution", "not_for_line"),
        ("transactionDate", "", "date_missing"),
        ("transactionDate", "11/22/2026", "future"),
        ("transactionDate", "02/29/2020", "before_issue"),
        ("amount", "0", "out_of_range"),
        ("amount", "1.001", "money_too_precise"),
        ("surrenderCharge", "1", "not_for_kind"),
        ("note", &"x".repeat(201), "too_long"),
    ] {
        let mut body = loan("100");
        body[field] = json!(value);
        admin.post(&path, body).await.invalid(field, code);
    }
    let body = json!({ "kind": "Withdrawal", "transactionDate": "2024-03-01", "amount": "100",
                       "surrenderCharge": "60", "taxWithheld": "40" });
    admin
        .post(&path, body)
        .await
        .invalid("taxWithheld", "above_amount");
    let path = format!("/allannuity/{}/transactions", annuity.uuid);
    admin
        .post(&path, loan("100"))
        .await
        .invalid("kind", "not_for_line");
    let unknown = json!({ "kind": "Withdrawal", "balanceAfter": "1" });
    assert_eq!(admin.post(&path, unknown).await.status, 400);
    assert_eq!(app.number("SELECT count(*) FROM contract_transaction").await, 0);
}

#[tokio::test]
async fn concurrent_requests_with_the_same_key_add_one_transaction() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    let path = format!("/allpolicy/{}/transactions", policy.uuid);
    let key = Uuid::now_v7();
    let body = loan("5000");
    let (first, second) = tokio::join!(
        admin.post_once(key, &path, &body),
        admin.post_once(key, &path, &body)
    );
    let added = first.ok();
    assert_eq!((&second.ok(), &added["uuid"]), (&added, &json!(key)));
    let history = admin.get(&path).await.ok();
    assert_eq!(history["transactions"], json!([added]));
    admin
        .post_once(key, &path, &loan("1"))
        .await
        .refused(422, "idempotency_key_reused");
}

#[tokio::test]
async fn a_contract_has_a_limited_number_of_transactions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let policy = app.policy("P-1").insert().await;
    app.execute(&format!(
        "INSERT INTO contract_transaction (firm_id, uuid, contract_uuid, line, kind, transaction_date, amount)
         SELECT 1, gen_random_uuid(), '{}', 1, 'Loan', '2024-03-01', n FROM generate_series(1, 499) n",
        policy.uuid
    ))
    .await;
    let path = format!("/allpolicy/{}/transactions", policy.uuid);
    let last = admin.post(&path, loan("7")).await.ok();
    admin
        .post(&path, loan("8"))
        .await
        .refused(422, "too_many_transactions");
    let one = format!("{path}/{}", last["uuid"].as_str().unwrap());
    admin.delete(format!("{one}?version=1")).await.ok();
    admin.post(&path, loan("8")).await.ok();
    admin
        .post(format!("{one}/restore"), json!({}))
        .await
        .refused(422, "too_many_transactions");
}

#[tokio::test]
async fn transactions_need_permission_and_a_visible_contract() {
    let app = TestApp::new().await;
    let (admin, advisor, stranger) = (
        app.admin().await,
        app.advisor().await,
        app.other_firm_admin().await,
    );
    let (policy, other) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    let path = format!("/allpolicy/{}/transactions", policy.uuid);
    let added = admin.post(&path, loan("5000")).await.ok();
    let uuid = added["uuid"].as_str().unwrap();
    let one = format!("{path}/{uuid}");
    let of_other = format!("/allpolicy/{}/transactions/{uuid}", other.uuid);
    let as_annuity = format!("/allannuity/{}/transactions/{uuid}", policy.uuid);
    let mut body = loan("1");
    body["version"] = json!(1);
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    for (client, one, status, code) in [
        (&stranger, &one, 404, "not_found"),
        (&advisor, &one, 404, "not_found"),
        (&admin, &of_other, 404, "not_found"),
        (&admin, &as_annuity, 404, "not_found"),
        (&viewer, &one, 403, "forbidden"),
    ] {
        client.put(one, body.clone()).await.refused(status, code);
        client
            .delete(format!("{one}?version=1"))
            .await
            .refused(status, code);
        client
            .post(format!("{one}/restore"), json!({}))
            .await
            .refused(status, code);
    }
    for client in [&stranger, &advisor] {
        client.get(&path).await.refused(404, "not_found");
        client.post(&path, loan("1")).await.refused(404, "not_found");
    }
    let seen = viewer.get(&path).await.ok();
    assert_eq!(seen["transactions"], json!([added]));
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    app.link(&policy, &agent).await;
    assert_eq!(advisor.get(&path).await.ok()["transactions"], json!([added]));
}
