//! The firms of a demo book and their sizes.

use super::users::DemoUser;
use anyhow::bail;
use std::collections::BTreeMap;
use std::str::FromStr;

/// Size of the demo book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// 3 firms, 20,000 contacts, 25,000 contracts.
    Small,
    /// 40 firms, 1,000,000 contacts, 3,000,000 contracts.
    Large,
}

impl FromStr for Size {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> anyhow::Result<Self> {
        match name {
            "small" => Ok(Self::Small),
            "large" => Ok(Self::Large),
            _ => bail!("unknown demo book size “{name}”; use “small” or “large”"),
        }
    }
}

/// Number of records in a firm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    pub agents: u64,
    pub owners: u64,
    pub insureds: u64,
    pub policies: u64,
    pub annuities: u64,
}

impl Sizes {
    const fn new(agents: u64, owners: u64, insureds: u64, policies: u64, annuities: u64) -> Self {
        Self {
            agents,
            owners,
            insureds,
            policies,
            annuities,
        }
    }

    pub fn contacts(&self) -> u64 {
        self.agents + self.owners + self.insureds
    }

    pub fn contracts(&self) -> u64 {
        self.policies + self.annuities
    }
}

const SMALL: [Sizes; 3] = [
    Sizes::new(2_000, 5_000, 5_000, 10_500, 4_500),
    Sizes::new(1_000, 2_500, 2_500, 5_250, 2_250),
    Sizes::new(300, 850, 850, 1_700, 800),
];

/// A firm to generate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirmPlan {
    pub firm_id: i32,
    pub name: String,
    pub sizes: Sizes,
}

/// Returns the firms that the users are assigned to, by id, and additional firms up to the number for `size`.
pub fn plan(size: Size, users: &[DemoUser]) -> Vec<FirmPlan> {
    let mut names: BTreeMap<i32, String> = users
        .iter()
        .flat_map(|user| &user.assignments)
        .map(|assignment| (assignment.firm_id, assignment.firm_name.clone()))
        .collect();
    let wanted = match size {
        Size::Small => SMALL.len(),
        Size::Large => 40,
    };
    for (word, kind, firm_id) in (1..).map(|id| (id as usize * 7, id as usize, id)) {
        if names.len() >= wanted {
            break;
        }
        let words = &super::names::PROPER;
        let kinds = &super::names::AGENCIES;
        let name = || format!("{} {}", words[word % words.len()], kinds[kind % kinds.len()]);
        names.entry(firm_id).or_insert_with(name);
    }
    let sizes = match size {
        Size::Small => SMALL.to_vec(),
        Size::Large => large(wanted),
    };
    let smallest = sizes[sizes.len() - 1];
    names
        .into_iter()
        .enumerate()
        .map(|(i, (firm_id, name))| FirmPlan {
            firm_id,
            name,
            sizes: *sizes.get(i).unwrap_or(&smallest),
        })
        .collect()
}

/// One firm has 300,000 contacts. The others share the remaining 700,000 in decreasing sizes.
fn large(firms: usize) -> Vec<Sizes> {
    let mut sizes = vec![Sizes::new(100_000, 100_000, 100_000, 300_000, 120_000)];
    let rest = firms as u64 - 1;
    let (mut contacts, mut policies, mut annuities) = (700_000, 1_806_000, 774_000);
    let mut weights = rest * (rest + 1) / 2;
    for weight in (1..=rest).rev() {
        let share = |left: &mut u64| {
            let part = *left * weight / weights;
            *left -= part;
            part
        };
        let people = share(&mut contacts);
        let agents = people / 6;
        let owners = people * 5 / 12;
        sizes.push(Sizes::new(
            agents,
            owners,
            people - agents - owners,
            share(&mut policies),
            share(&mut annuities),
        ));
        weights -= weight;
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::users::Assignment;

    fn sum(plans: &[FirmPlan], of: impl Fn(&Sizes) -> u64) -> u64 {
        plans.iter().map(|plan| of(&plan.sizes)).sum()
    }

    #[test]
    fn small_book_has_three_firms() {
        let plans = plan(Size::Small, &[]);
        assert_eq!(plans.len(), 3);
        assert_eq!(
            (sum(&plans, Sizes::contacts), sum(&plans, Sizes::contracts)),
            (20_000, 25_000)
        );
        assert_eq!(plans[0].sizes.contacts(), 12_000);
    }

    #[test]
    fn large_book_has_a_million_contacts_in_forty_firms() {
        let plans = plan(Size::Large, &[]);
        assert_eq!(plans.len(), 40);
        assert_eq!(
            (sum(&plans, Sizes::contacts), sum(&plans, Sizes::contracts)),
            (1_000_000, 3_000_000)
        );
        assert!(
            plans
                .iter()
                .all(|plan| plan.sizes.agents > 100 && plan.sizes.policies > 1_000)
        );
    }

    #[test]
    fn names_firms_after_user_assignments() {
        let assignment = Assignment {
            firm_id: 2,
            firm_name: "Larkspur".into(),
            role: "Professional".into(),
        };
        let user = DemoUser {
            login: "a".into(),
            name: "A".into(),
            email: None,
            admin: None,
            assignments: vec![assignment],
        };
        let plans = plan(Size::Small, &[user]);
        assert_eq!(
            plans.iter().map(|plan| plan.firm_id).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(plans[1].name, "Larkspur");
    }
}
