//! Generates the beneficiaries of contracts: the family of the insured, or the trust or company that owns the contract.

use super::links::Links;
use super::names::{self, Names};
use super::people::{Cast, Human, Stream};
use super::random::{Random, add_days, add_years};
use crate::book::party::Party;
use crate::book::rows::BeneficiaryRow;
use crate::db::copy::Rate;
use jiff::Timestamp;
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::contact::owner_type::OwnerType;
use shared::contract::beneficiary::BeneficiaryClass::{self, Contingent, Primary};
use shared::contract::beneficiary::Relationship::{self, *};
use shared::contract::{Line, PartyRole};
use shared::person::list_name;
use uuid::Uuid;

/// A person or organization before shares are known.
struct Heir {
    relationship: Relationship,
    name: String,
    birth_date: Option<Date>,
    contact: Option<Uuid>,
}

impl Cast {
    /// Generates the beneficiaries of a contract. A few contracts have none.
    pub fn beneficiaries(
        &self,
        (line, index, contract): (Line, u64, Uuid),
        links: &Links,
        now: Timestamp,
    ) -> Vec<BeneficiaryRow> {
        let mut random = self.stream(Stream::Beneficiaries, index * 2 + line as u64 - 1);
        let (primary, contingent) = match self.other_owner(links) {
            Some(owner) => {
                let contingent = if owner.relationship == Spouse {
                    self.children(&mut random, links.primary)
                } else {
                    Vec::new()
                };
                (vec![owner], contingent)
            }
            None => self.family(&mut random, links),
        };
        let is_per_stirpes = random.chance(30);
        let mut rows = Vec::new();
        for (class, heirs) in [(Primary, primary), (Contingent, contingent)] {
            let shares = shares(heirs.len());
            for (heir, share) in heirs.into_iter().zip(shares) {
                rows.push(BeneficiaryRow {
                    firm_id: self.firm_id,
                    uuid: random.uuid(now),
                    contract_uuid: contract,
                    line: line.number().into(),
                    class: BeneficiaryClass::code(class).into(),
                    is_per_stirpes: is_per_stirpes && heir.relationship == Child,
                    is_irrevocable: class == Primary && random.below(60) == 0,
                    list_name: list_name(&heir.name)
                        .filter(|_| !heir.relationship.is_organization())
                        .map(Into::into),
                    name: heir.name.into(),
                    relationship: Some(heir.relationship.code().into()),
                    birth_date: heir.birth_date,
                    share_percent: Some(share),
                    contact_uuid: heir.contact,
                    created_at: now,
                    updated_at: now,
                });
            }
        }
        rows
    }

    /// Returns the first owner, unless it is the insured.
    fn other_owner(&self, links: &Links) -> Option<Heir> {
        let owner = links.all.iter().find(|party| party.role == PartyRole::Owner)?;
        let index = u64::from(owner.index);
        let whose = self.original(ContactKind::Owner, index);
        let relationship = match self.owner_type(whose) {
            OwnerType::Individual if whose == self.original(ContactKind::Insured, links.primary) => {
                return None;
            }
            OwnerType::Individual => Spouse,
            OwnerType::Trust => Trust,
            OwnerType::Estate => Estate,
            OwnerType::Charity => Charity,
            _ => Business,
        };
        let (name, birth_date) = if relationship == Spouse {
            let spouse = self.client(whose).0;
            (full_name(&spouse), Some(spouse.dob))
        } else {
            (self.display_name(ContactKind::Owner, index), None)
        };
        Some(Heir {
            relationship,
            name,
            birth_date,
            contact: Some(self.contact_uuid(ContactKind::Owner, index)),
        })
    }

    /// Returns the primary and contingent beneficiaries of a person who owns the contract. The spouse comes first,
    /// unless the contract insures both.
    fn family(&self, random: &mut Random, links: &Links) -> (Vec<Heir>, Vec<Heir>) {
        if random.chance(5) {
            return (Vec::new(), Vec::new());
        }
        let is_joint = lives(&links.all) > 1;
        let children = self.children(random, links.primary);
        let spouse = links
            .partner
            .filter(|_| !is_joint && random.chance(92))
            .map(|partner| {
                let human = self.insured_human(partner);
                Heir {
                    relationship: Spouse,
                    name: full_name(&human),
                    birth_date: Some(human.dob),
                    contact: Some(self.contact_uuid(ContactKind::Insured, partner)),
                }
            });
        match spouse {
            Some(spouse) => (vec![spouse], children),
            None if children.is_empty() => (vec![self.sibling(random, links.primary)], Vec::new()),
            None => (children, Vec::new()),
        }
    }

    /// Returns up to three children with the insured's last name, born when the insured was 22 to 38.
    fn children(&self, random: &mut Random, insured: u64) -> Vec<Heir> {
        let (parent, names) = self.parent(insured);
        let count = random.between(0, 3);
        let mut taken = vec![parent.first];
        let mut children = Vec::new();
        for nth in 0..count {
            let born = add_days(add_years(parent.dob, 22 + nth * 4), random.between(0, 4 * 365));
            let Some(first) = first_name(random, names, &taken).filter(|_| born < self.today) else {
                continue;
            };
            taken.push(first);
            children.push(Heir {
                relationship: Child,
                name: format!("{first} {}", parent.last),
                birth_date: Some(born),
                contact: None,
            });
        }
        children
    }

    fn sibling(&self, random: &mut Random, insured: u64) -> Heir {
        let (own, names) = self.parent(insured);
        let first = first_name(random, names, &[own.first]).unwrap_or("Alex");
        let days = random.between(500, 2_500);
        let days = if random.chance(50) { days } else { -days };
        Heir {
            relationship: Sibling,
            name: format!("{first} {}", own.last),
            birth_date: Some(add_days(own.dob, days).min(add_days(self.today, -400))),
            contact: None,
        }
    }

    /// Returns the insured, and names of the same culture.
    fn parent(&self, insured: u64) -> (Human, &'static Names) {
        let whose = self.original(ContactKind::Insured, insured);
        let names = names::people(&mut self.stream(Stream::Beneficiaries, whose + (1 << 40)));
        (self.insured_human(insured), names)
    }
}

/// Picks a first name that the family does not have yet.
fn first_name(random: &mut Random, names: &'static Names, taken: &[&str]) -> Option<&'static str> {
    let firsts = if random.chance(50) {
        &names.female
    } else {
        &names.male
    };
    let first = *random.pick(firsts);
    (!taken.contains(&first)).then_some(first)
}

fn lives(parties: &[Party]) -> usize {
    let insureds = parties.iter().filter(|party| party.kind == ContactKind::Insured);
    insureds.count()
}

fn full_name(human: &Human) -> String {
    format!("{} {}", human.first, human.last)
}

/// Divides 100 percent. The first share includes the remainder.
fn shares(count: usize) -> impl Iterator<Item = Rate> {
    let count = count as i64;
    let each = 1_000_000_i64.checked_div(count).unwrap_or_default();
    (0..count).map(move |nth| {
        Rate(if nth == 0 {
            1_000_000 - each * (count - 1)
        } else {
            each
        })
    })
}
