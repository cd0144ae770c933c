//! Reads the rows of a workbook as a spreadsheet program displays them.
//!
//! A crafted workbook can make the parsers allocate any amount of memory and abort the process. Run this
//! crate in isolation: the server uses a child process with limits, the browser a worker.

mod display;
mod ods;
mod row;
mod uncompressed_size;
mod xls;
mod xls_formats;
mod xlsx;

use row::RowCollector;
use shared::upload::reading::limits::SHEETS;
use shared::upload::reading::{FileError, Format, Head, Reading, ReadingChoice, Row};
use std::io::{Read, Seek};

/// Receives rows. Returns false to stop.
pub type RowCallback<'a> = &'a mut dyn FnMut(Row) -> bool;

/// Input of a workbook reader.
trait Source: Read + Seek {}

impl<S: Read + Seek> Source for S {}

/// Common interface of the format readers.
trait Sheets {
    /// Returns the names of the visible sheets, or of all sheets if none is visible.
    fn names(&self) -> Vec<String>;
    fn rows(&mut self, sheet: &str, sink: &mut RowCollector<'_>) -> Result<(), FileError>;
}

/// An open workbook.
pub struct Workbook {
    format: Format,
    names: Vec<String>,
    sheets: Box<dyn Sheets>,
}

impl Workbook {
    /// Opens a workbook after checking its uncompressed size.
    ///
    /// # Errors
    /// Returns the reason for rejecting the file.
    pub fn open(format: Format, source: impl Read + Seek + 'static) -> Result<Self, FileError> {
        Self::open_any(format, Box::new(source))
    }

    /// Takes a trait object, so that the readers are compiled only in this crate.
    fn open_any(format: Format, source: Box<dyn Source>) -> Result<Self, FileError> {
        let sheets: Box<dyn Sheets> = match format {
            Format::Text => return Err(FileError::UnknownFormat),
            Format::Xls => Box::new(xls::Xls::open(source)?),
            Format::Xlsx => Box::new(xlsx::Xlsx::open(uncompressed_size::check(source)?)?),
            Format::Ods => Box::new(ods::Ods::open(uncompressed_size::check(source)?)?),
        };
        let names = sheets.names();
        match names.len() {
            0 => Err(FileError::Empty),
            count if count > SHEETS => Err(FileError::TooManySheets),
            _ => Ok(Self {
                format,
                names,
                sheets,
            }),
        }
    }

    /// Returns the names of the visible sheets, or of all sheets if none is visible.
    pub fn sheets(&self) -> &[String] {
        &self.names
    }

    /// Passes each non-blank row of a sheet to `each`, until it returns false.
    ///
    /// # Errors
    /// Returns the reason for rejecting the sheet.
    pub fn each_row(&mut self, sheet: &str, each: RowCallback<'_>) -> Result<(), FileError> {
        if !self.names.iter().any(|name| name == sheet) {
            return Err(FileError::NoSuchSheet);
        }
        self.sheets.rows(sheet, &mut RowCollector::new(each))
    }

    /// Reads the first rows of the chosen sheet, or of the first one that is not empty.
    ///
    /// # Errors
    /// Returns the reason for rejecting the workbook or the sheet.
    pub fn head(&mut self, count: usize, choices: &[ReadingChoice]) -> Result<Head, FileError> {
        let chosen = choices.iter().find_map(|choice| match choice {
            ReadingChoice::Sheet(name) => Some(name.clone()),
            _ => None,
        });
        let candidates = chosen.map_or_else(|| self.names.clone(), |name| vec![name]);
        for sheet in candidates {
            let mut rows = Vec::new();
            self.each_row(&sheet, &mut |row| {
                rows.push(row);
                rows.len() < count
            })?;
            if !rows.is_empty() {
                return Head::of_sheet(self.reading(sheet), &rows, choices);
            }
        }
        Err(FileError::Empty)
    }

    fn reading(&self, sheet: String) -> Reading {
        Reading {
            format: self.format,
            encoding: None,
            delimiter: None,
            quote: None,
            sheet: Some(sheet),
            sheets: self.names.clone(),
            header_row: None,
            columns: Vec::new(),
        }
    }
}
