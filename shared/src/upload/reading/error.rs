//! Why a file is refused.

use super::limits::{CELL_BYTES, COLUMNS, FILE_BYTES, ROWS, SHEETS};
use serde::{Deserialize, Serialize};

/// A refusal of the whole file. Displayed it is one sentence for the person, or two, that says what to do.
///
/// Rows are numbered as a spreadsheet does, from 1; columns are named `A` to `ZZ`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum FileError {
    #[error("This file is empty. Choose the file that holds the contacts.")]
    Empty,
    #[error("This workbook is protected by a password. Take the password off, save it and upload it again.")]
    PasswordProtected,
    #[error(
        "This is a web page with the name of a spreadsheet. Open it in a spreadsheet program, save it as .xlsx or .csv and upload that."
    )]
    HtmlPosingAsWorkbook,
    #[error("This is no spreadsheet that can be read. Save it as .csv, .tsv, .txt, .xlsx, .xls or .ods.")]
    UnknownFormat,
    #[error("This file is larger than {} MB. Split it and upload the parts one after the other.", FILE_BYTES / 1024 / 1024)]
    TooLarge,
    #[error("This file has more than {ROWS} rows. Split it and upload the parts one after the other.")]
    TooManyRows,
    #[error("Row {row} has more than {COLUMNS} columns. Remove the columns that are not needed.")]
    TooManyColumns { row: u32 },
    #[error(
        "Cell {column}{row} holds more than {} kB of text. Shorten it, or choose another delimiter or quote.", CELL_BYTES / 1024
    )]
    CellTooLong { row: u32, column: String },
    #[error(
        "A quote that opens in row {row} is never closed. Close it, or choose to read the file without quotes."
    )]
    UnclosedQuote { row: u32 },
    #[error(
        "This workbook unpacks to far more than contacts need. Copy the rows into a new workbook, or save the sheet as .csv."
    )]
    InflatesTooFar,
    #[error(
        "This workbook has more than {SHEETS} sheets. Copy the sheet with the contacts into a new workbook."
    )]
    TooManySheets,
    #[error("This workbook has no sheet of that name. Choose one of its sheets.")]
    NoSuchSheet,
    #[error("The file cannot be read with these settings. Choose another encoding, delimiter or quote.")]
    BadChoice,
    #[error("This file is damaged. Open it in a spreadsheet program, save it again and upload that.")]
    Unreadable,
    #[error("Reading this file takes too long. Save the sheet with the contacts as .csv and upload that.")]
    TimedOut,
}

impl FileError {
    /// Stable snake-case code; screens switch on it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::PasswordProtected => "password_protected",
            Self::HtmlPosingAsWorkbook => "html_posing_as_workbook",
            Self::UnknownFormat => "unknown_format",
            Self::TooLarge => "too_large",
            Self::TooManyRows => "too_many_rows",
            Self::TooManyColumns { .. } => "too_many_columns",
            Self::CellTooLong { .. } => "cell_too_long",
            Self::UnclosedQuote { .. } => "unclosed_quote",
            Self::InflatesTooFar => "inflates_too_far",
            Self::TooManySheets => "too_many_sheets",
            Self::NoSuchSheet => "no_such_sheet",
            Self::BadChoice => "bad_choice",
            Self::Unreadable => "unreadable",
            Self::TimedOut => "timed_out",
        }
    }
}

/// Why reading ended early: the file is at fault, or what it is read from.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// `A` for 0, `Z` for 25, `AA` for 26.
pub fn column_letters(index: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = index + 1;
    while rest > 0 {
        letters.push(b'A' + u8::try_from((rest - 1) % 26).unwrap_or_default());
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}
