//! Reads a workbook in the browser before it is uploaded. Runs in a worker, because exceeding the module's
//! memory limit terminates it.

use crate::refusal::{read_all, refused};
use crate::{one, read};
use shared::upload::reading::limits::{HEAD_ROWS, ROWS};
use shared::upload::reading::{FileError, Format, Head, Reading, ReadingChoice};
use std::io::Cursor;
use tsify::Ts;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
pub struct OpenWorkbook(workbook::Workbook);

#[wasm_bindgen]
impl OpenWorkbook {
    /// Opens a workbook after checking its uncompressed size.
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>, format: Ts<Format>) -> Result<OpenWorkbook, JsValue> {
        let opened = workbook::Workbook::open(read(&format)?, Cursor::new(file));
        opened.map(Self).map_err(|error| refused(&error))
    }

    /// Reads the head of the chosen sheet, or of the first one that is not empty.
    pub fn head(&mut self, choices: Vec<Ts<ReadingChoice>>) -> Result<Ts<Head>, JsValue> {
        let head = self.0.head(HEAD_ROWS, &read_all(&choices)?);
        Ok(one(head.map_err(|error| refused(&error))?)?)
    }

    /// Counts the rows below the header of a sheet.
    #[wasm_bindgen(js_name = countRows)]
    pub fn count_rows(&mut self, reading: Ts<Reading>) -> Result<u32, JsValue> {
        self.count(&read(&reading)?).map_err(|error| refused(&error))
    }

    fn count(&mut self, reading: &Reading) -> Result<u32, FileError> {
        let sheet = reading.sheet.as_deref().ok_or(FileError::NoSuchSheet)?;
        let above = reading.rows_above();
        let mut rows = 0;
        self.0.each_row(sheet, &mut |row| {
            rows += u32::from(row.number > above);
            rows <= ROWS
        })?;
        if rows > ROWS {
            return Err(FileError::TooManyRows);
        }
        Ok(rows)
    }
}
