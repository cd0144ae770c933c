//! Calendar of gifts and their due dates.

use super::Gift;
use crate::date;
use crate::problem::Findings;
use crate::vocabulary::coded;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of gifts in a calendar response. Further gifts are left out.
pub const MAX_GIFTS: usize = 1_000;
/// Maximum number of days of a calendar.
const MAX_DAYS: i32 = 366;

coded! {
    /// A step of a gift with a date.
    GiftStep {
        Gift = "Gift", "Gift due";
        Letters = "Letters", "Letters due";
        WindowEnds = "WindowEnds", "Window ends";
        Premium = "Premium", "Premium due";
    }
}

/// A date of a gift. The amount is in US dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GiftEvent {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub day: Date,
    /// `GiftStep` code
    pub step: String,
    pub step_label: String,
    pub is_done: bool,
    pub is_overdue: bool,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub gift_uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub policy_uuid: Uuid,
    pub policy_number: String,
    pub trust_name: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub amount: Decimal,
}

/// The dates of gifts in a range of days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GiftCalendar {
    /// By day
    pub events: Vec<GiftEvent>,
    /// False if the range has more gifts than can be listed
    pub is_complete: bool,
}

/// Properties of a gift's events that do not depend on the date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSource {
    pub gift_uuid: Uuid,
    pub policy_uuid: Uuid,
    pub policy_number: String,
    pub trust_name: String,
}

/// Returns the dates of a gift from `first` to `last`, as of `today`.
pub fn events(gift: &Gift, source: &EventSource, (first, last): (Date, Date), today: Date) -> Vec<GiftEvent> {
    let window_ends = gift.window_ends();
    let has_letters = gift.letters_sent_on.is_some();
    let is_over = has_letters && window_ends < today;
    [
        (GiftStep::Gift, gift.gift_date, gift.received_on.is_some()),
        (GiftStep::Letters, gift.letter_date, has_letters),
        (GiftStep::WindowEnds, window_ends, is_over),
        (
            GiftStep::Premium,
            gift.premium_due,
            gift.premium_paid_on.is_some(),
        ),
    ]
    .into_iter()
    .filter(|(_, day, _)| (first..=last).contains(day))
    .map(|(step, day, is_done)| GiftEvent {
        day,
        step: step.code().into(),
        step_label: step.label().into(),
        is_done,
        // The end of the window needs no action.
        is_overdue: !is_done && day < today && step != GiftStep::WindowEnds,
        gift_uuid: source.gift_uuid,
        policy_uuid: source.policy_uuid,
        policy_number: source.policy_number.clone(),
        trust_name: source.trust_name.clone(),
        amount: gift.amount,
    })
    .collect()
}

/// Validates a range of days, `YYYY-MM-DD`. Returns `None` if there are errors.
///
/// Codes: `required`, `order`, `too_many_days`.
pub fn range(from: &str, to: &str, findings: &mut Findings) -> Option<(Date, Date)> {
    let mut read = |field: &str, text: &str| {
        let day = date::from_wire(text);
        if day.is_none() {
            findings.fault(field, "required", "Send a date as YYYY-MM-DD.");
        }
        day
    };
    let (first, last) = (read("from", from), read("to", to));
    let (first, last) = first.zip(last)?;
    if last < first {
        findings.fault("to", "order", "The last day cannot be before the first one.");
    } else if (last - first).get_days() >= MAX_DAYS {
        let message = format!("A calendar has up to {MAX_DAYS} days.");
        findings.fault("to", "too_many_days", message);
    }
    findings.is_acceptable().then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 12, 5);

    fn gift() -> Gift {
        Gift {
            trust_uuid: Uuid::nil(),
            amount: Decimal::from(500),
            gift_date: date(2026, 12, 1),
            letter_date: date(2026, 12, 4),
            premium_due: date(2027, 1, 15),
            received_on: None,
            letters_sent_on: None,
            premium_paid_on: None,
        }
    }

    fn steps(gift: &Gift, range: (Date, Date), today: Date) -> Vec<String> {
        let source = EventSource {
            gift_uuid: Uuid::nil(),
            policy_uuid: Uuid::nil(),
            policy_number: "P-1".into(),
            trust_name: "Lee Trust".into(),
        };
        let shown = |one: GiftEvent| {
            let state = match (one.is_done, one.is_overdue) {
                (true, _) => " done",
                (_, true) => " overdue",
                _ => "",
            };
            format!("{} {}{state}", one.day, one.step)
        };
        events(gift, &source, range, today)
            .into_iter()
            .map(shown)
            .collect()
    }

    #[test]
    fn lists_the_dates_in_the_range() {
        let always = (date(2026, 1, 1), date(2027, 12, 31));
        let expected = [
            "2026-12-01 Gift overdue",
            "2026-12-04 Letters overdue",
            "2027-01-03 WindowEnds",
            "2027-01-15 Premium",
        ];
        assert_eq!(steps(&gift(), always, TODAY), expected);
        let december = (date(2026, 12, 4), date(2026, 12, 31));
        assert_eq!(
            steps(&gift(), december, date(2026, 12, 4)),
            ["2026-12-04 Letters"]
        );

        let paid = Gift {
            received_on: Some(date(2026, 12, 1)),
            letters_sent_on: Some(date(2026, 12, 2)),
            premium_paid_on: Some(date(2027, 1, 10)),
            ..gift()
        };
        let expected = [
            "2026-12-01 Gift done",
            "2026-12-04 Letters done",
            "2027-01-01 WindowEnds done",
            "2027-01-15 Premium done",
        ];
        assert_eq!(steps(&paid, always, date(2027, 2, 1)), expected);
    }

    #[test]
    fn validates_the_range() {
        let read = |from: &str, to: &str| {
            let mut findings = Findings::default();
            let found = range(from, to, &mut findings);
            let code = |one: crate::problem::FieldProblem| format!("{} {}", one.field, one.code);
            let codes: Vec<String> = findings.0.into_iter().map(code).collect();
            assert_eq!(found.is_some(), codes.is_empty());
            codes
        };
        assert_eq!(read("2026-12-01", "2027-12-01"), [""; 0]);
        assert_eq!(read("2026-12-01", "2027-12-02"), ["to too_many_days"]);
        assert_eq!(read("2026-12-02", "2026-12-01"), ["to order"]);
        assert_eq!(read("", "12/01/2026"), ["from required", "to required"]);
    }
}
