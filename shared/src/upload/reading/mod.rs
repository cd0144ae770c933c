//! How a spreadsheet that somebody sends is read: what it is, its encoding, delimiter and header, and its rows.
//!
//! Rows come as a spreadsheet program shows them, with its row numbers. Whatever is detected can be chosen by hand.
//! Workbooks are unpacked elsewhere (crate `workbook`); their rows take the same way from [`Head::of_sheet`] on.

mod decode;
mod delimiter;
mod encoding;
mod error;
mod format;
mod head;
mod header;
pub mod limits;
mod rows;
#[cfg(test)]
mod tests;

pub use encoding::{ENCODINGS, EncodingGuess};
pub use error::{FileError, ReadError, column_letters};
pub use format::{Format, format};
pub use head::{head, head_as};
pub use rows::{Row, Rows, SheetRows, rows};

use serde::{Deserialize, Serialize};

/// How a file is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reading {
    pub format: Format,
    /// One of [`ENCODINGS`]; none for workbooks.
    pub encoding: Option<String>,
    /// None for workbooks, and for text of one column.
    pub delimiter: Option<char>,
    /// None when quotes are text like any other.
    pub quote: Option<char>,
    /// The sheet of a workbook that is read.
    pub sheet: Option<String>,
    /// The sheets that can be chosen.
    pub sheets: Vec<String>,
    /// The row of the header counted from 0; none when the first row is a record already.
    pub header_row: Option<u32>,
    /// By position: the header's text, or `Column C` where it has none. Rows may be longer.
    pub columns: Vec<String>,
}

/// Something a person set by hand; what is not chosen is detected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ReadingChoice {
    Encoding(String),
    Delimiter(Option<char>),
    Quote(Option<char>),
    Sheet(String),
    /// Counted from 0.
    HeaderRow(Option<u32>),
}

/// The start of a file: how it is read, and its first rows from the top, with titles and the header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Head {
    pub reading: Reading,
    pub rows: Vec<HeadRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HeadRow {
    /// As a spreadsheet numbers it, from 1.
    pub number: u32,
    pub cells: Vec<String>,
}

impl Head {
    /// The rows below the header.
    pub fn data(&self) -> impl Iterator<Item = &HeadRow> {
        let above = self.reading.rows_above();
        self.rows.iter().filter(move |row| row.number > above)
    }
}

impl Reading {
    /// How many rows of the sheet are titles and the header.
    pub fn rows_above(&self) -> u32 {
        self.header_row.map_or(0, |row| row.saturating_add(1))
    }
}
