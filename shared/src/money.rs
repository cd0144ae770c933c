//! US dollar amounts as exact decimals, stored as `numeric(18,2)`.

use crate::contract::PremiumMode;
use crate::fault::Fault;
use crate::text::clean;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// An amount validation error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("Enter an amount.")]
    Empty,
    #[error("Enter an amount in digits, for example 1,234.50.")]
    Format,
    #[error("Check the thousands separators. Enter the amount as 1234567.50 or 1,234,567.50.")]
    Grouping,
    #[error("Enter an amount of zero or more.")]
    Negative,
    #[error("Enter an amount with up to two decimal places.")]
    TooPrecise,
    #[error("Enter an amount with up to 16 digits before the decimal point.")]
    TooLarge,
}

impl MoneyError {
    /// Returns the stable snake-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "money_missing",
            Self::Format => "money_format",
            Self::Grouping => "money_grouping",
            Self::Negative => "money_negative",
            Self::TooPrecise => "money_too_precise",
            Self::TooLarge => "money_too_large",
        }
    }
}

impl From<MoneyError> for Fault {
    fn from(error: MoneyError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// 10^16, the smallest amount that does not fit into `numeric(18,2)`.
const LIMIT: i64 = 10_000_000_000_000_000;

/// Parses an amount such as `1234.5` or `$ 1,234.50`. Also accepts foreign separators: `1.234.567,50`,
/// `1 234 567`.
///
/// A single comma groups thousands, and a single point separates cents, as in the US. Ambiguous or
/// inconsistent separators are errors. Negative amounts are errors in every notation.
pub fn parse(typed: &str) -> Result<Decimal, MoneyError> {
    let text = clean(typed);
    if text.is_empty() {
        return Err(MoneyError::Empty);
    }
    let is_negative = |text: &str| {
        text.starts_with(['-', '\u{2212}'])
            || text.ends_with('-')
            || text.starts_with('(') && text.ends_with(')')
    };
    if is_negative(&text) {
        return Err(MoneyError::Negative);
    }
    let amount = ["US$", "USD", "$"]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .unwrap_or(&text);
    let amount = amount.strip_suffix("USD").unwrap_or(amount).trim();
    if is_negative(amount) {
        return Err(MoneyError::Negative);
    }
    let (whole, cents) = split_cents(amount)?;
    if cents.len() > 2 {
        return Err(MoneyError::TooPrecise);
    }
    if whole.trim_start_matches('0').len() > 16 {
        return Err(MoneyError::TooLarge);
    }
    let units: i64 = if whole.is_empty() {
        0
    } else {
        whole.parse().map_err(|_| MoneyError::Format)?
    };
    let cents: i64 = format!("{cents:0<2}").parse().map_err(|_| MoneyError::Format)?;
    Ok(Decimal::new(units * 100 + cents, 2))
}

/// Splits an amount into whole digits and cents. Checks and removes group separators.
fn split_cents(amount: &str) -> Result<(String, &str), MoneyError> {
    let is_separator = |c: char| matches!(c, '.' | ',' | ' ' | '\'' | '\u{2019}');
    if !amount.contains(|c: char| c.is_ascii_digit())
        || !amount.chars().all(|c| c.is_ascii_digit() || is_separator(c))
    {
        return Err(MoneyError::Format);
    }
    let mut separators = amount.matches(is_separator);
    let Some(first) = separators.next() else {
        return Ok((amount.into(), ""));
    };
    let last = separators.next_back().unwrap_or(first);
    let count = amount.matches(is_separator).count();
    let has_cents = first != last || (first == "." && count == 1);
    let (whole, cents) = match amount.rsplit_once(last) {
        Some(parts) if has_cents && matches!(last, "." | ",") => parts,
        _ if has_cents => return Err(MoneyError::Grouping),
        _ => (amount, ""),
    };
    if has_cents && cents.is_empty() {
        return Err(MoneyError::Format);
    }
    let groups: Vec<&str> = whole.split(first).collect();
    if groups.iter().any(|group| group.contains(is_separator)) {
        return Err(MoneyError::Grouping);
    }
    let is_grouped = groups.len() > 1;
    let fits = (1..=3).contains(&groups[0].len())
        && !groups[0].starts_with('0')
        && groups[1..].iter().all(|group| group.len() == 3);
    if is_grouped && !fits {
        return Err(MoneyError::Grouping);
    }
    Ok((groups.concat(), cents))
}

/// Deserializes an optional amount from decimal text or user input. Rejects JSON numbers, which may have been
/// rounded.
pub(crate) fn deserialize_optional<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Decimal>, D::Error> {
    let typed = Option::<String>::deserialize(deserializer)?;
    typed
        .map(|text| parse(&text))
        .transpose()
        .map_err(D::Error::custom)
}

/// Like [`deserialize_optional`], for a percentage.
pub(crate) fn deserialize_percent<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Decimal>, D::Error> {
    let typed = Option::<String>::deserialize(deserializer)?;
    typed
        .map(|text| parse_percent(&text))
        .transpose()
        .map_err(D::Error::custom)
}

/// Like [`deserialize_percent`], for a list of percentages.
pub(crate) fn deserialize_percents<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Decimal>, D::Error> {
    let typed = Vec::<String>::deserialize(deserializer)?;
    typed
        .iter()
        .map(|text| parse_percent(text))
        .collect::<Result<_, _>>()
        .map_err(D::Error::custom)
}

/// Parses an amount that cannot be zero. Codes: `out_of_range`, and those of [`MoneyError`].
pub fn parse_positive(typed: &str) -> Result<Decimal, Fault> {
    let amount = parse(typed)?;
    if amount.is_zero() {
        return Err(Fault::new("out_of_range", "Enter an amount greater than zero."));
    }
    Ok(amount)
}

/// Checks a decimal amount and rescales it to two decimal places.
pub fn check(amount: Decimal) -> Result<Decimal, MoneyError> {
    if amount < Decimal::ZERO {
        return Err(MoneyError::Negative);
    }
    if amount >= Decimal::from(LIMIT) {
        return Err(MoneyError::TooLarge);
    }
    if amount.normalize().scale() > 2 {
        return Err(MoneyError::TooPrecise);
    }
    let mut exact = amount;
    exact.rescale(2);
    Ok(exact)
}

/// Parses a percentage such as `5`, `5.25` or `5.25 %`. Does not check its range.
pub fn parse_percent(typed: &str) -> Result<Decimal, Fault> {
    let text = clean(typed);
    let digits = text.strip_suffix('%').unwrap_or(&text).trim();
    let is_plain = digits.len() <= 12 && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let percent = if is_plain { digits.parse().ok() } else { None };
    percent.ok_or_else(|| {
        Fault::new(
            "percent_format",
            "Enter a percentage in digits, for example 5.25.",
        )
    })
}

/// Checks a percentage: 0 to 100, up to four decimal places.
pub fn check_percent(percent: Decimal) -> Result<Decimal, Fault> {
    if percent < Decimal::ZERO || percent > Decimal::ONE_HUNDRED {
        return Err(Fault::new("percent_range", "Enter a percentage from 0 to 100."));
    }
    if percent.normalize().scale() > 4 {
        return Err(Fault::new(
            "percent_too_precise",
            "Enter a percentage with up to four decimal places.",
        ));
    }
    Ok(percent)
}

/// Compares two amounts given as exact decimal text. `None` if one is not a number.
pub fn compare(one: &str, other: &str) -> Option<std::cmp::Ordering> {
    let (one, other): (Decimal, Decimal) = (one.parse().ok()?, other.parse().ok()?);
    Some(one.cmp(&other))
}

/// Formats an amount in whole dollars for lists: `$1,234,567`. Rounds half away from zero. `None` becomes `-`.
pub fn format_whole(amount: Option<Decimal>) -> String {
    format(amount, 0)
}

/// Formats an amount with cents for record pages: `$1,234,567.50`. Rounds half away from zero. `None` becomes
/// `-`.
pub fn format_cents(amount: Option<Decimal>) -> String {
    format(amount, 2)
}

fn format(amount: Option<Decimal>, decimals: u32) -> String {
    let Some(amount) = amount else {
        return "-".into();
    };
    let mut rounded = amount.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
    rounded.rescale(decimals);
    let digits = rounded.abs().to_string();
    let (whole, cents) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut shown = String::from(if rounded < Decimal::ZERO { "-$" } else { "$" });
    shown.push_str(&group_thousands(whole));
    if decimals > 0 {
        shown.push('.');
        shown.push_str(cents);
    }
    shown
}

/// Formats a count for lists: `1,234`. `None` becomes `-`.
pub fn format_count(count: Option<i64>) -> String {
    let Some(count) = count else {
        return "-".into();
    };
    let sign = if count < 0 { "-" } else { "" };
    format!("{sign}{}", group_thousands(&count.unsigned_abs().to_string()))
}

/// Separates groups of three digits with commas.
fn group_thousands(whole: &str) -> String {
    let mut shown = String::with_capacity(whole.len() + whole.len() / 3);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Annualizes a modal premium. Returns `None` if the mode has no fixed frequency or on overflow.
pub fn annualized(mode: PremiumMode, modal_premium: Decimal) -> Option<Decimal> {
    modal_premium.checked_mul(mode.payments_per_year()?.into())
}

#[cfg(test)]
mod tests;
