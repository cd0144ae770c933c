//! Shares of beneficiaries in percent, stored as `numeric(7,4)`.

use crate::fault::Fault;
use crate::text::clean;
use rust_decimal::Decimal;

const DECIMALS: usize = 4;
/// Maximum number of characters of a share, including leading zeros.
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

/// Checks a share against the sum of the others. `shares` names them at the start of a
/// sentence, such as `Beneficiary shares`.
///
/// # Errors
/// Returns `shares_exceed_100` if the sum is more than 100.
pub fn check_sum(others: Decimal, share: Decimal, shares: &str) -> Result<(), Fault> {
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
    let message = format!("{shares} total {}%. {advice}", format(sum));
    Err(Fault::new("shares_exceed_100", message))
}

/// Returns a warning if there are shares, and they do not add up to 100.
pub fn warning(all: &[Decimal], shares: &str) -> Option<String> {
    let sum: Decimal = all.iter().sum();
    (!all.is_empty() && sum != Decimal::ONE_HUNDRED)
        .then(|| format!("{shares} total {}%, not 100%.", format(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shares_may_add_up_to_100() {
        let check = |others: &str, share: &str| {
            let sum = check_sum(
                others.parse().unwrap(),
                share.parse().unwrap(),
                "Beneficiary shares",
            );
            sum.map_err(|fault| (fault.code, fault.message.into_owned()))
        };
        assert_eq!(check("66.6667", "33.3333"), Ok(()));
        let message = "Beneficiary shares total 110%. Enter a share of up to 40%.";
        assert_eq!(check("60.0000", "50"), Err(("shares_exceed_100", message.into())));
        let message = "Beneficiary shares total 100.0001%. Reduce another share first.";
        assert_eq!(check("100", "0.0001"), Err(("shares_exceed_100", message.into())));
    }

    #[test]
    fn warns_unless_shares_add_up_to_100() {
        let warned = |shares: &[&str]| {
            let shares: Vec<Decimal> = shares.iter().map(|share| share.parse().unwrap()).collect();
            warning(&shares, "Their shares")
        };
        assert_eq!(warned(&[]), None);
        assert_eq!(warned(&["33.3333", "66.6667"]), None);
        let expected = "Their shares total 60.5%, not 100%.";
        assert_eq!(warned(&["60.5000"]).as_deref(), Some(expected));
    }

    proptest! {
        #[test]
        fn shares_with_four_decimals_round_trip(units in 1_u32..=1_000_000) {
            let share = Decimal::new(units.into(), 4);
            prop_assert_eq!(parse(&share.to_string()), Ok(share));
            prop_assert_eq!(parse(&super::format(share)), Ok(share));
            prop_assert_eq!(parse(&format!(" {share} % ")), Ok(share));
        }

        #[test]
        fn parsed_shares_are_in_range(typed in "[-0-9.,% e+]{0,24}|\\PC{0,30}") {
            if let Ok(share) = parse(&typed) {
                prop_assert!(share > Decimal::ZERO && share <= Decimal::ONE_HUNDRED && share.scale() <= 4);
            }
        }

        #[test]
        fn rejects_sums_above_100(others in 0_u32..=1_000_000, share in 1_u32..=1_000_000) {
            let [others, share] = [others, share].map(|units| Decimal::new(units.into(), 4));
            prop_assert_eq!(check_sum(others, share, "all").is_ok(), others + share <= Decimal::ONE_HUNDRED);
        }
    }
}
