//! Saved reports: saving, sharing, totals, export and subscriptions.

mod access;
mod export;
mod push;
mod restored;
mod save;
mod shared;
mod stale;
mod subscriptions;
mod sums;
mod totals;

use crate::support::Client;
use serde_json::{Value, json};

/// Saves a report and returns it.
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

/// Replaces the list of users the report is shared with.
pub async fn share(owner: &Client, report: &Value, with: &[&Client]) {
    let keys: Vec<&str> = with.iter().map(|client| client.user_key.as_str()).collect();
    let access = format!("{}/access", path(report));
    owner.post(access, json!({ "userKeys": keys })).await.ok();
}

/// Shares a report so that outside advisors can open its records and their documents.
pub async fn share_records(owner: &Client, report: &Value, with: &[&Client]) {
    let grants = with
        .iter()
        .map(|client| json!({ "userKey": client.user_key, "opensRecords": true, "opensDocuments": true }));
    let keys: Vec<&str> = with.iter().map(|client| client.user_key.as_str()).collect();
    let body = json!({ "userKeys": keys, "grants": grants.collect::<Vec<_>>() });
    owner.post(format!("{}/access", path(report)), body).await.ok();
}

pub async fn totals(client: &Client, report: &Value) -> Value {
    client
        .post(format!("{}/totals", path(report)), json!({}))
        .await
        .ok()
}

/// Subscribes the client to the report.
pub async fn subscribe(client: &Client, report: &Value, is_digest: bool) {
    let body = json!({ "isDigest": is_digest, "subscribedUserKeys": [client.user_key] });
    client
        .put(format!("{}/subscription", path(report)), body)
        .await
        .ok();
}

pub fn in_force() -> Value {
    json!({ "filter": [{ "column": "status", "op": "eq", "value": "InForce" }] })
}
