//! XLS reader. Loads whole sheets including blank cells, so that only the process limits bound its memory usage.

use crate::Sheets;
use crate::display;
use crate::row::RowCollector;
use crate::xls_formats::Formats;
use crate::xlsx::visible;
use calamine::{Reader as _, Xls as Calamine, XlsError};
use shared::upload::reading::FileError;
use std::io::{Read, Seek, SeekFrom};

pub struct Xls<R: Read + Seek> {
    workbook: Calamine<R>,
    formats: Formats,
}

impl<R: Read + Seek> Xls<R> {
    /// Opens a compound file, which may also be a password-protected XLSX workbook.
    pub fn open(mut source: R) -> Result<Self, FileError> {
        let mut bytes = Vec::new();
        source
            .read_to_end(&mut bytes)
            .map_err(|_| FileError::Unreadable)?;
        source
            .seek(SeekFrom::Start(0))
            .map_err(|_| FileError::Unreadable)?;
        if has_stream(&bytes, "EncryptedPackage") {
            return Err(FileError::PasswordProtected);
        }
        if !has_stream(&bytes, "Workbook") && !has_stream(&bytes, "Book") {
            return Err(FileError::UnknownFormat);
        }
        let formats = Formats::of(&bytes);
        drop(bytes);
        let workbook = Calamine::new(source).map_err(refusal)?;
        Ok(Self { workbook, formats })
    }
}

impl<R: Read + Seek> Sheets for Xls<R> {
    fn names(&self) -> Vec<String> {
        visible(self.workbook.sheets_metadata())
    }

    fn rows(&mut self, sheet: &str, sink: &mut RowCollector<'_>) -> Result<(), FileError> {
        let names = self.workbook.sheets_metadata().iter();
        let index = names.take_while(|known| known.name != sheet).count();
        let range = self.workbook.worksheet_range(sheet).map_err(refusal)?;
        let (first_row, first_column) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let row = first_row + u32::try_from(row).map_err(|_| FileError::Unreadable)?;
            let column = first_column as usize + column;
            let format = self.formats.of_cell(index, row, column);
            if !sink.cell(row, column, display::value(value.clone(), format))? {
                return Ok(());
            }
        }
        sink.flush();
        Ok(())
    }
}

/// Returns whether the directory of a compound file contains a stream.
fn has_stream(file: &[u8], name: &str) -> bool {
    let name: Vec<u8> = name
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .chain([0, 0])
        .collect();
    // Directory entries are 128 bytes long and start with the name.
    file.chunks(128).any(|entry| entry.starts_with(&name))
}

#[expect(clippy::needless_pass_by_value, reason = "map_err passes an owned error")]
fn refusal(error: XlsError) -> FileError {
    match error {
        XlsError::Password => FileError::PasswordProtected,
        XlsError::WorksheetNotFound(_) => FileError::NoSuchSheet,
        _ => FileError::Unreadable,
    }
}
