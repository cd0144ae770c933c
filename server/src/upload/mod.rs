//! Bulk upload of contacts and contracts from files, with undo.
//!
//! A file is stored ([`crate::store`]) and its rows are validated and staged (`stage`). One statement
//! determines the outcome of all rows (`matching`). A preview shows the outcomes (`page`), an import applies
//! them in one transaction (`import`), and `undo` reverts the import. Uploads that are never submitted are
//! deleted (`leftovers`). `contracts` has the steps that differ for policies and annuities. `book` imports the files of
//! a book without the wizard.

pub mod book;
mod changes;
mod contracts;
pub mod exported;
mod fields;
mod import;
mod job;
pub mod leftovers;
mod matching;
mod names;
pub mod open;
mod outcomes;
mod owner;
pub mod page;
mod ready;
pub mod rejected;
mod row;
pub mod stage;
mod staged_kind;
pub mod submit;
mod targets;
mod undo;
pub mod updated;
pub mod workbook;
pub mod worker;

pub use owner::Owner;

use crate::clock::Clock;
use crate::config::Config;
use crate::crypto::Sealer;
use crate::db::Db;
use crate::store::Store;
use open::Reader;
use stage::Stager;
use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::Notify;

/// Upload services of a node. Clones are cheap.
#[derive(Clone)]
pub struct Uploads {
    db: Db,
    inner: Arc<Inner>,
}

pub struct Inner {
    clock: Clock,
    sealer: Arc<Sealer>,
    store: Store,
    pub stager: Stager,
    submitted: Notify,
}

impl Deref for Uploads {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl Uploads {
    /// # Errors
    /// Returns an error if the path of this executable is unknown and no other workbook reader is configured.
    pub fn new(
        db: Db,
        clock: Clock,
        config: &Config,
        sealer: Arc<Sealer>,
        store: Store,
        database_url: String,
    ) -> std::io::Result<Self> {
        let reader = match &config.workbook_reader {
            Some(program) => Reader::new(program.clone()),
            None => Reader::own()?,
        };
        let inner = Inner {
            clock,
            sealer,
            store,
            stager: Stager::new(database_url, reader),
            submitted: Notify::new(),
        };
        Ok(Self {
            db,
            inner: Arc::new(inner),
        })
    }

    /// Returns the same services with another connection pool.
    #[must_use]
    pub fn over(&self, db: Db) -> Self {
        let inner = self.inner.clone();
        Self { db, inner }
    }

    /// Returns the node's clock.
    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    /// Makes the worker of this node look for work immediately.
    pub fn wake(&self) {
        self.submitted.notify_one();
    }

    async fn woken(&self) {
        self.submitted.notified().await;
    }
}
