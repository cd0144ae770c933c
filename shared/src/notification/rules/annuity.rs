//! Notification rules for annuities.

use super::{DatedNotice, Subject, Window};
use crate::contract::{ContractYear, PolicyStatus};
use crate::date::{format, plus_days};
use crate::notification::NotificationKind::SurrenderPeriod;
use jiff::civil::Date;
use rust_decimal::Decimal;
use uuid::Uuid;

const SURRENDER_DAYS: [i64; 2] = [90, 30];
const RATE_DAYS: [i64; 2] = [90, 30];
const DISTRIBUTION_DAYS: [i64; 2] = [60, 14];

/// The annuity data that the rules use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnnuityFacts {
    pub uuid: Uuid,
    pub contract_number: String,
    pub annuitant_name: Option<String>,
    /// [`PolicyStatus`] code.
    pub status: String,
    pub issue_date: Option<Date>,
    /// Surrender charge in percent for each contract year, first year first.
    pub surrender_schedule: Vec<Decimal>,
    pub surrender_period_end_date: Option<Date>,
    pub guaranteed_rate_end_date: Option<Date>,
    /// Due date of a required minimum distribution. `None` once it is taken.
    pub distribution_due_date: Option<Date>,
}

/// Returns the notices about an annuity that are within the window.
pub fn annuity(facts: &AnnuityFacts, window: Window) -> Vec<DatedNotice> {
    if !PolicyStatus::from_code(&facts.status).is_some_and(PolicyStatus::in_force) {
        return Vec::new();
    }
    let mut subject = Subject {
        contract: facts.uuid,
        number: &facts.contract_number,
        person: facts.annuitant_name.as_deref(),
        address: format!("/business/annuities/{}", facts.uuid),
        window,
        found: Vec::new(),
    };
    let end = facts.surrender_period_end_date;
    if let Some(end) = end {
        subject.add_reminders(SurrenderPeriod, end, &SURRENDER_DAYS, "surrender period ends");
    }
    if let Some(end) = facts.guaranteed_rate_end_date {
        subject.add_named_reminders((SurrenderPeriod, "rate"), end, &RATE_DAYS, "guaranteed rate ends");
    }
    if let Some(due) = facts.distribution_due_date {
        let words = "required minimum distribution due";
        subject.add_named_reminders((SurrenderPeriod, "rmd"), due, &DISTRIBUTION_DAYS, words);
    }
    for (day, from, to) in steps_down(facts) {
        if end.is_some_and(|end| end <= day) {
            continue;
        }
        let words = format!(
            "surrender charge falls from {}% to {}% on {}",
            from.normalize(),
            to.normalize(),
            format(day)
        );
        for days in SURRENDER_DAYS {
            let notify_on = plus_days(day, -days);
            subject.add_about(
                facts.uuid,
                SurrenderPeriod,
                notify_on,
                day,
                &days.to_string(),
                &words,
            );
        }
    }
    subject.found
}

/// Returns the dates when the surrender charge decreases, with the charges before and after.
fn steps_down(facts: &AnnuityFacts) -> Vec<(Date, Decimal, Decimal)> {
    let Some(issue) = facts.issue_date else {
        return Vec::new();
    };
    let schedule = &facts.surrender_schedule;
    (1_i16..)
        .zip(schedule.iter().enumerate())
        .filter_map(|(years, (index, before))| {
            let after = schedule.get(index + 1).copied().unwrap_or_default();
            (after < *before).then(|| Some((ContractYear::after(issue, years)?.from, *before, after)))?
        })
        .collect()
}
