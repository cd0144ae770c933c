//! Reads spreadsheet files: detects format, encoding, delimiter and header, and returns the rows.
//!
//! Rows are numbered as in a spreadsheet program. Users can override every detected setting. The crate
//! `workbook` reads workbooks and passes their rows to [`Head::of_sheet`].

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

/// The settings with which a file is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reading {
    pub format: Format,
    /// One of [`ENCODINGS`]. Null for workbooks.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub encoding: Option<String>,
    /// Null for workbooks and for text with a single column.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub delimiter: Option<char>,
    /// Null if quotes are ordinary text.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub quote: Option<char>,
    /// The selected sheet of a workbook.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub sheet: Option<String>,
    /// All sheets that can be selected.
    pub sheets: Vec<String>,
    /// Index of the header row from 0. Null if the file has no header.
    #[cfg_attr(feature = "ts", tsify(optional, type = "number | null"))]
    pub header_row: Option<u32>,
    /// Column names: the header text, or `Column C` if it is empty. Rows may have more cells.
    pub columns: Vec<String>,
}

/// A setting chosen by the user. All other settings are detected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ReadingChoice {
    Encoding(String),
    Delimiter(Option<char>),
    Quote(Option<char>),
    Sheet(String),
    /// Index from 0.
    HeaderRow(Option<u32>),
}

/// The settings of a file and its first rows, including titles and the header.
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
    /// Row number as in a spreadsheet, from 1.
    pub number: u32,
    pub cells: Vec<String>,
}

impl Head {
    /// Returns the rows below the header.
    pub fn data(&self) -> impl Iterator<Item = &HeadRow> {
        let above = self.reading.rows_above();
        self.rows.iter().filter(move |row| row.number > above)
    }
}

impl Reading {
    /// Returns the number of title and header rows.
    pub fn rows_above(&self) -> u32 {
        self.header_row.map_or(0, |row| row.saturating_add(1))
    }
}
