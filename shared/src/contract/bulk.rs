//! Changes of many contracts at once: which contracts, what may be changed, and what it would do to each.

use super::Line;
use super::contracts::{Context, Contract};
use super::status_change::{self, StatusChange};
use crate::list::ListQuery;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Most contracts that one edit changes.
pub const MAX_CONTRACTS: usize = 10_000;
/// Most contracts that a request can name.
pub const MAX_NAMED: usize = 1_000;
/// Most current values and problems that a preview lists.
const MAX_LINES: usize = 20;
/// Most contract numbers that a problem lists.
const MAX_NUMBERS: usize = 5;

/// Contracts to change, either by uuid or by query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkSelection {
    /// At most 1,000.
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub contract_uuids: Vec<Uuid>,
    /// Selects at most 10,000 contracts.
    pub query: Option<ListQuery>,
}

impl BulkSelection {
    pub fn faults(&self) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        match (&self.query, self.contract_uuids.len()) {
            (None, 0) => findings.fault(
                "contracts.contractUuids",
                "required",
                "Select at least one contract.",
            ),
            (Some(_), 1..) => findings.fault(
                "contracts.query",
                "not_both",
                "Send either contracts or a query, not both.",
            ),
            (_, count) if count > MAX_NAMED => findings.fault(
                "contracts.contractUuids",
                "too_many",
                "Send up to 1,000 contracts, or a query.",
            ),
            _ => {}
        }
        findings.0
    }
}

/// A change that applies to each of the contracts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum BulkChange {
    Status {
        /// `PolicyStatus` code.
        status: String,
        /// Effective date of the status.
        #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
        status_date: Option<Date>,
        /// Life policies in their grace period only: last day of coverage.
        #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
        grace_period_end_date: Option<Date>,
    },
    Field {
        /// One of [`fields`], named as in the JSON of the contract.
        field: String,
        /// The new value as in the JSON of the contract. Null clears the field.
        #[cfg_attr(feature = "ts", tsify(type = "string | number | boolean | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<serde_json::Value>))]
        value: Value,
    },
}

/// Request to preview or make a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkRequest {
    pub contracts: BulkSelection,
    pub change: BulkChange,
}

/// Fields that can be changed in many contracts at once. Numbers, carriers, parties and values differ from contract to
/// contract, so they are not among them.
pub const fn fields(line: Line) -> &'static [&'static str] {
    match line {
        Line::Life => &[
            "productType",
            "productName",
            "issueState",
            "riskClass",
            "isTobacco",
            "deathBenefitOption",
            "premiumMode",
            "paymentMethod",
            "paidToDate",
            "nextPremiumDate",
            "lastPremiumDate",
            "loanRate",
            "dividendOption",
            "maturityDate",
            "levelPeriodEndDate",
            "conversionExpiryDate",
            "policyGuard",
            "nextRequestDate",
        ],
        Line::Annuity => &[
            "productType",
            "productName",
            "issueState",
            "taxType",
            "surrenderPeriodEndDate",
            "freeWithdrawalPercent",
            "hasMarketValueAdjustment",
            "guaranteedRate",
            "guaranteedRateEndDate",
            "rmdRequired",
            "rmdDueDate",
            "annuitizationDate",
            "maxAnnuityAge",
            "policyGuard",
        ],
    }
}

impl BulkChange {
    /// Name of the changed field, as in the JSON of the contract.
    pub fn field(&self) -> &str {
        match self {
            Self::Status { .. } => "status",
            Self::Field { field, .. } => field,
        }
    }

    /// Checks what does not depend on the contracts.
    pub fn faults(&self, line: Line) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        if let Self::Field { field, .. } = self
            && !fields(line).contains(&field.as_str())
        {
            findings.fault(
                "change.field",
                "not_a_choice",
                "This field cannot be changed in many contracts at once.",
            );
        }
        findings.0
    }
}

/// What a change does to a contract.
#[derive(Debug, Clone, PartialEq)]
pub enum Applied<C> {
    /// The contract has the value already.
    Unchanged,
    Changed(Box<C>),
    /// The first error.
    Refused(String),
}

/// Applies a change to a contract. Problems that the stored contract already has do not block it.
pub fn apply<C>(stored: &C, change: &BulkChange, today: Date, owners: usize) -> Applied<C>
where
    C: Contract + Clone + PartialEq + Serialize + DeserializeOwned,
{
    let (contract, findings) = match change {
        BulkChange::Status { status, .. } if status == stored.status() => return Applied::Unchanged,
        BulkChange::Status {
            status,
            status_date,
            grace_period_end_date,
        } => {
            let change = StatusChange {
                version: 0,
                status: status.clone(),
                status_date: *status_date,
                grace_period_end_date: *grace_period_end_date,
            };
            status_change::apply(stored, &change, today, owners)
        }
        BulkChange::Field { field, value } => match with_field(stored, field, value) {
            Ok(None) => return Applied::Unchanged,
            Ok(Some(contract)) => {
                let context = Context {
                    today,
                    before: Some(stored),
                    owners,
                };
                let (_, standing) = stored.clone().normalize(&context);
                let (contract, mut findings) = contract.normalize(&context);
                findings
                    .0
                    .retain(|finding| finding.field == *field || !standing.0.contains(finding));
                (contract, findings)
            }
            Err(message) => return Applied::Refused(message),
        },
    };
    match findings.0.into_iter().find(|finding| !finding.warning) {
        Some(error) => Applied::Refused(error.message),
        None => Applied::Changed(Box::new(contract)),
    }
}

/// Returns the contract with another value in a field, or `None` if it has this value already.
fn with_field<C>(stored: &C, field: &str, value: &Value) -> Result<Option<C>, String>
where
    C: PartialEq + Serialize + DeserializeOwned,
{
    let invalid = |_| "This value is not valid for the field.".to_owned();
    let mut json = serde_json::to_value(stored).map_err(invalid)?;
    json[field] = value.clone();
    let contract: C = serde_json::from_value(json).map_err(invalid)?;
    Ok((*stored != contract).then_some(contract))
}

/// Number of contracts with the same current value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrentValue {
    /// The value as in the JSON of the contract.
    #[cfg_attr(feature = "ts", tsify(type = "string | number | boolean | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<serde_json::Value>))]
    pub value: Value,
    pub contracts: usize,
}

/// An error that keeps contracts from being changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkProblem {
    pub message: String,
    pub contracts: usize,
    /// The first 5 contract numbers.
    pub numbers: Vec<String>,
}

/// What a change does to the selected contracts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkPreview {
    pub selected: usize,
    pub changed: usize,
    /// Contracts that have the new value already.
    pub unchanged: usize,
    /// The most frequent current values, 20 at most.
    pub current: Vec<CurrentValue>,
    /// The most frequent problems, 20 at most.
    pub problems: Vec<BulkProblem>,
}

impl BulkPreview {
    /// Counts one contract.
    pub fn add<C: Contract + Serialize>(&mut self, stored: &C, change: &BulkChange, applied: &Applied<C>) {
        self.selected += 1;
        match applied {
            Applied::Unchanged => self.unchanged += 1,
            Applied::Changed(_) => self.changed += 1,
            Applied::Refused(message) => self.add_problem(message, stored.number()),
        }
        let value = serde_json::to_value(stored).map_or(Value::Null, |mut json| json[change.field()].take());
        match self.current.iter_mut().find(|one| one.value == value) {
            Some(one) => one.contracts += 1,
            None => self.current.push(CurrentValue { value, contracts: 1 }),
        }
    }

    fn add_problem(&mut self, message: &str, number: &str) {
        let place = self.problems.iter().position(|one| one.message == message);
        let place = place.unwrap_or_else(|| {
            self.problems.push(BulkProblem {
                message: message.to_owned(),
                contracts: 0,
                numbers: Vec::new(),
            });
            self.problems.len() - 1
        });
        let problem = &mut self.problems[place];
        problem.contracts += 1;
        if problem.numbers.len() < MAX_NUMBERS {
            problem.numbers.push(number.to_owned());
        }
    }

    /// Sorts by frequency and drops what is too much to show.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.current.sort_by_key(|one| std::cmp::Reverse(one.contracts));
        self.current.truncate(MAX_LINES);
        self.problems.sort_by_key(|one| std::cmp::Reverse(one.contracts));
        self.problems.truncate(MAX_LINES);
        self
    }
}

/// A change that was made to many contracts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkEdit {
    /// Identifies the edit when it is undone.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub result: BulkPreview,
}

/// Result of undoing an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkUndone {
    pub restored: usize,
    /// Contracts that keep their present values: those changed or deleted after the edit, and those that would be in
    /// force without an owner.
    pub skipped: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
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
            death_benefit: Some(Decimal::from(10)),
            annualized_premium: Some(Decimal::from(120)),
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
    fn offers_only_fields_that_contracts_have_and_that_do_not_change_values() {
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
    fn changes_one_field_and_no_other() {
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
    fn leaves_contracts_alone_that_have_the_value() {
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
    fn refuses_what_the_form_would_refuse() {
        let before = policy("1", "InForce");
        for (change, expected) in [
            (lapse(None), "Enter the status date."),
            (
                lapse(Some(date(2026, 11, 22))),
                "The status date cannot be in the future.",
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
        assert_eq!(
            preview.current[0],
            CurrentValue {
                value: json!("InForce"),
                contracts: 2
            }
        );
        assert_eq!(
            preview.problems,
            [BulkProblem {
                message: "The status date cannot be in the future.".into(),
                contracts: 2,
                numbers: vec!["2".into(), "3".into()],
            }]
        );
    }

    #[test]
    fn selection_is_either_contracts_or_a_query() {
        let code = |selection: BulkSelection| selection.faults().first().map(|fault| fault.code.clone());
        let named = |count| BulkSelection {
            contract_uuids: vec![Uuid::nil(); count],
            query: None,
        };
        assert_eq!(code(named(0)).as_deref(), Some("required"));
        assert_eq!(code(named(MAX_NAMED)), None);
        assert_eq!(code(named(MAX_NAMED + 1)).as_deref(), Some("too_many"));
        let query = Some(ListQuery::default());
        assert_eq!(
            code(BulkSelection {
                query: query.clone(),
                ..named(0)
            }),
            None
        );
        assert_eq!(
            code(BulkSelection { query, ..named(1) }).as_deref(),
            Some("not_both")
        );
    }
}
