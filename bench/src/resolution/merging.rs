//! Measures merges of two agents over HTTP, and the same changes as plain statements.

use crate::machine::median;
use crate::{http, stack};
use anyhow::Context;
use serde_json::{Value, json};
use std::time::Instant;
use tokio_postgres::Client;
use uuid::Uuid;

const FIRM: i32 = 1;

pub struct Merges {
    /// Number of policies of both agents.
    pub links: usize,
    pub plain_ms: f64,
    pub merge_ms: f64,
}

pub async fn measure(owner: &Client, token: &str, links: usize, rounds: usize) -> anyhow::Result<Merges> {
    let (mut plain, mut merges) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        eprintln!(
            "resolution: merge of {links} policies, round {} of {rounds}",
            round + 1
        );
        let [kept, gone] = agents(owner, links).await?;
        let start = Instant::now();
        plain_merge(owner, kept, gone).await?;
        plain.push(start.elapsed().as_secs_f64() * 1e3);
        remove(owner, [kept, gone]).await?;

        let pair = agents(owner, links).await?;
        let token = token.to_owned();
        merges.push(tokio::task::spawn_blocking(move || merge(&token, pair)).await??);
        remove(owner, pair).await?;
    }
    Ok(Merges {
        links,
        plain_ms: median(&mut plain),
        merge_ms: median(&mut merges),
    })
}

/// Adds two agents, each on half of the policies.
async fn agents(owner: &Client, links: usize) -> anyhow::Result<[Uuid; 2]> {
    let pair = [server::ids::new_uuid(), server::ids::new_uuid()];
    for (i, uuid) in (0..).zip(pair) {
        owner
            .execute(
                "INSERT INTO contact (firm_id, uuid, kind, display_name, first_name, last_name)
                 VALUES ($1, $2::text::uuid, 1, 'Benchmerge, Ada', 'Ada', 'Benchmerge')",
                &[&FIRM, &uuid.to_string()],
            )
            .await?;
        let half = i64::try_from(links / 2)?;
        owner
            .execute(
                "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id)
                 SELECT $1, p.uuid, $2::text::uuid, 1, 1, 'Agent', 2 FROM policy p
                 WHERE firm_id = $1 AND deleted_at IS NULL ORDER BY p.uuid LIMIT $3 OFFSET $4",
                &[&FIRM, &uuid.to_string(), &half, &(half * i)],
            )
            .await?;
    }
    Ok(pair)
}

/// Writes the same rows as a merge with plain statements. Skips the checks and requires contacts that share no policy.
async fn plain_merge(owner: &Client, kept: Uuid, gone: Uuid) -> anyhow::Result<()> {
    owner.batch_execute("BEGIN").await?;
    let (kept, gone) = (kept.to_string(), gone.to_string());
    let statements = [
        "INSERT INTO merged_row (firm_id, source, home_uuid, row_key, holder_uuid, original)
         SELECT firm_id, 'contract_party', contact_uuid, concat_ws('|', contract_uuid, role, type_id), $2::text::uuid,
           to_jsonb(p)
         FROM contract_party p WHERE firm_id = $1 AND contact_uuid = $3::text::uuid",
        "UPDATE contract_party SET contact_uuid = $2::text::uuid
         WHERE firm_id = $1 AND contact_uuid = $3::text::uuid",
        "UPDATE contact SET version = version + 1, updated_at = now()
         WHERE firm_id = $1 AND uuid = $2::text::uuid AND uuid <> $3::text::uuid",
        "UPDATE contact SET deleted_at = now(), merged_into = $2::text::uuid, version = version + 1, updated_at = now()
         WHERE firm_id = $1 AND uuid = $3::text::uuid",
        "INSERT INTO resolution (firm_id, uuid, contact_kind, target_uuid, merged_uuids, target_name, merged_names, fields,
           created_by)
         VALUES ($1, gen_random_uuid(), 1, $2::text::uuid, array[$3::text::uuid], 'Benchmerge, Ada',
           array['Benchmerge, Ada'], '{}', 'bench')",
        // Messages for open pages of both contacts and of up to 200 policies.
        "INSERT INTO hub_outbox (firm_id, record)
         SELECT $1, jsonb_build_object('kind', 'policy', 'uuid', contract_uuid, 'isDeleted', false, 'by', 'Bench',
           'page', NULL, 'openers', '[]'::jsonb)
         FROM (SELECT contract_uuid FROM contract_party
               WHERE firm_id = $1 AND contact_uuid = $2::text::uuid AND contact_uuid <> $3::text::uuid LIMIT 200) moved",
        "INSERT INTO hub_outbox (firm_id, record)
         SELECT $1, jsonb_build_object('kind', 'agent', 'uuid', uuid, 'isDeleted', false, 'by', 'Bench', 'page', NULL,
           'openers', '[]'::jsonb)
         FROM unnest(array[$2::text, $3::text]) uuid",
        "INSERT INTO audit_log (firm_id, actor_key, action, subject_type, subject_uuid, details)
         VALUES ($1, 'bench', 'delete', 'agent', $3::text::uuid, jsonb_build_object('mergedInto', $2::text))",
        "INSERT INTO audit_log (firm_id, actor_key, action, subject_type, subject_uuid, details)
         VALUES ($1, 'bench', 'merge', 'agent', $2::text::uuid, jsonb_build_object('merged', $3::text))",
    ];
    for sql in statements {
        owner.execute(sql, &[&FIRM, &kept, &gone]).await?;
    }
    owner.batch_execute("COMMIT").await?;
    Ok(())
}

/// Returns the time of the merge in milliseconds.
fn merge(token: &str, [kept, gone]: [Uuid; 2]) -> anyhow::Result<f64> {
    let mut client = http::Client::connect(stack::ADDRESS)?;
    let request = http::request("GET", &format!("/api/FirmAgent/agent/{kept}"), token, "");
    let record: Value = serde_json::from_slice(client.send(&request)?)?;
    let body = json!({
        "agentData": { "uuid": kept, "version": record["version"], "person": record["person"],
                       "customFields": record["customFields"] },
        "firmAgentsIds": [kept, gone],
    });
    let request = http::post("/api/AgentResolution", token, &body.to_string());
    let start = Instant::now();
    let done: Value = serde_json::from_slice(client.send(&request)?)?;
    let time = start.elapsed().as_secs_f64() * 1e3;
    done["uuid"].as_str().context("a merge without a uuid")?;
    Ok(time)
}

async fn remove(owner: &Client, pair: [Uuid; 2]) -> anyhow::Result<()> {
    let pair = pair.map(|uuid| uuid.to_string()).to_vec();
    for (table, column) in [
        ("merged_row", "home_uuid"),
        ("resolution", "target_uuid"),
        ("contract_party", "contact_uuid"),
        ("duplicate_check", "contact_uuid"),
        ("blocking_key", "contact_uuid"),
    ] {
        let sql = format!("DELETE FROM {table} WHERE firm_id = $1 AND {column} = ANY($2::text[]::uuid[])");
        owner.execute(&sql, &[&FIRM, &pair]).await?;
    }
    for sql in [
        "UPDATE contact SET merged_into = NULL, merged_by = NULL WHERE firm_id = $1 AND uuid = ANY($2::text[]::uuid[])",
        "DELETE FROM contact WHERE firm_id = $1 AND uuid = ANY($2::text[]::uuid[])",
    ] {
        owner.execute(sql, &[&FIRM, &pair]).await?;
    }
    Ok(())
}
