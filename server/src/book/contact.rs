//! Converts a validated person to a contact row.

use super::Seal;
use super::rows::ContactRow;
use crate::crypto::Place;
use crate::records::contact::TaxIdFields;
use anyhow::anyhow;
use jiff::Timestamp;
use shared::contact::{ContactKind, Person, tax_id};
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
    Ok(ContactRow {
        firm_id,
        uuid,
        kind: kind as i16,
        tax_id: sealed_tax_id(Place::tax_id(firm_id, uuid), &person, seal)?,
        person: person.into(),
        agent_integration_enabled: false,
        next_cohort_send: None,
        last_review: None,
        medical_request_state: None,
        source: "Import".into(),
        source_file: None,
        source_row: None,
        created_at: now,
        created_by: None,
        updated_at: now,
    })
}

/// Encrypts the tax ID of a validated person for the record and field in `place`.
pub fn sealed_tax_id(place: Place, person: &Person, seal: Seal<'_>) -> anyhow::Result<TaxIdFields> {
    let Some(typed) = person.tax_id.as_deref().filter(|typed| !typed.is_empty()) else {
        return Ok(TaxIdFields::default());
    };
    let is_organization = person.organization_name.is_some();
    // Validation accepts demo numbers only in demo firms, so this call can accept all of them.
    let number = tax_id::parse(typed, is_organization, true).map_err(|fault| anyhow!("{fault}"))?;
    Ok(TaxIdFields::new(number.kind, seal(place, &number.digits)?))
}
