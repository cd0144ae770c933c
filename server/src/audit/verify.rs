//! Walks each firm's hash chain from the first row to the stored head.

use super::chain::{FIELDS, SELECT, hash};
use std::collections::BTreeMap;
use tokio_postgres::{Client, IsolationLevel, Row};

/// Number of rows fetched at a time.
const BATCH: i32 = 2_000;

/// A firm's hash chain, verified up to its first break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    pub firm_id: i32,
    /// Number of valid rows from the start of the chain.
    pub rows: i64,
    /// Hash of the last valid row in hexadecimal. Empty if there is none.
    pub hash: String,
    pub broken: Option<Broken>,
}

/// A chain as recorded by an earlier verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub firm_id: i32,
    pub rows: i64,
    pub hash: String,
}

/// The first break of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    #[error("row {0} was changed")]
    Changed(i64),
    #[error("row {0} is missing")]
    Missing(i64),
    /// The row comes after the last row that the chain's head records.
    #[error("row {0} was added without updating the chain")]
    Foreign(i64),
    /// The chain is valid, but differs from the one that an earlier verification recorded.
    #[error("the rows up to {0} were rewritten")]
    Rewritten(i64),
    #[error("the head of the chain does not match the last row, {0}")]
    Head(i64),
}

/// Verifies the chains of all firms in one snapshot and compares them with the results of an earlier run.
/// Holds at most a few thousand rows in memory.
pub async fn verify(client: &mut Client, notes: &[Note]) -> anyhow::Result<Vec<Chain>> {
    let transaction = client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    transaction
        .batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
        .await?;
    let heads = transaction
        .query("SELECT firm_id, id, hash FROM audit_head", &[])
        .await?;
    let heads: BTreeMap<i32, (i64, Vec<u8>)> = heads
        .iter()
        .map(|head| (head.get(0), (head.get(1), head.get(2))))
        .collect();
    let mut walks: BTreeMap<i32, Walk<'_>> =
        heads.keys().map(|firm_id| (*firm_id, Walk::default())).collect();
    for note in notes {
        walks.entry(note.firm_id).or_default().note = Some(note);
    }
    let statement = transaction.prepare(SELECT).await?;
    let portal = transaction.bind(&statement, &[]).await?;
    loop {
        let rows = transaction.query_portal(&portal, BATCH).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let firm_id: i32 = row.get::<_, &str>(0).parse()?;
            walks.entry(firm_id).or_default().step(row)?;
        }
    }
    Ok(walks
        .into_iter()
        .map(|(firm_id, walk)| walk.end(firm_id, heads.get(&firm_id)))
        .collect())
}

#[derive(Default)]
struct Walk<'n> {
    note: Option<&'n Note>,
    rows: i64,
    hash: Vec<u8>,
    broken: Option<Broken>,
}

impl Walk<'_> {
    fn step(&mut self, row: &Row) -> anyhow::Result<()> {
        if self.broken.is_some() {
            return Ok(());
        }
        let id: i64 = row.get::<_, &str>(1).parse()?;
        let expected = hash(&self.hash, (0..FIELDS).map(|i| row.get::<_, Option<&str>>(i)));
        if id > self.rows + 1 {
            self.broken = Some(Broken::Missing(self.rows + 1));
        } else if id <= self.rows || row.get::<_, &[u8]>(FIELDS) != expected {
            self.broken = Some(Broken::Changed(id));
        } else {
            self.rows = id;
            self.hash = expected;
            if self
                .note
                .is_some_and(|note| note.rows == id && note.hash != hex(&self.hash))
            {
                self.broken = Some(Broken::Rewritten(id));
            }
        }
        Ok(())
    }

    fn end(self, firm_id: i32, head: Option<&(i64, Vec<u8>)>) -> Chain {
        let (last, hash) = head.map_or((0, &[][..]), |(last, hash)| (*last, hash));
        let noted = self.note.map_or(0, |note| note.rows);
        let broken = self.broken.or_else(|| {
            if last.max(noted) > self.rows {
                Some(Broken::Missing(self.rows + 1))
            } else if last < self.rows {
                Some(Broken::Foreign(last + 1))
            } else {
                (hash != self.hash).then_some(Broken::Head(last))
            }
        });
        Chain {
            firm_id,
            rows: self.rows,
            hash: hex(&self.hash),
            broken,
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
