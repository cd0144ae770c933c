//! Loads books of business from files. Also contains the bulk-write code shared with the demo generator.
//!
//! `docs/BOOK.md` describes the files; [`load()`] loads them.

mod annuity;
pub mod bulk;
mod carriers;
mod columns;
pub mod contact;
mod contract;
mod firm;
mod input;
mod load;
mod mapping;
pub mod party;
mod person;
mod policy;
mod reader;
mod references;
mod refusal;
pub mod rows;
mod table;
mod table_row;
pub mod totals;
pub mod upload_files;

pub use input::{Input, find_inputs};
pub use load::{Order, Report, load};
pub use refusal::{Refusal, RowError, Warnings};
pub use table::{Table, columns_markdown};

/// A function that encrypts the nine digits of a tax ID for one field of one record.
pub type Seal<'a> = &'a (dyn Fn(crate::crypto::Place, &str) -> anyhow::Result<crate::crypto::Sealed> + Sync);

/// Progress of a load. A `total` of 0 means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub what: &'static str,
    pub done: u64,
    pub total: u64,
}
