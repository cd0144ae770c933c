//! Bulk upload: from a file to contacts of the firm, and back.
//!
//! A file is kept ([`crate::store`]) and its rows are made ready (`stage`): checked by the rules of the shared crate,
//! stored beside the book. What becomes of each is one statement over all of them (`matching`); a preview shows that
//! (`page`), and an import does it in one transaction (`import`), which `undo` takes back. What is never submitted goes
//! (`leftovers`).

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

/// What uploads need of a node.
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

    /// There is work: this node need not wait for its next look.
    pub fn wake(&self) {
        self.submitted.notify_one();
    }

    async fn woken(&self) {
        self.submitted.notified().await;
    }
}
