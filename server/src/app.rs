//! The state shared by all requests.

use crate::auth::token::TokenCheck;
use crate::auth::{Gate, Limits, QuerySlots, Viewers};
use crate::clock::Clock;
use crate::config::Config;
use crate::crypto::{Sealer, Sealers};
use crate::db::listen::Listener;
use crate::db::{Db, Purpose};
use crate::deliverables::Renderer;
use crate::export::Exports;
use crate::files::Files;
use crate::hub::Hub;
use crate::mail::Composer;
use crate::metrics::Metrics;
use crate::sends::Sends;
use crate::store::Store;
use crate::upload::Uploads;
use axum::extract::FromRef;
use std::ops::Deref;
use std::sync::Arc;

/// Shared application state. Clones are cheap. Handlers take the parts that they need as `State<Db>`,
/// `State<Clock>` and so on.
#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub config: Arc<Config>,
    /// Connection pool for requests.
    pub db: Db,
    /// Connection pool for background workers.
    pub workers: Db,
    pub listener: Listener,
    pub gate: Arc<Gate>,
    pub sealer: Arc<Sealer>,
    pub store: Store,
    /// Encrypts medical data.
    pub medical: Medical,
    pub files: Files,
    pub viewers: Viewers,
    pub clock: Clock,
    pub hub: Hub,
    pub uploads: Uploads,
    pub renderer: Renderer,
    pub exports: Exports,
    pub sends: Sends,
    pub composer: Composer,
    pub metrics: Metrics,
}

/// The sealer and store for medical requests and their documents, which have separate keys.
#[derive(Clone)]
pub struct Medical {
    pub sealer: Arc<Sealer>,
    pub store: Store,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

macro_rules! parts {
    ($($field:ident: $part:ty),+ $(,)?) => {
        $(impl FromRef<App> for $part {
            fn from_ref(app: &App) -> Self {
                app.$field.clone()
            }
        })+
    };
}

parts!(
    config: Arc<Config>,
    db: Db,
    sealer: Arc<Sealer>,
    store: Store,
    viewers: Viewers,
    clock: Clock,
    hub: Hub,
    uploads: Uploads,
    exports: Exports,
    sends: Sends,
);

impl App {
    /// Builds the state. Must be called inside a Tokio runtime, because the viewer cache listens for changes.
    ///
    /// # Errors
    /// Returns an error if the configuration of a pool, token validation, the file store or exports is invalid.
    pub fn new(config: Config, app_url: &str, sealers: Sealers, clock: Clock) -> anyhow::Result<Self> {
        let deadline = config.database_deadline;
        let db = Db::new(app_url, Purpose::Requests, config.pool_size, deadline)?;
        let workers = Db::new(app_url, Purpose::Workers, config.worker_pool_size, deadline)?;
        let listen_url = config.database_listen_url.as_deref().unwrap_or(app_url);
        let listener = Listener::new(listen_url.to_owned(), workers.clone());
        let viewers = Viewers::listening(listener.clone(), config.session_limit);
        let (config, sealer) = (Arc::new(config), sealers.general);
        let store = Store::new(&config, sealer.clone())?;
        let medical = Medical {
            store: store.sealed_with(sealers.medical.clone()),
            sealer: sealers.medical,
        };
        let gate = Gate {
            db: db.clone(),
            tokens: TokenCheck::new(&config.oidc)?,
            viewers: viewers.clone(),
            limits: Limits::new(config.session_calls, config.refused_tokens, config.embed_sessions),
            queries: QuerySlots::new(config.queries),
            clock,
            trusted_proxies: config.trusted_proxies.clone(),
        };
        let renderer = Renderer::new(config.document_renderer.as_ref())?;
        Ok(Self(Arc::new(Parts {
            gate: Arc::new(gate),
            hub: Hub::new(&config, (db.clone(), workers.clone()), viewers.clone(), clock),
            renderer: renderer.clone(),
            uploads: Uploads::new(
                db.clone(),
                clock,
                &config,
                sealer.clone(),
                store.clone(),
                app_url.to_owned(),
            )?,
            exports: Exports::new(&config, app_url)?,
            sends: Sends {
                db: db.clone(),
                clock,
                renderer: renderer.clone(),
                has_mail_server: config.mail.is_some(),
            },
            composer: Composer {
                db: workers.clone(),
                clock,
                renderer,
                config: config.clone(),
                sealer: sealer.clone(),
                store: store.clone(),
            },
            files: Files {
                db: workers.clone(),
                clock,
                store: store.clone(),
            },
            metrics: Metrics::default(),
            config,
            db,
            workers,
            listener,
            sealer,
            store,
            medical,
            viewers,
            clock,
        })))
    }
}
