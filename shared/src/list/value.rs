//! Unvalidated JSON values in a filter. Used instead of `serde_json::Value` to keep the browser module small.

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Any JSON value.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum FilterValue {
    #[default]
    Null,
    Flag(bool),
    Integer(i64),
    /// A fraction, or an integer beyond 64 bits.
    Number(f64),
    Text(String),
    List(Vec<FilterValue>),
    /// Entries in their original order. If a name occurs twice, the last entry counts.
    Object(Vec<(String, FilterValue)>),
}

/// Returns the schema for the value of a filter condition.
#[cfg(feature = "openapi")]
pub(crate) fn condition_schema() -> utoipa::openapi::Schema {
    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type};
    let text_or_number = SchemaType::Array(vec![Type::String, Type::Number]);
    let list = ArrayBuilder::new().items(ObjectBuilder::new().schema_type(text_or_number));
    OneOfBuilder::new().item(scalar_schema()).item(list).into()
}

/// Returns the schema for a single value.
#[cfg(feature = "openapi")]
pub(crate) fn scalar_schema() -> utoipa::openapi::Schema {
    use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
    let types = vec![Type::String, Type::Number, Type::Boolean, Type::Null];
    ObjectBuilder::new().schema_type(SchemaType::Array(types)).into()
}

impl FilterValue {
    /// Returns an entry of an object by name. `None` for other values.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?
            .iter()
            .rev()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    pub fn as_object(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Object(entries) => Some(entries),
            _ => None,
        }
    }

    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(values) => Some(values),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl Serialize for FilterValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(entries) => serializer.collect_map(entries.iter().map(|(key, value)| (key, value))),
        }
    }
}

impl<'de> Deserialize<'de> for FilterValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = FilterValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<FilterValue, E> {
        Ok(FilterValue::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<FilterValue, E> {
        Ok(FilterValue::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<FilterValue, E> {
        Ok(FilterValue::Integer(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<FilterValue, E> {
        Ok(i64::try_from(number).map_or(FilterValue::Number(number as f64), FilterValue::Integer))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<FilterValue, E> {
        Ok(if number.is_finite() {
            FilterValue::Number(number)
        } else {
            FilterValue::Null
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FilterValue, E> {
        Ok(FilterValue::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<FilterValue, E> {
        Ok(FilterValue::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<FilterValue, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(FilterValue::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FilterValue, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(FilterValue::Object(entries))
    }
}
