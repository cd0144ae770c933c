//! Formatting of money, dates, ages and phone numbers, and comparison of amounts.

use crate::{all, day, read};
use rust_decimal::Decimal;
use shared::contract::{Choice, EnumName, options};
use shared::{contact::phone, date, money};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Formats an amount: `$1,234` with 0 decimals, `$1,234.50` with 2, `-` if it is missing. Takes decimal text,
/// or an amount as typed in forms.
#[wasm_bindgen(js_name = formatMoney)]
pub fn format_money(amount: Option<String>, decimals: u8) -> Result<String, JsError> {
    let amount = amount
        .map(|text| text.parse::<Decimal>().ok().or_else(|| money::parse(&text).ok()))
        .map(|amount| amount.ok_or_else(|| JsError::new("expected an amount")))
        .transpose()?;
    Ok(if decimals == 0 {
        money::format_whole(amount)
    } else {
        money::format_cents(amount)
    })
}

/// Compares two exact amounts: negative, zero or positive.
#[wasm_bindgen(js_name = compareAmounts)]
pub fn compare_amounts(one: &str, other: &str) -> Result<i32, JsError> {
    let order = money::compare(one, other).ok_or_else(|| JsError::new("expected amounts as decimal text"))?;
    Ok(order as i32)
}

/// Formats a stored phone number as `(415) 555-0100 x12`.
#[wasm_bindgen(js_name = formatPhone)]
pub fn format_phone(stored: &str) -> String {
    phone::format(stored)
}

/// Formats `YYYY-MM-DD` as `MM/dd/yyyy`.
#[wasm_bindgen(js_name = formatDate)]
pub fn format_date(iso: &str) -> Result<String, JsError> {
    Ok(date::format(day(iso)?))
}

/// Returns the age in full years on `today`, or `undefined` before birth.
#[wasm_bindgen(js_name = ageOn)]
pub fn age_on(dob: &str, today: &str) -> Result<Option<i16>, JsError> {
    Ok(date::age(day(dob)?, day(today)?))
}

/// Returns the codes and labels of an enumeration, in menu order.
#[wasm_bindgen]
pub fn choices(set: Ts<EnumName>) -> Result<Vec<Ts<Choice>>, JsError> {
    all(options(read(&set)?))
}
