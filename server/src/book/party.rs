//! Parties of a contract during a load, and the party names shown in the contract's row.

use super::rows::PartyRow;
use crate::db::copy::Rate;
use jiff::Timestamp;
use shared::contact::ContactKind;
use shared::contract::{Line, PartyRole, RecordSource};
use shared::list::column::PEOPLE_SEPARATOR;
use shared::text::fold;
use uuid::Uuid;

/// A contact in a role. `index` is the contact's position among the contacts of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Party {
    pub kind: ContactKind,
    pub index: u32,
    pub role: PartyRole,
    pub type_id: i16,
    pub share_percent: Option<Rate>,
}

impl Party {
    pub fn to_row(
        self,
        contract: (Line, Uuid),
        contact_uuid: Uuid,
        firm_id: i32,
        now: Timestamp,
    ) -> PartyRow {
        PartyRow {
            firm_id,
            contract_uuid: contract.1,
            contact_uuid,
            line: contract.0.number().into(),
            kind: self.kind as i16,
            role: self.role.code().into(),
            type_id: self.type_id,
            share_percent: self.share_percent,
            origin: RecordSource::Import.code().into(),
            created_at: now,
            created_by: None,
        }
    }
}

/// Party columns of a contract's row, as `firmbook_refresh_contracts` computes them: one bit per contact kind, and for
/// each kind the names of its people, sorted by type and then by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub kinds: i16,
    pub agent: Option<String>,
    pub owner: Option<String>,
    pub insured: Option<String>,
}

impl Shown {
    /// Computes the columns. `name` returns the display name of a party.
    pub fn of(parties: &[Party], name: impl Fn(&Party) -> String) -> Self {
        let mut shown = Self::default();
        for (kind, place) in [
            (ContactKind::Agent, &mut shown.agent),
            (ContactKind::Owner, &mut shown.owner),
            (ContactKind::Insured, &mut shown.insured),
        ] {
            let mut people: Vec<&Party> = parties.iter().filter(|party| party.kind == kind).collect();
            if people.is_empty() {
                continue;
            }
            // A person can have several types on a contract, such as writing agent and co-agent.
            people.sort_by_key(|party| (party.index, party.type_id));
            people.dedup_by_key(|party| party.index);
            let mut names: Vec<(i16, String)> =
                people.iter().map(|party| (party.type_id, name(party))).collect();
            names.sort_by_cached_key(|(type_id, name)| (*type_id, fold(name)));
            shown.kinds |= 1 << (kind as i16 - 1);
            let names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
            *place = Some(names.join(PEOPLE_SEPARATOR));
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party(kind: ContactKind, index: u32, type_id: i16) -> Party {
        Party {
            kind,
            index,
            role: PartyRole::of_kind(kind),
            type_id,
            share_percent: None,
        }
    }

    #[test]
    fn lists_people_by_type_then_name() {
        let names = ["Zoé", "Émile", "Anna", "Bo"];
        let parties = [
            party(ContactKind::Owner, 0, 1),
            party(ContactKind::Owner, 1, 1),
            party(ContactKind::Owner, 2, 2),
            party(ContactKind::Owner, 0, 3),
            party(ContactKind::Agent, 3, 2),
        ];
        let shown = Shown::of(&parties, |party| names[party.index as usize].to_owned());
        assert_eq!(shown.kinds, 3);
        assert_eq!(shown.owner.as_deref(), Some("Émile; Zoé; Anna"));
        assert_eq!((shown.agent.as_deref(), shown.insured), (Some("Bo"), None));
    }
}
