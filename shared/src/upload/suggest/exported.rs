//! Mapping of lists that were exported from the portal.

use super::{match_keys, usual};
use crate::contact::ContactKind;
use crate::contact::custom::CustomField;
use crate::upload::mapping::{ColumnMapping, LeftOut, Mapping, Transform};
use crate::upload::target::{Field, RECORD_ID, Target};

/// Returns the mapping of an exported list. `columns` holds the column keys and the viewer's headings.
pub fn exported_list_mapping(
    kind: ContactKind,
    columns: &[(&str, &str)],
    custom_fields: &[CustomField],
) -> Mapping {
    let has = |key: &str| columns.iter().any(|(own, _)| *own == key);
    let has_parts = has("firstName")
        && has("lastName")
        && (has("organizationName") || !Field::OrganizationName.is_for(kind));
    // The full name covers people and organizations. If all of its parts are present, they are imported
    // instead.
    let by_name = has("name") && !has_parts;
    let columns = (0..).zip(columns).map(|(source_column, &(key, heading))| {
        let target = if key == RECORD_ID {
            Ok(Target::RecordId)
        } else {
            becomes(kind, key, by_name, custom_fields)
        };
        ColumnMapping {
            source_column,
            header: heading.into(),
            sample: Vec::new(),
            transform: target.as_ref().map_or(Transform::AsIs, usual),
            left_out: target.as_ref().err().copied(),
            target: target.ok(),
            confidence: 100,
        }
    });
    Mapping {
        columns: columns.collect(),
        match_keys: match_keys(kind),
        ..Mapping::default()
    }
}

/// Returns the target for a list column, or the reason why the column is left out.
fn becomes(
    kind: ContactKind,
    key: &str,
    by_name: bool,
    custom_fields: &[CustomField],
) -> Result<Target, LeftOut> {
    let is_of_column = |field: &&CustomField| field.column.as_deref() == Some(key);
    if let Some(field) = custom_fields.iter().find(is_of_column) {
        return Ok(Target::Custom(field.name.clone()));
    }
    if key == "name" {
        return if by_name {
            Ok(Field::FullName.into())
        } else {
            Err(LeftOut::SaidElsewhere)
        };
    }
    let field = Field::from_code(key)
        .filter(|field| field.is_for(kind))
        .ok_or(LeftOut::KeptByPortal)?;
    if field == Field::TaxId {
        Err(LeftOut::Masked)
    } else if by_name && (field.is_part_of_name() || field == Field::OrganizationName) {
        Err(LeftOut::SaidElsewhere)
    } else {
        Ok(field.into())
    }
}
