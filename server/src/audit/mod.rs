//! Verification of the audit log's hash chains, without trusting the database that stores them.

mod chain;
mod verify;

pub use verify::{Broken, Chain, Note, verify};
