//! Import of policies and annuities, where it differs from that of contacts.
//!
//! Rows are read and staged like those of contacts (`row`). A row matches a stored contract by its number and carrier.
//! `judge` decides the outcomes in chunks with the rules of the contract form, `page` shows them, `import` writes them
//! in one transaction, and `undo` reverts them.

mod book;
pub mod import;
mod judge;
pub mod page;
mod parties;
mod people;
pub mod row;
pub mod undo;
mod write;

use crate::auth::Sight;
use crate::db::schema::upload_contract_match;
use crate::error::ApiResult;
use crate::records::contract::InDatabase;
use crate::upload::owner::Owner;
use anyhow::Context as _;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use judge::{Judge, JudgedRow, Verdict};
use serde_json::{Value, json};
use shared::contract::bulk::replaced;
use shared::contract::{Annuity, Line, Policy};
use shared::upload::contract::Values;
use shared::upload::mapping::Mapping;
use shared::upload::preview::Counts;
use uuid::Uuid;

/// Number of rows judged and written at once.
const CHUNK: i64 = 2_000;

/// A staged row.
#[derive(QueryableByName)]
struct Staged {
    #[diesel(sql_type = Integer)]
    row_number: i32,
    /// Uuid of the contract that the row may add.
    #[diesel(sql_type = SqlUuid)]
    contract_uuid: Uuid,
    #[diesel(sql_type = diesel::sql_types::Bool)]
    is_refused: bool,
    #[diesel(sql_type = diesel::sql_types::Bool)]
    is_skipped: bool,
    #[diesel(sql_type = Jsonb)]
    cells: Value,
}

impl Staged {
    fn values(&self) -> anyhow::Result<Values> {
        serde_json::from_value(self.cells.clone()).context("cannot parse a staged row")
    }
}

/// Loads the staged rows after a row, in the order of the file.
async fn staged_after(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    row_number: i32,
) -> QueryResult<Vec<Staged>> {
    diesel::sql_query(
        "SELECT row_number, contract_uuid, is_refused, is_skipped, cells FROM upload_contract_row
         WHERE firm_id = $1 AND storage_guid = $2 AND row_number > $3 ORDER BY row_number LIMIT $4",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Integer, _>(row_number)
    .bind::<BigInt, _>(CHUNK)
    .load(connection)
    .await
}

/// Rewrites the outcomes of all rows and returns their counts. The transaction must be scoped to the firm and hold the
/// lock of the upload.
pub async fn rematch(
    connection: &mut AsyncPgConnection,
    (owner, line): (Owner, Line),
    mapping: &Mapping,
    sight: &Sight<'_>,
) -> ApiResult<Counts> {
    match line {
        Line::Life => rematch_of::<Policy>(connection, owner, mapping, sight).await,
        Line::Annuity => rematch_of::<Annuity>(connection, owner, mapping, sight).await,
    }
}

async fn rematch_of<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    mapping: &Mapping,
    sight: &Sight<'_>,
) -> ApiResult<Counts> {
    diesel::delete(upload_contract_match::table)
        .filter(upload_contract_match::firm_id.eq(owner.firm_id))
        .filter(upload_contract_match::storage_guid.eq(owner.storage_guid))
        .execute(&mut *connection)
        .await?;
    let mut judge = Judge::<C>::new(connection, mapping, *sight, owner.storage_guid).await?;
    let mut counts = Counts::default();
    let mut last = 0;
    loop {
        let staged = staged_after(connection, owner, last).await?;
        let Some(end) = staged.last() else { break };
        last = end.row_number;
        let judged = judge.chunk(connection, &staged).await?;
        for row in &judged {
            row.count(&mut counts);
        }
        store(connection, owner, &judged).await?;
    }
    Ok(counts)
}

async fn store<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    judged: &[JudgedRow<C>],
) -> ApiResult<()> {
    let mut rows = Vec::with_capacity(judged.len());
    for row in judged {
        let (before, after) = match &row.verdict {
            Verdict::Update(change) => (
                Some(replaced(&change.before, &change.after).context("cannot write a contract")?),
                Some(replaced(&change.after, &change.before).context("cannot write a contract")?),
            ),
            _ => (None, None),
        };
        rows.push(json!({
            "row_number": row.row_number, "outcome": format!("{:?}", row.outcome()),
            "contract_uuid": row.contract_uuid, "earlier_row": row.earlier_row,
            "faults": (!row.faults.is_empty()).then_some(&row.faults), "before": before, "after": after,
        }));
    }
    diesel::sql_query(
        "INSERT INTO upload_contract_match (firm_id, storage_guid, row_number, outcome, contract_uuid, earlier_row, faults,
           before, after)
         SELECT $1, $2, row_number, outcome, contract_uuid, earlier_row, faults, before, after
         FROM jsonb_populate_recordset(NULL::upload_contract_match, $3)",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Jsonb, _>(json!(rows))
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns whether the outcomes of the rows are stored.
pub async fn is_matched(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<bool> {
    let matched = upload_contract_match::table
        .filter(upload_contract_match::firm_id.eq(owner.firm_id))
        .filter(upload_contract_match::storage_guid.eq(owner.storage_guid));
    diesel::select(exists(matched)).get_result(connection).await
}
