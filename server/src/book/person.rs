//! Parses rows of agents, owners and insureds.

use super::line::Line;
use super::table::spelling;
use jiff::civil::Date;
use shared::contact::owner_type::OwnerType;
use shared::contact::validate::{Context, normalize};
use shared::contact::{Address, ContactKind, Person};

/// Parses and validates a person. Returns `None` if the row has errors, which are recorded in `line`.
pub fn read(line: &mut Line<'_>, kind: ContactKind, is_demo_firm: bool, today: Date) -> Option<Person> {
    let person = Person {
        title: line.typed("title"),
        first_name: line.typed("firstName"),
        middle_name: line.typed("middleName"),
        last_name: line.typed("lastName"),
        suffix: line.typed("suffix"),
        organization_name: line.typed("organizationName"),
        owner_type: line.term("ownerType", owner_type),
        trust_date: line.date("trustDate"),
        email: line.typed("email"),
        phone: line.typed("phone"),
        mobile_phone: line.typed("mobilePhone"),
        address: Address {
            line1: line.typed("addressLine1"),
            line2: line.typed("addressLine2"),
            city: line.typed("city"),
            state: line.typed("state"),
            postal_code: line.typed("postalCode"),
            country: line.typed("country"),
        },
        dob: line.date("dob"),
        sex: line.typed("sex"),
        tax_id: line.typed("taxId"),
        npn: line.typed("npn"),
        agency_code: line.typed("agencyCode"),
        external_id: line.typed("externalId"),
        notes: line.typed("notes"),
    };
    let (person, findings) = normalize(kind, person, &Context { today, is_demo_firm });
    line.take_findings(findings, column_of);
    (line.faulty == 0).then_some(person)
}

/// Maps a validated field to its column, e.g. `person.address.line1` to `addressLine1`.
fn column_of(field: &str) -> String {
    match field.strip_prefix("person.").unwrap_or(field) {
        "address.line1" => "addressLine1".to_owned(),
        "address.line2" => "addressLine2".to_owned(),
        other => other.strip_prefix("address.").unwrap_or(other).to_owned(),
    }
}

fn owner_type(typed: &str) -> Option<u8> {
    let mut all = OwnerType::ALL.iter();
    let by_label = all.find(|owner_type| spelling(owner_type.label()) == spelling(typed));
    let number = by_label
        .map(|owner_type| owner_type.number())
        .or_else(|| typed.parse().ok())?;
    OwnerType::from_number(number).map(OwnerType::number)
}
