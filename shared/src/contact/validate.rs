//! Validation of a whole person. The form and the server both run it.

use super::name::{MAX_NAME, MAX_ORGANIZATION_NAME};
use super::owner_type::OwnerType;
use super::{ContactKind, Person, address, email, name, npn, phone, tax_id};
use crate::date;
use crate::fault::Fault;
use crate::problem::Findings;
use jiff::civil::Date;

/// Maximum length of a title such as `Dr.`.
pub const MAX_TITLE: usize = 30;
/// Maximum length of a suffix such as `Jr` or `MD`.
pub const MAX_SUFFIX: usize = 10;
/// Maximum length of a phone number as entered.
pub const MAX_PHONE: usize = 40;
pub const MAX_AGENCY_CODE: usize = 30;
pub const MAX_EXTERNAL_ID: usize = 60;
/// Maximum length of the notes, line breaks included.
pub const MAX_NOTES: usize = 10_000;

const EARLIEST_BIRTH: Date = Date::constant(1900, 1, 1);
const EARLIEST_TRUST: Date = Date::constant(1800, 1, 1);
const UNLIKELY_AGE: i16 = 110;

/// Context that validation depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    pub today: Date,
    /// Demo firms accept tax IDs that are never issued.
    pub is_demo_firm: bool,
}

/// Returns the person in stored form and all errors and warnings. Field paths start with `person.`.
///
/// Texts are cleaned, and empty texts become `None`. An empty `taxId` stays, because it removes the number.
/// Phones become E.164, email hosts lower case, states USPS codes, tax IDs and NPNs digits. Invalid values
/// stay as entered. Store the result only if [`Findings::is_acceptable`].
///
/// Codes: `required`, `too_long`, `no_letter`, `has_digits` (warning), `not_for_kind`, `not_for_person`,
/// `not_for_organization`, `not_for_owner_type`, `unknown_owner_type`, `unknown_sex`, `in_future`,
/// `too_early`, `age_unlikely` (warning), and the codes of [`email`], [`phone`], [`npn`], [`tax_id`] and
/// [`address`].
pub fn normalize(kind: ContactKind, person: Person, context: &Context) -> (Person, Findings) {
    let mut findings = Findings::default();
    let mut person = clean_texts(person, &mut findings);
    check_kind(kind, &person, &mut findings);
    let is_organization = check_names(kind, &person, &mut findings);
    check_dates(&person, context, &mut findings);
    convert(&mut person.email, "person.email", &mut findings, email::normalize);
    convert(&mut person.phone, "person.phone", &mut findings, phone::normalize);
    convert(
        &mut person.mobile_phone,
        "person.mobilePhone",
        &mut findings,
        phone::normalize,
    );
    convert(&mut person.sex, "person.sex", &mut findings, sex_code);
    convert(&mut person.tax_id, "person.taxId", &mut findings, |typed| {
        if typed.is_empty() {
            return Ok(String::new());
        }
        Ok(tax_id::parse(typed, is_organization, context.is_demo_firm)?.digits)
    });
    if kind == ContactKind::Agent {
        convert(&mut person.npn, "person.npn", &mut findings, npn::normalize);
    }
    (person, findings)
}

fn clean_texts(person: Person, findings: &mut Findings) -> Person {
    let address = address::normalize(person.address, "person.address", findings);
    let mut text = |value: Option<String>, name: &str, max: usize| {
        findings.bounded_owned(value, || format!("person.{name}"), max)
    };
    Person {
        title: text(person.title, "title", MAX_TITLE),
        first_name: text(person.first_name, "firstName", MAX_NAME),
        middle_name: text(person.middle_name, "middleName", MAX_NAME),
        last_name: text(person.last_name, "lastName", MAX_NAME),
        suffix: text(person.suffix, "suffix", MAX_SUFFIX),
        organization_name: text(
            person.organization_name,
            "organizationName",
            MAX_ORGANIZATION_NAME,
        ),
        owner_type: person.owner_type,
        trust_date: person.trust_date,
        email: text(person.email, "email", email::MAX_EMAIL),
        phone: text(person.phone, "phone", MAX_PHONE),
        mobile_phone: text(person.mobile_phone, "mobilePhone", MAX_PHONE),
        address,
        dob: person.dob,
        sex: text(person.sex, "sex", MAX_TITLE),
        tax_id: person.tax_id.map(|typed| crate::text::clean(&typed)),
        npn: text(person.npn, "npn", MAX_AGENCY_CODE),
        agency_code: text(person.agency_code, "agencyCode", MAX_AGENCY_CODE),
        external_id: text(person.external_id, "externalId", MAX_EXTERNAL_ID),
        notes: findings.bounded_lines(person.notes.as_deref(), "person.notes", MAX_NOTES),
    }
}

/// Rejects fields that belong to other contact types.
fn check_kind(kind: ContactKind, person: &Person, findings: &mut Findings) {
    use ContactKind::{Agent, Insured, Owner};
    for (field, is_given, has_it) in [
        ("npn", person.npn.is_some(), kind == Agent),
        ("agencyCode", person.agency_code.is_some(), kind == Agent),
        ("ownerType", person.owner_type.is_some(), kind == Owner),
        ("trustDate", person.trust_date.is_some(), kind == Owner),
        (
            "organizationName",
            person.organization_name.is_some(),
            kind != Insured,
        ),
    ] {
        if is_given && !has_it {
            findings.fault(
                format!("person.{field}"),
                "not_for_kind",
                format!("Leave this field empty for an {}.", kind.noun()),
            );
        }
    }
}

/// Returns whether the contact is an organization. Checks which names and personal fields it has.
fn check_names(kind: ContactKind, person: &Person, findings: &mut Findings) -> bool {
    let owner_type = person.owner_type.and_then(OwnerType::from_number);
    let is_organization = match kind {
        ContactKind::Agent => person.organization_name.is_some(),
        ContactKind::Insured => false,
        ContactKind::Owner => owner_type.map_or(person.organization_name.is_some(), |owner_type| {
            owner_type != OwnerType::Individual
        }),
    };
    if kind == ContactKind::Owner {
        match (person.owner_type, owner_type) {
            (None, _) => findings.fault("person.ownerType", "required", "Choose an owner type."),
            (Some(number), None) => findings.fault(
                "person.ownerType",
                "unknown_owner_type",
                format!("Owner type {number} is not valid. Choose an owner type."),
            ),
            (_, Some(OwnerType::Trust)) => {}
            (_, Some(_)) if person.trust_date.is_some() => {
                findings.fault(
                    "person.trustDate",
                    "not_for_owner_type",
                    "Only trusts have a trust date. Leave this field empty.",
                );
            }
            _ => {}
        }
    }
    if is_organization {
        if person.organization_name.is_none() {
            findings.fault("person.organizationName", "required", "Enter a name.");
        }
        for (field, is_given) in [
            ("title", person.title.is_some()),
            ("firstName", person.first_name.is_some()),
            ("middleName", person.middle_name.is_some()),
            ("lastName", person.last_name.is_some()),
            ("suffix", person.suffix.is_some()),
            ("dob", person.dob.is_some()),
            ("sex", person.sex.is_some()),
        ] {
            if is_given {
                findings.fault(
                    format!("person.{field}"),
                    "not_for_organization",
                    "Leave this field empty for an organization.",
                );
            }
        }
        return true;
    }
    if owner_type == Some(OwnerType::Individual) && person.organization_name.is_some() {
        findings.fault(
            "person.organizationName",
            "not_for_person",
            "Enter a first and last name for an individual instead.",
        );
    }
    check_personal_name(
        &person.first_name,
        "person.firstName",
        "Enter a first name.",
        findings,
    );
    check_personal_name(
        &person.last_name,
        "person.lastName",
        "Enter a last name.",
        findings,
    );
    false
}

fn check_personal_name(name: &Option<String>, field: &str, missing: &str, findings: &mut Findings) {
    let Some(name) = name else {
        return findings.fault(field, "required", missing);
    };
    let is_name = findings.take(field, name::check(name)).is_some();
    if is_name && name.chars().any(char::is_numeric) {
        findings.warn(
            field,
            "has_digits",
            "This name contains digits. Check the spelling.",
        );
    }
}

fn check_dates(person: &Person, context: &Context, findings: &mut Findings) {
    if let Some(dob) = person.dob {
        if dob > context.today {
            findings.fault(
                "person.dob",
                "in_future",
                "The date of birth is in the future. Check the date.",
            );
        } else if dob < EARLIEST_BIRTH {
            findings.fault(
                "person.dob",
                "too_early",
                "The date of birth is before 1900. Check the date.",
            );
        } else if date::age(dob, context.today).is_some_and(|age| age > UNLIKELY_AGE) {
            findings.warn(
                "person.dob",
                "age_unlikely",
                "This person would be over 110 years old. Check the date of birth.",
            );
        }
    }
    if let Some(trust_date) = person.trust_date {
        if trust_date > context.today {
            findings.fault(
                "person.trustDate",
                "in_future",
                "The trust date is in the future. Check the date.",
            );
        } else if trust_date < EARLIEST_TRUST {
            findings.fault(
                "person.trustDate",
                "too_early",
                "The trust date is before 1800. Check the date.",
            );
        }
    }
}

fn convert(
    value: &mut Option<String>,
    field: &str,
    findings: &mut Findings,
    stored_form: impl Fn(&str) -> Result<String, Fault>,
) {
    if let Some(typed) = value
        && !findings.has_fault(field)
        && let Some(stored) = findings.take(field, stored_form(typed))
    {
        *typed = stored;
    }
}

fn sex_code(typed: &str) -> Result<String, Fault> {
    match typed.to_ascii_lowercase().as_str() {
        "f" | "female" => Ok("F".into()),
        "m" | "male" => Ok("M".into()),
        "x" => Ok("X".into()),
        _ => Err(Fault::new("unknown_sex", "Choose F, M or X.")),
    }
}

#[cfg(test)]
mod tests;
