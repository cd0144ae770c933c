//! Work on the rows of one firm: every statement runs in a transaction that names the firm to row security.

use super::{Db, PgRow};
use crate::error::ApiResult;
use diesel::QueryResult;
use diesel::query_builder::{AsQuery, QueryFragment, QueryId};
use diesel_async::pooled_connection::deadpool::Object;
use diesel_async::{AsyncConnectionCore, AsyncPgConnection, SimpleAsyncConnection};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

/// A transaction that is rolled back unless [`Transaction::commit`] is called.
///
/// When it is dropped half-way, as when a client goes away, the statement still running is cancelled first; only
/// then does the connection go back to the pool, so that the next request does not wait behind it.
pub struct Transaction {
    connection: Option<Object<AsyncPgConnection>>,
    /// The firm whose rows it works on, as soon as there is one.
    firm_id: Option<i32>,
    committed: Arc<dyn Fn(i32) + Send + Sync>,
}

/// The answer to a question, row by row as it arrives.
pub type Rows = BoxStream<'static, QueryResult<PgRow>>;

impl Db {
    /// Begins work on the rows of one firm.
    ///
    /// # Errors
    /// [`crate::error::ApiError::Unavailable`] when no connection can be had.
    pub async fn begin(&self, firm_id: i32) -> ApiResult<Transaction> {
        let mut transaction = self.begin_with("firmbook.firm", &firm_id.to_string()).await?;
        transaction.firm_id = Some(firm_id);
        Ok(transaction)
    }

    /// Begins work on the records of one user, before a firm is chosen: their assignments, the firms' names.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_user(&self, user_key: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.user", user_key).await
    }

    /// Begins to look at what everybody may know of a host name: whose looks it has.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_host(&self, host: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.host", host).await
    }

    /// Begins to look at the logo with this hash, in hexadecimal digits.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_logo(&self, hash: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.logo", hash).await
    }

    /// Begins work on what a member of the staff sees of all firms: which there are and how large.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_staff(&self, user_key: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.staff", user_key).await
    }

    /// Begins work on the post of all firms; nothing else of them shows.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_hub(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.hub", "on").await
    }

    /// Begins to look for firms whose rules are due.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_rules(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.rules", "on").await
    }

    /// Begins to look for schedules of cohorts that are due.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_sends(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.sends", "on").await
    }

    /// Begins work on the mail of all firms; nothing else of them shows.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_mail(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.mail", "on").await
    }

    /// Begins to look for imports that wait, of all firms.
    ///
    /// # Errors
    /// As [`Db::begin`].
    pub async fn begin_for_uploads(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.uploads", "on").await
    }

    async fn begin_with(&self, setting: &str, value: &str) -> ApiResult<Transaction> {
        let mut transaction = self.transaction().await?;
        transaction.batch_execute(&first_words(setting, value)).await?;
        Ok(transaction)
    }

    async fn transaction(&self) -> ApiResult<Transaction> {
        Ok(Transaction {
            connection: Some(self.connection().await?),
            firm_id: None,
            committed: self.committed.clone(),
        })
    }

    /// Begins work on a firm and asks one question in the same round trip.
    ///
    /// # Errors
    /// As [`Db::begin`], and those of the query.
    pub async fn begin_and_load<Q>(&self, firm_id: i32, query: Q) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        self.load_after(firm_id, "", query).await
    }

    /// As [`Db::begin_and_load`], for a question whose best plan is the same whatever its values are.
    ///
    /// # Errors
    /// As [`Db::begin_and_load`].
    pub async fn begin_and_load_planned_once<Q>(
        &self,
        firm_id: i32,
        query: Q,
    ) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        let generic = "; SET LOCAL plan_cache_mode = force_generic_plan";
        self.load_after(firm_id, generic, query).await
    }

    /// As [`Db::begin_and_load`], for a question that adds up rows by the hundred thousand: it may take more memory.
    ///
    /// # Errors
    /// As [`Db::begin_and_load`].
    pub async fn begin_and_load_much<Q>(&self, firm_id: i32, query: Q) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        self.load_after(firm_id, "; SET LOCAL work_mem = '64MB'", query)
            .await
    }

    async fn load_after<Q>(&self, firm_id: i32, settings: &str, query: Q) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        self.ask_after(firm_id, settings, |mut connection| connection.load(query))
            .await
    }

    /// Begins work on a firm and asks several questions in the same round trip. What stays prepared is asked in one
    /// go; a connection that hears it for the first time takes another round for it.
    ///
    /// # Errors
    /// As [`Db::begin`], and those of the questions.
    pub async fn begin_and_ask<T>(
        &self,
        firm_id: i32,
        ask: impl for<'a> FnOnce(&'a AsyncPgConnection) -> BoxFuture<'a, QueryResult<T>> + Send,
    ) -> ApiResult<(Transaction, T)> {
        self.ask_after(firm_id, "", ask).await
    }

    async fn ask_after<T>(
        &self,
        firm_id: i32,
        settings: &str,
        ask: impl for<'a> FnOnce(&'a AsyncPgConnection) -> BoxFuture<'a, QueryResult<T>> + Send,
    ) -> ApiResult<(Transaction, T)> {
        let words = first_words("firmbook.firm", &firm_id.to_string()) + settings;
        let mut transaction = self.transaction().await?;
        transaction.firm_id = Some(firm_id);
        let answers = {
            let connection: &AsyncPgConnection = &transaction;
            let mut first = connection;
            let (begun, answers) = futures_util::join!(first.batch_execute(&words), ask(connection));
            begun?;
            answers?
        };
        Ok((transaction, answers))
    }
}

fn first_words(setting: &str, value: &str) -> String {
    format!("BEGIN; {}", set(setting, value))
}

fn set(setting: &str, value: &str) -> String {
    format!(
        "SELECT set_config('{setting}', '{}', true)",
        value.replace('\'', "''")
    )
}

impl Transaction {
    /// From here on also the rows of one firm, and of no other.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn now_in_firm(&mut self, firm_id: i32) -> ApiResult<()> {
        self.firm_id = Some(firm_id);
        Ok(self
            .batch_execute(&set("firmbook.firm", &firm_id.to_string()))
            .await?)
    }

    /// From here on also the records of one user, as in [`Db::begin_for_user`].
    ///
    /// # Errors
    /// Those of the database.
    pub async fn now_for_user(&mut self, user_key: &str) -> ApiResult<()> {
        Ok(self.batch_execute(&set("firmbook.user", user_key)).await?)
    }

    /// From here on also what staff sees, as in [`Db::begin_for_staff`].
    ///
    /// # Errors
    /// Those of the database.
    pub async fn now_for_staff(&mut self, user_key: &str) -> ApiResult<()> {
        Ok(self.batch_execute(&set("firmbook.staff", user_key)).await?)
    }

    /// Ends a transaction that has only read, whose answers have all arrived: the word is sent, nobody waits for it,
    /// and the next user of the connection comes after it.
    pub fn finish(mut self) {
        if let Some(mut connection) = self.connection.take()
            && connection
                .batch_execute("ROLLBACK")
                .now_or_never()
                .is_some_and(|ended| ended.is_err())
        {
            drop(Object::take(connection));
        }
    }

    /// Makes everything done so far last.
    ///
    /// # Errors
    /// Those of the database; nothing lasts then.
    pub async fn commit(mut self) -> ApiResult<()> {
        self.batch_execute("COMMIT").await?;
        drop(self.connection.take());
        if let Some(firm_id) = self.firm_id {
            (self.committed)(firm_id);
        }
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = AsyncPgConnection;

    #[expect(
        clippy::expect_used,
        reason = "only commit and drop take it, and both end the transaction"
    )]
    fn deref(&self) -> &AsyncPgConnection {
        self.connection
            .as_ref()
            .expect("a transaction has its connection")
    }
}

impl DerefMut for Transaction {
    #[expect(
        clippy::expect_used,
        reason = "only commit and drop take it, and both end the transaction"
    )]
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        self.connection
            .as_mut()
            .expect("a transaction has its connection")
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return drop(Object::take(connection));
        };
        runtime.spawn(async move {
            let cancel = connection.cancel_token();
            let end = async {
                let rollback = connection.batch_execute("ROLLBACK");
                match tokio::time::timeout(Duration::from_millis(50), rollback).await {
                    Ok(done) => done.is_ok(),
                    Err(_) => {
                        // Something is still running. On a TLS connection the cancel is refused and the close
                        // below, together with the statement timeout, ends it.
                        _ = cancel.cancel_query(tokio_postgres::NoTls).await;
                        connection.batch_execute("ROLLBACK").await.is_ok()
                    }
                }
            };
            let is_clean = tokio::time::timeout(Duration::from_secs(2), end)
                .await
                .unwrap_or(false);
            if !is_clean {
                drop(Object::take(connection));
            }
        });
    }
}
