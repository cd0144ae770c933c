//! The rows of the firm that a viewer may see.

use super::reader::Reader;
use crate::db::Transaction;
use crate::error::ApiResult;
use aws_lc_rs::digest::{SHA256, digest};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Jsonb, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use shared::permission::ScopeKind;
use shared::report::{ReportQuery, ReportType};
use std::sync::Arc;
use uuid::Uuid;

/// Reports beyond these, by name, share nothing.
const MAX_SHARED: i32 = 200;

#[derive(Debug, Clone, PartialEq)]
pub enum Scope {
    All,
    /// What these agents are party to, the agents themselves, who shares a contract with them, and the contacts
    /// that the user (by key) has added.
    Block {
        agents: Vec<Uuid>,
        maker: String,
    },
    /// The rows of these reports, and nothing else.
    Shared(Arc<[SharedRows]>),
}

/// A report that is shared with somebody who sees nothing else.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedRows {
    pub report_type: ReportType,
    pub query: ReportQuery,
    /// What its owner sees; never shared in turn.
    pub scope: Scope,
}

/// Somebody's view of a firm on their day.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    pub firm_id: i32,
    pub scope: &'a Scope,
    pub day: Date,
    pub time_zone: &'a str,
}

impl Scope {
    pub(super) fn nothing() -> Self {
        Self::Block {
            agents: Vec::new(),
            maker: String::new(),
        }
    }

    /// The same text for the same rows.
    pub fn key(&self) -> String {
        let Self::Block { agents, maker } = self else {
            return if *self == Self::All { "all" } else { "shared" }.to_owned();
        };
        let mut agents = agents.clone();
        agents.sort_unstable();
        let mut bytes = maker.as_bytes().to_vec();
        bytes.push(0);
        agents
            .iter()
            .for_each(|agent| bytes.extend_from_slice(agent.as_bytes()));
        let hash = digest(&SHA256, &bytes);
        let hex = hash.as_ref()[..16].iter().map(|byte| format!("{byte:02x}"));
        format!("block-{}", hex.collect::<String>())
    }
}

#[derive(QueryableByName)]
struct BlockRow {
    #[diesel(sql_type = Array<SqlUuid>)]
    agents: Vec<Uuid>,
}

/// Turns the transaction to the firm.
pub(super) async fn scope(
    transaction: &mut Transaction,
    firm_id: i32,
    user_key: &str,
    kind: ScopeKind,
) -> ApiResult<Scope> {
    let keys = match kind {
        ScopeKind::All => return Ok(Scope::All),
        // What the user added in another role is not shared.
        ScopeKind::Shared => return shared_with(transaction, firm_id, user_key).await,
        ScopeKind::Block => "SELECT $2",
        ScopeKind::Supported => {
            "SELECT professional_key FROM firm_assignment_support WHERE firm_id = $1 AND user_key = $2"
        }
    };
    transaction.now_in_firm(firm_id).await?;
    let block: BlockRow = diesel::sql_query(format!(
        "SELECT coalesce(array_agg(DISTINCT agent_uuid), '{{}}') AS agents
         FROM firm_assignment_agent WHERE firm_id = $1 AND user_key IN ({keys})"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .get_result(&mut **transaction)
    .await?;
    Ok(Scope::Block {
        agents: block.agents,
        maker: user_key.to_owned(),
    })
}

#[derive(QueryableByName)]
struct SharedRow {
    #[diesel(sql_type = SmallInt)]
    report_type: i16,
    #[diesel(sql_type = Jsonb)]
    query: serde_json::Value,
    #[diesel(sql_type = Text)]
    owner_key: String,
}

/// Reports whose owner has left share nothing: there is nobody whose rows they would show.
async fn shared_with(transaction: &mut Transaction, firm_id: i32, user_key: &str) -> ApiResult<Scope> {
    transaction.now_in_firm(firm_id).await?;
    let rows: Vec<SharedRow> = diesel::sql_query(
        "SELECT report_type, query, owner_key FROM report_access access
         JOIN report ON report.firm_id = $1 AND report.uuid = access.report_uuid
         WHERE access.firm_id = $1 AND access.user_key = $2
         ORDER BY report.name, report.uuid LIMIT $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .bind::<Integer, _>(MAX_SHARED)
    .load(&mut **transaction)
    .await?;
    let keys: Vec<String> = rows.iter().map(|row| row.owner_key.clone()).collect();
    let owners = Reader::find_all(transaction, firm_id, &keys).await?;
    let shared = rows.into_iter().filter_map(|row| {
        let report_type = u8::try_from(row.report_type)
            .ok()
            .and_then(ReportType::from_number)?;
        Some(SharedRows {
            report_type,
            query: serde_json::from_value(row.query).ok()?,
            scope: owners.get(&row.owner_key)?.scope.clone(),
        })
    });
    Ok(Scope::Shared(shared.collect()))
}
