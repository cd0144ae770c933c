//! Changes of an update to a contact, formatted for display.

use crate::upload::fields::{CUSTOM_FIELDS, PLAIN, TAX_ID_HASH};
use serde_json::{Map, Value};
use shared::contact::Field;
use shared::contact::field::Rule;
use shared::contact::owner_type::OwnerType;
use shared::contact::phone;
use shared::contact::tax_id::{TaxIdKind, mask};
use shared::date;
use shared::upload::preview::RowChange;
use std::collections::BTreeSet;

/// Compares the columns of a contact before and after an update.
pub fn between(before: Option<Value>, after: Option<Value>) -> Vec<RowChange> {
    let (Some(Value::Object(before)), Some(Value::Object(after))) = (before, after) else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for field in PLAIN.iter() {
        let column = field.column.as_str();
        if before.get(column) == after.get(column) {
            continue;
        }
        if column == CUSTOM_FIELDS {
            changes.extend(of_custom_fields(before.get(column), after.get(column)));
            continue;
        }
        let Some(of_person) = Field::from_path(field.path) else {
            continue;
        };
        changes.push(RowChange {
            field: field.path.into(),
            label: of_person.label().into(),
            before: shown(of_person, column, &before),
            after: shown(of_person, column, &after),
        });
    }
    changes
}

fn of_custom_fields(before: Option<&Value>, after: Option<&Value>) -> Vec<RowChange> {
    let values = |fields: Option<&Value>| fields.and_then(Value::as_object).cloned().unwrap_or_default();
    let (before, after) = (values(before), values(after));
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let text =
        |fields: &Map<String, Value>, name: &str| fields.get(name).and_then(Value::as_str).map(Into::into);
    names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name))
        .map(|name| RowChange {
            field: format!("custom.{name}"),
            label: name.clone(),
            before: text(&before, name),
            after: text(&after, name),
        })
        .collect()
}

/// Returns the displayed value of a column. A tax ID is masked.
fn shown(field: Field, column: &str, columns: &Map<String, Value>) -> Option<String> {
    let text = |column: &str| columns.get(column).and_then(Value::as_str);
    if column == TAX_ID_HASH {
        let kind = text("tax_id_kind").and_then(TaxIdKind::from_code)?;
        return Some(mask(kind, text("tax_id_last4")?));
    }
    if field.rule() == Rule::OwnerType {
        let number = columns.get(column)?.as_u64()?;
        return Some(OwnerType::from_number(u8::try_from(number).ok()?)?.label().into());
    }
    let text = text(column)?;
    Some(match field.rule() {
        Rule::Date => text.parse().map_or_else(|_| text.into(), date::format),
        Rule::Phone => phone::format(text),
        _ => text.into(),
    })
}
