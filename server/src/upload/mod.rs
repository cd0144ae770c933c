//! Bulk upload of contacts from files, with undo.
//!
//! A file is stored ([`crate::store`]) and its rows are validated and staged (`stage`). One statement
//! determines the outcome of all rows (`matching`). A preview shows the outcomes (`page`), an import applies
//! them in one transaction (`import`), and `undo` reverts the import. Uploads that are never submitted are
//! deleted (`leftovers`).

pub mod exported;
mod fields;
mod import;
mod job;
pub mod leftovers;
mod matching;
mod names;
pub mod open;
pub mod page;
mod ready;
pub mod rejected;
mod row;
pub mod stage;
mod undo;
pub mod workbook;
pub mod worker;

pub use row::Owner;

use crate::config::Config;
use open::Reader;
use stage::Stager;
use tokio::sync::Notify;

/// Upload services of a node.
pub struct Uploads {
    pub stager: Stager,
    submitted: Notify,
}

impl Uploads {
    pub fn new(config: &Config, database_url: String) -> std::io::Result<Self> {
        let reader = match &config.workbook_reader {
            Some(program) => Reader::new(program.clone()),
            None => Reader::own()?,
        };
        Ok(Self {
            stager: Stager::new(database_url, reader),
            submitted: Notify::new(),
        })
    }

    /// Makes the worker of this node look for work immediately.
    pub fn wake(&self) {
        self.submitted.notify_one();
    }

    async fn woken(&self) {
        self.submitted.notified().await;
    }
}
