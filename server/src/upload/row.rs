//! A validated row of a file, staged for import.

use crate::book::Seal;
use crate::book::contact::sealed_tax_id;
use crate::book::rows::{Text, table_row};
use crate::crypto::Place;
use crate::db::copy::Json;
use crate::error::ApiResult;
use crate::records::contact::{PersonColumns, TaxIdFields};
use crate::upload::owner::Owner;
use crate::upload::staged_kind::{Order, StagedKind, storable_json};
use csv::StringRecord;
use shared::contact::{ContactKind, Field, Person};
use shared::upload::check::{Check, CheckedRow};
use shared::upload::groups::FaultGroups;
use shared::upload::profile::Profile;
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

impl StagedKind for StagedRow {
    const STAGED: &'static str = "upload_row";
    type Kind = ContactKind;
    type Check = Check;

    fn check(kind: ContactKind, order: &Order, profile: &Profile) -> Check {
        Check::new(kind, &order.mapping, profile, order.context)
    }

    fn read(
        check: &Check,
        owner: Owner,
        (row_number, cells): (u32, &StringRecord),
        seal: Seal<'_>,
        groups: &mut FaultGroups,
    ) -> ApiResult<Option<Self>> {
        let checked = check.check(cells);
        if checked.is_blank {
            return Ok(None);
        }
        groups.add(row_number, &checked.faults, checked.is_skipped, cells);
        Ok(Some(Self::new(owner, row_number, checked, seal)?))
    }
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
