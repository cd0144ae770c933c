//! Connection setup and the connection pool.

use crate::error::ApiError;
use crate::priority;
use crate::telemetry::sql_errors;
use anyhow::Context;
use deadpool::managed::{self, Metrics, Object, Pool, QueueMode, RecycleError, RecycleResult};
use diesel::connection::InstrumentationEvent;
use diesel::dsl::{select, sql};
use diesel::sql_types::Integer;
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::pooled_connection::PoolableConnection;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{sync::Arc, time::Duration};
use tokio_postgres::config::{Host, SslMode};

/// Sorts 100 KB with 64 KB of memory, which forces PostgreSQL to write a temporary file. Does not change the catalog.
const PING: &str = "SET LOCAL work_mem = '64kB';
    SELECT count(*) FROM (SELECT i FROM generate_series(1, 4000) i ORDER BY -i OFFSET 0) spilled";

/// Maximum number of prepared statements on a connection. Users combine columns, filters and sort orders
/// freely, and each combination is a statement of about 100 KB in the database. A connection with more is
/// closed instead of reused.
const MAX_STATEMENTS: usize = 200;

/// Purpose of a pool. Separate pools keep requests and workers from exhausting each other's connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Requests,
    /// Background workers of a node.
    Workers,
    Exports,
    /// A command of the `server` binary.
    Command,
}

impl Purpose {
    /// Returns the label of the pool in metrics.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Workers => "workers",
            Self::Exports => "exports",
            Self::Command => "command",
        }
    }

    /// Returns the application name of the connections in `pg_stat_activity`.
    #[must_use]
    pub fn application_name(self) -> String {
        format!("firmbook {}", self.label())
    }
}

/// A connection pool. Its transactions run as the role `firmbook_app`, which is subject to row security.
#[derive(Clone)]
pub struct Db {
    pool: Pool<Manager>,
}

/// Connection counts of a pool.
#[derive(Debug, Clone, Copy)]
pub struct PoolStatus {
    pub open: usize,
    pub idle: usize,
    /// Number of callers waiting for a connection.
    pub waiting: usize,
}

/// A connection checked out of the pool.
pub(super) type Loan = Object<Manager>;

/// A connection and the number of statements prepared on it.
pub(super) struct Connection {
    connection: AsyncPgConnection,
    statements: Arc<AtomicUsize>,
}

/// Opens the connections of a pool.
pub(super) struct Manager {
    url: String,
    purpose: Purpose,
    /// Statement timeout.
    deadline: Duration,
    has_low_priority: bool,
}

impl managed::Manager for Manager {
    type Type = Connection;
    type Error = ConnectionError;

    async fn create(&self) -> ConnectionResult<Connection> {
        let mut connection = establish(&self.url, &self.purpose.application_name()).await?;
        if self.has_low_priority {
            lower_priority(&mut connection).await?;
        }
        let statements = Arc::<AtomicUsize>::default();
        let count = statements.clone();
        connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
            if matches!(event, InstrumentationEvent::CacheQuery { .. }) {
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        Ok(Connection {
            connection,
            statements,
        })
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> RecycleResult<ConnectionError> {
        if connection.connection.is_broken() {
            return Err(RecycleError::message("broken connection"));
        }
        if AtomicUsize::load(&connection.statements, Ordering::Relaxed) > MAX_STATEMENTS {
            return Err(RecycleError::message("too many prepared statements"));
        }
        Ok(())
    }
}

impl Deref for Connection {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        &self.connection
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        &mut self.connection
    }
}

impl Db {
    /// Builds a pool without connecting. `deadline` is the statement timeout of its transactions.
    ///
    /// # Errors
    /// Returns an error if the pool configuration is invalid.
    pub fn new(url: &str, purpose: Purpose, size: usize, deadline: Duration) -> anyhow::Result<Self> {
        Self::with_priority(url, purpose, size, deadline, false)
    }

    /// Builds a pool for long-running work on the embedded cluster. Lowers the priority of its backend
    /// processes, so that requests run first.
    ///
    /// # Errors
    /// See [`Db::new`].
    pub fn giving_way(url: &str, purpose: Purpose, size: usize, deadline: Duration) -> anyhow::Result<Self> {
        Self::with_priority(url, purpose, size, deadline, true)
    }

    fn with_priority(
        url: &str,
        purpose: Purpose,
        size: usize,
        deadline: Duration,
        has_low_priority: bool,
    ) -> anyhow::Result<Self> {
        let manager = Manager {
            url: url.to_owned(),
            purpose,
            deadline,
            has_low_priority,
        };
        let pool = Pool::builder(manager)
            .max_size(size)
            .runtime(deadpool::Runtime::Tokio1)
            // Connections are reused LIFO: recently used ones have warm caches, and the others stay idle.
            .queue_mode(QueueMode::Lifo)
            .wait_timeout(Some(Duration::from_secs(5)))
            .create_timeout(Some(Duration::from_secs(5)))
            .build()
            .context("failed to build the connection pool")?;
        Ok(Self { pool })
    }

    /// Returns the statement timeout of transactions.
    pub(super) fn deadline(&self) -> Duration {
        self.pool.manager().deadline
    }

    /// Checks out a connection from the pool. It has the privileges of its login until a transaction begins.
    pub(super) async fn connection(&self) -> Result<Loan, ApiError> {
        self.pool
            .get()
            .await
            .map_err(|error| ApiError::Unavailable(error.to_string()))
    }

    #[must_use]
    pub fn purpose(&self) -> Purpose {
        self.pool.manager().purpose
    }

    #[must_use]
    pub fn status(&self) -> PoolStatus {
        let status = self.pool.status();
        PoolStatus {
            open: status.size,
            idle: status.available,
            waiting: status.waiting,
        }
    }

    /// Checks that the database responds within two seconds and can write to its disk.
    ///
    /// # Errors
    /// Returns [`ApiError::Unavailable`] if the database does not respond, and [`ApiError::DatabaseFull`] if its disk
    /// is full.
    pub async fn ping(&self) -> Result<(), ApiError> {
        let mut connection = self.connection().await?;
        let ping = connection.batch_execute(PING);
        match tokio::time::timeout(Duration::from_secs(2), ping).await {
            Ok(answer) => Ok(answer?),
            Err(_) => {
                drop(Loan::take(connection));
                Err(ApiError::Unavailable("ping timed out".into()))
            }
        }
    }
}

async fn establish(url: &str, application_name: &str) -> ConnectionResult<AsyncPgConnection> {
    let bad = |error: &dyn std::fmt::Display| ConnectionError::BadConnection(error.to_string());
    let refused = |error: tokio_postgres::Error| {
        sql_errors::count_refused(&error);
        bad(&error)
    };
    let mut config: tokio_postgres::Config = url.parse().map_err(|error| bad(&error))?;
    config.application_name(application_name);
    if needs_tls(&config) {
        let tls = tls_connector().map_err(|error| bad(&error))?;
        let (client, driver) = config.connect(tls).await.map_err(refused)?;
        AsyncPgConnection::try_from_client_and_connection(client, driver).await
    } else {
        let (client, driver) = config.connect(tokio_postgres::NoTls).await.map_err(refused)?;
        AsyncPgConnection::try_from_client_and_connection(client, driver).await
    }
}

async fn lower_priority(connection: &mut AsyncPgConnection) -> ConnectionResult<()> {
    let process_id = select(sql::<Integer>("pg_backend_pid()"))
        .get_result(connection)
        .await
        .map_err(ConnectionError::CouldntSetupConfiguration)?;
    priority::lower(process_id);
    Ok(())
}

/// Connects a plain client for COPY and maintenance, with the privileges of the URL's login role.
///
/// # Errors
/// Returns an error if the URL is invalid or the database cannot be reached.
pub async fn connect_raw(url: &str) -> anyhow::Result<tokio_postgres::Client> {
    let config: tokio_postgres::Config = url.parse().context("invalid database URL")?;
    if needs_tls(&config) {
        let (client, driver) = config.connect(tls_connector()?).await?;
        tokio::spawn(driver);
        Ok(client)
    } else {
        let (client, driver) = config.connect(tokio_postgres::NoTls).await?;
        tokio::spawn(driver);
        Ok(client)
    }
}

/// Returns whether to use TLS: always over a network, unless the URL says `sslmode=disable`.
pub(super) fn needs_tls(config: &tokio_postgres::Config) -> bool {
    let is_local = config.get_hosts().iter().all(|host| match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => name == "localhost" || name == "127.0.0.1" || name == "::1",
    });
    config.get_ssl_mode() == SslMode::Require || (!is_local && config.get_ssl_mode() != SslMode::Disable)
}

pub(super) fn tls_connector() -> anyhow::Result<tokio_postgres_rustls::MakeRustlsConnect> {
    let mut roots = rustls::RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        roots
            .add(certificate)
            .context("failed to load a system certificate")?;
    }
    let config =
        rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .context("failed to configure TLS")?
            .with_root_certificates(roots)
            .with_no_client_auth();
    Ok(tokio_postgres_rustls::MakeRustlsConnect::new(config))
}
