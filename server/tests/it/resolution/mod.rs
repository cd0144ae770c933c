//! Merging contacts, and undoing merges.

mod books;
mod candidates;
mod columns;
mod cut_off;
mod merge;
mod refusals;
mod trusts;
mod typed;
mod undo;

use crate::support::{Client, NewRow, Row, TestApp};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use uuid::Uuid;

const KINDS: [ContactKind; 2] = [ContactKind::Agent, ContactKind::Owner];

/// `AgentResolution` or `OwnerResolution`.
fn path(kind: ContactKind) -> &'static str {
    match kind {
        ContactKind::Agent => "/AgentResolution",
        _ => "/OwnerResolution",
    }
}

fn record(kind: ContactKind, uuid: Uuid) -> String {
    match kind {
        ContactKind::Agent => format!("/FirmAgent/agent/{uuid}"),
        _ => format!("/FirmOwner/owner/{uuid}"),
    }
}

fn selection(kind: ContactKind, uuids: &[Uuid]) -> Value {
    match kind {
        ContactKind::Agent => json!({ "firmAgentsIds": uuids }),
        _ => json!({ "firmOwnersIds": uuids }),
    }
}

/// Returns a request that merges the other contacts into the first one, which keeps the values of `current`.
fn request(kind: ContactKind, current: &Value, uuids: &[Uuid]) -> Value {
    let target = json!({ "uuid": current["uuid"], "version": current["version"], "person": current["person"],
                         "customFields": current["customFields"] });
    let mut request = selection(kind, uuids);
    request[if kind == ContactKind::Agent {
        "agentData"
    } else {
        "ownerData"
    }] = target;
    request
}

/// Merges the others into the first, which keeps its values, and returns the uuid of the merge.
pub async fn merge(admin: &Client, kind: ContactKind, uuids: &[Uuid]) -> String {
    let current = admin.get(record(kind, uuids[0])).await.ok();
    let done = admin.post(path(kind), request(kind, &current, uuids)).await.ok();
    assert_eq!(done["contact"]["uuid"], json!(uuids[0]));
    done["uuid"].as_str().unwrap().to_owned()
}

/// Returns a request that undoes a merge as previewed and moves contracts to the restored contact.
async fn undo_request(admin: &Client, kind: ContactKind, merge: &str, contracts: &[Uuid]) -> Value {
    let preview = admin.get(format!("{}/{merge}/Unresolve", path(kind))).await.ok();
    let target = json!({ "uuid": preview["targetUuid"], "version": preview["targetVersion"] });
    match kind {
        ContactKind::Agent => json!({ "agentData": target, "policyAgentIds": contracts }),
        _ => json!({ "ownerData": target, "policyOwnerIds": contracts }),
    }
}

/// Undoes a merge and returns the response.
pub async fn undo(admin: &Client, kind: ContactKind, merge: &str) -> Value {
    let request = undo_request(admin, kind, merge, &[]).await;
    admin
        .post(format!("{}/{merge}/Unresolve", path(kind)), request)
        .await
        .ok()
}

/// Returns all rows that a merge can change, without versions and timestamps of changes.
async fn snapshot(app: &TestApp) -> String {
    let rows = |table: &str, left_out: &str| {
        format!(
            "(SELECT jsonb_agg(to_jsonb(t) - '{{{left_out}}}'::text[] ORDER BY to_jsonb(t)::text COLLATE \"C\") FROM (
               SELECT * FROM {table}) t)"
        )
    };
    let parts = [
        rows("contact ORDER BY uuid", "version,updated_at,updated_by"),
        rows("contact_total WHERE policy_count + annuity_count > 0", ""),
        rows("contract_party", ""),
        rows("cohort_contact", ""),
        rows("cohort", "version"),
        rows("firm_assignment_agent", ""),
        rows("favorite", ""),
        rows("document", ""),
        rows("premium_gift", ""),
        rows("beneficiary", ""),
        rows("trust", ""),
        rows("trust_person", ""),
        rows("policy", "version,updated_at"),
        "(SELECT count(*) FROM merged_row)".to_owned(),
    ];
    let sql = format!("SELECT jsonb_pretty(jsonb_build_array({}))", parts.join(", "));
    app.text(&sql).await.unwrap()
}

/// Fails if maintained totals differ from recomputed ones.
async fn totals_are_exact(app: &TestApp) {
    let sums = "SELECT (SELECT jsonb_agg(jsonb_build_array(uuid, policy_count, death_benefit, annuity_count, contract_value)
                  ORDER BY uuid) FROM contact_total)::text
                || (SELECT jsonb_agg(jsonb_build_array(firm_id, list, n, a, b) ORDER BY firm_id, list) FROM (
                     SELECT firm_id, list, sum(row_count) AS n, sum(policy_count) AS a, sum(death_benefit) AS b
                     FROM firm_list_total GROUP BY firm_id, list
                     HAVING sum(row_count) <> 0 OR sum(policy_count) <> 0) s)::text";
    let maintained = app.text(sums).await;
    app.execute("SELECT firmbook_refresh_firm(1)").await;
    assert_eq!(maintained, app.text(sums).await);
}

fn new_contact<'a>(app: &'a TestApp, kind: ContactKind, name: &str) -> NewRow<'a> {
    let row = app.contact(kind, name);
    if kind == ContactKind::Owner {
        row.with("owner_type", 1)
    } else {
        row
    }
}

async fn policy_of(app: &TestApp, number: &str, contacts: &[&Row]) -> Row {
    let policy = app.policy(number).with("death_benefit", "100.00").insert().await;
    for contact in contacts {
        app.link(&policy, contact).await;
    }
    policy
}
