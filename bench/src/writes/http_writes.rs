//! Changes and creates over HTTP.

use crate::{http, stack};
use anyhow::Context;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// More changes per second than all clients together achieve, so that each policy is changed about once. Repeated
/// changes would distort the result, because each one extends the policy's value history.
const PER_SECOND: usize = 400;

/// Returns the policy changes per second of several clients of one firm. Each client and each round has different
/// policies.
pub fn changes(token: &str, clients: usize, (seconds, round): (u64, usize)) -> anyhow::Result<f64> {
    let count = PER_SECOND * usize::try_from(seconds)? / clients;
    let mut shares = Vec::new();
    for client in 0..clients {
        shares.push(records(token, 20_000 * round + 2_000 * (client + 1), count)?);
    }
    let rates: Vec<anyhow::Result<f64>> = std::thread::scope(|scope| {
        let clients: Vec<_> = shares
            .into_iter()
            .map(|records| scope.spawn(move || change_in_turn(token, records, seconds)))
            .collect();
        clients
            .into_iter()
            .map(|client| {
                client
                    .join()
                    .unwrap_or_else(|_| Err(anyhow::anyhow!("a client thread panicked")))
            })
            .collect()
    });
    rates.into_iter().sum()
}

/// Loads `count` policies for one client, starting at row `offset` of the list.
fn records(token: &str, offset: usize, count: usize) -> anyhow::Result<Vec<Value>> {
    let mut connection = http::Client::connect(stack::ADDRESS)?;
    let mut records = Vec::with_capacity(count);
    while records.len() < count {
        let rows = (count - records.len()).min(500);
        let query = json!({ "limit": { "offset": offset + records.len(), "rowCount": rows } });
        let page: Value = serde_json::from_slice(connection.send(&http::post(
            "/api/allpolicy/search",
            token,
            &query.to_string(),
        ))?)?;
        for item in page["items"].as_array().context("a page without items")? {
            let uuid = item["uuid"].as_str().context("a row without a uuid")?;
            let request = http::request("GET", &format!("/api/allpolicy/{uuid}"), token, "");
            records.push(serde_json::from_slice(connection.send(&request)?)?);
        }
    }
    Ok(records)
}

fn change_in_turn(token: &str, mut records: Vec<Value>, seconds: u64) -> anyhow::Result<f64> {
    let mut connection = http::Client::connect(stack::ADDRESS)?;
    let (start, mut count) = (Instant::now(), 0_u32);
    while start.elapsed() < Duration::from_secs(seconds) {
        let index = count as usize % records.len();
        let record = &mut records[index];
        let uuid = record["uuid"].as_str().context("a record without a uuid")?;
        let mut contract = record["contract"].clone();
        contract["policyCashValue"] = json!(format!("{}.{:02}", 1_000 + count % 9_000, count % 100));
        let body = json!({ "contract": contract, "version": record["version"] });
        let request = http::post(&format!("/api/allpolicy/{uuid}"), token, &body.to_string());
        let answer: Value = serde_json::from_slice(connection.send(&request)?)?;
        record["version"] = answer["version"].clone();
        count += 1;
    }
    Ok(f64::from(count) / start.elapsed().as_secs_f64())
}

/// Returns the number of agents that one client creates per second.
pub fn creates(token: &str, seconds: u64) -> anyhow::Result<f64> {
    let mut connection = http::Client::connect(stack::ADDRESS)?;
    let (start, mut count) = (Instant::now(), 0_u32);
    while start.elapsed() < Duration::from_secs(seconds) {
        let person = json!({ "firstName": "Ada", "lastName": "Benchwrite", "email": "ada@example.com",
            "address": { "city": "Springfield", "state": "IL" } });
        let body = json!({ "person": person }).to_string();
        connection.send(&http::post("/api/FirmAgent/1", token, &body))?;
        count += 1;
    }
    Ok(f64::from(count) / start.elapsed().as_secs_f64())
}
