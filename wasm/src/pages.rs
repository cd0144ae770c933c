//! Menu paths, for the test that compares them with the routes of the web app.

use shared::menu;
use wasm_bindgen::prelude::*;

/// Returns the paths of menu entries with a page. Each needs a route.
#[wasm_bindgen(js_name = pagesBuilt)]
pub fn pages_built() -> Vec<String> {
    menu::built().into_iter().map(Into::into).collect()
}

/// Returns the paths of menu entries without a page. These must not have a route.
#[wasm_bindgen(js_name = pagesNotBuilt)]
pub fn pages_not_built() -> Vec<String> {
    menu::not_built().into_iter().map(Into::into).collect()
}
