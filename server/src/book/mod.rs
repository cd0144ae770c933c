//! Books of business that come from files, and what every bulk load needs.
//!
//! `docs/BOOK.md` describes the files; [`load()`] reads them.

mod annuity;
pub mod bulk;
mod carriers;
mod columns;
pub mod contact;
mod contract;
pub mod copy;
mod firm;
mod input;
mod line;
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
pub mod totals;

pub use load::{Order, Report, load};
pub use refusal::{Refusal, RowError};
pub use table::Table;

/// Seals the nine digits of a tax number for a firm.
pub type Seal<'a> = &'a (dyn Fn(i32, &str) -> anyhow::Result<crate::crypto::Sealed> + Sync);

/// What is being done, and how far it is; a total of 0 is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub what: &'static str,
    pub done: u64,
    pub total: u64,
}
