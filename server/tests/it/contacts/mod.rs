//! Agents, owners and insureds.

mod attach;
mod change;
mod create;
mod custom_fields;
mod delete;
mod integration;
mod read;
mod scope;
mod tax_id;

use serde_json::{Value, json};
use shared::contact::ContactKind;

pub const KINDS: [ContactKind; 3] = ContactKind::ALL;

/// Returns the first path segment for a contact kind.
pub fn resource(kind: ContactKind) -> &'static str {
    match kind {
        ContactKind::Agent => "FirmAgent",
        ContactKind::Owner => "FirmOwner",
        ContactKind::Insured => "FirmInsured",
    }
}

/// Returns a request body that adds a person of the kind.
pub fn person(kind: ContactKind, first: &str, last: &str) -> Value {
    let mut person = json!({ "firstName": first, "lastName": last });
    if kind == ContactKind::Owner {
        person["ownerType"] = json!(1);
    }
    json!({ "person": person })
}

/// Returns a request body that adds an agent with an NPN.
pub fn agent_with_npn(name: &str, npn: &str) -> Value {
    json!({ "person": { "firstName": name, "lastName": "Lee", "npn": npn } })
}
