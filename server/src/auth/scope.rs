//! The rows of the firm that a viewer may see.

use crate::db::Transaction;
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use shared::permission::ScopeKind;
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    All,
    /// What these agents are party to, the agents themselves, who shares a contract with them, and the contacts
    /// that the user (by key) has added.
    Block {
        agents: Vec<Uuid>,
        maker: String,
    },
}

impl Scope {
    pub(super) fn nothing() -> Self {
        Self::Block {
            agents: Vec::new(),
            maker: String::new(),
        }
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
        // Nothing is shared yet: reports that share rows come later. What the user added in another role is not
        // shared either.
        ScopeKind::Shared => return Ok(Scope::nothing()),
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
