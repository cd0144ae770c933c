//! The rows of a workbook, as a spreadsheet program shows them.
//!
//! Readers of workbooks can be made to ask for any amount of memory, and then the process ends. Run this where that does
//! no harm: the server in a child process with limits, the browser in a worker.

mod display;
mod ods;
mod row;
mod unpacked;
mod xls;
mod xlsx;

use row::Sink;
use shared::upload::reading::limits::SHEETS;
use shared::upload::reading::{FileError, Format, Head, Reading, ReadingChoice, Row};
use std::io::{Read, Seek};

/// Where rows go; it says whether it wants more.
pub type Each<'a> = &'a mut dyn FnMut(Row) -> bool;

/// What a workbook is read from.
trait Source: Read + Seek {}

impl<S: Read + Seek> Source for S {}

/// What the readers of the formats have in common.
trait Sheets {
    /// Of the sheets that can be seen; of all, when none can.
    fn names(&self) -> Vec<String>;
    fn rows(&mut self, sheet: &str, sink: &mut Sink<'_>) -> Result<(), FileError>;
}

/// An open workbook.
pub struct Workbook {
    format: Format,
    names: Vec<String>,
    sheets: Box<dyn Sheets>,
}

impl Workbook {
    /// Looks at everything that will be unpacked before any of it is kept.
    ///
    /// # Errors
    /// Why the file is refused.
    pub fn open(format: Format, source: impl Read + Seek + 'static) -> Result<Self, FileError> {
        Self::open_any(format, Box::new(source))
    }

    /// Of any source alike, so that the readers are compiled here, as this crate is, and not wherever one is opened.
    fn open_any(format: Format, source: Box<dyn Source>) -> Result<Self, FileError> {
        let sheets: Box<dyn Sheets> = match format {
            Format::Text => return Err(FileError::UnknownFormat),
            Format::Xls => Box::new(xls::Xls::open(source)?),
            Format::Xlsx => Box::new(xlsx::Xlsx::open(unpacked::checked(source)?)?),
            Format::Ods => Box::new(ods::Ods::open(unpacked::checked(source)?)?),
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

    /// The names of the sheets that can be seen; of all, when none can.
    pub fn sheets(&self) -> &[String] {
        &self.names
    }

    /// Gives every row of a sheet that holds something, from the top, until enough were given.
    ///
    /// # Errors
    /// Why the sheet is refused.
    pub fn each_row(&mut self, sheet: &str, each: Each<'_>) -> Result<(), FileError> {
        if !self.names.iter().any(|name| name == sheet) {
            return Err(FileError::NoSuchSheet);
        }
        self.sheets.rows(sheet, &mut Sink::new(each))
    }

    /// The first rows of the sheet that was chosen, or of the first one that holds anything.
    ///
    /// # Errors
    /// Why the workbook or the sheet is refused.
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
