//! Generates the product, premium and values of a demo policy.

use super::money::{level_price, percent, risk_price, rounded, with_interest};
use super::random::Random;
use crate::db::copy::{Cents, Rate};
use shared::contract::PolicyStatus::{self, *};
use shared::contract::{PremiumMode, ProductType, ProductType::*};

/// Weight, product and level premium in percent of the whole life premium.
pub(super) const PRODUCTS: [(u64, ProductType, i64); 14] = [
    (34, Term, 0),
    (18, WholeLife, 100),
    (11, UniversalLife, 72),
    (12, IndexedUniversalLife, 76),
    (8, GuaranteedUniversalLife, 58),
    (7, VariableUniversalLife, 74),
    (2, InterestSensitiveWholeLife, 90),
    (1, VariableWholeLife, 95),
    (2, SurvivorshipUl, 45),
    (1, SurvivorshipWl, 60),
    (1, SurvivorshipIul, 47),
    (1, SurvivorshipVul, 46),
    (1, TermWithCashValue, 30),
    (1, GroupTerm, 0),
];

pub(super) const RISKS: [(u64, (&str, i64, bool)); 6] = [
    (20, ("Preferred Plus", 80, false)),
    (30, ("Preferred", 92, false)),
    (14, ("Standard Plus", 100, false)),
    (28, ("Standard", 114, false)),
    (4, ("Preferred Tobacco", 160, true)),
    (4, ("Standard Tobacco", 195, true)),
];

/// The terms of a policy, from which its values are computed.
pub(super) struct Terms {
    pub product: ProductType,
    pub face: Cents,
    pub issue_age: i64,
    pub level_annual: Cents,
    pub mode: PremiumMode,
    pub rate: Rate,
    pub has_increasing_benefit: bool,
    pub level_years: Option<i64>,
}

/// Values of a policy after a number of years.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values {
    pub cash: Cents,
    pub surrender: Cents,
    pub loan: Cents,
    pub death_benefit: Cents,
}

impl Terms {
    pub(super) fn is_term(&self) -> bool {
        matches!(self.product, Term | GroupTerm)
    }

    pub(super) fn is_flexible(&self) -> bool {
        use ProductType as P;
        matches!(
            self.product,
            P::UniversalLife
                | P::IndexedUniversalLife
                | P::GuaranteedUniversalLife
                | P::VariableUniversalLife
                | P::SurvivorshipUl
                | P::SurvivorshipIul
                | P::SurvivorshipVul
        )
    }

    /// Returns the premium of a year. After its level period, a term policy is renewed at a premium that rises every
    /// year.
    pub(super) fn annual(&self, years: i64) -> Cents {
        match self.level_years {
            Some(level) if years >= level => percent(self.level_annual, 700 + 90 * (years - level)),
            _ => self.level_annual,
        }
    }

    /// Computes the values after `years` whole years, with a loan of `loan_percent` of the cash value.
    pub(super) fn values(&self, years: i64, loan_percent: i64) -> Values {
        let mut cash = Cents(0);
        if !self.is_term() {
            let kept = if self.is_flexible() { 68 } else { 86 };
            for year in 0..years {
                let share = match (self.mode, year) {
                    (PremiumMode::SinglePay, 0) => 1_100,
                    (PremiumMode::SinglePay, _) => 0,
                    (_, 0) => 10,
                    (_, 1) => 45,
                    _ => kept,
                };
                cash = with_interest(Cents(cash.0 + percent(self.level_annual, share).0), self.rate);
            }
            cash = cash.min(percent(self.face, 88));
        }
        let charge = if self.is_flexible() {
            (15 - years).max(0) * 6
        } else {
            0
        };
        let loan = if years >= 5 {
            percent(cash, loan_percent)
        } else {
            Cents(0)
        };
        let before_loan = percent(cash, 100 - charge);
        let additions = match self.product {
            _ if self.has_increasing_benefit => cash,
            WholeLife | SurvivorshipWl => percent(cash, 18),
            _ => Cents(0),
        };
        Values {
            cash,
            surrender: Cents((before_loan.0 - loan.0).max(0)),
            loan,
            death_benefit: Cents((self.face.0 + additions.0 - loan.0).max(0)),
        }
    }
}

pub(super) fn terms(
    random: &mut Random,
    product: ProductType,
    price: i64,
    issue_age: i64,
    risk: &(&'static str, i64, bool),
) -> Terms {
    let thousands = match product {
        GroupTerm => random.between(2, 12) * 25,
        Term => random.weighted(&[
            (10, 100),
            (20, 250),
            (25, 500),
            (14, 750),
            (20, 1_000),
            (8, 2_000),
            (3, 5_000),
        ]),
        _ => random.weighted(&[
            (8, 25),
            (14, 50),
            (20, 100),
            (20, 250),
            (18, 500),
            (13, 1_000),
            (5, 2_500),
            (2, 10_000),
        ]),
    };
    let face = Cents::dollars(thousands * 1000 * random.between(8, 12) / 10);
    let level_years = matches!(product, Term | TermWithCashValue).then(|| {
        random.weighted(&[
            (20, 10),
            (14, 15),
            (46, 20),
            (20, if issue_age < 55 { 30 } else { 10 }),
        ])
    });
    let annual = match product {
        Term => risk_price(face, issue_age + level_years.unwrap_or(20) / 2, risk.1 * 45 / 100),
        GroupTerm => risk_price(face, issue_age, 60),
        _ => level_price(face, issue_age, price * risk.1 / 100),
    };
    let is_permanent = !matches!(product, Term | GroupTerm);
    let mode = random.weighted(&[
        (46, PremiumMode::Monthly),
        (14, PremiumMode::Quarterly),
        (8, PremiumMode::SemiAnnual),
        (27, PremiumMode::Annual),
        (if is_permanent { 3 } else { 0 }, PremiumMode::SinglePay),
        (
            if is_permanent && price < 80 { 9 } else { 0 },
            PremiumMode::Flexible,
        ),
    ]);
    let rate = Rate(random.between(24, 62) * 1_000 + random.between(0, 1) * 500);
    Terms {
        product,
        face,
        issue_age,
        level_annual: annual.max(Cents::dollars(60)),
        mode,
        rate,
        has_increasing_benefit: price < 80 && is_permanent && random.chance(20),
        level_years,
    }
}

/// Returns the modal and the annualized premium of a year. The annualized premium is exactly the modal premium times
/// the payments per year.
pub(super) fn premium(
    terms: &Terms,
    years: i64,
    status: PolicyStatus,
    was_ended: bool,
) -> (Option<Cents>, Cents) {
    let annual = terms.annual(years);
    let is_due = !was_ended && status != PaidUp || matches!(status, Pending | Deferred);
    match terms.mode.payments_per_year() {
        _ if !is_due => (None, Cents(0)),
        Some(payments) => {
            let modal = Cents((annual.0 / i64::from(payments)).max(500));
            (Some(modal), Cents(modal.0 * i64::from(payments)))
        }
        None if terms.mode == PremiumMode::SinglePay => (Some(rounded(percent(annual, 1_150), 10)), Cents(0)),
        None => (None, rounded(annual, 10)),
    }
}
