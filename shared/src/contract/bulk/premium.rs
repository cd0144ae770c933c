//! Marks the next premium of a policy as paid.

use crate::contract::{PolicyStatus, PremiumMode};
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub(super) const NEXT: &str = "nextPremiumDate";
const LAST: &str = "lastPremiumDate";
const PAID_TO: &str = "paidToDate";
/// Fields that change when a premium is paid.
pub(super) const FIELDS: [&str; 3] = [NEXT, LAST, PAID_TO];

/// Returns the policy with its next premium paid. `due` is the next premium date that the user saw.
///
/// # Errors
/// Returns a sentence if the policy is not in force or about to lapse, has no regular premiums or no next premium
/// date, or if another premium is next.
pub(super) fn paid<C: Serialize + DeserializeOwned>(
    stored: &C,
    due: Option<Date>,
    today: Date,
) -> Result<C, String> {
    let mut json = serde_json::to_value(stored).map_err(|error| error.to_string())?;
    let text = |field: &str| {
        json.get(field)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let date = |field: &str| text(field).parse::<Date>().ok();
    let status = PolicyStatus::from_code(&text("status")).filter(|status| status.in_force());
    match status {
        None => return Err("Only premiums of policies in force can be marked as paid.".into()),
        Some(status) if status.is_alert() => {
            return Err(
                "This policy is about to lapse. Change its status when the carrier confirms the payment."
                    .into(),
            );
        }
        Some(_) => {}
    }
    let next = date(NEXT).ok_or("This policy has no next premium date.")?;
    if due.is_some_and(|due| due < next) {
        return Err("This premium is already marked as paid.".into());
    }
    if due.is_some_and(|due| due != next) {
        return Err("The next premium date of this policy has changed.".into());
    }
    let mode = PremiumMode::from_code(&text("premiumMode"));
    let after = mode
        .and_then(|mode| due_after(mode, next, date("issueDate")))
        .ok_or("This policy has no regular premiums. Enter its next premium date instead.")?;
    json[NEXT] = json!(after);
    json[PAID_TO] = json!(after);
    json[LAST] = json!(next.min(today));
    serde_json::from_value(json).map_err(|error| error.to_string())
}

/// Returns the due date that follows `due`. A due date shortened by the end of a month returns to the issue day
/// in the next period. `None` if the mode has no fixed frequency.
pub(crate) fn due_after(mode: PremiumMode, due: Date, issued: Option<Date>) -> Option<Date> {
    let months = 12 / i64::from(mode.payments_per_year()?);
    let after = due.checked_add(months.months()).ok()?;
    let was_shortened = due.day() == due.days_in_month();
    let day = issued
        .map(Date::day)
        .filter(|day| was_shortened && *day > due.day())
        .unwrap_or_else(|| due.day());
    let day = day.min(after.days_in_month());
    Date::new(after.year(), after.month(), day).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Policy;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 11, 21);

    #[test]
    fn due_dates_follow_the_mode_and_the_issue_day() {
        use PremiumMode::{Annual, Monthly, Quarterly, SemiAnnual};
        let issued = Some(date(2020, 1, 31));
        for (mode, due, issued, after) in [
            (Annual, date(2026, 12, 1), None, date(2027, 12, 1)),
            (
                Annual,
                date(2028, 2, 29),
                Some(date(2020, 2, 29)),
                date(2029, 2, 28),
            ),
            (
                Annual,
                date(2027, 2, 28),
                Some(date(2020, 2, 29)),
                date(2028, 2, 29),
            ),
            (SemiAnnual, date(2026, 8, 31), issued, date(2027, 2, 28)),
            (Quarterly, date(2026, 11, 30), issued, date(2027, 2, 28)),
            (Monthly, date(2027, 2, 28), issued, date(2027, 3, 31)),
            (Monthly, date(2027, 4, 30), issued, date(2027, 5, 31)),
            (
                Monthly,
                date(2026, 12, 15),
                Some(date(2020, 1, 20)),
                date(2027, 1, 15),
            ),
        ] {
            assert_eq!(due_after(mode, due, issued), Some(after), "{mode:?} {due}");
        }
        for mode in [
            PremiumMode::SinglePay,
            PremiumMode::Flexible,
            PremiumMode::NoPremium,
        ] {
            assert_eq!(due_after(mode, TODAY, None), None, "{mode:?}");
        }
    }

    fn policy(status: &str, mode: &str, next: Option<Date>) -> Policy {
        Policy {
            status: status.into(),
            premium_mode: Some(mode.into()),
            next_premium_date: next,
            ..Policy::default()
        }
    }

    #[test]
    fn moves_the_next_premium_by_one_period() {
        let next = Some(date(2026, 12, 1));
        let after = paid(&policy("InForce", "Quarterly", next), next, TODAY).unwrap();
        assert_eq!(after.next_premium_date, Some(date(2027, 3, 1)));
        assert_eq!(after.paid_to_date, Some(date(2027, 3, 1)));
        // Paid before it was due.
        assert_eq!(after.last_premium_date, Some(TODAY));
        let overdue = policy("InForce", "Quarterly", Some(date(2026, 11, 1)));
        let after = paid(&overdue, None, TODAY).unwrap();
        assert_eq!(after.last_premium_date, Some(date(2026, 11, 1)));
    }

    #[test]
    fn rejects_policies_whose_premium_cannot_be_marked_as_paid() {
        let next = Some(date(2026, 12, 1));
        for (policy, due, words) in [
            (policy("Lapsed", "Annual", next), next, "in force"),
            (policy("GracePeriod", "Annual", next), next, "about to lapse"),
            (policy("InForce", "Annual", None), None, "no next premium date"),
            (policy("InForce", "Flexible", next), next, "no regular premiums"),
            (
                policy("InForce", "Annual", next),
                Some(date(2026, 9, 1)),
                "already marked",
            ),
            (
                policy("InForce", "Annual", next),
                Some(date(2027, 3, 1)),
                "has changed",
            ),
        ] {
            let refused = paid(&policy, due, TODAY).unwrap_err();
            assert!(refused.contains(words), "{refused}");
        }
    }
}
