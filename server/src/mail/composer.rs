//! Services for composing emails.

use crate::clock::Clock;
use crate::config::Config;
use crate::crypto::Sealer;
use crate::db::Db;
use crate::deliverables::Renderer;
use crate::store::Store;
use std::sync::Arc;

/// The services needed to compose emails.
#[derive(Clone)]
pub struct Composer {
    pub db: Db,
    pub clock: Clock,
    pub renderer: Renderer,
    pub config: Arc<Config>,
    pub sealer: Arc<Sealer>,
    pub store: Store,
}
