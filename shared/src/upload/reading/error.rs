//! Reasons to reject a file.

use super::limits::{CELL_BYTES, COLUMNS, FILE_BYTES, ROWS, SHEETS};
use serde::{Deserialize, Serialize};

/// Rejection of a whole file. The display text tells the user what happened and what to do.
///
/// Rows are numbered as in a spreadsheet, from 1. Columns are named `A` to `ZZ`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum FileError {
    #[error("This file is empty. Choose the file with your contacts.")]
    Empty,
    #[error("This workbook is password-protected. Remove the password, save it and upload it again.")]
    PasswordProtected,
    #[error(
        "This is a web page with the file extension of a spreadsheet. Open it in a spreadsheet program, save it as .xlsx or .csv and upload the new file."
    )]
    HtmlPosingAsWorkbook,
    #[error("This file is not a supported spreadsheet. Save it as .csv, .tsv, .txt, .xlsx, .xls or .ods.")]
    UnknownFormat,
    #[error("This file is larger than {} MB. Split it and upload the parts separately.", FILE_BYTES / 1024 / 1024)]
    TooLarge,
    #[error("This file has more than {ROWS} rows. Split it and upload the parts separately.")]
    TooManyRows,
    #[error("Row {row} has more than {COLUMNS} columns. Remove the columns you do not need.")]
    TooManyColumns { row: u32 },
    #[error(
        "Cell {column}{row} contains more than {} KB of text. Shorten it, or choose another delimiter or text qualifier.", CELL_BYTES / 1024
    )]
    CellTooLong { row: u32, column: String },
    #[error(
        "The quotation mark opened in row {row} is never closed. Close it, or read the file without a text qualifier."
    )]
    UnclosedQuote { row: u32 },
    #[error(
        "This workbook is too large when uncompressed. Copy the rows into a new workbook, or save the sheet as .csv."
    )]
    InflatesTooFar,
    #[error(
        "This workbook has more than {SHEETS} sheets. Copy the sheet with your contacts into a new workbook."
    )]
    TooManySheets,
    #[error("This workbook has no sheet with that name. Choose one of its sheets.")]
    NoSuchSheet,
    #[error(
        "The file cannot be read with these settings. Choose another encoding, delimiter or text qualifier."
    )]
    BadChoice,
    #[error("This file is damaged. Open it in a spreadsheet program, save it again and upload the new file.")]
    Unreadable,
    #[error(
        "Reading this file takes too long. Save the sheet with your contacts as .csv and upload the new file."
    )]
    TimedOut,
}

impl FileError {
    /// Returns the stable snake-case code that screens use.
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

/// Why reading ended early: an invalid file, or an I/O error.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Returns the column name: `A` for 0, `Z` for 25, `AA` for 26.
pub fn column_letters(index: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = index + 1;
    while rest > 0 {
        letters.push(b'A' + u8::try_from((rest - 1) % 26).unwrap_or_default());
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}
