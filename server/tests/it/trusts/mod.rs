//! Trusts, their people and their lists.

mod calendar;
mod crummey;
mod details;
mod feed;
mod letters;
mod lists;
mod people;

use crate::support::{Row, TestApp};
use serde_json::{Value, json};
use uuid::Uuid;

async fn trust(app: &TestApp, name: &str) -> Row {
    app.owner(name)
        .with("owner_type", 2)
        .with("display_name", name)
        .insert()
        .await
}

fn path_of(trust: Uuid) -> String {
    format!("/Trust/{trust}")
}

/// Returns the request body for a beneficiary.
fn beneficiary(name: &str) -> Value {
    json!({ "role": "Beneficiary", "name": name })
}

/// Returns the request body for the details of an irrevocable life insurance trust.
fn ilit(version: i32) -> Value {
    json!({ "version": version, "trustType": "Ilit", "governingState": "Delaware", "notes": "Signed in 2020." })
}
