//! How a file is to be read, and why it is refused.

use crate::read;
use js_sys::{Error, Reflect};
use shared::upload::reading::{FileError, ReadingChoice};
use tsify::Ts;
use wasm_bindgen::prelude::*;

pub fn read_all(choices: &[Ts<ReadingChoice>]) -> Result<Vec<ReadingChoice>, JsError> {
    choices.iter().map(read).collect()
}

/// An `Error` with the sentence for the person, and the refusal's code.
pub fn refused(error: &FileError) -> JsValue {
    let thrown = Error::new(&error.to_string());
    // It fails on frozen objects alone.
    _ = Reflect::set(&thrown, &"code".into(), &error.code().into());
    thrown.into()
}
