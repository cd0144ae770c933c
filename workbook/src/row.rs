//! Rows gathered from cells.

use crate::Each;
use csv::StringRecord;
use shared::upload::reading::limits::{CELL_BYTES, COLUMNS};
use shared::upload::reading::{FileError, Row, column_letters};

/// Puts cells together to rows, which it gives away one by one. Rows come in order.
pub struct Sink<'a> {
    each: Each<'a>,
    /// Counted from 0.
    row: u32,
    cells: Vec<String>,
    is_satisfied: bool,
}

impl<'a> Sink<'a> {
    pub fn new(each: Each<'a>) -> Self {
        Self {
            each,
            row: 0,
            cells: Vec::new(),
            is_satisfied: false,
        }
    }

    /// Takes a cell, counted from 0. False when no more are wanted.
    pub fn cell(&mut self, row: u32, column: usize, text: String) -> Result<bool, FileError> {
        if row != self.row {
            if row < self.row {
                return Err(FileError::Unreadable);
            }
            self.flush();
            self.row = row;
        }
        if text.trim().is_empty() {
            return Ok(!self.is_satisfied);
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
        Ok(!self.is_satisfied)
    }

    /// Gives away the row that was gathered last.
    pub fn flush(&mut self) {
        if !self.cells.is_empty() && !self.is_satisfied {
            let row = Row::new(self.row + 1, StringRecord::from(std::mem::take(&mut self.cells)));
            self.is_satisfied = !(self.each)(row);
        }
        self.cells.clear();
    }

    pub fn is_satisfied(&self) -> bool {
        self.is_satisfied
    }
}
