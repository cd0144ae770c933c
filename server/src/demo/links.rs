//! Assigns parties to the contracts of a demo book.

use super::firms::Sizes;
use super::people::{Cast, Human, Stream};
use super::random::{Random, add_years};
use crate::book::party::{Party, Shown};
use crate::db::copy::Rate;
use jiff::Timestamp;
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::contact::owner_type::OwnerType;
use shared::contract::{AgentType, InsuredType, Line, PartyRole};
use uuid::Uuid;

/// The parties of a contract.
pub struct Links {
    pub all: Vec<Party>,
    /// Index of the primary insured or annuitant.
    pub primary: u64,
    /// Index of the primary life's spouse, if the two are a couple.
    pub partner: Option<u64>,
}

impl Cast {
    pub fn contact_uuid(&self, kind: ContactKind, index: u64) -> Uuid {
        let seconds = 1_640_995_200 + index as i64 * 60;
        self.stream(Stream::Uuid, index * 8 + kind as u64)
            .uuid(at_second(seconds))
    }

    pub fn contract_uuid(&self, line: Line, index: u64) -> Uuid {
        let seconds = 1_672_531_200 + index as i64 * 10;
        self.stream(Stream::Uuid, index * 8 + 4 + line as u64)
            .uuid(at_second(seconds))
    }

    /// Returns the index of the contract's primary life and of its partner, if the two are a couple. The
    /// random stream continues with the other parties.
    pub fn life(&self, line: Line, index: u64, sizes: &Sizes) -> (Random, u64, Option<u64>) {
        let mut random = self.stream(Stream::Parties, index * 2 + line as u64 - 1);
        let primary = random.below(sizes.insureds);
        let other = primary ^ 1;
        let partner = (self.is_couple(primary) && other < sizes.insureds).then_some(other);
        (random, primary, partner)
    }

    /// Generates the parties of a contract. `is_joint` adds the partner as a second life.
    pub fn links(&self, line: Line, index: u64, sizes: &Sizes, is_joint: bool) -> Links {
        let (mut random, primary, partner) = self.life(line, index, sizes);
        let mut all = Vec::with_capacity(6);
        self.add_agents(&mut all, &mut random, sizes);
        self.add_owners(&mut all, &mut random, sizes, primary, partner);
        let lives = match line {
            Line::Life => [
                (PartyRole::Insured, InsuredType::Primary.number()),
                (PartyRole::Insured, InsuredType::Joint.number()),
            ],
            Line::Annuity => [(PartyRole::Annuitant, 0), (PartyRole::JointAnnuitant, 0)],
        };
        for ((role, type_id), index) in lives
            .into_iter()
            .zip([Some(primary), partner.filter(|_| is_joint)])
        {
            let Some(index) = index else { continue };
            let type_id = type_id.into();
            all.push(Party {
                kind: ContactKind::Insured,
                index: index as u32,
                role,
                type_id,
                share_percent: None,
            });
        }
        Links {
            all,
            primary,
            partner,
        }
    }

    fn add_agents(&self, all: &mut Vec<Party>, random: &mut Random, sizes: &Sizes) {
        let writing = random.skewed(sizes.agents);
        let agent = |index, agent_type: AgentType, share: Option<i64>| Party {
            kind: ContactKind::Agent,
            index: index as u32,
            role: PartyRole::Agent,
            type_id: agent_type.number().into(),
            share_percent: share.map(|percent| Rate(percent * 10_000)),
        };
        let second = random.skewed(sizes.agents);
        match random.below(100) {
            _ if second == writing => all.push(agent(writing, AgentType::Writing, Some(100))),
            0..14 => {
                all.push(agent(writing, AgentType::Writing, Some(60)));
                all.push(agent(second, AgentType::CoAgent, Some(40)));
            }
            14..26 => {
                all.push(agent(writing, AgentType::Writing, Some(100)));
                all.push(agent(second, AgentType::Servicing, None));
            }
            _ => all.push(agent(writing, AgentType::Writing, Some(100))),
        }
    }

    fn add_owners(
        &self,
        all: &mut Vec<Party>,
        random: &mut Random,
        sizes: &Sizes,
        primary: u64,
        partner: Option<u64>,
    ) {
        // The owner and the insured with the same index are the same person, or the owner is that person's
        // trust or company.
        let own = primary % sizes.owners;
        let partner = partner
            .map(|index| index % sizes.owners)
            .filter(|index| *index != own)
            // A duplicate record is not the person with its index.
            .filter(|index| {
                [own, *index]
                    .iter()
                    .all(|index| self.original(ContactKind::Owner, *index) == *index)
            });
        let (first, second) = match (random.below(100), partner) {
            (0..10, Some(partner)) => (own, Some(partner)),
            (10..22, Some(partner)) => (partner, None),
            _ => (own, None),
        };
        let share = if second.is_some() { 50 } else { 100 };
        for index in [Some(first), second].into_iter().flatten() {
            all.push(Party {
                kind: ContactKind::Owner,
                index: index as u32,
                role: PartyRole::Owner,
                type_id: self.owner_link_type(index),
                share_percent: Some(Rate(share * 10_000)),
            });
        }
    }

    /// Returns the person behind an insured record.
    pub fn insured_human(&self, index: u64) -> Human {
        self.client(self.original(ContactKind::Insured, index)).0
    }

    /// Returns the first day on which a contract with these owners can begin: all of them are of age, and trusts
    /// exist.
    pub fn first_day(&self, links: &Links) -> Date {
        let owners = links.all.iter().filter(|party| party.role == PartyRole::Owner);
        let days = owners.map(|party| {
            let whose = self.original(ContactKind::Owner, party.index.into());
            match self.owner_type(whose) {
                OwnerType::Individual => add_years(self.client(whose).0.dob, 18),
                OwnerType::Trust => self.trust_date(whose),
                _ => Date::MIN,
            }
        });
        days.max().unwrap_or(Date::MIN)
    }

    /// Returns whether the only owner is the annuitant, and no life is joint. Only then can a contract be an IRA.
    pub fn can_be_ira(&self, links: &Links) -> bool {
        let same = |party: &Party| {
            let index = u64::from(party.index);
            let whose = self.original(ContactKind::Owner, index);
            whose == self.original(ContactKind::Insured, links.primary)
                && self.owner_type(whose) == OwnerType::Individual
        };
        let mut owners = links.all.iter().filter(|party| party.role == PartyRole::Owner);
        owners.next().is_some_and(same)
            && owners.next().is_none()
            && !links
                .all
                .iter()
                .any(|party| party.role == PartyRole::JointAnnuitant)
    }

    fn owner_link_type(&self, index: u64) -> i16 {
        self.owner_type(self.original(ContactKind::Owner, index))
            .number()
            .into()
    }
}

impl Links {
    /// Computes the party columns of the contract's row.
    pub fn shown(&self, cast: &Cast) -> Shown {
        Shown::of(&self.all, |party| {
            cast.display_name(party.kind, party.index.into())
        })
    }
}

fn at_second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
}
