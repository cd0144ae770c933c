//! Mapping of lists that were exported from the portal.

use super::{match_keys, usual};
use crate::contact::ContactKind;
use crate::upload::mapping::{ColumnMapping, LeftOut, Mapping, Transform};
use crate::upload::target::{Field, RECORD_ID, Target};

/// Returns the mapping of an exported list. `columns` holds the column keys and the viewer's headings.
pub fn exported_list_mapping(kind: ContactKind, columns: &[(&str, &str)]) -> Mapping {
    let has = |key: &str| columns.iter().any(|(own, _)| *own == key);
    let has_parts = has("firstName")
        && has("lastName")
        && (has("organizationName") || !Field::OrganizationName.is_for(kind));
    // The full name covers people and organizations. If all of its parts are present, they are imported
    // instead.
    let by_name = has("name") && !has_parts;
    let columns = (0..).zip(columns).map(|(source_column, &(key, heading))| {
        let field = becomes(kind, key, by_name);
        let target = match key {
            RECORD_ID => Some(Target::RecordId),
            _ => field.ok().map(Target::Field),
        };
        ColumnMapping {
            source_column,
            header: heading.into(),
            sample: Vec::new(),
            transform: target.as_ref().map_or(Transform::AsIs, usual),
            target,
            confidence: 100,
            left_out: field.err().filter(|_| key != RECORD_ID),
        }
    });
    Mapping {
        columns: columns.collect(),
        match_keys: match_keys(kind),
        ..Mapping::default()
    }
}

/// Returns the field for a list column, or why the column is left out.
fn becomes(kind: ContactKind, key: &str, by_name: bool) -> Result<Field, LeftOut> {
    if key == "name" {
        return if by_name {
            Ok(Field::FullName)
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
        Ok(field)
    }
}
