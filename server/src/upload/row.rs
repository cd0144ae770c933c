//! A validated row of a file, staged for import.

use crate::book::Seal;
use crate::book::contact::contact_row;
use crate::book::copy::{Field, Json, Row};
use crate::book::rows::{ContactRow, Text, table_row};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;
use shared::contact::{ContactKind, Person};
use shared::upload::check::CheckedRow;
use uuid::Uuid;

table_row!(StagedRow, "upload_incoming" {
    firm_id: i32,
    storage_guid: Uuid,
    row_number: i32,
    contact_uuid: Uuid,
    is_refused: bool,
    is_skipped: bool,
    has_warning: bool,
    faults: Option<Json>,
    display_name: Text,
    title: Option<Text>,
    first_name: Option<Text>,
    middle_name: Option<Text>,
    last_name: Option<Text>,
    suffix: Option<Text>,
    organization_name: Option<Text>,
    owner_type: Option<i16>,
    trust_date: Option<Date>,
    email: Option<Text>,
    phone: Option<Text>,
    mobile_phone: Option<Text>,
    address_line1: Option<Text>,
    address_line2: Option<Text>,
    city: Option<Text>,
    state: Option<Text>,
    postal_code: Option<Text>,
    country: Option<Text>,
    dob: Option<Date>,
    sex: Option<Text>,
    tax_id_kind: Option<Text>,
    tax_id_cipher: Option<Vec<u8>>,
    tax_id_key_id: Option<i16>,
    tax_id_hash: Option<Vec<u8>>,
    tax_id_last4: Option<Text>,
    npn: Option<Text>,
    agency_code: Option<Text>,
    external_id: Option<Text>,
    notes: Option<Text>,
    custom_fields: Json,
    full_name: Option<Text>,
});

/// The firm and upload that rows belong to.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    pub firm_id: i32,
    pub storage_guid: Uuid,
    pub kind: ContactKind,
}

impl StagedRow {
    /// Converts a checked row. A rejected row keeps the text of the file, without the tax ID.
    ///
    /// # Errors
    /// Returns an error if the tax ID cannot be encrypted.
    pub fn new(owner: Owner, row_number: u32, mut row: CheckedRow, seal: Seal<'_>) -> anyhow::Result<Self> {
        let is_refused = !row.is_acceptable();
        if is_refused {
            row.person.tax_id = None;
        }
        let faults = (!row.faults.is_empty())
            .then(|| storable_json(&row.faults))
            .transpose()?;
        let ContactRow {
            firm_id,
            uuid,
            display_name,
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
            address_line1,
            address_line2,
            city,
            state,
            postal_code,
            country,
            dob,
            sex,
            tax_id_kind,
            tax_id_cipher,
            tax_id_key_id,
            tax_id_hash,
            tax_id_last4,
            npn,
            agency_code,
            external_id,
            notes,
            ..
        } = contact_row(
            owner.firm_id,
            crate::ids::new_uuid(),
            owner.kind,
            if is_refused {
                storable(row.person)
            } else {
                row.person
            },
            Timestamp::UNIX_EPOCH,
            seal,
        )?;
        Ok(Self {
            firm_id,
            storage_guid: owner.storage_guid,
            row_number: i32::try_from(row_number)?,
            contact_uuid: uuid,
            is_refused,
            is_skipped: row.is_skipped,
            has_warning: row.faults.iter().any(|fault| fault.warning),
            faults,
            display_name,
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
            address_line1,
            address_line2,
            city,
            state,
            postal_code,
            country,
            dob,
            sex,
            tax_id_kind,
            tax_id_cipher,
            tax_id_key_id,
            tax_id_hash,
            tax_id_last4,
            npn,
            agency_code,
            external_id,
            notes,
            custom_fields: storable_json(&row.custom)?,
            full_name: row.full_name.map(Into::into),
        })
    }
}

/// Removes NUL characters, which PostgreSQL cannot store. Only rejected rows can contain them.
fn storable(mut person: Person) -> Person {
    let address = &mut person.address;
    let texts = [
        &mut person.title,
        &mut person.first_name,
        &mut person.middle_name,
        &mut person.last_name,
        &mut person.suffix,
        &mut person.organization_name,
        &mut person.email,
        &mut person.phone,
        &mut person.mobile_phone,
        &mut address.line1,
        &mut address.line2,
        &mut address.city,
        &mut address.state,
        &mut address.postal_code,
        &mut address.country,
        &mut person.sex,
        &mut person.npn,
        &mut person.agency_code,
        &mut person.external_id,
        &mut person.notes,
    ];
    for text in texts.into_iter().flatten() {
        text.retain(|c| c != '\0');
    }
    person
}

fn storable_json(value: &impl serde::Serialize) -> anyhow::Result<Json> {
    let text = serde_json::to_string(value)?;
    if !text.contains("\\u0000") {
        return Ok(Json(text.into()));
    }
    let mut value: Value = serde_json::from_str(&text)?;
    strip_nul(&mut value);
    Ok(Json(value.to_string().into()))
}

fn strip_nul(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|c| c != '\0'),
        Value::Array(values) => values.iter_mut().for_each(strip_nul),
        Value::Object(fields) => fields.values_mut().for_each(strip_nul),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
