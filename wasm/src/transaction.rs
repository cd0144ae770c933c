//! Validation of loans and withdrawals. Days are `YYYY-MM-DD`.

use crate::{all, day, line_of, one, read};
use shared::contract::transaction::{self, TransactionChoices, TransactionInput};
use shared::problem::{FieldProblem, Findings};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the options and limits of the form for a transaction of a policy or annuity.
#[wasm_bindgen(js_name = transactionChoices)]
pub fn transaction_choices(is_annuity: bool) -> Result<Ts<TransactionChoices>, JsError> {
    one(TransactionChoices::of(line_of(is_annuity)))
}

/// Validates a transaction. `issued` is the issue date of the contract, if it is known.
#[wasm_bindgen(js_name = checkTransaction)]
pub fn check_transaction(
    input: Ts<TransactionInput>,
    is_annuity: bool,
    issued: Option<String>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let issued = issued.as_deref().map(day).transpose()?;
    let known = (line_of(is_annuity), issued);
    let mut findings = Findings::default();
    transaction::read(&read(&input)?, known, day(today)?, &mut findings);
    all(findings.0)
}
