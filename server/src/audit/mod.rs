//! The audit log: entries are added in the transaction of the change they record, and the hash chains of all
//! firms are verified without trusting the database that stores them.

mod chain;
mod entry;
mod verify;

pub use entry::{Author, Subject, record, record_each};
pub use verify::{Broken, Chain, Note, verify};
