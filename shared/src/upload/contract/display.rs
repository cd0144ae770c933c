//! Values of contracts as a preview shows them.

use super::ContractField;
use crate::contract::{Line, options};
use crate::date;
use crate::list::ColumnType;
use crate::money;
use crate::upload::preview::RowChange;
use serde_json::Value;

impl ContractField {
    /// Returns the displayed text of a value in the JSON of a contract. `None` if it is empty.
    pub fn display(self, value: &Value) -> Option<String> {
        let text = match value {
            Value::Null | Value::Object(_) => return None,
            Value::Bool(flag) => if *flag { "Yes" } else { "No" }.to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            Value::Array(values) => {
                let texts = values.iter().filter_map(Value::as_str);
                texts.collect::<Vec<_>>().join(", ")
            }
        };
        if text.is_empty() {
            return None;
        }
        Some(match self.value_type() {
            ColumnType::Money => text
                .parse()
                .map_or_else(|_| text.clone(), |amount| money::format_cents(Some(amount))),
            ColumnType::Percent => format!("{text}%"),
            ColumnType::Date => text.parse().map_or_else(|_| text.clone(), date::format),
            ColumnType::Choice => {
                let set = self.choices().map(options).unwrap_or_default();
                let known = set.into_iter().find(|choice| choice.code == text);
                known.map_or(text, |choice| choice.label)
            }
            _ => text,
        })
    }
}

/// Compares the JSON of a contract before and after an import, field by field.
pub fn changes(line: Line, before: &Value, after: &Value) -> Vec<RowChange> {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else {
        return Vec::new();
    };
    let codes = after.keys().filter(|code| before.get(*code) != after.get(*code));
    codes
        .filter_map(|code| {
            let field = ContractField::of(line, code)?;
            let shown = |fields: &serde_json::Map<String, Value>| field.display(fields.get(code)?);
            Some(RowChange {
                field: code.clone(),
                label: field.label().into(),
                before: shown(before),
                after: shown(after),
            })
        })
        .collect()
}
