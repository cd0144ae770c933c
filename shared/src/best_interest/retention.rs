//! Retention period of signed forms.

use crate::date::anniversary;
use jiff::civil::Date;

/// Years for states without an entry in `YEARS`. The model regulation requires 5. No state requires more than 10.
const DEFAULT_YEARS: i16 = 10;

/// Years after the transaction by USPS code. Sources: Ala. Admin. Code r. 482-1-137-.08; 02-031 C.M.R. ch. 917, section 9.
const YEARS: [(&str, i16); 2] = [("AL", 3), ("ME", 3)];

/// Returns the first day on which a form signed on `signed_on` no longer has to be retained. `state` is the
/// owner's state.
pub fn retain_until(signed_on: Date, state: Option<&str>) -> Date {
    let of_state = YEARS.iter().find(|(code, _)| Some(*code) == state);
    let years = of_state.map_or(DEFAULT_YEARS, |(_, years)| *years);
    anniversary(signed_on, years).unwrap_or(Date::MAX)
}
