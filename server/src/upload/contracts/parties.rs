//! The people of a new contract, with their types and shares.

use super::people::{Lookup, People};
use shared::contact::ContactKind;
use shared::contract::{Line, PartyRole};
use shared::upload::check::RowFault;
use shared::upload::contract::{ContractField, ContractRow, Values};
use shared::upload::mapping::Mapping;
use uuid::Uuid;

/// A person to attach to a new contract.
pub struct NewParty {
    pub contact_uuid: Uuid,
    pub kind: ContactKind,
    pub role: PartyRole,
    pub type_id: u8,
    /// Percent, as decimal text.
    pub share_percent: Option<String>,
}

/// Returns the people that a row names, and the faults: people who are unknown or named twice, and types and shares
/// without a person.
pub fn parties(
    line: Line,
    mapping: &Mapping,
    values: &Values,
    people: &People,
) -> (Vec<NewParty>, Vec<RowFault>) {
    let (mut parties, mut faults): (Vec<NewParty>, _) = (Vec::new(), Vec::new());
    let mut refuse = |field: &str, code: &str, message: String| {
        faults.push(ContractRow::fault(mapping, field, code, message));
    };
    let text = |code: &str| values.get(code)?.as_str();
    for (field, party) in ContractField::people(line) {
        let code = field.code();
        let Some(typed) = text(code) else {
            for detail in [party.share_field, party.type_field].into_iter().flatten() {
                if values.contains_key(detail) {
                    refuse(detail, "person_required", field.person_required());
                }
            }
            continue;
        };
        let noun = party.kind().noun();
        match people.get(party.kind(), typed) {
            Lookup::Found(named)
                if parties
                    .iter()
                    .any(|other| (other.kind, other.contact_uuid) == (party.kind(), named.uuid)) =>
            {
                refuse(code, "duplicate", format!("This row already names this {noun}."));
            }
            Lookup::Found(named) => parties.push(NewParty {
                contact_uuid: named.uuid,
                kind: party.kind(),
                role: party.role,
                type_id: party
                    .type_field
                    .and_then(text)
                    .and_then(|number| number.parse().ok())
                    .or(party.type_id)
                    .unwrap_or(named.owner_type),
                share_percent: party.share_field.and_then(text).map(Into::into),
            }),
            Lookup::Unknown => refuse(
                code,
                "unknown_person",
                format!("No {noun} is named “{typed}”. Import the {noun} first, or clear the field."),
            ),
            Lookup::Ambiguous => refuse(
                code,
                "ambiguous_person",
                format!("Several {noun}s are named “{typed}”. Use the external ID or record ID."),
            ),
        }
    }
    (parties, faults)
}
