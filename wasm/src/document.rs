//! Limits of documents.

use shared::document::MAX_DOCUMENT_BYTES;
use wasm_bindgen::prelude::*;

/// Returns the maximum size of a document in bytes.
#[wasm_bindgen(js_name = maxDocumentBytes)]
pub fn max_document_bytes() -> f64 {
    MAX_DOCUMENT_BYTES as f64
}
