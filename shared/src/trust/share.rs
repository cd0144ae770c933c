//! Shares of beneficiaries in percent, stored as `numeric(7,4)`.

use super::TrustPerson;
use crate::fault::Fault;
use crate::text::clean;
use rust_decimal::Decimal;
use uuid::Uuid;

const DECIMALS: usize = 4;
/// Longest share with leading zeros that is read.
const MAX_CHARS: usize = 20;

/// A share validation error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    #[error("Enter a share.")]
    Empty,
    #[error("Enter the share in percent, for example 33.3333.")]
    Format,
    #[error("Enter a share with up to four decimal places.")]
    TooPrecise,
    #[error("Enter a share greater than 0 and up to 100.")]
    OutOfRange,
}

impl ShareError {
    /// Returns the stable snake-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "share_missing",
            Self::Format => "share_format",
            Self::TooPrecise => "share_too_precise",
            Self::OutOfRange => "share_out_of_range",
        }
    }
}

impl From<ShareError> for Fault {
    fn from(error: ShareError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// Parses a share such as `33.3333` or `50 %`.
pub fn parse(typed: &str) -> Result<Decimal, ShareError> {
    let text = clean(typed);
    if text.is_empty() {
        return Err(ShareError::Empty);
    }
    let number = text.strip_suffix('%').unwrap_or(&text).trim_end();
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let are_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if number.len() > MAX_CHARS || whole.is_empty() || !are_digits(whole) || !are_digits(decimals) {
        return Err(ShareError::Format);
    }
    if decimals.len() > DECIMALS {
        return Err(ShareError::TooPrecise);
    }
    let share: Decimal = number
        .trim_end_matches('.')
        .parse()
        .map_err(|_| ShareError::Format)?;
    if share.is_zero() || share > Decimal::ONE_HUNDRED {
        return Err(ShareError::OutOfRange);
    }
    Ok(share.normalize())
}

/// Formats a share or a sum of shares, without trailing zeros.
pub fn format(share: Decimal) -> String {
    share.normalize().to_string()
}

/// Returns the share of a person in a response.
pub fn of(person: &TrustPerson) -> Option<Decimal> {
    person.share_percent.as_deref()?.parse().ok()
}

/// Adds up the shares of all people except one.
pub fn sum(people: &[TrustPerson], except: Option<Uuid>) -> Decimal {
    let others = people.iter().filter(|person| Some(person.uuid) != except);
    others.filter_map(of).sum()
}

/// Checks a share against the sum of the shares of the other beneficiaries.
///
/// # Errors
/// Returns `shares_exceed_100` if the sum is more than 100.
pub fn check_sum(others: Decimal, share: Decimal) -> Result<(), Fault> {
    let sum = others + share;
    if sum <= Decimal::ONE_HUNDRED {
        return Ok(());
    }
    let rest = Decimal::ONE_HUNDRED - others;
    let advice = if rest > Decimal::ZERO {
        format!("Enter a share of up to {}%.", format(rest))
    } else {
        "Reduce another share first.".into()
    };
    let message = format!(
        "The shares of all beneficiaries add up to {}%. {advice}",
        format(sum)
    );
    Err(Fault::new("shares_exceed_100", message))
}
