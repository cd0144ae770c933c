//! Validation of a whole person. The form and the server both run it.

use super::field::{Rule, Subject};
use super::owner_type::OwnerType;
use super::{ContactKind, Field, Person, address, email, free_text, name, npn, phone, tax_id};
use crate::date;
use crate::fault::Fault;
use crate::problem::Findings;
use jiff::civil::Date;

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
/// Phones become E.164, email hosts lower case, and states USPS codes. Tax IDs and NPNs are reduced to their
/// digits. Invalid values stay as entered. Store the result only if [`Findings::is_acceptable`].
///
/// Codes: `required`, `too_long`, `no_letter`, `has_digits` (warning), `not_for_kind`, `not_for_person`,
/// `not_for_organization`, `not_for_owner_type`, `unknown_owner_type`, `unknown_sex`, `in_future`, `too_early`,
/// `age_unlikely` (warning), `looks_like_ssn` (warning), and the codes of [`email`], [`phone`], [`npn`], [`tax_id`]
/// and [`address`].
pub fn normalize(kind: ContactKind, mut person: Person, context: &Context) -> (Person, Findings) {
    let mut findings = Findings::default();
    clean_texts(&mut person, &mut findings);
    warn_about_free_text(&person, &mut findings);
    let is_organization = check_names(kind, &person, &mut findings);
    check_dates(&person, context, &mut findings);
    for field in Field::ALL {
        let Some(text) = field.text_mut(&mut person) else {
            continue;
        };
        let stored_form: &dyn Fn(&str) -> Result<String, Fault> = match field.rule() {
            Rule::Email => &email::normalize,
            Rule::Phone => &phone::normalize,
            Rule::Npn => &npn::normalize,
            Rule::Sex => &sex_code,
            Rule::TaxId => &|typed| match typed {
                "" => Ok(String::new()),
                typed => Ok(tax_id::parse(typed, is_organization, context.is_demo_firm)?.digits),
            },
            Rule::Text(_) | Rule::Lines(_) | Rule::Address(_) | Rule::Date | Rule::OwnerType => continue,
        };
        convert(text, field.path(), &mut findings, stored_form);
    }
    (person, findings)
}

fn clean_texts(person: &mut Person, findings: &mut Findings) {
    let address = std::mem::take(&mut person.address);
    person.address = address::normalize(address, "person.address", findings);
    for field in Field::ALL {
        let Some(text) = field.text_mut(person) else {
            continue;
        };
        let path = field.path();
        match field.rule() {
            Rule::Address(_) => {}
            Rule::TaxId => *text = text.take().map(|typed| crate::text::clean(&typed)),
            Rule::Lines(max) => *text = findings.bounded_lines(text.as_deref(), path, max),
            rule => *text = findings.bounded_owned(text.take(), || path.into(), rule.max_length()),
        }
    }
}

fn warn_about_free_text(person: &Person, findings: &mut Findings) {
    for field in Field::ALL {
        if let Rule::Text(_) | Rule::Lines(_) = field.rule()
            && let Some(fault) = free_text::warning(field.text(person))
        {
            findings.warn(field.path(), fault.code, fault.message);
        }
    }
}

/// Checks the names, and that every field with a value applies to this kind of contact. Returns whether the contact
/// is an organization.
fn check_names(kind: ContactKind, person: &Person, findings: &mut Findings) -> bool {
    let owner_type = person.owner_type.and_then(OwnerType::from_number);
    let is_organization = match kind {
        ContactKind::Agent => person.organization_name.is_some(),
        ContactKind::Insured => false,
        ContactKind::Owner => owner_type.map_or(person.organization_name.is_some(), |owner_type| {
            owner_type != OwnerType::Individual
        }),
    };
    let subject = Subject {
        kind,
        owner_type,
        is_organization,
    };
    for field in Field::ALL.iter().filter(|field| field.is_given(person)) {
        findings.take(field.path(), field.check_applies(&subject));
    }
    if kind == ContactKind::Owner {
        match (person.owner_type, owner_type) {
            (None, _) => findings.fault("person.ownerType", "required", "Choose an owner type."),
            (Some(number), None) => findings.fault(
                "person.ownerType",
                "unknown_owner_type",
                format!("Owner type {number} is not valid. Choose an owner type."),
            ),
            _ => {}
        }
    }
    if is_organization {
        if person.organization_name.is_none() {
            findings.fault("person.organizationName", "required", "Enter a name.");
        }
        return true;
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
    stored_form: &dyn Fn(&str) -> Result<String, Fault>,
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
