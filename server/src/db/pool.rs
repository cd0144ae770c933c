//! Connections: how they are opened, and how many there are.

use crate::error::ApiError;
use crate::priority;
use anyhow::Context;
use diesel::dsl::{select, sql};
use diesel::sql_types::Integer;
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use futures_util::{FutureExt, future::BoxFuture};
use std::{sync::Arc, time::Duration};
use tokio_postgres::config::{Host, SslMode};

/// What a connection that answers requests is called in `pg_stat_activity`.
pub const APPLICATION: &str = "firmbook";

type Setup = BoxFuture<'static, ConnectionResult<AsyncPgConnection>>;

/// The pool that answers requests, as the role `firmbook_app`.
#[derive(Clone)]
pub struct Db {
    pub(super) pool: Pool<AsyncPgConnection>,
    /// Hears of each transaction on a firm's rows that was committed, before its caller does.
    pub(super) committed: Arc<dyn Fn(i32) + Send + Sync>,
}

impl Db {
    /// Connections are opened when they are first needed.
    ///
    /// # Errors
    /// Never in practice: the pool is only built.
    pub fn new(url: &str, size: usize, deadline: Duration) -> anyhow::Result<Self> {
        Self::with_setup(url, size, move |url| establish(url, deadline).boxed())
    }

    /// Of our own cluster, for long work: its processes give way to those of requests.
    ///
    /// # Errors
    /// As [`Db::new`].
    pub fn giving_way(url: &str, size: usize, deadline: Duration) -> anyhow::Result<Self> {
        Self::with_setup(url, size, move |url| establish_giving_way(url, deadline).boxed())
    }

    fn with_setup(
        url: &str,
        size: usize,
        setup: impl Fn(String) -> Setup + Send + Sync + 'static,
    ) -> anyhow::Result<Self> {
        let mut config = ManagerConfig::default();
        config.custom_setup = Box::new(move |url| setup(url.to_owned()));
        config.recycling_method = RecyclingMethod::Fast;
        let manager = AsyncDieselConnectionManager::<AsyncPgConnection>::new_with_config(url, config);
        let pool = Pool::<AsyncPgConnection>::builder(manager)
            .max_size(size)
            .runtime(deadpool::Runtime::Tokio1)
            // Whoever was asked last has what it needs at hand, and the others sleep.
            .queue_mode(deadpool::managed::QueueMode::Lifo)
            .wait_timeout(Some(Duration::from_secs(5)))
            .create_timeout(Some(Duration::from_secs(5)))
            .build()
            .context("the pool cannot be built")?;
        Ok(Self {
            pool,
            committed: Arc::new(|_| ()),
        })
    }

    /// With somebody who hears the firm of each transaction that was committed, before its caller does.
    #[must_use]
    pub fn telling(self, committed: impl Fn(i32) + Send + Sync + 'static) -> Self {
        Self {
            committed: Arc::new(committed),
            ..self
        }
    }

    /// A connection of the pool, not bound to any firm.
    pub(super) async fn connection(&self) -> Result<Object<AsyncPgConnection>, ApiError> {
        self.pool
            .get()
            .await
            .map_err(|error| ApiError::Unavailable(error.to_string()))
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] when it does not.
    pub async fn ping(&self) -> Result<(), ApiError> {
        let mut connection = self.connection().await?;
        let ping = connection.batch_execute("SELECT 1");
        match tokio::time::timeout(Duration::from_secs(2), ping).await {
            Ok(answer) => Ok(answer?),
            Err(_) => {
                drop(Object::take(connection));
                Err(ApiError::Unavailable("no answer to a ping".into()))
            }
        }
    }
}

async fn establish(url: String, timeout: Duration) -> ConnectionResult<AsyncPgConnection> {
    let bad = |error: &dyn std::fmt::Display| ConnectionError::BadConnection(error.to_string());
    let mut config: tokio_postgres::Config = url.parse().map_err(|error| bad(&error))?;
    config.application_name(APPLICATION);
    let mut connection = if needs_tls(&config) {
        let tls = tls_connector().map_err(|error| bad(&error))?;
        let (client, driver) = config.connect(tls).await.map_err(|error| bad(&error))?;
        AsyncPgConnection::try_from_client_and_connection(client, driver).await?
    } else {
        let (client, driver) = config
            .connect(tokio_postgres::NoTls)
            .await
            .map_err(|error| bad(&error))?;
        AsyncPgConnection::try_from_client_and_connection(client, driver).await?
    };
    // Whoever signed in, requests are answered by the role that row security holds for.
    let settings = format!(
        "SET ROLE firmbook_app; SET statement_timeout = {}; SET idle_in_transaction_session_timeout = '60s'; \
             SET jit = off",
        timeout.as_millis()
    );
    connection
        .batch_execute(&settings)
        .await
        .map_err(|error| bad(&format!("the role firmbook_app cannot be taken: {error}")))?;
    Ok(connection)
}

async fn establish_giving_way(url: String, timeout: Duration) -> ConnectionResult<AsyncPgConnection> {
    let mut connection = establish(url, timeout).await?;
    let process_id = select(sql::<Integer>("pg_backend_pid()"))
        .get_result(&mut connection)
        .await
        .map_err(ConnectionError::CouldntSetupConfiguration)?;
    priority::lower(process_id);
    Ok(connection)
}

/// A plain client for COPY and maintenance, with the rights of whoever the address names.
///
/// # Errors
/// When the address is wrong or nobody answers.
pub async fn connect_raw(url: &str) -> anyhow::Result<tokio_postgres::Client> {
    let config: tokio_postgres::Config = url.parse().context("the database address cannot be read")?;
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

/// Over the network the link is encrypted unless the address says `sslmode=disable`.
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
            .context("a certificate of the system cannot be read")?;
    }
    let config =
        rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .context("TLS cannot be set up")?
            .with_root_certificates(roots)
            .with_no_client_auth();
    Ok(tokio_postgres_rustls::MakeRustlsConnect::new(config))
}
