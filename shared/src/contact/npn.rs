//! National Producer Numbers.

use crate::fault::Fault;

const MAX_DIGITS: usize = 10;

/// The stored form of a typed NPN: 1 to 10 digits without leading zeros, so equal numbers are equal text.
///
/// Errors: `invalid_npn` for other characters, for more digits and for a number of zeros only.
pub fn normalize(typed: &str) -> Result<String, Fault> {
    let refuse = |message: &'static str| Err(Fault::new("invalid_npn", message));
    if !typed.bytes().all(|b| b.is_ascii_digit()) {
        return refuse("An NPN has digits only.");
    }
    let significant = typed.trim_start_matches('0');
    if significant.is_empty() {
        return refuse("An NPN is not zero.");
    }
    if significant.len() > MAX_DIGITS {
        return refuse("An NPN has at most 10 digits.");
    }
    Ok(significant.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_zeros_of_an_npn_do_not_count() {
        for typed in ["17654321", "017654321", "0017654321", "00000000017654321"] {
            assert_eq!(normalize(typed).as_deref(), Ok("17654321"));
        }
    }

    #[test]
    fn an_npn_has_one_to_ten_digits() {
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
