//! National Producer Numbers.

use crate::fault::Fault;

const MAX_DIGITS: usize = 10;

/// Normalizes an NPN to 1 to 10 digits without leading zeros, so that equal numbers are equal text.
///
/// # Errors
/// Returns `invalid_npn` for other characters, for more than 10 digits and for zero.
pub fn normalize(typed: &str) -> Result<String, Fault> {
    let refuse = |message: &'static str| Err(Fault::new("invalid_npn", message));
    if !typed.bytes().all(|b| b.is_ascii_digit()) {
        return refuse("Enter the NPN in digits only.");
    }
    let significant = typed.trim_start_matches('0');
    if significant.is_empty() {
        return refuse("Enter an NPN other than zero.");
    }
    if significant.len() > MAX_DIGITS {
        return refuse("Enter an NPN of up to 10 digits.");
    }
    Ok(significant.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_leading_zeros() {
        for typed in ["17654321", "017654321", "0017654321", "00000000017654321"] {
            assert_eq!(normalize(typed).as_deref(), Ok("17654321"));
        }
    }

    #[test]
    fn requires_one_to_ten_digits() {
        assert_eq!(normalize("1").as_deref(), Ok("1"));
        assert_eq!(normalize("1234567890").as_deref(), Ok("1234567890"));
        for typed in [
            "",
            "0",
            "000",
            "12345678901",
            "12 34",
            "12-34",
            "NPN1",
            "-1",
            "١٢",
        ] {
            assert_eq!(normalize(typed).unwrap_err().code, "invalid_npn", "{typed}");
        }
    }
}
