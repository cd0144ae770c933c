//! Compiles a checked query to one statement, runs it and writes its rows as JSON.
//!
//! The SQL of each list is in [`sources`].

mod compile;
mod condition;
mod csv;
mod csv_writer;
pub mod favorites;
pub mod fetch;
pub mod groups;
mod labels;
mod masks;
mod query;
pub mod quick;
mod row;
mod scoped;
mod sources;
pub mod statement;
pub mod totals;
mod visible;
mod xlsx;

pub use compile::{Shape, compile, write_uuids};
pub use condition::{containing, write_party, write_shares_contract};
pub use csv::csv;
pub use csv_writer::CsvWriter;
pub use fetch::{Page, all_rows, first_row, for_each_row, page, top};
pub use labels::heading;
pub use query::ScopedQuery;
pub use row::{Cell, RowReader};
pub use scoped::totals_of_contact;
pub use sources::{CONTACTS, DUPLICATE_PAIRS, Rows, Source, keys_reading};
pub use totals::totals;
pub use visible::{IsVisible, write_visible};
pub use xlsx::{MAX_SHEET_ROWS, MEDIA_TYPE as XLSX, xlsx};
