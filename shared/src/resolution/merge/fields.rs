//! Field values that a merge changes in the remaining contact, and their restoration when the merge is undone.

use crate::contact::Person;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Values by field path, as in the JSON of a contact. Includes paths such as `address.city`, and
/// `customFields.` followed by a custom field's name. Empty fields are missing.
pub type FieldValues = BTreeMap<String, Value>;

const ADDRESS: &str = "address.";
const CUSTOM: &str = "customFields.";

/// Returns the non-empty fields of a contact.
pub fn values(person: &Person, custom_fields: &BTreeMap<String, String>) -> FieldValues {
    let mut values = FieldValues::new();
    // A person always serializes to an object.
    if let Ok(Value::Object(fields)) = serde_json::to_value(person) {
        for (field, value) in fields {
            match value {
                Value::Object(parts) => {
                    values.extend(
                        parts
                            .into_iter()
                            .map(|(part, value)| (format!("{ADDRESS}{part}"), value)),
                    );
                }
                value => {
                    values.insert(field, value);
                }
            }
        }
    }
    let custom = custom_fields.iter();
    values.extend(custom.map(|(name, value)| (format!("{CUSTOM}{name}"), Value::String(value.clone()))));
    values.retain(|_, value| !value.is_null());
    values
}

/// Converts field values back to a contact.
///
/// # Errors
/// Returns an error if a value has the wrong type for its field.
pub fn contact_of(values: FieldValues) -> serde_json::Result<(Person, BTreeMap<String, String>)> {
    let (mut person, mut address, mut custom) = (Map::new(), Map::new(), Map::new());
    for (field, value) in values {
        if let Some(part) = field.strip_prefix(ADDRESS) {
            address.insert(part.to_owned(), value);
        } else if let Some(name) = field.strip_prefix(CUSTOM) {
            custom.insert(name.to_owned(), value);
        } else {
            person.insert(field, value);
        }
    }
    person.insert("address".into(), Value::Object(address));
    Ok((
        serde_json::from_value(Value::Object(person))?,
        serde_json::from_value(Value::Object(custom))?,
    ))
}

/// The fields that one merge changed in the remaining contact.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FieldLayer {
    pub before: FieldValues,
    pub after: FieldValues,
}

impl FieldLayer {
    /// Records the differences between the values before and after a merge.
    pub fn new(before: &FieldValues, after: &FieldValues) -> Self {
        let mut layer = Self::default();
        for field in before.keys().chain(after.keys()) {
            let (old, new) = (before.get(field), after.get(field));
            if old != new {
                layer
                    .before
                    .insert(field.clone(), old.cloned().unwrap_or_default());
                layer
                    .after
                    .insert(field.clone(), new.cloned().unwrap_or_default());
            }
        }
        layer
    }
}

/// A field that was changed after a merge, so that undoing the merge does not restore it by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldConflict {
    /// Name as in the JSON of the contact, such as `address.city`.
    pub field: String,
    /// Value before the merge. Null if empty.
    #[cfg_attr(feature = "ts", tsify(type = "string | number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<serde_json::Value>))]
    pub before: Value,
    /// Value that the merge set.
    #[cfg_attr(feature = "ts", tsify(type = "string | number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<serde_json::Value>))]
    pub merged: Value,
    /// Current value.
    #[cfg_attr(feature = "ts", tsify(type = "string | number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<serde_json::Value>))]
    pub current: Value,
}

/// Restores the values from before a merge. `later` holds the layers of later merges into the same contact, oldest first.
/// If one of them changed a field again, that layer stores the earlier value instead. Fields that a user changed after
/// the merge keep their values unless `restore` contains them. Returns the fields that kept their values.
pub fn remove_layer(
    current: &mut FieldValues,
    layer: &FieldLayer,
    later: &mut [FieldLayer],
    restore: &[String],
) -> Vec<FieldConflict> {
    let mut conflicts = Vec::new();
    for (field, merged) in &layer.after {
        let before = layer.before.get(field).cloned().unwrap_or_default();
        let next = later.iter_mut().find_map(|layer| layer.before.get_mut(field));
        let now = match &next {
            Some(value) => (*value).clone(),
            None => current.get(field).cloned().unwrap_or_default(),
        };
        if now == before {
            continue;
        }
        if now != *merged && !restore.contains(field) {
            conflicts.push(FieldConflict {
                field: field.clone(),
                before,
                merged: merged.clone(),
                current: now,
            });
            continue;
        }
        match next {
            Some(value) => *value = before,
            None if before.is_null() => {
                current.remove(field);
            }
            None => {
                current.insert(field.clone(), before);
            }
        }
    }
    conflicts
}

#[cfg(test)]
mod tests;
