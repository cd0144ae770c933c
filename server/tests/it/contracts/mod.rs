//! Policy and annuity records.

mod beneficiaries;
mod beneficiary_list;
mod bulk;
mod change;
mod create;
mod delete;
mod gifts;
mod guidelines;
mod read;
mod status;
mod transaction_list;
mod transactions;

use crate::support::CARRIER;
use serde_json::{Value, json};

/// First path segment, noun, and number field of each line.
pub const LINES: [(&str, &str, &str); 2] = [
    ("allpolicy", "policy", "policyNumber"),
    ("allannuity", "annuity", "contractNumber"),
];

/// Returns the form values of a pending contract.
pub fn pending(resource: &str, number: &str) -> Value {
    let (field, product) = match resource {
        "allpolicy" => ("policyNumber", "Term"),
        _ => ("contractNumber", "FIA"),
    };
    json!({ field: number, "carrierUuid": CARRIER, "productType": product, "status": "Pending" })
}

/// Returns a request body that changes one field of a record.
pub fn changed(record: &Value, field: &str, value: Value) -> Value {
    let mut contract = record["contract"].clone();
    contract[field] = value;
    json!({ "contract": contract, "version": record["version"] })
}
