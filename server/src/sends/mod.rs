//! Cohort sends. One transaction determines the recipients of a send and queues their mail in the outbox. A
//! schedule sends once per date and once to each contact.
//!
//! Only what the schedule's owner can see at that time is sent.

mod begin;
mod contracts;
mod members;
pub mod next;
mod owner;
mod pause;
mod recipients;
mod reckon;
mod tell;
pub mod unsubscribe;
mod worker;
mod would_be;

pub use contracts::{Document, contract_lists};
pub use owner::ScheduleOwner;
pub use reckon::reckon;
pub use tell::tell;
pub use worker::{round, run};
pub use would_be::{WouldBe, dry_run, would_be_sent};

use crate::clock::Clock;
use crate::db::Db;

/// The parts of the server that cohort sends need.
#[derive(Clone)]
pub struct Sends {
    pub db: Db,
    pub clock: Clock,
    /// Whether the server can send email.
    pub has_mail_server: bool,
}
