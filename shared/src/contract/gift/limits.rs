//! Annual gift tax limits for gifts to a trust. Amounts are US dollars.

use crate::money::format_cents;
use crate::vocabulary::coded;
use rust_decimal::Decimal;

coded! {
    /// A statutory limit.
    LimitKind {
        /// Amount that a grantor can give each beneficiary per year without using the lifetime exemption.
        AnnualExclusion = "AnnualExclusion", "Annual exclusion";
        /// Amount that a beneficiary can let lapse without making a taxable gift. If 5 percent of the trust is
        /// more, that applies.
        LapseLimit = "LapseLimit", "Lapse limit";
    }
}

/// The amount of a limit, effective from a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitAmount {
    pub kind: LimitKind,
    pub from_year: i16,
    pub amount: Decimal,
}

/// The limits of a calendar year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnnualLimits {
    pub exclusion: Decimal,
    pub lapse: Decimal,
}

impl AnnualLimits {
    /// Returns the limits of a year. `None` if a limit has no amount for that year yet.
    pub fn of(year: i16, amounts: &[LimitAmount]) -> Option<Self> {
        let latest = |kind: LimitKind| {
            let known = amounts
                .iter()
                .filter(|one| one.kind == kind && one.from_year <= year);
            known.max_by_key(|one| one.from_year).map(|one| one.amount)
        };
        Some(Self {
            exclusion: latest(LimitKind::AnnualExclusion)?,
            lapse: latest(LimitKind::LapseLimit)?,
        })
    }
}

/// The gifts to a trust in one calendar year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearOfGifts {
    pub year: i16,
    pub trust: String,
    pub total: Decimal,
    pub grantors: u32,
    /// Beneficiaries with a withdrawal right.
    pub beneficiaries: u32,
}

/// Returns one sentence per limit that the gifts of a year exceed. Returns nothing for a trust without
/// withdrawal rights, because new gifts to it are rejected.
pub fn warnings(gifts: &YearOfGifts, limits: &AnnualLimits) -> Vec<String> {
    let YearOfGifts {
        year,
        trust,
        total,
        grantors,
        beneficiaries,
    } = gifts;
    let mut warnings = Vec::new();
    if *beneficiaries == 0 {
        return warnings;
    }
    let (givers, recipients) = (Decimal::from((*grantors).max(1)), Decimal::from(*beneficiaries));
    let dollars = |amount: Decimal| format_cents(Some(amount));
    let covered = limits.exclusion * givers * recipients;
    if *total > covered {
        let from = match grantors {
            0 | 1 => String::new(),
            many => format!(" from each of {many} grantors"),
        };
        let to = match beneficiaries {
            1 => "one beneficiary with a withdrawal right".into(),
            many => format!("each of {many} beneficiaries with withdrawal rights"),
        };
        warnings.push(format!(
            "{year} gifts to {trust} total {}, above the annual exclusion of {} ({}{from} to {to}).",
            dollars(*total),
            dollars(covered),
            dollars(limits.exclusion),
        ));
    }
    let each = (total / recipients).round_dp(2);
    if each > limits.lapse {
        warnings.push(format!(
            "Each beneficiary of {trust} can withdraw {} in {year}. A lapsed right above {} or 5% of the trust's \
             assets, whichever is greater, is a taxable gift by the beneficiary.",
            dollars(each),
            dollars(limits.lapse),
        ));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: AnnualLimits = AnnualLimits {
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
    fn applies_the_latest_amount_of_each_kind() {
        let amount = |kind, from_year, amount: i64| LimitAmount {
            kind,
            from_year,
            amount: amount.into(),
        };
        let amounts = [
            amount(LimitKind::AnnualExclusion, 2025, 19_000),
            amount(LimitKind::AnnualExclusion, 2024, 18_000),
            amount(LimitKind::LapseLimit, 1976, 5_000),
        ];
        let exclusion = |year| AnnualLimits::of(year, &amounts).map(|limits| limits.exclusion);
        assert_eq!(exclusion(2023), None);
        assert_eq!(exclusion(2024), Some(18_000.into()));
        assert_eq!(AnnualLimits::of(2030, &amounts), Some(LIMITS));
    }

    #[test]
    fn exclusion_applies_per_grantor_and_beneficiary() {
        let exceeds = |total, grantors, beneficiaries| {
            let found = warnings(&gifts(total, grantors, beneficiaries), &LIMITS);
            found.iter().any(|one| one.contains("annual exclusion"))
        };
        assert!(!exceeds(38_000, 1, 2) && exceeds(38_001, 1, 2));
        assert!(!exceeds(76_000, 2, 2) && exceeds(76_001, 2, 2));
        // A trust without recorded grantors counts as having one.
        assert!(!exceeds(19_000, 0, 1) && exceeds(19_001, 0, 1));
        assert!(!exceeds(1_000_000, 1, 0));
    }

    #[test]
    fn warnings_include_the_amounts() {
        assert_eq!(
            warnings(&gifts(60_000, 2, 1), &LIMITS),
            [
                "2027 gifts to Lee Trust total $60,000.00, above the annual exclusion of $38,000.00 ($19,000.00 from each of \
                 2 grantors to one beneficiary with a withdrawal right).",
                "Each beneficiary of Lee Trust can withdraw $60,000.00 in 2027. A lapsed right above $5,000.00 or 5% of \
                 the trust's assets, whichever is greater, is a taxable gift by the beneficiary.",
            ]
        );
        assert_eq!(warnings(&gifts(10_000, 1, 2), &LIMITS), [""; 0]);
        assert_eq!(warnings(&gifts(10_001, 1, 2), &LIMITS).len(), 1);
    }
}
