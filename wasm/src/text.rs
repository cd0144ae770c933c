//! Text search in the browser, with the same rules as on the server.

use shared::text;
use wasm_bindgen::prelude::*;

/// Returns whether the text contains every word of the search text, ignoring case and accents.
#[wasm_bindgen(js_name = matchesSearch)]
pub fn matches_search(text: &str, typed: &str) -> bool {
    text::matches_search(text, typed)
}

/// Returns whether two names count as the same, ignoring case, accents and extra spaces.
#[wasm_bindgen(js_name = sameName)]
pub fn same_name(one: &str, other: &str) -> bool {
    text::fold_name(one) == text::fold_name(other)
}
