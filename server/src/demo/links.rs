//! Who is party to which contract of a demo book.

use super::firms::Sizes;
use super::people::{Cast, Human, Stream};
use super::random::Random;
use crate::book::copy::Rate;
use jiff::Timestamp;
use shared::contact::ContactKind;
use shared::contract::{AgentType, InsuredType, Line, PartyRole};
use shared::text::fold;
use uuid::Uuid;

/// One contact in one role.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    pub kind: ContactKind,
    pub index: u64,
    pub role: PartyRole,
    pub type_id: i16,
    pub share_percent: Option<Rate>,
}

/// The parties of one contract.
pub struct Links {
    pub all: Vec<Link>,
    /// The life that the contract is about.
    pub primary: u64,
    /// Who shares a home with the primary life, when both are a couple in this book.
    pub partner: Option<u64>,
}

/// The name of each kind that lists show, and a bit per kind.
#[derive(Default)]
pub struct Shown {
    pub kinds: i16,
    pub agent: Option<String>,
    pub owner: Option<String>,
    pub insured: Option<String>,
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

    /// The life that a contract is about, and whether a couple could share the contract.
    pub fn life(&self, line: Line, index: u64, sizes: &Sizes) -> (Random, u64, Option<u64>) {
        let mut random = self.stream(Stream::Parties, index * 2 + line as u64 - 1);
        let primary = random.below(sizes.insureds);
        let other = primary ^ 1;
        let partner = (self.is_couple(primary) && other < sizes.insureds).then_some(other);
        (random, primary, partner)
    }

    /// The parties of a contract; `is_joint` puts both partners' lives into it.
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
            all.push(Link {
                kind: ContactKind::Insured,
                index,
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

    fn add_agents(&self, all: &mut Vec<Link>, random: &mut Random, sizes: &Sizes) {
        let writing = random.skewed(sizes.agents);
        let agent = |index, agent_type: AgentType, share: Option<i64>| Link {
            kind: ContactKind::Agent,
            index,
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
        all: &mut Vec<Link>,
        random: &mut Random,
        sizes: &Sizes,
        primary: u64,
        partner: Option<u64>,
    ) {
        // Owner and insured of one index are the same human or a trust or company of theirs.
        let own = primary % sizes.owners;
        let partner = partner
            .map(|index| index % sizes.owners)
            .filter(|index| *index != own);
        let (first, second) = match (random.below(100), partner) {
            (0..10, Some(partner)) => (own, Some(partner)),
            (10..22, Some(partner)) => (partner, None),
            (22..30, _) => (random.below(sizes.owners), None),
            _ => (own, None),
        };
        let share = if second.is_some() { 50 } else { 100 };
        for index in [Some(first), second].into_iter().flatten() {
            all.push(Link {
                kind: ContactKind::Owner,
                index,
                role: PartyRole::Owner,
                type_id: self.owner_link_type(index),
                share_percent: Some(Rate(share * 10_000)),
            });
        }
    }

    /// The human behind an insured.
    pub fn insured_human(&self, index: u64) -> Human {
        self.client(self.original(ContactKind::Insured, index)).0
    }

    fn owner_link_type(&self, index: u64) -> i16 {
        self.owner_type(self.original(ContactKind::Owner, index))
            .number()
            .into()
    }
}

impl Links {
    /// Of each kind the name that comes first by type and then by alphabet.
    pub fn shown(&self, cast: &Cast) -> Shown {
        let mut shown = Shown::default();
        for (kind, name) in [
            (ContactKind::Agent, &mut shown.agent),
            (ContactKind::Owner, &mut shown.owner),
            (ContactKind::Insured, &mut shown.insured),
        ] {
            let mut links = self.all.iter().filter(|link| link.kind == kind);
            let Some(first) = links.next() else { continue };
            shown.kinds |= 1 << (kind as i16 - 1);
            let mut best = (first.type_id, cast.display_name(kind, first.index));
            for link in links.filter(|link| link.type_id <= first.type_id) {
                let next = (link.type_id, cast.display_name(kind, link.index));
                if (next.0, fold(&next.1)) < (best.0, fold(&best.1)) {
                    best = next;
                }
            }
            *name = Some(best.1);
        }
        shown
    }
}

fn at_second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
}
