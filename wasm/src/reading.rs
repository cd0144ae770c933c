//! A text file that somebody chose, read where it is, before it has been sent. It runs in a worker, which a hostile file
//! may take down.

use crate::refusal::{read_all, refused};
use crate::{one, read};
use shared::contact::ContactKind;
use shared::upload::mapping::Mapping;
use shared::upload::reading::limits::{FILE_BYTES, HEAD_BYTES};
use shared::upload::reading::{self, EncodingGuess, FileError, Format, Head, ReadError, ReadingChoice};
use shared::upload::suggest;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// What a file of so many bytes is, by its first ones.
#[wasm_bindgen(js_name = fileFormat)]
pub fn file_format(start: &[u8], bytes: f64, file_name: &str) -> Result<Ts<Format>, JsValue> {
    #[expect(clippy::cast_precision_loss, reason = "the limit is a small number")]
    if bytes > FILE_BYTES as f64 {
        return Err(refused(&FileError::TooLarge));
    }
    let format = reading::format(start, file_name).map_err(|error| refused(&error))?;
    Ok(one(format)?)
}

/// The head of a text by its first bytes. `is_whole` says that nothing follows them.
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

/// How many of its bytes the head of a text is found in.
#[wasm_bindgen(js_name = headBytes)]
pub fn head_bytes() -> usize {
    HEAD_BYTES
}

/// What the columns of a file seem to hold, from its first rows.
#[wasm_bindgen(js_name = suggestMapping)]
pub fn suggest_mapping(kind: Ts<ContactKind>, head: Ts<Head>) -> Result<Ts<Mapping>, JsError> {
    let head = read(&head)?;
    let rows: Vec<_> = head.data().map(|row| row.cells.iter().collect()).collect();
    one(suggest::mapping(read(&kind)?, &head.reading.columns, &rows, &[]))
}

/// How many rows a text has below its header, read to its end.
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
