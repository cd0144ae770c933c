//! Reads a text file in the browser before it is uploaded. Runs in a worker, because a malicious file may
//! crash it.

use crate::refusal::{read_all, refused};
use crate::{one, read};
use shared::upload::mapping::Mapping;
use shared::upload::reading::limits::{FILE_BYTES, HEAD_BYTES};
use shared::upload::reading::{self, EncodingGuess, FileError, Format, Head, ReadError, ReadingChoice};
use shared::upload::suggest;
use shared::upload::upload_type::UploadType;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Detects the format of a file from its first bytes and total size.
#[wasm_bindgen(js_name = fileFormat)]
pub fn file_format(start: &[u8], bytes: f64, file_name: &str) -> Result<Ts<Format>, JsValue> {
    #[expect(clippy::cast_precision_loss, reason = "the limit is a small number")]
    if bytes > FILE_BYTES as f64 {
        return Err(refused(&FileError::TooLarge));
    }
    let format = reading::format(start, file_name).map_err(|error| refused(&error))?;
    Ok(one(format)?)
}

/// Reads the head of a text from its first bytes. `is_whole` tells whether they are the complete file.
#[wasm_bindgen(js_name = textHead)]
pub fn text_head(
    start: &[u8],
    is_whole: bool,
    file_name: &str,
    choices: Vec<Ts<ReadingChoice>>,
) -> Result<Ts<Head>, JsValue> {
    let head = reading::head(start, is_whole, file_name, &read_all(&choices)?);
    Ok(one(head.map_err(|error| refused(&error))?)?)
}

/// Returns the number of bytes that are enough to read the head of a text.
#[wasm_bindgen(js_name = headBytes)]
pub fn head_bytes() -> usize {
    HEAD_BYTES
}

/// Suggests a mapping from the first rows of a file.
#[wasm_bindgen(js_name = suggestMapping)]
pub fn suggest_mapping(kind: Ts<UploadType>, head: Ts<Head>) -> Result<Ts<Mapping>, JsError> {
    let head = read(&head)?;
    let rows: Vec<_> = head.data().map(|row| row.cells.iter().collect()).collect();
    one(suggest::mapping(read(&kind)?, &head.reading.columns, &rows, &[]))
}

/// Counts the rows below the header of a complete text.
#[wasm_bindgen(js_name = countRows)]
pub fn count_rows(file: &[u8], file_name: &str, choices: Vec<Ts<ReadingChoice>>) -> Result<u32, JsValue> {
    let choices = read_all(&choices)?;
    count(file, file_name, &choices).map_err(|error| refused(&error))
}

fn count(file: &[u8], file_name: &str, choices: &[ReadingChoice]) -> Result<u32, FileError> {
    let mut guess = EncodingGuess::default();
    guess.feed(file);
    let start = &file[..file.len().min(HEAD_BYTES)];
    let is_whole = start.len() == file.len();
    let head = reading::head_as(start, is_whole, file_name, choices, guess.name(true))?;
    let mut rows = 0;
    for row in reading::rows(file, &head.reading)? {
        match row {
            Ok(_) => rows += 1,
            Err(ReadError::File(error)) => return Err(error),
            Err(ReadError::Io(_)) => return Err(FileError::Unreadable),
        }
    }
    Ok(rows)
}
