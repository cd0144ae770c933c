//! Money, dates, ages and telephone numbers as people read them.

use crate::{all, day, read};
use rust_decimal::Decimal;
use shared::contract::{Choice, EnumName, options};
use shared::{contact::phone, date, money};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// `1,234` with 0 decimals, `1,234.50` with 2; `-` for none. Takes the exact decimal text of the wire.
#[wasm_bindgen(js_name = formatMoney)]
pub fn format_money(amount: Option<String>, decimals: u8) -> Result<String, JsError> {
    let amount = amount
        .map(|text| text.parse::<Decimal>())
        .transpose()
        .map_err(|_| JsError::new("money travels as decimal text"))?;
    Ok(if decimals == 0 {
        money::format_whole(amount)
    } else {
        money::format_cents(amount)
    })
}

/// `(415) 555-0100 x12` of a stored number.
#[wasm_bindgen(js_name = formatPhone)]
pub fn format_phone(stored: &str) -> String {
    phone::format(stored)
}

/// `MM/dd/yyyy` of `YYYY-MM-DD`.
#[wasm_bindgen(js_name = formatDate)]
pub fn format_date(iso: &str) -> Result<String, JsError> {
    Ok(date::format(day(iso)?))
}

/// Full years on `today`; nothing before birth.
#[wasm_bindgen(js_name = ageOn)]
pub fn age_on(dob: &str, today: &str) -> Result<Option<i16>, JsError> {
    Ok(date::age(day(dob)?, day(today)?))
}

/// The codes of a set with their labels, in the order of a menu.
#[wasm_bindgen]
pub fn choices(set: Ts<EnumName>) -> Result<Vec<Ts<Choice>>, JsError> {
    all(options(read(&set)?))
}
