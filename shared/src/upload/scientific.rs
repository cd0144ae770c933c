//! Detects scientific notation. Spreadsheets save long identifiers this way, which loses digits.

/// Returns whether a text is a number in scientific notation, such as `1.23457E+07` or `12e5`.
pub(super) fn is_number(text: &str) -> bool {
    let Some((number, exponent)) = text.split_once(['e', 'E']) else {
        return false;
    };
    let (whole, fraction) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    [whole, fraction, exponent]
        .iter()
        .all(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        && exponent.len() <= 3
}

/// Returns whether a text is a number that a spreadsheet shortened. Its exponent has a sign, unlike that of
/// codes such as `12E5`.
pub(super) fn is_shortened(text: &str) -> bool {
    is_number(text) && text.contains(['+', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_scientific_notation() {
        for (text, expected) in [
            ("1.23457E+07", (true, true)),
            ("1,23457E+07", (true, true)),
            ("5e-05", (true, true)),
            ("12E5", (true, false)),
            ("1.5e3", (true, false)),
            ("17654321", (false, false)),
            ("E12", (false, false)),
            ("12E", (false, false)),
            ("1.E+5", (false, false)),
            ("12E+5678", (false, false)),
            ("1E+05 x", (false, false)),
        ] {
            assert_eq!((is_number(text), is_shortened(text)), expected, "{text}");
        }
    }
}
