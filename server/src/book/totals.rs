//! Totals of contacts and lists, summed while contracts are loaded.

use super::party::Party;
use super::rows::{AnnuityRow, ContactTotalRow, ListTotalRow, PolicyRow};
use crate::db::copy::Cents;
use shared::contact::ContactKind;
use uuid::Uuid;

/// Totals of a contact or a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    pub policies: u32,
    pub annuities: u32,
    /// Totals of policies in cents: death benefit, annualized premium, cash value, surrender value.
    pub policy: [i64; 4],
    /// Totals of annuities in cents: contract value, premiums paid, cash value, surrender value.
    pub annuity: [i64; 4],
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.policies += other.policies;
        self.annuities += other.annuities;
        for (sum, more) in self.policy.iter_mut().zip(other.policy) {
            *sum += more;
        }
        for (sum, more) in self.annuity.iter_mut().zip(other.annuity) {
            *sum += more;
        }
    }
}

impl From<&PolicyRow> for Sums {
    fn from(row: &PolicyRow) -> Self {
        let values = [
            row.death_benefit,
            row.annualized_premium,
            row.cash_value,
            row.surrender_value,
        ];
        Self {
            policies: 1,
            policy: values.map(|value| value.0),
            ..Self::default()
        }
    }
}

impl From<&AnnuityRow> for Sums {
    fn from(row: &AnnuityRow) -> Self {
        let values = [
            row.contract_value,
            row.premiums_paid,
            row.cash_value,
            row.surrender_value,
        ];
        Self {
            annuities: 1,
            annuity: values.map(|value| value.0),
            ..Self::default()
        }
    }
}

/// Totals of a firm, by contact and by list.
pub struct Totals {
    contacts: [Vec<Sums>; 3],
    lists: [Sums; 5],
}

const LISTS: [&str; 5] = ["agents", "owners", "insureds", "policies", "annuities"];

impl Totals {
    pub fn new(counts: [usize; 3]) -> Self {
        Self {
            contacts: counts.map(|count| vec![Sums::default(); count]),
            lists: [Sums::default(); 5],
        }
    }

    /// Adds a contract once to each of its contacts and once to each list it appears in.
    pub fn add(&mut self, contract: &Sums, parties: &[Party]) {
        let own = if contract.policies > 0 { 3 } else { 4 };
        self.lists[own].add(contract);
        for (i, kind) in ContactKind::ALL.into_iter().enumerate() {
            if parties.iter().any(|party| party.kind == kind) {
                self.lists[i].add(contract);
            }
        }
        for (i, party) in parties.iter().enumerate() {
            let is_known = parties[..i]
                .iter()
                .any(|known| (known.kind, known.index) == (party.kind, party.index));
            if !is_known {
                self.contacts[party.kind as usize - 1][party.index as usize].add(contract);
            }
        }
    }

    pub fn of_contact(&self, kind: ContactKind, index: u32) -> Sums {
        self.contacts[kind as usize - 1][index as usize]
    }

    /// Returns one row per contact. `uuid_of` maps a contact kind and an index within that kind to a uuid.
    pub fn contact_rows(
        &self,
        firm_id: i32,
        uuid_of: impl Fn(ContactKind, u32) -> Uuid,
    ) -> impl Iterator<Item = ContactTotalRow> {
        let kinds = ContactKind::ALL.into_iter().zip(&self.contacts);
        let contacts =
            kinds.flat_map(|(kind, contacts)| (0..).zip(contacts).map(move |(i, sums)| (kind, i, sums)));
        contacts.map(move |(kind, index, sums)| ContactTotalRow {
            firm_id,
            uuid: uuid_of(kind, index),
            kind: kind as i16,
            policy_count: sums.policies.into(),
            death_benefit: Cents(sums.policy[0]),
            annualized_premium: Cents(sums.policy[1]),
            policy_cash_value: Cents(sums.policy[2]),
            policy_surrender_value: Cents(sums.policy[3]),
            annuity_count: sums.annuities.into(),
            contract_value: Cents(sums.annuity[0]),
            premiums_paid: Cents(sums.annuity[1]),
            annuity_cash_value: Cents(sums.annuity[2]),
            annuity_surrender_value: Cents(sums.annuity[3]),
        })
    }

    /// Returns one row per non-empty list.
    pub fn lists(&self, firm_id: i32) -> impl Iterator<Item = ListTotalRow> {
        let counts = [
            self.contacts[0].len() as i64,
            self.contacts[1].len() as i64,
            self.contacts[2].len() as i64,
            i64::from(self.lists[3].policies),
            i64::from(self.lists[4].annuities),
        ];
        LISTS
            .into_iter()
            .zip(self.lists)
            .zip(counts)
            .filter(|(_, row_count)| *row_count > 0)
            .map(move |((list, sums), row_count)| ListTotalRow {
                firm_id,
                list: list.into(),
                row_count,
                policy_count: sums.policies.into(),
                death_benefit: Cents(sums.policy[0]),
                annualized_premium: Cents(sums.policy[1]),
                policy_cash_value: Cents(sums.policy[2]),
                policy_surrender_value: Cents(sums.policy[3]),
                annuity_count: sums.annuities.into(),
                contract_value: Cents(sums.annuity[0]),
                premiums_paid: Cents(sums.annuity[1]),
                annuity_cash_value: Cents(sums.annuity[2]),
                annuity_surrender_value: Cents(sums.annuity[3]),
            })
    }
}
