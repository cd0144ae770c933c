use super::apply::with_field;
use super::*;
use crate::contract::contracts::Contract;
use crate::contract::{Annuity, Policy};
use jiff::civil::date;
use rust_decimal::Decimal;
use serde_json::json;

const TODAY: Date = date(2026, 11, 21);

fn policy(number: &str, status: &str) -> Policy {
    Policy {
        policy_number: number.into(),
        carrier_uuid: Some(Uuid::nil()),
        product_type: "Term".into(),
        status: status.into(),
        issue_date: Some(date(2020, 1, 1)),
        // Two decimals, as the database stores amounts.
        death_benefit: Some(Decimal::new(1000, 2)),
        annualized_premium: Some(Decimal::new(12_000, 2)),
        ..Policy::default()
    }
}

fn field(field: &str, value: Value) -> BulkChange {
    BulkChange::Field {
        field: field.into(),
        value,
    }
}

fn lapse(since: Option<Date>) -> BulkChange {
    BulkChange::Status {
        status: "Lapsed".into(),
        status_date: since,
        grace_period_end_date: None,
    }
}

fn changed(stored: &Policy, change: &BulkChange) -> Policy {
    match apply(stored, change, TODAY, 1) {
        Applied::Changed(contract) => *contract,
        other => panic!("{other:?}"),
    }
}

#[test]
fn editable_fields_exist_and_are_not_values() {
    let before = policy("1", "InForce");
    for name in fields(Line::Life) {
        assert!(json!(before).get(name).is_some(), "policies have no field {name}");
        let cleared = with_field(&before, name, &Value::Null);
        if let Ok(Some(cleared)) = cleared {
            assert_eq!(cleared.values(), before.values(), "{name} is a value");
        }
    }
    for name in fields(Line::Annuity) {
        assert!(
            json!(Annuity::default()).get(name).is_some(),
            "annuities have no field {name}"
        );
    }
    for (line, name) in [
        (Line::Life, "policyNumber"),
        (Line::Life, "status"),
        (Line::Life, "deathBenefit"),
        (Line::Annuity, "contractValue"),
        (Line::Annuity, "paymentMethod"),
    ] {
        assert_eq!(
            field(name, Value::Null).faults(line)[0].code,
            "not_a_choice",
            "{name}"
        );
    }
}

#[test]
fn changes_only_the_given_field() {
    let before = policy("1", "InForce");
    for (change, expected) in [
        (
            field("premiumMode", json!("Monthly")),
            Policy {
                premium_mode: Some("Monthly".into()),
                ..before.clone()
            },
        ),
        (
            field("isTobacco", json!(true)),
            Policy {
                is_tobacco: Some(true),
                ..before.clone()
            },
        ),
        (
            field("paidToDate", json!("2027-01-01")),
            Policy {
                paid_to_date: Some(date(2027, 1, 1)),
                ..before.clone()
            },
        ),
        (
            field("loanRate", json!("5.25")),
            Policy {
                loan_rate: Some(Decimal::new(525, 2)),
                ..before.clone()
            },
        ),
    ] {
        assert_eq!(changed(&before, &change), expected);
    }
}

#[test]
fn skips_contracts_that_already_have_the_value() {
    let mut before = policy("1", "Lapsed");
    before.loan_rate = Some(Decimal::new(500, 2));
    assert_eq!(apply(&before, &lapse(Some(TODAY)), TODAY, 1), Applied::Unchanged);
    assert_eq!(
        apply(&before, &field("loanRate", json!("5.00")), TODAY, 1),
        Applied::Unchanged
    );
    assert_eq!(
        apply(&before, &field("riskClass", Value::Null), TODAY, 1),
        Applied::Unchanged
    );
}

#[test]
fn rejects_the_same_values_as_the_form() {
    let before = policy("1", "InForce");
    for (change, expected) in [
        (lapse(None), "Enter the status date."),
        (
            lapse(Some(date(2026, 11, 22))),
            "The date cannot be in the future.",
        ),
        (
            field("issueState", json!("ZZ")),
            "Enter a valid state or territory.",
        ),
        (
            field("paidToDate", json!("soon")),
            "This value is not valid for the field.",
        ),
        (
            field("isTobacco", json!("maybe")),
            "This value is not valid for the field.",
        ),
    ] {
        assert_eq!(
            apply(&before, &change, TODAY, 1),
            Applied::Refused(expected.into())
        );
    }
}

#[test]
fn existing_errors_do_not_block_a_change() {
    let before = Policy {
        issue_state: Some("ZZ".into()),
        ..policy("1", "InForce")
    };
    assert_eq!(
        changed(&before, &field("riskClass", json!("Preferred")))
            .risk_class
            .as_deref(),
        Some("Preferred")
    );
}

#[test]
fn preview_counts_values_and_problems() {
    let future = lapse(Some(date(2026, 11, 22)));
    let mut preview = BulkPreview::default();
    for (number, status) in [("1", "Lapsed"), ("2", "InForce"), ("3", "InForce")] {
        let stored = policy(number, status);
        preview.add(&stored, &future, &apply(&stored, &future, TODAY, 1));
    }
    let preview = preview.finished();
    assert_eq!((preview.selected, preview.changed, preview.unchanged), (3, 0, 1));
    assert_eq!(preview.current, [], "values of contracts that do not change");
    assert_eq!(
        preview.problems,
        [BulkProblem {
            message: "The date cannot be in the future.".into(),
            contracts: 2,
            numbers: vec!["2".into(), "3".into()],
        }]
    );
}

#[test]
fn preview_counts_current_values_of_changing_contracts() {
    let lapsed = lapse(Some(date(2026, 10, 1)));
    let mut preview = BulkPreview::default();
    for (number, status) in [("1", "Lapsed"), ("2", "InForce"), ("3", "InForce")] {
        let stored = policy(number, status);
        preview.add(&stored, &lapsed, &apply(&stored, &lapsed, TODAY, 1));
    }
    let preview = preview.finished();
    let in_force = CurrentValue {
        value: json!("InForce"),
        contracts: 2,
    };
    assert_eq!((preview.changed, preview.unchanged), (2, 1));
    assert_eq!(preview.current, [in_force]);
}

#[test]
fn restores_exactly_the_replaced_values() {
    let before = Policy {
        status_date: None,
        ..policy("1", "InForce")
    };
    let after = changed(&before, &lapse(Some(date(2026, 10, 1))));
    let fields = replaced(&before, &after).unwrap();
    assert_eq!(
        Value::Object(fields.clone()),
        json!({ "status": "InForce", "statusDate": null })
    );
    assert_eq!(restored(&after, fields.clone(), TODAY, 1).unwrap(), Some(before));
    assert_eq!(restored(&after, fields, TODAY, 0).unwrap(), None, "no owner");
}
