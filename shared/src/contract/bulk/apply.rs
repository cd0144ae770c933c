//! Applies a change to one contract, and undoes it.

use super::{BulkChange, premium};
use crate::contract::contracts::{Context, Contract};
use crate::contract::status_change::{self, StatusChange};
use crate::problem::Findings;
use jiff::civil::Date;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Field values, keyed as in the JSON of a contract.
pub type Fields = Map<String, Value>;

/// Result of applying a change to a contract.
#[derive(Debug, Clone, PartialEq)]
pub enum Applied<C> {
    /// The contract already has the value.
    Unchanged,
    Changed(Box<C>),
    /// Message of the first error.
    Refused(String),
}

/// Applies a change to a contract. Existing problems of the stored contract do not block the change.
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
            Ok(Some(contract)) => checked(stored, contract, &[field.as_str()], today, owners),
            Err(message) => return Applied::Refused(message),
        },
        BulkChange::PremiumPaid { due } => match premium::paid(stored, *due, today) {
            Ok(contract) => checked(stored, contract, &premium::FIELDS, today, owners),
            Err(message) => return Applied::Refused(message),
        },
    };
    match findings.0.into_iter().find(|finding| !finding.warning) {
        Some(error) => Applied::Refused(error.message),
        None => Applied::Changed(Box::new(contract)),
    }
}

/// Validates a changed contract. Ignores problems that the stored contract already has, except in the changed fields.
pub(crate) fn checked<C>(stored: &C, changed: C, fields: &[&str], today: Date, owners: usize) -> (C, Findings)
where
    C: Contract + Clone,
{
    let context = Context {
        today,
        before: Some(stored),
        owners,
    };
    let (_, standing) = stored.clone().normalize(&context);
    let (contract, mut findings) = changed.normalize(&context);
    findings
        .0
        .retain(|finding| fields.contains(&finding.field.as_str()) || !standing.0.contains(finding));
    (contract, findings)
}

/// Sets a field of a contract. Returns `None` if the field already has the value.
pub(super) fn with_field<C>(stored: &C, field: &str, value: &Value) -> Result<Option<C>, String>
where
    C: PartialEq + Serialize + DeserializeOwned,
{
    let invalid = |_| "This value is not valid for the field.".to_owned();
    let mut json = serde_json::to_value(stored).map_err(invalid)?;
    json[field] = value.clone();
    let contract: C = serde_json::from_value(json).map_err(invalid)?;
    Ok((*stored != contract).then_some(contract))
}

/// Returns the old values of the fields that a change replaces.
///
/// # Errors
/// Returns an error if a contract cannot be serialized.
pub fn replaced<C: Serialize>(before: &C, after: &C) -> serde_json::Result<Fields> {
    let after = serde_json::to_value(after)?;
    let mut fields: Fields = serde_json::from_value(serde_json::to_value(before)?)?;
    fields.retain(|field, old| after.get(field) != Some(old));
    Ok(fields)
}

/// Restores the values that a change replaced. Returns `None` if the contract would be in force without an
/// owner, because its owners may have been detached since.
///
/// # Errors
/// Returns an error if the result is not a valid contract.
pub fn restored<C>(stored: &C, replaced: Fields, today: Date, owners: usize) -> serde_json::Result<Option<C>>
where
    C: Contract + Clone + Serialize + DeserializeOwned,
{
    let mut fields: Fields = serde_json::from_value(serde_json::to_value(stored)?)?;
    fields.extend(replaced);
    let contract: C = serde_json::from_value(Value::Object(fields))?;
    let context = Context {
        today,
        before: Some(stored),
        owners,
    };
    // Other rules do not apply because the contract has been stored with these values before.
    let (_, findings) = contract.clone().normalize(&context);
    let needs_owner = findings.0.iter().any(|finding| finding.code == "owner_required");
    Ok((!needs_owner).then_some(contract))
}
