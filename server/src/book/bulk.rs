//! A bulk-write transaction. Triggers are off while it runs, and totals are written at the end.

use crate::db::copy::{Row, RowSink};
use anyhow::Context;
use tokio_postgres::{Client, Transaction};

/// A bulk-write transaction. Bypasses row-level security if the role is allowed to.
pub struct Bulk<'a> {
    pub transaction: Transaction<'a>,
    /// The role bypasses row-level security, which COPY requires. Other roles copy into temporary tables
    /// first.
    is_exempt: bool,
    /// Tables truncated in this transaction. They are loaded with `FREEZE`.
    emptied: &'static [&'static str],
}

impl<'a> Bulk<'a> {
    pub async fn begin(client: &'a mut Client) -> anyhow::Result<Self> {
        let transaction = client.transaction().await?;
        let role = "SELECT rolsuper OR rolbypassrls, rolsuper FROM pg_roles WHERE rolname = current_user";
        let role = transaction.query_one(role, &[]).await?;
        let (is_exempt, is_superuser): (bool, bool) = (role.get(0), role.get(1));
        transaction
            .batch_execute(
                "SELECT set_config('firmbook.bulk', 'load', true); SET LOCAL statement_timeout = 0;
                 SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL synchronous_commit = on",
            )
            .await?;
        let bulk = Self {
            transaction,
            is_exempt,
            emptied: &[],
        };
        bulk.refuse_app_role(is_superuser).await?;
        Ok(bulk)
    }

    /// Fails early if the role does not own the schema, because a load needs the owner's rights.
    async fn refuse_app_role(&self, is_superuser: bool) -> anyhow::Result<()> {
        let owner = "SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class
                     WHERE oid = 'contact'::regclass";
        let is_owner: bool = self.transaction.query_one(owner, &[]).await?.get(0);
        anyhow::ensure!(
            is_owner || is_superuser,
            "loading a book requires the database role that owns the schema"
        );
        Ok(())
    }

    /// Returns the id and name of every firm, including firms that row-level security hides from the owner.
    pub async fn firms(&self) -> anyhow::Result<Vec<(i32, String)>> {
        if !self.is_exempt {
            // Rolling back to the savepoint restores row-level security and releases the lock.
            self.transaction
                .batch_execute("SAVEPOINT look; ALTER TABLE firm NO FORCE ROW LEVEL SECURITY")
                .await?;
        }
        let rows = self
            .transaction
            .query("SELECT firm_id, name FROM firm ORDER BY firm_id", &[])
            .await?;
        if !self.is_exempt {
            self.transaction.batch_execute("ROLLBACK TO look").await?;
        }
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// Sets the firm for subsequent writes.
    pub async fn enter_firm(&self, firm_id: i32) -> anyhow::Result<()> {
        let id = firm_id.to_string();
        self.transaction
            .execute("SELECT set_config('firmbook.firm', $1, true)", &[&id])
            .await?;
        Ok(())
    }

    /// Truncates `tables` and loads them with `FREEZE`, which avoids a later vacuum. Superusers also skip
    /// foreign key checks. Does nothing for roles that are subject to row-level security.
    pub async fn expect_empty(&mut self, tables: &'static [&'static str]) -> anyhow::Result<()> {
        if !self.is_exempt {
            return Ok(());
        }
        self.transaction
            .batch_execute(&format!("TRUNCATE {} CASCADE", tables.join(", ")))
            .await?;
        let may: bool = self
            .transaction
            .query_one("SELECT rolsuper FROM pg_roles WHERE rolname = current_user", &[])
            .await?
            .get(0);
        if may {
            self.transaction
                .batch_execute("SET LOCAL session_replication_role = replica")
                .await?;
        }
        self.emptied = tables;
        Ok(())
    }

    /// Starts a COPY into the table of `R`. [`Self::close`] ends it.
    pub async fn open<R: Row>(&self) -> anyhow::Result<RowSink> {
        let client = self.transaction.client();
        if self.is_exempt {
            let option = if self.emptied.contains(&R::TABLE) {
                ", FREEZE"
            } else {
                ""
            };
            return RowSink::open::<R>(client, R::TABLE, option).await;
        }
        let columns = R::names().join(", ");
        let table = R::TABLE;
        let sql = format!(
            "CREATE TEMP TABLE IF NOT EXISTS load_{table} ON COMMIT DROP AS SELECT {columns} FROM {table} WITH NO DATA"
        );
        self.transaction.batch_execute(&sql).await?;
        RowSink::open::<R>(client, &format!("load_{table}"), "").await
    }

    pub async fn close<R: Row>(&self, sink: RowSink) -> anyhow::Result<u64> {
        let table = R::TABLE;
        let rows = sink
            .finish()
            .await
            .with_context(|| format!("PostgreSQL rejected rows of {table}"))?;
        if !self.is_exempt {
            let columns = R::names().join(", ");
            let sql = format!(
                "INSERT INTO {table} ({columns}) SELECT {columns} FROM load_{table}; TRUNCATE load_{table}"
            );
            self.transaction
                .batch_execute(&sql)
                .await
                .with_context(|| format!("cannot load into {table}"))?;
        }
        Ok(rows)
    }

    /// Writes one audit log entry with the row count of each table.
    pub async fn record_load(&self, firm_id: i32, rows: &[(&str, u64)]) -> anyhow::Result<()> {
        let counts: serde_json::Map<String, serde_json::Value> = rows
            .iter()
            .map(|(table, count)| ((*table).to_owned(), (*count).into()))
            .collect();
        self.transaction
            .execute(
                "INSERT INTO audit_log (firm_id, actor_key, action, subject_type, details)
                 VALUES ($1, 'system', 'load', 'firm', $2::text::jsonb)",
                &[&firm_id, &serde_json::Value::Object(counts).to_string()],
            )
            .await?;
        Ok(())
    }

    pub async fn commit(self) -> anyhow::Result<()> {
        Ok(self.transaction.commit().await?)
    }

    /// Writes all rows of an iterator and returns their number.
    pub async fn write<R: Row>(&self, rows: impl IntoIterator<Item = R>) -> anyhow::Result<u64> {
        let mut sink = self.open::<R>().await?;
        for row in rows {
            sink.send(&row).await?;
        }
        self.close::<R>(sink).await
    }
}
