//! XLSX reader. Works cell by cell.

use crate::Sheets;
use crate::display::{self, NumberFormat};
use crate::row::RowCollector;
use calamine::{Reader as _, SheetType, SheetVisible, Xlsx as Calamine, XlsxError};
use shared::upload::reading::FileError;
use std::io::{Read, Seek};

pub struct Xlsx<R: Read + Seek>(Calamine<R>);

impl<R: Read + Seek> Xlsx<R> {
    pub fn open(source: R) -> Result<Self, FileError> {
        Calamine::new(source).map(Self).map_err(refusal)
    }
}

impl<R: Read + Seek> Sheets for Xlsx<R> {
    fn names(&self) -> Vec<String> {
        visible(self.0.sheets_metadata())
    }

    fn rows(&mut self, sheet: &str, sink: &mut RowCollector<'_>) -> Result<(), FileError> {
        let mut cells = self.0.worksheet_cells_reader(sheet).map_err(refusal)?;
        let formats: Vec<NumberFormat> = cells
            .styles()
            .iter()
            .map(|style| {
                style
                    .number_format
                    .as_ref()
                    .map_or("", |format| &format.format_code)
            })
            .map(NumberFormat::new)
            .collect();
        while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(refusal)? {
            let (row, column) = cell.get_position();
            let value = cell.get_value().clone().into();
            let text = display::value(value, formats.get(style));
            if !sink.cell(row, column as usize, text)? {
                return Ok(());
            }
        }
        sink.flush();
        Ok(())
    }
}

/// Returns the names of the visible worksheets, or of all worksheets if none is visible.
pub fn visible(sheets: &[calamine::Sheet]) -> Vec<String> {
    let of_cells = || sheets.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names = |sheets: Vec<&calamine::Sheet>| sheets.into_iter().map(|sheet| sheet.name.clone()).collect();
    let seen: Vec<_> = of_cells()
        .filter(|sheet| sheet.visible == SheetVisible::Visible)
        .collect();
    names(if seen.is_empty() {
        of_cells().collect()
    } else {
        seen
    })
}

#[expect(clippy::needless_pass_by_value, reason = "map_err passes an owned error")]
fn refusal(error: XlsxError) -> FileError {
    match error {
        XlsxError::Password => FileError::PasswordProtected,
        XlsxError::WorksheetNotFound(_) => FileError::NoSuchSheet,
        _ => FileError::Unreadable,
    }
}
