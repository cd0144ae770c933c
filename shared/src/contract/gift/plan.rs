//! Dates of a gift, counted back from the premium that it pays.

use crate::contract::PremiumMode;
use crate::date::plus_days;
use jiff::ToSpan;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Days between the gift and the premium, for the letters, the withdrawal window and the payment.
const LEAD_DAYS: i64 = 45;
/// Days between the gift and its letters.
const LETTER_DAYS: i64 = 3;

/// Dates of the steps before a premium.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct GiftDates {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub gift_date: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub letter_date: Date,
}

/// Returns the gift and letter dates for a premium. `None` outside the supported date range.
pub fn dates(premium_due: Date) -> Option<GiftDates> {
    let gift_date = plus_days(premium_due, -LEAD_DAYS)?;
    let letter_date = plus_days(gift_date, LETTER_DAYS)?;
    Some(GiftDates {
        gift_date,
        letter_date,
    })
}

/// A gift that is not entered yet. Amounts are US dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GiftPlan {
    /// The trust, if only one owns the policy.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub trust_uuid: Option<Uuid>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub amount: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub gift_date: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub letter_date: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub premium_due: Date,
}

/// The premiums of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Premiums {
    pub next: Option<Date>,
    pub mode: Option<PremiumMode>,
    /// Total per year.
    pub annualized: Decimal,
}

/// Plans the next annual gift. It pays the first premium that has no gift yet and whose gift date is not in the
/// past. `planned` lists the due dates of premiums that already have a gift.
pub fn next(premiums: &Premiums, planned: &[Date], trust: Option<Uuid>, today: Date) -> Option<GiftPlan> {
    let first = premiums.next.filter(|_| premiums.annualized > Decimal::ZERO)?;
    let is_single = premiums.mode == Some(PremiumMode::SinglePay);
    let years = if is_single { 1 } else { YEARS_AHEAD };
    let due_dates = (0..years).map_while(|year: i32| first.checked_add(year.years()).ok());
    due_dates
        .filter(|due| !planned.contains(due))
        .find_map(|premium_due| {
            let GiftDates {
                gift_date,
                letter_date,
            } = dates(premium_due).filter(|dates| dates.gift_date >= today)?;
            Some(GiftPlan {
                trust_uuid: trust,
                amount: premiums.annualized,
                gift_date,
                letter_date,
                premium_due,
            })
        })
}

/// How many years ahead gifts are planned.
const YEARS_AHEAD: i32 = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 11, 21);

    #[test]
    fn counts_dates_back_from_the_premium() {
        let expected = GiftDates {
            gift_date: date(2026, 12, 1),
            letter_date: date(2026, 12, 4),
        };
        assert_eq!(dates(date(2027, 1, 15)), Some(expected));
        assert_eq!(dates(Date::MIN), None);
    }

    #[test]
    fn plans_the_first_premium_that_can_still_be_reached() {
        let premiums = |next: Date, mode| Premiums {
            next: Some(next),
            mode: Some(mode),
            annualized: Decimal::from(1200),
        };
        let due = |premiums: &Premiums, planned: &[Date]| {
            next(premiums, planned, None, TODAY).map(|plan| (plan.premium_due, plan.gift_date))
        };
        let annual = premiums(date(2027, 1, 5), PremiumMode::Annual);
        assert_eq!(due(&annual, &[]), Some((date(2027, 1, 5), TODAY)));
        let second = Some((date(2028, 1, 5), date(2027, 11, 21)));
        assert_eq!(due(&annual, &[date(2027, 1, 5)]), second);
        // The gift would have been due yesterday.
        let monthly = premiums(date(2027, 1, 4), PremiumMode::Monthly);
        assert_eq!(due(&monthly, &[]), Some((date(2028, 1, 4), date(2027, 11, 20))));
        let single = premiums(date(2027, 1, 4), PremiumMode::SinglePay);
        assert_eq!(due(&single, &[]), None);
        let free = Premiums {
            annualized: Decimal::ZERO,
            ..annual.clone()
        };
        assert_eq!(due(&free, &[]), None);
        assert_eq!(due(&Premiums { next: None, ..annual }, &[]), None);
    }
}
