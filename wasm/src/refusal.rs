//! Converts reading choices from JavaScript, and file errors to JavaScript.

use crate::read;
use js_sys::{Error, Reflect};
use shared::upload::reading::{FileError, ReadingChoice};
use tsify::Ts;
use wasm_bindgen::prelude::*;

pub fn read_all(choices: &[Ts<ReadingChoice>]) -> Result<Vec<ReadingChoice>, JsError> {
    choices.iter().map(read).collect()
}

/// Creates an `Error` with the user's message and the error code.
pub fn refused(error: &FileError) -> JsValue {
    let thrown = Error::new(&error.to_string());
    // Fails only for frozen objects.
    _ = Reflect::set(&thrown, &"code".into(), &error.code().into());
    thrown.into()
}
