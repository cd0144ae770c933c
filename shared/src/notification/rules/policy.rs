//! Notification rules for life policies.

use super::gift::GiftFacts;
use super::guideline;
use super::{DatedNotice, Subject, Window};
use crate::contract::guideline::{Guideline, GuidelineValues};
use crate::contract::payment_method::pays_automatically;
use crate::contract::{PolicyStatus, PremiumMode};
use crate::date::{anniversary, plus_days};
use crate::notification::NotificationKind::{AnnualRenewableTerm, LapsePending, PremiumReminder};
use jiff::ToSpan;
use jiff::civil::Date;
use rust_decimal::Decimal;
use uuid::Uuid;

/// Number of days after the due date before a premium counts as missed.
const MISSED_DAYS: i64 = 45;
const LAPSE_DAYS: [i64; 2] = [14, 3];
const TERM_DAYS: [i64; 3] = [180, 90, 30];

/// The policy data that the rules use. Amounts are US dollars, rates percent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PolicyFacts {
    pub uuid: Uuid,
    pub policy_number: String,
    pub insured_name: Option<String>,
    /// [`PolicyStatus`] code.
    pub status: String,
    pub status_date: Option<Date>,
    pub grace_period_end_date: Option<Date>,
    /// [`PremiumMode`] code.
    pub premium_mode: Option<String>,
    /// Wording of the source, such as `Electronic`.
    pub payment_method: Option<String>,
    pub annualized_premium: Decimal,
    pub next_premium_date: Option<Date>,
    pub last_premium_date: Option<Date>,
    pub level_period_end_date: Option<Date>,
    pub conversion_expiry_date: Option<Date>,
    pub values_as_of: Option<Date>,
    pub death_benefit: Decimal,
    pub lapse_age: Option<i16>,
    pub crediting_rate: Option<Decimal>,
    /// Comdex ranking of the carrier.
    pub comdex: Option<i16>,
    pub guidelines: Vec<Guideline>,
    pub gifts: Vec<GiftFacts>,
    /// Number of days before the due date when a premium reminder is sent. Set by the firm.
    pub premium_reminder_days: i16,
}

/// Returns the notices about a policy that are within the window.
pub fn policy(facts: &PolicyFacts, window: Window) -> Vec<DatedNotice> {
    let Some(status) = PolicyStatus::from_code(&facts.status).filter(|status| status.in_force()) else {
        return Vec::new();
    };
    let mut subject = Subject {
        contract: facts.uuid,
        number: &facts.policy_number,
        person: facts.insured_name.as_deref(),
        address: format!("/business/policies/{}", facts.uuid),
        window,
        found: Vec::new(),
    };
    lapse(facts, status, &mut subject);
    if status == PolicyStatus::InForce && facts.annualized_premium > Decimal::ZERO {
        premium(facts, &mut subject);
    }
    if let Some(end) = facts.level_period_end_date {
        subject.add_reminders(AnnualRenewableTerm, end, &TERM_DAYS, "level term ends");
    }
    if let Some(end) = facts.conversion_expiry_date {
        let conversion = (AnnualRenewableTerm, "conversion");
        subject.add_named_reminders(conversion, end, &TERM_DAYS, "conversion right ends");
    }
    let values = GuidelineValues {
        lapse_age: facts.lapse_age,
        death_benefit: Some(facts.death_benefit),
        premium: Some(facts.annualized_premium),
        crediting_rate: facts.crediting_rate,
        comdex: facts.comdex,
    };
    if let Some(as_of) = facts.values_as_of {
        guideline::add_notices(&facts.guidelines, &values, as_of, &mut subject);
    }
    for gift in &facts.gifts {
        gift.add_notices(&mut subject);
    }
    subject.found
}

/// Adds a notice on the status date, and reminders before the grace period ends.
fn lapse(facts: &PolicyFacts, status: PolicyStatus, subject: &mut Subject<'_>) {
    if !status.is_alert() {
        return;
    }
    match facts.grace_period_end_date {
        Some(end) => {
            // Without a status date, the first notice is the next reminder.
            subject.add(
                LapsePending,
                facts.status_date,
                end,
                "first",
                "lapses unless paid by",
            );
            subject.add_reminders(LapsePending, end, &LAPSE_DAYS, "lapses unless paid by");
        }
        None => {
            if let Some(since) = facts.status_date {
                let words = format!("{} since", status.label().to_lowercase());
                subject.add(LapsePending, Some(since), since, "first", &words);
            }
        }
    }
}

fn premium(facts: &PolicyFacts, subject: &mut Subject<'_>) {
    // Missed premiums are reported regardless.
    let is_automatic = pays_automatically(facts.payment_method.as_deref());
    if let Some(due) = facts.next_premium_date.filter(|_| !is_automatic) {
        let notify_on = plus_days(due, -i64::from(facts.premium_reminder_days));
        subject.add(PremiumReminder, notify_on, due, "due", "premium due");
    }
    if let Some(due) = missed(facts) {
        let notify_on = plus_days(due, MISSED_DAYS + 1);
        subject.add(
            PremiumReminder,
            notify_on,
            due,
            "missed",
            "no premium seen since it was due",
        );
    }
}

/// Returns the due date of the premium that follows the last one paid. `None` if the mode has no fixed
/// frequency.
fn missed(facts: &PolicyFacts) -> Option<Date> {
    let mode = facts.premium_mode.as_deref().and_then(PremiumMode::from_code)?;
    let (last, months) = (
        facts.last_premium_date?,
        12 / i32::from(mode.payments_per_year()?),
    );
    match months {
        12 => anniversary(last, 1),
        _ => last.checked_add(months.months()).ok(),
    }
}
