//! Compiles a checked query to one statement, runs it and writes its rows as JSON.
//!
//! To add a list: add its definition to `shared/src/list/definitions.rs`, a [`source::Source`] here, a route
//! and a menu entry.

mod audit_log;
mod cohorts;
mod compile;
mod condition;
mod csv;
mod csv_writer;
pub mod fetch;
pub mod groups;
mod query;
pub mod quick;
mod row;
mod scoped;
mod shown;
mod source;
pub mod statement;
pub mod totals;
mod within;
mod xlsx;

pub use compile::{Shape, compile, write_uuids};
pub use csv::csv;
pub use csv_writer::CsvWriter;
pub use fetch::{Page, first_row, for_each_row, page, top};
pub use query::ScopedQuery;
pub use row::{Cell, RowReader};
pub use scoped::totals_of_one;
pub use shown::heading;
pub use source::{Source, keys_reading};
pub use totals::totals;
pub use within::{Rows, Seen, within};
pub use xlsx::{MAX_ROWS as MAX_SHEET_ROWS, xlsx};
