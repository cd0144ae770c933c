//! Properties that responses always contain.

use serde_json::Value;
use std::collections::BTreeSet;
use utoipa::openapi::{RefOr, Schema};

/// Marks the nullable properties of response schemas as required. utoipa leaves every `Option` optional, but
/// responses write a missing value as null. A property that a response can leave out must not be nullable.
///
/// Does not change schemas that requests also use, because a request may leave the property out.
pub fn require_in_responses(schemas: &mut [(String, RefOr<Schema>)], requests: &[Value]) {
    let mut requested = BTreeSet::new();
    for request in requests {
        reach(request, schemas, &mut requested);
    }
    for (name, schema) in schemas {
        if let RefOr::T(schema) = schema
            && !requested.contains(name)
        {
            require(schema);
        }
    }
}

/// Collects the names of all schemas that a value refers to.
fn reach(value: &Value, schemas: &[(String, RefOr<Schema>)], found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => entries.values().for_each(|value| reach(value, schemas, found)),
        Value::Array(values) => values.iter().for_each(|value| reach(value, schemas, found)),
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("#/components/schemas/")
                && found.insert(name.to_owned())
                && let Some((_, schema)) = schemas.iter().find(|(known, _)| known == name)
            {
                reach(&serde_json::json!(schema), schemas, found);
            }
        }
        _ => {}
    }
}

fn require(schema: &mut Schema) {
    match schema {
        Schema::Object(object) => {
            for (name, property) in &object.properties {
                if is_nullable(&serde_json::json!(property)) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
            }
        }
        Schema::AllOf(parts) => parts.items.iter_mut().for_each(|part| {
            if let RefOr::T(part) = part {
                require(part);
            }
        }),
        _ => {}
    }
}

fn is_nullable(property: &Value) -> bool {
    let is_null = |schema: &Value| schema["type"] == "null";
    let types = property["type"].as_array();
    let variants = property["oneOf"].as_array();
    types.is_some_and(|types| types.iter().any(|one| one == "null"))
        || variants.is_some_and(|all| all.iter().any(is_null))
}
