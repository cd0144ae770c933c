//! Generates the people and organizations of a demo book from firm, kind and index.
//!
//! Two clients form a household: the client with an even index and the next one are either a couple or
//! strangers. The owner and the insured with the same index are the same person, unless the owner is that
//! person's trust or company.

use super::details::{NOTES, address, blur, demo_ssn, email, organization, organization_name, phones, plain};
use super::names::{self, Names};
use super::places::{self, Place};
use super::random::{Random, add_days, add_years, scattered};
use jiff::civil::Date;
use shared::contact::name::display_name;
use shared::contact::owner_type::OwnerType;
use shared::contact::{Address, ContactKind, Person};

/// Purpose of a random stream. Each purpose has its own stream per firm.
#[derive(Debug, Clone, Copy)]
pub enum Stream {
    Household = 1,
    Client = 2,
    Agent = 3,
    Details = 4,
    Organization = 5,
    Twin = 6,
    Work = 7,
    Policy = 8,
    Annuity = 9,
    Parties = 10,
    Uuid = 11,
    Firm = 12,
    Beneficiaries = 13,
    Transactions = 14,
}

/// The people of a firm.
#[derive(Debug, Clone, Copy)]
pub struct Cast {
    pub firm_id: i32,
    pub today: Date,
}

/// Attributes shared by all records of one person.
pub struct Human {
    pub first: &'static str,
    pub middle: Option<&'static str>,
    pub last: &'static str,
    pub suffix: Option<&'static str>,
    pub is_female: bool,
    pub dob: Date,
}

impl Cast {
    pub fn stream(&self, stream: Stream, index: u64) -> Random {
        Random::of([self.firm_id as u64, stream as u64, index])
    }

    /// Returns whether the two clients of the household of `index` are a couple.
    pub fn is_couple(&self, index: u64) -> bool {
        self.stream(Stream::Household, index / 2).chance(62)
    }

    /// Returns a client with home address and place. Couples share their home.
    pub fn client(&self, index: u64) -> (Human, Address, &'static Place) {
        let is_couple = self.is_couple(index);
        let home = if is_couple { index / 2 * 2 } else { index };
        let mut random = self.stream(Stream::Household, home + (1 << 40));
        let names = names::people(&mut random);
        let last = *random.pick(&names.last);
        let place = places::any(&mut random);
        let address = address(&mut random, place);
        let elder = add_days(self.today, -random.between(22 * 365, 88 * 365));
        let first_is_female = random.chance(49);

        let mut own = self.stream(Stream::Client, index);
        let is_partner = is_couple && index % 2 == 1;
        let is_female = if is_partner {
            !first_is_female
        } else {
            first_is_female
        };
        let dob = if is_partner {
            let years = own.between(-7, 6);
            add_days(add_years(elder, years), own.between(0, 364)).min(add_years(self.today, -20))
        } else {
            elder
        };
        // Some partners keep their birth name.
        let (names, last) = if is_partner && own.chance(22) {
            let names = names::people(&mut own);
            (names, *own.pick(&names.last))
        } else {
            (names, last)
        };
        (human(&mut own, names, last, is_female, dob), address, place)
    }

    /// Returns the normalized record of a contact.
    pub fn contact(&self, kind: ContactKind, index: u64) -> Person {
        match kind {
            ContactKind::Agent => self.agent(index),
            ContactKind::Owner => self.owner(index),
            ContactKind::Insured => self.insured(index),
        }
    }

    pub fn display_name(&self, kind: ContactKind, index: u64) -> String {
        display_name(&self.contact(kind, index))
    }

    pub fn owner_type(&self, index: u64) -> OwnerType {
        self.stream(Stream::Organization, index).weighted(&[
            (80, OwnerType::Individual),
            (10, OwnerType::Trust),
            (5, OwnerType::Corporate),
            (2, OwnerType::Partnership),
            (1, OwnerType::Estate),
            (2, OwnerType::Charity),
        ])
    }

    /// Returns the index of the original if this record is a duplicate. One in eighty records duplicates another with
    /// slight differences.
    fn twin(&self, kind: ContactKind, index: u64) -> Option<u64> {
        let mut random = self.stream(Stream::Twin, index * 4 + kind as u64);
        (index >= 40 && random.below(80) == 0).then(|| index - 2 * random.between(1, 20) as u64)
    }

    /// Returns the index of the person that a record describes, which differs from `index` for duplicates.
    pub fn original(&self, kind: ContactKind, index: u64) -> u64 {
        self.twin(kind, index).unwrap_or(index)
    }

    fn agent(&self, index: u64) -> Person {
        let twin = self.twin(ContactKind::Agent, index);
        let mut random = self.stream(Stream::Agent, twin.unwrap_or(index));
        let names = names::people(&mut random);
        let last = *random.pick(&names.last);
        let place = places::any(&mut random);
        let is_agency = random.chance(6);
        let mut details = self.stream(Stream::Details, index * 4 + 1);
        let mut person = if is_agency {
            let partner = random.pick(&names.last);
            let agency = random.pick(&names::AGENCIES);
            let name = if random.chance(50) || *partner == last {
                format!("{last} {agency}")
            } else {
                format!("{last} & {partner} {agency}")
            };
            organization(name, Some("office"), &mut details)
        } else {
            let is_female = random.chance(42);
            let dob = add_days(self.today, -random.between(23 * 365, 74 * 365));
            person(&human(&mut random, names, last, is_female, dob), &mut details, 94)
        };
        if is_agency || details.chance(85) {
            person.address = address(&mut random, place);
        }
        phones(&mut person, place, &mut details, 92);
        person.agency_code = details
            .chance(88)
            .then(|| format!("{}-{}", self.code(), details.between(101, 148)));
        if twin.is_none() && details.chance(96) {
            // `scattered` never repeats a number.
            person.npn =
                Some((2_000_003 + scattered(index, self.firm_id as u64 * 104_729, 15_485_863)).to_string());
        }
        if twin.is_some() {
            blur(&mut person, &mut details);
        }
        person.external_id = details.chance(35).then(|| format!("A-{:06}", index + 1));
        person
    }

    fn owner(&self, index: u64) -> Person {
        let twin = self.twin(ContactKind::Owner, index);
        let whose = twin.unwrap_or(index);
        let owner_type = self.owner_type(whose);
        let (client, home, place) = self.client(whose);
        let mut details = self.stream(Stream::Details, index * 4 + 2);
        let mut owner = if owner_type == OwnerType::Individual {
            person(&client, &mut details, 78)
        } else {
            let mut random = self.stream(Stream::Organization, whose + (1 << 40));
            let name = organization_name(owner_type, &client, &mut random);
            organization(name, None, &mut details)
        };
        owner.owner_type = Some(owner_type.number());
        if owner_type == OwnerType::Trust {
            owner.trust_date = Some(self.trust_date(whose));
        }
        owner.address = home;
        phones(&mut owner, place, &mut details, 84);
        let mut random = self.stream(Stream::Client, whose + (1 << 41));
        if details.chance(88) {
            owner.tax_id = Some(match owner_type {
                OwnerType::Individual => demo_ssn(&mut random),
                _ => format!(
                    "{}{:07}",
                    random.pick(&["96", "97"]),
                    random.between(1, 9_999_999)
                ),
            });
        }
        if twin.is_some() {
            blur(&mut owner, &mut details);
        }
        owner.external_id = details.chance(50).then(|| format!("C-{:06}", index + 1));
        owner.notes = details.chance(7).then(|| (*details.pick(&NOTES)).to_owned());
        owner
    }

    /// Returns the day on which the trust with this index was established, at least three years ago.
    pub fn trust_date(&self, index: u64) -> Date {
        let last = add_years(self.today, -3);
        let first = add_years(self.client(index).0.dob, 30).min(last);
        self.stream(Stream::Organization, index + (1 << 41))
            .day(add_years(self.today, -28).max(first), last)
    }

    fn insured(&self, index: u64) -> Person {
        let twin = self.twin(ContactKind::Insured, index);
        let (client, home, place) = self.client(twin.unwrap_or(index));
        let mut details = self.stream(Stream::Details, index * 4 + 3);
        let mut insured = person(&client, &mut details, 58);
        insured.address = home;
        phones(&mut insured, place, &mut details, 66);
        if details.chance(82) {
            let mut random = self.stream(Stream::Client, twin.unwrap_or(index) + (1 << 41));
            insured.tax_id = Some(demo_ssn(&mut random));
        }
        if twin.is_some() {
            blur(&mut insured, &mut details);
        }
        insured.external_id = details.chance(50).then(|| format!("L-{:06}", index + 1));
        insured
    }

    /// Returns the prefix of the firm's agency codes.
    fn code(&self) -> String {
        let mut random = self.stream(Stream::Firm, 0);
        [(); 2]
            .map(|()| char::from(b'A' + random.below(26) as u8))
            .iter()
            .collect()
    }
}

fn human(
    random: &mut Random,
    names: &'static Names,
    last: &'static str,
    is_female: bool,
    dob: Date,
) -> Human {
    let firsts = if is_female { &names.female } else { &names.male };
    let first = *random.pick(firsts);
    let middle = random
        .chance(55)
        .then(|| *random.pick(firsts))
        .filter(|middle| *middle != first);
    let suffix = match random.below(100) {
        0..3 if !is_female => Some("Jr"),
        3 if !is_female => Some("III"),
        4 => Some("MD"),
        _ => None,
    };
    Human {
        first,
        middle,
        last,
        suffix,
        is_female,
        dob,
    }
}

fn person(human: &Human, details: &mut Random, email_percent: u64) -> Person {
    let title = match details.below(100) {
        _ if human.suffix == Some("MD") => None,
        0..4 => Some("Dr."),
        4..9 if human.is_female => Some("Ms."),
        4..9 => Some("Mr."),
        _ => None,
    };
    let middle = human.middle.filter(|_| details.chance(80));
    Person {
        title: title.map(Into::into),
        first_name: Some(human.first.into()),
        middle_name: middle.map(Into::into),
        last_name: Some(human.last.into()),
        suffix: human.suffix.map(Into::into),
        dob: details.chance(96).then_some(human.dob),
        sex: details
            .chance(97)
            .then(|| if human.is_female { "F" } else { "M" }.to_owned()),
        email: details.chance(email_percent).then(|| {
            let number = details.between(1, 999);
            email(
                &format!("{}.{}", plain(human.first), plain(human.last)),
                number,
                details,
            )
        }),
        ..Person::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::contact::validate::{Context, normalize};
    use std::collections::BTreeSet;

    const CAST: Cast = Cast {
        firm_id: 1,
        today: jiff::civil::date(2026, 11, 20),
    };

    #[test]
    fn generates_normalized_contacts() {
        let context = Context {
            today: CAST.today,
            is_demo_firm: true,
        };
        for kind in ContactKind::ALL {
            for index in 0..4000 {
                let person = CAST.contact(kind, index);
                let (stored, findings) = normalize(kind, person.clone(), &context);
                assert!(findings.0.is_empty(), "{kind:?} {index}: {findings:?}");
                assert_eq!(stored, person);
            }
        }
    }

    #[test]
    fn generates_unique_npns() {
        let npns: Vec<_> = (0..20_000).filter_map(|i| CAST.agent(i).npn).collect();
        assert_eq!(npns.iter().collect::<BTreeSet<_>>().len(), npns.len());
    }

    #[test]
    fn couples_share_home_and_usually_last_name() {
        let (mut couples, mut names) = (0, 0);
        for index in (0..2000).step_by(2).filter(|i| CAST.is_couple(*i)) {
            let ((a, home, _), (b, same_home, _)) = (CAST.client(index), CAST.client(index + 1));
            assert_eq!(home, same_home);
            assert_ne!(a.is_female, b.is_female);
            couples += 1;
            names += usize::from(a.last == b.last);
        }
        assert!(couples > 500 && names * 2 > couples, "{names} of {couples}");
    }

    #[test]
    fn generates_some_duplicate_records() {
        let twins: Vec<u64> = (0..4000)
            .filter(|i| CAST.twin(ContactKind::Owner, *i).is_some())
            .collect();
        assert!((20..100).contains(&twins.len()));
        let twin = twins
            .iter()
            .find(|i| CAST.owner_type(CAST.twin(ContactKind::Owner, **i).unwrap()) == OwnerType::Individual);
        let twin = *twin.unwrap();
        let original = CAST.owner(CAST.twin(ContactKind::Owner, twin).unwrap());
        assert_eq!(CAST.owner(twin).last_name, original.last_name);
    }
}
