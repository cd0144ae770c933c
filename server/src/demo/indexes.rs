//! Drops indexes before a bulk load and rebuilds them afterwards.

use tokio_postgres::Transaction;

/// Definitions of the dropped indexes.
pub struct Indexes(Vec<String>);

/// Drops every index that does not back a constraint. A rollback restores them.
pub async fn drop_from(transaction: &Transaction<'_>, tables: &[&str]) -> anyhow::Result<Indexes> {
    let rows = transaction
        .query(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
             WHERE indrelid = ANY ($1::text[]::regclass[]) AND NOT indisprimary
               AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
             ORDER BY 1",
            &[&tables],
        )
        .await?;
    for row in &rows {
        transaction
            .batch_execute(&format!("DROP INDEX {}", row.get::<_, &str>(0)))
            .await?;
    }
    Ok(Indexes(rows.iter().map(|row| row.get(1)).collect()))
}

impl Indexes {
    pub async fn restore(
        &self,
        transaction: &Transaction<'_>,
        done: &mut (dyn FnMut(u64, u64) + Send),
    ) -> anyhow::Result<()> {
        transaction
            .batch_execute("SET LOCAL maintenance_work_mem = '512MB'")
            .await?;
        for (i, definition) in self.0.iter().enumerate() {
            done(i as u64, self.0.len() as u64);
            transaction.batch_execute(definition).await?;
        }
        done(self.0.len() as u64, self.0.len() as u64);
        Ok(())
    }
}
