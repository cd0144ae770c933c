//! `docs/openapi.json` matches the route table.

use serde_json::Value;
use server::routes::{document, schemas_of, table};
use shared::permission::Feature;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[test]
fn checked_in_document_matches_the_routes() {
    let file = Path::new("../docs/openapi.json");
    let fresh = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(file, &fresh).unwrap();
    }
    let stored = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        stored == fresh,
        "docs/openapi.json is stale: run the test with UPDATE_DOCS=1 and commit the file"
    );
}

#[test]
fn document_has_every_route_once_and_no_broken_references() {
    let document = serde_json::to_value(document()).unwrap();
    let mut ids = BTreeSet::new();
    for route in table() {
        let call = &document["paths"][format!("/api{}", route.path)][route.method.as_str().to_lowercase()];
        let id = call["operationId"]
            .as_str()
            .unwrap_or_else(|| panic!("{} {} is missing", route.method, route.path));
        assert!(ids.insert(id.to_owned()), "{id} is used by two routes");
        assert!(
            !call["summary"].as_str().unwrap().is_empty() && !call["tags"][0].as_str().unwrap().is_empty(),
            "{id}"
        );
        let answers = call["responses"].as_object().unwrap();
        assert!(
            answers.keys().any(|status| status.starts_with('2')),
            "{id} has no success response"
        );
        assert_eq!(
            answers.contains_key("401"),
            call.get("security").is_some(),
            "{id}"
        );
        let parameters = call["parameters"].as_array().cloned().unwrap_or_default();
        let in_path = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .count();
        assert_eq!(in_path, route.path.matches('{').count(), "{id}");
    }
    let calls: usize = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .map(|path| path.as_object().unwrap().len())
        .sum();
    assert_eq!(calls, ids.len());
    let mut references = BTreeSet::new();
    collect(&document, &mut references);
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference} is broken");
    }
}

#[test]
fn schema_names_do_not_collide() {
    let mut schemas = BTreeMap::new();
    for (name, schema) in schemas_of(&table()) {
        let schema = serde_json::to_value(schema).unwrap();
        let first = schemas.entry(name.clone()).or_insert_with(|| schema.clone());
        assert_eq!(*first, schema, "two types are named {name}");
    }
}

#[test]
fn only_responses_require_their_nullable_properties() {
    let document = serde_json::to_value(document()).unwrap();
    let is_required = |schema: &str, property: &str| {
        let schema = &document["components"]["schemas"][schema];
        assert!(
            schema["properties"][property].is_object(),
            "{property} is missing"
        );
        let required = schema["required"].as_array();
        required.is_some_and(|required| required.iter().any(|name| name == property))
    };
    assert!(is_required("Cohort", "description"), "null if there is none");
    assert!(is_required("Upload", "counts"), "a nullable reference");
    assert!(!is_required("CohortInput", "description"), "a request");
    assert!(
        !is_required("Reading", "encoding"),
        "a response and part of a request"
    );
    assert!(!is_required("Problem", "current"), "left out of most errors");
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                match value.as_str() {
                    Some(reference) if key == "$ref" => _ = references.insert(reference.to_owned()),
                    _ => collect(value, references),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}

#[test]
fn features_are_named_as_in_responses() {
    let document = serde_json::to_value(document()).unwrap();
    let names = document["components"]["schemas"]["Feature"]["enum"]
        .as_array()
        .unwrap();
    for feature in Feature::ALL {
        let wire = serde_json::to_value(feature).unwrap();
        assert!(names.contains(&wire), "{wire} is not in the document");
    }
}
