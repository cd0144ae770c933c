//! The activity feed of a record. Entries name users, actions, fields and their values. Tax IDs are masked, and IP
//! addresses are left out.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// An action that a user took on a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Activity {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub at: jiff::Timestamp,
    /// Name of the user who took the action.
    pub user: String,
    /// Name of the impersonated user, if any.
    pub on_behalf_of: Option<String>,
    /// `AuditAction` code.
    pub action: String,
    /// Label of the action.
    pub label: String,
    /// Names of the changed fields, as in the JSON of the record.
    pub fields: Vec<String>,
    /// Old and new values of changed fields. Fields without a short text are missing.
    pub changes: Vec<FieldChange>,
    /// Subject of the action: a contact, a contract, a document or a status change.
    pub about: Option<String>,
}

/// A changed field with its old and new value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldChange {
    /// Name of the field, as in the JSON of the record.
    pub field: String,
    /// Null if the field was empty.
    pub from: Option<String>,
    /// Null if the field is empty now.
    pub to: Option<String>,
}

/// Maximum number of characters of an old or new value. Longer values are truncated.
const MAX_CHARS: usize = 120;

/// Address fields, in postal order.
const ADDRESS: [&str; 6] = ["line1", "line2", "city", "state", "postalCode", "country"];

/// Returns whether the activity omits the field's values: notes, tax IDs and IDs of other records.
fn has_no_value(field: &str) -> bool {
    field == "notes" || field == "taxId" || field.ends_with("Uuid")
}

/// Compares two records of the same type, field by field.
pub fn field_changes(before: &Value, after: &Value) -> Vec<FieldChange> {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else {
        return Vec::new();
    };
    before
        .iter()
        .filter(|(field, old)| !has_no_value(field) && after.get(field.as_str()) != Some(old))
        .map(|(field, old)| FieldChange {
            field: field.clone(),
            from: text(old),
            to: after.get(field.as_str()).and_then(text),
        })
        .collect()
}

/// Returns the names of the fields that differ between two records of the same type.
pub fn changed_fields(before: &Value, after: &Value) -> Vec<String> {
    let fields = before.as_object().into_iter().flatten();
    fields
        .filter(|(field, value)| after.get(field.as_str()) != Some(value))
        .map(|(field, _)| field.clone())
        .collect()
}

/// Converts a value to display text, truncated to [`MAX_CHARS`]. Returns `None` for empty values.
fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => return None,
        Value::Bool(flag) => if *flag { "Yes" } else { "No" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values
            .iter()
            .filter_map(text_of_item)
            .collect::<Vec<_>>()
            .join(", "),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| ADDRESS.iter().position(|part| part == name));
            let texts = fields.into_iter().filter_map(|(_, value)| text(value));
            texts.collect::<Vec<_>>().join(", ")
        }
    };
    let mut short: String = text.chars().take(MAX_CHARS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    Some(short).filter(|text| !text.is_empty())
}

/// Converts a list item to display text. Uses the type or name of an object such as a rider.
fn text_of_item(item: &Value) -> Option<String> {
    let named = item.get("type").or_else(|| item.get("name"));
    named.map_or_else(|| text(item), text)
}

/// A page of activity, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityPage {
    pub items: Vec<Activity>,
    /// Older entries exist.
    pub has_more: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn compares_fields_and_leaves_out_identifiers_and_notes() {
        let before = json!({ "email": null, "suffix": "Jr", "taxId": "1", "notes": "old", "carrierUuid": "a",
                             "isTobacco": false, "address": { "line1": "1 Main St", "city": null }, "npn": "7",
                             "riders": [] });
        let after = json!({ "email": "a@example.com", "suffix": null, "taxId": "2", "notes": "new", "carrierUuid": "b",
                            "isTobacco": true, "address": { "line1": "1 Main St", "city": "Dallas" }, "npn": "7",
                            "riders": [{ "type": "GLWB", "benefitBase": "1.00" }] });
        let changes: Vec<String> = field_changes(&before, &after)
            .into_iter()
            .map(|change| format!("{}: {:?} {:?}", change.field, change.from, change.to))
            .collect();
        assert_eq!(
            changes,
            [
                r#"address: Some("1 Main St") Some("1 Main St, Dallas")"#,
                r#"email: None Some("a@example.com")"#,
                r#"isTobacco: Some("No") Some("Yes")"#,
                r#"riders: None Some("GLWB")"#,
                r#"suffix: Some("Jr") None"#,
            ]
        );
    }

    #[test]
    fn cuts_long_values() {
        let long = field_changes(&json!({ "a": "" }), &json!({ "a": "ü".repeat(200) }));
        assert_eq!(long[0].to.as_ref().unwrap().chars().count(), MAX_CHARS + 1);
        assert_eq!(field_changes(&json!(1), &json!(2)), []);
    }
}
