//! Contact values that the score compares, normalized once per contact.

use super::dates::is_placeholder;
use super::organization::OrganizationName;
use super::person_name::PersonName;
use super::place::Place;
use super::reach::{Email, Phone};
use crate::contact::{self, npn};
use crate::text::clean;
use crate::upload::names;
use jiff::civil::Date;

/// The values of a contact that the score compares. All are optional.
#[derive(Debug, Clone, Default)]
pub struct Details<'a> {
    pub first_name: Option<&'a str>,
    pub middle_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    pub suffix: Option<&'a str>,
    /// Full name. Used if the name parts and the organization name are missing.
    pub full_name: Option<&'a str>,
    pub organization_name: Option<&'a str>,
    /// Organizations only.
    pub trust_date: Option<Date>,
    /// Date of birth.
    pub dob: Option<Date>,
    /// Agents only: National Producer Number.
    pub npn: Option<&'a str>,
    /// A keyed hash of the tax ID. Only compared with other hashes.
    pub tax_id_hash: Option<&'a [u8]>,
    pub emails: Vec<&'a str>,
    pub phones: Vec<&'a str>,
    pub line1: Option<&'a str>,
    pub line2: Option<&'a str>,
    pub city: Option<&'a str>,
    pub postal_code: Option<&'a str>,
}

impl<'a> Details<'a> {
    /// Borrows the values of a contact. `tax_id_hash` replaces the tax ID, which is never compared in plaintext.
    pub fn of(person: &'a contact::Person, tax_id_hash: Option<&'a [u8]>) -> Self {
        let phones = [&person.phone, &person.mobile_phone];
        Self {
            first_name: person.first_name.as_deref(),
            middle_name: person.middle_name.as_deref(),
            last_name: person.last_name.as_deref(),
            suffix: person.suffix.as_deref(),
            full_name: None,
            organization_name: person.organization_name.as_deref(),
            trust_date: person.trust_date,
            dob: person.dob,
            npn: person.npn.as_deref(),
            tax_id_hash,
            emails: person.email.as_deref().into_iter().collect(),
            phones: phones.into_iter().filter_map(|phone| phone.as_deref()).collect(),
            line1: person.address.line1.as_deref(),
            line2: person.address.line2.as_deref(),
            city: person.address.city.as_deref(),
            postal_code: person.address.postal_code.as_deref(),
        }
    }
}

/// Maximum number of emails, and of phone numbers, that are compared per contact.
pub(super) const MAX_REACH: usize = 2;

/// A contact prepared for [`score`](super::score) and [`blocking_keys`](super::blocking_keys): folded, split
/// into words, and with phonetic codes.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub(super) name: Name,
    pub(super) npn: Option<Box<str>>,
    pub(super) tax_id_hash: Option<Box<[u8]>>,
    pub(super) emails: Vec<Email>,
    pub(super) phones: Vec<Phone>,
    pub(super) place: Place,
}

#[derive(Debug, Clone)]
pub(super) enum Name {
    Person {
        name: PersonName,
        dob: Option<Date>,
    },
    Organization {
        name: OrganizationName,
        trust_date: Option<Date>,
    },
}

impl Candidate {
    pub fn new(details: &Details) -> Self {
        let mut emails: Vec<Email> = details
            .emails
            .iter()
            .filter_map(|email| Email::new(email))
            .collect();
        emails.truncate(MAX_REACH);
        let mut phones: Vec<Phone> = details
            .phones
            .iter()
            .filter_map(|phone| Phone::new(phone))
            .collect();
        phones.truncate(MAX_REACH);
        Self {
            name: Name::new(details),
            npn: details
                .npn
                .and_then(|npn| npn::normalize(npn.trim()).ok())
                .map(Into::into),
            tax_id_hash: details
                .tax_id_hash
                .filter(|hash| !hash.is_empty())
                .map(Into::into),
            emails,
            phones,
            place: Place::new(
                details.line1.unwrap_or_default(),
                details.line2.unwrap_or_default(),
                details.city.unwrap_or_default(),
                details.postal_code.unwrap_or_default(),
            ),
        }
    }
}

impl Name {
    fn new(details: &Details) -> Self {
        let given = |text: Option<&'_ str>| text.map(clean).filter(|text| !text.is_empty());
        let (first, last) = (given(details.first_name), given(details.last_name));
        let full_name = given(details.full_name).filter(|_| first.is_none() && last.is_none());
        // The name of an organization may be stored as a last name or as a whole name.
        let misplaced = [&full_name, &last]
            .into_iter()
            .find_map(|name| name.clone().filter(|name| names::organization(name).is_some()))
            .filter(|_| first.is_none());
        if let Some(name) = given(details.organization_name)
            .or(misplaced)
            .and_then(|name| OrganizationName::new(&name))
        {
            return Self::Organization {
                name,
                trust_date: details.trust_date,
            };
        }
        let mut parts = contact::Person {
            first_name: first,
            middle_name: given(details.middle_name),
            last_name: last,
            suffix: given(details.suffix),
            ..contact::Person::default()
        };
        if let Some(name) = full_name {
            names::split(&name, false, &mut parts);
        }
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        Self::Person {
            name: PersonName::new(
                &text(&parts.first_name),
                &text(&parts.middle_name),
                &text(&parts.last_name),
                &text(&parts.suffix),
            ),
            dob: details.dob.filter(|date| !is_placeholder(*date)),
        }
    }
}
