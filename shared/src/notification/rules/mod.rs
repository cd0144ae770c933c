//! Dated notification rules. Pure functions from contract data to notices with dates.

mod annuity;
mod gift;
mod guideline;
mod policy;
mod review;

pub use annuity::{AnnuityFacts, annuity};
pub use gift::GiftFacts;
pub use policy::{PolicyFacts, policy};
pub use review::{FIRST_REVIEW_NOTICE, ReviewFacts, review};

use super::kind::NotificationKind;
use super::settings::MAX_REMINDER_DAYS;
use crate::date::{format, plus_days};
use jiff::civil::Date;
use std::collections::HashMap;
use uuid::Uuid;

/// How many days late a notice can still be sent, if the contract was loaded or changed after the notice
/// date. A premium reminder can be sent until the premium is due.
pub const CATCH_UP_DAYS: i64 = 30;

/// A range of dates, inclusive on both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub from: Date,
    pub to: Date,
}

impl Window {
    /// Returns the window that ends on this day and contains all notices that can still be relevant then. See
    /// [`DatedNotice::is_relevant_on`].
    pub fn up_to(day: Date) -> Self {
        Self {
            from: plus_days(day, -i64::from(MAX_REMINDER_DAYS)).unwrap_or(day),
            to: day,
        }
    }

    pub fn contains(&self, day: Date) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

/// A notification for the users who can see a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedNotice {
    pub kind: NotificationKind,
    pub contract: Uuid,
    /// Date of the event.
    pub due: Date,
    /// Date of the notification.
    pub notify_on: Date,
    /// Deduplication key, unique within the kind. See [`dedup_key`].
    pub key: String,
    /// Description of the subject for the user.
    pub display_name: String,
    /// A path of the portal.
    pub application_url: String,
}

impl DatedNotice {
    /// Returns whether the notice is still relevant if it is sent on `day`.
    pub fn is_relevant_on(&self, day: Date) -> bool {
        if plus_days(self.notify_on, CATCH_UP_DAYS).is_some_and(|last| last < day) {
            return self.kind == NotificationKind::PremiumReminder && self.due >= day;
        }
        self.notify_on == day || self.due >= day || self.due <= self.notify_on
    }
}

/// Keeps only the latest of several reminders about the same event, so that a policy loaded late causes one
/// notification.
pub fn latest_reminders(notices: Vec<DatedNotice>) -> Vec<DatedNotice> {
    let about = |notice: &DatedNotice| {
        (
            notice.contract,
            first_of_family(notice.kind),
            notice.due,
            notice.display_name.clone(),
        )
    };
    let mut last: HashMap<_, Date> = HashMap::new();
    for notice in &notices {
        let notify_on = last.entry(about(notice)).or_insert(notice.notify_on);
        *notify_on = notice.notify_on.max(*notify_on);
    }
    notices
        .into_iter()
        .filter(|notice| last.get(&about(notice)) == Some(&notice.notify_on))
        .collect()
}

/// Returns a common kind for all reminders of one date: `PremiumGift` for gifts in 10, 45 or 90 days.
const fn first_of_family(kind: NotificationKind) -> NotificationKind {
    use NotificationKind::*;
    match kind {
        PremiumGift10Day | PremiumGift45Day | PremiumGift90Day => PremiumGift,
        CrummeyLetter10Day | CrummeyLetter45Day | CrummeyLetter90Day => CrummeyLetter,
        other => other,
    }
}

/// Builds a deduplication key from the subject, the event date and the reminder step, such as `14` for 14
/// days before.
pub fn dedup_key(subject: Uuid, due: Date, step: impl std::fmt::Display) -> String {
    format!("{subject}:{due}:{step}")
}

/// Collects the notices about one contract.
struct Subject<'a> {
    contract: Uuid,
    number: &'a str,
    person: Option<&'a str>,
    address: String,
    window: Window,
    found: Vec<DatedNotice>,
}

impl Subject<'_> {
    /// Adds a notice if `notify_on` is in the window. The description is the number, the name, `words` and the due
    /// date.
    fn add(&mut self, kind: NotificationKind, notify_on: Option<Date>, due: Date, step: &str, words: &str) {
        let words = format!("{words} {}", format(due));
        self.add_about(self.contract, kind, notify_on, due, step, &words);
    }

    fn add_about(
        &mut self,
        about: Uuid,
        kind: NotificationKind,
        notify_on: Option<Date>,
        due: Date,
        step: &str,
        words: &str,
    ) {
        let Some(notify_on) = notify_on.filter(|notify_on| self.window.contains(*notify_on)) else {
            return;
        };
        let person = self
            .person
            .map(|person| format!(", {person}"))
            .unwrap_or_default();
        self.found.push(DatedNotice {
            kind,
            contract: self.contract,
            due,
            notify_on,
            key: dedup_key(about, due, step),
            display_name: format!("{}{person}: {words}", self.number),
            application_url: self.address.clone(),
        });
    }

    /// Adds a notice for each number of days before the due date.
    fn add_reminders(&mut self, kind: NotificationKind, due: Date, steps: &[i64], words: &str) {
        for days in steps {
            self.add(kind, plus_days(due, -days), due, &days.to_string(), words);
        }
    }

    /// Like [`Self::add_reminders`], for a kind that covers several dates of a contract. `name` distinguishes them.
    fn add_named_reminders(
        &mut self,
        (kind, name): (NotificationKind, &str),
        due: Date,
        steps: &[i64],
        words: &str,
    ) {
        for days in steps {
            let step = format!("{name}-{days}");
            self.add(kind, plus_days(due, -days), due, &step, words);
        }
    }
}

#[cfg(test)]
mod tests;
