//! Transactions scoped by row security: each sets a `firmbook.*` setting that determines the visible rows.
//!
//! A transaction sets everything that it relies on, including its role. A connection pooler may run two
//! transactions of one connection in different sessions, which loses session settings.
//!
//! All `begin…` methods return `ApiError::Unavailable` if no connection can be opened, and the other methods
//! pass database errors on.

use super::login::ROLE;
use super::pool::Loan;
use super::{Db, PgRow, search_lists};
use crate::error::{ApiError, ApiResult};
use crate::telemetry::{origin, traces};
use diesel::QueryResult;
use diesel::query_builder::{AsQuery, QueryFragment, QueryId};
use diesel_async::{AsyncConnectionCore, AsyncPgConnection, SimpleAsyncConnection};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use std::ops::{Deref, DerefMut};
use std::time::Duration;
use tracing::{Instrument, Span};

/// A transaction that is rolled back unless [`Transaction::commit`] is called.
///
/// When it is dropped early, for example because the client disconnected, a statement that is still running is
/// cancelled and its connection closed. Otherwise the next request would have to wait for it.
pub struct Transaction {
    connection: Option<Loan>,
    /// Ends with the transaction.
    _span: Span,
}

/// Turns off parallel workers. With them, a few heavy filters of one user take all processors of the database, and
/// pages of other firms take ten times as long (`cargo xtask bench faults`).
const SERIAL: &str = "; SET LOCAL max_parallel_workers_per_gather = 0";

/// Uses one plan per prepared statement, instead of replanning for each set of parameters.
const GENERIC_PLANS: &str = "; SET LOCAL plan_cache_mode = force_generic_plan";

/// A stream of result rows.
pub type Rows = BoxStream<'static, QueryResult<PgRow>>;

impl Db {
    /// Begins a transaction on the rows of one firm.
    pub async fn begin(&self, firm_id: i32) -> ApiResult<Transaction> {
        self.begin_with("firmbook.firm", &firm_id.to_string()).await
    }

    /// Begins a transaction that changes single records of a firm. It uses generic plans, because the best plans of its
    /// statements and of their triggers do not depend on the parameters.
    pub async fn begin_change(&self, firm_id: i32) -> ApiResult<Transaction> {
        self.begin_after("firmbook.firm", &firm_id.to_string(), GENERIC_PLANS)
            .await
    }

    /// Begins a transaction on the records of one user across firms, such as assignments and firm names. Used
    /// before a firm is chosen.
    pub async fn begin_for_user(&self, user_key: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.user", user_key).await
    }

    /// Begins a transaction that can look up the user of a sign-in, identified by the issuer and subject of
    /// its tokens.
    pub async fn begin_for_sign_in(&self, issuer: &str, subject: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.sign_in", &sign_in(issuer, subject))
            .await
    }

    /// Begins a transaction that can read the public branding of one host name.
    pub async fn begin_for_host(&self, host: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.host", host).await
    }

    /// Begins a transaction that can read the logo with this SHA-256 hash, in hexadecimal.
    pub async fn begin_for_logo(&self, hash: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.logo", hash).await
    }

    /// Begins a transaction that can read and delete the download link with this token hash.
    pub async fn begin_for_download(&self, token_hash: &[u8]) -> ApiResult<Transaction> {
        let hash: String = token_hash.iter().map(|byte| format!("{byte:02x}")).collect();
        self.begin_with("firmbook.download", &hash).await
    }

    /// Begins a transaction on the data of all firms that staff can see: firm records, user assignments and
    /// list totals.
    pub async fn begin_for_staff(&self, user_key: &str) -> ApiResult<Transaction> {
        self.begin_with("firmbook.staff", user_key).await
    }

    /// Begins a transaction on the hub outbox of all firms. It can also read their report changes and
    /// subscriptions.
    pub async fn begin_for_hub(&self) -> ApiResult<Transaction> {
        self.begin_after("firmbook.hub", "on", GENERIC_PLANS).await
    }

    /// Begins a transaction that can look for firms with due notification rules or with contacts to compare.
    pub async fn begin_for_rules(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.rules", "on").await
    }

    /// Begins a transaction that can look for due cohort schedules and cohort changes in all firms.
    pub async fn begin_for_sends(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.sends", "on").await
    }

    /// Begins a transaction on the mail queue of all firms. No other tables are visible.
    pub async fn begin_for_mail(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.mail", "on").await
    }

    /// Begins a transaction on the webhook deliveries of all firms. No other tables are visible.
    pub async fn begin_for_webhooks(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.webhooks", "on").await
    }

    /// Begins a transaction that can look for queued imports in all firms.
    pub async fn begin_for_uploads(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.uploads", "on").await
    }

    /// Begins a transaction that can look for report summaries to generate in all firms.
    pub async fn begin_for_summaries(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.summaries", "on").await
    }

    /// Begins a transaction that can count the rows of the queues of all firms.
    pub async fn begin_for_metrics(&self, statement_timeout: Duration) -> ApiResult<Transaction> {
        let mut transaction = self.transaction().await?;
        let mut words = begin_sql(statement_timeout, "firmbook.hub", "on");
        for setting in [
            "firmbook.mail",
            "firmbook.rules",
            "firmbook.sends",
            "firmbook.summaries",
            "firmbook.uploads",
            "firmbook.webhooks",
        ] {
            words = words + "; " + &set(setting, "on");
        }
        transaction.batch_execute(&words).await?;
        Ok(transaction)
    }

    /// Begins a transaction in which no rows are visible.
    pub(super) async fn begin_without_rows(&self) -> ApiResult<Transaction> {
        self.begin_with("firmbook.firm", "").await
    }

    /// Sends a notification. Neither argument may contain quotes.
    pub(super) async fn notify(&self, channel: &str, payload: &str) -> ApiResult<()> {
        let mut transaction = self.begin_without_rows().await?;
        let notify = format!("NOTIFY {channel}, '{payload}'");
        transaction.batch_execute(&notify).await?;
        transaction.commit().await
    }

    async fn begin_with(&self, setting: &str, value: &str) -> ApiResult<Transaction> {
        self.begin_after(setting, value, "").await
    }

    async fn begin_after(&self, setting: &str, value: &str, settings: &str) -> ApiResult<Transaction> {
        let mut transaction = self.transaction().await?;
        let words = begin_sql(self.deadline(), setting, value) + settings;
        transaction.batch_execute(&words).await?;
        Ok(transaction)
    }

    async fn transaction(&self) -> ApiResult<Transaction> {
        let span = traces::transaction();
        let wait = span.in_scope(traces::connection);
        Ok(Transaction {
            connection: Some(self.connection().instrument(wait).await?),
            _span: span,
        })
    }

    /// Begins a transaction on a firm and runs one query in the same round trip, without parallel workers.
    pub async fn begin_and_load<Q>(&self, firm_id: i32, query: Q) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        self.load_after(firm_id, SERIAL, query).await
    }

    /// Like [`Db::begin_and_load`], with a generic plan. For queries whose best plan does not depend on the
    /// parameters.
    pub async fn begin_and_load_planned_once<Q>(
        &self,
        firm_id: i32,
        query: Q,
    ) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        self.load_after(firm_id, GENERIC_PLANS, query).await
    }

    /// Like [`Db::begin_and_load`], with more `work_mem`. For queries that aggregate hundreds of thousands of
    /// rows.
    pub async fn begin_and_load_much<Q>(&self, firm_id: i32, query: Q) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        let settings = format!("{SERIAL}; SET LOCAL work_mem = '64MB'");
        self.load_after(firm_id, &settings, query).await
    }

    async fn load_after<Q>(&self, firm_id: i32, settings: &str, query: Q) -> ApiResult<(Transaction, Rows)>
    where
        Q: AsQuery + Send,
        Q::Query: QueryFragment<diesel::pg::Pg> + QueryId + Send,
    {
        self.ask_after(firm_id, settings, |mut connection| connection.load(query))
            .await
    }

    /// Begins a transaction on a firm and runs several queries in the same round trip. A statement that the
    /// connection has not prepared yet takes one more round trip.
    pub async fn begin_and_ask<T, E>(
        &self,
        firm_id: i32,
        ask: impl for<'a> FnOnce(&'a AsyncPgConnection) -> BoxFuture<'a, Result<T, E>> + Send,
    ) -> ApiResult<(Transaction, T)>
    where
        ApiError: From<E>,
    {
        self.ask_after(firm_id, "", ask).await
    }

    async fn ask_after<T, E>(
        &self,
        firm_id: i32,
        settings: &str,
        ask: impl for<'a> FnOnce(&'a AsyncPgConnection) -> BoxFuture<'a, Result<T, E>> + Send,
    ) -> ApiResult<(Transaction, T)>
    where
        ApiError: From<E>,
    {
        let words = begin_sql(self.deadline(), "firmbook.firm", &firm_id.to_string()) + settings;
        let transaction = self.transaction().await?;
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

/// Returns the commands that begin a transaction as `firmbook_app`. All settings end with the transaction. The
/// application name identifies the current request or job.
pub fn begin_sql(statement_timeout: Duration, setting: &str, value: &str) -> String {
    let mut words = format!(
        "BEGIN; SET LOCAL ROLE {ROLE}; SET LOCAL statement_timeout = {}; \
         SET LOCAL idle_in_transaction_session_timeout = '60s'; SET LOCAL jit = off; {}; {}",
        statement_timeout.as_millis(),
        search_lists::SHORT,
        set(setting, value)
    );
    if let Some(name) = origin::application_name() {
        words = words + "; " + &set("application_name", &name);
    }
    words
}

/// `SET LOCAL` is cheaper than `SELECT set_config(…)`, which is planned. `firmbook.user` needs quotes,
/// because `user` is a reserved word.
fn set(setting: &str, value: &str) -> String {
    format!("SET LOCAL \"{setting}\" = '{}'", value.replace('\'', "''"))
}

/// Identifies the user of a sign-in, in the format that the row security policy of `app_user` expects. Issuers contain
/// no spaces.
fn sign_in(issuer: &str, subject: &str) -> String {
    format!("{issuer} {subject}")
}

impl Transaction {
    /// Also makes the rows of one firm visible, replacing any earlier firm.
    pub async fn now_in_firm(&mut self, firm_id: i32) -> ApiResult<()> {
        Ok(self
            .batch_execute(&set("firmbook.firm", &firm_id.to_string()))
            .await?)
    }

    /// Also makes the records of one user visible, as in [`Db::begin_for_user`].
    pub async fn now_for_user(&mut self, user_key: &str) -> ApiResult<()> {
        Ok(self.batch_execute(&set("firmbook.user", user_key)).await?)
    }

    /// Also makes the user of a sign-in visible, as in [`Db::begin_for_sign_in`].
    pub async fn now_for_sign_in(&mut self, issuer: &str, subject: &str) -> ApiResult<()> {
        let words = set("firmbook.sign_in", &sign_in(issuer, subject));
        Ok(self.batch_execute(&words).await?)
    }

    /// Also gives access to the data of all firms that staff can see, as in [`Db::begin_for_staff`].
    pub async fn now_for_staff(&mut self, user_key: &str) -> ApiResult<()> {
        Ok(self.batch_execute(&set("firmbook.staff", user_key)).await?)
    }

    /// Ends a read-only transaction whose results have all arrived. Sends the `ROLLBACK` without waiting for
    /// the reply. The next statement on the connection is queued after it.
    pub fn finish(mut self) {
        if let Some(mut connection) = self.connection.take()
            && connection
                .batch_execute("ROLLBACK")
                .now_or_never()
                .is_some_and(|ended| ended.is_err())
        {
            drop(Loan::take(connection));
        }
    }

    /// Commits the transaction. On an error nothing is committed.
    pub async fn commit(mut self) -> ApiResult<()> {
        self.batch_execute("COMMIT").await?;
        drop(self.connection.take());
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = AsyncPgConnection;

    #[expect(
        clippy::expect_used,
        reason = "only the methods that end the transaction take the connection"
    )]
    fn deref(&self) -> &AsyncPgConnection {
        self.connection
            .as_ref()
            .expect("the connection is present until the transaction ends")
    }
}

impl DerefMut for Transaction {
    #[expect(
        clippy::expect_used,
        reason = "only the methods that end the transaction take the connection"
    )]
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        self.connection
            .as_mut()
            .expect("the connection is present until the transaction ends")
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(roll_back(connection))),
            Err(_) => drop(Loan::take(connection)),
        }
    }
}

/// Rolls back and returns the connection to the pool. If a statement is still running after 50 ms, cancels it
/// and closes the connection instead: the cancellation arrives at an unknown time, and could hit the next
/// user's statement.
async fn roll_back(mut connection: Loan) {
    let cancel = connection.cancel_token();
    let rollback = connection.batch_execute("ROLLBACK");
    match tokio::time::timeout(Duration::from_millis(50), rollback).await {
        Ok(Ok(())) => {}
        Ok(Err(_)) => drop(Loan::take(connection)),
        Err(_) => {
            drop(Loan::take(connection));
            // On a TLS connection the cancel request is refused. The statement timeout ends the statement.
            let request = cancel.cancel_query(tokio_postgres::NoTls);
            _ = tokio::time::timeout(Duration::from_secs(2), request).await;
        }
    }
}
