//! Saved reports: kept, shared, counted, subscribed to.

mod access;
mod save;
mod stale;
mod totals;

use crate::support::Client;
use serde_json::{Value, json};

/// Saves a report; gives it.
pub async fn report(client: &Client, report_type: u8, name: &str, query: Value) -> Value {
    client
        .post(
            "/report",
            json!({ "reportType": report_type, "name": name, "query": query }),
        )
        .await
        .ok()
}

pub fn path(report: &Value) -> String {
    format!("/report/{}", report["uuid"].as_str().unwrap())
}

/// From now on these may open it, and nobody else.
pub async fn share(owner: &Client, report: &Value, with: &[&Client]) {
    let keys: Vec<&str> = with.iter().map(|client| client.user_key.as_str()).collect();
    let access = format!("{}/access", path(report));
    owner.post(access, json!({ "userKeys": keys })).await.ok();
}

pub fn in_force() -> Value {
    json!({ "filter": [{ "column": "status", "op": "eq", "value": "InForce" }] })
}
