//! Display of contract values in a preview.

use super::{ContractField, ValueType};
use crate::contract::rider::RiderType;
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
            Value::String(text) => self.display_text(text),
            Value::Array(entries) => {
                let texts = entries.iter().filter_map(Value::as_str);
                let texts: Vec<String> = texts.map(|text| self.display_text(text)).collect();
                texts.join(", ")
            }
        };
        (!text.is_empty()).then_some(text)
    }

    fn display_text(self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let column_type = match self.value_type() {
            ValueType::Riders => return RiderType::label_of(text),
            ValueType::Charges => ColumnType::Percent,
            ValueType::Single(column_type) => column_type,
        };
        match column_type {
            ColumnType::Money => text
                .parse()
                .map_or_else(|_| text.into(), |amount| money::format_cents(Some(amount))),
            ColumnType::Percent => format!("{text}%"),
            ColumnType::Date => text.parse().map_or_else(|_| text.into(), date::format),
            ColumnType::Choice => {
                let set = self.choices().map(options).unwrap_or_default();
                let known = set.into_iter().find(|choice| choice.code == text);
                known.map_or_else(|| text.into(), |choice| choice.label)
            }
            _ => text.into(),
        }
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
