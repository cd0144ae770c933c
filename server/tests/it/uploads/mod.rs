//! Bulk upload: what is previewed is what is done, by whomever and whatever happens meanwhile, and can be taken back.

mod access;
mod bad_input;
mod book;
mod export;
mod export_reports;
mod faults;
mod flow;
mod kills;
mod leftovers;
mod sealed;
pub mod support;
mod undo;
