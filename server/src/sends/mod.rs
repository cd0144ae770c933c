//! Cohort sends. One transaction determines the recipients of a send and queues their mail in the outbox. A
//! schedule sends once per date and once to each contact.
//!
//! A send includes only data that the schedule's owner can see at that time.

mod attachments;
mod begin;
mod contracts;
mod dry_run;
mod members;
mod merge_values;
pub mod next;
mod owner;
mod pause;
mod progress;
mod recipients;
mod reschedule;
pub mod unsubscribe;
mod worker;

pub use attachments::{Attached, Document, NO_DOCUMENTS, attachments};
pub use dry_run::{PreviewedSend, dry_run, preview_send};
pub use merge_values::merge_values;
pub use owner::ScheduleOwner;
pub use progress::publish_progress;
pub use reschedule::reschedule;
pub use worker::{JOB, round, run};

use crate::clock::Clock;
use crate::db::Db;
use crate::deliverables::Renderer;

/// Services used by cohort sends.
#[derive(Clone)]
pub struct Sends {
    pub db: Db,
    pub clock: Clock,
    pub renderer: Renderer,
    /// Whether the server can send email.
    pub has_mail_server: bool,
}

impl Sends {
    /// Returns the same services with another connection pool.
    #[must_use]
    pub fn over(&self, db: Db) -> Self {
        Self { db, ..self.clone() }
    }
}
