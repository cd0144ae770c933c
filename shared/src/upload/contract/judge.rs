//! Applies rows to stored contracts, or creates new ones.

use super::{ContractField, ValueType, Values};
use crate::contract::bulk;
use crate::contract::contracts::{Context, Contract};
use crate::date;
use crate::list::ColumnType;
use crate::problem::Findings;
use crate::upload::check::RowFault;
use crate::upload::mapping::{Mapping, Mode};
use crate::upload::repair::{OLDER_VALUES, RepairKind};
use crate::upload::target::Target;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// Name of the carrier in a contract's JSON. Files contain the carrier as text instead.
const CARRIER: &str = "carrierUuid";

/// A row with its carrier and owners resolved.
#[derive(Debug, Clone)]
pub struct ContractRow<'a> {
    pub values: &'a Values,
    pub carrier_uuid: Option<Uuid>,
    /// Number of owners of the stored or new contract.
    pub owners: usize,
}

/// Result of applying a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Judged<C> {
    New(Box<C>),
    Update(Box<C>),
    /// The stored contract already has all values of the row.
    Unchanged,
    /// The contract exists, and the mode only adds contracts.
    Exists,
    Refused(Vec<RowFault>),
}

/// Applies a row to `stored`, or creates a contract if it is `None`. Ignores errors that the stored contract
/// already has, except in the fields that the row changes.
pub fn judge<C>(stored: Option<&C>, row: &ContractRow<'_>, mapping: &Mapping, today: Date) -> Judged<C>
where
    C: Contract + Clone + PartialEq + Serialize + DeserializeOwned,
{
    let mode = mapping.mode;
    if stored.is_some() && mode == Mode::AddOnly {
        return Judged::Exists;
    }
    let Ok((merged, changed)) = merged(stored, row, mode) else {
        return Judged::Refused(vec![fault_of(
            mapping,
            "",
            "invalid",
            "The values of this row do not fit a contract.".into(),
        )]);
    };
    let (contract, findings) = match stored {
        Some(_) if changed.is_empty() => return Judged::Unchanged,
        Some(stored) => {
            let fields: Vec<&str> = changed.iter().map(String::as_str).collect();
            bulk::checked(stored, merged, &fields, today, row.owners)
        }
        None => merged.normalize(&Context {
            today,
            before: None,
            owners: row.owners,
        }),
    };
    let mut faults = faults(findings, mapping);
    faults.extend(stored.and_then(|stored| older_values(stored, &contract, &changed, mapping)));
    if !faults.is_empty() {
        return Judged::Refused(faults);
    }
    match stored {
        Some(stored) if *stored == contract => Judged::Unchanged,
        Some(_) => Judged::Update(Box::new(contract)),
        None => Judged::New(Box::new(contract)),
    }
}

/// Merges the values of the row into the contract. Also returns the fields that differ from the stored contract.
fn merged<C>(stored: Option<&C>, row: &ContractRow<'_>, mode: Mode) -> serde_json::Result<(C, Vec<String>)>
where
    C: Contract + Serialize + DeserializeOwned,
{
    let mut fields: Map<String, Value> = match stored {
        Some(stored) => serde_json::from_value(json!(stored))?,
        None => Map::new(),
    };
    let mut changed = Vec::new();
    for (code, value) in row.values {
        let Some(field) = ContractField::of(C::LINE, code).filter(|field| field.is_stored()) else {
            continue;
        };
        let old = fields.get(code).unwrap_or(&Value::Null);
        let is_key = field.is_number() && stored.is_some();
        let is_kept = mode == Mode::FillBlanks && stored.is_some() && !is_empty(field, old);
        if is_key || is_kept || is_equal(field, old, value) {
            continue;
        }
        changed.push(code.clone());
        fields.insert(code.clone(), value.clone());
    }
    if stored.is_none()
        && let Some(carrier) = row.carrier_uuid
    {
        fields.insert(CARRIER.into(), json!(carrier));
    }
    Ok((serde_json::from_value(Value::Object(fields))?, changed))
}

/// Returns an error if the row's values have an earlier as-of date than the stored values, as in last month's file.
fn older_values<C: Contract>(
    stored: &C,
    contract: &C,
    changed: &[String],
    mapping: &Mapping,
) -> Option<RowFault> {
    let dated = ["valuesAsOf", "accountValueDate"];
    let field = dated
        .into_iter()
        .find(|field| changed.iter().any(|own| own == field))?;
    let (known, given) = (stored.values_as_of()?, contract.values_as_of()?);
    let is_accepted = mapping.repairs.iter().any(|repair| {
        (&*repair.code, &*repair.field, repair.kind) == (OLDER_VALUES, field, RepairKind::TakeOlder)
    });
    if given >= known || is_accepted {
        return None;
    }
    let message = format!(
        "The stored values are newer. They are of {}, those of the file of {}.",
        date::format(known),
        date::format(given)
    );
    Some(fault_of(mapping, field, OLDER_VALUES, message))
}

/// Returns whether a stored value can be filled. Zero amounts count as empty, because contracts store zero for
/// missing amounts.
fn is_empty(field: ContractField, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(entries) => entries.is_empty(),
        Value::String(text) => text.is_empty() || number(field, value).is_some_and(|number| number.is_zero()),
        _ => false,
    }
}

/// Compares amounts and percentages as numbers: `5.5` and `5.50` are equal.
fn is_equal(field: ContractField, old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_equal(field, old, new))
        }
        _ => old == new || number(field, old).is_some_and(|old| number(field, new) == Some(old)),
    }
}

fn number(field: ContractField, value: &Value) -> Option<Decimal> {
    let is_number = matches!(
        field.value_type(),
        ValueType::Single(ColumnType::Money | ColumnType::Percent) | ValueType::Charges
    );
    value.as_str().filter(|_| is_number)?.parse().ok()
}

fn faults(findings: Findings, mapping: &Mapping) -> Vec<RowFault> {
    let errors = findings.0.into_iter().filter(|finding| !finding.warning);
    errors
        .map(|finding| {
            let field = if finding.field == CARRIER {
                "carrier"
            } else {
                &finding.field
            };
            let field = field.split('[').next().unwrap_or_default();
            fault_of(mapping, field, &finding.code, finding.message)
        })
        .collect()
}

/// Returns an error for a field and the column that is mapped to it.
pub(super) fn fault_of(mapping: &Mapping, field: &str, code: &str, message: String) -> RowFault {
    let fills = |target: &Target| matches!(target, Target::Contract(own) if own.code() == field);
    let column = mapping.mapped().find(|(_, target)| fills(target));
    RowFault {
        column: column.map(|(column, _)| column.source_column),
        field: field.into(),
        code: code.into(),
        message,
        warning: false,
    }
}

impl ContractRow<'_> {
    /// Returns an error that depends on the firm's data, such as an unknown carrier.
    pub fn fault(mapping: &Mapping, field: &str, code: &str, message: String) -> RowFault {
        fault_of(mapping, field, code, message)
    }

    /// Returns a warning that the import does not update a value of an existing contract.
    pub fn not_updated(mapping: &Mapping, field: &str, message: &str) -> RowFault {
        RowFault {
            warning: true,
            ..fault_of(mapping, field, "not_updated", message.into())
        }
    }
}
