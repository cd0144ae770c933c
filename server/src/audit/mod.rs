//! The chain that ties the rows of the audit log together, checked without trusting the database that keeps it.

mod chain;
mod verify;

pub use verify::{Broken, Chain, Note, verify};
