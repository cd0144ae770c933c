//! Validation of list queries.

use crate::{all, day, read};
use shared::list::{ListName, ListQuery, Private, check_shown};
use shared::problem::FieldProblem;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Validates a query. Returns an empty list if the server would accept it. `today` is `YYYY-MM-DD`.
#[wasm_bindgen(js_name = checkQuery)]
pub fn check_query(
    list: Ts<ListName>,
    query: Ts<ListQuery>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(
        check_shown(read(&list)?, (None, Private::All), &read(&query)?, day(today)?)
            .err()
            .unwrap_or_default(),
    )
}
