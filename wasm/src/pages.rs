//! Menu paths, for the test that compares them with the routes of the web app.

use shared::menu;
use wasm_bindgen::prelude::*;

/// Paths of menu entries with a page. Each needs a route.
#[wasm_bindgen(js_name = pagesBuilt)]
pub fn pages_built() -> Vec<String> {
    menu::built().into_iter().map(Into::into).collect()
}

/// Paths of menu entries without a page. They must not have a route.
#[wasm_bindgen(js_name = pagesNotBuilt)]
pub fn pages_not_built() -> Vec<String> {
    menu::not_built().into_iter().map(Into::into).collect()
}
