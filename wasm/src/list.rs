//! List definitions.

use crate::{one, read};
use shared::contract::bulk::MAX_EDITED_CONTRACTS;
use shared::list::operator::Arity;
use shared::list::{FilterOp, ListDefinition, ListFailures, ListName, MAX_SELECTED_ROWS};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the columns and default order of a list.
#[wasm_bindgen(js_name = listDefinition)]
pub fn list_definition(list: Ts<ListName>) -> Result<Ts<ListDefinition>, JsError> {
    one(ListDefinition::of(read(&list)?))
}

/// Returns the messages for a list's failed API calls.
#[wasm_bindgen(js_name = listFailures)]
pub fn list_failures(list: Ts<ListName>) -> Result<Ts<ListFailures>, JsError> {
    one(ListFailures::of(read(&list)?))
}

/// Returns the maximum number of rows that a user can select one by one.
#[wasm_bindgen(js_name = maxSelectedRows)]
pub fn max_selected_rows() -> usize {
    MAX_SELECTED_ROWS
}

/// Returns the maximum number of contracts per bulk edit.
#[wasm_bindgen(js_name = maxEditedContracts)]
pub fn max_edited_contracts() -> usize {
    MAX_EDITED_CONTRACTS
}

/// Returns the number of values that an operator takes: `none`, `one`, `two`, `many` or `days`.
#[wasm_bindgen(js_name = operatorArity, unchecked_return_type = "\"none\" | \"one\" | \"two\" | \"many\" | \"days\"")]
pub fn operator_arity(op: Ts<FilterOp>) -> Result<String, JsError> {
    Ok(match read(&op)?.arity() {
        Arity::None => "none",
        Arity::One => "one",
        Arity::Two => "two",
        Arity::Many => "many",
        Arity::Days => "days",
    }
    .to_owned())
}
