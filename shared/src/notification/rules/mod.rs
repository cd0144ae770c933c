//! The dated rules: what a contract gives reason to tell, and on which day. Pure: facts and days go in.

mod annuity;
mod gift;
mod guideline;
mod policy;

pub use annuity::{AnnuityFacts, annuity};
pub use gift::GiftFacts;
pub use policy::{PolicyFacts, policy};

use super::kind::NotificationKind;
use crate::date::{format, plus_days};
use jiff::civil::Date;
use std::collections::HashMap;
use uuid::Uuid;

/// What was not told on its day, as of a contract that was loaded or changed later, is told so many days after it.
pub const CATCH_UP_DAYS: i64 = 30;

/// Days, both of them included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub from: Date,
    pub to: Date,
}

impl Window {
    /// The last days up to this one.
    pub fn up_to(day: Date) -> Self {
        Self {
            from: plus_days(day, -CATCH_UP_DAYS).unwrap_or(day),
            to: day,
        }
    }

    pub fn contains(&self, day: Date) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

/// Something to tell whoever sees a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedNotice {
    pub kind: NotificationKind,
    pub contract: Uuid,
    /// The day that it is about.
    pub due: Date,
    /// The day on which it is told.
    pub told: Date,
    /// Makes it this notification and no other of its kind: see [`dedup_key`].
    pub key: String,
    /// Who or what it is about, in words for the user.
    pub display_name: String,
    /// A path of the portal.
    pub application_url: String,
}

impl DatedNotice {
    /// Still worth telling on a day after its own.
    pub fn is_news_on(&self, day: Date) -> bool {
        self.told == day || self.due >= day || self.due <= self.told
    }
}

/// Of several steps to one day the last, where all of them are told at once: a policy that was loaded late is told of
/// once.
pub fn last_steps(notices: Vec<DatedNotice>) -> Vec<DatedNotice> {
    let about = |notice: &DatedNotice| {
        (
            notice.contract,
            notice.kind,
            notice.due,
            notice.display_name.clone(),
        )
    };
    let mut last: HashMap<_, Date> = HashMap::new();
    for notice in &notices {
        let told = last.entry(about(notice)).or_insert(notice.told);
        *told = notice.told.max(*told);
    }
    notices
        .into_iter()
        .filter(|notice| last.get(&about(notice)) == Some(&notice.told))
        .collect()
}

/// What makes a notification of a kind this one and no other: what it is about, the day that it is about, and the step
/// on the way there (`14`: so many days before).
pub fn dedup_key(subject: Uuid, due: Date, step: impl std::fmt::Display) -> String {
    format!("{subject}:{due}:{step}")
}

/// One contract while its notices are collected.
struct Subject<'a> {
    contract: Uuid,
    number: &'a str,
    person: Option<&'a str>,
    address: String,
    window: Window,
    found: Vec<DatedNotice>,
}

impl Subject<'_> {
    /// Notes what is told on a day of the window. `words` follow the number and the name; with the due day behind them.
    fn tell(&mut self, kind: NotificationKind, told: Option<Date>, due: Date, step: &str, words: &str) {
        let words = format!("{words} {}", format(due));
        self.tell_of(self.contract, kind, told, due, step, &words);
    }

    fn tell_of(
        &mut self,
        about: Uuid,
        kind: NotificationKind,
        told: Option<Date>,
        due: Date,
        step: &str,
        words: &str,
    ) {
        let Some(told) = told.filter(|told| self.window.contains(*told)) else {
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
            told,
            key: dedup_key(about, due, step),
            display_name: format!("{}{person}: {words}", self.number),
            application_url: self.address.clone(),
        });
    }

    /// The same so many days before the day, at each of several steps.
    fn tell_before(&mut self, kind: NotificationKind, due: Date, steps: &[i64], words: &str) {
        for days in steps {
            self.tell(kind, plus_days(due, -days), due, &days.to_string(), words);
        }
    }
}

#[cfg(test)]
mod tests;
