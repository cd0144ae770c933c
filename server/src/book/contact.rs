//! Converts a validated person to a contact row.

use super::Seal;
use super::copy::Cents;
use super::rows::{ContactRow, Text};
use anyhow::anyhow;
use jiff::Timestamp;
use shared::contact::tax_id::{self, TaxIdKind};
use shared::contact::{Address, ContactKind, Person, name};
use uuid::Uuid;

/// Converts a validated person to a contact row with source `Import`, zero totals and an encrypted tax ID.
pub fn contact_row(
    firm_id: i32,
    uuid: Uuid,
    kind: ContactKind,
    person: Person,
    now: Timestamp,
    seal: Seal<'_>,
) -> anyhow::Result<ContactRow> {
    let display_name = name::display_name(&person);
    let is_organization = person.organization_name.is_some();
    let Person {
        title,
        first_name,
        middle_name,
        last_name,
        suffix,
        organization_name,
        owner_type,
        trust_date,
        email,
        phone,
        mobile_phone,
        address:
            Address {
                line1,
                line2,
                city,
                state,
                postal_code,
                country,
            },
        dob,
        sex,
        tax_id,
        npn,
        agency_code,
        external_id,
        notes,
    } = person;
    let text = |value: Option<String>| value.map(Text::Owned);
    let mut row = ContactRow {
        firm_id,
        uuid,
        kind: kind as i16,
        display_name: display_name.into(),
        title: text(title),
        first_name: text(first_name),
        middle_name: text(middle_name),
        last_name: text(last_name),
        suffix: text(suffix),
        organization_name: text(organization_name),
        owner_type: owner_type.map(Into::into),
        trust_date,
        email: text(email),
        phone: text(phone),
        mobile_phone: text(mobile_phone),
        address_line1: text(line1),
        address_line2: text(line2),
        city: text(city),
        state: text(state),
        postal_code: text(postal_code),
        country: text(country),
        dob,
        sex: text(sex),
        tax_id_kind: None,
        tax_id_cipher: None,
        tax_id_key_id: None,
        tax_id_hash: None,
        tax_id_last4: None,
        npn: text(npn),
        agency_code: text(agency_code),
        external_id: text(external_id),
        notes: text(notes),
        agent_integration_enabled: false,
        next_cohort_send: None,
        best_interest_status: None,
        last_review: None,
        medical_request_state: None,
        policy_count: 0,
        death_benefit: Cents(0),
        annualized_premium: Cents(0),
        policy_cash_value: Cents(0),
        policy_surrender_value: Cents(0),
        annuity_count: 0,
        contract_value: Cents(0),
        premiums_paid: Cents(0),
        annuity_cash_value: Cents(0),
        annuity_surrender_value: Cents(0),
        source: "Import".into(),
        source_file: None,
        source_row: None,
        created_at: now,
        created_by: None,
        updated_at: now,
    };
    if let Some(typed) = tax_id.filter(|typed| !typed.is_empty()) {
        // Validation has already rejected demo numbers for other firms, so all numbers are accepted here.
        let number = tax_id::parse(&typed, is_organization, true).map_err(|fault| anyhow!("{fault}"))?;
        let sealed = seal(firm_id, &number.digits)?;
        let kind = match number.kind {
            TaxIdKind::Ssn => "Ssn",
            TaxIdKind::Itin => "Itin",
            TaxIdKind::Ein => "Ein",
        };
        row.tax_id_kind = Some(kind.into());
        row.tax_id_cipher = Some(sealed.cipher);
        row.tax_id_key_id = Some(sealed.key_id);
        row.tax_id_hash = Some(sealed.hash);
        row.tax_id_last4 = Some(sealed.last4.into());
    }
    Ok(row)
}
