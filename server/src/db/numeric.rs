//! Converts PostgreSQL's binary `numeric` and formats amounts. A page has hundreds of amounts. Diesel's conversion and
//! [`Decimal`]'s `Display` took a tenth of the server's time per page.
//!
//! The format is that of PostgreSQL's `numeric_send`: number of digits, weight of the first digit, sign,
//! decimal places, and digits in base 10,000, each 16 bits.

use anyhow::{Context, bail};
use rust_decimal::Decimal;

const NEGATIVE: u16 = 0x4000;
const DIGIT: i128 = 10_000;

/// Reads a value.
///
/// # Errors
/// Returns an error for `NaN`, infinity and values that [`Decimal`] cannot hold.
pub fn read(bytes: &[u8]) -> anyhow::Result<Decimal> {
    let mut words = bytes
        .chunks_exact(2)
        .map(|word| u16::from_be_bytes([word[0], word[1]]));
    let mut head = || words.next().context("a numeric that is too short");
    let (count, weight, sign, scale) = (head()?, head()?.cast_signed(), head()?, head()?);
    let mut mantissa: i128 = 0;
    for digit in words {
        mantissa = mantissa
            .checked_mul(DIGIT)
            .and_then(|mantissa| mantissa.checked_add(digit.into()))
            .context("a numeric with too many digits")?;
    }
    // The last digit counts units of 10^(4 * exponent).
    let exponent = i32::from(weight) + 1 - i32::from(count);
    let shift = exponent * 4 + i32::from(scale);
    let power = power_of_ten(shift.unsigned_abs())?;
    mantissa = if shift < 0 {
        // The digits beyond the decimal places are zeros.
        mantissa / power
    } else {
        mantissa
            .checked_mul(power)
            .context("a numeric that is too large")?
    };
    match sign {
        0 => {}
        NEGATIVE => mantissa = -mantissa,
        _ => bail!("a numeric that is not a number"),
    }
    Ok(Decimal::try_from_i128_with_scale(mantissa, scale.into())?)
}

fn power_of_ten(exponent: u32) -> anyhow::Result<i128> {
    10_i128
        .checked_pow(exponent)
        .context("a numeric that is too large")
}

/// Appends a number of 10^-scale units in binary format. `scale` is at most 4.
pub(super) fn encode(out: &mut Vec<u8>, is_negative: bool, magnitude: u64, scale: u32) {
    let shift = 10_u64.pow(scale);
    let (mut whole, fraction) = (magnitude / shift, magnitude % shift * 10_u64.pow(4 - scale));
    let mut digits = [0_u16; 6];
    let mut first = 5;
    digits[5] = fraction as u16;
    while whole > 0 {
        first -= 1;
        digits[first] = (whole % 10_000) as u16;
        whole /= 10_000;
    }
    let weight = 4 - first as i16;
    let mut digits = &digits[first..];
    while let [rest @ .., 0] = digits {
        digits = rest;
    }
    let weight = if digits.is_empty() { 0 } else { weight };
    out.extend_from_slice(&(digits.len() as i16).to_be_bytes());
    out.extend_from_slice(&weight.to_be_bytes());
    out.extend_from_slice(&(if is_negative { NEGATIVE } else { 0 }).to_be_bytes());
    out.extend_from_slice(&(scale as u16).to_be_bytes());
    for digit in digits {
        out.extend_from_slice(&digit.to_be_bytes());
    }
}

/// Appends the text of the value with its decimal places, like its `Display`.
pub fn write(value: Decimal, out: &mut Vec<u8>) {
    let mut buffer = itoa::Buffer::new();
    let mantissa = value.mantissa().unsigned_abs();
    let digits = match u64::try_from(mantissa) {
        Ok(short) => buffer.format(short),
        Err(_) => buffer.format(mantissa),
    }
    .as_bytes();
    let places = value.scale() as usize;
    if value.mantissa() < 0 {
        out.push(b'-');
    }
    let (whole, fraction) = digits.split_at(digits.len().saturating_sub(places));
    out.extend_from_slice(if whole.is_empty() { b"0" } else { whole });
    if places > 0 {
        out.push(b'.');
        out.resize(out.len() + places - fraction.len(), b'0');
        out.extend_from_slice(fraction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(weight: i16, sign: u16, scale: u16, digits: &[u16]) -> Vec<u8> {
        [digits.len() as u16, weight.cast_unsigned(), sign, scale]
            .iter()
            .chain(digits)
            .flat_map(|word| word.to_be_bytes())
            .collect()
    }

    fn text(value: Decimal) -> String {
        let mut out = Vec::new();
        write(value, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn reads_values_as_postgresql_sends_them() {
        for (bytes, expected) in [
            (bytes(0, 0, 2, &[]), "0.00"),
            (bytes(-1, 0, 2, &[100]), "0.01"),
            (bytes(0, 0, 2, &[12, 3400]), "12.34"),
            (bytes(0, NEGATIVE, 2, &[12, 3400]), "-12.34"),
            (bytes(1, 0, 2, &[5]), "50000.00"),
            (bytes(2, 0, 2, &[1, 0, 3]), "100000003.00"),
            (
                bytes(4, 0, 2, &[99, 9999, 9999, 9999, 9999, 9900]),
                "999999999999999999.99",
            ),
            (bytes(-2, 0, 8, &[7]), "0.00000007"),
            (bytes(0, 0, 0, &[42]), "42"),
        ] {
            assert_eq!(text(read(&bytes).unwrap()), expected);
        }
    }

    #[test]
    fn rejects_values_that_are_not_amounts() {
        let not_a_number = bytes(0, 0xC000, 0, &[]);
        let too_large = bytes(20, 0, 2, &[1]);
        for bytes in [&not_a_number[..], &too_large, b"", b"\0\x01\0"] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }

    fn encoded(mantissa: i64, scale: u32) -> (i16, Vec<u16>) {
        let mut out = Vec::new();
        encode(&mut out, mantissa < 0, mantissa.unsigned_abs(), scale);
        let words: Vec<u16> = out
            .chunks(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
        assert_eq!(words[0] as usize, words.len() - 4);
        assert_eq!(words[3], scale as u16);
        (words[1] as i16, words[4..].to_vec())
    }

    #[test]
    fn encodes_numerics_in_base_10000() {
        assert_eq!(encoded(0, 2), (0, vec![]));
        assert_eq!(encoded(1, 2), (-1, vec![100]));
        assert_eq!(encoded(100, 2), (0, vec![1]));
        assert_eq!(encoded(123_456_789, 2), (1, vec![123, 4567, 8900]));
        assert_eq!(encoded(100_000_000, 2), (1, vec![100]));
        assert_eq!(encoded(i64::MAX, 2), (4, vec![9, 2233, 7203, 6854, 7758, 700]));
        assert_eq!(encoded(42_500, 4), (0, vec![4, 2500]));
        assert_eq!(encoded(-42_500, 4), (0, vec![4, 2500]));
    }

    proptest! {
        #[test]
        fn reads_encoded_values(mantissa in any::<i64>(), scale in 0_u32..=4) {
            let mut out = Vec::new();
            encode(&mut out, mantissa < 0, mantissa.unsigned_abs(), scale);
            prop_assert_eq!(read(&out).unwrap(), Decimal::new(mantissa, scale));
        }

        #[test]
        fn writes_the_same_text_as_display(mantissa in any::<i64>(), scale in 0_u32..12) {
            let value = Decimal::new(mantissa, scale);
            prop_assert_eq!(text(value), value.to_string());
        }
    }
}
