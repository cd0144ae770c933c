//! Starts the server: database, encryption key, demo data and listener.

use crate::app::{App, Medical};
use crate::clock::Clock;
use crate::config::Config;
use crate::crypto::{KeySet, Keyring, Place, Sealer, Sealers};
use crate::db::embedded::{Embedded, Options, running_socket_dir, socket_url};
use crate::db::{connect_raw, login, migrate, pooler};
use crate::deliverables::worker::SummaryWorker;
use crate::demo::{self, Progress, Size};
use crate::listen::{self, Admission, Patience};
use crate::mail::{self, Mailer};
use crate::router::router;
use crate::store::Store;
use crate::telemetry::jobs;
use crate::webhooks::{Sender, Webhooks};
use crate::{
    deliverables, duplicates, files, hub, metrics, notify, report, sealing, sends, upload, webhooks,
};
use anyhow::Context;
use std::sync::Arc;
use std::time::Duration;

/// Time for hub connections to close at shutdown.
const GOODBYE: Duration = Duration::from_secs(3);

/// Connection URLs of the database. An embedded cluster stops when this value is dropped.
pub struct Database {
    pub owner_url: String,
    pub app_url: String,
    /// Read replica for exports.
    pub read_url: Option<String>,
    _embedded: Option<Embedded>,
}

/// Connects to the configured database or starts the embedded cluster, then runs pending migrations and makes
/// sure that requests have a login without the privileges of the owner.
///
/// # Errors
/// Returns an error if no database is set, the cluster does not start, the database cannot be reached, a
/// migration fails, or a connection pooler or login is unsuitable.
pub async fn database(config: &Config) -> anyhow::Result<Database> {
    config.expect_database()?;
    let Some(owner_url) = &config.database_url else {
        let database = embedded(config).await?;
        migrate(&database.owner_url).await?;
        return Ok(database);
    };
    migrate(owner_url).await?;
    let (app_url, read_url) = match &config.database_app_url {
        Some(url) => {
            pooler::check_requests(url, config.database_listen_url.is_some()).await?;
            login::check(url).await?;
            (url.clone(), config.database_read_url.clone())
        }
        None => {
            let sealer = sealing::unlock(owner_url, keys(config, KeySet::General)?).await?;
            let login = login::create(owner_url, &sealer.database_password()).await?;
            let read_url = config.database_read_url.as_deref();
            (login.of(owner_url), read_url.map(|url| login.of(url)))
        }
    };
    Ok(Database {
        owner_url: owner_url.clone(),
        app_url,
        read_url,
        _embedded: None,
    })
}

async fn migrate(owner_url: &str) -> anyhow::Result<()> {
    pooler::check_owner(owner_url).await?;
    let done = migrate::migrate(owner_url).await?;
    if done > 0 {
        tracing::info!(migrations = done, "migrated the database schema");
    }
    Ok(())
}

/// Like [`database`], but reuses the embedded cluster of a running server and does not create a login for requests. For
/// commands.
///
/// # Errors
/// See [`database`].
pub async fn database_for_command(config: &Config) -> anyhow::Result<Database> {
    match running_database(config) {
        Some(running) if config.database_url.is_none() => Ok(running),
        Some(external) => {
            migrate(&external.owner_url).await?;
            Ok(external)
        }
        None => database(config).await,
    }
}

/// Returns the configured database, or the embedded cluster of a running server. Does not migrate. `None` if the
/// embedded cluster is not running.
#[must_use]
pub fn running_database(config: &Config) -> Option<Database> {
    if let Some(url) = &config.database_url {
        return Some(external(config, url));
    }
    let socket_dir = running_socket_dir(&config.data_dir.join("postgres"))?;
    Some(Database {
        owner_url: socket_url(&socket_dir, "postgres", "firmbook"),
        app_url: socket_url(&socket_dir, "firmbook_app", "firmbook"),
        read_url: None,
        _embedded: None,
    })
}

fn external(config: &Config, url: &str) -> Database {
    Database {
        owner_url: url.to_owned(),
        app_url: config.database_app_url.clone().unwrap_or_else(|| url.to_owned()),
        read_url: None,
        _embedded: None,
    }
}

async fn embedded(config: &Config) -> anyhow::Result<Database> {
    let options = Options {
        data_dir: config.data_dir.join("postgres"),
        binaries: config.postgres_bin.clone(),
        durable: true,
        settings: Vec::new(),
    };
    let cluster = tokio::task::spawn_blocking(move || Embedded::start(options)).await??;
    let client = connect_raw(&cluster.url("postgres", "postgres")).await?;
    let exists = client
        .query_opt("SELECT 1 FROM pg_database WHERE datname = 'firmbook'", &[])
        .await?;
    if exists.is_none() {
        client.batch_execute("CREATE DATABASE firmbook").await?;
    }
    Ok(Database {
        owner_url: cluster.url("postgres", "firmbook"),
        app_url: cluster.url("firmbook_app", "firmbook"),
        read_url: None,
        _embedded: Some(cluster),
    })
}

/// Returns the sealer with the configured general keys, or with a key file in the data directory that is created on
/// first use.
///
/// # Errors
/// Returns an error if a key is invalid, cannot be read, or is not the one that encrypted the database.
pub async fn sealer(config: &Config, database: &Database) -> anyhow::Result<Sealer> {
    sealing::unlock(&database.owner_url, keys(config, KeySet::General)?).await
}

/// Returns the sealers with both sets of keys. See [`sealer`].
///
/// # Errors
/// Returns an error like [`sealer`], or if a key is in both sets.
pub async fn sealers(config: &Config, database: &Database) -> anyhow::Result<Sealers> {
    let (general, medical) = (keys(config, KeySet::General)?, keys(config, KeySet::Medical)?);
    medical.differs_from(&general)?;
    Ok(Sealers {
        general: Arc::new(sealing::unlock(&database.owner_url, general).await?),
        medical: Arc::new(sealing::unlock(&database.owner_url, medical).await?),
    })
}

fn keys(config: &Config, set: KeySet) -> anyhow::Result<Keyring> {
    match config.keys(set) {
        Some(keys) => Keyring::parse(set, keys),
        None => {
            std::fs::create_dir_all(&config.data_dir)?;
            Keyring::from_file(set, &config.data_dir.join(set.file_name()))
        }
    }
}

/// Loads the demo data into an empty database if the configuration asks for it.
///
/// # Errors
/// Returns an error if the users file cannot be read or a query fails.
pub async fn demo(config: &Config, database: &Database, sealers: &Sealers) -> anyhow::Result<()> {
    let Some(size) = config.demo.as_deref() else {
        return Ok(());
    };
    let size: Size = size.parse()?;
    let mut client = connect_raw(&database.owner_url).await?;
    let seal = |place: Place, digits: &str| sealers.general.seal(place, digits);
    let mut last_shown = ("", 0);
    let mut report = |progress: Progress| {
        // Log once per 10%.
        let tenth = progress.done * 10 / progress.total.max(1);
        if last_shown != (progress.what, tenth) {
            last_shown = (progress.what, tenth);
            tracing::info!(
                what = progress.what,
                done = progress.done,
                total = progress.total,
                "loading demo data"
            );
        }
    };
    let today = Clock::System.today_in("UTC");
    let is_filled = demo::fill(
        &mut client,
        size,
        &config.demo_users,
        &config.oidc.issuer,
        today,
        &seal,
        &mut report,
    )
    .await?;
    if is_filled {
        let store = Store::new(config, sealers.general.clone())?;
        let medical = Medical {
            store: store.sealed_with(sealers.medical.clone()),
            sealer: sealers.medical.clone(),
        };
        demo::medical::request(&mut client, &medical, today).await?;
    } else {
        demo::follow_users(&client, &config.demo_users, &config.oidc.issuer).await?;
    }
    Ok(())
}

/// Builds the state and starts the workers that requests rely on: the hub, report totals, imports and report
/// summaries. Must be called inside a Tokio runtime.
///
/// # Errors
/// Returns an error if the configuration is invalid.
pub fn app(config: Config, app_url: &str, sealers: Sealers, clock: Clock) -> anyhow::Result<App> {
    let app = App::new(config, app_url, sealers, clock)?;
    hub::run(&app.hub, &app.listener, app.config.redis_url.as_deref())?;
    let reports = report::worker::run(app.workers.clone(), app.clock);
    jobs::spawn(report::worker::JOB, reports);
    let imports = upload::worker::run(app.uploads.over(app.workers.clone()));
    jobs::spawn(upload::worker::JOB, imports);
    let summaries = SummaryWorker {
        db: app.workers.clone(),
        clock: app.clock,
        store: app.store.clone(),
        renderer: app.renderer.clone(),
    };
    jobs::spawn(deliverables::worker::JOB, summaries.run());
    Ok(app)
}

/// Runs the server until SIGTERM or SIGINT, then waits for requests in flight.
///
/// # Errors
/// Returns an error if the address cannot be bound.
pub async fn serve(app: App) -> anyhow::Result<()> {
    let address = app.config.address;
    let listener = tokio::net::TcpListener::bind(address).await.with_context(|| {
        format!("Cannot listen on {address}. If another process uses it, stop that process or change FIRMBOOK_ADDRESS.")
    })?;
    if let Some(address) = app.config.metrics_address {
        let sources = metrics::Sources {
            metrics: app.metrics.clone(),
            db: app.db.clone(),
            workers: app.workers.clone(),
            hub: app.hub.clone(),
        };
        metrics::serve(address, sources).await?;
    }
    raise_open_files();
    tracing::info!(%address, "listening");
    let notices = notify::rules::run(app.workers.clone(), app.clock);
    jobs::spawn(notify::rules::JOB, notices);
    jobs::spawn(duplicates::JOB, duplicates::run(app.workers.clone()));
    jobs::spawn(sends::JOB, sends::run(app.sends.over(app.workers.clone())));
    let sealing = sealing::worker::run(app.workers.clone(), app.sealer.clone());
    jobs::spawn(sealing::worker::JOB, sealing);
    let leftovers = upload::leftovers::run(app.uploads.over(app.workers.clone()));
    jobs::spawn(upload::leftovers::JOB, leftovers);
    jobs::spawn(files::JOB, files::run(app.files.clone()));
    let mails = mail::run(app.composer.clone(), Mailer::of(&app.config)?);
    jobs::spawn(mail::JOB, mails);
    let sender = Webhooks {
        db: app.workers.clone(),
        sealer: app.sealer.clone(),
        clock: app.clock,
        sender: Sender::new(&app.config)?,
    };
    jobs::spawn(webhooks::JOB, webhooks::run(sender));
    let hub = app.hub.clone();
    let admission = Admission {
        of_address: app.config.address_connections,
        of_proxy: app.config.proxy_connections,
        trusted: app.config.trusted_proxies.clone(),
        patience: Patience::default(),
    };
    let stopping = hub.clone();
    let stop = async move {
        stop_signal().await;
        stopping.shut_down();
    };
    // Same as the deadline of an API request.
    let goodbye = app.config.database_deadline * 2;
    // Spawned, so that the accept loop runs on the worker threads. On the main thread it would have to be
    // woken for each connection and wake a worker in turn.
    tokio::spawn(listen::serve(listener, router(app), admission, stop, goodbye)).await?;
    hub.emptied(GOODBYE).await;
    Ok(())
}

/// Raises the limit of open files to the maximum, because each connection uses a file descriptor.
fn raise_open_files() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(_, most)| setrlimit(Resource::RLIMIT_NOFILE, most, most));
    if let Err(error) = raised {
        tracing::warn!(%error, "failed to raise the limit of open files");
    }
}

async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
