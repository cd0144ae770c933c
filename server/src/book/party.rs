//! Parties of a contract during a load, and the party names shown in the contract's row.

use super::rows::PartyRow;
use crate::db::copy::Rate;
use jiff::Timestamp;
use shared::contact::ContactKind;
use shared::contract::{Line, PartyRole, RecordSource};
use shared::text::fold;
use std::cmp::Ordering;
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

/// Party columns of a contract's row, as `firmbook_refresh_contracts` computes them: one bit per contact
/// kind, and for each kind the name that sorts first by type and then by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub kinds: i16,
    pub agent: Option<String>,
    pub owner: Option<String>,
    pub insured: Option<String>,
}

impl Shown {
    /// Computes the columns. `name` returns the display name of a party and is called only when needed.
    pub fn of(parties: &[Party], name: impl Fn(&Party) -> String) -> Self {
        let mut shown = Self::default();
        for (kind, place) in [
            (ContactKind::Agent, &mut shown.agent),
            (ContactKind::Owner, &mut shown.owner),
            (ContactKind::Insured, &mut shown.insured),
        ] {
            let mut parties = parties.iter().filter(|party| party.kind == kind);
            let Some(first) = parties.next() else { continue };
            shown.kinds |= 1 << (kind as i16 - 1);
            let mut best = (first.type_id, name(first));
            for party in parties.filter(|party| party.type_id <= first.type_id) {
                let next = (party.type_id, name(party));
                let order = next
                    .0
                    .cmp(&best.0)
                    .then_with(|| fold(&next.1).cmp(&fold(&best.1)));
                if order == Ordering::Less {
                    best = next;
                }
            }
            *place = Some(best.1);
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
    fn shows_first_party_by_type_then_name() {
        let names = ["Zoé", "Émile", "Anna", "Bo"];
        let parties = [
            party(ContactKind::Owner, 0, 1),
            party(ContactKind::Owner, 1, 1),
            party(ContactKind::Owner, 2, 2),
            party(ContactKind::Agent, 3, 2),
        ];
        let shown = Shown::of(&parties, |party| names[party.index as usize].to_owned());
        assert_eq!(shown.kinds, 3);
        assert_eq!(shown.owner.as_deref(), Some("Émile"));
        assert_eq!((shown.agent.as_deref(), shown.insured), (Some("Bo"), None));
    }
}
