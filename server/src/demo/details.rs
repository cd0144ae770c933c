//! Generates contact details: organization names, addresses, phone numbers, emails and tax IDs.

use super::names;
use super::people::Human;
use super::places::{self, Place};
use super::random::Random;
use shared::contact::owner_type::OwnerType;
use shared::contact::{Address, Person};
use shared::text::fold;

pub(super) fn organization(name: String, mailbox: Option<&str>, details: &mut Random) -> Person {
    let number = details.between(1, 99);
    let local = plain(&name).chars().take(40).collect::<String>();
    let mailbox = mailbox.map_or(local.clone(), |mailbox| format!("{mailbox}.{local}"));
    Person {
        organization_name: Some(name),
        email: details.chance(70).then(|| email(&mailbox, number, details)),
        ..Person::default()
    }
}

pub(super) fn organization_name(owner_type: OwnerType, client: &Human, random: &mut Random) -> String {
    let (first, last) = (client.first, client.last);
    match owner_type {
        OwnerType::Trust => match random.below(4) {
            0 => format!("{last} Family Trust"),
            1 => format!("{first} {last} Irrevocable Life Insurance Trust"),
            2 => format!("{last} Living Trust"),
            _ => format!("The {first} {last} Revocable Trust"),
        },
        OwnerType::Estate => {
            let names = names::people(random);
            format!("Estate of {} {last}", random.pick(&names.male))
        }
        OwnerType::Charity => format!("{} {}", random.pick(&names::PROPER), random.pick(&names::CAUSES)),
        OwnerType::Partnership if random.chance(50) => format!("{last} Holdings LP"),
        OwnerType::Partnership => {
            let names = names::people(random);
            format!("{last} & {} Partners", random.pick(&names.last))
        }
        OwnerType::Individual | OwnerType::Corporate => {
            let name = if random.chance(60) {
                random.pick(&names::PROPER)
            } else {
                last
            };
            format!(
                "{name} {} {}",
                random.pick(&names::TRADES),
                random.pick(&["Inc.", "LLC", "Corp.", "Co."])
            )
        }
    }
}

/// Changes details so that a duplicate record differs from the original.
pub(super) fn blur(person: &mut Person, details: &mut Random) {
    person.tax_id = person.tax_id.take().filter(|_| details.chance(30));
    person.middle_name = None;
    person.title = None;
    if let Some(short) = person.first_name.as_deref().and_then(names::nickname) {
        person.first_name = Some(short.into());
    } else if let Some(name) = &mut person.organization_name
        && name.len() < 100
    {
        name.push_str(", Trustee");
    }
}

pub(super) fn address(random: &mut Random, place: &Place) -> Address {
    Address {
        line1: Some(places::street(random)),
        line2: random.chance(18).then(|| match random.chance(70) {
            true => format!("Apt {}", random.between(1, 48)),
            false => format!("Suite {}", random.between(100, 980)),
        }),
        city: Some(place.city.into()),
        state: Some(place.state.into()),
        postal_code: Some(match random.chance(12) {
            true => format!("{}-{:04}", place.zip, random.between(1, 9999)),
            false => place.zip.into(),
        }),
        country: None,
    }
}

/// Sets phone numbers from the range reserved for fiction, 555-0100 to 555-0199.
pub(super) fn phones(person: &mut Person, place: &Place, details: &mut Random, percent: u64) {
    let number = |details: &mut Random| format!("+1{}55501{:02}", place.area, details.below(100));
    person.phone = details.chance(percent).then(|| {
        let number = number(details);
        match person.organization_name.is_some() && details.chance(40) {
            true => format!("{number}x{}", details.between(10, 499)),
            false => number,
        }
    });
    person.mobile_phone = details.chance(percent / 2).then(|| number(details));
}

/// Returns an SSN that starts with 9, which is never issued. Only demo firms accept it.
pub(super) fn demo_ssn(random: &mut Random) -> String {
    format!(
        "9{:02}{:02}{:04}",
        random.between(0, 99),
        random.between(1, 49),
        random.between(1, 9999)
    )
}

pub(super) fn email(local: &str, number: i64, details: &mut Random) -> String {
    let number = if number < 400 {
        number.to_string()
    } else {
        String::new()
    };
    format!(
        "{local}{number}@example.{}",
        details.pick(&["com", "com", "org", "net"])
    )
}

/// Converts text to lowercase ASCII letters and digits.
pub(super) fn plain(text: &str) -> String {
    fold(text).chars().filter(char::is_ascii_alphanumeric).collect()
}

pub(super) const NOTES: [&str; 8] = [
    "Prefers email over phone calls.",
    "Review together with the accountant in spring.",
    "Asked about long-term care riders.",
    "Children are named as contingent beneficiaries.",
    "Travels from November to March; call the mobile number.",
    "Wants statements on paper.",
    "Business succession plan in progress.",
    "Met at the retirement seminar.",
];
