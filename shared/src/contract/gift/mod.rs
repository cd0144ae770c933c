//! Premium gifts to a trust that owns a policy.
//!
//! The grantor gives money. Crummey letters announce the withdrawal window to the beneficiaries. After the
//! window, the gift pays the premium.

pub mod calendar;
pub mod feed;
pub mod limits;
pub mod plan;

#[cfg(test)]
mod tests;

use self::plan::GiftPlan;
use crate::date::{self, DateError, plus_days};
use crate::money;
use crate::problem::Findings;
use crate::vocabulary::coded;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Length of the withdrawal window in days, from the letter date.
pub const WINDOW_DAYS: i64 = 30;

coded! {
    /// Progress of a gift.
    GiftState {
        Planned = "Planned", "Planned";
        Received = "Received", "Received";
        /// Letters are sent, and beneficiaries may withdraw the gift.
        WindowOpen = "WindowOpen", "Window open";
        /// The gift can pay the premium.
        WindowOver = "WindowOver", "Window over";
        PremiumPaid = "PremiumPaid", "Premium paid";
        /// The gift, its letters or the premium are past due.
        Overdue = "Overdue", "Overdue";
    }
}

/// A gift as entered in a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GiftDraft {
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub trust_uuid: Option<Uuid>,
    pub amount: String,
    pub gift_date: String,
    pub letter_date: String,
    pub premium_due: String,
    /// Empty until the gift is received.
    pub received_on: String,
    /// Empty until the letters are sent.
    pub letters_sent_on: String,
    /// Empty until the gift has paid the premium.
    pub premium_paid_on: String,
    /// Version of the record that the form loaded. Null for a new gift.
    pub version: Option<i32>,
}

/// A valid gift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gift {
    pub trust_uuid: Uuid,
    pub amount: Decimal,
    pub gift_date: Date,
    pub letter_date: Date,
    pub premium_due: Date,
    pub received_on: Option<Date>,
    pub letters_sent_on: Option<Date>,
    pub premium_paid_on: Option<Date>,
}

/// Validates a gift. Returns `None` if there are errors.
///
/// Codes: `required`, `out_of_range`, `order`, `future`, the codes of amounts and dates, and the warning `window_open`.
pub fn read(draft: &GiftDraft, today: Date, findings: &mut Findings) -> Option<Gift> {
    if draft.trust_uuid.is_none() {
        findings.fault(
            "trustUuid",
            "required",
            "Choose the trust that receives the gift.",
        );
    }
    let amount = findings.take("amount", money::parse_positive(&draft.amount));
    let gift_date = findings.take("giftDate", date::parse(&draft.gift_date));
    let letter_date = findings.take("letterDate", date::parse(&draft.letter_date));
    let premium_due = findings.take("premiumDue", date::parse(&draft.premium_due));
    if let (Some(gift), Some(letters)) = (gift_date, letter_date)
        && letters < gift
    {
        findings.fault(
            "letterDate",
            "order",
            "The letter date cannot be before the gift date.",
        );
    }
    if let (Some(letters), Some(due)) = (letter_date, premium_due)
        && due < letters
    {
        findings.fault(
            "premiumDue",
            "order",
            "The premium due date cannot be before the letter date.",
        );
    }
    let received_on = parse_completed_date(&draft.received_on, "receivedOn", today, findings);
    let letters_sent_on = parse_completed_date(&draft.letters_sent_on, "lettersSentOn", today, findings);
    match (received_on, letters_sent_on) {
        (None, Some(_)) => findings.fault("receivedOn", "required", "Enter the date the gift was received."),
        (Some(received), Some(sent)) if sent < received => {
            findings.fault(
                "lettersSentOn",
                "order",
                "Letters cannot be sent before the gift is received.",
            );
        }
        _ => {}
    }
    let premium_paid_on = parse_completed_date(&draft.premium_paid_on, "premiumPaidOn", today, findings);
    match (letters_sent_on, premium_paid_on) {
        (None, Some(_)) => {
            findings.fault(
                "lettersSentOn",
                "required",
                "Enter the date the letters were sent.",
            );
        }
        (Some(sent), Some(paid)) if paid < sent => {
            let message = "The gift cannot pay the premium before the letters are sent.";
            findings.fault("premiumPaidOn", "order", message);
        }
        _ => {}
    }
    let gift = findings.is_acceptable().then_some(Gift {
        trust_uuid: draft.trust_uuid?,
        amount: amount?,
        gift_date: gift_date?,
        letter_date: letter_date?,
        premium_due: premium_due?,
        received_on,
        letters_sent_on,
        premium_paid_on,
    })?;
    if premium_paid_on.is_some_and(|paid| paid <= gift.window_ends()) {
        let ends = date::format(gift.window_ends());
        let message = format!("The withdrawal window is open until {ends}.");
        findings.warn("premiumPaidOn", "window_open", message);
    }
    Some(gift)
}

/// Parses the date of a completed step. Returns `None` for an empty field.
fn parse_completed_date(typed: &str, field: &str, today: Date, findings: &mut Findings) -> Option<Date> {
    let parsed = match date::parse(typed) {
        Err(DateError::Empty) => return None,
        parsed => parsed,
    };
    let day = findings.take(field, parsed)?;
    if day > today {
        findings.fault(field, "future", "This date cannot be in the future.");
    }
    Some(day)
}

impl Gift {
    /// Returns the last day of the withdrawal window.
    pub fn window_ends(&self) -> Date {
        let begins = self.letters_sent_on.unwrap_or(self.letter_date);
        plus_days(begins, WINDOW_DAYS).unwrap_or(Date::MAX)
    }

    pub fn state(&self, today: Date) -> GiftState {
        let (due, state) = match (self.received_on, self.letters_sent_on, self.premium_paid_on) {
            (_, _, Some(_)) => return GiftState::PremiumPaid,
            (_, Some(_), _) if today <= self.window_ends() => (self.premium_due, GiftState::WindowOpen),
            (_, Some(_), _) => (self.premium_due, GiftState::WindowOver),
            (Some(_), None, _) => (self.letter_date, GiftState::Received),
            (None, None, _) => (self.gift_date, GiftState::Planned),
        };
        if due < today { GiftState::Overdue } else { state }
    }

    /// Returns the response for the gift, with its state on `today`.
    pub fn shown(&self, uuid: Uuid, version: i32, trust_name: String, today: Date) -> PremiumGift {
        let state = self.state(today);
        PremiumGift {
            uuid,
            version,
            trust_uuid: self.trust_uuid,
            trust_name,
            amount: self.amount,
            gift_date: self.gift_date,
            letter_date: self.letter_date,
            window_ends: self.window_ends(),
            premium_due: self.premium_due,
            received_on: self.received_on,
            letters_sent_on: self.letters_sent_on,
            premium_paid_on: self.premium_paid_on,
            state: state.code().into(),
            state_label: state.label().into(),
        }
    }
}

/// A gift in responses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PremiumGift {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub version: i32,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub trust_uuid: Uuid,
    pub trust_name: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub amount: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub gift_date: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub letter_date: Date,
    /// Last day of the withdrawal window.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub window_ends: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub premium_due: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub received_on: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub letters_sent_on: Option<Date>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub premium_paid_on: Option<Date>,
    /// `GiftState` code.
    pub state: String,
    pub state_label: String,
}

/// Gifts of a policy by date, and the trusts that can receive one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PolicyGifts {
    pub gifts: Vec<PremiumGift>,
    pub trusts: Vec<Trust>,
    /// The next gift to plan. Null if the policy has no next premium.
    pub next: Option<GiftPlan>,
    /// Sentences about gifts above the limits of the gift tax
    pub warnings: Vec<String>,
}

/// A trust that owns the policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Trust {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub name: String,
}
