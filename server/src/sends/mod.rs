//! Sends of cohorts: who is to get something on a day is fixed in one transaction, with the mail of each of them in the
//! outbox that all mail waits in. A schedule sends once for a date, and once to each contact.
//!
//! What is sent is what the schedule's owner sees at that moment, whoever is in the cohort.

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
pub use owner::Owner;
pub use reckon::reckon;
pub use tell::tell;
pub use worker::{round, run};
pub use would_be::{WouldBe, dry_run, would_be_sent};
