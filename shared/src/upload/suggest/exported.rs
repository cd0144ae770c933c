//! What the columns of a list are when a file that the portal wrote comes back.

use super::{match_keys, usual};
use crate::contact::ContactKind;
use crate::upload::mapping::{ColumnMapping, LeftOut, Mapping, Transform};
use crate::upload::target::{Field, Target};

/// The mapping of an exported list, by the keys of its columns and the headings that its viewer gave them.
pub fn of_list(kind: ContactKind, columns: &[(&str, &str)]) -> Mapping {
    let has = |key: &str| columns.iter().any(|(own, _)| *own == key);
    let has_parts = has("firstName")
        && has("lastName")
        && (has("organizationName") || !Field::OrganizationName.is_for(kind));
    // The list's name is that of everybody. Where all of its parts stand beside it they are what is changed.
    let by_name = has("name") && !has_parts;
    let columns = (0..).zip(columns).map(|(source_column, &(key, heading))| {
        let field = becomes(kind, key, by_name);
        let target = field.ok().map(Target::Field);
        ColumnMapping {
            source_column,
            header: heading.into(),
            sample: Vec::new(),
            transform: target.as_ref().map_or(Transform::AsIs, usual),
            target,
            confidence: 100,
            left_out: field.err(),
        }
    });
    Mapping {
        columns: columns.collect(),
        match_keys: match_keys(kind),
        ..Mapping::default()
    }
}

/// What a column of a list says of a contact.
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
