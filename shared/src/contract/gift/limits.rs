//! Yearly limits of gifts to a trust. Amounts are US dollars.

use crate::money::format_cents;
use rust_decimal::Decimal;

/// Limits of a calendar year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YearlyLimits {
    /// What a grantor can give each beneficiary without using the lifetime exemption.
    pub exclusion: Decimal,
    /// What a beneficiary can let lapse without making a gift, if 5 percent of the trust is not more.
    pub lapse: Decimal,
}

/// The gifts of one calendar year to a trust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearOfGifts {
    pub year: i16,
    pub trust: String,
    pub total: Decimal,
    pub grantors: u32,
    /// Beneficiaries with a withdrawal right.
    pub beneficiaries: u32,
}

/// Returns a sentence for each limit that the gifts of a year exceed. A trust without withdrawal rights has none, because
/// its gifts are refused.
pub fn warnings(gifts: &YearOfGifts, limits: &YearlyLimits) -> Vec<String> {
    let YearOfGifts {
        year,
        trust,
        total,
        grantors,
        beneficiaries,
    } = gifts;
    let mut warnings = Vec::new();
    let (givers, heirs) = (Decimal::from((*grantors).max(1)), Decimal::from(*beneficiaries));
    if heirs.is_zero() {
        return warnings;
    }
    let covered = limits.exclusion * givers * heirs;
    let dollars = |amount: Decimal| format_cents(Some(amount));
    if *total > covered {
        let each = dollars(limits.exclusion);
        let from = if *grantors > 1 {
            format!(" from each of {grantors} grantors")
        } else {
            String::new()
        };
        let of = count(*beneficiaries);
        warnings.push(format!(
            "Gifts of {year} to {trust} add up to {}. The yearly exclusion covers {}: {each}{from} for {of}.",
            dollars(*total),
            dollars(covered)
        ));
    }
    let each = (total / heirs).round_dp(2);
    if each > limits.lapse {
        warnings.push(format!(
            "Each beneficiary of {trust} may withdraw {} in {year}. If more than {}, or 5% of the trust if that is more, lapses, \
             it counts as a gift by the beneficiary.",
            dollars(each),
            dollars(limits.lapse)
        ));
    }
    warnings
}

fn count(beneficiaries: u32) -> String {
    match beneficiaries {
        1 => "one beneficiary with a withdrawal right".into(),
        more => format!("each of {more} beneficiaries with a withdrawal right"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: YearlyLimits = YearlyLimits {
        exclusion: Decimal::from_parts(19_000, 0, 0, false, 0),
        lapse: Decimal::from_parts(5_000, 0, 0, false, 0),
    };

    fn gifts(total: i64, grantors: u32, beneficiaries: u32) -> YearOfGifts {
        YearOfGifts {
            year: 2027,
            trust: "Lee Trust".into(),
            total: total.into(),
            grantors,
            beneficiaries,
        }
    }

    #[test]
    fn the_exclusion_counts_per_grantor_and_beneficiary() {
        let exceeds = |total, grantors, beneficiaries| {
            let found = warnings(&gifts(total, grantors, beneficiaries), &LIMITS);
            found.iter().any(|one| one.contains("yearly exclusion"))
        };
        assert!(!exceeds(38_000, 1, 2) && exceeds(38_001, 1, 2));
        assert!(!exceeds(76_000, 2, 2) && exceeds(76_001, 2, 2));
        // A trust whose grantor is not recorded has one.
        assert!(!exceeds(19_000, 0, 1) && exceeds(19_001, 0, 1));
        assert!(!exceeds(1_000_000, 1, 0));
    }

    #[test]
    fn names_the_amounts() {
        assert_eq!(
            warnings(&gifts(60_000, 2, 1), &LIMITS),
            [
                "Gifts of 2027 to Lee Trust add up to $60,000.00. The yearly exclusion covers $38,000.00: $19,000.00 from \
                 each of 2 grantors for one beneficiary with a withdrawal right.",
                "Each beneficiary of Lee Trust may withdraw $60,000.00 in 2027. If more than $5,000.00, or 5% of the trust if \
                 that is more, lapses, it counts as a gift by the beneficiary.",
            ]
        );
        assert_eq!(warnings(&gifts(10_000, 1, 2), &LIMITS), [""; 0]);
        assert_eq!(warnings(&gifts(10_001, 1, 2), &LIMITS).len(), 1);
    }
}
