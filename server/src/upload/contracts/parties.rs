//! The people and riders of a row. New contracts get them. Existing contracts keep theirs, and differences are reported
//! as warnings.

use super::book::Attached;
use super::people::{Lookup, People};
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::contracts::Rider;
use shared::contract::{Line, PartyRole};
use shared::upload::check::RowFault;
use shared::upload::contract::{ContractField, ContractRow, PartyField, Values, riders_of};
use shared::upload::mapping::Mapping;
use std::collections::BTreeSet;
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

/// Returns the people that a row names and the faults: people who are unknown or named twice, and types or shares
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

/// Returns a warning for each known person in the row who is not on the existing contract, and for each share that
/// differs from the one on the contract.
pub fn people_not_updated(
    line: Line,
    mapping: &Mapping,
    values: &Values,
    (people, attached): (&People, &[Attached]),
) -> Vec<RowFault> {
    let text = |code: &str| values.get(code)?.as_str();
    let warning = |(field, party): (ContractField, PartyField)| {
        let Lookup::Found(named) = people.get(party.kind(), text(field.code())?) else {
            return None;
        };
        let is_named = |other: &&Attached| (other.kind, other.contact_uuid) == (party.kind(), named.uuid);
        let Some(person) = attached.iter().find(is_named) else {
            let message =
                "The existing contract does not have this person. Imports add people to new contracts only.";
            return Some(ContractRow::not_updated(mapping, field.code(), message));
        };
        let share_field = party.share_field?;
        let share: Decimal = text(share_field)?.parse().ok()?;
        let message =
            "The existing contract has a different share. Imports set the shares of new contracts only.";
        (person.share_percent != Some(share)).then(|| ContractRow::not_updated(mapping, share_field, message))
    };
    ContractField::people(line).filter_map(warning).collect()
}

/// Returns a warning if the row's riders differ from those of the existing contract.
pub fn riders_not_updated(mapping: &Mapping, values: &Values, stored: &[Rider]) -> Option<RowFault> {
    let types = |riders: &[Rider]| -> BTreeSet<String> {
        riders.iter().map(|rider| rider.rider_type.clone()).collect()
    };
    let named = types(&riders_of(values));
    let message = "The existing contract has different riders. Imports add riders to new contracts only.";
    (!named.is_empty() && named != types(stored))
        .then(|| ContractRow::not_updated(mapping, "riders", message))
}
