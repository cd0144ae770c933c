//! Generates the status of a demo policy and the matching dates.

use super::people::Cast;
use super::policy_terms::Terms;
use super::random::{Random, add_days, add_months, add_years};
use jiff::civil::Date;
use shared::contract::PolicyStatus::{self, *};
use shared::contract::ProductType;

/// The dates of a policy.
pub(super) struct Dates {
    pub issue: Option<Date>,
    pub status: Option<Date>,
    pub paid_to: Option<Date>,
    pub last_paid: Option<Date>,
    pub grace_end: Option<Date>,
    pub maturity: Option<Date>,
    pub level_end: Option<Date>,
    pub conversion_expiry: Option<Date>,
    years: i64,
}

/// Picks a status that fits the product and the age of the policy in years.
pub(super) fn status_of(random: &mut Random, terms: &Terms, years: i64) -> PolicyStatus {
    let status = random.weighted(&[
        (790, InForce),
        (40, PaidUp),
        (24, GracePeriod),
        (18, LapsePending),
        (36, Lapsed),
        (20, Pending),
        (18, Surrendered),
        (12, Exchanged),
        (8, Converted),
        (10, DeathClaim),
        (7, Terminated),
        (7, NotTaken),
        (2, Rescinded),
        (2, Suspended),
        (2, Deferred),
        (1, Matured),
        (1, DeathLapse),
        (2, Unknown),
    ]);
    let is_past_level = terms.level_years.is_some_and(|level| years >= level);
    match status {
        InForce if is_past_level && random.chance(80) => Expired,
        PaidUp if terms.is_term() || years < 8 => InForce,
        GracePeriod | LapsePending if years < 1 || terms.mode.payments_per_year().is_none() => InForce,
        Surrendered | Matured if terms.is_term() => Lapsed,
        Matured if years < 20 => InForce,
        Converted if !terms.is_term() => InForce,
        Exchanged if terms.is_term() || years < 3 => InForce,
        other => other,
    }
}

impl Dates {
    pub(super) fn new(
        cast: &Cast,
        random: &mut Random,
        terms: &Terms,
        (dob, earliest): (Date, Date),
        status: PolicyStatus,
    ) -> Self {
        let today = cast.today;
        if matches!(status, Pending | Deferred | NotTaken) {
            let applied = add_days(
                today,
                -random.between(3, if status == NotTaken { 900 } else { 75 }),
            );
            return Self::not_issued(applied);
        }
        let first = add_years(dob, terms.issue_age);
        let last = add_days(add_years(first, 1), -1).min(add_days(today, -1));
        let mut issue = if first <= last {
            random.day(first, last)
        } else {
            last
        };
        issue = issue.max(earliest);
        let grace_days = if terms.is_flexible() { 61 } else { 31 };
        let late = match status {
            GracePeriod => random.between(2, grace_days / 2),
            LapsePending => random.between(grace_days / 2 + 1, grace_days - 2),
            _ => 0,
        };
        if late > 0 {
            // Moves the issue date so that an unpaid premium was due `late` days ago.
            let years = i64::from(shared::date::age(issue, today).unwrap_or(1)).max(1);
            issue = add_years(add_days(today, -late), -years);
            // The due date stays the same.
            if issue < earliest && years > 1 {
                issue = add_years(issue, 1);
            }
        }
        let period = terms
            .mode
            .payments_per_year()
            .map_or(12, |payments| 12 / i64::from(payments));
        let next = next_due(issue, today, period);
        let paid_to = if late > 0 { add_days(today, -late) } else { next };
        let last_due = add_months(paid_to, -period).max(issue);
        let years = i64::from(shared::date::age(issue, today).unwrap_or(0));
        let level_end = terms.level_years.map(|level| add_years(issue, level));
        let is_ended = !status.in_force();
        let status_date = match status {
            InForce => None,
            Expired => level_end.map(|end| end.min(today)),
            GracePeriod => Some(add_days(paid_to, 1)),
            LapsePending => Some(add_days(paid_to, grace_days / 2 + 1).min(today)),
            Matured => Some(add_days(today, -random.between(1, 300)).max(issue)),
            _ => Some(random.day(issue.max(add_years(today, -6)), today)),
        };
        let is_convertible = terms.product == ProductType::Term;
        Self {
            issue: Some(issue),
            status: status_date.or(Some(issue)),
            paid_to: (!is_ended || status == Suspended).then_some(paid_to),
            last_paid: Some(add_days(last_due, random.between(0, 6)).min(today)),
            grace_end: (late > 0).then(|| add_days(paid_to, grace_days)),
            maturity: Some(add_years(
                issue,
                if terms.is_term() { 95 } else { 121 } - terms.issue_age,
            )),
            level_end,
            conversion_expiry: is_convertible.then(|| {
                let years = terms.level_years.unwrap_or(20).min(70 - terms.issue_age.min(65));
                add_years(issue, years.max(1))
            }),
            years,
        }
    }

    fn not_issued(applied: Date) -> Self {
        Self {
            issue: None,
            status: Some(applied),
            paid_to: None,
            last_paid: None,
            grace_end: None,
            maturity: None,
            level_end: None,
            conversion_expiry: None,
            years: 0,
        }
    }

    /// Returns the whole years since issue.
    pub(super) fn years(&self) -> i64 {
        self.years
    }
}

/// Returns the first due date after `today`, on the issue date's day of the month. `period` is in months.
fn next_due(issue: Date, today: Date, period: i64) -> Date {
    let months =
        i64::from(today.year() - issue.year()) * 12 + i64::from(today.month()) - i64::from(issue.month());
    let mut steps = months / period;
    while add_months(issue, steps * period) <= today {
        steps += 1;
    }
    add_months(issue, steps * period)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn next_due_date_is_in_the_future_within_one_period() {
        let today = date(2026, 11, 20);
        assert_eq!(next_due(date(2020, 1, 31), today, 1), date(2026, 11, 30));
        assert_eq!(next_due(date(2020, 11, 20), today, 12), date(2027, 11, 20));
        assert_eq!(next_due(date(2026, 11, 19), today, 3), date(2027, 2, 19));
        assert_eq!(next_due(date(2019, 12, 15), today, 6), date(2026, 12, 15));
    }
}
