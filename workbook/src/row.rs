//! Collects cells into rows.

use crate::RowCallback;
use csv::StringRecord;
use shared::upload::reading::limits::{CELL_BYTES, COLUMNS};
use shared::upload::reading::{FileError, Row, column_letters};

/// Collects cells into rows and passes each row on. Cells must arrive in row order.
pub struct RowCollector<'a> {
    each: RowCallback<'a>,
    /// Zero-based index.
    row: u32,
    cells: Vec<String>,
    is_done: bool,
}

impl<'a> RowCollector<'a> {
    pub fn new(each: RowCallback<'a>) -> Self {
        Self {
            each,
            row: 0,
            cells: Vec::new(),
            is_done: false,
        }
    }

    /// Adds a cell. Indexes start at 0. Returns false if the caller needs no more rows.
    pub fn cell(&mut self, row: u32, column: usize, text: String) -> Result<bool, FileError> {
        if row != self.row {
            if row < self.row {
                return Err(FileError::Unreadable);
            }
            self.flush();
            self.row = row;
        }
        if text.trim().is_empty() {
            return Ok(!self.is_done);
        }
        if column >= COLUMNS {
            return Err(FileError::TooManyColumns { row: row + 1 });
        }
        if text.len() > CELL_BYTES {
            let column = column_letters(column);
            return Err(FileError::CellTooLong { row: row + 1, column });
        }
        if self.cells.len() <= column {
            self.cells.resize(column + 1, String::new());
        }
        self.cells[column] = text;
        Ok(!self.is_done)
    }

    /// Passes on the current row.
    pub fn flush(&mut self) {
        if !self.cells.is_empty() && !self.is_done {
            let row = Row::new(self.row + 1, StringRecord::from(std::mem::take(&mut self.cells)));
            self.is_done = !(self.each)(row);
        }
        self.cells.clear();
    }

    pub fn is_done(&self) -> bool {
        self.is_done
    }
}
