//! Bulk upload: preview, import and undo, under concurrency and failures.

mod access;
mod bad_input;
mod book;
mod changed_data;
mod cleanup;
mod contracts;
mod custom_fields;
mod encryption;
mod export;
mod export_reports;
mod faults;
mod flow;
mod kills;
mod matching;
mod round_trip;
pub mod support;
mod undo;
