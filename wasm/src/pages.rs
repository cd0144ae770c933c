//! Which pages of the menu there are: for the test that compares them with the routes.

use shared::menu;
use wasm_bindgen::prelude::*;

/// The addresses of menu entries whose screen is there: each needs a route.
#[wasm_bindgen(js_name = pagesBuilt)]
pub fn pages_built() -> Vec<String> {
    menu::built().into_iter().map(Into::into).collect()
}

/// The addresses of menu entries whose screen is not there yet: no route may have them.
#[wasm_bindgen(js_name = pagesNotBuilt)]
pub fn pages_not_built() -> Vec<String> {
    menu::not_built().iter().map(|path| (*path).into()).collect()
}
