//! A validated row of a file, staged for import.

use crate::book::Seal;
use crate::book::contact::sealed_tax_id;
use crate::book::rows::{Text, table_row};
use crate::crypto::Place;
use crate::db::copy::Json;
use crate::records::contact::{PersonColumns, TaxIdFields};
use serde_json::Value;
use shared::contact::{ContactKind, Field, Person};
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
    custom_fields: Json,
    full_name: Option<Text>,
    record_id: Option<Uuid>,
} [person: PersonColumns, tax_id: TaxIdFields]);

/// The firm and upload that rows belong to.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    pub firm_id: i32,
    pub storage_guid: Uuid,
    pub kind: ContactKind,
}

impl StagedRow {
    /// Converts a checked row. A rejected row keeps the text of the file, without the tax ID. The tax ID is
    /// sealed for `contact_uuid`, the contact that the row becomes if it is new.
    ///
    /// # Errors
    /// Returns an error if the tax ID cannot be encrypted.
    pub fn new(owner: Owner, row_number: u32, row: CheckedRow, seal: Seal<'_>) -> anyhow::Result<Self> {
        let is_refused = !row.is_acceptable();
        let faults = (!row.faults.is_empty())
            .then(|| storable_json(&row.faults))
            .transpose()?;
        let person = if is_refused {
            storable(row.person)
        } else {
            row.person
        };
        let contact_uuid = crate::ids::new_uuid();
        Ok(Self {
            firm_id: owner.firm_id,
            storage_guid: owner.storage_guid,
            row_number: i32::try_from(row_number)?,
            contact_uuid,
            is_refused,
            is_skipped: row.is_skipped,
            has_warning: row.faults.iter().any(|fault| fault.warning),
            faults,
            custom_fields: storable_json(&row.custom)?,
            full_name: row.full_name.map(Into::into),
            record_id: row.record_id,
            tax_id: sealed_tax_id(Place::tax_id(owner.firm_id, contact_uuid), &person, seal)?,
            person: person.into(),
        })
    }
}

/// Removes the tax ID, and NUL characters, which PostgreSQL cannot store. Only rejected rows can contain them.
fn storable(mut person: Person) -> Person {
    person.tax_id = None;
    for field in Field::ALL {
        if let Some(Some(text)) = field.text_mut(&mut person) {
            text.retain(|c| c != '\0');
        }
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
